#!/usr/bin/env python3
"""man.py PROGRAM OUT: writes the manual page castellany(1) from the help of the program, so that both say the same."""
import re
import subprocess
import sys


def said(*words):
    return subprocess.run([sys.argv[1], *words], stdout=subprocess.PIPE, text=True, check=True).stdout


def roff(text):
    """Text as roff: no line begins a request, and hyphens of options stay hyphens."""
    lines = [line.replace('\\', '\\e').replace('-', '\\-') for line in text.splitlines()]
    return '\n'.join('\\&' + line if line[:1] in ('.', "'") else line for line in lines)


def rows(text):
    """The lines "  name  what it is" of a help."""
    for line in text.splitlines():
        found = re.match(r'  (\S+(?: \S+)*?)  +(\S.*)$', line) or re.match(r'  (--\S+ \S+) (\S.*)$', line)
        if found:
            yield found.group(1), found.group(2)


def command(name):
    text = said(name, '--help')
    usage, _, rest = text.partition('\n\n')
    about, _, lists = rest.partition('\nOptions:')
    example = re.search(r'^Example: (.*)$', text, re.MULTILINE).group(1)
    out = [f'.SS {roff(usage.removeprefix("usage: "))}', roff(about.partition('\nExample:')[0].strip())]
    for title, part in zip(('Options:', 'Acts:'), lists.split('\nActs:')):
        if title == 'Acts:':
            out.append('.PP\nActs:')
        for word, what in rows(part):
            out.append(f'.TP\n.B {roff(word)}\n{roff(what)}')
    out.append(f'.PP\nExample:\n.PP\n.RS\n.nf\n{roff(example)}\n.fi\n.RE')
    return '\n'.join(out)


def main():
    text, version = said('--help'), said('--version').split()[1]
    names = [name for name, _ in rows(text.partition('\n\n')[2].partition('\n\n')[2].partition('\n\n')[0])]
    games = [f'.TP\n.B {roff(name)}\n{roff(what)}' for name, what in rows(text.partition('Games:')[2])]
    with open(sys.argv[2], 'w', encoding='utf-8') as out:
        out.write('\n'.join([
            f'.TH CASTELLANY 1 "" "castellany {version}" "User Commands"',
            '.SH NAME\ncastellany \\- three castle\\-building board games, their server and their bots',
            '.SH SYNOPSIS\n.B castellany\n.I COMMAND\n.RI [ ARGUMENT \\&...]',
            '.SH DESCRIPTION\ncastellany plays board games in the terminal and in the browser, against people and against bots.\n'
            'Server, web page and bots are this one program.',
            '.SH GAMES', *games, '.SH COMMANDS', *map(command, names),
            '.SH SIGNALS\n.B castellany serve\nstops cleanly on SIGTERM and SIGINT, and reads its configuration and certificates again on SIGHUP.',
            '.SH FILES\n.TP\n.I ~/.local/share/castellany\nThe data of a server; $XDG_DATA_HOME/castellany if that is set.\n'
            '.TP\n.I castellany.db\nIn the data folder: all tables, players and ratings.\n'
            '.TP\n.I admin.sock\nIn the data folder: the socket of\n.B castellany admin.',
            '.SH ENVIRONMENT\n.TP\n.B NO_COLOR\nIf it is set and not empty, nothing is coloured.\n'
            '.TP\n.B TERM\nThe kind of terminal. With\n.I dumb\nand without a terminal,\n.B play\ngoes by lines.\n'
            '.TP\n.B COLORTERM\nIf it is\n.I truecolor\nor\n.IR 24bit ,\nthe screen uses colours of 24 bits if the system describes such a terminal (on Debian: package ncurses\\-term).\n'
            '.TP\n.BR LC_ALL ", " LC_MESSAGES ", " LANG\nThe language of games at the terminal, unless\n.B \\-\\-lang\nnames one: en, nl or de.\n'
            '.TP\n.B XDG_DATA_HOME\nThe parent of the data folder, see FILES.',
            '.SH EXIT STATUS\n0 if all went well, 1 if something was refused, 2 if the command line is wrong.', '']))


main()

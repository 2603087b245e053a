/* input.c: lines that people type, and signals that ask the program to stop. */
#include "cli/play/input.h"

#include <ctype.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/select.h>
#include <unistd.h>

#include "cli/play/line_editor.h"

static volatile sig_atomic_t stopped;
static bool in_colour, edited;
static void (*abort_call)(void);
static const char *long_text = "That line is too long; nothing was done.";

/* The first Ctrl-C lets a bot finish its move, so that the game can be saved. The second ends the program. */
static void stop(int sig)
{
    static const char reset[] = "\033[0m\n", line[] = "\n";
    if (!stopped || sig != SIGINT) {
        stopped = sig;
        return;
    }
    if (abort_call)
        abort_call();
    else if (in_colour)
        (void)!write(STDOUT_FILENO, reset, sizeof reset - 1);
    else
        (void)!write(STDOUT_FILENO, line, sizeof line - 1);
    _exit(128 + sig);
}

void input_open(bool colour)
{
    struct sigaction action = {.sa_handler = stop, .sa_flags = SA_RESTART}, before;
    in_colour = colour;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    if (sigaction(SIGHUP, NULL, &before) == 0 && before.sa_handler != SIG_IGN) /* ignored: nohup runs it */
        sigaction(SIGHUP, &action, NULL);
}

int input_stopped(void)
{
    return stopped;
}

void input_stop(int sig)
{
    stopped = sig;
}

void input_on_abort(void (*call)(void))
{
    abort_call = call;
}

void input_say_long(const char *text)
{
    long_text = text;
}

/*
 * Waits until there is something to read. False if a signal came first. Signals are blocked except while it
 * waits, so none can come between the test of the flag and the wait. A signal interrupts pselect even with
 * SA_RESTART, which keeps writes from being interrupted.
 */
static bool wait_for_input(void)
{
    sigset_t all, before;
    fd_set in;
    sigemptyset(&all);
    sigaddset(&all, SIGINT);
    sigaddset(&all, SIGTERM);
    sigaddset(&all, SIGHUP);
    sigprocmask(SIG_BLOCK, &all, &before);
    while (!stopped) {
        FD_ZERO(&in);
        FD_SET(STDIN_FILENO, &in);
        if (pselect(STDIN_FILENO + 1, &in, NULL, NULL, NULL, &before) >= 0)
            break;
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    return !stopped;
}

/* The next byte, or EOF. */
static int next_byte(void)
{
    static unsigned char bytes[4096];
    static ssize_t at, count;
    if (at >= count) {
        at = count = 0;
        if (!wait_for_input() || (count = read(STDIN_FILENO, bytes, sizeof bytes)) <= 0)
            return EOF;
    }
    return bytes[at++];
}

static void trim(char *line, size_t length)
{
    while (length > 0 && isspace((unsigned char)line[length - 1]))
        line[--length] = '\0';
    size_t lead = strspn(line, " \t");
    memmove(line, line + lead, length - lead + 1);
}

void input_edit(void)
{
    edited = editor_open(next_byte);
}

void input_close(void)
{
    if (edited)
        editor_close();
    edited = false;
}

/* A line as it was typed; its length, which may be more than was kept, or -1 at the end of the input. */
static long read_line(const char *prompt, char line[INPUT_LINE])
{
    long length = 0;
    int c;
    if (edited)
        return editor_line(prompt, line, INPUT_LINE);
    fputs(prompt, stdout);
    fflush(stdout);
    while ((c = next_byte()) != EOF && c != '\n') {
        if (length < INPUT_LINE - 1)
            line[length] = c ? (char)c : '?'; /* a NUL must not end the line; no move has a "?" */
        length++;
    }
    return c == EOF && length == 0 ? -1 : length;
}

bool input_line(const char *prompt, char line[INPUT_LINE])
{
    for (;;) {
        long length = read_line(prompt, line);
        if (stopped || length < 0)
            return false;
        if (length < INPUT_LINE) {
            line[length] = '\0';
            trim(line, (size_t)length);
            return true;
        }
        puts(long_text); /* its beginning alone might mean something else */
    }
}

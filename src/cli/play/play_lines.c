/*
 * play_lines.c: a game at the terminal by lines: for pipes, screen readers and terminals without a screen.
 *
 * It is short by default: what happened, what is to be done and the points. Boards and long lists come on
 * request.
 */
#include "cli/play/play_lines.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "cli/base/default_folder.h"
#include "cli/play/input.h"
#include "cli/play/line_editor.h"
#include "cli/play/play_lines_state.h"
#include "cli/base/print.h"
#include "cli/play/bot_thread.h"

enum { FEW = 12, SIGN_MS = 300 /* a bot that thinks longer than this is announced */ };

struct lines lines;

struct speaker lines_speaker(int viewer)
{
    return session_speaker(lines.s, viewer);
}

void lines_words(const char *key)
{
    lines_say(catalogue_text(lines.s->language, key));
}

void lines_say(const char *text)
{
    print_words(text);
    if (*text && text[strlen(text) - 1] != '\n')
        print_words("\n");
}

/* ---- telling ---- */

/* Says how often the open line was told. */
static void put_times(void)
{
    char times[16];
    snprintf(times, sizeof times, " ×%d", lines.times);
    if (lines.open && lines.times > 1)
        print_words(times);
    lines.times = 1;
}

static void end_line(void)
{
    put_times();
    if (lines.open)
        print_words("\n");
    lines.open = false;
}

static void add_to_line(const char *text)
{
    put_times();
    print_words(" ");
    print_words(text);
    lines.last[0] = '\0';
}

/* Tells a line. One that is equal to the line before it is only counted: "Fish was dealt a card. ×6". */
static void tell_line(const char *text)
{
    if (lines.open && strcmp(text, lines.last) == 0) {
        lines.times++;
        return;
    }
    end_line();
    print_words(text);
    snprintf(lines.last, sizeof lines.last, "%s", text);
    lines.times = 1;
    lines.open = true;
}

/* Ends the wait for reactions. */
static void settle(void)
{
    double left = session_reaction_left(lines.s);
    if (left > 0 && !input_stopped())
        nanosleep(&(struct timespec){.tv_nsec = (long)(left * 1e6)}, NULL);
    lines.s->react_until = 0;
}

/* Tells the moves from a place on. The sentences of a move that the viewer does not see are added to the line
 * before it, so a line stays open until it is clear that no such move follows. */
static void tell_from(int from, int viewer, bool wait)
{
    const struct match *m = &lines.s->table.match;
    struct speaker speaker = lines_speaker(viewer);
    union game_state state;
    if (from < m->count)
        match_at(m, from, &state);
    for (int i = from; i < m->count; i++) {
        char text[STORY_LINE];
        struct text out = TEXT_IN(text);
        bool joined;
        if (i > from && wait)
            settle();
        story_move(lines.s, &speaker, &state, &m->moves[i], &joined, &out);
        if (out.length && joined && lines.open) {
            add_to_line(text);
        } else if (out.length) {
            tell_line(text);
        }
        m->game->apply(m->game, &state, m->moves[i].actor, m->moves[i].code);
    }
}

/* Accepts the proposal and tells its moves to whoever looks: of several people, the one whose hand was shown.
 */
static void make(void)
{
    int from = lines.s->table.match.count;
    session_accept(lines.s);
    tell_from(from, lines.shown >= 0 ? lines.shown : session_viewer(lines.s), true);
}

/* ---- a turn ---- */

static enum answer move_or_refuse(int seat, game_move move)
{
    if (match_play(&lines.s->table.match, seat, move, 0, &lines.s->proposal)) {
        make();
        return MOVED;
    }
    lines_say(lines.s->proposal.reason);
    return AGAIN;
}

void lines_refuse(int seat, const struct typed *t, const char *line)
{
    struct speaker speaker = lines_speaker(seat);
    struct text out = TEXT_IN(lines.s->text);
    char shown[128];
    struct text visible = TEXT_IN(shown);
    text_visible(&visible, line);
    if (t->kind == TYPED_ILLEGAL) {
        struct reason reason = game_why_not(lines.moves.game, lines.s->table.match.state, seat, line);
        if (reason.key)
            story_reason(lines.s, &speaker, &reason, &out);
    } else if (t->kind == TYPED_SEVERAL) {
        struct message_argument list[TYPED_LIST + 2] = {{0}};
        int n = t->found < TYPED_LIST ? t->found : TYPED_LIST;
        for (int i = 0; i < n; i++)
            list[i] = (struct message_argument)ARG_TEXT("", lines.moves.text[t->list[i]]);
        if (t->found > n)
            list[n] = (struct message_argument)ARG_TEXT("", "…");
        SAY(&speaker, &out, "terminal.several", ARG_NUMBER("n", t->found), ARG_LIST("moves", list));
    }
    if (!out.length)
        SAY(&speaker, &out, "terminal.unknown", ARG_TEXT("text", shown));
    if (t->nearest) {
        text_char(&out, ' ');
        SAY(&speaker, &out, "terminal.mean", ARG_TEXT("text", t->nearest));
    }
    lines_say(lines.s->text);
}

/* What can be completed: commands and moves. */
static void offer_words(void *context, void (*offer)(void *list, const char *word), void *list)
{
    (void)context;
    for (int i = 0; lines_acts[i]; i++)
        offer(list, lines_acts[i]);
    for (int i = 0; i < lines.moves.count; i++)
        offer(list, lines.moves.text[i]);
}

/* With several people the screen is cleared before the next person's hand is shown. Then everything since
 * that person's last move is told again, because it went away with the screen. */
static bool hand_over(int seat)
{
    struct table *t = &lines.s->table;
    char line[INPUT_LINE], prompt[192];
    struct text out = TEXT_IN(prompt);
    struct speaker speaker = lines_speaker(GAME_PUBLIC);
    if (t->persons < 2 || lines.shown == seat)
        return true;
    fputs(cli_terminal() && !lines.plain ? "\033[2J\033[3J\033[H"
                                         : "\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n",
          stdout);
    SAY(&speaker, &out, "terminal.hand_over", words_person(&speaker, "name", seat),
        ARG_NUMBER("seat", seat + 1));
    text_char(&out, ' ');
    if (!input_line(prompt, line))
        return false;
    lines.shown = seat;
    putchar('\n');
    lines.open = false;
    tell_from(table_last(t, seat), seat, false);
    end_line();
    return true;
}

/* What is to be done, the points, and the moves if they are few. */
static void put_position(int seat)
{
    const struct match *m = &lines.s->table.match;
    struct speaker speaker = lines_speaker(seat);
    struct text out = TEXT_IN(lines.s->text);
    union game_state view;
    m->game->observe(m->game, m->state, seat, &view);
    print_words("\n");
    story_score(lines.s, &speaker, &out);
    for (size_t i = 0; i + 1 < out.length; i++) /* on one line */
        if (lines.s->text[i] == '\n')
            lines.s->text[i] = ';';
    for (char *at = lines.s->text, *end; *at; at = end) {
        end = at + strcspn(at, ";\n");
        char mark = *end;
        if (mark)
            *end++ = '\0';
        print_words(at);
        print_words(mark == ';' ? "; " : "\n");
    }
    text_clear(&out);
    (lines.s->face->status ? lines.s->face->status : lines.s->face->describe)(&speaker, m->game, &view, seat,
                                                                              &out);
    lines_say(lines.s->text);
    lines_offer_moves(seat);
}

void lines_offer_moves(int seat)
{
    struct speaker speaker = lines_speaker(seat);
    struct text out = TEXT_IN(lines.s->text);
    if (lines.moves.count <= FEW) {
        lines_list_moves(seat);
        return;
    }
    SAY(&speaker, &out, "terminal.many", ARG_NUMBER("n", lines.moves.count));
    lines_say(lines.s->text);
}

static enum answer turn(int seat)
{
    const struct match *m = &lines.s->table.match;
    char line[INPUT_LINE];
    end_line();
    if (!hand_over(seat))
        return QUIT;
    typed_list(&lines.moves, m->game, m->state, seat);
    put_position(seat);
    const char *prompt = catalogue_text(lines.s->language,
                                        lines.moves.count == 1 ? "terminal.prompt.only" : "terminal.prompt");
    for (;;) {
        if (!input_line(prompt, line))
            return QUIT;
        struct typed t = typed_read(&lines.moves, line, lines_acts);
        enum answer done = AGAIN;
        if (t.kind == TYPED_MOVE || (t.kind == TYPED_NOTHING && lines.moves.count == 1))
            done = move_or_refuse(seat, lines.moves.move[t.move]);
        else if (t.kind == TYPED_COMMAND)
            done = lines_obey(seat, t.command, t.rest);
        else if (t.kind == TYPED_NOTHING)
            lines_words("terminal.help");
        else
            lines_refuse(seat, &t, line);
        if (done != AGAIN)
            return done;
    }
}

/* A sign that a bot thinks, which goes away again. Only a terminal gets it, and no screen reader. */
static void put_sign(int seat, bool on)
{
    char words[128];
    struct text out = TEXT_IN(words);
    struct speaker speaker = lines_speaker(session_viewer(lines.s));
    if (!cli_terminal() || lines.plain)
        return;
    SAY(&speaker, &out, "terminal.thinks", words_person(&speaker, "name", seat));
    if (lines.open)
        fputs(on ? " …" : "\b\b\033[K", stdout);
    else
        printf("\r\033[K%s", on ? words : "");
    fflush(stdout);
}

/* False if the player leaves meanwhile. */
static bool bot_turn(int seat)
{
    struct session *s = lines.s;
    struct thinking t;
    bool sign = false;
    if (!thinking_begin(&t, s, seat, false))
        return false;
    for (int ms = 0; !thinking_done(&t) && !input_stopped(); ms++) {
        if (ms == SIGN_MS) {
            put_sign(seat, true);
            sign = true;
        }
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    if (sign)
        put_sign(seat, false);
    if (input_stopped())
        thinking_give_up(&t);
    game_move move = thinking_end(&t);
    if (input_stopped())
        return false;
    match_play(&s->table.match, seat, move, 0, &s->proposal);
    make();
    return true;
}

/* ---- the end ---- */

int play_leave(struct session *s)
{
    static char name[FOLDER_TEXT];
    struct text file = TEXT_IN(name), out = TEXT_IN(s->text);
    int code = CLI_OK;
    struct speaker speaker = session_speaker(s, GAME_PUBLIC);
    if (table_unsaved(&s->table) && !table_rescue(&s->table, &file)) {
        SAY(&speaker, &out, "terminal.lost", ARG_TEXT("problem", story_problem(&speaker, errno)));
        code = cli_refuse("%s", s->text);
    } else if (file.length) {
        char shown[2 * FOLDER_TEXT], command[2 * FOLDER_TEXT];
        struct text visible = TEXT_IN(shown), go = TEXT_IN(command);
        text_visible(&visible, name);
        story_resume(s, name, &go);
        SAY(&speaker, &out, "terminal.rescued", ARG_TEXT("file", shown), ARG_TEXT("command", command));
        puts(s->text);
    }
    puts(catalogue_text(s->language, "terminal.goodbye"));
    return input_stopped() ? 128 + input_stopped() : code;
}

static int finish(void)
{
    struct session *s = lines.s;
    char line[INPUT_LINE], prompt[128];
    struct text out = TEXT_IN(s->text), text = TEXT_IN(prompt);
    int viewer = session_viewer(s);
    struct speaker speaker = lines_speaker(viewer);
    settle();
    end_line();
    putchar('\n');
    words_key(&speaker, &out, "terminal.over", "");
    text_char(&out, '\n');
    story_score(s, &speaker, &out);
    story_winners(s, &speaker, &out);
    words_put(&speaker, &out, "terminal.analyse", NULL);
    lines_say(s->text);
    words_put(&speaker, &text, "terminal.save.end", NULL);
    while (s->table.persons > 0 && input_line(prompt, line) && *line) {
        const char *rest = line;
        if (text_take_word(&rest, "quit"))
            break;
        if (text_take_word(&rest, "board"))
            lines_draw(viewer);
        else if (text_take_word(&rest, "history"))
            lines_history(viewer);
        else if (text_take_word(&rest, "save!"))
            lines_save(rest, true);
        else if (text_take_word(&rest, "save"))
            lines_save(rest, false);
    }
    return input_stopped() ? 128 + input_stopped() : CLI_OK;
}

static void welcome(void)
{
    struct session *s = lines.s;
    const struct match *m = &s->table.match;
    struct speaker speaker = lines_speaker(session_viewer(s));
    struct text out = TEXT_IN(s->text);
    char level[16], about[64];
    snprintf(level, sizeof level, "level.%d", s->table.level);
    snprintf(about, sizeof about, "about.%s", m->game->box_file);
    text_printf(&out, "%s\n\n", m->game->title);
    if (catalogue_has(s->language, about))
        text_printf(&out, "%s\n", catalogue_text(s->language, about));
    if (s->table.persons == 1)
        SAY(&speaker, &out, "terminal.against", ARG_NUMBER("n", m->seats - 1),
            ARG_NUMBER("level", s->table.level), ARG_NUMBER("levels", BOT_LEVELS),
            ARG_TEXT("name", catalogue_text(s->language, level)));
    text_put(&out, "\n\n");
    words_put(&speaker, &out, "terminal.help", NULL);
    lines_say(s->text);
}

void lines_open(struct session *s, bool plain)
{
    lines.s = s;
    lines.plain = plain;
    lines.shown = -1;
    lines_name_acts();
    print_wrapped(!plain);
    input_open(cli_terminal() && !plain);
    input_say_long(catalogue_text(s->language, "terminal.long"));
    input_edit();
    editor_complete(offer_words, NULL);
}

int play_lines(struct session *s, bool plain)
{
    int actor;
    lines_open(s, plain);
    welcome();
    while ((actor = table_next(&s->table)) >= 0) {
        bool left = input_stopped();
        if (!left && (actor == GAME_CHANCE || !(table_reacting(&s->table) & game_bit(actor))))
            settle();
        if (left) {
            /* nothing more */
        } else if (actor == GAME_CHANCE) {
            match_tick(&s->table.match, 0, &s->proposal);
            make();
        } else if (actor >= s->table.persons) {
            left = !bot_turn(actor);
        } else {
            left = turn(actor) == QUIT;
        }
        if (left) {
            end_line();
            putchar('\n');
            input_close();
            return play_leave(s);
        }
    }
    int code = finish();
    input_close();
    return code;
}

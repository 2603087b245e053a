/* learn.c: castellany learn: the lessons of the page at the terminal. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/play/input.h"
#include "cli/commands.h"
#include "cli/play/play_lines_state.h"
#include "cli/screen/play_screen.h"
#include "cli/screen/screen.h"

static struct session session;

/* Puts the session at the position of a step. False after a message. */
static bool begin_step(const struct lesson_step *step)
{
    static const uint8_t key[MATCH_KEY]; /* the same draws each time: a step never depends on them */
    memset(&session.table, 0, sizeof session.table);
    session.table.level = 3;
    if (!table_replay(&session.table, step->record, key))
        return false;
    table_seat(&session.table, session.table.match.seats, 3); /* nobody else moves */
    return session_open(&session, 1);
}

/* ---- by lines ---- */

/* What can be typed besides moves. Nothing is taken back or saved in a lesson. */
static const char *const lesson_acts[] = {"help",  "?",    "moves", "board", "legend", "hand", "card",
                                          "rules", "hint", "why",   "score", "quit",   NULL};

/* Says which step it is and what to do in it. */
static void tell_step(const struct speaker *speaker, const struct lesson *lesson, int at)
{
    struct text out = TEXT_IN(session.text);
    SAY(speaker, &out, "lesson.at", ARG_NUMBER("number", at + 1), ARG_NUMBER("count", lesson->count));
    text_put(&out, ": ");
    lesson_words(speaker, lesson, at, "title", &out);
    text_char(&out, '\n');
    lesson_words(speaker, lesson, at, "before", &out);
    putchar('\n');
    lines_say(session.text);
}

/* Makes a move of the step and says what it brought. Returns whether it was the right one. */
static bool try_move(const struct speaker *speaker, const struct lesson *lesson, int at, int move)
{
    const struct lesson_step *step = &lesson->steps[at];
    const char *kind = lesson_judge(step, lines.moves.text[move]);
    struct text out = TEXT_IN(session.text);
    match_play(&session.table.match, step->seat, lines.moves.move[move], 0, &session.proposal);
    session_accept(&session);
    if (!kind)
        return false;
    bool right = strcmp(kind, "right") == 0;
    lesson_words(speaker, lesson, at, right ? "after" : kind, &out);
    lines_say(session.text);
    if (right)
        return true;
    char why[128];
    struct text reason = TEXT_IN(why);
    session_undo(&session, step->seat, &reason);
    lines_words("terminal.lesson.again");
    return false;
}

/* One step by lines. False if the player leaves. */
static bool step_by_lines(const struct lesson *lesson, int at)
{
    const struct lesson_step *step = &lesson->steps[at];
    const struct match *m = &session.table.match;
    struct speaker speaker = session_speaker(&session, step->seat);
    char line[INPUT_LINE];
    tell_step(&speaker, lesson, at);
    typed_list(&lines.moves, m->game, m->state, step->seat);
    lines_offer_moves(step->seat);
    for (;;) {
        typed_list(&lines.moves, m->game, m->state, step->seat);
        if (!input_line(catalogue_text(session.language, "terminal.prompt"), line))
            return false;
        struct typed t = typed_read(&lines.moves, line, lesson_acts);
        bool help = t.kind == TYPED_NOTHING ||
                    (t.kind == TYPED_COMMAND && (t.command[0] == '?' || strcmp(t.command, "help") == 0));
        if (help)
            lines_words("terminal.lesson.help");
        else if (t.kind == TYPED_COMMAND && lines_obey(step->seat, t.command, t.rest) == QUIT)
            return false;
        else if (t.kind == TYPED_MOVE && try_move(&speaker, lesson, at, t.move))
            return true;
        else if (t.kind != TYPED_MOVE && t.kind != TYPED_COMMAND)
            lines_refuse(step->seat, &t, line);
    }
}

/* ---- all steps ---- */

static int learn(const struct lesson *lesson, int first, bool screen)
{
    bool goes_on = true;
    for (int at = first; at < lesson->count && goes_on; at++) {
        if (!begin_step(&lesson->steps[at])) {
            if (screen)
                screen_close();
            return CLI_REFUSED;
        }
        goes_on = screen ? play_screen_step(&session, lesson, at) == LESSON_DONE : step_by_lines(lesson, at);
        session_close(&session);
    }
    if (screen)
        screen_close();
    else
        input_close();
    struct speaker speaker = {.language = session.language, .you = GAME_PUBLIC};
    struct text out = TEXT_IN(session.text);
    SAY(&speaker, &out, "terminal.lesson.end", ARG_TEXT("game", lesson->game));
    puts(goes_on ? session.text : catalogue_text(session.language, "terminal.goodbye"));
    return input_stopped() ? 128 + input_stopped() : CLI_OK;
}

int cmd_learn(const struct arguments *a)
{
    const struct game *game = cli_game(a->operands[0], NULL);
    const struct lesson *lesson = game ? lesson_of(game->name) : NULL;
    if (!game)
        return CLI_REFUSED;
    if (!lesson)
        return cli_refuse("%s has no lesson", game->title);
    if (!cli_language(argument(a, "lang"), &session.language))
        return cli_usage("learn", "--lang takes en, nl or de, not \"%s\"", argument(a, "lang"));
    long step = argument_number(a, "step", 1);
    if (step > lesson->count)
        return cli_usage("learn", "--step takes a number from 1 to %d", lesson->count);
    bool screen = play_on_screen(a) && screen_open();
    if (screen)
        input_open(false);
    else
        lines_open(&session, argument(a, "plain"));
    return learn(lesson, (int)step - 1, screen);
}

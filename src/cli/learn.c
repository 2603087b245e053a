/* learn.c: castellany learn: the lessons of the page at the terminal. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/input.h"
#include "cli/play.h"
#include "cli/play_screen.h"
#include "cli/play_typed.h"
#include "cli/screen.h"
#include "cli/screen_page.h"

static struct session session;

/* Puts the session at the position of a step. False after a message. */
static bool begin_step(const struct lesson_step *step)
{
    static const uint8_t key[MATCH_KEY]; /* nothing is drawn that matters */
    memset(&session.table, 0, sizeof session.table);
    session.table.level = 3;
    if (!table_replay(&session.table, step->record, key))
        return false;
    table_seat(&session.table, session.table.match.seats, 3); /* nobody else moves */
    return session_open(&session, 1);
}

/* ---- by lines ---- */

/* One step by lines. False if the player leaves. */
static bool step_by_lines(const struct lesson *lesson, int at, bool plain)
{
    static struct typed_moves moves;
    static const char *const words[] = {"quit", "moves", "board", NULL};
    const struct lesson_step *step = &lesson->steps[at];
    const struct match *m = &session.table.match;
    struct speaker speaker = session_speaker(&session, step->seat);
    char line[INPUT_LINE];
    struct text out = TEXT_IN(session.text);
    SAY(&speaker, &out, "lesson.at", ARG_NUMBER("number", at + 1), ARG_NUMBER("count", lesson->count));
    text_put(&out, ": ");
    lesson_words(&speaker, lesson, at, "title", &out);
    text_char(&out, '\n');
    lesson_words(&speaker, lesson, at, "before", &out);
    printf("\n%s\n", session.text);
    for (;;) {
        typed_list(&moves, m->game, m->state, step->seat);
        if (!input_line(catalogue_text(session.language, "terminal.prompt"), line))
            return false;
        struct typed t = typed_read(&moves, line, words);
        text_clear(&out);
        if (t.kind == TYPED_COMMAND && t.command[0] == 'q')
            return false;
        if (t.kind == TYPED_COMMAND && t.command[0] == 'b')
            position_put(&speaker, m->game, m->state, cli_position_style(plain), &out);
        if (t.kind != TYPED_MOVE && !out.length)
            for (int i = 0; i < moves.count; i++) {
                text_printf(&out, "%d %s: ", i + 1, moves.text[i]);
                session.face->move_words(&speaker, m->game, m->state, step->seat, moves.move[i], &out);
                text_char(&out, '\n');
            }
        if (t.kind != TYPED_MOVE) {
            fputs(session.text, stdout);
            continue;
        }
        const char *kind = lesson_judge(step, moves.text[t.move]);
        match_play(m, step->seat, moves.move[t.move], 0, &session.proposal);
        session_accept(&session);
        if (!kind)
            continue;
        bool right = strcmp(kind, "right") == 0;
        lesson_words(&speaker, lesson, at, right ? "after" : kind, &out);
        puts(session.text);
        if (right)
            return true;
        char why[128];
        struct text reason = TEXT_IN(why);
        session_undo(&session, step->seat, &reason);
        puts(catalogue_text(session.language, "lesson.again"));
    }
}

/* ---- all steps ---- */

static int learn(const struct lesson *lesson, int first, bool screen, bool plain)
{
    bool goes_on = true;
    for (int at = first; at < lesson->count && goes_on; at++) {
        if (!begin_step(&lesson->steps[at])) {
            if (screen)
                screen_close();
            return CLI_REFUSED;
        }
        goes_on =
            screen ? play_screen_step(&session, lesson, at) == LESSON_DONE : step_by_lines(lesson, at, plain);
        session_close(&session);
    }
    if (screen)
        screen_close();
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
    if (!play_language(argument(a, "lang"), &session.language))
        return cli_usage("learn", "--lang takes en, nl or de, not \"%s\"", argument(a, "lang"));
    long step = argument_number(a, "step", 1);
    if (step > lesson->count)
        return cli_usage("learn", "--step takes a number from 1 to %d", lesson->count);
    bool screen = play_on_screen(a) && screen_open();
    input_open(false);
    return learn(lesson, (int)step - 1, screen, argument(a, "plain"));
}

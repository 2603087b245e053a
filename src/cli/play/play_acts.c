/* play_acts.c: what can be typed besides moves when a game is played by lines. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "bot/judge.h"
#include "cli/play/play_ask.h"
#include "cli/play/play_lines_state.h"
#include "cli/base/print.h"

struct act {
    const char *name;
    enum answer (*run)(int seat, const char *rest);
};

const char *lines_acts[LINES_ACTS + 1];

/* ---- asking ---- */

void lines_draw(int viewer)
{
    const struct match *m = &lines.s->table.match;
    struct speaker speaker = lines_speaker(viewer);
    union game_state view;
    struct text out = TEXT_IN(lines.s->text);
    m->game->observe(m->game, m->state, viewer, &view);
    position_put(&speaker, m->game, &view, cli_position_style(lines.plain), &out);
    fputs(lines.s->text, stdout);
}

void lines_list_moves(int seat)
{
    const struct match *m = &lines.s->table.match;
    struct speaker speaker = lines_speaker(seat);
    int widest = 0;
    for (int i = 0; i < lines.moves.count; i++)
        widest = (int)strlen(lines.moves.text[i]) > widest ? (int)strlen(lines.moves.text[i]) : widest;
    for (int i = 0; i < lines.moves.count; i++) {
        char words[512], row[512 + GAME_MOVE_TEXT + 16];
        struct text out = TEXT_IN(words);
        lines.s->face->move_words(&speaker, m->game, m->state, seat, lines.moves.move[i], &out);
        bool same = strcmp(words, lines.moves.text[i]) == 0;
        if (lines.plain)
            snprintf(row, sizeof row, "%d %s%s%s", i + 1, lines.moves.text[i], same ? "" : ": ",
                     same ? "" : words);
        else
            snprintf(row, sizeof row, "%4d  %-*s  %s", i + 1, same ? 0 : widest, lines.moves.text[i],
                     same ? "" : words);
        lines_say(row);
    }
}

static void hint(int seat)
{
    struct session *s = lines.s;
    struct speaker speaker = lines_speaker(seat);
    union game_state view;
    struct text out = TEXT_IN(s->text), best = TEXT_IN(s->hinted);
    struct bot_question q = session_question(s, seat, 0, &view);
    q.rng = NULL; /* the judge has luck of its own */
    judge_choose(&q, s->memory, s->memory_size, s->opinions, &s->opinion_count);
    q.game->move_text(q.game, &view, seat, s->opinions[0].move, &best);
    story_hint(s, &speaker, seat, &out);
    lines_say(s->text);
}

static void why(int seat, const char *asked)
{
    struct speaker speaker = lines_speaker(seat);
    struct text out = TEXT_IN(lines.s->text);
    static const char *const none[] = {NULL};
    struct typed t = typed_read(&lines.moves, *asked ? asked : lines.s->hinted, none);
    if (t.kind == TYPED_NOTHING) {
        lines_words("terminal.why.what");
        return;
    }
    if (!*asked)
        story_hint(lines.s, &speaker, seat, &out);
    const char *move = t.kind == TYPED_MOVE ? lines.moves.text[t.move] : asked;
    if (t.kind == TYPED_UNKNOWN) {
        char shown[128];
        struct text visible = TEXT_IN(shown);
        text_visible(&visible, asked);
        SAY(&speaker, &out, "terminal.unknown", ARG_TEXT("text", shown));
        text_char(&out, '\n');
    } else {
        ask_why(lines.s, &speaker, seat, move, print_columns(), &out);
    }
    lines_say(lines.s->text);
}

void lines_history(int seat)
{
    struct story story = {.viewer = seat};
    story_follow(&story, lines.s);
    for (int i = 0; i < story.count; i++) {
        snprintf(lines.s->text, sizeof lines.s->text, "%3d  %s", i + 1, story.lines[i].text);
        lines_say(lines.s->text);
    }
    story_free(&story);
}

void lines_save(const char *file, bool over)
{
    struct session *s = lines.s;
    struct text out = TEXT_IN(s->text);
    if (!*file) {
        lines_words("terminal.save.which");
    } else {
        struct speaker speaker = lines_speaker(GAME_PUBLIC);
        enum table_saved saved = table_save(&s->table, file, over);
        story_saved(s, &speaker, file, saved, errno, &out);
        puts(s->text); /* not broken into lines: it ends with a command to copy */
    }
}

static void score(int viewer)
{
    struct speaker speaker = lines_speaker(viewer);
    struct text out = TEXT_IN(lines.s->text);
    story_score(lines.s, &speaker, &out);
    lines_say(lines.s->text);
}

static enum answer undo(int seat)
{
    char reason[256];
    struct text why_not = TEXT_IN(reason);
    if (!session_undo(lines.s, seat, &why_not)) {
        lines_say(reason);
        return AGAIN;
    }
    lines_words("undo.done");
    return REDRAW;
}

/* Prints an answer that `put` writes from the seat's view. */
static enum answer answer(int seat, const char *rest,
                          void (*put)(const struct session *, const struct speaker *, const void *view,
                                      const char *rest, struct text *))
{
    const struct match *m = &lines.s->table.match;
    struct speaker speaker = lines_speaker(seat);
    struct text out = TEXT_IN(lines.s->text);
    union game_state view;
    m->game->observe(m->game, m->state, seat, &view);
    put(lines.s, &speaker, &view, rest, &out);
    if (out.length && lines.s->text[out.length - 1] != '\n')
        text_char(&out, '\n');
    lines_say(lines.s->text);
    return AGAIN;
}

static void put_rules(const struct session *s, const struct speaker *speaker, const void *view,
                      const char *rest, struct text *out)
{
    (void)view;
    ask_rules(s, speaker, rest, print_columns(), out);
}

static void put_legend(const struct session *s, const struct speaker *speaker, const void *view,
                       const char *rest, struct text *out)
{
    (void)view, (void)rest;
    position_legend(speaker, s->table.match.game, out);
}

static void put_cards(const struct session *s, const struct speaker *speaker, const void *view,
                      const char *rest, struct text *out)
{
    (void)view, (void)rest;
    ask_cards(speaker, s->table.match.game, out);
}

static enum answer act_rules(int seat, const char *rest)
{
    return answer(seat, rest, put_rules);
}

static enum answer act_card(int seat, const char *rest)
{
    return answer(seat, rest, ask_card);
}

static enum answer act_cards(int seat, const char *rest)
{
    return answer(seat, rest, put_cards);
}

static enum answer act_hand(int seat, const char *rest)
{
    (void)rest;
    return answer(seat, "", ask_card);
}

static enum answer act_legend(int seat, const char *rest)
{
    return answer(seat, rest, put_legend);
}

static enum answer act_help(int seat, const char *rest)
{
    (void)seat, (void)rest;
    lines_words("terminal.help");
    return AGAIN;
}

static enum answer act_hint(int seat, const char *rest)
{
    (void)rest;
    hint(seat);
    return AGAIN;
}

static enum answer act_why(int seat, const char *rest)
{
    why(seat, rest);
    return AGAIN;
}

static enum answer act_undo(int seat, const char *rest)
{
    (void)rest;
    return undo(seat);
}

static enum answer act_score(int seat, const char *rest)
{
    (void)rest;
    score(seat);
    return AGAIN;
}

static enum answer act_moves(int seat, const char *rest)
{
    (void)rest;
    lines_list_moves(seat);
    return AGAIN;
}

static enum answer act_board(int seat, const char *rest)
{
    (void)rest;
    lines_draw(seat);
    return AGAIN;
}

static enum answer act_history(int seat, const char *rest)
{
    (void)rest;
    lines_history(seat);
    return AGAIN;
}

static enum answer act_save(int seat, const char *rest)
{
    (void)seat;
    lines_save(rest, false);
    return AGAIN;
}

static enum answer act_save_over(int seat, const char *rest)
{
    (void)seat;
    lines_save(rest, true);
    return AGAIN;
}

static enum answer act_quit(int seat, const char *rest)
{
    (void)seat, (void)rest;
    return QUIT;
}

static const struct act acts[LINES_ACTS] = {
    {"help", act_help},       {"?", act_help},          {"hint", act_hint},     {"why", act_why},
    {"undo", act_undo},       {"score", act_score},     {"rules", act_rules},   {"card", act_card},
    {"hand", act_hand},       {"moves", act_moves},     {"board", act_board},   {"save", act_save},
    {"save!", act_save_over}, {"history", act_history}, {"legend", act_legend}, {"quit", act_quit},
    {"cards", act_cards},
};

enum answer lines_obey(int seat, const char *name, const char *rest)
{
    int i = 0;
    while (strcmp(acts[i].name, name) != 0)
        i++;
    return acts[i].run(seat, rest);
}

void lines_name_acts(void)
{
    for (int i = 0; i < LINES_ACTS; i++)
        lines_acts[i] = acts[i].name;
}

/* session.c: a game that is being played at this terminal. */
#include "cli/session.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/bot.h"

bool session_begin(struct session *s, const char *options, struct rng *rng)
{
    s->count = 0;
    return cli_start(s->game, s->seats, options, rng, s->options, &s->state);
}

static struct session_move note(const struct game *game, int seats, const void *state, int actor,
                                game_move move)
{
    struct session_move m = {.move = move, .actor = (uint8_t)actor};
    for (int seat = 0; seat < seats; seat++)
        if (game->sight(game, state, actor, move, seat) == GAME_UNSEEN)
            m.unseen |= (uint8_t)game_bit(seat);
    m.react = (uint8_t)game_may_react(game, state, actor, move);
    return m;
}

void session_make(struct session *s, int actor, game_move move)
{
    if (s->count < SESSION_MOVES)
        s->history[s->count] = note(s->game, s->seats, &s->state, actor, move);
    s->count++;
    s->unsaved |= actor < s->persons;
    s->game->apply(s->game, &s->state, actor, move);
}

void session_at(const struct session *s, int count, union game_state *state)
{
    memset(state, 0, sizeof *state);
    s->game->start(s->game, state, s->seats, s->options);
    for (int i = 0; i < count; i++)
        s->game->apply(s->game, state, s->history[i].actor, s->history[i].move);
}

static void cut(struct session *s, int count)
{
    session_at(s, count, &s->state);
    s->count = count;
    s->unsaved = false;
    for (int i = 0; i < count; i++)
        s->unsaved |= s->history[i].actor < s->persons;
}

const char *session_undo(struct session *s, int seat)
{
    char word[GAME_OPTIONS_TEXT];
    const char *rest = s->options;
    int place = s->count;
    while ((rest = game_next_option(rest, word)))
        if (strcmp(word, "touch") == 0)
            return "By the option touch a move that is made stays made.";
    if (place > SESSION_MOVES)
        return "There is nothing to take back.";
    while (place > 0 && s->history[place - 1].unseen & game_bit(seat))
        place--;
    if (place == 0)
        return "There is nothing to take back.";
    const struct session_move *last = &s->history[place - 1];
    if (last->actor == GAME_CHANCE)
        return "Something was drawn or rolled since: what is known stays known.";
    if (last->actor != seat)
        return "Others have moved since.";
    /* Whether somebody was asked and passed must make no difference. */
    if (last->react || last->unseen)
        return "Others could have reacted to it: what is known stays known.";
    cut(s, place - 1);
    return NULL;
}

int session_last(const struct session *s, int seat)
{
    int place = s->count < SESSION_MOVES ? s->count : SESSION_MOVES;
    while (place > 0 && s->history[place - 1].actor != seat)
        place--;
    return place > 0 ? place - 1 : 0;
}

/* How the turns went. Reactions to others' moves are part of those others' turns. */
struct course {
    int turns[GAME_MAX_SEATS];
    int holder; /* whose turn was the last one, -1 at first */
    uint32_t reacting;
};

static struct course follow(const struct session *s)
{
    struct course course = {.holder = -1};
    for (int i = 0; i < s->count && i < SESSION_MOVES; i++) {
        const struct session_move *m = &s->history[i];
        if (m->actor == GAME_CHANCE)
            continue;
        bool reaction = course.reacting & game_bit(m->actor);
        if (m->react || !reaction)
            course.reacting = m->react;
        if (!reaction && m->actor != course.holder) {
            course.holder = m->actor;
            course.turns[m->actor]++;
        }
    }
    return course;
}

uint32_t session_reacting(const struct session *s)
{
    return follow(s).reacting;
}

int session_next(const struct session *s)
{
    uint32_t actors = s->game->to_act(s->game, &s->state);
    if (!(actors & (actors - 1)))
        return actors ? __builtin_ctz(actors) : -1;
    struct course course = follow(s);
    if (actors & course.reacting)
        return __builtin_ctz(actors & course.reacting);
    if (course.holder >= 0 && actors & game_bit(course.holder))
        return course.holder;
    int next = -1;
    for (int seat = 0; seat < s->seats; seat++) /* people have the first seats */
        if (actors & game_bit(seat) && (next < 0 || course.turns[seat] < course.turns[next]))
            next = seat;
    return next;
}

static bool keep(void *context, const struct record *record, const void *state, int actor, game_move move)
{
    struct session *s = context;
    if (record->moves >= SESSION_MOVES)
        return false;
    s->history[record->moves] = note(record->game, record->seats, state, actor, move);
    return true;
}

/* "# play: 1 persons, level 3" among the comments says who plays. */
static void read_who(struct session *s, const char *text)
{
    const char *line = strstr(text, "\n# play: ");
    int persons, level;
    if (line && sscanf(line, "\n# play: %d persons, level %d", &persons, &level) == 2 && persons >= 0 &&
        persons <= s->seats && level >= 1 && level <= BOT_LEVELS) {
        s->persons = persons;
        s->level = level;
    }
}

bool session_resume(struct session *s, const char *file)
{
    struct record record;
    if (!cli_replay(file, s->box, keep, s, &record, &s->state))
        return false;
    s->game = record.game;
    s->seats = record.seats;
    s->count = record.moves;
    memcpy(s->options, record.options, sizeof s->options);
    size_t length;
    char *text = cli_read_file(file, &length);
    if (text)
        read_who(s, text);
    free(text);
    return true;
}

static bool write_record(const struct session *s, FILE *file)
{
    char line[RECORD_MAX_LINE * 4];
    struct text out = TEXT_IN(line);
    union game_state state = {0};
    record_head(s->game, s->seats, s->options, &out);
    fprintf(file, "%s# play: %d persons, level %d\n", line, s->persons, s->level);
    s->game->start(s->game, &state, s->seats, s->options);
    for (int i = 0; i < s->count; i++) {
        text_clear(&out);
        record_line(s->game, &state, s->history[i].actor, s->history[i].move, &out);
        fputs(line, file);
        s->game->apply(s->game, &state, s->history[i].actor, s->history[i].move);
    }
    text_clear(&out);
    if (game_actor(s->game, &state) < 0)
        record_result(s->game, &state, s->seats, &out);
    fputs(line, file);
    return !ferror(file);
}

/* Written aside first, so that a file that is there already is replaced whole or not at all. */
bool session_save(struct session *s, const char *file)
{
    char aside[4096];
    struct text name = TEXT_IN(aside);
    text_printf(&name, "%s.new", file);
    if (name.cut || s->count > SESSION_MOVES) {
        cli_refuse("%s: too long to be saved", file);
        return false;
    }
    FILE *out = fopen(aside, "w");
    bool fine = out && write_record(s, out);
    fine = out && fclose(out) == 0 && fine;
    if (!fine || rename(aside, file) != 0) {
        cli_refuse("%s: %s", file, strerror(errno));
        remove(aside);
        return false;
    }
    s->unsaved = false;
    return true;
}

/* The first free name of castellany-GAME-unsaved.txt, castellany-GAME-unsaved-2.txt … */
static FILE *free_file(const struct session *s, struct text *name)
{
    for (int i = 1; i < 1000; i++) {
        text_clear(name);
        text_printf(name, "castellany-%s-unsaved", s->game->name);
        if (i > 1)
            text_printf(name, "-%d", i);
        text_put(name, ".txt");
        FILE *out = fopen(name->at, "wx");
        if (out || errno != EEXIST)
            return out;
    }
    return NULL;
}

bool session_rescue(struct session *s, struct text *file)
{
    FILE *out = s->count > SESSION_MOVES ? NULL : free_file(s, file);
    bool fine = out && write_record(s, out);
    fine = out && fclose(out) == 0 && fine;
    if (fine) {
        s->unsaved = false;
        return true;
    }
    cli_refuse("the game could not be kept: %s",
               s->count > SESSION_MOVES ? "it is too long" : strerror(errno));
    if (out)
        remove(file->at);
    return false;
}

/* play_session.c: a game that is played at this terminal, whether on a screen or by lines. */
#include "cli/play/play_session.h"

#include <stdlib.h>

#include "bot/judge.h"
#include "cli/base/bot_setup.h"

bool session_open(struct session *s, long seed)
{
    const struct game *game = s->table.match.game;
    s->face = face_of(game);
    rng_seed(&s->mind, (uint64_t)seed + 1);
    s->memory_size = bot_level_memory(game);
    if (judge_memory(game) > s->memory_size)
        s->memory_size = judge_memory(game);
    s->memory = malloc(s->memory_size + 1);
    if (!s->memory)
        cli_refuse("out of memory");
    return s->memory != NULL;
}

void session_close(struct session *s)
{
    free(s->memory);
    match_free(&s->table.match);
}

void session_accept(struct session *s)
{
    struct table *t = &s->table;
    int from = t->match.count;
    match_accept(&t->match, s->proposal.entries, s->proposal.count, NULL);
    s->hinted[0] = '\0';
    s->opinion_count = 0;
    uint32_t react = from < t->match.count ? t->match.moves[from].react : 0;
    if (t->persons && (react & ~table_people(t)) && bot_levels[t->level - 1].ms > REACTION_MS)
        s->react_until = clock_wall(NULL) + REACTION_MS;
}

double session_reaction_left(const struct session *s)
{
    double left = s->react_until ? s->react_until - clock_wall(NULL) : 0;
    return left > 0 ? left : 0;
}

struct speaker session_speaker(const struct session *s, int viewer)
{
    return words_speaker(s->language, s->table.match.seats, viewer);
}

int session_viewer(const struct session *s)
{
    return s->table.persons == 1 ? 0 : GAME_PUBLIC;
}

struct bot_question session_question(struct session *s, int seat, int ms, union game_state *view)
{
    const struct match *m = &s->table.match;
    struct bot_question settings = {.budget = {.clock = clock_wall, .ms = ms}};
    return bot_setup_question(settings, m->game, m->state, m->seats, seat, &s->mind, view);
}

int session_budget(const struct session *s, int seat)
{
    uint32_t reacting = table_reacting(&s->table) & ~table_people(&s->table);
    return reacting & game_bit(seat) ? REACTION_MS / __builtin_popcount(reacting) : 0;
}

bool session_undo(struct session *s, int seat, struct text *why)
{
    struct table *t = &s->table;
    int place = match_undo_step(&t->match, seat, table_people(t));
    if (place < 0) {
        struct reason reason = reason_none();
        match_may_undo(&t->match, seat, table_last(t, seat), table_people(t), &reason);
        text_put(why, catalogue_text(s->language, reason.key ? reason.key : "undo.nothing"));
        return false;
    }
    match_undo(&t->match, place, 0, &s->proposal);
    session_accept(s);
    return true;
}

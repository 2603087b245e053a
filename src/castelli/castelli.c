/* castelli.c: the game Castelli, a deck and one table, as the rest of the program sees it. */
#include "castelli/castelli.h"

#include <string.h>

#include "castelli/castelli_card.h"

_Static_assert(sizeof(struct castelli_state) <= 512, "a state is copied all the time");

static uint32_t to_act(const struct game *game, const void *state)
{
    const struct castelli_state *s = state;
    (void)game;
    return castelli_table_to_act(&s->table);
}

static int moves(const struct game *game, const void *state, int actor, game_move *out, uint32_t *weight)
{
    const struct castelli_state *s = state;
    return castelli_table_moves(game->box, &s->deck, &s->table, actor, out, weight);
}

static void apply(const struct game *game, void *state, int actor, game_move move)
{
    struct castelli_state *s = state;
    castelli_step(game->box, &s->deck, &s->table, actor, move, NULL);
}

static void score(const struct game *game, const void *state, int points[GAME_MAX_SEATS])
{
    const struct castelli_state *s = state;
    (void)game;
    for (int seat = 0; seat < SEATS; seat++)
        points[seat] = s->table.player[seat].points;
}

static uint32_t winners(const struct game *game, const void *state)
{
    const struct castelli_state *s = state;
    (void)game;
    return castelli_table_winners(&s->table);
}

static void observe(const struct game *game, const void *state, int viewer, void *view)
{
    struct castelli_state *v = view;
    (void)game;
    if (view != state)
        memcpy(view, state, sizeof *v);
    castelli_observe_deck(&v->deck, viewer);
    castelli_observe_table(&v->table, viewer);
}

static void deal(const struct game *game, const void *view, int viewer, struct rng *rng, void *out)
{
    struct castelli_state *s = out;
    if (out != view)
        memcpy(out, view, sizeof *s);
    castelli_deal_tables(game->box, &s->deck, &s->table, 1, viewer, rng);
}

static enum game_sight sight(const struct game *game, const void *state, int actor, game_move move,
                             int viewer)
{
    const struct castelli_state *s = state;
    (void)game;
    return castelli_table_sight(&s->deck, &s->table, actor, move, viewer);
}

static uint32_t may_react(const struct game *game, const void *state, int actor, game_move move)
{
    const struct castelli_state *s = state;
    return castelli_table_may_react(game->box, &s->table, actor, move);
}

static bool harmless(const struct game *game, const void *state, int seat, game_move *out)
{
    const struct castelli_state *s = state;
    (void)game;
    return castelli_table_harmless(&s->table, seat, out);
}

static const char *reply_name(const struct game *game, const void *state, int which)
{
    const struct castelli_state *s = state;
    (void)game;
    return castelli_reply_name(s->table.battle, which);
}

static bool reply(const struct game *game, const void *view, int seat, int which, game_move *out)
{
    const struct castelli_state *s = view;
    (void)game;
    return castelli_table_reply(&s->table, seat, which, out);
}

static void move_text(const struct game *game, const void *state, int actor, game_move move, struct text *out)
{
    (void)state;
    (void)actor;
    castelli_move_text(game->box, move, out);
}

static int tell(const struct game *game, const void *state, int actor, game_move move, int viewer,
                struct game_event out[GAME_MAX_EVENTS])
{
    struct castelli_state copy;
    struct game_events events = {.list = out, .viewer = viewer};
    memcpy(&copy, state, sizeof copy);
    castelli_step(game->box, &copy.deck, &copy.table, actor, move, &events);
    return events.count;
}

static const char *clause(const struct game *game, const void *state, int actor, game_move move)
{
    const struct castelli_state *s = state;
    (void)game;
    (void)actor;
    return castelli_move_clause(&s->table, move);
}

static void why_not(const struct game *game, const void *state, int actor, const char *move,
                    struct reason *reason)
{
    const struct castelli_state *s = state;
    castelli_table_why_not(game->box, &s->deck, &s->table, actor, move, reason);
}

static void board_json(const struct game *game, const void *state, struct text *out)
{
    const struct castelli_state *s = state;
    castelli_table_board_json(game->box, &s->table, out);
}

static void view_json(const struct game *game, const void *view, int viewer, struct text *out)
{
    const struct castelli_state *s = view;
    castelli_table_view_json(game->box, &s->deck, &s->table, viewer, out);
}

static void features(const struct game *game, const void *state, int seat, float out[])
{
    const struct castelli_state *s = state;
    castelli_table_features(game->box, &s->table, seat, out);
    castelli_later_card_features(&s->table, seat, out + CASTELLI_FEATURES);
}

static const struct game_option options[] = {
    [CASTELLI_DILEMMA] = CASTELLI_OPTION_DILEMMA,
    [CASTELLI_BATTLE] = CASTELLI_OPTION_BATTLE,
    [CASTELLI_LAYOUT] = {.name = "layout",
                         .kind = OPTION_VALUE,
                         .about = "The board's pieces, such as ABC'D with ' for turned, or random.",
                         .check = castelli_check_layout,
                         .draw = castelli_draw_layout},
    [CASTELLI_FIRST] = {.name = "first", .kind = OPTION_SEAT, .about = "The seat that begins, or random."},
    {.name = NULL},
};

static const struct game castelli_game = {
    .name = "castelli",
    .title = "Castelli",
    .rules = 1,
    .min_seats = 2,
    .max_seats = 4,
    .options = options,
    .state_size = sizeof(struct castelli_state),
    .box_size = sizeof(struct castelli_box),
    .box_file = "castelli",
    .read_box = castelli_read_box,
    .start = castelli_start,
    .to_act = to_act,
    .moves = moves,
    .apply = apply,
    .score = score,
    .winners = winners,
    .observe = observe,
    .deal = deal,
    .sight = sight,
    .may_react = may_react,
    .harmless = harmless,
    .reply_name = reply_name,
    .reply = reply,
    .move_text = move_text,
    .parse = castelli_parse,
    .tell = tell,
    .clause = clause,
    .why_not = why_not,
    .board_json = board_json,
    .view_json = view_json,
    .feature_count = CASTELLI_FEATURES + CASTELLI_LATER_CARDS,
    .features = features,
    .terms = castelli_terms,
};

const struct game *const castelli_games[] = {&castelli_game, &castelli_tournament_game, NULL};

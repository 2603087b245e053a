/* castle.c: Castle as a game of the core. */
#include "castle/castle.h"

#include "castle/castle_state.h"

static void score(const struct game *game, const void *state, int points[GAME_MAX_SEATS])
{
    const struct castle *s = state;
    (void)game;
    for (int seat = 0; seat < GAME_MAX_SEATS; seat++)
        points[seat] = s->points[seat];
}

/* 5.4: most points, then most cards, then both or all. */
static uint32_t winners(const struct game *game, const void *state)
{
    const struct castle *s = state;
    uint32_t who = 0;
    int best = -1;
    (void)game;
    if (s->phase != CASTLE_OVER)
        return 0;
    for (int seat = 0; seat < s->seats; seat++) {
        int rank = s->points[seat] << 8 | s->hand_size[seat];
        if (rank > best) {
            best = rank;
            who = 0;
        }
        if (rank == best)
            who |= game_bit(seat);
    }
    return who;
}

static const struct game_option options[] = {
    [CASTLE_FIRST] = {.name = "first", .kind = OPTION_SEAT, .about = "The seat that begins, or random."},
    {.name = NULL},
};

static const struct game castle_game = {
    .name = "castle",
    .title = "Castle",
    .rules = 1,
    .min_seats = 2,
    .max_seats = 4,
    .options = options,
    .state_size = sizeof(struct castle),
    .box_size = sizeof(struct castle_box),
    .box_file = "castle",
    .read_box = castle_read_box,
    .start = castle_start,
    .to_act = castle_to_act,
    .moves = castle_moves,
    .apply = castle_apply,
    .score = score,
    .winners = winners,
    .observe = castle_observe,
    .deal = castle_deal,
    .sight = castle_sight,
    .move_text = castle_move_text,
    .parse = castle_parse,
    .tell = castle_tell,
    .clause = castle_clause,
    .why_not = castle_why_not,
    .board_json = castle_board_json,
    .view_json = castle_view_json,
    .feature_count = CASTLE_FEATURES,
    .features = castle_features,
    .terms = castle_terms,
};

const struct game *const castle_games[] = {&castle_game, NULL};

/* castellan.c: the game as the rest of the program sees it. */
#include "castellan/castellan.h"

#include "castellan/castellan_state.h"

static const struct game_option options[] = {
    [CASTELLAN_TOUCH] = {.name = "touch",
                         .about =
                             "Every placed piece is final; without it a turn's pieces may be taken back."},
    [CASTELLAN_FIRST] = {.name = "first", .kind = OPTION_SEAT, .about = "The seat that begins, or random."},
    {.name = NULL},
};

static const struct game castellan_game = {
    .name = "castellan",
    .title = "Castellan",
    .rules = 1,
    .min_seats = 2,
    .max_seats = GAME_MAX_SEATS,
    .options = options,
    .state_size = sizeof(struct castellan_state),
    .box_size = sizeof(struct castellan_box),
    .box_file = "castellan",
    .read_box = castellan_read_box,
    .start = castellan_start,
    .to_act = castellan_to_act,
    .moves = castellan_moves,
    .apply = castellan_apply,
    .score = castellan_score,
    .winners = castellan_winners,
    .observe = castellan_observe,
    .deal = castellan_deal,
    .sight = castellan_sight,
    .alike = castellan_alike,
    .may_undo = castellan_may_undo,
    .move_text = castellan_move_text,
    .parse = castellan_parse,
    .tell = castellan_tell,
    .clause = castellan_clause,
    .why_not = castellan_why_not,
    .board_json = castellan_board_json,
    .view_json = castellan_view_json,
    .feature_count = CASTELLAN_FEATURES,
    .features = castellan_features,
    .terms = castellan_terms,
};

const struct game *const castellan_games[] = {&castellan_game, NULL};

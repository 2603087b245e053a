/*
 * nullgame.c: the smallest game that has everything: chance, a hidden card, turns, points and an end. It
 * shows what each member of struct game is for and lets the core be tested without a real game.
 *
 * Every seat is dealt a card, 1 or 2, that it alone sees. Then the seats in turn take one or two stones from
 * a pile. Each stone is a point; the player who takes the last one adds their card.
 */
#include "core/box.h"
#include "core/nullgame.h"

#include <string.h>

struct null_box {
    int32_t stones;
};

struct null_state {
    uint8_t seats, turn, dealt, stones;
    uint8_t card[GAME_MAX_SEATS]; /* 0: not dealt yet, or unknown to the viewer of this view */
    uint8_t taken[GAME_MAX_SEATS];
    uint8_t last; /* who took the last stone, plus 1 */
};

static void read_box(struct box_reader *r, void *out)
{
    static const char *const keys[] = {"game", "stones", NULL};
    struct null_box *box = out;
    box_known_keys(r, r->file, keys);
    box->stones = box_int(r, r->file, "stones", 1, 20);
}

enum { FIRST };

static const struct game_option options[] = {
    [FIRST] = {.name = "first", .kind = OPTION_SEAT, .about = "The seat that begins, or random."},
    {.name = NULL},
};

static void start(const struct game *game, void *state, int seats, const struct game_choices *choices)
{
    const struct null_box *box = game->box;
    struct null_state *s = state;
    s->seats = (uint8_t)seats;
    s->stones = (uint8_t)box->stones;
    s->turn = (uint8_t)option_seat(choices, FIRST);
}

static uint32_t to_act(const struct game *game, const void *state)
{
    const struct null_state *s = state;
    (void)game;
    if (s->dealt < s->seats)
        return game_bit(GAME_CHANCE);
    return s->stones ? game_bit(s->turn) : 0;
}

/* A move is the card's value or the number of stones. */
static int moves(const struct game *game, const void *state, int actor, game_move *out, uint32_t *weight)
{
    const struct null_state *s = state;
    if (!(to_act(game, s) & game_bit(actor)))
        return 0;
    int count = 0;
    for (game_move n = 1; n <= 2; n++) {
        if (actor != GAME_CHANCE && n > s->stones)
            break;
        if (weight)
            weight[count] = 3 - n; /* there are twice as many ones */
        out[count++] = n;
    }
    return count;
}

static void apply(const struct game *game, void *state, int actor, game_move move)
{
    struct null_state *s = state;
    (void)game;
    if (actor == GAME_CHANCE) {
        s->card[s->dealt++] = (uint8_t)move;
        return;
    }
    s->stones -= (uint8_t)move;
    s->taken[actor] += (uint8_t)move;
    s->turn = (uint8_t)((s->turn + 1) % s->seats);
    if (s->stones == 0)
        s->last = (uint8_t)(actor + 1);
}

static void score(const struct game *game, const void *state, int points[GAME_MAX_SEATS])
{
    const struct null_state *s = state;
    (void)game;
    for (int seat = 0; seat < GAME_MAX_SEATS; seat++)
        points[seat] = s->taken[seat] + (s->last == seat + 1 ? s->card[seat] : 0);
}

static uint32_t winners(const struct game *game, const void *state)
{
    const struct null_state *s = state;
    int points[GAME_MAX_SEATS], best = 0;
    uint32_t who = 0;
    if (s->dealt < s->seats || s->stones)
        return 0;
    score(game, s, points);
    for (int seat = 0; seat < s->seats; seat++)
        best = points[seat] > best ? points[seat] : best;
    for (int seat = 0; seat < s->seats; seat++)
        who |= points[seat] == best ? game_bit(seat) : 0;
    return who;
}

static void observe(const struct game *game, const void *state, int viewer, void *view)
{
    memmove(view, state, game->state_size);
    struct null_state *v = view;
    for (int seat = 0; seat < GAME_MAX_SEATS; seat++)
        if (seat != viewer && v->last != seat + 1)
            v->card[seat] = 0;
}

static void deal(const struct game *game, const void *view, int viewer, struct rng *rng, void *out)
{
    memmove(out, view, game->state_size);
    struct null_state *s = out;
    for (int seat = 0; seat < GAME_MAX_SEATS && seat < s->dealt; seat++)
        if (seat != viewer && s->last != seat + 1)
            s->card[seat] = rng_below(rng, 3) < 2 ? 1 : 2;
}

static enum game_sight sight(const struct game *game, const void *state, int actor, game_move move,
                             int viewer)
{
    const struct null_state *s = state;
    (void)game;
    (void)move;
    return actor != GAME_CHANCE || viewer == s->dealt ? GAME_SEEN : GAME_VEILED;
}

static void move_text(const struct game *game, const void *state, int actor, game_move move, struct text *out)
{
    (void)game;
    (void)state;
    text_printf(out, actor == GAME_CHANCE ? "card %d" : "take %d", (int)move);
}

/* One thing happens, so there is no need to make the move. Other games make it on a copy, with a sink. */
static int tell(const struct game *game, const void *state, int actor, game_move move, int viewer,
                struct game_event out[GAME_MAX_EVENTS])
{
    struct game_events events = {.list = out, .viewer = viewer};
    (void)game;
    (void)state;
    if (actor != GAME_CHANCE)
        event(&events, "score", actor, (int)move, NULL, NULL);
    return events.count;
}

static const char *clause(const struct game *game, const void *state, int actor, game_move move)
{
    (void)game;
    (void)state;
    (void)move;
    return actor == GAME_CHANCE ? "1" : "2";
}

static void why_not(const struct game *game, const void *state, int actor, const char *move,
                    struct reason *reason)
{
    (void)game;
    (void)actor;
    const struct null_state *s = state;
    reason->amount = s->stones;
    if (strcmp(move, "take 2") == 0 && s->stones < 2)
        reason_say(reason, "2", "nullgame.why.few", "Only {amount} is left.");
    else if (strcmp(move, "take 1") != 0 && strcmp(move, "take 2") != 0)
        reason_say(reason, "2", "nullgame.why.take", "A seat takes one or two stones, not '{text}'.");
}

static void picture(const struct game *game, const void *view, int viewer, struct text *out)
{
    const struct null_state *v = view;
    (void)game;
    (void)viewer;
    text_printf(out, "%d stones\n", v->stones);
}

static void board_json(const struct game *game, const void *state, struct text *out)
{
    const struct null_box *box = game->box;
    (void)state;
    text_json_open(out, '{');
    text_json_key(out, "stones");
    text_json_int(out, box->stones);
    text_json_close(out, '}');
}

static void view_json(const struct game *game, const void *view, int viewer, struct text *out)
{
    const struct null_state *v = view;
    (void)game;
    text_json_open(out, '{');
    text_json_key(out, "stones");
    text_json_int(out, v->stones);
    text_json_key(out, "card");
    text_json_int(out, viewer == GAME_PUBLIC ? 0 : v->card[viewer]);
    text_json_close(out, '}');
}

static void features(const struct game *game, const void *state, int seat, float out[])
{
    const struct null_state *s = state;
    (void)game;
    out[0] = (float)s->taken[seat] / 10;
    out[1] = (float)s->card[seat] / 2;
}

const struct game null_game = {
    .name = "null",
    .title = "The null game",
    .rules = 1,
    .min_seats = 2,
    .max_seats = 4,
    .options = options,
    .state_size = sizeof(struct null_state),
    .box_size = sizeof(struct null_box),
    .box_file = "null",
    .read_box = read_box,
    .start = start,
    .to_act = to_act,
    .moves = moves,
    .apply = apply,
    .score = score,
    .winners = winners,
    .observe = observe,
    .deal = deal,
    .sight = sight,
    .move_text = move_text,
    .tell = tell,
    .clause = clause,
    .why_not = why_not,
    .picture = picture,
    .board_json = board_json,
    .view_json = view_json,
    .feature_count = 2,
    .features = features,
};

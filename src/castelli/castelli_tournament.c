/* castelli_tournament.c: the Castelli Tournament, one deck and two tables of two players, in rounds (10). */
#include <string.h>

#include "castelli/castelli.h"
#include "castelli/castelli_card.h"

enum { NO_TABLE = -1 };

/* 10.3: a chance move belongs to the table that waits for it; a seat's to the table where it sits. */
static int table_of(const struct castelli_tournament *s, int actor)
{
    for (int i = 0; i < TABLES && s->playing; i++) {
        bool chance = castelli_table_to_act(&s->table[i]) == game_bit(GAME_CHANCE);
        if (actor == GAME_CHANCE ? chance : castelli_plays(&s->table[i], actor))
            return i;
    }
    return NO_TABLE;
}

static uint32_t to_act(const struct game *game, const void *state)
{
    const struct castelli_tournament *s = state;
    uint32_t actors = 0;
    (void)game;
    if (!s->playing)
        return s->finished < castelli_round_count(s) ? game_bit(GAME_CHANCE) : 0;
    for (int i = 0; i < TABLES; i++)
        actors |= castelli_table_to_act(&s->table[i]);
    return actors & game_bit(GAME_CHANCE) ? game_bit(GAME_CHANCE) : actors;
}

/*
 * Rounds. An arrangement is a number: who begins at each table (a bit each), which pieces lie turned (a bit
 * each), and one of the twelve orders of the pieces that have the mine's at table 1.
 */
enum { BEGINNERS = 4, TURNS = 16, ORDERS = 12, ARRANGEMENTS = BEGINNERS * TURNS * ORDERS };

/* 10.4, 10.5: the pairs of the next round. */
static void find_pairs(const struct castelli_tournament *s, int pair[TABLES][2])
{
    static const uint8_t league[MAX_ROUNDS][TABLES][2] = {
        {{0, 1}, {2, 3}}, {{0, 2}, {1, 3}}, {{0, 3}, {1, 2}}};
    for (int i = 0; i < TABLES; i++)
        for (int k = 0; k < 2; k++)
            pair[i][k] = league[s->league ? s->finished : 0][i][k];
    if (s->league || !s->finished)
        return;
    for (int i = 0; i < TABLES; i++) {
        int winner = __builtin_ctz(s->winners[0][i]);
        pair[0][i] = winner;
        pair[1][i] = winner ^ 1; /* round one was seats 1 and 2, 3 and 4 */
    }
}

static void find_arrangement(const struct castelli_box *box, const struct castelli_tournament *s, int number,
                             int pair[TABLES][2], uint8_t layout[TABLES * 2])
{
    int order = number / (BEGINNERS * TURNS), others[3], n = 0;
    find_pairs(s, pair);
    for (int i = 0; i < TABLES; i++)
        if (number >> i & 1) {
            int begins = pair[i][1];
            pair[i][1] = pair[i][0];
            pair[i][0] = begins;
        }
    for (int piece = 0; piece < PIECES; piece++)
        if (piece != box->mine_piece)
            others[n++] = piece;
    int partner = order / 2 % 3, west = order & 1, swapped = order / 6;
    int left = others[(partner + 1) % 3], right = others[(partner + 2) % 3];
    layout[west] = laid(box->mine_piece, false);
    layout[west ^ 1] = laid(others[partner], false);
    layout[2] = laid(swapped ? right : left, false);
    layout[3] = laid(swapped ? left : right, false);
    for (int i = 0; i < TABLES * 2; i++)
        layout[i] |= (uint8_t)(number / BEGINNERS >> i & 1);
}

/* 10.1, 10.7 */
static void begin_round(const struct castelli_box *box, struct castelli_tournament *s, int number)
{
    int pair[TABLES][2];
    uint8_t layout[TABLES * 2];
    find_arrangement(box, s, number, pair, layout);
    int mine = castelli_mine_in(box, layout, 2);
    castelli_setup_deck(box, &s->deck, s->battle);
    for (int i = 0; i < TABLES; i++) {
        struct castelli_setup setup = {
            .seats = game_bit(pair[i][0]) | game_bit(pair[i][1]),
            .first = pair[i][0],
            .mine = mine, /* printed at table 1, the extra tile on the same cell at table 2 */
            .dilemma = s->dilemma,
            .battle = s->battle,
        };
        memcpy(setup.layout, layout + 2 * i, 2);
        castelli_setup_table(box, &s->table[i], &setup);
        s->beginner[i] = (uint8_t)pair[i][0];
    }
    s->playing = 1;
}

/* 10.6: in a knock-out somebody must win. */
static uint32_t knock_out(const struct castelli_table *t, uint32_t winners, int beginner)
{
    if (!(winners & (winners - 1)))
        return winners;
    int other = __builtin_ctz(winners & ~game_bit(beginner));
    int first = t->player[beginner].silver, second = t->player[other].silver;
    return game_bit(first > second ? beginner : other);
}

static void end_round(struct castelli_tournament *s)
{
    for (int i = 0; i < TABLES; i++) {
        const struct castelli_table *t = &s->table[i];
        uint32_t winners = castelli_table_winners(t);
        s->winners[s->finished][i] = (uint8_t)(s->league ? winners : knock_out(t, winners, s->beginner[i]));
        for (int seat = 0; seat < SEATS; seat++)
            if (castelli_plays(t, seat))
                s->points[s->finished][seat] = t->player[seat].points;
    }
    s->finished++;
    s->playing = 0;
}

static void step(const struct castelli_box *box, struct castelli_tournament *s, int actor, game_move move,
                 struct game_events *events)
{
    if (move_word(move) == WORD_ROUND) {
        event(events, "round", -1, s->finished + 1, NULL, NULL);
        begin_round(box, s, (int)(move & 0xffff));
        return;
    }
    castelli_step(box, &s->deck, &s->table[table_of(s, actor)], actor, move, events);
    if (s->table[0].phase == PHASE_OVER && s->table[1].phase == PHASE_OVER)
        end_round(s);
}

/* The interface */

/* 10.7: there is no option `first`, as who begins at each table is drawn for every round. */
enum { LEAGUE, DILEMMA, BATTLE };

static const struct game_option options[] = {
    [LEAGUE] = {.name = "league",
                .about = "Three rounds in which everyone meets everyone, instead of a knock-out."},
    [DILEMMA] = CASTELLI_OPTION_DILEMMA,
    [BATTLE] = CASTELLI_OPTION_BATTLE,
    {.name = NULL},
};

static void start(const struct game *game, void *state, int seats, const struct game_choices *choices)
{
    struct castelli_tournament *s = state;
    (void)game;
    (void)seats;
    s->league = option_given(choices, LEAGUE);
    s->dilemma = option_given(choices, DILEMMA);
    s->battle = option_given(choices, BATTLE);
}

static int moves(const struct game *game, const void *state, int actor, game_move *out, uint32_t *weight)
{
    const struct castelli_tournament *s = state;
    if (!(to_act(game, state) >> actor & 1))
        return 0;
    if (s->playing)
        return castelli_table_moves(game->box, &s->deck, &s->table[table_of(s, actor)], actor, out, weight);
    for (int i = 0; i < ARRANGEMENTS; i++) {
        out[i] = castelli_move(WORD_ROUND, 0, 0, 0) | (game_move)i;
        if (weight)
            weight[i] = 1;
    }
    return ARRANGEMENTS;
}

static void apply(const struct game *game, void *state, int actor, game_move move)
{
    step(game->box, state, actor, move, NULL);
}

static void score(const struct game *game, const void *state, int points[GAME_MAX_SEATS])
{
    const struct castelli_tournament *s = state;
    (void)game;
    for (int seat = 0; seat < SEATS; seat++) {
        int table = table_of(s, seat);
        points[seat] = table == NO_TABLE ? 0 : s->table[table].player[seat].points;
        for (int i = 0; i < s->finished; i++)
            points[seat] += s->points[i][seat];
    }
}

static uint32_t winners(const struct game *game, const void *state)
{
    const struct castelli_tournament *s = state;
    int points[GAME_MAX_SEATS], most = 0;
    uint32_t set = 0;
    if (to_act(game, state))
        return 0;
    if (!s->league) /* 10.4: the winner of the winners' table */
        return s->winners[1][0];
    score(game, state, points);
    for (int seat = 0; seat < SEATS; seat++) {
        if (points[seat] > most) {
            most = points[seat];
            set = 0;
        }
        if (points[seat] == most)
            set |= game_bit(seat);
    }
    return set;
}

static void observe(const struct game *game, const void *state, int viewer, void *view)
{
    struct castelli_tournament *v = view;
    (void)game;
    if (view != state)
        memcpy(view, state, sizeof *v);
    castelli_observe_deck(&v->deck, viewer);
    for (int i = 0; i < TABLES; i++)
        castelli_observe_table(&v->table[i], viewer);
}

static void deal(const struct game *game, const void *view, int viewer, struct rng *rng, void *out)
{
    struct castelli_tournament *s = out;
    if (out != view)
        memcpy(out, view, sizeof *s);
    if (s->finished || s->playing) /* before the first round there is no deck */
        castelli_deal_tables(game->box, &s->deck, s->table, TABLES, viewer, rng);
}

static enum game_sight sight(const struct game *game, const void *state, int actor, game_move move,
                             int viewer)
{
    const struct castelli_tournament *s = state;
    (void)game;
    if (!s->playing)
        return GAME_SEEN;
    return castelli_table_sight(&s->deck, &s->table[table_of(s, actor)], actor, move, viewer);
}

static uint32_t may_react(const struct game *game, const void *state, int actor, game_move move)
{
    const struct castelli_tournament *s = state;
    if (!s->playing || actor == GAME_CHANCE)
        return 0;
    return castelli_table_may_react(game->box, &s->table[table_of(s, actor)], actor, move);
}

static bool harmless(const struct game *game, const void *state, int seat, game_move *out)
{
    const struct castelli_tournament *s = state;
    int table = table_of(s, seat);
    (void)game;
    return table != NO_TABLE && castelli_table_harmless(&s->table[table], seat, out);
}

static const char *reply_name(const struct game *game, const void *state, int which)
{
    const struct castelli_tournament *s = state;
    (void)game;
    return castelli_reply_name(s->battle, which);
}

static bool reply(const struct game *game, const void *view, int seat, int which, game_move *out)
{
    const struct castelli_tournament *s = view;
    int table = table_of(s, seat);
    (void)game;
    return table != NO_TABLE && castelli_table_reply(&s->table[table], seat, which, out);
}

static uint32_t table_mates(const struct game *game, const void *state, int seat)
{
    const struct castelli_tournament *s = state;
    int table = table_of(s, seat);
    uint32_t mates = 0;
    (void)game;
    for (int other = 0; other < SEATS; other++)
        if (table_of(s, other) == table)
            mates |= game_bit(other);
    return mates;
}

static void move_text(const struct game *game, const void *state, int actor, game_move move, struct text *out)
{
    int pair[TABLES][2];
    uint8_t layout[TABLES * 2];
    (void)actor;
    if (move_word(move) != WORD_ROUND) {
        castelli_move_text(game->box, move, out);
        return;
    }
    find_arrangement(game->box, state, (int)(move & 0xffff), pair, layout);
    text_printf(out, "round %d %d %d %d ", pair[0][0] + 1, pair[0][1] + 1, pair[1][0] + 1, pair[1][1] + 1);
    castelli_layout_text(layout, TABLES * 2, out);
}

static int tell(const struct game *game, const void *state, int actor, game_move move, int viewer,
                struct game_event out[GAME_MAX_EVENTS])
{
    struct castelli_tournament copy;
    struct game_events events = {.list = out, .viewer = viewer};
    memcpy(&copy, state, sizeof copy);
    step(game->box, &copy, actor, move, &events);
    return events.count;
}

static const char *clause(const struct game *game, const void *state, int actor, game_move move)
{
    const struct castelli_tournament *s = state;
    (void)game;
    int table = table_of(s, actor);
    return castelli_move_clause(&s->table[table == NO_TABLE ? 0 : table], move);
}

static void why_not(const struct game *game, const void *state, int actor, const char *move,
                    struct reason *reason)
{
    const struct castelli_tournament *s = state;
    int table = table_of(s, actor);
    if (table == NO_TABLE)
        reason_say(reason, "10.7", "castelli.why.round", "The next round has not been laid out.");
    else
        castelli_table_why_not(game->box, &s->deck, &s->table[table], actor, move, reason);
}

/* JSON */

static void board_json(const struct game *game, const void *state, struct text *out)
{
    const struct castelli_tournament *s = state;
    text_json_open(out, '{');
    text_member_bool(out, "league", s->league);
    text_member_bool(out, "dilemma", s->dilemma);
    text_member_bool(out, "battle", s->battle);
    text_member_int(out, "rounds", castelli_round_count(s));
    castelli_tiles_json(game->box, out);
    castelli_cards_json(game->box, s->battle, out);
    text_json_close(out, '}');
}

static void results_json(const struct castelli_tournament *s, struct text *out)
{
    text_member_open(out, "totals", '[');
    for (int seat = 0; seat < SEATS; seat++) {
        int total = 0;
        for (int i = 0; i < s->finished; i++)
            total += s->points[i][seat];
        text_json_int(out, total);
    }
    text_json_close(out, ']');
    text_member_open(out, "results", '[');
    for (int i = 0; i < s->finished; i++) {
        text_json_open(out, '{');
        castelli_seats_json(out, "first", s->winners[i][0]);
        castelli_seats_json(out, "second", s->winners[i][1]);
        text_member_open(out, "points", '[');
        for (int seat = 0; seat < SEATS; seat++)
            text_json_int(out, s->points[i][seat]);
        text_json_close(out, ']');
        text_json_close(out, '}');
    }
    text_json_close(out, ']');
}

static void view_json(const struct game *game, const void *view, int viewer, struct text *out)
{
    const struct castelli_tournament *s = view;
    bool over = !s->playing && s->finished == castelli_round_count(s);
    text_json_open(out, '{');
    text_json_key(out, "phase");
    text_json_string(out, s->playing ? "play" : over ? "over" : "round");
    text_member_int(out, "round", s->finished + !over);
    text_member_int(out, "rounds", castelli_round_count(s));
    results_json(s, out);
    text_member_int(out, "deck", castelli_deck_size(&s->deck));
    text_member_open(out, "tables", '[');
    for (int i = 0; i < TABLES && (s->playing || s->finished); i++) {
        text_json_open(out, '{');
        text_json_key(out, "board");
        castelli_round_board_json(game->box, &s->table[i], out);
        text_json_key(out, "view");
        castelli_table_view_json(game->box, &s->deck, &s->table[i], viewer, out);
        text_json_close(out, '}');
    }
    text_json_close(out, ']');
    castelli_seats_json(out, "winners", winners(game, view));
    text_json_close(out, '}');
}

/* A seat's own table, and how the tournament stands. */
enum {
    F_TOTAL = CASTELLI_FEATURES,
    F_TOTAL_LEAD,
    F_ROUND,
    F_LEAGUE,
    F_LATER_CARDS,
    FEATURES = F_LATER_CARDS + CASTELLI_LATER_CARDS
};

static void features(const struct game *game, const void *state, int seat, float out[])
{
    const struct castelli_tournament *s = state;
    int points[GAME_MAX_SEATS], best = 0, table = table_of(s, seat);
    memset(out, 0, FEATURES * sizeof out[0]);
    if (table != NO_TABLE) {
        castelli_table_features(game->box, &s->table[table], seat, out);
        castelli_later_card_features(&s->table[table], seat, out + F_LATER_CARDS);
    }
    score(game, state, points);
    for (int other = 0; other < SEATS; other++)
        if (other != seat && points[other] > best)
            best = points[other];
    out[F_TOTAL] = (float)points[seat] / 100.0f;
    out[F_TOTAL_LEAD] = (float)(points[seat] - best) / 50.0f;
    out[F_ROUND] = (float)s->finished / 3.0f;
    out[F_LEAGUE] = s->league;
}

const struct game castelli_tournament_game = {
    .name = "castelli-tournament",
    .title = "Castelli Tournament",
    .rules = 1,
    .min_seats = 4,
    .max_seats = 4,
    .options = options,
    .state_size = sizeof(struct castelli_tournament),
    .box_size = sizeof(struct castelli_box),
    .box_file = "castelli",
    .read_box = castelli_read_box,
    .start = start,
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
    .table_mates = table_mates,
    .move_text = move_text,
    .parse = castelli_parse,
    .tell = tell,
    .clause = clause,
    .why_not = why_not,
    .board_json = board_json,
    .view_json = view_json,
    .feature_count = FEATURES,
    .features = features,
    .terms = castelli_terms,
};

/* castelli_tournament_words.c: how a tournament stands, in lines for people. */
#include "castelli/castelli_state.h"

static bool is_over(const struct castelli_tournament *s)
{
    return !s->playing && s->finished == castelli_round_count(s);
}

/* 10.4: who meets at a table in the second round of a knock-out. */
static uint32_t second_pair(const struct castelli_tournament *s, int table)
{
    uint32_t finalists = s->winners[0][0] | s->winners[0][1];
    return table == 0 ? finalists : finalists ^ 15;
}

/* The seat at a place of a knock-out that is over, 0 for the first. */
static int seat_at_place(const struct castelli_tournament *s, int place)
{
    uint32_t winner = s->winners[1][place / 2];
    return __builtin_ctz(place % 2 ? second_pair(s, place / 2) & ~winner : winner);
}

/* "1 red 40, 2 blue 31": the points that two seats have in a round. */
static void put_match(const struct castelli_tournament *s, int round, uint32_t seats, struct text *out)
{
    while (seats) {
        int seat = castelli_pop(&seats);
        const struct castelli_table *t = &s->table[castelli_plays(&s->table[0], seat) ? 0 : 1];
        text_printf(out, "%d %s %d%s", seat + 1, castelli_colour_names[seat],
                    round < s->finished ? s->points[round][seat] : t->player[seat].points, seats ? ", " : "");
    }
}

/* 10.4: a sum over two rounds would say nothing, as the pairs of the second round have other opponents. */
bool castelli_tournament_standing(const struct game *game, const void *state, struct text *out)
{
    const struct castelli_tournament *s = state;
    static const char *const places[SEATS] = {"1st", "2nd", "3rd", "4th"};
    int rounds = s->finished + s->playing;
    (void)game;
    if (s->league)
        return false;
    if (rounds >= 1) {
        text_put(out, "First round: ");
        put_match(s, 0, 3, out);
        text_put(out, "; ");
        put_match(s, 0, 12, out);
        text_put(out, ".\n");
    }
    for (int i = 0; i < TABLES && rounds == 2; i++) {
        text_put(out, i == 0 ? "Final: " : "3rd place: ");
        put_match(s, 1, second_pair(s, i), out);
        text_put(out, ".\n");
    }
    for (int i = 0; i < SEATS && is_over(s); i++)
        text_printf(out, "%s%s %s%s", i == 0 ? "Places: " : " ", places[i],
                    castelli_colour_names[seat_at_place(s, i)], i < SEATS - 1 ? "," : ".\n");
    return true;
}

void castelli_tournament_head(const struct castelli_tournament *s, const int points[GAME_MAX_SEATS],
                              struct text *out)
{
    int round = s->finished + (s->playing || s->finished < castelli_round_count(s));
    if (!s->league) {
        text_printf(out, "Knock-out, %s.\n",
                    is_over(s)   ? "over"
                    : round == 1 ? "first round"
                                 : "final and match for 3rd place");
        castelli_tournament_standing(NULL, s, out);
        return;
    }
    text_printf(out, "League, round %d of %d. Points:", round, castelli_round_count(s));
    for (int seat = 0; seat < SEATS; seat++)
        text_printf(out, " %d %s %d%s", seat + 1, castelli_colour_names[seat], points[seat],
                    seat < SEATS - 1 ? "," : "\n");
    for (int i = 0; i < s->finished; i++) {
        text_printf(out, "Round %d was won by", i + 1);
        for (int t = 0; t < TABLES; t++)
            for (int seat = 0; seat < SEATS; seat++)
                if (s->winners[i][t] >> seat & 1)
                    text_printf(out, " %s", castelli_colour_names[seat]);
        text_put(out, ".\n");
    }
}

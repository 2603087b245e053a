/* castelli_standing.c: how a tournament stands, in words. */
#include "castelli/castelli_face.h"

static bool is_over(const struct castelli_tournament *t)
{
    return !t->playing && t->finished == castelli_round_count(t);
}

/* 10.4: who meets at a table in the second round of a knock-out. */
static uint32_t second_pair(const struct castelli_tournament *t, int table)
{
    uint32_t finalists = t->winners[0][0] | t->winners[0][1];
    return table == 0 ? finalists : finalists ^ 15;
}

/* The seat at a place of a knock-out that is over, 0 for the first. */
static int seat_at_place(const struct castelli_tournament *t, int place)
{
    uint32_t winner = t->winners[1][place / 2];
    return __builtin_ctz(place % 2 ? second_pair(t, place / 2) & ~winner : winner);
}

/* "Final: Fox 40 and Fish 31": the points that two seats have in a round. */
static void put_match(const struct speaker *s, const struct castelli_tournament *t, const char *key,
                      int round, uint32_t seats, struct text *out)
{
    struct word_list names;
    list_begin(&names);
    while (seats) {
        int seat = castelli_pop(&seats);
        const struct castelli_table *at = &t->table[castelli_plays(&t->table[0], seat) ? 0 : 1];
        text_printf(list_next(&names), "%s %d", words_person(s, "", seat).text,
                    round < t->finished ? t->points[round][seat] : at->player[seat].points);
    }
    SAY(s, out, key, ARG_LIST("names", names.members));
    text_char(out, '\n');
}

/* 10.4: a sum over two rounds would say nothing, as the pairs of the second round have other opponents. */
bool castelli_standing(const struct speaker *s, const struct game *game, const void *view, struct text *out)
{
    const struct castelli_tournament *t = view;
    struct word_list places;
    (void)game;
    if (t->league)
        return false;
    int rounds = t->finished + t->playing;
    if (rounds >= 1) {
        put_match(s, t, "castelli.cup.first", 0, 3, out);
        put_match(s, t, "castelli.cup.first", 0, 12, out);
    }
    if (rounds == 2) {
        put_match(s, t, "castelli.cup.final", 1, second_pair(t, 0), out);
        put_match(s, t, "castelli.cup.third", 1, second_pair(t, 1), out);
    }
    if (!is_over(t))
        return true;
    list_begin(&places);
    for (int i = 0; i < SEATS; i++) {
        struct text *to = list_next(&places);
        words_key(s, to, "castelli.rank.", (const char[]){(char)('1' + i), '\0'});
        text_printf(to, " %s", words_person(s, "", seat_at_place(t, i)).text);
    }
    list_say(s, &places, "terminal.castelli.places", out);
    return true;
}

void castelli_put_round(const struct speaker *s, const struct castelli_tournament *t, struct text *out)
{
    int of = castelli_round_count(t), round = t->finished + (t->playing || t->finished < of);
    if (is_over(t))
        SAY(s, out, "castelli.rounds.over", ARG_NUMBER("of", of));
    else if (t->league)
        SAY(s, out, "castelli.rounds", ARG_NUMBER("n", round), ARG_NUMBER("of", of));
    else
        words_put(s, out, round == 1 ? "castelli.cup.round1" : "castelli.cup.round2", NULL);
    text_char(out, '\n');
}

/* castellan_words.c: the castle in words, for people who cannot look at a picture. */
#include "castellan/castellan_state.h"

/* The points of a table that has a bit for each, row by row, as a sentence. */
static void put_points(struct text *out, const char *name, const uint64_t rows[CASTELLAN_SIDE],
                       const char *behind)
{
    bool any = false;
    for (int y = 0; y < CASTELLAN_SIDE; y++)
        for (uint64_t left = rows[y]; left; left &= left - 1) {
            text_put(out, any ? ", " : name);
            castellan_put_point(out, (unsigned)(__builtin_ctzll(left) + 64 * y));
            text_put(out, behind);
            any = true;
        }
    text_put(out, any ? ".\n" : "");
}

void castellan_castle_words(const struct castellan_state *s, struct text *out)
{
    struct castellan_extent all;
    if (!castellan_extent(s, &all)) {
        text_put(out, "The table is bare.\n");
        return;
    }
    uint64_t open[CASTELLAN_SIDE] = {0}, long_east[CASTELLAN_SIDE] = {0}, long_south[CASTELLAN_SIDE] = {0},
             short_east[CASTELLAN_SIDE] = {0}, short_south[CASTELLAN_SIDE] = {0};
    for (int y = 0; y < CASTELLAN_SIDE; y++) {
        uint64_t below = y + 1 < CASTELLAN_SIDE ? s->middle[y + 1] : 0;
        open[y] = castellan_open_row(s, y);
        /* The first step of a long wall leads to the point that it covers, the second one away from it. */
        long_east[y] = s->east[y] & s->middle[y] >> 1;
        short_east[y] = s->east[y] & ~long_east[y] & ~s->middle[y];
        long_south[y] = s->south[y] & below;
        short_south[y] = s->south[y] & ~long_south[y] & ~s->middle[y];
    }
    text_printf(out, "The castle reaches from column %d to %d and from row %d to %d.\n", all.west, all.east,
                all.north, all.south);
    put_points(out, "Towers: ", s->tower, "");
    put_points(out, "Long walls: ", long_east, " east");
    put_points(out, "Long walls: ", long_south, " south");
    put_points(out, "Short walls: ", short_east, " east");
    put_points(out, "Short walls: ", short_south, " south");
    put_points(out, "Open ends: ", open, "");
}

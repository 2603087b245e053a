/* shipped.h: the evaluations that the build puts into the program (tools/embed_weights.py). */
#ifndef BOT_SHIPPED_H
#define BOT_SHIPPED_H

struct shipped_head {
    const char *game, *made_by;
    int seats, features, hidden, scale;
    long games;
};

/* Ended by a NULL game. */
extern const struct shipped_head shipped_heads[];
/* The numbers of all of them, in the order of the heads: how many there are, and the lowest bytes of all,
 * then the next bytes of all, then the highest. A number is doubled; one that is odd then is -(n + 1) / 2. */
extern const int shipped_count;
extern const unsigned char shipped_bytes[];

#endif

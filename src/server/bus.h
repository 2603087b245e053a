/*
 * bus.h: the port through which the nodes of one store tell each other what to look at.
 *
 * A notice says "look": it carries ids and numbers, never a move, a word or a key. It may be lost, come late,
 * twice or out of order. Then a node looks by itself, a little later (cluster/look.c); what is true is in the
 * store alone. A server without a bus is alone on its store.
 */
#ifndef SERVER_BUS_H
#define SERVER_BUS_H

#include <stddef.h>
#include <stdint.h>

struct bus {
    void *me;
    /* Sends a notice to all other nodes within so many milliseconds, or does nothing if it cannot. Notices go
     * in the order of these calls. NULL: there is no bus. */
    void (*publish)(void *me, const char *text, size_t length, unsigned within_ms);
};

/* A message costs much more than a notice in it, because it wakes threads on both sides. So notices wait for
 * each other: not long if somebody at another node looks at what they are about, longer if it is only in
 * lists there. */
enum { BUS_SOON_MS = 10, BUS_LATER_MS = 100 };

struct server;

/* An implementation calls these on the server's thread. It may hand over the server's own notices. */
void bus_told(struct server *server, const char *text, size_t length);
/* The same for several notices, each ended by a line feed. */
void bus_told_all(struct server *server, const char *text, size_t length);
/* The bus may have lost notices. */
void bus_interrupted(struct server *server);

enum notice_kind {
    NOTICE_NODE,    /* a node is there */
    NOTICE_GOODBYE, /* a node stops */
    NOTICE_TABLE, /* about a table; numbers: entries, chats, revision, lists; ids: players whose list it is in
                   */
    NOTICE_WATCHERS, /* about a table; numbers: how many watch it at this node; ids: those who have a chair */
    NOTICE_WHO,      /* about a table, or 0 for all: who watches it? */
    NOTICE_WORDS,    /* about a table: lines of chat were removed */
    NOTICE_PLAYER,   /* about a player: the row or the sessions changed */
    NOTICE_HOUSE,    /* the owner has decided something */
    NOTICE_WRONG,    /* about the hash of an address: a wrong password; ids: the hashes of the account's
                        name and of the site, or 0 */
    NOTICE_SPENT,    /* about the hash of an address; numbers: the budget of which it has spent a token */
    NOTICE_KINDS
};

enum { NOTICE_NUMBERS = 4, NOTICE_IDS = 16, NOTICE_TEXT = 512 };

struct notice {
    enum notice_kind kind;
    uint64_t node, sequence; /* who sends it; a node counts its notices */
    uint64_t about;
    int32_t numbers[NOTICE_NUMBERS];
    uint64_t ids[NOTICE_IDS];
    int id_count;
};

#endif

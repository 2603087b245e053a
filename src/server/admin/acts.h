/* acts.h: what the owner asks for, while it is being done. */
#ifndef SERVER_ADMIN_ACTS_H
#define SERVER_ADMIN_ACTS_H

#include "server/admin/admin.h"
#include "server/people/players.h"
#include "server/tables/room.h"

enum { ACT_WORDS = 4, ACT_TEXT = 1024, ACT_ANSWER = 256 * 1024, ACT_WHO = 64 };

struct act;
typedef void act_step(struct act *);

struct act {
    struct server *server;
    const struct act_kind *kind;
    char words[ACT_WORDS][ACT_TEXT]; /* the operands */
    int count;
    char until_text[64], for_text[64], reason[ACT_TEXT]; /* the options, or "" */
    char who[ACT_WHO];                                   /* the user of the machine who asks */
    /* what it has found */
    struct player_row player;
    act_step *found;
    /* what it does when it is stored */
    act_step *after;
    char about[512]; /* for the audit */
    struct ban_row ban;
    uint64_t bots[LIMIT_BOTS]; /* whose tokens end */
    int bot_count;
    struct value_row value;
    char secret[TOKEN_TEXT]; /* to be printed once */
    uint64_t table;
    int number, tries;
    /* the answer */
    char *buffer;
    struct text out;
    int code;
    void (*done)(struct act *); /* sends the answer and frees the act */
    void *context;
    void (*retry)(struct act *, act_step *); /* calls the step a little later */
};

struct act_kind {
    struct admin_act act;
    act_step *begin;
};

extern const struct act_kind acts_tables[], acts_people[], acts_server[];

/* The act with this name, or NULL. */
const struct act_kind *act_find(const char *word);

/* Answers: refused with a message, or with what is in `out`. */
void act_refuse(struct act *, const char *format, ...) __attribute__((format(printf, 2, 3)));
void act_say(struct act *);
/* Writes the unit with a row for the audit, then calls `after` and answers with `out`. */
void act_write(struct act *, struct unit *);
/* The row for the audit alone, for a unit that is written elsewhere. */
void act_audit(struct act *, struct unit *);
void act_about(struct act *, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Finds the player whose name or id is the first word, then calls `found`. */
void act_find_player(struct act *, act_step *found);
/* When something ends: --until or --for, else `otherwise` (0: never). False after a refusal. */
bool act_until(struct act *, int64_t otherwise, int64_t *until);
/* A point in time as text, in UTC. */
void act_put_time(struct text *, int64_t at);
void act_put_id(struct text *, uint64_t id);

#endif

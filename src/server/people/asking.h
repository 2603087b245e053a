/* asking.h: a request about an account (POST /api/…) while it is handled. asking.c has what all kinds share,
 * accounts.c and secrets.c have the kinds. */
#ifndef SERVER_PEOPLE_ASKING_H
#define SERVER_PEOPLE_ASKING_H

#include "server/people/codes.h"
#include "server/protocol/client.h"

enum { PASSWORD_MIN = 8, PASSWORD_MAX = HOST_PASSWORD, ASKING_BODY = 16 * 1024 };

/* A request while it waits for the store, for the hash of a password, and for the store again. */
struct asking {
    struct server *server;
    uint64_t id;                    /* of the connection */
    struct net_request about;       /* only `secure` is kept */
    char agent[128];                /* the browser's name for itself */
    void (*begin)(struct asking *); /* handles it once the player is known */
    struct player *player;
    char hash[TOKEN_TEXT]; /* of the token that it came with */
    char address[ADDRESS_TEXT];
    struct limits_place guess; /* counts its password for the address */
    /* members of the body; the buffers are longer than the limits, so that what is too long stays too long */
    char name[STORE_NAME], key[STORE_NAME], password[PASSWORD_MAX + 2], fresh[PASSWORD_MAX + 2];
    char code[CODE_TEXT + 16], session[TOKEN_TEXT], bot[ID_TEXT + 1];
    bool everywhere;
    bool makes_bot; /* one at a time, so that they can be counted */
    char cookie[NET_COOKIE];
    char body[ASKING_BODY]; /* of the answer; "" is {} */
    const char *event;      /* what the log says when it is done */
    uint64_t account;       /* the account to log in to */
    uint64_t asked_for;     /* a hash of its name, which may be nobody's */
    struct player_row row;  /* the new row of the player, if `changes` */
    bool changes;
    bool names; /* the row has a name that another account may have taken */
    /* What else happens once it is stored: */
    void (*after)(struct asking *);
    uint64_t going[1 + STORE_IDS]; /* the account that is deleted, and its bot accounts */
    int going_count;
    bool ends;             /* drop the cookie's connections, or with `everywhere` all of the player */
    char next[TOKEN_TEXT]; /* the hash of the cookie that replaces the old one, or "" */
};

/* Answers with an error, and frees the request. */
void asking_refuse(struct asking *, int status, const char *code, const char *message);
void asking_refuse_store(struct asking *);
void asking_refuse_going(struct asking *);
/* Answers with `body` and `cookie`, and frees the request. */
void asking_answer(struct asking *);

void asking_read(struct asking *, const struct store_query *, store_read *done);
/* Writes the unit, then does what else happens, then answers. */
void asking_write(struct asking *, struct unit *);
/* Hashes the request's password, or checks it against a hash. `account` is the id or the name of the account
 * that it opens, or "" for a new one. */
void asking_check(struct asking *, const char *hash, const char *account, host_hash_done *done);
/* Whether somebody who guesses must wait, after wrong passwords or codes for this account; then it is
 * refused. */
bool asking_must_wait(struct asking *, const char *account);
bool asking_password_fits(const char *password);
/* Makes a new token, puts it into the unit and into the cookie. `hash` gets its hash. */
void asking_new_cookie(struct asking *, struct unit *, uint64_t player, char hash[TOKEN_TEXT]);
/* Takes the cookie away from the browser. */
void asking_drop_cookie(struct asking *);
/* Puts new codes for an account into the unit, instead of its old ones, and the member `codes` into `body`.
 */
void asking_new_codes(struct asking *, struct unit *, uint64_t player);

/* A kind of request: POST PATH. `needs` has a letter for each member that it must have: n name, p password,
 * f new (a password), c code, s session, b bot. */
struct asking_kind {
    const char *path;
    const char *needs;
    void (*begin)(struct asking *);
};

extern const struct asking_kind asking_accounts[], asking_secrets[];

#endif

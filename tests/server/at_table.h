/* at_table.h: a server in the test with one table of the null game and two connections. */
#ifndef TESTS_SERVER_AT_TABLE_H
#define TESTS_SERVER_AT_TABLE_H

#include "fake.h"

enum { ME = 1, OTHER = 2, LONG_MS = 61 * 1000, ILLEGAL = 7 };

#define HOT        "{\"kind\":\"me\"},{\"kind\":\"me\"}"
#define NO_CLOCK   "\"kind\":\"none\""
#define GAME_CLOCK "\"kind\":\"game\",\"seconds\":60"

extern struct fake fake;
extern char table[ID_TEXT];

void ask(uint64_t who, const char *word, const char *rest);
/* Sends a request; the store has written nothing of it yet. */
void begin(uint64_t who, const char *word, const char *rest);
/* What a connection was sent since the last call. */
const char *heard(uint64_t who);
void assert_heard(uint64_t who, const char *what);
struct room *present(void);
struct stored_table stored(void);
void set_rules(int rules);
/* Opens a table of the null game, which deals two cards at the start. `who` are the chairs as in `create`. */
void open_table(const char *who, const char *clock, bool start);
/* Drops everything from memory, as if the program had ended. */
void forget(void);
/* Loads the table without watching it. */
void look(void);
/* Waits until the server drops a table that nobody uses, even if it has to write the points of the table
 * first. */
void wait_long(void);

#endif

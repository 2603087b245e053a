/* nodes.h: two nodes in one test that share a store, and a table of the null game with a person at each. */
#ifndef TESTS_CLUSTER_NODES_H
#define TESTS_CLUSTER_NODES_H

#include "fake.h"

enum { A, B, NODES };
/* Connections: the person of the node, and a second device of the other node's person. */
enum { PERSON = 1, OTHER = 2 };

extern struct fake node[NODES];
extern char table[ID_TEXT];

/* Sends a request about the table. `begin` leaves its unit waiting. */
void ask(int at, uint64_t who, const char *word, const char *rest);
void begin(int at, uint64_t who, const char *word, const char *rest);
/* Lets both nodes do what waits. */
void settle(void);
const char *heard(int at, uint64_t who);
void assert_heard(int at, uint64_t who, const char *what);
struct room *present(int at);
/* Tells a node how far the table is, as a notice or its own look would. */
void look(int at);
/* How the bus treats notices. */
enum { BUS_NONE, BUS_GOOD, BUS_LOSES_ALL, BUS_BAD /* loses, repeats, delays and reorders */ };
extern int bus;
/* Everything that was published since the bus was opened, as far as it fits. */
extern char carried[64 * 1024];
/* Lets time pass at both nodes, with their beats. A node that is `dead` does nothing. */
void pass(int64_t ms);
extern bool dead[NODES];

/* Both persons watch a table of the null game; seat 1 is A's, seat 2 is B's. `terms` are members of `create`.
 */
void open_nodes(const char *game, const char *terms, bool start);
void close_nodes(void);
/* The game as the store has it: entries, one a line, without times. A copy that lives until the next call. */
const char *stored_record(void);

#endif

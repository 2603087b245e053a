/* answer.h: what a question reads, and how the rows that are found become an answer. */
#ifndef SERVER_STORE_ANSWER_H
#define SERVER_STORE_ANSWER_H

#include "server/store/statements.h"

/* Where the rows of a read go. */
enum part {
    PART_TABLES,
    PART_CHAIRS, /* of the tables that the read finds */
    PART_ENTRIES,
    PART_CHATS,
    PART_PLAYER,
    PART_IDS,
    PART_COUNTS,
    PART_ROWS,
    PART_TOKENS,
    PART_RATINGS,
    PART_REPORTS,
    PART_RESULTS,
    PART_END
};

struct read_step {
    enum read read;
    enum part part;
};

enum { ANSWER_STEPS = 11 };

/* The reads that answer a question, in their order, ended by PART_END. */
const struct read_step *answer_steps(enum store_question);
/* How often a step is run: once, or for each of the query's ids. */
int step_runs(const struct read_step *, const struct store_query *);
/* The query whose id, text and numbers a run of the step has as parameters. */
struct store_query step_query(const struct read_step *, const struct store_query *, int run);
/* The SQL of a step. */
void step_statement(const struct read_step *, struct text *sql);

/* The columns of one row that a database has found. A text is valid until the next call. */
struct found_row {
    void *from;
    int64_t (*number)(void *from, int column);   /* 0 if there is none */
    const char *(*text)(void *from, int column); /* "" if there is none */
};

void found_row_read(const struct found_row *, const struct row_kind *, void *row);

void answer_take(struct store_answer *, const struct read_step *, const struct found_row *);
/* After the last row: STORE_NONE if the question was about one thing that is not there. */
void answer_end(struct store_answer *, enum store_question);
void answer_free(struct store_answer *);
/* Lets its receiver keep an answer beyond the call, and free it later. Nobody else may look at it after that.
 */
void answer_keep(const struct store_answer *, struct store_answer *kept);

#endif

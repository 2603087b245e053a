/* answer.h: how the rows that a question finds become an answer. */
#ifndef SERVER_STORE_ANSWER_H
#define SERVER_STORE_ANSWER_H

#include "server/store/questions.h"

/* The columns of one row that a database has found. A text is valid until the next call. */
struct found_row {
    void *from;
    int64_t (*number)(void *from, int column);   /* 0 if there is none */
    const char *(*text)(void *from, int column); /* "" if there is none */
};

void found_row_read(const struct found_row *, const struct row_kind *, void *row);

/* Adds a row that a statement found. */
void answer_take(struct store_answer *, const struct read_step *, const struct found_row *);
/* After the last row: STORE_NONE if the question was about one thing that is not there. */
void answer_end(struct store_answer *, enum store_question);
void answer_free(struct store_answer *);
/* Lets its receiver keep an answer beyond the call, and free it later. Nobody else may look at it after that.
 */
void answer_keep(const struct store_answer *, struct store_answer *kept);

#endif

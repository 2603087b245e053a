/* questions.h: each question to the store: its SQL, and where the rows go that it finds. */
#ifndef SERVER_STORE_QUESTIONS_H
#define SERVER_STORE_QUESTIONS_H

#include "server/store/columns.h"

/* Every question is a read. These are reads too, but only parts of the answers to other questions. */
enum {
    READ_CHATS = STORE_UNFINISHED + 1,
    READ_OTHER,
    READ_ALL_TABLES,
    READ_WORDS,
    READ_OWN_TOKENS,
    READ_RATINGS,
    READ_OWN_REPORTS,
    READ_ALL_RESULTS,
    READ_TABLE_RATINGS,
    READ_PAIRS,
    READ_TALLIES,
    READS
};

/* Where rows go in struct store_answer. */
enum part {
    PART_TABLES, /* with their chairs, which a second statement reads */
    PART_ENTRIES,
    PART_CHATS,
    PART_PLAYER,
    PART_IDS,
    PART_COUNTS,
    PART_ROWS,
    PART_TOKENS,
    PART_RATINGS,
    PART_REPORTS,
    PART_RESULTS
};

enum { MORE_READS = 9 };

struct read {
    enum part part;
    const struct row_kind *kind; /* NULL: numbers */
    const char *sql;             /* what follows "SELECT ", and the columns of `kind` if that is stored */
    int limit;                   /* rows; 0: all */
    bool one;                    /* the question is about one thing, which may not be there */
    uint8_t more[MORE_READS];    /* reads that complete the answer; ended by 0 */
};

extern const struct read reads[READS];

/* One statement on the way to an answer. */
struct read_step {
    int read;
    bool chairs;    /* of the tables that the read finds */
    int place, run; /* in `more`; in the ids of the query */
};

/* The first statement of a question, and the next one; false if that was the last. */
struct read_step step_first(const struct store_query *);
bool step_next(const struct store_query *, struct read_step *);
/* Its SQL; $1 is the id, $2 where to begin, $3 the text. */
void step_statement(const struct read_step *, struct text *sql);
/* The values of $1 and $2. */
int64_t step_id(const struct read_step *, const struct store_query *);
int64_t step_from(const struct read_step *, const struct store_query *);

#endif

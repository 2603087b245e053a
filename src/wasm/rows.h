/* rows.h: rows of the store as text: what a browser keeps of them. */
#ifndef WASM_ROWS_H
#define WASM_ROWS_H

#include "server/store/columns.h"

enum { ROW_TEXT = 16 * 1024, ROW_KEY = 128 };

/* A row of any kind that has columns. */
union any_row {
    struct table_row table;
    struct chair_row chair;
    struct entry_row entry;
    struct chat_row chat;
    struct player_row player;
    struct token_row token;
    struct rating_row rating;
    struct report_row report;
};

/* The name under which a row is kept: equal for rows with equal primary keys, and in the order of these. */
void row_key(enum write_kind, const void *row, struct text *out);
/* A row with its kind, by the names of its columns. */
void row_write(enum write_kind, const void *row, struct text *out);
/* Reads such a text. A column that it does not name is 0 or "", and a name that is no column is skipped:
 * other versions of the program may have written it. Returns the kind, or WRITE_ROWS if the text is wrong. */
enum write_kind row_read(const char *text, size_t length, union any_row *out);

#endif

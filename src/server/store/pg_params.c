/* pg_params.c: the parameters of a statement, as PostgreSQL takes them in binary. */
#include "server/store/pg_params.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/utf8.h"
#include "server/base/memory.h"

void pg_params_clear(struct pg_params *p)
{
    p->count = 0;
    p->length = 0;
    if (!p->bytes)
        p->bytes = must_malloc(p->capacity = 1024);
}

void pg_params_free(struct pg_params *p)
{
    free(p->bytes);
    *p = (struct pg_params){0};
}

/* ---- bytes ---- */

static char *extend(struct pg_params *p, size_t size)
{
    if (p->length + size > p->capacity) {
        p->capacity = 2 * (p->length + size);
        p->bytes = must_realloc(p->bytes, p->capacity);
    }
    p->length += size;
    return p->bytes + p->length - size;
}

static void put_number(struct pg_params *p, uint64_t n, size_t size)
{
    char *at = extend(p, size);
    for (size_t i = 0; i < size; i++)
        at[i] = (char)(n >> 8 * (size - 1 - i));
}

/* PostgreSQL refuses text that is not UTF-8, such as what some browsers call themselves. Wrong bytes become
 * question marks. */
static size_t put_text(struct pg_params *p, const char *text)
{
    size_t length = strlen(text);
    char *copy = memcpy(extend(p, length), text, length);
    for (size_t i = 0, size; i < length; i += size) {
        size = utf8_size(copy + i, length - i);
        if (!size)
            size = 1, copy[i] = '?';
    }
    return length;
}

/* The bytes may still move: until pg_params_end their offset stands for their address. */
static void add(struct pg_params *p, size_t begin, int format)
{
    assert(p->count < PG_PARAMS && "a row has more columns than parameters fit");
    p->values[p->count] = NULL;
    p->lengths[p->count] = (int)(p->length - begin);
    p->formats[p->count++] = format;
}

void pg_params_end(struct pg_params *p)
{
    size_t at = 0;
    for (int i = 0; i < p->count; i++) {
        p->values[i] = p->bytes + at;
        at += (size_t)p->lengths[i];
    }
}

/* ---- parameters ---- */

void pg_add_number(struct pg_params *p, int64_t n)
{
    size_t begin = p->length;
    put_number(p, (uint64_t)n, 8);
    add(p, begin, 1);
}

void pg_add_text(struct pg_params *p, const char *text)
{
    size_t begin = p->length;
    put_text(p, text);
    add(p, begin, 1); /* a text is the same in binary, and needs no NUL there */
}

void pg_add_row(struct pg_params *p, const struct row_kind *kind, const void *row)
{
    for (const struct column *c = kind->columns; c->name; c++)
        if (c->kind == COLUMN_TEXT)
            pg_add_text(p, (const char *)row + c->offset);
        else
            pg_add_number(p, column_number(c, row));
}

/* Dimensions, flags, type of the elements, their number, the index of the first; then each with its length.
 */
static size_t begin_array(struct pg_params *p, const struct column *c, int count)
{
    size_t begin = p->length;
    put_number(p, 1, 4);
    put_number(p, 0, 4);
    put_number(p, c->kind == COLUMN_TEXT ? PG_TEXT : PG_BIGINT, 4);
    put_number(p, (uint64_t)count, 4);
    put_number(p, 1, 4);
    return begin;
}

static void put_element(struct pg_params *p, const struct column *c, const void *row)
{
    size_t at = p->length;
    put_number(p, 8, 4);
    if (c->kind != COLUMN_TEXT) {
        put_number(p, (uint64_t)column_number(c, row), 8);
        return;
    }
    size_t size = put_text(p, (const char *)row + c->offset), end = p->length;
    p->length = at;
    put_number(p, size, 4);
    p->length = end;
}

void pg_add_rows(struct pg_params *p, const struct row_kind *kind, const struct write **rows, int count)
{
    for (const struct column *c = kind->columns; c->name; c++) {
        size_t begin = begin_array(p, c, count);
        for (int i = 0; i < count; i++)
            put_element(p, c, rows[i]->row);
        add(p, begin, 1);
    }
}

void pg_add_rows_at(struct pg_params *p, const struct row_kind *kind, const void *rows, int count)
{
    for (const struct column *c = kind->columns; c->name; c++) {
        size_t begin = begin_array(p, c, count);
        for (int i = 0; i < count; i++)
            put_element(p, c, (const char *)rows + (size_t)i * kind->size);
        add(p, begin, 1);
    }
}

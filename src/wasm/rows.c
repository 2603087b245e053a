/* rows.c: rows of the store as text. */
#include "wasm/rows.h"

#include <stdio.h>
#include <string.h>

#include "core/json.h"
#include "server/base/memory.h"

void row_key(enum write_kind kind, const void *row, struct text *out)
{
    const struct row_kind *k = &row_kinds[kind];
    char digits[24];
    text_put(out, k->table);
    for (int i = 0; i < k->keys; i++) {
        const struct column *c = &k->columns[i];
        text_char(out, '/');
        if (c->kind == COLUMN_TEXT) {
            text_put(out, (const char *)row + c->offset);
            continue;
        }
        snprintf(digits, sizeof digits, "%019lld", (long long)column_number(c, row));
        text_put(out, digits);
    }
}

void row_write(enum write_kind kind, const void *row, struct text *out)
{
    const struct row_kind *k = &row_kinds[kind];
    text_json_open(out, '{');
    text_member_string(out, "in", k->table);
    for (const struct column *c = k->columns; c->name; c++)
        if (c->kind == COLUMN_TEXT)
            text_member_string(out, c->name, (const char *)row + c->offset);
        else
            text_member_int(out, c->name, column_number(c, row));
    text_json_close(out, '}');
}

static bool take_column(const struct column *c, const struct json *value, char *row)
{
    char *at = row + c->offset;
    const char *text = json_text(value);
    int64_t n = json_int(value);
    if (!value)
        return true;
    if (c->kind == COLUMN_TEXT) {
        if (!text || strlen(text) >= c->size)
            return false;
        memcpy(at, text, strlen(text) + 1);
        return true;
    }
    if (!json_is(value, JSON_INTEGER) || (c->kind == COLUMN_BYTE && (n < 0 || n > UINT8_MAX)) ||
        (c->kind == COLUMN_INT && (n < INT32_MIN || n > INT32_MAX)))
        return false;
    column_set_number(c, row, n);
    return true;
}

enum write_kind row_read(const char *text, size_t length, union any_row *out)
{
    const struct json *json = json_load(text, length, NULL);
    const char *table = json_text(json_get(json, "in"));
    enum write_kind kind = table ? WRITE_TABLE : WRITE_ROWS;
    while (kind < WRITE_NEW_TABLE && strcmp(row_kinds[kind].table, table) != 0)
        kind++;
    bool fine = kind < WRITE_NEW_TABLE;
    memset(out, 0, sizeof *out);
    for (int i = 0; fine && row_kinds[kind].columns[i].name; i++) {
        const struct column *c = &row_kinds[kind].columns[i];
        const struct json *value = json_get(json, c->name);
        fine = (value || i >= row_kinds[kind].keys) && take_column(c, value, (char *)out);
    }
    json_free(json);
    return fine ? kind : WRITE_ROWS;
}

/*
 * weights.c: learned evaluations as files. Weights are whole numbers of ten-thousandths: files stay small,
 * and reading gives exactly what was written.
 */
#include <math.h>
#include <string.h>

#include "bot/bot_shared.h"
#include "core/json.h"

enum {
    MAX_WEIGHT = 1000 * EVAL_UNIT,
    MAX_VALUES = EVAL_MAX_HIDDEN * (GAME_MAX_FEATURES + 8) + 4 * GAME_MAX_FEATURES + 80
};

static bool refuse(struct text *error, const char *what, const char *key)
{
    if (error)
        text_printf(error, "%s%s", what, key);
    return false;
}

static bool read_row(const struct json *row, float *out, int count)
{
    if (json_size(row) != count)
        return false;
    int i = 0;
    for (const struct json *at = json_first(row); at; at = json_next(row, at), i++) {
        long n;
        if (!json_int_in(at, -MAX_WEIGHT, MAX_WEIGHT, &n))
            return false;
        out[i] = (float)n / EVAL_UNIT;
    }
    return true;
}

/* Reads rows into memory where they are `stride` floats apart. */
static bool read_rows(const struct json *file, const char *key, float *out, int stride, int rows, int count,
                      struct text *error)
{
    const struct json *array = json_get(file, key);
    int i = 0;
    bool fine = json_size(array) == rows;
    for (const struct json *at = json_first(array); fine && at; at = json_next(array, at), i++)
        fine = read_row(at, out + i * stride, count);
    return fine || refuse(error, "wrong or missing numbers in ", key);
}

static bool read_head(const struct json *file, const struct game *game, int seats, struct eval *out,
                      struct text *error)
{
    long n;
    if (!json_says(json_get(file, "game"), game->name))
        return refuse(error, "the weights are not for the game ", game->name);
    if (!json_int_in(json_get(file, "seats"), seats, seats, &n))
        return refuse(error, "the weights are for another number of seats", "");
    /* Features are only ever added at the end: weights that know fewer of them are 0 for the rest. */
    if (!json_int_in(json_get(file, "features"), 1, game->feature_count, &n))
        return refuse(error, "the weights are for other features than the game has now", "");
    out->features = (int)n;
    if (!json_int_in(json_get(file, "hidden"), 0, EVAL_MAX_HIDDEN, &n))
        return refuse(error, "hidden is missing or too large", "");
    out->hidden = (int)n;
    if (!json_int_in(json_get(file, "scale"), 1, 1000, &n))
        return refuse(error, "scale must be a number of points from 1 to 1000", "");
    out->scale = (float)n;
    if (!json_int_in(json_get(file, "games"), 0, 1000000000, &n))
        return refuse(error, "games must be the number of games that were learned from", "");
    out->games = n;
    if (!json_copy_text(json_get(file, "made_by"), out->made_by, sizeof out->made_by))
        return refuse(error, "made_by must be the command that made the weights", "");
    return true;
}

bool eval_read(const char *text, size_t length, const struct game *game, int seats, struct eval *out,
               struct text *error)
{
    struct json memory[MAX_VALUES];
    memset(out, 0, sizeof *out);
    const struct json *file = json_read(text, length, memory, sizeof memory, error);
    if (!file || !read_head(file, game, seats, out, error))
        return false;
    int f = out->features, h = out->hidden;
    out->features = game->feature_count;
    return (read_row(json_get(file, "bias"), out->net.bias, EVAL_OUTPUTS) ||
            refuse(error, "wrong or missing numbers in bias", "")) &&
           read_rows(file, "direct", out->net.direct[0], GAME_MAX_FEATURES, EVAL_OUTPUTS, f, error) &&
           (read_row(json_get(file, "hidden_bias"), out->net.hidden_bias, h) ||
            refuse(error, "wrong or missing numbers in hidden_bias", "")) &&
           read_rows(file, "in", out->net.in[0], GAME_MAX_FEATURES, h, f, error) &&
           read_rows(file, "out", out->net.out[0], EVAL_MAX_HIDDEN, EVAL_OUTPUTS, h, error);
}

static void write_row(const float *row, int count, struct text *out)
{
    text_json_open(out, '[');
    for (int i = 0; i < count; i++)
        text_json_int(out, lrintf(row[i] * EVAL_UNIT));
    text_json_close(out, ']');
}

static void write_rows(const char *key, const float *rows, int stride, int count, int length,
                       struct text *out)
{
    text_printf(out, ",\n\"%s\":[", key);
    for (int i = 0; i < count; i++) {
        text_put(out, i ? ",\n" : "\n");
        struct text row = text_in(out->at + out->length, out->size - out->length);
        write_row(rows + i * stride, length, &row);
        out->length += row.length;
        out->cut |= row.cut;
    }
    text_char(out, ']');
}

void eval_write(const struct eval *e, const struct game *game, int seats, struct text *out)
{
    text_json_open(out, '{');
    text_json_key(out, "game");
    text_json_string(out, game->name);
    text_json_key(out, "seats");
    text_json_int(out, seats);
    text_json_key(out, "made_by");
    text_json_string(out, e->made_by);
    text_json_key(out, "games");
    text_json_int(out, e->games);
    text_json_key(out, "features");
    text_json_int(out, e->features);
    text_json_key(out, "hidden");
    text_json_int(out, e->hidden);
    text_json_key(out, "scale");
    text_json_int(out, lrintf(e->scale));
    text_json_key(out, "bias");
    write_row(e->net.bias, EVAL_OUTPUTS, out);
    text_json_key(out, "hidden_bias");
    write_row(e->net.hidden_bias, e->hidden, out);
    write_rows("direct", e->net.direct[0], GAME_MAX_FEATURES, EVAL_OUTPUTS, e->features, out);
    write_rows("in", e->net.in[0], GAME_MAX_FEATURES, e->hidden, e->features, out);
    write_rows("out", e->net.out[0], EVAL_MAX_HIDDEN, EVAL_OUTPUTS, e->hidden, out);
    text_put(out, "}\n");
}

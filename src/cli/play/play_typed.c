/* play_typed.c: understands what people type instead of a move's exact text. */
#include "cli/play/play_typed.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "cli/base/cli.h"
#include "face/message.h"

enum { NEAR = 2, WORD = 64 };

void typed_list(struct typed_moves *m, const struct game *game, const void *state, int seat)
{
    m->game = game;
    m->count = game->moves(game, state, seat, m->move, NULL);
    for (int i = 0; i < m->count; i++) {
        struct text out = TEXT_IN(m->text[i]);
        game->move_text(game, state, seat, m->move[i], &out);
    }
}

static const char *skip_spaces(const char *s)
{
    return s + strspn(s, " \t");
}

/* Whether every word of `typed` is the beginning of the word of `move` in the same place. `whole`: they are
 * equal. */
static bool begins(const char *move, const char *typed, bool *whole)
{
    *whole = true;
    for (typed = skip_spaces(typed); *typed; typed = skip_spaces(typed)) {
        size_t have = strcspn(typed, " \t"), word = strcspn(move, " ");
        if (have > word || strncasecmp(move, typed, have) != 0)
            return false;
        *whole = *whole && have == word;
        typed += have;
        move += word + (move[word] == ' ');
    }
    *whole = *whole && !*move;
    return true;
}

/* ---- nearest words ---- */

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* How many letters must be changed, added or left out; more than NEAR is NEAR + 1. Case does not count. */
static int distance(const char *a, const char *b)
{
    size_t m = strlen(a), n = strlen(b);
    int row[WORD + 1];
    if (m > WORD || n > WORD || (m > n ? m - n : n - m) > NEAR)
        return NEAR + 1;
    for (size_t j = 0; j <= n; j++)
        row[j] = (int)j;
    for (size_t i = 1; i <= m; i++) {
        int corner = row[0];
        row[0] = (int)i;
        for (size_t j = 1; j <= n; j++) {
            int kept = row[j];
            bool same = strncasecmp(&a[i - 1], &b[j - 1], 1) == 0;
            row[j] = least(least(row[j], row[j - 1]) + 1, corner + !same);
            corner = kept;
        }
    }
    return least(row[n], NEAR + 1);
}

static const char *nearest(const struct typed_moves *m, const char *line, const char *const words[])
{
    const char *best = NULL;
    int near = strlen(line) < 4 ? 1 : NEAR;
    for (int i = 0; words[i]; i++) {
        int d = distance(line, words[i]);
        if (d <= near) {
            best = words[i];
            near = d - 1;
        }
    }
    for (int i = 0; i < m->count; i++) {
        int d = distance(line, m->text[i]);
        if (d <= near) {
            best = m->text[i];
            near = d - 1;
        }
    }
    return best;
}

/* ---- reading ---- */

/* Whether the first word is a verb of the game: one of a legal move, or one that the catalogue has. */
static bool is_verb(const struct typed_moves *m, const char *line)
{
    char key[WORD * 2];
    struct text out = TEXT_IN(key);
    size_t n = strcspn(line, " \t");
    for (int i = 0; i < m->count; i++)
        if (strncasecmp(m->text[i], line, n) == 0 && strcspn(m->text[i], " ") == n)
            return true;
    text_printf(&out, "verb.%s.", m->game->box_file);
    text_put_n(&out, line, n < WORD ? n : WORD);
    return catalogue_has(LANGUAGE_EN, key);
}

static bool read_command(const char *line, const char *const words[], bool whole, struct typed *t)
{
    size_t n = strcspn(line, " \t");
    int found = 0;
    for (int i = 0; words[i]; i++)
        if (strncasecmp(words[i], line, n) == 0 && (!whole || !words[i][n])) {
            t->command = words[i];
            found++;
        }
    if (found != 1)
        return false;
    t->kind = TYPED_COMMAND;
    t->rest = skip_spaces(line + n);
    return true;
}

static void read_move(const struct typed_moves *m, const char *line, struct typed *t)
{
    for (int i = 0; i < m->count; i++) {
        bool whole;
        if (!begins(m->text[i], line, &whole))
            continue;
        if (whole) {
            *t = (struct typed){.kind = TYPED_MOVE, .move = i};
            return;
        }
        if (t->found < TYPED_LIST)
            t->list[t->found] = i;
        t->found++;
    }
    t->kind = t->found == 1 ? TYPED_MOVE : t->found ? TYPED_SEVERAL : TYPED_UNKNOWN;
    t->move = t->list[0];
}

/* Without spaces, hyphens and commas, in small letters: "wall a1 a2" and "Wall a1-a2" are both "walla1a2". */
static void squeeze(const char *text, char out[WORD])
{
    size_t n = 0;
    for (; *text && n < WORD - 1; text++)
        if (!strchr(" \t-,", *text))
            out[n++] = (char)tolower((unsigned char)*text);
    out[n] = '\0';
}

/* Finds the only move with the same letters and digits, whatever stands between them. */
static void read_squeezed(const struct typed_moves *m, const char *line, struct typed *t)
{
    char typed[WORD], move[WORD];
    int found = 0;
    squeeze(line, typed);
    for (int i = 0; i < m->count && *typed; i++) {
        squeeze(m->text[i], move);
        if (strcmp(typed, move) == 0) {
            t->move = i;
            found++;
        }
    }
    if (found == 1)
        t->kind = TYPED_MOVE;
}

struct typed typed_read(const struct typed_moves *m, const char *line, const char *const words[])
{
    struct typed t = {0};
    long number;
    line = skip_spaces(line);
    if (!*line)
        return t;
    if (cli_number(line, 1, m->count, &number))
        return (struct typed){.kind = TYPED_MOVE, .move = (int)number - 1};
    read_move(m, line, &t);
    bool several =
        line[strcspn(line, " \t")] != '\0'; /* "score" is a command, "score cities" a move of Castle */
    struct typed command = {0};
    if ((t.kind != TYPED_MOVE || !several) && read_command(line, words, true, &command))
        return command;
    if (t.kind == TYPED_UNKNOWN && read_command(line, words, false, &command))
        return command;
    if (t.kind == TYPED_UNKNOWN)
        read_squeezed(m, line, &t);
    if (t.kind == TYPED_UNKNOWN) {
        t.kind = is_verb(m, line) ? TYPED_ILLEGAL : TYPED_UNKNOWN;
        t.nearest = nearest(m, line, words);
    }
    return t;
}

/* partial_index.c: reads the lines of a partial record once, so that each of its draws need not read them
 * again.
 */
#include "core/partial_index.h"

#include <string.h>

/* Takes the next line that is a move. False at the end. */
static bool next_told(const char **rest, struct told *line)
{
    while (**rest) {
        const char *s = *rest;
        size_t n = strcspn(s, "\r\n");
        *rest = s + n + strspn(s + n, "\r\n");
        bool is_move = n > 4 && n - 4 < sizeof line->move && s[0] == '#' && s[1] == ' ' && s[3] == ' ';
        if (!is_move || (s[2] != '*' && (s[2] < '1' || s[2] >= '1' + GAME_MAX_SEATS)))
            continue;
        line->actor = s[2] == '*' ? GAME_CHANCE : s[2] - '1';
        memcpy(line->move, s + 4, n - 4);
        line->move[n - 4] = '\0';
        line->hidden = line->move[n - 5] == '?';
        return true;
    }
    return false;
}

size_t partial_next_word(const char **move, const char **word)
{
    *word = *move + strspn(*move, " ");
    size_t n = strcspn(*word, " ");
    *move = *word + n;
    return n;
}

/* The bucket where a word is, or would be. The key is where the memory is: a stranger who does not know it
 * cannot write words that all go into one bucket. */
static int *find_bucket(struct partial_index *x, const char *at, size_t length)
{
    uint64_t hash = (uint64_t)(uintptr_t)x;
    for (size_t i = 0; i < length; i++) {
        hash = (hash ^ (unsigned char)at[i]) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 32;
    }
    for (uint64_t i = hash;; i++) {
        int *bucket = &x->buckets[i % PARTIAL_BUCKETS];
        if (!*bucket)
            return bucket;
        const struct told_word *w = &x->words[*bucket - 1];
        if (w->length == (int)length && memcmp(w->at, at, length) == 0)
            return bucket;
    }
}

static const struct told_word *find_word(struct partial_index *x, const char *word)
{
    int number = *find_bucket(x, word, strlen(word));
    return number ? &x->words[number - 1] : NULL;
}

static int add_word(struct partial_index *x, const char *at, size_t length)
{
    int *bucket = find_bucket(x, at, length);
    if (!*bucket) {
        struct told_word *w = &x->words[x->word_count];
        *w = (struct told_word){.length = (int)length, .at = at, .last_of_all = -1};
        for (int seat = 0; seat < GAME_MAX_SEATS; seat++)
            w->last[seat] = -1;
        *bucket = ++x->word_count;
    }
    return *bucket - 1;
}

/* A hidden move has one place, for the one card that it may be found to name. False if there is no room. */
static bool add_line(struct partial_index *x, struct told *line)
{
    const char *move = line->move, *word;
    line->place = x->place_count;
    for (size_t n; (n = partial_next_word(&move, &word));) {
        if (x->place_count == PARTIAL_WORDS || x->word_count == PARTIAL_WORDS)
            return false;
        int number = add_word(x, word, n);
        struct told_word *w = &x->words[number];
        w->last_of_all = x->count;
        if (line->actor < GAME_MAX_SEATS)
            w->last[line->actor] = x->count;
        if (line->actor < GAME_MAX_SEATS && !line->hidden)
            w->count[line->actor]++;
        if (!line->hidden)
            x->place_of[x->place_count++] = number;
    }
    if (line->hidden)
        x->place_of[x->place_count++] = -1;
    x->count++;
    return true;
}

static void list_places(struct partial_index *x)
{
    int used = 0;
    for (int i = 0; i < x->word_count; i++)
        for (int seat = 0; seat < GAME_MAX_SEATS; seat++) {
            struct told_word *w = &x->words[i];
            w->begin[seat] = used;
            used += w->count[seat];
            w->count[seat] = 0;
        }
    for (int i = 0; i < x->count; i++) {
        const struct told *line = &x->lines[i];
        int end = i + 1 < x->count ? x->lines[i + 1].place : x->place_count;
        for (int place = line->place; place < end && line->actor < GAME_MAX_SEATS && !line->hidden; place++) {
            struct told_word *w = &x->words[x->place_of[place]];
            x->places[w->begin[line->actor] + w->count[line->actor]++] = place;
        }
    }
}

void partial_index(struct partial_index *x, const char *rest)
{
    x->count = x->word_count = x->place_count = 0;
    memset(x->buckets, 0, sizeof x->buckets);
    while (x->count < PARTIAL_LINES && next_told(&rest, &x->lines[x->count]))
        if (!add_line(x, &x->lines[x->count]))
            break;
    struct told more;
    x->whole = x->count < PARTIAL_LINES && !next_told(&rest, &more);
    list_places(x);
}

bool partial_is_named(struct partial_index *x, int line, int actor, const char *word)
{
    const struct told_word *w = find_word(x, word);
    return w && (actor == GAME_CHANCE ? w->last_of_all : w->last[actor]) >= line;
}

int partial_place(struct partial_index *x, int line, int seat, const char *word, int skip)
{
    const struct told_word *w = find_word(x, word);
    if (!w || line >= x->count)
        return PARTIAL_NONE;
    const int *places = x->places + w->begin[seat];
    int low = 0, high = w->count[seat];
    while (low < high) {
        int middle = (low + high) / 2;
        if (places[middle] < x->lines[line].place)
            low = middle + 1;
        else
            high = middle;
    }
    return low + skip < w->count[seat] ? places[low + skip] : PARTIAL_NONE;
}

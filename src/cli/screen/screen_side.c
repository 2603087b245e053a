/* screen_side.c: the column beside the board: the players, what the table has, the hand and the log. */
#include "cli/screen/screen_side.h"

#include <stdio.h>
#include <string.h>

#include "face/wrap.h"

enum {
    WORDS_SIZE = 512,
    LOG_WORDS = STORY_LINE + 16,
    LOG_LEAST = 3 /* rows that the hand leaves to the log */
};

static int rows_of(const char *text, int width)
{
    char line[WORDS_SIZE];
    int rows = 0;
    while (wrap_line(&text, width, line, sizeof line))
        rows++;
    return rows;
}

/* ---- players ---- */

static int put_player(const struct layout *l, int seat, int points, int row, int last, int column, int width)
{
    const struct session *s = l->session;
    const struct match *m = &s->table.match;
    char words[WORDS_SIZE], name[128], score[32];
    struct text out = TEXT_IN(words), sum = TEXT_IN(score);
    const char mark[2] = {s->face->mark(seat), '\0'};
    unsigned ink = INK_SEAT + (unsigned)seat;
    bool acts = table_next(&s->table) == seat;
    if (row > last)
        return row;
    char level[16];
    snprintf(level, sizeof level, "level.%d", s->table.level);
    snprintf(name, sizeof name, "%s%s%s", l->speaker.names[seat], seat < s->table.persons ? "" : ", ",
             seat < s->table.persons ? "" : catalogue_text(l->speaker.language, level));
    SAY(&l->speaker, &sum, "points", ARG_NUMBER("count", points));
    screen_put(row, column, 1, acts ? "▶" : " ", ink);
    screen_put(row, column + 1, 1, mark, ink | STYLE_FILLED);
    screen_put(row, column + 3, width - 4 - wrap_width(score), name, ink | STYLE_BOLD);
    screen_put(row, column + width - wrap_width(score), width, score, INK_STRONG);
    s->face->player(&l->speaker, m->game, l->view, seat, &out);
    return screen_put_wrapped(row + 1, last, column + 3, width - 3, words, INK_TEXT);
}

/* ---- the hand ---- */

/* How much is said about each card: the first of these that leaves the log its rows. */
enum hand_style { HAND_EXPLAINED, HAND_TITLES, HAND_CUT };

struct hand {
    int count, copies[FACE_CARDS];
    char title[FACE_CARDS][192], about[FACE_CARDS][256];
};

/* The viewer's cards; equal ones are one entry. */
static void list_hand(const struct layout *l, struct hand *h)
{
    static char cards[FACE_CARDS][FACE_CARD];
    const struct face *face = l->session->face;
    const struct game *game = l->session->table.match.game;
    int you = l->speaker.you, count = face->hand && you >= 0 ? face->hand(game, l->view, you, cards) : 0;
    h->count = 0;
    for (int i = 0, copies; i < count; i += copies) {
        struct text title = TEXT_IN(h->title[h->count]), about = TEXT_IN(h->about[h->count]);
        for (copies = 1; i + copies < count && strcmp(cards[i], cards[i + copies]) == 0;)
            copies++;
        h->copies[h->count] = copies;
        face->card(&l->speaker, game, l->view, you, cards[i], &title, &about);
        h->count++;
    }
}

/* Writes as much of a text as fits into a number of columns. */
static void put_cut(const char *text, int width, struct text *out)
{
    if (wrap_width(text) <= width) {
        text_put(out, text);
        return;
    }
    const char *end = text;
    for (int column = 1; column < width; column++)
        end += wrap_character(end);
    text_put_n(out, text, (size_t)(end - text));
    text_put(out, "…");
}

/* "King (3) ×2: 3 points at once." */
static void put_card_words(const struct hand *h, int i, enum hand_style style, int width, struct text *out)
{
    char copies[16] = "";
    if (h->copies[i] > 1)
        snprintf(copies, sizeof copies, " ×%d", h->copies[i]);
    if (style == HAND_CUT)
        put_cut(h->title[i], width - wrap_width(copies), out);
    else
        text_put(out, h->title[i]);
    text_put(out, copies);
    if (style == HAND_EXPLAINED && h->about[i][0])
        text_printf(out, ": %s", h->about[i]);
}

static int hand_rows(const struct hand *h, enum hand_style style, int width)
{
    int rows = 0;
    for (int i = 0; i < h->count; i++) {
        char words[WORDS_SIZE];
        struct text out = TEXT_IN(words);
        put_card_words(h, i, style, width, &out);
        rows += rows_of(words, width);
    }
    return rows;
}

static int put_hand(const struct layout *l, int row, int last, int column, int width)
{
    static struct hand h;
    char title[96];
    struct text heading = TEXT_IN(title);
    enum hand_style style = HAND_EXPLAINED;
    int most = last - row - LOG_LEAST; /* rows for the cards */
    list_hand(l, &h);
    if (h.count == 0 || most < 1)
        return row;
    while (style < HAND_CUT && hand_rows(&h, style, width - 2) > most)
        style++;
    SAY(&l->speaker, &heading, "terminal.hand", words_person(&l->speaker, "name", l->speaker.you));
    screen_rule(row, column, width, "─", INK_FAINT);
    screen_put(row++, column + 1, width - 2, title, INK_FAINT);
    for (int i = 0, end = row + most; i < h.count && row < end; i++) {
        char words[WORDS_SIZE];
        struct text out = TEXT_IN(words);
        put_card_words(&h, i, style, width - 2, &out);
        bool more = row == end - 1 && i + 1 < h.count;
        screen_put(row, column, 1, "·", INK_FAINT);
        row = screen_put_wrapped(row, end - 1, column + 2, width - 2, more ? "…" : words, INK_TEXT);
    }
    return row;
}

/* ---- the log ---- */

/* Equal lines that follow each other are shown as one: "Fish was dealt a card. ×6". Returns the first of
 * those that end with `last`. */
static int log_group(const struct story *story, int last, char words[LOG_WORDS])
{
    int first = last;
    while (first > 0 && strcmp(story->lines[first - 1].text, story->lines[last].text) == 0)
        first--;
    snprintf(words, STORY_LINE, "%s", story->lines[last].text);
    if (first < last)
        snprintf(words + strlen(words), 16, " ×%d", last - first + 1);
    return first;
}

/* The newest lines of the story, as many as fit; those that the viewer has not seen yet are strong. */
static void put_log(const struct layout *l, int row, int last, int column, int width)
{
    char words[LOG_WORDS];
    const struct story *story = l->story;
    int first = story->count, rows = last - row + 1;
    while (first > 0) {
        int group = log_group(story, first - 1, words), needed = rows_of(words, width - 2);
        if (needed > rows)
            break;
        rows -= needed;
        first = group;
    }
    while (first < story->count) {
        int end = first, actor = story->lines[first].actor;
        while (end + 1 < story->count && log_group(story, end + 1, words) == first)
            end++;
        log_group(story, end, words);
        bool seat = actor < l->session->table.match.seats;
        screen_put(row, column, 1, seat ? "•" : " ", seat ? INK_SEAT + (unsigned)actor : INK_FAINT);
        row = screen_put_wrapped(row, last, column + 2, width - 2, words,
                                 end >= l->told ? INK_TEXT : INK_FAINT);
        first = end + 1;
    }
}

/* ---- all of it ---- */

void side_draw(const struct layout *l, int last, int column, int width)
{
    const struct session *s = l->session;
    const struct match *m = &s->table.match;
    int points[GAME_MAX_SEATS], row = 1;
    char words[2048];
    struct text out = TEXT_IN(words);
    screen_put(0, column, width, m->game->title, INK_STRONG | STYLE_BOLD);
    m->game->score(m->game, l->view, points);
    for (int seat = 0; seat < m->seats; seat++)
        row = put_player(l, seat, points[seat], row, last, column, width);
    if (s->face->status)
        s->face->status(&l->speaker, m->game, l->view, l->speaker.you, &out);
    const char *rest = strchr(words, '\n'); /* the first line is the task */
    if (rest && rest[1] && row + 1 < last) {
        screen_rule(row++, column, width, "─", INK_FAINT);
        row = screen_put_wrapped(row, last, column, width, rest + 1, INK_FAINT);
    }
    row = put_hand(l, row, last, column, width);
    if (row < last) {
        screen_rule(row++, column, width, "─", INK_FAINT);
        put_log(l, row, last, column, width);
    }
}

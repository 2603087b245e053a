/* plain_face.c: the face of a game without its own: its notation, its picture in text, and events as they
 * are. */
#include <string.h>

#include "face/face.h"

static void move_words(const struct speaker *s, const struct game *game, const void *view, int seat,
                       game_move move, struct text *out)
{
    (void)s;
    game->move_text(game, view, seat, move, out);
}

static void say(const struct speaker *s, const struct game *game, const struct face_line *line,
                struct text *out)
{
    (void)game;
    if (line->actor != GAME_CHANCE)
        text_printf(out, "%s: ", words_person(s, "", line->actor).text);
    text_put(out, line->move);
    for (int i = 0; i < line->count; i++) {
        const struct game_event *e = &line->events[i];
        if (strncmp(e->key, line->move, strlen(e->key)) == 0)
            continue;
        text_printf(out, ", %s", e->key);
        if (e->amount)
            text_printf(out, " %d", e->amount);
        if (e->what)
            text_printf(out, " %s", e->what);
        if (e->place[0])
            text_printf(out, " %s", e->place);
    }
    text_char(out, '.');
}

static void player(const struct speaker *s, const struct game *game, const void *view, int seat,
                   struct text *out)
{
    (void)s, (void)game, (void)view, (void)seat, (void)out;
}

static char mark(int seat)
{
    return (char)('1' + seat);
}

static void thing(const struct speaker *s, const struct game *game, const char *what, struct text *out)
{
    (void)s, (void)game;
    text_put(out, what);
}

static void describe(const struct speaker *s, const struct game *game, const void *view, int viewer,
                     struct text *out)
{
    (void)s;
    game->picture(game, view, viewer, out);
}

static void draw(const struct game *game, const void *view, int viewer, int scale, struct canvas *c)
{
    char picture[16 * 1024];
    struct text out = TEXT_IN(picture);
    (void)scale;
    game->picture(game, view, viewer, &out);
    canvas_begin(c, 80, CANVAS_ROWS);
    c->columns = c->rows = 0;
    for (char *line = picture, *end; *line && c->rows < CANVAS_ROWS; line = end) {
        end = line + strcspn(line, "\n");
        if (*end)
            *end++ = '\0';
        int wide = (int)strlen(line) < 80 ? (int)strlen(line) : 80;
        c->columns = wide > c->columns ? wide : c->columns;
        c->rows++;
        canvas_put(c, c->rows - 1, 0, line, INK_TEXT);
    }
}

static bool locate(const struct game *game, const void *view, int seat, game_move move, int scale,
                   struct canvas_place *out)
{
    (void)game, (void)view, (void)seat, (void)move, (void)scale, (void)out;
    return false;
}

static void legend(const struct speaker *s, struct text *out)
{
    (void)s, (void)out;
}

static const struct face plain_face = {
    .move_words = move_words,
    .say = say,
    .player = player,
    .mark = mark,
    .thing = thing,
    .describe = describe,
    .draw = draw,
    .locate = locate,
    .legend = legend,
};

const struct face *face_of(const struct game *game)
{
    for (const struct face *const *const *folder = face_folders; *folder; folder++)
        for (const struct face *const *face = *folder; *face; face++)
            if (strcmp((*face)->game, game->name) == 0)
                return *face;
    return &plain_face;
}

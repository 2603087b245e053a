/* record.c: games as text, read and written. */
#include "core/record.h"

#include <stdarg.h>
#include <string.h>

#include "core/list.h"

struct reader {
    const char *text, *end;
    int line;
    char word[RECORD_MAX_LINE]; /* the present line */
    struct text *error;
    const struct game *boxed;
    int option_line[GAME_OPTIONS_TEXT / 2], options;
    bool started;
    uint32_t resigned;
};

/* Refuses the present line. Formats as text_printf does. */
__attribute__((format(printf, 2, 3))) static bool refuse(struct reader *r, const char *format, ...)
{
    va_list args;
    if (!r->error)
        return false;
    text_printf(r->error, "line %d: ", r->line);
    va_start(args, format);
    text_vprintf(r->error, format, args);
    va_end(args);
    return false;
}

/* The same for what somebody wrote where something else was expected. */
static bool refuse_found(struct reader *r, const char *expected, const char *found)
{
    refuse(r, "expected %s, found ", expected);
    if (r->error)
        text_quote(r->error, found);
    return false;
}

static void note_resigned(struct reader *r, int seat)
{
    if (seat >= 0 && seat < GAME_MAX_SEATS)
        r->resigned |= game_bit(seat);
}

/* Takes the next line that says something. Returns 1, 0 at the end of the text, -1 if the line is refused. */
static int next_line(struct reader *r)
{
    while (r->text < r->end) {
        const char *newline = memchr(r->text, '\n', (size_t)(r->end - r->text));
        size_t n = (size_t)((newline ? newline : r->end) - r->text);
        const char *begin = r->text;
        r->text = newline ? newline + 1 : r->end;
        r->line++;
        if (n > 0 && begin[n - 1] == '\r')
            n--;
        if (memchr(begin, '\0', n)) {
            refuse(r, "a record has no NUL bytes");
            return -1;
        }
        if (n == sizeof RECORD_RESIGNED && memcmp(begin, RECORD_RESIGNED, n - 1) == 0)
            note_resigned(r, begin[n - 1] - '1');
        if (n == 0 || begin[0] == '#')
            continue;
        if (n >= sizeof r->word) {
            refuse(r, "a line of a record has at most %d bytes", (int)sizeof r->word - 1);
            return -1;
        }
        memcpy(r->word, begin, n);
        r->word[n] = '\0';
        return 1;
    }
    return 0;
}

/* A line of the head that must come next: what follows its first word. NULL after a refusal. */
static const char *head_line(struct reader *r, const char *word)
{
    int got = next_line(r);
    const char *s = r->word;
    if (got > 0 && text_take_word(&s, word))
        return s;
    if (got == 0) {
        r->line++;
        refuse(r, "expected \"%s …\", but the record ends here", word);
    } else if (got > 0) {
        char expected[32];
        struct text text = TEXT_IN(expected);
        text_printf(&text, "\"%s …\"", word);
        refuse_found(r, expected, r->word);
    }
    return NULL;
}

static bool head_number(struct reader *r, const char *word, int *n)
{
    const char *rest = head_line(r, word), *s = rest;
    if (!s)
        return false;
    bool padded = s[0] == '0' && s[1]; /* not castellany 01 */
    if (!padded && text_take_int(&s, n) && *s == '\0')
        return true;
    char expected[48];
    struct text text = TEXT_IN(expected);
    text_printf(&text, "a number after \"%s\"", word);
    return refuse_found(r, expected, rest);
}

static bool refuse_game(struct reader *r, const char *name)
{
    char quoted[128], names[128];
    struct text text = TEXT_IN(quoted), list = TEXT_IN(names);
    text_quote(&text, name);
    games_put_names(&list);
    return refuse(r, "no game called %s; games: %s", quoted, names);
}

static bool read_head(struct reader *r, struct record *record)
{
    int n;
    if (!head_number(r, "castellany", &n))
        return false;
    if (n != RECORD_VERSION)
        return refuse(r, "this program reads records of version %d, not %d", RECORD_VERSION, n);
    const char *name = head_line(r, "game");
    if (!name)
        return false;
    record->game = games_find(name);
    if (!record->game)
        return refuse_game(r, name);
    if (!head_number(r, "rules", &n))
        return false;
    if (n != record->game->rules)
        return refuse(r, "this program has rules %d of %s, not %d", record->game->rules, record->game->name,
                      n);
    if (!head_number(r, "seats", &record->seats))
        return false;
    if (record->seats >= record->game->min_seats && record->seats <= record->game->max_seats)
        return true;
    char range[32];
    struct text text = TEXT_IN(range);
    game_put_seats(record->game, &text);
    return refuse(r, "%s is for %s, not %d", record->game->title, range, record->seats);
}

static bool choose_box(struct reader *r, struct record *record, const char *box)
{
    const struct game *boxed = r->boxed;
    if (!*box)
        return refuse(r, "the option \"box=\" needs the name of a box");
    if (record->game->box_name)
        return refuse(r, "the option \"box\" is given twice");
    while (boxed && boxed->name && strcmp(boxed->name, record->game->name) != 0)
        boxed++;
    if (!boxed || !boxed->name || strcmp(boxed->box_name, box) != 0)
        return refuse(r, "the record was played with the box %s, which is not loaded", box);
    record->game = boxed;
    return true;
}

static bool read_option(struct reader *r, struct record *record, const char *option)
{
    if (!*option || strchr(option, ' '))
        return refuse_found(r, "one option after \"option\"", option);
    if (strncmp(option, "box=", 4) == 0)
        return choose_box(r, record, option + 4);
    struct text options = {
        .at = record->options, .size = sizeof record->options, .length = strlen(record->options)};
    if (options.length)
        text_char(&options, ' ');
    text_put(&options, option);
    if (options.cut)
        return refuse(r, "the options are longer than %d bytes", GAME_OPTIONS_TEXT - 1);
    r->option_line[r->options++] = r->line;
    return true;
}

/* Refuses the line of the first option with which the game does not start. */
static bool refuse_options(struct reader *r, const struct record *record, void *state)
{
    char some[GAME_OPTIONS_TEXT], word[GAME_OPTIONS_TEXT];
    struct text out = TEXT_IN(some);
    const char *rest = record->options;
    char problem[RECORD_MAX_LINE];
    struct text error = TEXT_IN(problem);
    for (int i = 0; !error.length && (rest = game_next_option(rest, word)); i++) {
        text_printf(&out, "%s%s", i ? " " : "", word);
        game_start(record->game, state, record->seats, some, &error);
        r->line = r->option_line[i];
    }
    return refuse(r, "%s", problem);
}

/* Options are judged together, with the components that the last of them may name. */
static bool start(struct reader *r, struct record *record, void *state)
{
    r->started = true;
    char problem[RECORD_MAX_LINE];
    struct text error = TEXT_IN(problem);
    if (game_start(record->game, state, record->seats, record->options, &error))
        return true;
    return r->options ? refuse_options(r, record, state) : refuse(r, "%s", problem);
}

static bool read_result(struct reader *r, struct record *record, const void *state)
{
    if (game_actor(record->game, state) >= 0)
        return refuse(r, "a result stands before the end of the game");
    char expected[RECORD_MAX_LINE];
    struct text text = TEXT_IN(expected);
    record_result(record->game, state, record->seats, &text);
    expected[text.length - 1] = '\0'; /* its newline */
    if (strcmp(expected, r->word) != 0)
        return refuse(r, "expected the result \"%s\"", expected);
    record->has_result = true;
    return true;
}

/* Splits "1 build B4E" into actor and move; NULL when the line is none of that kind. */
static const char *split(const char *line, int *actor)
{
    if (line[0] == '\0' || line[1] != ' ')
        return NULL;
    if (line[0] == '*')
        *actor = GAME_CHANCE;
    else if (line[0] >= '1' && line[0] < '1' + GAME_MAX_SEATS)
        *actor = line[0] - '1';
    else
        return NULL;
    return line + 2;
}

/* In a tournament both tables may wait for a seat. */
static bool refuse_actor(struct reader *r, uint32_t actors)
{
    char who[32];
    struct text out = TEXT_IN(who);
    for (; actors; actors &= actors - 1)
        text_printf(&out, "%s%c", out.length ? " or " : "", game_actor_letter(__builtin_ctz(actors)));
    return refuse(r, "expected a move of %s", who);
}

static bool read_move(struct reader *r, struct record *record, void *state, int actor, const char *move,
                      record_visit *visit, void *context, bool *stop)
{
    const struct game *game = record->game;
    uint32_t actors = game->to_act(game, state);
    if (!actors)
        return refuse(r, "a move stands after the end of the game");
    if (!(actors & game_bit(actor)))
        return refuse_actor(r, actors);
    char reason[RECORD_MAX_LINE];
    struct text why = TEXT_IN(reason);
    game_move found;
    if (!game_parse(game, state, actor, move, &found, &why))
        return refuse(r, "illegal move: %s", reason);
    if (visit && !visit(context, record, state, actor, found)) {
        *stop = true;
        return true;
    }
    game->apply(game, state, actor, found);
    record->moves++;
    return true;
}

bool record_replay(const char *text, size_t length, const struct game *boxed, record_visit *visit,
                   void *context, struct record *record, void *state, struct text *error)
{
    struct reader r = {.text = text, .end = text + length, .error = error, .boxed = boxed};
    *record = (struct record){0};
    if (length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0)
        r.text += 3; /* the byte order mark that some editors write */
    if (r.text == r.end) {
        if (error)
            text_put(error, "the file is empty; a record begins with \"castellany 1\"");
        return false;
    }
    if (!read_head(&r, record))
        return false;
    bool stop = false;
    int got;
    while (!stop && (got = next_line(&r)) != 0) {
        if (got < 0)
            return false;
        int actor;
        const char *move, *s = r.word;
        if (text_take_word(&s, "option")) {
            if (r.started)
                return refuse(&r, "an option stands after the first move");
            if (!read_option(&r, record, s))
                return false;
            continue;
        }
        if (!r.started && !start(&r, record, state))
            return false;
        if (record->has_result)
            return refuse_found(&r, "nothing after the result", r.word);
        if (text_take_word(&s, "=")) {
            if (!read_result(&r, record, state))
                return false;
        } else if ((move = split(r.word, &actor))) {
            if (!read_move(&r, record, state, actor, move, visit, context, &stop))
                return false;
        } else {
            return refuse_found(&r, "a move, an option or a result", r.word);
        }
    }
    record->resigned = r.resigned;
    return r.started || start(&r, record, state);
}

void record_head(const struct game *game, int seats, const char *options, struct text *out)
{
    char word[GAME_OPTIONS_TEXT];
    text_printf(out, "castellany %d\ngame %s\nrules %d\nseats %d\n", RECORD_VERSION, game->name, game->rules,
                seats);
    while ((options = game_next_option(options, word)))
        text_printf(out, "option %s\n", word);
    if (game->box_name)
        text_printf(out, "option box=%s\n", game->box_name);
}

void record_line(const struct game *game, const void *state, int actor, game_move move, struct text *out)
{
    text_printf(out, "%c ", game_actor_letter(actor));
    game->move_text(game, state, actor, move, out);
    text_char(out, '\n');
}

void record_result(const struct game *game, const void *state, int seats, struct text *out)
{
    int points[GAME_MAX_SEATS];
    game->score(game, state, points);
    text_char(out, '=');
    for (int seat = 0; seat < seats; seat++)
        text_printf(out, " %d", points[seat]);
    text_char(out, '\n');
}

/* option.c: reads, draws and checks the options that games declare. */
#include "core/option.h"

#include <assert.h>
#include <string.h>

#include "core/game.h"

const char *game_next_option(const char *options, char word[GAME_OPTIONS_TEXT])
{
    while (*options == ' ')
        options++;
    if (!*options)
        return NULL;
    size_t n = strcspn(options, " ");
    size_t kept = n < GAME_OPTIONS_TEXT ? n : GAME_OPTIONS_TEXT - 1;
    memcpy(word, options, kept);
    word[kept] = '\0';
    return options + n;
}

/* The place of the option that a word such as "first=2" is about, or -1. */
static int find_option(const struct game *game, const char *word)
{
    size_t n = strcspn(word, "=");
    for (int i = 0; game->options[i].name; i++) {
        assert(i < GAME_MAX_OPTIONS);
        if (strlen(game->options[i].name) == n && memcmp(game->options[i].name, word, n) == 0)
            return i;
    }
    return -1;
}

bool game_has_option(const struct game *game, const char *name)
{
    return find_option(game, name) >= 0 && !strchr(name, '=');
}

static bool refuse_unknown(const struct game *game, const char *word, struct text *error)
{
    size_t n = strcspn(word, "=");
    text_printf(error, "%s has no option ", game->title);
    text_quote_n(error, word, n);
    for (int i = 0; game->options[i].name; i++)
        text_printf(error, "%s%s", i ? ", " : "; it has: ", game->options[i].name);
    return false;
}

static bool refuse(struct text *error, const char *word)
{
    text_put(error, "the option ");
    text_quote(error, word);
    return false;
}

/* The value in "NAME=value", "" for a flag; NULL, with a message, if it is wrong. */
static const char *read_value(const struct game *game, int seats, const struct game_option *option,
                              const char *word, struct text *error)
{
    const char *equals = strchr(word, '='), *value = equals ? equals + 1 : "";
    if (option->kind == OPTION_FLAG) {
        if (!equals)
            return value;
        refuse(error, word);
        text_printf(error, " takes no value: write %s", option->name);
    } else if (!*value) {
        refuse(error, word);
        text_printf(error, " needs a value: write %s=…", option->name);
    } else if (option->kind == OPTION_SEAT) {
        if (value[0] >= '1' && value[0] < '1' + seats && !value[1]) /* not first=01 */
            return value;
        refuse(error, word);
        text_printf(error, " needs a seat from 1 to %d", seats);
    } else {
        char reason[128];
        struct text why = TEXT_IN(reason);
        if (option->check(game, seats, value, &why))
            return value;
        refuse(error, word);
        text_printf(error, " is wrong: %s", reason);
    }
    return NULL;
}

static bool refuse_length(struct text *error)
{
    if (error)
        text_printf(error, "the options are longer than %d bytes", GAME_OPTIONS_TEXT - 1);
    return false;
}

bool game_read_options(const struct game *game, int seats, const char *options, struct game_choices *out,
                       struct text *error)
{
    char nowhere[1], word[GAME_OPTIONS_TEXT];
    struct text unread = TEXT_IN(nowhere);
    error = error ? error : &unread;
    *out = (struct game_choices){.words = ""};
    if (strlen(options) >= GAME_OPTIONS_TEXT)
        return refuse_length(error);
    for (char *to = out->words; (options = game_next_option(options, word));) {
        int i = find_option(game, word);
        if (i < 0)
            return refuse_unknown(game, word, error);
        if (option_given(out, i)) {
            refuse(error, game->options[i].name);
            text_put(error, " is given twice");
            return false;
        }
        memcpy(to, word, strlen(word) + 1);
        out->value[i] = read_value(game, seats, &game->options[i], to, error);
        if (!out->value[i])
            return false;
        to += strlen(word) + 1;
    }
    return true;
}

/* Appends a drawn value. False if chance cannot choose this option. */
static bool draw_value(const struct game *game, int seats, const struct game_option *option, struct rng *rng,
                       struct text *out)
{
    if (option->kind == OPTION_SEAT)
        text_int(out, 1 + (long)rng_below(rng, (uint32_t)seats));
    else if (option->draw)
        option->draw(game, seats, rng, out);
    return option->kind == OPTION_SEAT || option->draw;
}

bool game_settle(const struct game *game, int seats, const char *options, struct rng *rng,
                 char settled[GAME_OPTIONS_TEXT], struct text *error)
{
    char word[GAME_OPTIONS_TEXT];
    struct game_choices choices;
    struct text out = text_in(settled, GAME_OPTIONS_TEXT);
    if (strlen(options) >= GAME_OPTIONS_TEXT)
        return refuse_length(error);
    for (const char *rest = options; (rest = game_next_option(rest, word));) {
        const char *value = strchr(word, '=');
        int i = find_option(game, word);
        if (out.length > 0)
            text_char(&out, ' ');
        if (i >= 0 && value && strcmp(value, "=random") == 0) {
            text_put_n(&out, word, (size_t)(value + 1 - word));
            if (draw_value(game, seats, &game->options[i], rng, &out))
                continue;
            text_put(&out, value + 1); /* refused below, as a value */
            continue;
        }
        text_put(&out, word);
    }
    return out.cut ? refuse_length(error) : game_read_options(game, seats, settled, &choices, error);
}

bool game_start(const struct game *game, void *state, int seats, const char *options, struct text *error)
{
    struct game_choices choices;
    if (seats < game->min_seats || seats > game->max_seats) {
        if (error) {
            text_printf(error, "%s is for ", game->title);
            game_put_seats(game, error);
            text_printf(error, ", not %d", seats);
        }
        return false;
    }
    if (!game_read_options(game, seats, options, &choices, error))
        return false;
    memset(state, 0, game->state_size);
    game->start(game, state, seats, &choices);
    return true;
}

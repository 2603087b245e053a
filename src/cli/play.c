/* play.c: castellany play: begins a game or goes on with one, and plays it on a screen or by lines. */
#include <errno.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/play/play_lines.h"
#include "cli/screen/play_screen.h"

static struct session session;
static struct table *const table = &session.table;
static const struct match *const match = &session.table.match;

/* The key of the match: made from the seed, or random. False if the system has no random numbers. */
static bool make_key(bool seeded, long seed, uint8_t key[MATCH_KEY])
{
    struct rng rng;
    rng_seed(&rng, (uint64_t)seed);
    for (int i = 0; seeded && i < MATCH_KEY; i++)
        key[i] = (uint8_t)(rng_next(&rng) >> 56);
    if (!seeded && sodium_init() < 0)
        return false;
    if (!seeded)
        randombytes_buf(key, MATCH_KEY);
    return true;
}

/* Adds the seat that begins to the options: that of --first, or one that is drawn. False if the options are
 * too long. */
static bool settle_first(const struct arguments *a, const struct game *game, char options[GAME_OPTIONS_TEXT])
{
    char word[GAME_OPTIONS_TEXT];
    const char *first = argument(a, "first");
    struct text out = text_in(options, GAME_OPTIONS_TEXT);
    bool draw = !first && game_has_option(game, "first");
    text_put(&out, a->options);
    for (const char *rest = a->options; (rest = game_next_option(rest, word));)
        draw = draw && strncmp(word, "first=", 6) != 0;
    if (draw || first) {
        cli_add_option(&out, "first=");
        text_put(&out, draw ? "random" : first);
    }
    return !out.cut;
}

/* Starts a new game as the command line says. */
static int begin(const struct arguments *a, const uint8_t key[MATCH_KEY])
{
    const struct game *game = cli_game(a->operands[0], argument(a, "box"));
    char options[GAME_OPTIONS_TEXT];
    if (!game)
        return CLI_REFUSED;
    int seats = (int)argument_number(a, "seats", game->min_seats);
    if (argument_number(a, "first", 1) > seats)
        return cli_usage("play", "--first takes a number from 1 to %d", seats);
    if (!settle_first(a, game, options))
        return cli_refuse("the options of the game are too long: at most %d bytes", GAME_OPTIONS_TEXT - 1);
    return table_begin(table, game, seats, options, key) ? CLI_OK : CLI_REFUSED;
}

/* Starts a new game or goes on with a saved one. */
static int begin_or_resume(const struct arguments *a, long seed)
{
    const char *resume = argument(a, "resume"), *seed_text = argument(a, "seed");
    uint8_t key[MATCH_KEY];
    if (resume && (a->count || argument(a, "seats") || argument(a, "first") || a->options[0]))
        return cli_usage("play", "%s is for a new game; with --resume the file says what is played",
                         a->count               ? a->operands[0]
                         : argument(a, "seats") ? "--seats"
                         : argument(a, "first") ? "--first"
                                                : "--option");
    if (!resume && !a->count)
        return cli_need_game("play");
    if (!make_key(seed_text, seed, key))
        return cli_refuse("the system has no random numbers: %s; --seed N does without", strerror(errno));
    *table = (struct table){.box = argument(a, "box"), .level = 3, .persons = 1};
    int code = !resume ? begin(a, key) : table_resume(table, resume, key) ? CLI_OK : CLI_REFUSED;
    if (code)
        return code;
    long persons = argument_number(a, "persons", table->persons);
    if (persons > match->seats)
        return cli_usage("play", "--persons takes a number from 0 to %d", match->seats);
    table_seat(table, (int)persons, (int)argument_number(a, "level", table->level));
    return CLI_OK;
}

bool play_on_screen(const struct arguments *a)
{
    return !argument(a, "plain") && !argument(a, "lines") && cli_terminal() && isatty(STDIN_FILENO);
}

int cmd_play(const struct arguments *a)
{
    bool plain = argument(a, "plain");
    long seed = argument_number(a, "seed", (long)time(NULL) ^ (long)getpid() << 20);
    if (!cli_language(argument(a, "lang"), &session.language))
        return cli_usage("play", "--lang takes en, nl or de, not \"%s\"", argument(a, "lang"));
    int code = begin_or_resume(a, seed);
    if (code != CLI_OK)
        return code;
    if (!session_open(&session, seed))
        return CLI_REFUSED;
    code = play_on_screen(a) ? play_screen(&session) : play_lines(&session, plain);
    session_close(&session);
    return code;
}

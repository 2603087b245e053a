/*
 * play.c: castellany play: a game at the terminal, against bots or with several people.
 *
 * It reads and prints whole lines and never changes the terminal's mode, so nothing must be restored when the
 * program stops.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include "bot/bot.h"
#include "bot/judge.h"
#include "bot/reasons.h"
#include "cli/cli.h"
#include "cli/folder.h"
#include "cli/input.h"
#include "cli/play_tell.h"
#include "cli/bot_setup.h"
#include "cli/rulebook.h"
#include "cli/play_table.h"
#include "match/tell.h"

enum {
    COLUMNS = 100,
    PICTURE_SIZE = 256 * 1024,
    HINT_LINES = 5,
    MANY = 20,
    REACTION_MS = 500 /* for the reactions of bots that search; other bots need no time */
};

enum answer { AGAIN, REDRAW, MOVED, QUIT };

static struct {
    struct table table;
    struct match_proposal proposal;
    struct teller teller;
    struct rng mind;
    bool plain, colour;
    int shown;          /* the seat whose hand was on the screen last, -1 at first */
    double react_until; /* wait until then for bots that might react; 0: there are none */
    void *memory;
    size_t memory_size;
    char text[PICTURE_SIZE];
    struct bot_opinion opinions[GAME_MAX_MOVES];
    char hinted[GAME_MOVE_TEXT]; /* the best opinion's move in the present position, empty if none was asked
                                    for */
} play;

static struct table *const table = &play.table;
static const struct match *const match = &play.table.match;

/* Ends the wait for reactions. Its length must not tell whether a bot was asked. */
static void settle(void)
{
    double left = play.react_until ? play.react_until - clock_wall(NULL) : 0;
    if (left > 0 && !input_stopped())
        nanosleep(&(struct timespec){.tv_nsec = (long)(left * 1e6)}, NULL);
    play.react_until = 0;
    tell_end(&play.teller);
}

/* Accepts the proposal and tells its moves. Only the first of them is a player's. */
static void make(void)
{
    int from = match->count;
    match_accept(&table->match, play.proposal.entries, play.proposal.count, NULL);
    play.hinted[0] = '\0';
    uint32_t react = from < match->count ? match->moves[from].react : 0;
    if (table->persons && (react & ~table_people(table)) && bot_levels[table->level - 1].ms > REACTION_MS)
        play.react_until = clock_wall(NULL) + REACTION_MS;
    tell_moves(&play.teller, from, settle);
}

/* With --plain everything is in words. The board is long then, so it is described only if `board` is set. */
static void draw(int viewer, bool board)
{
    const struct game *game = match->game;
    union game_state view;
    struct text out = TEXT_IN(play.text);
    game->observe(game, match->state, viewer, &view);
    enum picture_style style = play.plain && !board ? PICTURE_STATUS : cli_picture_style(play.plain);
    game->picture(game, &view, viewer, style, &out);
    printf("\n%s", play.text);
}

static void list_moves(int seat, const game_move *moves, int count)
{
    char cells[GAME_MOVE_TEXT + 8];
    int widest = 0, column = 0;
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < count; i++) {
            struct text cell = TEXT_IN(cells);
            text_printf(&cell, "%s%d ", pass && i < 9 && count > 9 && !play.plain ? " " : "", i + 1);
            match->game->move_text(match->game, match->state, seat, moves[i], &cell);
            if (pass == 0) {
                widest = (int)cell.length > widest ? (int)cell.length : widest;
            } else if (play.plain) {
                printf("%s\n", cells);
            } else {
                int width = widest + 4;
                bool last = column + 2 * width > COLUMNS || i + 1 == count;
                printf("  %-*s%s", width - 2, cells, last ? "\n" : "");
                column = last ? 0 : column + width;
            }
        }
}

static struct bot_question question(int seat, int ms, union game_state *view)
{
    struct bot_question settings = {.budget = {.clock = clock_wall, .ms = ms}};
    return bot_setup_question(settings, match->game, match->state, match->seats, seat, &play.mind, view);
}

static void put_opinion(const struct bot_opinion *o)
{
    printf("%.1f points %s expected, %.0f %% to win\n", o->margin < 0 ? -o->margin : o->margin,
           o->margin < 0 ? "behind" : "ahead", o->win * 100);
}

/* In what the first choice is better than the second, and in what worse. */
static void put_reasons(const struct bot_question *q)
{
    struct bot_reason reasons[BOT_REASONS];
    int count = bot_reasons(q, play.opinions[0].move, play.opinions[1].move, reasons);
    for (int i = 0; i < count; i++)
        printf("%s%s %+.1f%s", i ? ", " : "  of the difference between these two: ", reasons[i].term,
               (double)reasons[i].points, i + 1 < count ? "" : "\n");
}

static void hint(int seat)
{
    union game_state view;
    struct bot_question q = question(seat, 0, &view);
    int count;
    q.rng = NULL; /* the judge has luck of its own */
    judge_choose(&q, play.memory, play.memory_size, play.opinions, &count);
    for (int i = 0; i < count && i < HINT_LINES && (i == 0 || play.opinions[i].visits > 0); i++) {
        char other[GAME_MOVE_TEXT];
        struct text out = i ? TEXT_IN(other) : TEXT_IN(play.hinted);
        match->game->move_text(match->game, match->state, seat, play.opinions[i].move, &out);
        printf("  %-24s ", out.at);
        put_opinion(&play.opinions[i]);
    }
    if (count > 1)
        put_reasons(&q);
}

static bool put_clause(const char *clause)
{
    struct text out = TEXT_IN(play.text);
    if (!rulebook_clause(match->game, clause, &out))
        return false;
    fputs(play.text, stdout);
    return true;
}

static void why(int seat, const char *move, const game_move *moves, int count)
{
    char buffer[GAME_MOVE_TEXT], sentence[512];
    struct text name = TEXT_IN(buffer), english = TEXT_IN(sentence);
    long number;
    if (!*move && !play.hinted[0]) {
        puts("Why what? Type `why MOVE`: it names the clause that allows or forbids the move. After `hint`, "
             "`why` "
             "alone explains the hint.");
        return;
    }
    if (cli_number(move, 1, count, &number)) {
        match->game->move_text(match->game, match->state, seat, moves[number - 1], &name);
        move = buffer;
    } else if (!*move) {
        move = play.hinted;
    }
    struct reason reason = tell_why(match, seat, move, 0);
    if (reason.key) {
        reason_english(&reason, &english);
        printf("Not legal: %s\n", sentence);
        return;
    }
    if (strcmp(move, play.hinted) == 0) {
        printf("%s: ", move);
        put_opinion(&play.opinions[0]);
    }
    if (!put_clause(reason.clause))
        printf("%s is legal by clause %s.\n", move, reason.clause);
}

static void rules(const char *clause)
{
    char name[128];
    struct text out = TEXT_IN(play.text), quoted_name = TEXT_IN(name);
    const char *quoted = name;
    text_visible(&quoted_name, clause);
    if (*clause && put_clause(clause))
        return;
    if (*clause)
        printf("There is no clause %s. The chapters:\n", quoted);
    rulebook_chapters(match->game, &out);
    fputs(play.text, stdout);
    puts("`rules 2` prints a chapter, `rules 2.1` a clause.");
}

static void help(void)
{
    puts(
        "Type the number of a move, or the move itself.\n"
        "  hint          what a strong player would do        why [MOVE]    which rule allows or forbids it\n"
        "  undo          take back your last move             score         the points so far\n"
        "  rules [2.1]   the rules, or a chapter or clause    board, moves  draw or list them again\n"
        "  save FILE     keep the game for `--resume FILE`    quit          stop playing");
}

static void save(const char *file, bool over)
{
    if (!*file) {
        puts("Save to which file? Type `save FILE`.");
    } else if (table_save(table, file, over)) {
        fputs("Saved. ", stdout);
        tell_resume(table, file);
    }
}

static enum answer undo(int seat)
{
    char reason[256];
    struct text why_not = TEXT_IN(reason);
    int place = match_undo_step(match, seat, table_people(table));
    if (place < 0) {
        match_may_undo(match, seat, table_last(table, seat), table_people(table), &why_not);
        puts(reason);
        return AGAIN;
    }
    match_undo(match, place, 0, &play.proposal);
    make();
    puts("Taken back.");
    return REDRAW;
}

static enum answer move_or_refuse(bool fine)
{
    if (fine) {
        make();
        return MOVED;
    }
    printf("Not possible: %s\n(`help` lists what you can type.)\n", play.proposal.reason);
    return AGAIN;
}

static enum answer obey(int seat, const char *line, const game_move *moves, int count)
{
    const char *rest = line;
    long number = 1;
    if ((!*line && count == 1) || cli_number(line, 1, count, &number))
        return move_or_refuse(match_play(match, seat, moves[number - 1], 0, &play.proposal));
    if (!*line || text_take_word(&rest, "help") || text_take_word(&rest, "?"))
        help();
    else if (text_take_word(&rest, "hint"))
        hint(seat);
    else if (text_take_word(&rest, "why"))
        why(seat, rest, moves, count);
    else if (text_take_word(&rest, "score"))
        tell_score(table);
    else if (text_take_word(&rest, "rules"))
        rules(rest);
    else if (text_take_word(&rest, "moves"))
        list_moves(seat, moves, count);
    else if (text_take_word(&rest, "board"))
        draw(seat, true);
    else if (text_take_word(&rest, "save"))
        save(rest, false);
    else if (text_take_word(&rest, "save!"))
        save(rest, true);
    else if (text_take_word(&rest, "undo"))
        return undo(seat);
    else if (text_take_word(&rest, "quit"))
        return QUIT;
    else
        return move_or_refuse(match_move(match, seat, line, MATCH_NEWEST, 0, &play.proposal));
    return AGAIN;
}

/* With several people the screen is cleared before the next person's hand is shown. Then everything since
 * that person's last move is told again, because it went away with the screen. */
static bool hand_over(int seat)
{
    char line[INPUT_LINE], prompt[96];
    if (table->persons < 2 || play.shown == seat)
        return true;
    fputs(play.colour ? "\033[2J\033[3J\033[H"
                      : "\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n",
          stdout);
    snprintf(prompt, sizeof prompt, "Seat %d is to move. Nobody else should look now; press Enter. ",
             seat + 1);
    if (!input_line(prompt, line))
        return false;
    play.shown = seat;
    putchar('\n');
    struct teller teller = {.table = table, .viewer = seat};
    tell_moves(&teller, table_last(table, seat), NULL);
    tell_end(&teller);
    return true;
}

static enum answer turn(int seat)
{
    game_move moves[GAME_MAX_MOVES];
    char line[INPUT_LINE], prompt[64];
    tell_end(&play.teller);
    if (!hand_over(seat))
        return QUIT;
    draw(seat, false);
    int count = match->game->moves(match->game, match->state, seat, moves, NULL);
    if (play.plain && count > MANY)
        printf("%d moves are possible; `moves` lists them, `board` describes the board.\n", count);
    else
        list_moves(seat, moves, count);
    snprintf(prompt, sizeof prompt, "\nSeat %d, your move%s: ", seat + 1,
             count == 1 ? " (Enter makes it)" : "");
    for (;;) {
        if (!input_line(prompt, line))
            return QUIT;
        enum answer answer = obey(seat, line, moves, count);
        if (answer != AGAIN)
            return answer;
    }
}

static void bot_turn(int seat)
{
    union game_state view;
    uint32_t reacting = table_reacting(table) & ~table_people(table);
    int ms = reacting & game_bit(seat) ? REACTION_MS / __builtin_popcount(reacting) : 0;
    struct bot_question q = question(seat, ms, &view);
    match_play(match, seat, bot_level_choose(table->level, &q, play.memory, play.memory_size, NULL, NULL), 0,
               &play.proposal);
    make();
}

/* Stops playing. An unsaved game is written to a file of the current folder. */
static int leave(void)
{
    static char name[FOLDER_TEXT];
    struct text file = TEXT_IN(name);
    int code = CLI_OK;
    tell_end(&play.teller);
    puts(play.colour ? "\033[0m" : "");
    if (table_unsaved(table) && !table_rescue(table, &file)) {
        code = CLI_REFUSED;
    } else if (file.length) {
        printf("You had not saved the game; it is in %s now. ", name);
        tell_resume(table, name);
    }
    puts("Goodbye.");
    return input_stopped() ? 128 + input_stopped() : code;
}

static int finish(void)
{
    char line[INPUT_LINE];
    settle();
    draw(table->persons == 1 ? 0 : GAME_PUBLIC, true);
    puts("\nThe game is over.");
    tell_score(table);
    tell_winners(table);
    puts("`castellany analyse FILE` shows the mistakes in a saved game.");
    while (table->persons > 0 && input_line("\n`save FILE` keeps the game, Enter leaves: ", line) && *line) {
        const char *rest = line;
        if (text_take_word(&rest, "quit"))
            break;
        if (text_take_word(&rest, "save") && *rest)
            printf("%s", table_save(table, rest, false) ? "Saved.\n" : "");
    }
    return input_stopped() ? 128 + input_stopped() : CLI_OK;
}

static int run(void)
{
    int actor;
    play.teller = (struct teller){.table = table, .viewer = table->persons == 1 ? 0 : GAME_PUBLIC};
    while ((actor = table_next(table)) >= 0) {
        if (input_stopped())
            return leave();
        if (actor == GAME_CHANCE || !(table_reacting(table) & game_bit(actor)))
            settle();
        if (actor == GAME_CHANCE) {
            match_tick(match, 0, &play.proposal);
            make();
        } else if (actor >= table->persons) {
            bot_turn(actor);
        } else if (turn(actor) == QUIT) {
            return leave();
        }
    }
    return finish();
}

static void welcome(void)
{
    struct text out = TEXT_IN(play.text);
    printf("%s\n\n", match->game->title);
    rulebook_about(match->game, &out);
    printf("%s%s", play.text, out.length ? "\n" : "");
    if (table->persons == 1)
        printf("You play seat 1 against %s%s (level %d of %d). ", match->seats > 2 ? "bots called " : "",
               bot_levels[table->level - 1].name, table->level, BOT_LEVELS);
    puts("\nIf the game is new to you, `rules` lists its chapters, and `hint` shows what a strong player "
         "would do.\n");
    help();
}

/* The key of the match: made from the seed, or random. False if the system has no random numbers. */
static bool make_key(bool seeded, long seed, uint8_t key[MATCH_KEY])
{
    struct rng rng;
    rng_seed(&rng, (uint64_t)seed);
    for (int i = 0; seeded && i < MATCH_KEY; i++)
        key[i] = (uint8_t)(rng_next(&rng) >> 56);
    return seeded || getrandom(key, MATCH_KEY, 0) == MATCH_KEY;
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
static int begin_or_resume(const struct arguments *a)
{
    const char *resume = argument(a, "resume"), *seed_text = argument(a, "seed");
    long seed = argument_number(a, "seed", (long)time(NULL) ^ (long)getpid() << 20);
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
    rng_seed(&play.mind, (uint64_t)seed + 1);
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

int cmd_play(const struct arguments *a)
{
    play.plain = argument(a, "plain");
    int code = begin_or_resume(a);
    if (code != CLI_OK)
        return code;
    play.shown = -1;
    play.colour = cli_picture_style(play.plain) == PICTURE_COLOUR;
    play.memory_size = bot_level_memory(match->game);
    play.memory = malloc(play.memory_size + 1);
    if (!play.memory)
        return cli_refuse("out of memory");
    input_open(play.colour);
    welcome();
    code = run();
    free(play.memory);
    match_free(&table->match);
    return code;
}

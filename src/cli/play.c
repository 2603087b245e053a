/*
 * play.c: castellany play: a game at the terminal, against bots or with several people.
 *
 * Lines in, lines out: the terminal stays as it is, so nothing has to be put right when the program is
 * stopped.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "bot/bot.h"
#include "cli/cli.h"
#include "cli/input.h"
#include "cli/play_tell.h"
#include "cli/players.h"
#include "cli/rulebook.h"
#include "cli/session.h"

enum {
    COLUMNS = 100,
    PICTURE_ROOM = 256 * 1024,
    HINT_MS = 1000,
    HINT_LINES = 5,
    MANY = 20,
    REACTION_MS = 500 /* bots that search have so long for a reaction; the others need no time */
};

enum answer { AGAIN, REDRAW, MOVED, QUIT };

static struct {
    struct session session;
    struct teller teller;
    struct rng chance, mind;
    bool plain, colour;
    int shown;          /* the person whose hand was on the screen last, -1 at first */
    double react_until; /* bots that might react are waited for as long as this, 0 if there are none */
    void *memory;
    size_t memory_size;
    char text[PICTURE_ROOM];
    struct bot_opinion opinions[GAME_MAX_MOVES];
    game_move hinted; /* in the present position, if has_hint */
    bool has_hint;
    float hinted_margin, hinted_win;
} play;

static uint32_t bots_among(uint32_t seats)
{
    return seats & ~(game_bit(play.session.persons) - 1);
}

/* Says what happens to those who see it, then makes it happen. */
static void make(int actor, game_move move)
{
    struct session *s = &play.session;
    uint32_t react = s->game->may_react(s->game, &s->state, actor, move);
    tell_move(&play.teller, &s->state, actor, move);
    session_make(s, actor, move);
    play.has_hint = false;
    if (s->persons && bots_among(react) && bot_levels[s->level - 1].ms > REACTION_MS)
        play.react_until = clock_wall(NULL) + REACTION_MS;
}

/* Nobody reacts any more. How long that took must not tell whether a bot was asked. */
static void settle(void)
{
    double left = play.react_until ? play.react_until - clock_wall(NULL) : 0;
    if (left > 0 && !input_stopped())
        nanosleep(&(struct timespec){.tv_nsec = (long)(left * 1e6)}, NULL);
    play.react_until = 0;
    tell_end(&play.teller);
}

/* With --plain all is in words, and the board, which is long, only for who asks for it. */
static void draw(int viewer, bool board)
{
    const struct session *s = &play.session;
    union game_state view;
    struct text out = TEXT_IN(play.text);
    s->game->observe(s->game, &s->state, viewer, &view);
    enum picture_style style = play.plain && !board ? PICTURE_STATUS : cli_picture_style(play.plain);
    s->game->picture(s->game, &view, viewer, style, &out);
    printf("\n%s", play.text);
}

static void list_moves(int seat, const game_move *moves, int count)
{
    const struct session *s = &play.session;
    char cells[GAME_MOVE_TEXT + 8];
    int widest = 0, column = 0;
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < count; i++) {
            struct text cell = TEXT_IN(cells);
            text_printf(&cell, "%s%d ", pass && i < 9 && count > 9 && !play.plain ? " " : "", i + 1);
            s->game->move_text(s->game, &s->state, seat, moves[i], &cell);
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

static struct bot_question question(int seat, union game_state *view)
{
    struct session *s = &play.session;
    s->game->observe(s->game, &s->state, seat, view);
    return (struct bot_question){.game = s->game,
                                 .seats = s->seats,
                                 .seat = seat,
                                 .view = view,
                                 .rng = &play.mind,
                                 .budget = {.clock = clock_wall}};
}

static void put_opinion(float margin, float win)
{
    printf("%.1f points %s expected, %.0f %% to win", margin < 0 ? -margin : margin,
           margin < 0 ? "behind" : "ahead", win * 100);
}

static void hint(int seat)
{
    struct session *s = &play.session;
    union game_state view;
    struct bot_question q = question(seat, &view);
    int count;
    q.budget.ms = HINT_MS;
    bot_level_choose(BOT_LEVELS, &q, play.memory, play.memory_size, play.opinions, &count);
    for (int i = 0; i < count && i < HINT_LINES && (i == 0 || play.opinions[i].visits > 0); i++) {
        char text[GAME_MOVE_TEXT];
        struct text out = TEXT_IN(text);
        s->game->move_text(s->game, &s->state, seat, play.opinions[i].move, &out);
        printf("  %-24s ", text);
        put_opinion(play.opinions[i].margin, play.opinions[i].win);
        putchar('\n');
    }
    play.has_hint = true;
    play.hinted = play.opinions[0].move;
    play.hinted_margin = play.opinions[0].margin;
    play.hinted_win = play.opinions[0].win;
}

static bool put_clause(const char *clause)
{
    struct text out = TEXT_IN(play.text);
    if (!rulebook_clause(play.session.game, clause, &out))
        return false;
    fputs(play.text, stdout);
    return true;
}

static void why(int seat, const char *move, const game_move *moves, int count)
{
    struct session *s = &play.session;
    game_move found = play.hinted;
    char reason[512], text[GAME_MOVE_TEXT];
    struct text error = TEXT_IN(reason), name = TEXT_IN(text);
    if (!*move && !play.has_hint) {
        puts("Why what? `why MOVE` says which clause allows or forbids a move; after `hint`, `why` explains "
             "it.");
        return;
    }
    long number;
    if (cli_number(move, 1, count, &number)) {
        found = moves[number - 1];
    } else if (*move && !game_parse(s->game, &s->state, seat, move, &found, &error)) {
        printf("Not legal: %s\n", reason);
        return;
    }
    s->game->move_text(s->game, &s->state, seat, found, &name);
    if (play.has_hint && found == play.hinted) {
        printf("%s: ", text);
        put_opinion(play.hinted_margin, play.hinted_win);
        putchar('\n');
    }
    const char *clause = s->game->clause(s->game, &s->state, seat, found);
    if (!put_clause(clause))
        printf("%s is legal by clause %s.\n", text, clause);
}

static void rules(const char *clause)
{
    struct text out = TEXT_IN(play.text);
    if (*clause && put_clause(clause))
        return;
    if (*clause)
        printf("There is no clause %s. The chapters:\n", clause);
    rulebook_chapters(play.session.game, &out);
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

static enum answer obey(int seat, const char *line, const game_move *moves, int count)
{
    struct session *s = &play.session;
    const char *rest = line;
    long number;
    if (!*line && count == 1) {
        make(seat, moves[0]);
        return MOVED;
    }
    if (cli_number(line, 1, count, &number)) {
        make(seat, moves[number - 1]);
        return MOVED;
    }
    if (!*line || text_take_word(&rest, "help") || text_take_word(&rest, "?"))
        help();
    else if (text_take_word(&rest, "hint"))
        hint(seat);
    else if (text_take_word(&rest, "why"))
        why(seat, rest, moves, count);
    else if (text_take_word(&rest, "score"))
        tell_score(s);
    else if (text_take_word(&rest, "rules"))
        rules(rest);
    else if (text_take_word(&rest, "moves"))
        list_moves(seat, moves, count);
    else if (text_take_word(&rest, "board"))
        draw(seat, true);
    else if (text_take_word(&rest, "save")) {
        if (!*rest)
            puts("Save to which file?");
        else if (session_save(s, rest)) {
            fputs("Saved. ", stdout);
            tell_resume(s, rest);
        }
    } else if (text_take_word(&rest, "undo")) {
        const char *problem = session_undo(s, seat);
        puts(problem ? problem : "Taken back.");
        play.has_hint = play.has_hint && problem;
        return problem ? AGAIN : REDRAW;
    } else if (text_take_word(&rest, "quit")) {
        return QUIT;
    } else {
        char reason[512];
        struct text error = TEXT_IN(reason);
        game_move move;
        if (game_parse(s->game, &s->state, seat, line, &move, &error)) {
            make(seat, move);
            return MOVED;
        }
        printf("That cannot be done: %s\n(`help` lists what can be typed.)\n", reason);
    }
    return AGAIN;
}

/* With several people the screen is cleared before the next one's hand is shown. What has happened since that
 * person's last move was on the screen for others, and comes once more. */
static bool hand_over(int seat)
{
    const struct session *s = &play.session;
    char line[INPUT_LINE], prompt[96];
    if (s->persons < 2 || play.shown == seat)
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
    tell_since(s, session_last(s, seat), seat);
    return true;
}

static enum answer turn(int seat)
{
    const struct session *s = &play.session;
    game_move moves[GAME_MAX_MOVES];
    char line[INPUT_LINE], prompt[64];
    tell_end(&play.teller);
    if (!hand_over(seat))
        return QUIT;
    draw(seat, false);
    int count = s->game->moves(s->game, &s->state, seat, moves, NULL);
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
    struct session *s = &play.session;
    union game_state view;
    struct bot_question q = question(seat, &view);
    uint32_t reacting = bots_among(session_reacting(s));
    if (reacting & game_bit(seat))
        q.budget.ms = REACTION_MS / __builtin_popcount(reacting);
    make(seat, bot_level_choose(s->level, &q, play.memory, play.memory_size, NULL, NULL));
}

/* A game that is left in the middle is not lost. */
static int leave(void)
{
    struct session *s = &play.session;
    char name[64];
    struct text file = TEXT_IN(name);
    int code = CLI_OK;
    tell_end(&play.teller);
    puts(play.colour ? "\033[0m" : "");
    if (s->unsaved && !session_rescue(s, &file)) {
        code = CLI_REFUSED;
    } else if (file.length) {
        printf("The game was not saved; it is in %s now. ", name);
        tell_resume(s, name);
    }
    puts("Goodbye.");
    return input_stopped() ? 128 + input_stopped() : code;
}

/* The game is over. */
static int finish(void)
{
    struct session *s = &play.session;
    char line[INPUT_LINE];
    settle();
    draw(s->persons == 1 ? 0 : GAME_PUBLIC, true);
    puts("\nThe game is over.");
    tell_score(s);
    tell_winners(s);
    puts("`castellany analyse` goes through a saved game and shows the mistakes.");
    while (s->persons > 0 && input_line("\n`save FILE` keeps the game, Enter leaves: ", line) && *line) {
        const char *rest = line;
        if (text_take_word(&rest, "quit"))
            break;
        if (text_take_word(&rest, "save") && *rest)
            printf("%s", session_save(s, rest) ? "Saved.\n" : "");
    }
    return input_stopped() ? 128 + input_stopped() : CLI_OK;
}

static int run(void)
{
    struct session *s = &play.session;
    int actor;
    play.teller = (struct teller){.session = s, .viewer = s->persons == 1 ? 0 : GAME_PUBLIC};
    while ((actor = session_next(s)) >= 0) {
        if (input_stopped())
            return leave();
        if (actor == GAME_CHANCE || !(session_reacting(s) & game_bit(actor)))
            settle();
        if (actor == GAME_CHANCE)
            make(actor, game_random_move(s->game, &s->state, actor, &play.chance));
        else if (actor >= s->persons)
            bot_turn(actor);
        else if (turn(actor) == QUIT)
            return leave();
    }
    return finish();
}

static void welcome(void)
{
    const struct session *s = &play.session;
    struct text out = TEXT_IN(play.text);
    printf("%s\n\n", s->game->title);
    rulebook_about(s->game, &out);
    printf("%s%s", play.text, out.length ? "\n" : "");
    if (s->persons == 1)
        printf("You play seat 1 against %s%s (level %d of %d). ", s->seats > 2 ? "bots called " : "",
               bot_levels[s->level - 1].name[0], s->level, BOT_LEVELS);
    puts("\nIf the game is new to you, `rules` lists its chapters, and `hint` shows what a strong player "
         "would do.\n");
    help();
}

/* What the command line asks for; NULL where it says nothing. */
struct wish {
    const char *name, *box, *seats, *first, *level, *persons, *seed, *resume;
    char options[GAME_OPTIONS_TEXT];
};

static int read_wish(int argc, char **argv, struct wish *w)
{
    const char *option;
    struct text given = TEXT_IN(w->options);
    for (int i = 1; i < argc; i++) {
        if (cli_option(argc, argv, &i, "seats", &w->seats) ||
            cli_option(argc, argv, &i, "first", &w->first) || cli_option(argc, argv, &i, "box", &w->box) ||
            cli_option(argc, argv, &i, "level", &w->level) ||
            cli_option(argc, argv, &i, "persons", &w->persons) ||
            cli_option(argc, argv, &i, "seed", &w->seed) || cli_option(argc, argv, &i, "resume", &w->resume))
            continue;
        if (cli_option(argc, argv, &i, "option", &option))
            cli_add_option(&given, option);
        else if (strcmp(argv[i], "--plain") == 0)
            play.plain = true;
        else if (strncmp(argv[i], "--", 2) == 0 || w->name)
            return cli_usage("play", "what is %s?", argv[i]);
        else
            w->name = argv[i];
    }
    if (w->resume && (w->name || w->seats || w->first || given.length))
        return cli_usage("play", "%s is for a new game; with --resume the file says what is played",
                         w->name    ? w->name
                         : w->seats ? "--seats"
                         : w->first ? "--first"
                                    : "--option");
    if (!w->name && !w->resume)
        return cli_usage("play", "a game is needed: castelli, castle or castellan");
    return CLI_OK;
}

/* Adds who begins to the options: the seat given, or one that is drawn. False if they are too long. */
static bool settle_first(const struct wish *w, const struct game *game, char options[GAME_OPTIONS_TEXT])
{
    char word[GAME_OPTIONS_TEXT];
    struct text out = text_in(options, GAME_OPTIONS_TEXT);
    bool draw = !w->first && game_has_option(game, "first");
    text_put(&out, w->options);
    for (const char *rest = w->options; (rest = game_next_option(rest, word));)
        draw = draw && strncmp(word, "first=", 6) != 0;
    if (draw || w->first) {
        cli_add_option(&out, "first=");
        text_put(&out, draw ? "random" : w->first);
    }
    return !out.cut;
}

/* The game that is wished for, new or saved, is in the session then. */
static int begin(const struct wish *w)
{
    struct session *s = &play.session;
    long level = 3, persons = 1, seats, first, seed = (long)time(NULL) ^ (long)getpid() << 20;
    if (!cli_option_number("play", "level", w->level, 1, BOT_LEVELS, &level) ||
        !cli_option_number("play", "seats", w->seats, 2, GAME_MAX_SEATS, &seats) ||
        !cli_option_number("play", "persons", w->persons, 0, GAME_MAX_SEATS, &persons) ||
        !cli_option_number("play", "seed", w->seed, 0, INT64_MAX, &seed))
        return CLI_USAGE;
    rng_seed(&play.chance, (uint64_t)seed);
    rng_seed(&play.mind, (uint64_t)seed + 1);
    s->level = (int)level;
    s->persons = (int)persons;
    s->box = w->box;
    if (w->resume) {
        if (!session_resume(s, w->resume))
            return CLI_REFUSED;
        s->level = w->level ? (int)level : s->level;
        s->persons = w->persons ? (int)persons : s->persons;
    } else {
        s->game = cli_game(w->name, w->box);
        if (!s->game)
            return CLI_REFUSED;
        s->seats = w->seats ? (int)seats : s->game->min_seats;
        char options[GAME_OPTIONS_TEXT];
        if (!cli_option_number("play", "first", w->first, 1, s->seats, &first))
            return CLI_USAGE;
        if (!settle_first(w, s->game, options))
            return cli_refuse("the options are too long");
        if (!session_begin(s, options, &play.chance))
            return CLI_REFUSED;
    }
    return cli_option_number("play", "persons", w->persons, 0, s->seats, &persons) ? CLI_OK : CLI_USAGE;
}

int cmd_play(int argc, char **argv)
{
    struct session *s = &play.session;
    struct wish wish = {0};
    int code = read_wish(argc, argv, &wish);
    if (code == CLI_OK)
        code = begin(&wish);
    if (code != CLI_OK)
        return code;
    play.shown = -1;
    play.colour = cli_picture_style(play.plain) == PICTURE_COLOUR;
    play.memory_size = bot_level_memory(s->game);
    play.memory = malloc(play.memory_size + 1);
    if (!play.memory)
        return cli_refuse("out of memory");
    input_open(play.colour);
    welcome();
    code = run();
    free(play.memory);
    return code;
}

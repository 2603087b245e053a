/*
 * play.c: castellany play: a game at the terminal, against bots or with several people.
 *
 * Lines in, lines out: the terminal stays as it is, so nothing has to be put right when the program is
 * stopped.
 */
#include <ctype.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "bot/bot.h"
#include "cli/cli.h"
#include "cli/players.h"
#include "cli/rulebook.h"
#include "cli/session.h"

enum { COLUMNS = 100, PICTURE_ROOM = 256 * 1024, HINT_MS = 1000, HINT_LINES = 5, MANY = 20 };

enum answer { AGAIN, REDRAW, MOVED, QUIT };

static struct {
    struct session session;
    struct rng chance, mind;
    bool plain, colour;
    int shown; /* the person whose hand was on the screen last, -1 at first */
    void *memory;
    size_t memory_size;
    char text[PICTURE_ROOM];
    struct bot_opinion opinions[GAME_MAX_MOVES];
    game_move hinted; /* in the present position, if has_hint */
    bool has_hint;
    float hinted_margin, hinted_win;
} play;

static void stop(int sig)
{
    static const char reset[] = "\033[0m\n", line[] = "\n";
    if (play.colour)
        (void)!write(STDOUT_FILENO, reset, sizeof reset - 1);
    else
        (void)!write(STDOUT_FILENO, line, sizeof line - 1);
    _exit(128 + sig);
}

/* A line of input without its newline; false at the end of the input. */
static bool ask(const char *prompt, char *line, size_t size)
{
    fputs(prompt, stdout);
    fflush(stdout);
    if (!fgets(line, (int)size, stdin))
        return false;
    size_t n = strlen(line);
    if (n > 0 && line[n - 1] != '\n')
        for (int c = getchar(); c != EOF && c != '\n'; c = getchar())
            ; /* the rest of a line that is too long to mean anything */
    while (n > 0 && isspace((unsigned char)line[n - 1]))
        line[--n] = '\0';
    size_t lead = strspn(line, " \t");
    memmove(line, line + lead, n - lead + 1);
    return true;
}

static void put_seat(int seat)
{
    const struct session *s = &play.session;
    if (seat < s->persons)
        printf(s->persons == 1 ? "You" : "Seat %d", seat + 1);
    else
        printf("Seat %d (%s)", seat + 1, bot_levels[s->level - 1].name[0]);
}

static void put_events(int actor, game_move move, int viewer, const char *text)
{
    const struct session *s = &play.session;
    struct game_event events[GAME_MAX_EVENTS];
    int count = s->game->tell(s->game, &s->state, actor, move, viewer, events);
    const char *between = " (";
    for (int i = 0; i < count; i++) {
        const struct game_event *e = &events[i];
        if (strncmp(e->key, text, strlen(e->key)) == 0)
            continue; /* the move says it */
        printf("%s%s", between, e->key);
        if (e->seat >= 0 && e->seat != actor)
            printf(" seat %d", e->seat + 1);
        if (e->amount)
            printf(" %d", e->amount);
        if (e->what)
            printf(" %s", e->what);
        if (e->place[0])
            printf(" %s", e->place);
        between = ", ";
    }
    fputs(between[0] == ',' ? ")\n" : "\n", stdout);
}

/* Says what happens to those who see it, then makes it happen. */
static void make(int actor, game_move move)
{
    struct session *s = &play.session;
    char text[GAME_MOVE_TEXT + 8];
    struct text out = TEXT_IN(text);
    int viewer = s->persons == 1 ? 0 : GAME_PUBLIC;
    game_seen_text(s->game, &s->state, actor, move, viewer, &out);
    if (out.length) {
        if (actor == GAME_CHANCE)
            fputs("*", stdout);
        else
            put_seat(actor);
        printf(": %s", text);
        put_events(actor, move, viewer, text);
    }
    session_make(s, actor, move);
    play.has_hint = false;
}

/* With --plain all is in words, and the board, which is long, only for who asks for it. */
static void draw(int viewer, bool board)
{
    const struct session *s = &play.session;
    union cli_state view;
    struct text out = TEXT_IN(play.text);
    s->game->observe(s->game, &s->state, viewer, &view);
    enum picture_style style = play.plain && !board ? PICTURE_STATUS : cli_picture_style(play.plain);
    s->game->picture(s->game, &view, viewer, style, &out);
    printf("\n%s", play.text);
}

static void put_score(void)
{
    const struct session *s = &play.session;
    int points[GAME_MAX_SEATS];
    s->game->score(s->game, &s->state, points);
    for (int seat = 0; seat < s->seats; seat++) {
        put_seat(seat);
        printf(": %d points\n", points[seat]);
    }
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

static struct bot_question question(int seat, union cli_state *view)
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
    union cli_state view;
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

static void why(int seat, const char *move)
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
    if (*move && !game_parse(s->game, &s->state, seat, move, &found, &error)) {
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
        why(seat, rest);
    else if (text_take_word(&rest, "score"))
        put_score();
    else if (text_take_word(&rest, "rules"))
        rules(rest);
    else if (text_take_word(&rest, "moves"))
        list_moves(seat, moves, count);
    else if (text_take_word(&rest, "board"))
        draw(seat, true);
    else if (text_take_word(&rest, "save")) {
        if (!*rest)
            puts("Save to which file?");
        else if (session_save(s, rest))
            printf("Saved. Go on with: castellany play --resume %s\n", rest);
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

/* With several people the screen is cleared before the next one's hand is shown. */
static bool hand_over(int seat)
{
    char line[8], prompt[96];
    if (play.session.persons < 2 || play.shown == seat)
        return true;
    fputs(play.colour ? "\033[2J\033[3J\033[H"
                      : "\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n",
          stdout);
    snprintf(prompt, sizeof prompt, "Seat %d is to move. Nobody else should look now; press Enter. ",
             seat + 1);
    play.shown = seat;
    return ask(prompt, line, sizeof line);
}

static enum answer turn(int seat)
{
    const struct session *s = &play.session;
    game_move moves[GAME_MAX_MOVES];
    char line[256], prompt[64];
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
        if (!ask(prompt, line, sizeof line))
            return QUIT;
        enum answer answer = obey(seat, line, moves, count);
        if (answer != AGAIN)
            return answer;
    }
}

static void put_end(void)
{
    const struct session *s = &play.session;
    uint32_t winners = s->game->winners(s->game, &s->state);
    draw(s->persons == 1 ? 0 : GAME_PUBLIC, true);
    puts("\nThe game is over.");
    put_score();
    for (int seat = 0; seat < s->seats; seat++)
        if (winners & game_bit(seat)) {
            put_seat(seat);
            puts(winners & (winners - 1) ? " shared the victory." : " won.");
        }
    puts("`castellany analyse` goes through a saved game and shows the mistakes.");
}

/* Where several may move, chance and bots do so first. */
static int next_actor(const struct session *s)
{
    uint32_t actors = s->game->to_act(s->game, &s->state);
    uint32_t bots_first = actors & ~((UINT32_C(1) << s->persons) - 1);
    uint32_t from = bots_first ? bots_first : actors;
    return from ? __builtin_ctz(from) : -1;
}

static int run(void)
{
    struct session *s = &play.session;
    int actor;
    while ((actor = next_actor(s)) >= 0) {
        if (actor == GAME_CHANCE) {
            make(actor, game_random_move(s->game, &s->state, actor, &play.chance));
        } else if (actor < s->persons) {
            if (turn(actor) == QUIT) {
                puts("\nGoodbye.");
                return CLI_OK;
            }
        } else {
            union cli_state view;
            struct bot_question q = question(actor, &view);
            make(actor, bot_level_choose(s->level, &q, play.memory, play.memory_size, NULL, NULL));
        }
    }
    put_end();
    char line[256];
    while (s->persons > 0 && ask("\n`save FILE` keeps the game, Enter leaves: ", line, sizeof line) &&
           *line) {
        const char *rest = line;
        if (text_take_word(&rest, "quit"))
            break;
        if (text_take_word(&rest, "save") && *rest)
            printf("%s", session_save(s, rest) ? "Saved.\n" : "");
    }
    return CLI_OK;
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

int cmd_play(int argc, char **argv)
{
    struct session *s = &play.session;
    const char *name = NULL, *box = NULL, *seats = NULL, *level = NULL, *persons = NULL, *seed = NULL,
               *option = NULL, *resume = NULL;
    char options[GAME_OPTIONS_TEXT];
    struct text given = TEXT_IN(options);
    for (int i = 1; i < argc; i++) {
        if (cli_option(argc, argv, &i, "seats", &seats) || cli_option(argc, argv, &i, "box", &box) ||
            cli_option(argc, argv, &i, "level", &level) || cli_option(argc, argv, &i, "persons", &persons) ||
            cli_option(argc, argv, &i, "seed", &seed) || cli_option(argc, argv, &i, "resume", &resume))
            continue;
        if (cli_option(argc, argv, &i, "option", &option))
            cli_add_option(&given, option);
        else if (strcmp(argv[i], "--plain") == 0)
            play.plain = true;
        else if (strncmp(argv[i], "--", 2) == 0 || name)
            return cli_usage("play", "what is %s?", argv[i]);
        else
            name = argv[i];
    }
    long n_seats = 2, n_level = 3, n_persons = 1, n_seed = (long)time(NULL) ^ (long)getpid() << 20;
    if ((seats && !cli_number(seats, 1, GAME_MAX_SEATS, &n_seats)) ||
        (level && !cli_number(level, 1, BOT_LEVELS, &n_level)) ||
        (persons && !cli_number(persons, 0, GAME_MAX_SEATS, &n_persons)) ||
        (seed && !cli_number(seed, 0, INT64_MAX, &n_seed)))
        return cli_usage("play", "a number is wrong");
    if (!name && !resume)
        return cli_usage("play", "a game is needed: castelli, castle or castellan");
    rng_seed(&play.chance, (uint64_t)n_seed);
    rng_seed(&play.mind, (uint64_t)n_seed + 1);
    s->level = (int)n_level;
    s->persons = (int)n_persons;
    if (resume) {
        if (!session_resume(s, resume, box))
            return CLI_REFUSED;
        s->level = level ? (int)n_level : s->level;
        s->persons = persons ? (int)n_persons : s->persons;
    } else {
        s->game = cli_game(name, box);
        if (!s->game)
            return CLI_REFUSED;
        s->seats = seats ? (int)n_seats : s->game->min_seats;
        if (!session_begin(s, options, &play.chance))
            return CLI_REFUSED;
    }
    s->persons = s->persons > s->seats ? s->seats : s->persons;
    play.shown = -1;
    play.colour = cli_picture_style(play.plain) == PICTURE_COLOUR;
    play.memory_size = bot_level_memory(s->game);
    play.memory = malloc(play.memory_size + 1);
    if (!play.memory)
        return cli_refuse("out of memory");
    signal(SIGINT, stop);
    signal(SIGTERM, stop);
    welcome();
    int code = run();
    free(play.memory);
    return code;
}

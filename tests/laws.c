/*
 * laws.c: `laws GAME SEATS GAMES [OPTION…]` plays random games with this number of seats and these options,
 * and checks the laws that every game keeps, whatever its rules (src/core/game.h).
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/json.h"
#include "core/list.h"
#include "core/record.h"

static const struct game *game;
static int seats;
static char options[GAME_OPTIONS_TEXT];
static long move_number;
static const char *seed_text;

static void broken(const char *law)
{
    fprintf(stderr, "%s, %d seats, options '%s', game %s, move %ld: broken law: %s\n", game->name, seats,
            options, seed_text, move_number, law);
    exit(1);
}

static void law(int holds, const char *text)
{
    if (!holds)
        broken(text);
}

static int same(const void *a, const void *b)
{
    return memcmp(a, b, game->state_size) == 0;
}

/* Legal moves are distinct and have distinct texts, which parse back to the moves. Moves of chance have
 * weights. */
static void try_moves(const union game_state *state, int actor)
{
    static char texts[GAME_MAX_MOVES][GAME_MOVE_TEXT];
    game_move moves[GAME_MAX_MOVES], found;
    uint32_t weight[GAME_MAX_MOVES];
    int count = game->moves(game, state, actor, moves, weight);
    law(count > 0 && count <= GAME_MAX_MOVES, "an actor to act has a move");
    for (int i = 0; i < count; i++) {
        struct text text = TEXT_IN(texts[i]);
        game->move_text(game, state, actor, moves[i], &text);
        law(!text.cut && text.length > 0, "a move's text fits");
        if (game->parse && game->parse(game, texts[i], &found)) {
            char again[GAME_MOVE_TEXT];
            struct text same = TEXT_IN(again);
            game->move_text(game, state, actor, found, &same);
            law(strcmp(again, texts[i]) == 0, "the game's own reader reads what it writes");
        } else {
            law(!game->parse || actor == GAME_CHANCE, "the game's own reader reads every move of a seat");
        }
        law(actor != GAME_CHANCE || weight[i] > 0, "a move of chance has a weight");
        for (int k = 0; k < i; k++) {
            law(moves[k] != moves[i], "legal moves are distinct");
            law(strcmp(texts[k], texts[i]) != 0, "legal moves have distinct texts");
        }
    }
    int some = count / 2;
    law(game_parse(game, state, actor, texts[some], &found, NULL) && found == moves[some],
        "a move's text is read as that move");
    const char *clause = game->clause(game, state, actor, moves[some]);
    law(clause && clause[0] >= '1' && clause[0] <= '9', "a legal move has its clause");
}

/* Copies a move without needless spaces and leading zeros. */
static void write_well(const char *move, char out[2 * GAME_MOVE_TEXT])
{
    struct text text = text_in(out, 2 * GAME_MOVE_TEXT);
    for (const char *c = move; *c; c++) {
        char before = text.length ? out[text.length - 1] : ' ';
        bool idle_space = *c == ' ' && (before == ' ' || !c[strspn(c, " ")]);
        bool idle_zero = *c == '0' && (before == ' ' || before == ',') && c[1] >= '0' && c[1] <= '9';
        if (!idle_space && !idle_zero)
            text_char(&text, *c);
    }
}

/* `why_not` gives no reason against a legal move. It may give none against an illegal text only if that text
 * is a legal move that is badly written. */
static void try_rules(const union game_state *state, int actor, const char *move, bool legal)
{
    struct reason why = reason_none();
    char well[2 * GAME_MOVE_TEXT];
    game_move found;
    game->why_not(game, state, actor, move, &why);
    if (legal && why.key)
        fprintf(stderr, "%s: '%s'\n", why.key, move);
    law(!legal || !why.key, "the rules do not speak against a legal move");
    write_well(move, well);
    if (why.key || game_parse(game, state, actor, well, &found, NULL))
        return;
    fprintf(stderr, "'%s'\n", move);
    broken("the rules speak against what is not legal");
}

/* A text is refused exactly if there is a reason. A refused move changes nothing. The reason names a clause,
 * unless it is about whose turn it is or how the move is written. */
static void try_text(const union game_state *state, int actor, const char *move)
{
    static const char *const no_rule[] = {"why.turn", "why.chance", ".why.words", "why.written"};
    union game_state copy;
    char reason[512];
    struct text error = TEXT_IN(reason);
    memcpy(&copy, state, game->state_size);
    bool legal = game_try(game, &copy, actor, move, &error);
    struct reason why = game_why_not(game, state, actor, move);
    if (legal != !why.key)
        fprintf(stderr, "%s: '%s'\n", why.key ? why.key : "no reason", move);
    law(legal == !why.key, "what is refused has a reason, and what has a reason is refused");
    if (actor != GAME_CHANCE && (game->to_act(game, state) & game_bit(actor)))
        try_rules(state, actor, move, legal);
    if (legal)
        return;
    law(same(&copy, state), "a refused move changes nothing");
    law(error.length > 0 && !error.cut && !strchr(strchr(move, '{') ? "" : reason, '{'),
        "a refusal says why");
    law(strstr(why.key, "why.") != NULL, "a reason has a key of the catalogues");
    bool about_rules = true;
    for (size_t i = 0; i < sizeof no_rule / sizeof no_rule[0]; i++)
        about_rules &= !strstr(why.key, no_rule[i]);
    law(about_rules == (why.clause[0] >= '1' && why.clause[0] <= '9'), "a reason names its clause");
}

static void try_nonsense(const union game_state *state, int actor)
{
    static const char *const nonsense[] = {
        "",      " ",           "x",     "pass pass", "lift Z9",     "wall a1-a9",    "tower 99,99",
        "build", "play king99", "score", "-1",        "short 1,1 X", "house ab99 red"};
    for (size_t i = 0; i < sizeof nonsense / sizeof nonsense[0]; i++)
        try_text(state, actor, nonsense[i]);
}

/* Makes a text that is nearly a move: drops, replaces, doubles or inserts a character or a word. */
static void mutate(const char *move, const char *other, struct rng *rng, char out[2 * GAME_MOVE_TEXT])
{
    static const char letters[] = "0123456789ABCHNESWTLSabghxz,-+' ";
    size_t length = strlen(move), at = rng_below(rng, (uint32_t)length + 1), word = at;
    char letter = letters[rng_below(rng, sizeof letters - 1)];
    struct text text = text_in(out, 2 * GAME_MOVE_TEXT);
    while (word > 0 && move[word - 1] != ' ')
        word--;
    size_t end = word + strcspn(move + word, " "), kept = at;
    switch (rng_below(rng, 7)) {
    case 0: /* leaves out a character */
        text_put_n(&text, move, at);
        kept = at < length ? at + 1 : at;
        break;
    case 1: /* replaces a character */
        text_put_n(&text, move, at);
        text_char(&text, letter);
        kept = at < length ? at + 1 : at;
        break;
    case 2: /* inserts a character */
        text_put_n(&text, move, at);
        text_char(&text, letter);
        break;
    case 3: /* leaves out a word */
        text_put_n(&text, move, word > 0 && !move[end] ? word - 1 : word);
        kept = move[end] ? end + 1 : end;
        break;
    case 4: /* doubles a word */
        text_put_n(&text, move, end);
        text_char(&text, ' ');
        kept = word;
        break;
    case 5: /* takes the end of another move */
        text_put_n(&text, move, word);
        text_put(&text, other + strcspn(other, " "));
        kept = length;
        break;
    case 6: /* mixes the words of two moves */
        text_printf(&text, "%s %s", move, other);
        kept = length;
        break;
    }
    text_put(&text, move + kept);
}

/* Tries texts that are nearly legal moves of this position or of others. */
static void try_mutants(const union game_state *state, int actor, struct rng *rng)
{
    enum { POOL = 64 };
    static char pool[POOL][GAME_MOVE_TEXT];
    static const struct game *pool_game;
    game_move moves[GAME_MAX_MOVES];
    int count = game->moves(game, state, actor, moves, NULL);
    if (pool_game != game)
        memset(pool, 0, sizeof pool);
    pool_game = game;
    for (int i = 0; i < 12; i++) {
        char legal[GAME_MOVE_TEXT], mutant[2 * GAME_MOVE_TEXT];
        struct text text = TEXT_IN(legal);
        char *other = pool[rng_below(rng, POOL)];
        game->move_text(game, state, actor, moves[rng_below(rng, (uint32_t)count)], &text);
        mutate(legal, other, rng, mutant);
        try_text(state, actor, mutant);
        mutate(other, legal, rng, mutant);
        try_text(state, actor, mutant);
        try_text(state, actor, other);
        for (int seat = 0; seat < seats; seat++)
            try_text(state, seat, legal);
        memcpy(other, legal, GAME_MOVE_TEXT);
    }
}

static int same_moves(const void *a, const void *b, int actor)
{
    game_move x[GAME_MAX_MOVES], y[GAME_MAX_MOVES];
    int n = game->moves(game, a, actor, x, NULL), m = game->moves(game, b, actor, y, NULL);
    return n == m && memcmp(x, y, (size_t)n * sizeof x[0]) == 0;
}

/* Equal views give equal JSON, and pictures are plain text. */
static void try_drawing(const union game_state *view, const union game_state *same_view, int viewer)
{
    static char drawn[256 * 1024], again[256 * 1024];
    struct text out = TEXT_IN(drawn), other = TEXT_IN(again);
    static struct json memory[16384];
    game->view_json(game, view, viewer, &out);
    game->view_json(game, same_view, viewer, &other);
    law(!out.cut && strcmp(drawn, again) == 0, "equal views give equal JSON");
    law(json_read(drawn, out.length, memory, sizeof memory, NULL) != NULL, "a view's JSON is JSON");
    text_clear(&out);
    game->board_json(game, view, &out);
    law(!out.cut && json_read(drawn, out.length, memory, sizeof memory, NULL), "a board's JSON is JSON");
    text_clear(&out);
    if (game->picture) {
        game->picture(game, view, viewer, &out);
        law(!out.cut && out.length > 0 && !strchr(drawn, '\033'), "a picture is plain text");
    }
}

/* A view: states dealt from it fit it, the viewer has the same legal moves in it, and it can be drawn. */
static void try_view(const union game_state *state, int viewer, struct rng *rng)
{
    union game_state view, dealt, seen;
    game->observe(game, state, viewer, &view);
    memcpy(&seen, &view, game->state_size);
    game->observe(game, &view, viewer, &seen);
    law(same(&view, &seen), "observing a view changes nothing");
    game->deal(game, &view, viewer, rng, &dealt);
    game->observe(game, &dealt, viewer, &seen);
    law(same(&view, &seen), "observe(deal(view)) == view");
    if (viewer != GAME_PUBLIC) {
        law(same_moves(state, &view, viewer), "a view has its viewer's legal moves");
        law(same_moves(state, &dealt, viewer), "a dealt state has the viewer's legal moves");
    }
    law(game->to_act(game, &dealt) == 0 || game_actor(game, &dealt) >= 0, "a dealt state goes on");
    int points[GAME_MAX_SEATS], others[GAME_MAX_SEATS];
    game->score(game, state, points);
    game->score(game, &view, others);
    law(memcmp(points, others, sizeof(int) * (size_t)seats) == 0, "points are public");

    if ((move_number + viewer) % 5 == 0)
        try_drawing(&view, &seen, viewer);

    float features[GAME_MAX_FEATURES], dealt_features[GAME_MAX_FEATURES];
    if (viewer != GAME_PUBLIC) {
        game->features(game, &view, viewer, features);
        game->features(game, &dealt, viewer, dealt_features);
        for (int i = 0; i < game->feature_count; i++)
            law(features[i] == dealt_features[i], "features know only what their seat knows");
    }
}

/* A dealt state can be played to the end. Bots rely on that. */
static void try_playout(const union game_state *state, int viewer, struct rng *rng)
{
    union game_state view, dealt;
    int actor, moves = 0;
    game->observe(game, state, viewer, &view);
    game->deal(game, &view, viewer, rng, &dealt);
    while ((actor = game_actor(game, &dealt)) >= 0) {
        game->apply(game, &dealt, actor, game_random_move(game, &dealt, actor, rng));
        law(++moves < 100000, "every game ends");
    }
    law(game->winners(game, &dealt) != 0, "a game that is over has a winner");
}

/* A seat can make its move on its view, so that a client can show the move before it is made. */
static void try_preview(const union game_state *state, int actor, game_move move)
{
    union game_state view;
    int points[GAME_MAX_SEATS];
    game->observe(game, state, actor, &view);
    game->apply(game, &view, actor, move);
    game->score(game, &view, points);
}

/* Every viewer is told sensible events of a move. */
static void try_sight(const union game_state *state, int actor, game_move move)
{
    struct game_event events[GAME_MAX_EVENTS];
    for (int viewer = GAME_PUBLIC; viewer < seats; viewer++) {
        int count = game->tell(game, state, actor, move, viewer, events);
        law(count >= 0 && count <= GAME_MAX_EVENTS, "a move does not do too many things");
        for (int i = 0; i < count; i++)
            law(events[i].key && events[i].seat >= -1 && events[i].seat < seats,
                "an event says what and whom");
    }
    law(actor == GAME_CHANCE || game->sight(game, state, actor, move, actor) == GAME_SEEN,
        "an actor sees its own move");
}

static void play(struct rng *rng)
{
    union game_state state = {0};
    if (!game_start(game, &state, seats, options, NULL))
        broken("settled options are accepted");
    uint32_t actors;
    for (move_number = 1; (actors = game->to_act(game, &state)); move_number++) {
        law(game->winners(game, &state) == 0, "nobody wins before the end");
        law(!(actors & game_bit(GAME_CHANCE)) || actors == game_bit(GAME_CHANCE), "chance acts alone");
        for (int which = (int)rng_below(rng, (uint32_t)__builtin_popcount(actors)); which > 0; which--)
            actors &= actors - 1;
        int actor = __builtin_ctz(actors);
        try_moves(&state, actor);
        for (int viewer = GAME_PUBLIC; viewer < seats; viewer++)
            try_view(&state, viewer, rng);
        if (move_number % 8 == 0) {
            try_nonsense(&state, actor);
            try_mutants(&state, actor, rng);
            try_playout(&state, (int)rng_below(rng, (uint32_t)seats), rng);
        }
        game_move move = game_random_move(game, &state, actor, rng);
        if (actor != GAME_CHANCE)
            try_preview(&state, actor, move);
        try_sight(&state, actor, move);
        game->apply(game, &state, actor, move);
        law(move_number < 100000, "every game ends");
    }
    law(game->winners(game, &state) != 0, "a game that is over has a winner");
}

int main(int argc, char **argv)
{
    games_open();
    if (argc < 4 || !(game = games_find(argv[1])))
        return 2;
    seats = atoi(argv[2]);
    char given[GAME_OPTIONS_TEXT];
    struct text words = TEXT_IN(given);
    for (int i = 4; i < argc; i++)
        text_printf(&words, "%s%s", i > 4 ? " " : "", argv[i]);
    for (int i = 1; i <= atoi(argv[3]); i++) {
        char number[16];
        struct text name = TEXT_IN(number);
        struct rng rng;
        text_int(&name, i);
        seed_text = number;
        rng_seed(&rng, (uint64_t)i);
        char problem[256];
        struct text error = TEXT_IN(problem);
        if (!game_settle(game, seats, given, &rng, options, &error))
            broken(problem);
        play(&rng);
    }
    return 0;
}

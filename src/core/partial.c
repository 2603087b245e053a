/* partial.c: fills in the hidden moves of a record from the middle of a game. */
#include "core/partial.h"

#include <string.h>

#include "core/partial_index.h"

enum { TRIES = 40, MAX_UNSEEN = 8, MAX_CHOICES = 64, MAX_HELD = 64, MAX_GIVEN = 128, MAX_WISHES = 64 };

/* The moves that may have been told so. */
struct choices {
    int count;
    game_move move[MAX_CHOICES];
    char text[MAX_CHOICES][GAME_MOVE_TEXT];
};

/* What earlier tries showed: a card that a seat must have given away unseen in a line. */
struct wish {
    int line;
    char card[GAME_MOVE_TEXT];
};

struct wishes {
    struct wish at[MAX_WISHES];
    int count;
};

/* A card that was given away unseen, and the seat that drew it again because no other was left; or -1. */
struct given {
    int line, drawer;
    char card[GAME_MOVE_TEXT];
};

struct filling {
    const struct game *game;
    union game_state state;
    struct partial_index *told;
    int line; /* the number of the next one of its lines */
    struct wishes *wishes;
    struct given given[MAX_GIVEN];
    int given_count;
    /* The hidden cards of each seat, by the words that name them in moves, until it shows them. */
    char held[GAME_MAX_SEATS][MAX_HELD][GAME_MOVE_TEXT];
    int held_count[GAME_MAX_SEATS];
    struct rng rng;
    bool first; /* later tries leave some choices to chance */
    struct text *out;
};

bool partial_is(const char *record)
{
    return strstr(record, PARTIAL_MARK);
}

static const char *last_word(const char *move)
{
    const char *space = strrchr(move, ' ');
    return space ? space + 1 : move;
}

static bool is_word(const char *word, size_t n, const char *other)
{
    return strlen(other) == n && memcmp(word, other, n) == 0;
}

static void list_choices(const struct filling *f, const struct told *line, struct choices *out)
{
    game_move moves[GAME_MAX_MOVES];
    int count = f->game->moves(f->game, &f->state, line->actor, moves, NULL);
    size_t n = strlen(line->move);
    out->count = 0;
    for (int i = 0; i < count && out->count < MAX_CHOICES; i++) {
        struct text text = TEXT_IN(out->text[out->count]);
        f->game->move_text(f->game, &f->state, line->actor, moves[i], &text);
        if (line->hidden ? strncmp(text.at, line->move, n - 1) == 0 : strcmp(text.at, line->move) == 0)
            out->move[out->count++] = moves[i];
    }
}

static void make(struct filling *f, int actor, game_move move)
{
    record_line(f->game, &f->state, actor, move, f->out);
    f->game->apply(f->game, &f->state, actor, move);
}

/* Makes a move that nobody is told of, such as a pass in a reaction. False if there is none. */
static bool make_unseen(struct filling *f)
{
    const struct game *game = f->game;
    uint32_t actors = game->to_act(game, &f->state);
    for (int actor = 0; actor < GAME_MAX_SEATS; actor++) {
        game_move moves[GAME_MAX_MOVES];
        int count = actors & game_bit(actor) ? game->moves(game, &f->state, actor, moves, NULL) : 0;
        for (int i = 0; i < count; i++)
            if (game->sight(game, &f->state, actor, moves[i], GAME_PUBLIC) == GAME_UNSEEN) {
                make(f, actor, moves[i]);
                return true;
            }
    }
    return false;
}

/* The seat that a draw is for; -1 if it is for nobody. */
static int drawer(const struct filling *f, game_move draw)
{
    struct game_event events[GAME_MAX_EVENTS];
    int count = f->game->tell(f->game, &f->state, GAME_CHANCE, draw, GAME_PUBLIC, events);
    for (int i = 0; i < count; i++)
        if (events[i].seat >= 0 && events[i].seat < GAME_MAX_SEATS)
            return events[i].seat;
    return -1;
}

static int find_held(const struct filling *f, int seat, const char *word, size_t n)
{
    for (int i = 0; i < f->held_count[seat]; i++)
        if (is_word(word, n, f->held[seat][i]))
            return i;
    return -1;
}

static const char *wish_for(const struct filling *f, int line)
{
    for (int i = 0; i < f->wishes->count; i++)
        if (f->wishes->at[i].line == line)
            return f->wishes->at[i].card;
    return NULL;
}

/* The first place from `after` on where a line to come is wished to have been about the card. */
static int next_wished(const struct filling *f, int seat, const char *card, int after)
{
    int found = PARTIAL_NONE;
    for (int i = 0; i < f->wishes->count; i++) {
        const struct wish *w = &f->wishes->at[i];
        const struct told *line = &f->told->lines[w->line];
        if (w->line >= f->line && line->actor == seat && line->place >= after && line->place < found &&
            strcmp(w->card, card) == 0)
            found = line->place;
    }
    return found;
}

/* The place from which on the seat needs one more of a card than it holds. */
static int needed_at(const struct filling *f, int seat, const char *card)
{
    int held = 0, told = 0, place = PARTIAL_NONE, wished = next_wished(f, seat, card, 0);
    for (int i = 0; i < f->held_count[seat]; i++)
        held += strcmp(f->held[seat][i], card) == 0;
    if (wished == PARTIAL_NONE)
        return partial_place(f->told, f->line, seat, card, held);
    for (int i = 0; i <= held; i++) {
        int next = partial_place(f->told, f->line, seat, card, told);
        place = next < wished ? next : wished;
        if (next < wished)
            told++;
        else
            wished = wished == PARTIAL_NONE ? wished : next_wished(f, seat, card, wished + 1);
    }
    return place;
}

/* The choice that names the card which the seat needs first, of those that it does not hold; -1: none. */
static int find_wanted(const struct filling *f, int seat, const struct choices *c)
{
    int found = -1, first = PARTIAL_NONE;
    for (int i = 0; i < c->count; i++) {
        int place = needed_at(f, seat, last_word(c->text[i]));
        if (place < first) {
            first = place;
            found = i;
        }
    }
    return found;
}

/* A random choice, if it can be one that nobody needs later. */
static int pick_unneeded(struct filling *f, int actor, const struct choices *c)
{
    int found = -1;
    uint32_t count = 0;
    for (int i = 0; i < c->count; i++)
        if (!partial_is_named(f->told, f->line, actor, last_word(c->text[i])) &&
            rng_below(&f->rng, ++count) == 0)
            found = i;
    return found >= 0 ? found : (int)rng_below(&f->rng, (uint32_t)c->count);
}

static int pick(struct filling *f, const struct told *line, const struct choices *c)
{
    const char *wish = wish_for(f, f->line - 1);
    if (c->count == 1)
        return 0;
    for (int i = 0; wish && i < c->count; i++)
        if (strcmp(last_word(c->text[i]), wish) == 0)
            return i;
    if (line->actor != GAME_CHANCE)
        return pick_unneeded(f, line->actor, c);
    int seat = drawer(f, c->move[0]);
    int wanted = seat < 0 || (!f->first && rng_below(&f->rng, 4) == 0) ? -1 : find_wanted(f, seat, c);
    return wanted >= 0 ? wanted : pick_unneeded(f, line->actor, c);
}

static void set_card(char card[GAME_MOVE_TEXT], const char *word, size_t n)
{
    struct text out = text_in(card, GAME_MOVE_TEXT);
    text_put_n(&out, word, n);
}

/* Notes a draw: the seat holds the card; if no other card was left, it is the first of its kind that somebody
 * gave away. */
static void note_draw(struct filling *f, const struct told *line, game_move move, const char *card)
{
    int seat = drawer(f, move);
    if (seat < 0)
        return;
    if (line->hidden && f->held_count[seat] < MAX_HELD)
        set_card(f->held[seat][f->held_count[seat]++], card, strlen(card));
    if (f->game->moves(f->game, &f->state, GAME_CHANCE, (game_move[GAME_MAX_MOVES]){0}, NULL) > 1)
        return;
    for (int i = 0; i < f->given_count; i++)
        if (f->given[i].drawer < 0 && strcmp(f->given[i].card, card) == 0) {
            f->given[i].drawer = seat;
            return;
        }
}

/* Notes which hidden cards a seat has after a move. */
static void note(struct filling *f, const struct told *line, game_move move, const char *text)
{
    const char *word, *card = last_word(text);
    if (line->actor == GAME_CHANCE) {
        note_draw(f, line, move, card);
        return;
    }
    if (line->hidden && f->given_count < MAX_GIVEN) {
        struct given *given = &f->given[f->given_count++];
        *given = (struct given){.line = f->line - 1, .drawer = -1};
        set_card(given->card, card, strlen(card));
    }
    for (size_t n; (n = partial_next_word(&text, &word));) {
        int held = find_held(f, line->actor, word, n);
        if (held >= 0)
            memmove(f->held[line->actor][held], f->held[line->actor][--f->held_count[line->actor]],
                    GAME_MOVE_TEXT);
    }
}

static void wish(struct filling *f, int line, const char *word, size_t n)
{
    if (f->wishes->count == MAX_WISHES)
        f->wishes->count = 0; /* they contradict each other: from the beginning */
    struct wish *w = &f->wishes->at[f->wishes->count++];
    w->line = line;
    set_card(w->card, word, n);
}

/* A draw does not fit: somebody gave this card away, not the one that lies there now. */
static void learn_from_draw(struct filling *f, const struct told *line)
{
    game_move moves[GAME_MAX_MOVES];
    char text[GAME_MOVE_TEXT];
    struct text there = TEXT_IN(text);
    const char *card = last_word(line->move);
    if (f->game->moves(f->game, &f->state, GAME_CHANCE, moves, NULL) != 1)
        return;
    f->game->move_text(f->game, &f->state, GAME_CHANCE, moves[0], &there);
    for (int i = 0; i < f->given_count; i++)
        if (f->given[i].drawer < 0 && strcmp(f->given[i].card, last_word(text)) == 0 &&
            !wish_for(f, f->given[i].line)) {
            wish(f, f->given[i].line, card, strlen(card));
            return;
        }
}

/* A seat shows a card that it does not hold: it drew it where it had no choice, after somebody gave it away.
 */
static void learn_from_move(struct filling *f, const struct told *line)
{
    const char *move = line->move, *word, *card = NULL;
    size_t length = 0;
    for (size_t n; (n = partial_next_word(&move, &word));)
        if (find_held(f, line->actor, word, n) < 0) {
            card = word; /* the last such word: a verb stands before its cards */
            length = n;
        }
    for (int i = f->given_count - 1; card && i >= 0; i--)
        if (f->given[i].drawer == line->actor && !wish_for(f, f->given[i].line)) {
            wish(f, f->given[i].line, card, length);
            return;
        }
}

/* Fills in line by line. False where a line does not fit; the next try knows why. */
static bool fill(struct filling *f)
{
    struct choices c;
    while (f->line < f->told->count) {
        const struct told *line = &f->told->lines[f->line++];
        list_choices(f, line, &c);
        for (int unseen = 0; !c.count; unseen++) {
            if (unseen == MAX_UNSEEN || !make_unseen(f)) {
                if (line->actor == GAME_CHANCE)
                    learn_from_draw(f, line);
                else
                    learn_from_move(f, line);
                return false;
            }
            list_choices(f, line, &c);
        }
        int i = pick(f, line, &c);
        note(f, line, c.move[i], c.text[i]);
        make(f, line->actor, c.move[i]);
    }
    return f->told->whole && !f->out->cut;
}

/* What is open at the beginning of the record is in `out` already; the rest follows. */
static bool try_once(struct filling *f, size_t open, int number)
{
    rng_seed(&f->rng, (uint64_t)number);
    f->first = number < TRIES / 2;
    f->out->length = open;
    f->out->at[open] = '\0';
    f->out->cut = false;
    return fill(f);
}

size_t partial_memory(void)
{
    return sizeof(struct partial_index);
}

bool partial_fill(const char *record, const struct game *boxed, void *memory, struct text *out, bool *whole,
                  struct text *error)
{
    const char *mark = strstr(record, PARTIAL_MARK), *resigned;
    size_t open = (size_t)(mark - record);
    struct partial_index *told = memory;
    struct wishes wishes = {.count = 0}, best_wishes = wishes;
    struct record head;
    union game_state start;
    int best = 0, most = -1;
    *whole = false;
    text_clear(out);
    text_put_n(out, record, open);
    if (out->cut) {
        text_put(error, "the record is too long");
        return false;
    }
    if (!record_replay(record, open, boxed, NULL, NULL, &head, &start, error))
        return false;
    partial_index(told, mark);
    for (int i = 0; i < TRIES && !*whole; i++) {
        struct wishes before = wishes;
        struct filling f = {.game = head.game, .state = start, .told = told, .wishes = &wishes, .out = out};
        *whole = try_once(&f, open, i);
        if (f.line > most) {
            most = f.line;
            best = i;
            best_wishes = before;
        }
    }
    if (!*whole) { /* the longest once more */
        struct filling f = {
            .game = head.game, .state = start, .told = told, .wishes = &best_wishes, .out = out};
        try_once(&f, open, best);
        return true;
    }
    for (resigned = mark; (resigned = strstr(resigned, "\n" RECORD_RESIGNED)); resigned++)
        text_printf(out, RECORD_RESIGNED "%c\n", resigned[sizeof RECORD_RESIGNED]);
    return true;
}

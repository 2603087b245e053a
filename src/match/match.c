/* match.c: one game that is being played: starting it and accepting entries. */
#include "match/match.h"

#include <string.h>

#include "match/fold.h"
#include "match/luck.h"

enum { MANY_ENTRIES = 64 };

/* ---- chance ---- */

struct rng fold_rng(const struct fold *f)
{
    return luck_rng(f->turn->luck);
}

bool match_settle(const struct game *game, int seats, const char *options, const uint8_t key[MATCH_KEY],
                  char settled[GAME_OPTIONS_TEXT], struct text *error)
{
    return luck_settle(game, seats, options, key, settled, error);
}

/* ---- beginning and end ---- */

static void *resize(const struct match *m, void *block, size_t size)
{
    return m->memory->resize(m->memory->me, block, size);
}

static void mark(struct match *m)
{
    memcpy(m->mark, m->state, m->game->state_size);
    m->marked = m->count;
}

/* A seat's decision begins when the seat is to act. It ends when the seat moves or is no longer to act. A
 * draw of chance in between (at another table of a tournament) does not interrupt it. */
void fold_follow(const struct match *m, const void *state, int place, int32_t decision[GAME_MAX_SEATS])
{
    uint32_t actors = m->game->to_act(m->game, state);
    if (actors == game_bit(GAME_CHANCE))
        return;
    for (int seat = 0; seat < m->seats; seat++) {
        if (!(actors & game_bit(seat)))
            decision[seat] = -1;
        else if (decision[seat] < 0)
            decision[seat] = place;
    }
}

void fold_begin(const struct match *m, const void *state, struct match_turn *turn)
{
    for (int seat = 0; seat < GAME_MAX_SEATS; seat++)
        turn->decision[seat] = -1;
    turn->mover = -1;
    luck_begin(&turn->luck, m->game, m->seats, m->options, m->key);
    fold_follow(m, state, 0, turn->decision);
}

bool match_start(struct match *m, const struct game *game, int seats, const char *options,
                 const struct match_terms *terms, const uint8_t key[MATCH_KEY],
                 const struct match_memory *memory, struct text *error)
{
    *m = (struct match){.game = game, .seats = seats, .terms = *terms, .memory = memory};
    memcpy(m->key, key, MATCH_KEY);
    m->options = resize(m, NULL, strlen(options) + 1);
    memcpy(m->options, options, strlen(options) + 1);
    m->state = resize(m, NULL, game->state_size);
    m->mark = resize(m, NULL, game->state_size);
    if (!game_start(game, m->state, seats, options, error)) {
        match_free(m);
        return false;
    }
    fold_begin(m, m->state, &m->turn);
    mark(m);
    return true;
}

void match_free(struct match *m)
{
    if (!m->memory)
        return;
    resize(m, m->options, 0);
    resize(m, m->moves, 0);
    resize(m, m->state, 0);
    resize(m, m->mark, 0);
    m->options = NULL;
    m->moves = NULL;
    m->state = m->mark = NULL;
    m->count = m->capacity = m->marked = m->entries = 0;
}

void match_at(const struct match *m, int place, void *state)
{
    const struct game *game = m->game;
    if (place == m->count) {
        memcpy(state, m->state, game->state_size);
        return;
    }
    int from = place >= m->marked ? m->marked : 0;
    if (from == m->marked) {
        memcpy(state, m->mark, game->state_size);
    } else {
        game_start(game, state, m->seats, m->options, NULL);
    }
    for (int i = from; i < place; i++)
        game->apply(game, state, m->moves[i].actor, m->moves[i].code);
}

/* ---- folding ---- */

uint8_t fold_viewer_bit(int viewer)
{
    return (uint8_t)(1 << (viewer == GAME_PUBLIC ? GAME_MAX_SEATS : viewer));
}

static struct match_move describe_move(const struct match *m, const void *state, int actor, game_move code)
{
    const struct game *game = m->game;
    game_move pass;
    struct match_move made = {.code = code, .actor = (uint8_t)actor};
    for (int viewer = GAME_PUBLIC; viewer < m->seats; viewer++)
        if (game->sight(game, state, actor, code, viewer) == GAME_UNSEEN)
            made.unseen |= fold_viewer_bit(viewer);
    made.react = (uint8_t)game_may_react(game, state, actor, code);
    made.answers = actor != GAME_CHANCE && game->harmless && game->harmless(game, state, actor, &pass);
    if (actor != GAME_CHANCE)
        made.mates = (uint8_t)(game->table_mates ? game->table_mates(game, state, actor) : UINT32_MAX);
    made.undo = (uint8_t)(game->may_undo ? game->may_undo(game, state, actor, code) : GAME_UNDO_TABLE);
    return made;
}

/* MATCH_QUIET holds only until the end of the turn. */
static void end_quiet(struct fold *f)
{
    struct match_turn *turn = f->turn;
    uint32_t actors = f->match->game->to_act(f->match->game, f->state);
    if (turn->mover >= 0 && !turn->pause.on && !(actors & (game_bit(turn->mover) | game_bit(GAME_CHANCE))))
        turn->quiet = 0;
}

struct match_move fold_move(struct fold *f, int actor, game_move code, const char *text, int64_t at)
{
    const struct match *m = f->match;
    struct match_turn *turn = f->turn;
    struct match_move made = describe_move(m, f->state, actor, code);
    bool reaction = turn->pause.on && actor != GAME_CHANCE && (turn->pause.seats & game_bit(actor));
    bool replied = actor != GAME_CHANCE && turn->reply[actor] && !(turn->quiet & game_bit(actor));
    made.late = reaction && !replied && at >= pause_answer_by(&turn->pause, actor);
    turn->question.on = false;
    if (!(made.unseen & fold_viewer_bit(GAME_PUBLIC)))
        turn->told = at;
    fold_stop_clocks(turn, at);
    if (!m->chance)
        luck_add(&turn->luck, actor, text);
    m->game->apply(m->game, f->state, actor, code);
    f->place++;
    if (actor != GAME_CHANCE) {
        turn->decision[actor] = -1;
        fold_end_decision(turn, actor);
    }
    if (!reaction) {
        turn->pause.on = false;
        if (actor != GAME_CHANCE)
            turn->mover = (int8_t)actor;
    }
    if (made.react && m->terms.reaction_ms > 0)
        fold_pause(f, f->place - 1, actor, made.react, at);
    fold_follow(m, f->state, f->place, turn->decision);
    end_quiet(f);
    fold_run_clocks(f, at);
    return made;
}

void fold_end_pause(struct fold *f, int64_t at)
{
    fold_stop_clocks(f->turn, at);
    f->turn->told = at;
    f->turn->pause.on = false;
    end_quiet(f);
    fold_run_clocks(f, at);
}

void fold_undo(struct fold *f, int place, int64_t at)
{
    const struct match *m = f->match;
    struct match_turn *turn = f->turn;
    fold_stop_clocks(turn, at);
    for (int seat = 0; seat < m->seats; seat++)
        fold_end_decision(turn, seat);
    turn->pause.on = turn->question.on = false;
    turn->told = at;
    turn->quiet = 0;
    int last = fold_rewind(f, place);
    f->place = place;
    /* The seats that could react to the last remaining move are asked again. */
    if (last >= 0)
        turn->mover = (int8_t)(m->moves[last].actor == GAME_CHANCE ? -1 : m->moves[last].actor);
    if (last >= 0 && m->moves[last].react && m->terms.reaction_ms > 0)
        fold_pause(f, last, m->moves[last].actor, m->moves[last].react, at);
    fold_run_clocks(f, at);
}

/* ---- accepting ---- */

static struct fold fold_of(struct match *m)
{
    return (struct fold){.match = m, .state = m->state, .turn = &m->turn, .place = m->count};
}

static void add_move(struct match *m, const struct match_move *move)
{
    if (m->count == m->capacity) {
        m->capacity = m->capacity ? m->capacity + m->capacity / 2 : 64;
        m->moves = resize(m, m->moves, (size_t)m->capacity * sizeof *m->moves);
    }
    m->moves[m->count++] = *move;
    m->any_unseen |= move->unseen != 0;
}

static bool accept_move(struct match *m, const struct match_entry *e, struct text *problem)
{
    int actor = e->actor == '*' ? GAME_CHANCE : e->actor - '1';
    game_move code = e->code;
    if (actor < 0 || (actor >= m->seats && actor != GAME_CHANCE)) {
        text_put(problem, "its actor is neither a seat of this match nor chance");
        return false;
    }
    if (code == MATCH_UNREAD && !game_parse(m->game, m->state, actor, e->move, &code, problem))
        return false;
    struct fold f = fold_of(m);
    bool stand_in = actor != GAME_CHANCE && (m->turn.away | m->turn.resigned) >> actor & 1;
    struct match_move made = fold_move(&f, actor, code, e->move, e->at);
    made.by_stand_in = stand_in;
    add_move(m, &made);
    return true;
}

static bool accept_undo(struct match *m, const struct match_entry *e, struct text *problem)
{
    const char *rest = e->move;
    int place;
    if (!text_take_int(&rest, &place) || *rest || place > m->count) {
        text_put(problem, "it takes back more moves than there are");
        return false;
    }
    struct fold f = fold_of(m);
    fold_undo(&f, place, e->at);
    m->count = place;
    m->any_undone = true;
    mark(m);
    return true;
}

static bool accept_change(struct match *m, const struct match_entry *e, struct text *problem)
{
    struct fold f = fold_of(m);
    if (fold_change_text(&f, e->move, e->at))
        return true;
    text_put(problem, "it is not a change of a seat, such as \"2 away\"");
    return false;
}

/* The clocks of a match run from its first entry on. */
static bool accept_begin(struct match *m, const struct match_entry *e, struct text *problem)
{
    if (m->entries) {
        text_put(problem, "the match has begun already");
        return false;
    }
    struct fold f = fold_of(m);
    fold_run_clocks(&f, e->at);
    return true;
}

static bool accept_pause_end(struct match *m, const struct match_entry *e, struct text *problem)
{
    if (!m->turn.pause.on) {
        text_put(problem, "it ends a pause, but there is none");
        return false;
    }
    struct fold f = fold_of(m);
    fold_end_pause(&f, e->at);
    return true;
}

static bool accept_one(struct match *m, const struct match_entry *e, struct text *problem)
{
    if (e->number != m->entries) {
        text_put(problem, "the entry before it is missing");
        return false;
    }
    bool fine = e->actor == 'u'   ? accept_undo(m, e, problem)
                : e->actor == 's' ? accept_change(m, e, problem)
                : e->actor == 'p' ? accept_pause_end(m, e, problem)
                : e->actor == 'b' ? accept_begin(m, e, problem)
                                  : accept_move(m, e, problem);
    m->entries += fine;
    return fine;
}

int match_accept(struct match *m, const struct match_entry *entries, int count, struct text *problem)
{
    char none[1];
    struct text nowhere = TEXT_IN(none);
    int accepted = 0;
    bool many = count >= MANY_ENTRIES;
    mark(m);
    if (many)
        rewind_begin(m);
    while (accepted < count && accept_one(m, &entries[accepted], problem ? problem : &nowhere))
        accepted++;
    if (many)
        rewind_end(m);
    return accepted;
}

/* ---- who is to act ---- */

const char *match_problem(const struct match *m)
{
    game_move moves[GAME_MAX_MOVES];
    uint32_t actors = m->game->to_act(m->game, m->state);
    for (int actor = 0; actor <= GAME_CHANCE; actor++)
        if ((actors & game_bit(actor)) && m->game->moves(m->game, m->state, actor, moves, NULL) < 1)
            return "a seat is to move but has no legal move";
    return NULL;
}

uint32_t fold_computers(const struct match *m, const struct match_turn *turn)
{
    return m->terms.computers | turn->computers | turn->away;
}

uint32_t match_computers(const struct match *m)
{
    return fold_computers(m, &m->turn);
}

uint32_t match_people(const struct match *m)
{
    return (game_bit(m->seats) - 1) & ~(m->terms.computers | m->turn.computers | m->turn.resigned);
}

bool fold_given_up(const struct match *m, const struct match_turn *turn)
{
    uint32_t left = (game_bit(m->seats) - 1) & ~turn->resigned;
    uint32_t people = left & ~(m->terms.computers | turn->computers);
    return turn->resigned && (!(left & (left - 1)) || !people);
}

bool match_given_up(const struct match *m)
{
    return fold_given_up(m, &m->turn);
}

bool match_over(const struct match *m)
{
    return match_given_up(m) || !m->game->to_act(m->game, m->state);
}

uint32_t match_winners(const struct match *m, const void *state)
{
    uint32_t winners = m->game->winners(m->game, state), out = m->turn.resigned, best = 0;
    int points[GAME_MAX_SEATS], most = INT32_MIN;
    if ((!winners && !match_given_up(m)) || (winners & ~out))
        return winners & ~out;
    m->game->score(m->game, state, points);
    for (int seat = 0; seat < m->seats; seat++) {
        if ((out & game_bit(seat)) || points[seat] < most)
            continue;
        best = points[seat] > most ? game_bit(seat) : best | game_bit(seat);
        most = points[seat];
    }
    return best;
}

/* ---- numbers ---- */

bool match_unseen(const struct match *m, int place, int viewer)
{
    return m->moves[place].unseen & fold_viewer_bit(viewer);
}

int match_number(const struct match *m, int viewer, int place)
{
    int number = place;
    for (int i = 0; i < place && m->any_unseen; i++)
        number -= match_unseen(m, i, viewer);
    return number;
}

int match_place(const struct match *m, int viewer, int64_t number)
{
    int place = 0;
    if (number < 0 || number > m->count)
        return -1;
    for (; place < m->count; place++) {
        if (match_unseen(m, place, viewer))
            continue;
        if (number == 0)
            return place;
        number--;
    }
    return number == 0 ? place : -1;
}

bool match_is_fresh(const struct match *m, int seat, int64_t number)
{
    int begun = m->turn.decision[seat] >= 0 ? m->turn.decision[seat] : m->count;
    return number >= match_number(m, seat, begun) && number <= match_number(m, seat, m->count);
}

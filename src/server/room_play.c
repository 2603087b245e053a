/* room_play.c: what happens in a game: moves, chance, computers, clocks, pauses, taking back, the end. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/client.h"
#include "server/log.h"
#include "server/memory.h"
#include "server/rating.h"
#include "server/room.h"

enum { COMPUTER_PAUSE_MS = 1000, RETRY_MS = 200, SIT_DOWN_MS = 60 * 1000 };

static uint32_t actors(const struct room *room)
{
    return room->game->to_act(room->game, room->play.state);
}

uint32_t room_all_asked(const struct room *room)
{
    return room->pause.on ? actors(room) & game_bit(room->pause.turn) : 0;
}

/* Who can go on: in a pause only who is asked. */
static uint32_t now_to_act(const struct room *room)
{
    return room->pause.on ? room_all_asked(room) : actors(room);
}

bool room_asked(const struct room *room, int seat)
{
    return seat >= 0 && (room_all_asked(room) & game_bit(seat));
}

/* ---- rows ---- */

static void add_row(struct room *room, char actor, const char *move, int64_t spent)
{
    struct store_row row = {.number = room->rows++, .actor = actor, .spent = (int32_t)spent, .at = now_ms()};
    snprintf(row.move, sizeof row.move, "%s", move);
    store_add_row(room->server->store, room->table.id, &row);
}

static void add_move(struct room *room, int actor, game_move move, int64_t spent)
{
    char buffer[GAME_MOVE_TEXT];
    struct text text = TEXT_IN(buffer);
    room->game->move_text(room->game, room->play.state, actor, move, &text);
    add_row(room, game_actor_letter(actor), buffer, spent);
    play_add(&room->play, actor, move);
}

/* ---- clocks ---- */

static int64_t thinking_time(const struct room *room, int seat, int64_t now)
{
    return room->thought[seat] + (room->since[seat] ? now - room->since[seat] : 0);
}

int64_t room_clock(const struct room *room, int seat, int64_t now)
{
    if (room->table.clock == CLOCK_NONE)
        return -1;
    int64_t left = (int64_t)room->table.clock_seconds * 1000;
    if (room->table.clock == CLOCK_GAME)
        left -= room->spent[seat];
    left -= thinking_time(room, seat, now);
    return left > 0 ? left : 0;
}

/* Ends the present decision of a seat; what it took counts by a clock per game. Returns that. */
static int64_t end_decision(struct room *room, int seat)
{
    int64_t spent = thinking_time(room, seat, steady_ms());
    room->spent[seat] += spent;
    room->since[seat] = room->thought[seat] = 0;
    return spent;
}

/* The same where no move follows whose row would keep it. */
static void end_without_move(struct room *room, int seat)
{
    int64_t spent = end_decision(room, seat);
    if (spent && room->table.clock == CLOCK_GAME)
        add_row(room, (char)('1' + seat), "", spent);
}

/* ---- the end ---- */

static uint32_t resigned(const struct room *room)
{
    uint32_t seats = 0;
    for (int seat = 0; seat < room->table.seats; seat++)
        if (room->table.chairs[seat].resigned)
            seats |= game_bit(seat);
    return seats;
}

uint32_t room_winners(const struct room *room, uint32_t winners, const int points[])
{
    uint32_t out = resigned(room), best = 0;
    if (!winners || (winners & ~out))
        return winners & ~out;
    int most = INT32_MIN;
    for (int seat = 0; seat < room->table.seats; seat++) {
        if ((out & game_bit(seat)) || points[seat] < most)
            continue;
        best = points[seat] > most ? game_bit(seat) : best | game_bit(seat);
        most = points[seat];
    }
    return best;
}

bool room_summary(struct room *room)
{
    if (!room->play.state)
        return false;
    int points[GAME_MAX_SEATS];
    int place = room->pause.on ? room->pause.from : room->play.count;
    int number = play_number(&room->play, GAME_PUBLIC, place), before = room->table.number;
    void *view = must_malloc(room->game->state_size);
    play_at(&room->play, place, view);
    room->game->observe(room->game, view, GAME_PUBLIC, view);
    room->game->score(room->game, view, points);
    for (int seat = 0; seat < room->table.seats; seat++)
        room->table.chairs[seat].points = points[seat];
    room->table.turn = room->game->to_act(room->game, view) & ~game_bit(GAME_CHANCE);
    room->table.winners = room_winners(room, room->game->winners(room->game, view), points);
    room->table.number = number;
    free(view);
    return number != before;
}

static void finish(struct room *room)
{
    room->table.state = TABLE_OVER;
    room_summary(room);
    rating_finish(room);
}

/* Chance moves at once, and the game may be over; all this goes into the same unit as the move before it. */
static void follow(struct room *room)
{
    while (!room->pause.on && actors(room) == game_bit(GAME_CHANCE)) {
        if (play_problem(&room->play))
            break;
        add_move(room, GAME_CHANCE, chance_draw(room->game, room->play.state), 0);
    }
    const char *problem = play_problem(&room->play);
    if (problem)
        room_suspend(room, problem);
    else if (!room->pause.on && !actors(room) && room->table.state == TABLE_RUNNING)
        finish(room);
}

/* ---- pauses ---- */

/* How long the table waits for a seat's reaction; this must depend on nothing that is not public. */
static int chance_ms(const struct room *room, int seat)
{
    int ms = room->pause.each;
    if (room_computer_plays(room, seat))
        return ms < COMPUTER_PAUSE_MS ? ms : COMPUTER_PAUSE_MS;
    return room->no_reaction & game_bit(seat) ? 0 : ms;
}

int64_t room_pause_left(const struct room *room)
{
    int64_t left = room->pause.until - steady_ms();
    for (int seat = 0; seat < room->table.seats; seat++)
        if (room->pause.seats & game_bit(seat))
            left += chance_ms(room, seat);
    return left > 0 ? left : 0;
}

/* Who is asked and does not answer passes. */
static void pass_for_asked(struct room *room)
{
    while (room_all_asked(room)) {
        game_move pass;
        if (!game_parse(room->game, room->play.state, room->pause.turn, "pass", &pass, NULL))
            return;
        add_move(room, room->pause.turn, pass, 0);
    }
}

/* The time of the next seat that might react, in the order of the table. Returns how long that is. */
static int next_seat(struct room *room)
{
    do
        room->pause.turn = (room->pause.turn + 1) % GAME_MAX_SEATS;
    while (!(room->pause.seats & game_bit(room->pause.turn)));
    room->pause.seats &= ~game_bit(room->pause.turn);
    int ms = chance_ms(room, room->pause.turn);
    room->pause.until = steady_ms() + ms;
    return ms;
}

/* Goes on to a seat that has time, and passes for those who have none; the pause is over if there is none. */
static void next_chance(struct room *room)
{
    while (room->pause.on) {
        if (!room->pause.seats)
            room->pause.on = false;
        else if (next_seat(room) > 0)
            return;
        else
            pass_for_asked(room);
    }
}

static void set_pause(struct room *room, int from, int actor, uint32_t seats)
{
    int count = __builtin_popcount(seats);
    if (!room->pause.on)
        room->pause.from = from;
    room->pause.on = true;
    room->pause.turn = actor;
    room->pause.seats = seats;
    room->pause.each = count > 2 ? room->table.reaction * 2 / count : room->table.reaction;
}

/*
 * Pauses are not stored: one that was on when the program ended begins again, and one that was over too, for
 * otherwise the table would wait for who is asked, and all could see that. Nothing is written here; who has
 * no time passes when the room goes on.
 */
void room_pause_again(struct room *room)
{
    int last = room->play.count - 1;
    while (last >= 0 && play_unseen(&room->play, last, GAME_PUBLIC))
        last--;
    if (room->table.state != TABLE_RUNNING || room->table.reaction == 0 || last < 0 ||
        !room->play.moves[last].react)
        return;
    room->mover = room->play.moves[last].actor;
    set_pause(room, last, room->mover, room->play.moves[last].react);
    next_seat(room);
}

/* ---- moves ---- */

const char *room_start(struct room *room)
{
    struct rng rng = chance_rng();
    char settled[GAME_OPTIONS_TEXT];
    const char *problem = game_settle(room->game, room->table.seats, room->table.options, &rng, settled);
    if (!problem)
        problem = play_start(&room->play, room->game, room->table.seats, settled);
    if (problem)
        return problem;
    memcpy(room->table.options, settled, sizeof settled);
    room->table.state = TABLE_RUNNING;
    follow(room);
    return NULL;
}

/* With a turn ends what was said about reactions in it. */
static void end_turn(struct room *room)
{
    if (!room->pause.on && !(actors(room) & game_bit(room->mover)))
        room->no_reaction = 0;
}

void room_move(struct room *room, int seat, game_move move)
{
    int from = room->play.count;
    bool reaction = room_all_asked(room) & game_bit(seat);
    if (!reaction)
        room->mover = seat;
    add_move(room, seat, move, end_decision(room, seat));
    room->undo.asked = false;
    uint32_t react = room->play.moves[from].react;
    if (react && room->table.reaction > 0) {
        set_pause(room, from, seat, react);
        next_chance(room);
    }
    follow(room);
    end_turn(room);
}

/* A seat's time is over: if it was asked and said nothing it passes, and another's comes or the game goes on.
 */
static bool end_chance(struct room *room)
{
    if (!room->pause.on || steady_ms() < room->pause.until)
        return false;
    pass_for_asked(room);
    next_chance(room);
    follow(room);
    end_turn(room);
    room_commit(room, NEWS_MOVES, NULL);
    return true;
}

/* ---- computers ---- */

/* A question's address: a table and a place, never a pointer to a room. */
struct thought {
    struct server *server;
    uint64_t table;
    int place, seat;
    uint32_t round;
};

static bool legal(const struct room *room, int seat, game_move move)
{
    game_move moves[GAME_MAX_MOVES];
    int count = room->game->moves(room->game, room->play.state, seat, moves, NULL);
    for (int i = 0; i < count; i++)
        if (moves[i] == move)
            return true;
    return false;
}

/* Whether the seat still has the decision that was asked about; others may have moved side by side with it.
 */
static bool still_asked(const struct room *room, const struct thought *t)
{
    if (room->round != t->round)
        return false;
    for (int place = t->place; place < room->play.count; place++)
        if (room->play.moves[place].actor == t->seat)
            return false;
    return true;
}

static void on_thought(void *context, const struct bots_answer *answer)
{
    struct thought t = *(struct thought *)context;
    free(context);
    struct room *room = t.server->closing ? NULL : map_get(&t.server->rooms, t.table);
    if (!room)
        return;
    room->thinking &= ~game_bit(t.seat);
    if (room->busy || room->table.state != TABLE_RUNNING || !still_asked(room, &t) ||
        !room_computer_plays(room, t.seat) || !(now_to_act(room) & game_bit(t.seat))) {
        room_advance(room);
        return;
    }
    if (!legal(room, t.seat, answer->move)) { /* whatever a bot says, what is stored must replay */
        log_line("a computer chose a move of %s that is not legal", room->table.game);
        room_wake(room, RETRY_MS);
        return;
    }
    t.server->metrics.thoughts++;
    room_move(room, t.seat, answer->move);
    room_commit(room, NEWS_MOVES, NULL);
}

/*
 * Asks for a move of a computer's seat. False if that must be tried again. Whatever happens at the table, no
 * more than one question for a seat is under way, or one table could keep all bots at work.
 */
static bool ask_computer(struct room *room, int seat)
{
    if (room->thinking & game_bit(seat))
        return true;
    struct thought *t = must_malloc(sizeof *t);
    *t = (struct thought){.server = room->server,
                          .table = room->table.id,
                          .place = room->play.count,
                          .seat = seat,
                          .round = room->round};
    void *view = must_malloc(room->game->state_size);
    room->game->observe(room->game, room->play.state, seat, view);
    struct bots_question question = {.game = room->game,
                                     .seats = room->table.seats,
                                     .seat = seat,
                                     .view = view,
                                     .level = room->table.chairs[seat].level,
                                     .ms =
                                         room->pause.on ? (int)(room->pause.until - steady_ms()) / 2 + 1 : 0,
                                     .move_only = true};
    bool fine = bots_ask(&room->server->bots, &question, on_thought, t);
    free(view);
    if (fine)
        room->thinking |= game_bit(seat);
    else
        free(t);
    return fine;
}

static bool ask_computers(struct room *room, uint32_t now)
{
    bool fine = true;
    for (int seat = 0; seat < room->table.seats; seat++)
        if ((now & game_bit(seat)) && room_computer_plays(room, seat))
            fine = ask_computer(room, seat) && fine;
    return fine;
}

/* ---- clocks that run ---- */

/* Clocks stand still in a pause and while a computer plays; the decision then goes on where it was. */
static void run_clocks(struct room *room, uint32_t who, int64_t now)
{
    for (int seat = 0; seat < room->table.seats; seat++) {
        bool runs = room->table.clock != CLOCK_NONE && !room->pause.on && (who & game_bit(seat)) &&
                    !room_computer_plays(room, seat);
        if (!runs)
            room->thought[seat] = thinking_time(room, seat, now);
        room->since[seat] = !runs ? 0 : room->since[seat] ? room->since[seat] : now;
    }
}

/* Who is out of time loses the chair to a computer. True if that happened to somebody. */
static bool out_of_time(struct room *room, int64_t now)
{
    bool any = false;
    for (int seat = 0; seat < room->table.seats; seat++)
        if (room->since[seat] && room_clock(room, seat, now) == 0) {
            room->table.chairs[seat].away = 1;
            end_without_move(room, seat);
            any = true;
        }
    if (any)
        room_commit(room, NEWS_SEATING, NULL);
    return any;
}

void room_reseat(struct room *room)
{
    for (int seat = 0; seat < room->table.seats; seat++)
        if (room->table.clock == CLOCK_GAME && !room_computer_plays(room, seat) &&
            room_clock(room, seat, steady_ms()) == 0) {
            end_without_move(room, seat);
            int64_t credit = (int64_t)room->table.clock_seconds * 1000 - SIT_DOWN_MS - room->spent[seat];
            room->spent[seat] += credit;
            add_row(room, (char)('1' + seat), "", credit);
        }
}

/* ---- going on ---- */

static void on_timer(uv_timer_t *timer)
{
    room_advance(timer->data);
}

void room_wake(struct room *room, int64_t ms)
{
    uint64_t soon = ms > 0 ? (uint64_t)ms : 1;
    if (!uv_is_active((uv_handle_t *)&room->timer) || uv_timer_get_due_in(&room->timer) > soon)
        uv_timer_start(&room->timer, on_timer, soon, 0);
}

void room_advance(struct room *room)
{
    if (room->busy || room->closed || room->server->closing)
        return;
    uv_timer_stop(&room->timer);
    if (room->table.state != TABLE_RUNNING || end_chance(room))
        return;
    int64_t now = steady_ms();
    uint32_t who = now_to_act(room);
    if (!room->pause.on && (!who || who == game_bit(GAME_CHANCE))) { /* only after a crash or an undo */
        follow(room);
        room_commit(room, NEWS_MOVES, NULL);
        return;
    }
    run_clocks(room, who, now);
    if (out_of_time(room, now))
        return;
    if (room->pause.on)
        room_wake(room, room->pause.until - now);
    if (!ask_computers(room, who))
        room_wake(room, RETRY_MS);
    for (int seat = 0; seat < room->table.seats; seat++)
        if (room->since[seat])
            room_wake(room, room_clock(room, seat, now));
}

/* ---- taking back ---- */

int room_undo_at_once(const struct room *room, int seat)
{
    int place = room->committed;
    if (room->table.undo == UNDO_NONE || room->pause.on || room->table.state != TABLE_RUNNING)
        return -1;
    /* A move to which somebody might have reacted stays, and so does a reaction that others do not know of:
     * what can go must not tell whether somebody was asked. */
    while (place > 0 && room->play.moves[place - 1].actor == seat && !room->play.moves[place - 1].react &&
           !room->play.moves[place - 1].unseen)
        place--;
    return place < room->committed ? place : -1;
}

int room_undo_step(const struct room *room, int seat)
{
    int place = room->committed;
    if (room_undo_at_once(room, seat) >= 0)
        return place - 1;
    if (room->table.undo != UNDO_FREE || room->pause.on)
        return -1;
    while (place > 0 && room->play.moves[place - 1].actor != seat)
        place--;
    return place - 1;
}

void room_undo(struct room *room, int to)
{
    char place[16];
    snprintf(place, sizeof place, "%d", to);
    play_cut(&room->play, to);
    add_row(room, 'u', place, 0);
    room->pause.on = false;
    room->undo.asked = false;
    room->no_reaction = 0;
    room->round++; /* the same place may now be another position */
    for (int seat = 0; seat < room->table.seats; seat++)
        end_without_move(room, seat);
    follow(room);
}

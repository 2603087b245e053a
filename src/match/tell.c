/* tell.c: what a viewer is told of a match, as JSON. */
#include "match/tell.h"

#include <string.h>

#include "match/propose.h"

/* ---- positions ---- */

static void put_seats(uint32_t seats, struct text *out)
{
    text_json_open(out, '[');
    for (int seat = 0; seat < GAME_MAX_SEATS; seat++)
        if (seats & game_bit(seat))
            text_json_int(out, seat + 1);
    text_json_close(out, ']');
}

static void put_points(const struct match *m, const void *view, struct text *out)
{
    int points[GAME_MAX_SEATS];
    m->game->score(m->game, view, points);
    text_member_open(out, "points", '[');
    for (int seat = 0; seat < m->seats; seat++)
        text_json_int(out, points[seat]);
    text_json_close(out, ']');
}

static void put_moves(const struct game *game, const void *view, int seat, bool any, struct text *out)
{
    game_move moves[GAME_MAX_MOVES];
    int count = any ? game->moves(game, view, seat, moves, NULL) : 0;
    text_member_open(out, "moves", '[');
    for (int i = 0; i < count; i++) {
        char buffer[GAME_MOVE_TEXT];
        struct text move = TEXT_IN(buffer);
        game->move_text(game, view, seat, moves[i], &move);
        text_json_string(out, buffer);
    }
    text_json_close(out, ']');
    text_member_open(out, "clauses", '[');
    for (int i = 0; i < count; i++)
        text_json_string(out, game->clause(game, view, seat, moves[i]));
    text_json_close(out, ']');
}

static void put_clocks(const struct match *m, bool running, int64_t now, struct text *out)
{
    text_member_open(out, "clocks", '[');
    for (int seat = 0; seat < m->seats; seat++) {
        int64_t left = running ? match_clock_left(m, seat, now) : -1;
        if (left < 0)
            text_json_null(out);
        else
            text_json_int(out, left);
    }
    text_json_close(out, ']');
}

/* Eight bytes at a time, because every viewer of every move gets one. */
static uint64_t mix_in(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * UINT64_C(1099511628211);
    return hash ^ hash >> 32;
}

void tell_fingerprint(const char *text, size_t length, char out[17])
{
    static const char digits[] = "0123456789abcdef";
    uint64_t hash = UINT64_C(14695981039346656037), word;
    size_t i = 0;
    for (; i + sizeof word <= length; i += sizeof word) {
        memcpy(&word, text + i, sizeof word);
        hash = mix_in(hash, word);
    }
    word = 0;
    memcpy(&word, text + i, length - i);
    if (i < length)
        hash = mix_in(hash, word);
    out[16] = '\0';
    for (int digit = 15; digit >= 0; digit--, hash >>= 4)
        out[digit] = digits[hash & 15];
}

static void put_view(const struct game *game, const void *view, int viewer, struct text *out)
{
    char fingerprint[17];
    text_json_key(out, "view");
    size_t begin = out->length;
    game->view_json(game, view, viewer, out);
    tell_fingerprint(out->at + begin, out->length - begin, fingerprint);
    text_member_string(out, "hash", fingerprint);
}

void tell_position(const struct match *m, int viewer, int place, uint32_t mine, int64_t now, struct text *out)
{
    const struct game *game = m->game;
    union game_state view;
    match_at(m, place, &view);
    game->observe(game, &view, viewer, &view);
    bool held = match_paused(m) && !(viewer >= 0 && (match_asked(m, now) & game_bit(viewer)));
    bool present = !match_over(m) && place == match_horizon(m, viewer, now);
    bool running = present && !held;
    bool chooses = running && viewer >= 0 && (mine & ~match_computers(m) & game_bit(viewer));
    int undo = chooses ? match_undo_step(m, viewer, mine) : -1;
    text_json_open(out, '{');
    text_member_int(out, "number", match_number(m, viewer, place));
    text_member_int(out, "public", match_number(m, GAME_PUBLIC, place));
    text_member_int(out, "seat", viewer + 1);
    put_view(game, &view, viewer, out);
    put_points(m, &view, out);
    text_json_key(out, "turn");
    put_seats(running ? game->to_act(game, &view) & ~game_bit(GAME_CHANCE) : 0, out);
    put_moves(game, &view, viewer, chooses, out);
    text_json_key(out, "undo");
    if (undo < 0)
        text_json_null(out);
    else
        text_json_int(out, match_number(m, viewer, undo));
    put_clocks(m, present, now, out);
    text_json_key(out, "winners");
    put_seats(place == m->count ? match_winners(m, &view) : 0, out);
    text_json_close(out, '}');
}

/* ---- lines ---- */

static void put_event(const struct game_event *e, struct text *out)
{
    text_json_open(out, '{');
    text_member_string(out, "key", e->key);
    if (e->seat >= 0)
        text_member_int(out, "seat", e->seat + 1);
    if (e->amount != 0)
        text_member_int(out, "amount", e->amount);
    if (e->what && e->what[0])
        text_member_string(out, "what", e->what);
    if (e->place[0])
        text_member_string(out, "place", e->place);
    text_json_close(out, '}');
}

static void put_events(const struct game *game, const void *state, int actor, game_move move, int viewer,
                       bool held, struct text *out)
{
    struct game_event events[GAME_MAX_EVENTS];
    int count = game->tell(game, state, actor, move, viewer, events);
    for (int i = 0; i < count; i++)
        if (!held || !events[i].after_reactions)
            put_event(&events[i], out);
}

void tell_events(const struct game *game, const void *state, int actor, game_move move, int viewer,
                 struct text *out)
{
    text_json_open(out, '[');
    put_events(game, state, actor, move, viewer, false, out);
    text_json_close(out, ']');
}

static void open_line(const struct match *m, const void *state, int place, int viewer, int number, int public,
                      struct text *out)
{
    const struct match_move *move = &m->moves[place];
    char buffer[GAME_MOVE_TEXT];
    struct text seen = TEXT_IN(buffer);
    game_seen_text(m->game, state, move->actor, move->code, viewer, &seen);
    text_json_open(out, '{');
    text_member_int(out, "number", number);
    text_member_int(out, "public", public);
    text_member_int(out, "seat", move->actor == GAME_CHANCE ? 0 : move->actor + 1);
    text_member_string(out, "move", buffer);
    if (move->late)
        text_member_bool(out, "late", true);
    text_member_open(out, "events", '[');
}

static void close_line(struct text *out)
{
    text_json_close(out, ']');
    text_json_close(out, '}');
}

/* Writes lines one after the other; returns their number. */
static int put_lines(const struct match *m, int viewer, int from, int to, bool held, struct text *out)
{
    union game_state state;
    int number = match_number(m, viewer, from), public = match_number(m, GAME_PUBLIC, from), lines = 0;
    match_at(m, from, &state);
    for (int i = from; i < to; i++) {
        const struct match_move *move = &m->moves[i];
        if (!match_unseen(m, i, viewer)) {
            if (lines)
                close_line(out);
            open_line(m, &state, i, viewer, number + lines, public, out);
            lines++;
        }
        if (lines)
            put_events(m->game, &state, move->actor, move->code, viewer, held, out);
        public += !match_unseen(m, i, GAME_PUBLIC);
        m->game->apply(m->game, &state, move->actor, move->code);
    }
    if (lines)
        close_line(out);
    return lines;
}

void tell_lines(const struct match *m, int viewer, int from, int to, bool held, struct text *out)
{
    text_json_open(out, '[');
    put_lines(m, viewer, from, to, held, out);
    text_json_close(out, ']');
}

void tell_line_at(const struct match *m, int viewer, int place, int to, struct text *out)
{
    int end = place < to ? place + 1 : to;
    while (end < to && match_unseen(m, end, viewer))
        end++;
    if (put_lines(m, viewer, place, end, false, out) == 0)
        text_json_null(out);
}

/* ---- what would be ---- */

static void observe_now(const struct match *m, int seat, int64_t now, union game_state *view)
{
    match_at(m, match_horizon(m, seat, now), view);
    m->game->observe(m->game, view, seat, view);
}

bool tell_preview(const struct match *m, int seat, const char *move, int64_t now, struct text *out,
                  struct text *reason)
{
    const struct game *game = m->game;
    union game_state view;
    game_move code;
    observe_now(m, seat, now, &view);
    if (!game_parse(game, &view, seat, move, &code, reason))
        return false;
    text_json_key(out, "events");
    tell_events(game, &view, seat, code, seat, out);
    game->apply(game, &view, seat, code);
    text_json_key(out, "view");
    game->view_json(game, &view, seat, out);
    put_points(m, &view, out);
    put_moves(game, &view, seat, true, out);
    return true;
}

struct reason tell_why(const struct match *m, int seat, const char *move, int64_t now)
{
    union game_state view;
    game_move code;
    observe_now(m, seat, now, &view);
    if (!game_parse(m->game, &view, seat, move, &code, NULL))
        return game_why_not(m->game, &view, seat, move);
    struct reason reason = reason_none();
    reason.clause = m->game->clause(m->game, &view, seat, code);
    return reason;
}

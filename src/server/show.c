/* show.c: what a viewer is told, as JSON. */
#include "server/show.h"

#include <string.h>

static void show_seats(uint32_t seats, struct text *out)
{
    text_json_open(out, '[');
    for (int seat = 0; seat < GAME_MAX_SEATS; seat++)
        if (seats & game_bit(seat))
            text_json_int(out, seat + 1);
    text_json_close(out, ']');
}

void show_points(const struct game *game, int seats, const void *state, struct text *out)
{
    int points[GAME_MAX_SEATS];
    game->score(game, state, points);
    text_json_open(out, '[');
    for (int seat = 0; seat < seats; seat++)
        text_json_int(out, points[seat]);
    text_json_close(out, ']');
}

static void show_moves(const struct game *game, const void *view, int viewer, struct text *out)
{
    game_move moves[GAME_MAX_MOVES];
    char buffer[GAME_MOVE_TEXT];
    int count = viewer == GAME_PUBLIC ? 0 : game->moves(game, view, viewer, moves, NULL);
    text_json_open(out, '[');
    for (int i = 0; i < count; i++) {
        struct text move = TEXT_IN(buffer);
        game->move_text(game, view, viewer, moves[i], &move);
        text_json_string(out, buffer);
    }
    text_json_close(out, ']');
}

static void show_clocks(int seats, const int64_t *clocks, struct text *out)
{
    text_json_open(out, '[');
    for (int seat = 0; seat < seats; seat++) {
        if (clocks[seat] < 0)
            text_json_null(out);
        else
            text_json_int(out, clocks[seat]);
    }
    text_json_close(out, ']');
}

/* Eight bytes at a time: every position of every move is marked, for each who sees it. */
void show_fingerprint(const char *text, size_t length, char out[17])
{
    static const char digits[] = "0123456789abcdef";
    uint64_t hash = UINT64_C(14695981039346656037);
    for (size_t i = 0; i < length; i += 8) {
        uint64_t word = 0;
        memcpy(&word, text + i, length - i < 8 ? length - i : 8);
        hash = (hash ^ word) * UINT64_C(1099511628211);
        hash ^= hash >> 32;
    }
    out[16] = '\0';
    for (int i = 15; i >= 0; i--, hash >>= 4)
        out[i] = digits[hash & 15];
}

void show_position(const struct game *game, int seats, const void *state, int viewer,
                   const struct show_extra *extra, struct text *out)
{
    union game_state view;
    game->observe(game, state, viewer, &view);
    uint32_t actors = extra->quiet ? 0 : game->to_act(game, &view) & ~game_bit(GAME_CHANCE);
    text_json_open(out, '{');
    text_member_int(out, "number", extra->number);
    text_member_int(out, "seat", viewer + 1);
    text_json_key(out, "view");
    size_t begin = out->length;
    game->view_json(game, &view, viewer, out);
    size_t length = out->length - begin;
    char fingerprint[17];
    show_fingerprint(out->at + begin, length, fingerprint);
    text_member_string(out, "hash", fingerprint);
    text_json_key(out, "points");
    show_points(game, seats, &view, out);
    text_json_key(out, "turn");
    show_seats(actors, out);
    text_json_key(out, "moves");
    if (extra->choose) {
        show_moves(game, &view, viewer, out);
    } else {
        text_json_open(out, '[');
        text_json_close(out, ']');
    }
    text_json_key(out, "undo");
    if (extra->undo < 0)
        text_json_null(out);
    else
        text_json_int(out, extra->undo);
    text_json_key(out, "clocks");
    show_clocks(seats, extra->clocks, out);
    text_json_key(out, "winners");
    show_seats(extra->winners ? extra->winners : game->winners(game, &view), out);
    text_json_close(out, '}');
}

static void show_event(const struct game_event *e, struct text *out)
{
    text_json_open(out, '{');
    text_member_string(out, "key", e->key);
    if (e->seat >= 0)
        text_member_int(out, "seat", e->seat + 1);
    if (e->amount != 0) {
        text_member_int(out, "amount", e->amount);
    }
    if (e->what && e->what[0])
        text_member_string(out, "what", e->what);
    if (e->place[0]) {
        text_member_string(out, "place", e->place);
    }
    text_json_close(out, '}');
}

static void put_events(const struct game *game, const void *state, int actor, game_move move, int viewer,
                       bool held, struct text *out)
{
    struct game_event events[GAME_MAX_EVENTS];
    int count = game->tell(game, state, actor, move, viewer, events);
    for (int i = 0; i < count; i++)
        if (!held || !events[i].later)
            show_event(&events[i], out);
}

void show_events(const struct game *game, const void *state, int actor, game_move move, int viewer,
                 struct text *out)
{
    text_json_open(out, '[');
    put_events(game, state, actor, move, viewer, false, out);
    text_json_close(out, ']');
}

/* Begins a Line; false, with nothing written, if the viewer learns nothing of the move. */
static bool open_line(const struct game *game, const void *state, const struct play_move *m, int viewer,
                      int number, struct text *out)
{
    char buffer[GAME_MOVE_TEXT];
    struct text seen = TEXT_IN(buffer);
    game_seen_text(game, state, m->actor, m->move, viewer, &seen);
    if (!seen.length)
        return false;
    text_json_open(out, '{');
    text_member_int(out, "number", number);
    text_member_int(out, "seat", m->actor == GAME_CHANCE ? 0 : m->actor + 1);
    text_member_string(out, "move", buffer);
    text_member_open(out, "events", '[');
    return true;
}

static void close_line(struct text *out)
{
    text_json_close(out, ']');
    text_json_close(out, '}');
}

/* Writes lines one after the other; returns their number. */
static int put_lines(const struct play *play, int viewer, int from, int to, bool held, struct text *out)
{
    union game_state state;
    int number = play_number(play, viewer, from), lines = 0;
    play_at(play, from, &state);
    for (int i = from; i < to; i++) {
        const struct play_move *m = &play->moves[i];
        bool seen = !play_unseen(play, i, viewer);
        if (seen && lines)
            close_line(out);
        if (seen)
            lines += open_line(play->game, &state, m, viewer, number + lines, out);
        if (lines)
            put_events(play->game, &state, m->actor, m->move, viewer, held, out);
        play->game->apply(play->game, &state, m->actor, m->move);
    }
    if (lines)
        close_line(out);
    return lines;
}

void show_lines(const struct play *play, int viewer, int from, int to, bool held, struct text *out)
{
    text_json_open(out, '[');
    put_lines(play, viewer, from, to, held, out);
    text_json_close(out, ']');
}

void show_line_at(const struct play *play, int viewer, int place, int to, struct text *out)
{
    int end = place < to ? place + 1 : to;
    while (end < to && play_unseen(play, end, viewer))
        end++;
    if (put_lines(play, viewer, place, end, false, out) == 0)
        text_json_null(out);
}

/* stranger_peek.c: what the strangers look at inside the server. Everything else they know from its messages.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/base/memory.h"
#include "server/base/shared_message.h"
#include "server/protocol/client.h"
#include "server/tables/room.h"
#include "stranger.h"

static struct room *find(struct fake *fake, uint64_t id)
{
    struct room *t = id ? map_get(&fake->server.tables, id) : NULL;
    return t && room_is_present(t) ? t : NULL;
}

/* ---- for requests ---- */

bool peek_table(struct fake *fake, uint64_t id, struct peek *out)
{
    const struct room *t = find(fake, id);
    *out = (struct peek){0};
    if (!t)
        return false;
    const struct table_row *row = &t->table.at.row;
    *out = (struct peek){.state = row->state,
                         .seats = row->seats,
                         .creator = row->creator,
                         .playing = table_has_match(&t->table),
                         .undo_asked = table_asks_back(&t->table),
                         .drawing = row->drawing};
    for (int seat = 0; seat < row->seats; seat++) {
        out->holder[seat] = chair_holder(&t->table.at.chairs[seat].row);
        if (t->table.at.chairs[seat].row.kind == CHAIR_OPEN)
            out->open |= game_bit(seat);
    }
    if (out->playing)
        out->to_act = match_to_act(&t->table.match, fake->now) & ~match_computers(&t->table.match);
    return true;
}

int peek_number(struct fake *fake, uint64_t id, int viewer)
{
    const struct room *t = find(fake, id);
    if (!t || !table_has_match(&t->table) || viewer > t->table.at.row.seats)
        return 0;
    return match_number(&t->table.match, viewer > 0 ? viewer - 1 : GAME_PUBLIC, t->table.match.count);
}

void peek_move(struct fake *fake, uint64_t id, int seat, uint32_t which, char out[GAME_MOVE_TEXT])
{
    static game_move moves[GAME_MAX_MOVES];
    const struct room *t = find(fake, id);
    int count = 0;
    if (t && table_has_match(&t->table) && seat > 0 && seat <= t->table.at.row.seats)
        count = t->table.game->moves(t->table.game, t->table.match.state, seat - 1, moves, NULL);
    struct text text = text_in(out, GAME_MOVE_TEXT);
    if (count > 0)
        t->table.game->move_text(t->table.game, t->table.match.state, seat - 1,
                                 moves[which % (uint32_t)count], &text);
    else
        text_put(&text, "pass");
}

void peek_reply(struct fake *fake, uint64_t id, uint32_t which, char out[GAME_MOVE_TEXT])
{
    const struct room *t = find(fake, id);
    const char *name = NULL;
    if (which && t && table_has_match(&t->table) && t->table.game->reply_name)
        name = t->table.game->reply_name(t->table.game, t->table.match.state, (int)which - 1);
    snprintf(out, GAME_MOVE_TEXT, "%s", name ? name : MATCH_ASK);
}

uint64_t peek_player(struct fake *fake, uint64_t connection)
{
    const struct client *c = client_find(&fake->server, connection);
    return c && c->player ? c->player->id : 0;
}

void peek_close_clients(struct fake *fake)
{
    size_t at;
    const struct client *c;
    while (at = 0, (c = map_next(&fake->server.clients, &at)))
        clients_closed(&fake->server, c->id);
}

void peek_drop(struct fake *fake, uint64_t id)
{
    struct room *t = find(fake, id);
    while (t && t->company.watchers)
        client_unwatch(t->company.watchers->client, t);
    if (t && !room_is_busy(t) && !t->queue.count && !t->errands.counting)
        room_close(t);
}

/* ---- rest ---- */

static const char *name_table(const char *what, const struct room *t)
{
    static char text[96];
    char id[ID_TEXT];
    id_text(t->id, id);
    snprintf(text, sizeof text, "the table %s %s", id, what);
    return text;
}

const char *peek_waiting(struct fake *fake)
{
    size_t at = 0;
    static char text[96];
    for (const struct client *c; (c = map_next(&fake->server.clients, &at));) {
        snprintf(text, sizeof text, "connection %d waits: %s", (int)c->id,
                 !c->player    ? "its player is not found"
                 : c->thinking ? "for a thought"
                 : c->blocked  ? "for an answer"
                               : "nobody reads its requests");
        if (!c->player || c->thinking || c->blocked || c->pending)
            return text;
    }
    at = 0;
    for (const struct room *t; (t = map_next(&fake->server.tables, &at));) {
        if (t->sync.change)
            return name_table("is being written", t);
        if (room_is_busy(t))
            return name_table("is being read", t);
        if (t->queue.count)
            return name_table("lets somebody wait", t);
        if (t->errands.thinking || t->errands.counting)
            return name_table(t->errands.thinking ? "waits for a bot" : "is being counted", t);
    }
    return NULL;
}

const char *peek_left(struct fake *fake)
{
    size_t at = 0;
    const struct server *s = &fake->server;
    const struct room *t = map_next(&s->tables, &at);
    if (t)
        return name_table("is still in memory", t);
    return s->clients.count            ? "clients are left"
           : s->players.count          ? "players are left"
           : s->tokens.count           ? "tokens of guests are left"
           : s->addresses.counts.count ? "connections of addresses are counted"
           : s->guessing.counts.count  ? "passwords are counted"
                                       : NULL;
}

double peek_held(struct fake *fake, const char **what)
{
    double longest = 0;
    struct holds *h = &fake->server.holds;
    for (int i = 0; i < h->count; i++) {
        if (h->rows[i].longest > longest) {
            longest = h->rows[i].longest;
            *what = h->rows[i].what;
        }
        h->rows[i].longest = 0;
    }
    return longest;
}

/* ---- what a fresh node would tell ---- */

bool peek_same_people(struct fake *fake, struct fake *fresh)
{
    size_t at = 0;
    for (const struct client *c; (c = map_next(&fake->server.clients, &at));) {
        const struct client *other = client_find(&fresh->server, c->id);
        if (c->player && !c->player->deleted &&
            (!other || !other->player || other->player->id != c->player->id))
            return false;
    }
    return true;
}

void peek_load_all(struct fake *from, struct fake *to)
{
    size_t at = 0;
    for (const struct room *t; (t = map_next(&from->server.tables, &at));)
        if (room_is_present(t) && !map_get(&to->server.tables, t->id))
            room_get(&to->server, t->id);
}

void peek_copy_watchers(struct fake *from, struct fake *fresh)
{
    size_t at = 0;
    for (const struct room *t; (t = map_next(&from->server.tables, &at));) {
        if (!room_is_present(t))
            continue;
        struct room *other = room_get(&fresh->server, t->id);
        fake_settle(fresh);
        for (const struct watcher *w = t->company.watchers; w; w = w->next_of_table) {
            struct client *c = client_find(&fresh->server, w->client->id);
            if (c && c->player && room_is_present(other))
                client_watch(c, other)->viewer = w->viewer;
        }
    }
}

/* What was sent while two nodes are compared. */
static char told[2][SERVER_BUFFER];
static struct text *telling;

static void hear(void *me, uint64_t client, struct message *message)
{
    (void)me;
    (void)client;
    text_put_n(telling, message_text(message), message->length);
    text_char(telling, '\n');
}

/* Shows a table to a watcher, who is as before afterwards. */
static void show(struct fake *fake, struct room *t, struct watcher *w, struct text *out)
{
    struct watcher saved = *w;
    struct host *host = &fake->server.host;
    int64_t costly = w->client->costly_until;
    void (*send)(void *, uint64_t, struct message *) = host->send;
    telling = out;
    host->send = hear;
    room_show(t, w, "table");
    if (table_asks_back(&t->table))
        room_show_undo(t, w);
    host->send = send;
    w->viewer = saved.viewer;
    w->shown = saved.shown;
    w->paused = saved.paused;
    w->settled = saved.settled;
    w->client->costly_until = costly;
}

void peek_drop_ratings(char *at)
{
    static const char key[] = ",\"rating\":";
    char *to = at = strstr(at, key) ? strstr(at, key) : at + strlen(at);
    while (*at) {
        if (strncmp(at, key, sizeof key - 1) == 0)
            at += sizeof key - 1 + strspn(at + sizeof key - 1, "-0123456789");
        else
            *to++ = *at++;
    }
    *to = '\0';
}

static const char *differ(const char *what, const struct room *t, const char *a, const char *b)
{
    static char text[2048];
    size_t i = 0;
    char id[ID_TEXT];
    while (a[i] && a[i] == b[i])
        i++;
    size_t from = i > 200 ? i - 200 : 0;
    id_text(t->id, id);
    snprintf(text, sizeof text,
             "%s of table %s differs from that of a fresh node at byte %zu:\n  %.600s\n  %.600s", what, id, i,
             a + from, b + from);
    return text;
}

/* What follows from the entries, besides the messages. */
static void put_turn(const struct room *t, int64_t now, struct text *out)
{
    const struct match *m = &t->table.match;
    const struct match_turn *turn = &m->turn;
    text_printf(
        out,
        "entries %d moves %d computers %d now %d people %d acting %d paused %d away %d resigned %d quiet %d",
        m->entries, m->count, (int)m->terms.computers, (int)match_computers(m), (int)match_people(m),
        (int)match_to_act(m, now), match_paused(m), turn->away, turn->resigned, turn->quiet);
    text_put(out, " wake ");
    text_int(out, match_wake(m, now));
    for (int seat = 0; seat < m->seats; seat++) {
        text_char(out, ' ');
        text_int(out, match_clock_left(m, seat, now));
        text_printf(out, " %s", match_reply_name(m, seat));
    }
    for (int i = 0; i < m->count; i++)
        text_printf(out, "%s%d.%d.%d.%d%d%d", i ? " " : "\n", (int)m->moves[i].actor, (int)m->moves[i].unseen,
                    (int)m->moves[i].react, m->moves[i].by_stand_in, m->moves[i].answers, m->moves[i].late);
}

static const char *compare_match(struct fake *fake, const struct room *a, const struct room *b)
{
    if (table_has_match(&a->table) != table_has_match(&b->table))
        return differ("whether there is a match", a, "", "");
    if (!table_has_match(&a->table))
        return NULL;
    struct text one = TEXT_IN(told[0]), other = TEXT_IN(told[1]);
    put_turn(a, fake->now, &one);
    put_turn(b, fake->now, &other);
    if (strcmp(one.at, other.at) != 0)
        return differ("the match", a, one.at, other.at);
    return memcmp(a->table.match.state, b->table.match.state, a->table.game->state_size)
               ? differ("the state", a, "", "")
               : NULL;
}

const char *peek_compare(struct fake *fake, struct fake *fresh)
{
    size_t at = 0;
    const char *problem = NULL;
    for (struct room *t; !problem && (t = map_next(&fake->server.tables, &at));) {
        struct room *f = find(fresh, t->id);
        if (!room_is_present(t))
            continue;
        if (!f)
            return name_table("is not stored", t);
        problem = compare_match(fake, t, f);
        for (struct watcher *w = t->company.watchers; w && !problem; w = w->next_of_table) {
            struct client *c = client_find(&fresh->server, w->client->id);
            struct watcher *other = c && c->player ? client_watcher(c, f) : NULL;
            struct text one = TEXT_IN(told[0]), same = TEXT_IN(told[1]);
            if (!other)
                continue;
            show(fake, t, w, &one);
            show(fresh, f, other, &same);
            peek_drop_ratings(one.at);
            peek_drop_ratings(same.at);
            if (strcmp(one.at, same.at) != 0)
                problem = differ("what is told", t, one.at, same.at);
        }
    }
    return problem;
}

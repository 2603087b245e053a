/*
 * botplayer.c: how castellany bot plays. It watches the tables where it sits or might sit, takes chairs,
 * follows each game from the lines that it gets, and sends a bot's choice when it is to move.
 *
 * After a refused move it watches the table again: the server then sends the present position, and the bot
 * answers that. So it needs no memory of what it wanted. The server may be hostile: every text, number and
 * turn in a message is checked before it is used.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/bot.h"
#include "cli/serve/botclient.h"
#include "cli/base/bot_setup.h"
#include "core/utf8.h"
#include "server/base/memory.h"

enum { MAX_LINES = 4096 };

static const char *text_of(const struct json *object, const char *key)
{
    return json_text(json_get(object, key));
}

/* A seat or the number of a position; -1 if it is missing or absurd. */
static int int_of(const struct json *object, const char *key)
{
    int64_t n = json_int(json_get(object, key));
    return n >= 0 && n <= 1000000000 ? (int)n : -1;
}

static bool is(const char *text, const char *word)
{
    return text && strcmp(text, word) == 0;
}

static bool ended(const char *state)
{
    return is(state, "over") || is(state, "suspended");
}

/* ---- tables ---- */

static struct place *find_place(const struct bot_client *c, const char *table)
{
    for (int i = 0; table && i < MAX_PLACES; i++)
        if (c->places[i] && strcmp(c->places[i]->table, table) == 0)
            return c->places[i];
    return NULL;
}

/* Remembers a table. False if there are too many, or if the id is too long to be one. */
static bool new_place(struct bot_client *c, const char *table)
{
    int at = 0;
    if (strlen(table) >= PLACE_TABLE)
        return false;
    while (at < MAX_PLACES && c->places[at])
        at++;
    for (int i = 0; at == MAX_PLACES && i < MAX_PLACES; i++)
        if (c->places[i]->declined)
            at = i;
    if (at == MAX_PLACES)
        return false;
    free(c->places[at]);
    c->places[at] = must_calloc(1, sizeof *c->places[at]);
    snprintf(c->places[at]->table, PLACE_TABLE, "%s", table);
    return true;
}

/* Sends a request about a table, unless the same one is pending. */
static void send_about(struct bot_client *c, const char *word, const char *table, bool with_invite)
{
    if (botclient_pending(c, word, table))
        return;
    struct bot_request *r = botclient_request(word, table);
    if (with_invite && c->invite && is(c->table, table))
        text_member_string(&r->text, "invite", c->invite);
    botclient_send(c, r);
}

static void watch(struct bot_client *c, const char *table)
{
    if (find_place(c, table) || new_place(c, table))
        send_about(c, "watch", table, true);
}

static void forget(struct bot_client *c, struct place *p)
{
    send_about(c, "unwatch", p->table, false);
    for (int i = 0; i < MAX_PLACES; i++)
        if (c->places[i] == p)
            c->places[i] = NULL;
    free(p);
}

/* Stops watching a table where it does not play. If it had only this table to play at, the program ends. */
static void turn_away(struct bot_client *c, struct place *p)
{
    bool left = false;
    p->declined = true;
    for (int i = 0; i < MAX_PLACES; i++)
        left |= c->places[i] && !c->places[i]->declined;
    c->refused |= is(c->table, p->table) || (c->once && !c->any && !left);
    send_about(c, "unwatch", p->table, false);
}

static void decline(struct bot_client *c, struct place *p, const char *why)
{
    cli_refuse("table %s: %s", p->table, why);
    turn_away(c, p);
}

/* Gives up its chair. A computer of the server then plays on, so that the others neither wait for ever nor
 * play against random moves. After the answer it turns away. */
static void leave(struct bot_client *c, struct place *p, const char *why)
{
    cli_refuse("table %s: %s; leaving it to the server's computer", p->table, why);
    p->declined = true;
    send_about(c, "leave", p->table, false);
}

/* Tells on standard output what the bot does. */
__attribute__((format(printf, 1, 2))) static void tell(const char *format, ...)
{
    char line[512], shown[4 * 512];
    struct text out = TEXT_IN(shown);
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    text_visible(&out, line);
    puts(shown);
    fflush(stdout);
}

/* With --once the program ends after a game that the bot played. */
static void end_game(struct bot_client *c, struct place *p)
{
    tell("table %s: the game is over", p->table);
    c->done |= c->once;
    if (is(c->table, p->table))
        c->table = NULL;
    forget(c, p);
}

void botplayer_end(struct bot_client *c)
{
    for (int i = 0; i < MAX_PLACES; i++) {
        free(c->places[i]);
        c->places[i] = NULL;
    }
}

static void ask_list(struct bot_client *c, const char *what)
{
    struct bot_request *r = botclient_request("list", NULL);
    text_member_string(&r->text, "what", what);
    botclient_send(c, r);
}

void botplayer_begin(struct bot_client *c)
{
    tell("connected to %s port %d, level %d; %s", c->host, c->port, c->level,
         c->any     ? "takes a chair at every open table"
         : c->table ? "takes a chair at one table"
                    : "goes on with the games of this account");
    botclient_send(c, botclient_request("hello", NULL));
    if (c->table)
        watch(c, c->table);
    ask_list(c, "mine");
    if (c->any)
        ask_list(c, "open");
}

/* ---- thinking ---- */

/* Any of the moves that the server offers. False if that is not the text of a move. */
static bool choose_random(struct bot_client *c, const struct json *moves, struct text *move)
{
    int pick = (int)rng_below(&c->rng, (uint32_t)json_size(moves));
    const char *offered = json_text(json_at(moves, pick));
    if (offered)
        text_put(move, offered);
    return offered && !move->cut;
}

static bool choose(struct bot_client *c, struct place *p, const struct json *moves, char move[GAME_MOVE_TEXT])
{
    const struct game *game = p->follow.game;
    struct text text = text_in(move, GAME_MOVE_TEXT);
    if (!p->known || !(game->to_act(game, &p->follow.view) & game_bit(p->follow.seat)))
        return choose_random(c, moves, &text);
    size_t size = bot_level_memory(game);
    c->memory = must_realloc(c->memory, size);
    struct bot_question question = {.game = game,
                                    .seats = p->follow.seats,
                                    .seat = p->follow.seat,
                                    .view = &p->follow.view,
                                    .budget = {.clock = clock_wall},
                                    .rng = &c->rng};
    game_move chosen = bot_level_choose(c->level, &question, c->memory, size, NULL, NULL);
    game->move_text(game, &p->follow.view, p->follow.seat, chosen, &text);
    return true;
}

static void answer_position(struct bot_client *c, struct place *p, const struct json *position)
{
    const struct json *moves = json_get(position, "moves");
    const struct bot_request *pending = botclient_pending(c, "move", p->table);
    char move[GAME_MOVE_TEXT];
    p->number = int_of(position, "number");
    if (!json_at(moves, 0) || (pending && pending->number == p->number))
        return;
    if (!choose(c, p, moves, move)) {
        leave(c, p, "the server offers moves that cannot be read");
        return;
    }
    struct bot_request *r = botclient_request("move", p->table);
    r->number = p->number;
    text_member_int(&r->text, "number", p->number);
    text_member_int(&r->text, "seat", p->follow.seat + 1);
    text_member_string(&r->text, "move", move);
    botclient_send(c, r);
}

static void follow(struct place *p, const struct json *lines, const struct json *position)
{
    static struct follow_line list[MAX_LINES];
    int count = 0;
    bool fine = json_size(lines) <= MAX_LINES;
    for (const struct json *line = json_at(lines, 0); line; line = json_next(lines, line)) {
        int seat = int_of(line, "seat");
        fine = fine && seat >= 0 && seat <= p->follow.seats;
        if (!fine)
            break;
        const char *move = text_of(line, "move");
        list[count].actor = seat ? seat - 1 : GAME_CHANCE;
        snprintf(list[count++].move, GAME_MOVE_TEXT, "%s", move ? move : "");
    }
    const char *mark = text_of(position, "hash");
    bool before = p->known;
    p->known = p->known && fine && mark && follow_lines(&p->follow, list, count, mark);
    if (before && !p->known)
        cli_refuse("table %s: lost track of the game; moving at random", p->table);
}

/* ---- messages ---- */

/* Whether the bot cannot play at a table, and why. It knows only the shipped games with their boxes. */
static bool is_unknown_game(const struct json *message, struct text *why)
{
    const char *game = text_of(message, "game");
    const struct json *options = json_get(message, "options");
    if (!game || !games_find(game))
        text_printf(why, "the game %s is not known here", game ? game : "?");
    for (const struct json *word = json_at(options, 0); word; word = json_next(options, word)) {
        const char *option = json_text(word);
        if (option && strncmp(option, "box=", 4) == 0)
            text_printf(why, "the box %s is not known here", option + 4);
    }
    return why->length > 0;
}

/* Joins the words with spaces. False if one is not text, or if they are too long. */
static bool join_words(const struct json *words, struct text *out)
{
    for (const struct json *word = json_at(words, 0); word; word = json_next(words, word)) {
        if (!json_text(word))
            return false;
        cli_add_option(out, json_text(word));
    }
    return !out->cut;
}

/* Begins to follow a game. NULL, or why it cannot. */
static const char *start_game(struct place *p, const struct json *message, int seat)
{
    const struct game *game = games_find(text_of(message, "game"));
    int seats = int_of(message, "seats");
    char options[GAME_OPTIONS_TEXT];
    struct text text = TEXT_IN(options);
    if (!join_words(json_get(message, "options"), &text))
        return "the server gives options that cannot be read";
    if (seats < game->min_seats || seats > game->max_seats || seat >= seats)
        return "the game is not for so many seats";
    return follow_start(&p->follow, game, seats, options, seat) ? NULL : "the game does not know its options";
}

static void on_game(struct bot_client *c, struct place *p, const struct json *message,
                    const struct json *position)
{
    int seat = int_of(position, "seat") - 1;
    if (seat < 0)
        return;
    p->follow.rng = c->rng;
    rng_next(&c->rng);
    const char *problem = start_game(p, message, seat);
    if (problem) {
        leave(c, p, problem);
        return;
    }
    if (!p->told)
        tell("table %s: plays %s in seat %d", p->table, p->follow.game->title, seat + 1);
    p->told = true;
    p->known = !p->blind;
    follow(p, json_get(message, "log"), position);
    answer_position(c, p, position);
}

static void on_table(struct bot_client *c, struct place *p, const struct json *message)
{
    const struct json *position = json_get(message, "position");
    const char *state = text_of(message, "state");
    char why[80];
    struct text text = TEXT_IN(why);
    bool unknown = is_unknown_game(message, &text);
    p->mine = json_at(json_get(message, "mine"), 0) != NULL;
    if (p->mine && ended(state))
        end_game(c, p);
    else if (p->mine && unknown)
        leave(c, p, why);
    else if (p->mine && json_is(position, JSON_OBJECT))
        on_game(c, p, message, position);
    else if (!p->mine && unknown)
        decline(c, p, why);
    else if (!p->mine && !is(state, "open"))
        decline(c, p, "the game has begun without the bot");
    else if (!p->mine)
        send_about(c, "join", p->table, true);
}

static void on_moved(struct bot_client *c, struct place *p, const struct json *message)
{
    const struct json *position = json_get(message, "position");
    if (p->number != int_of(message, "from") || int_of(position, "seat") - 1 != p->follow.seat) {
        watch(c, p->table);
        return;
    }
    follow(p, json_get(message, "lines"), position);
    answer_position(c, p, position);
}

/* The bot always agrees to take a move back. */
static void on_undo_asked(struct bot_client *c, struct place *p, const struct json *message)
{
    const struct json *answers = json_get(message, "answers");
    if (!json_is(json_at(answers, p->follow.seat), JSON_NULL) || botclient_pending(c, "answer", p->table))
        return;
    struct bot_request *r = botclient_request("answer", p->table);
    text_member_int(&r->text, "to", int_of(message, "to"));
    text_member_bool(&r->text, "yes", true);
    botclient_send(c, r);
}

static void on_list(struct bot_client *c, const struct json *tables)
{
    for (const struct json *row = json_at(tables, 0); row; row = json_next(tables, row)) {
        const struct json *chairs = json_get(row, "chairs");
        const char *table = text_of(row, "table"), *state = text_of(row, "state");
        bool mine = false, has_free_chair = false;
        if (!table || find_place(c, table))
            continue;
        for (const struct json *chair = json_at(chairs, 0); chair; chair = json_next(chairs, chair)) {
            mine |= json_is(json_get(chair, "mine"), JSON_TRUE);
            has_free_chair |= json_is(json_get(chair, "player"), JSON_NULL);
        }
        if (mine ? !ended(state) : c->any && has_free_chair && is(state, "open"))
            watch(c, table);
    }
}

void botplayer_on_message(struct bot_client *c, const struct json *message)
{
    const char *what = text_of(message, "is");
    struct place *p = find_place(c, text_of(message, "table"));
    if (is(what, "lobby"))
        on_list(c, json_get(message, "rows"));
    if (!p || p->declined)
        return;
    if (is(what, "table") || is(what, "undone"))
        on_table(c, p, message);
    else if (!p->mine)
        return;
    else if (is(what, "moved"))
        on_moved(c, p, message);
    else if (is(what, "undo_asked"))
        on_undo_asked(c, p, message);
    else if (is(what, "seating") && ended(text_of(message, "state")))
        end_game(c, p);
}

/* ---- answers ---- */

/* A refused move: watches the table again, to choose in the present position. */
static void on_move_refused(struct bot_client *c, struct place *p, const char *code, const char *message)
{
    static const char *const usual[] = {"rate", "busy", "closing", "stale", "not_your_turn", "not_running"};
    bool worth_telling = true, illegal = is(code, "illegal");
    for (size_t i = 0; i < sizeof usual / sizeof usual[0]; i++)
        worth_telling &= !is(code, usual[i]);
    if (worth_telling)
        cli_refuse("table %s: %s%s", p->table, message, illegal ? " Moving at random." : "");
    p->blind |= illegal;
    watch(c, p->table);
}

/* Any other refused request. If the server had no time, the request is sent again. */
static void on_refusal(struct bot_client *c, struct place *p, const struct bot_request *request,
                       const char *code, const char *message)
{
    const char *word = request->word;
    if (is(code, "rate") || is(code, "busy") || is(code, "closing")) {
        botclient_repeat(c, request);
    } else if (p && is(word, "leave")) {
        turn_away(c, p);
    } else if (p && is(word, "watch")) {
        decline(c, p, message);
    } else if (p && is(word, "join")) {
        decline(c, p, message);
        forget(c, p); /* a chair may become free again */
    } else if (is(word, "hello") || is(word, "list")) {
        cli_refuse("%s: %s", word, message);
    }
}

/* The reason of a refusal, safe for a terminal: its message, or its code if the message has control
 * characters. */
static const char *reason_of(const struct json *answer)
{
    static const char *const keys[] = {"message", "error"};
    for (int i = 0; i < 2; i++) {
        const char *text = text_of(answer, keys[i]);
        if (text && utf8_line_length(text) >= 0)
            return text;
    }
    return "refused";
}

void botplayer_on_answer(struct bot_client *c, const struct bot_request *request, const struct json *answer)
{
    const char *word = request->word, *code = text_of(answer, "error");
    struct place *p = find_place(c, request->table);
    if (code)
        botclient_wait(c);
    if (code && p && is(word, "move"))
        on_move_refused(c, p, code, reason_of(answer));
    else if (code)
        on_refusal(c, p, request, code, reason_of(answer));
    else if (is(word, "list"))
        on_list(c, json_get(answer, "tables"));
    else if (p && is(word, "leave"))
        turn_away(c, p);
}

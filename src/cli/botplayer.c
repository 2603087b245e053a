/*
 * botplayer.c: how castellany bot plays: it watches the tables where it sits or might sit, takes chairs,
 * follows each game from the lines it is told, and answers with a bot's choice when it is to move.
 *
 * What was refused is asked again by watching the table again: the server then tells what is the case, and
 * the bot answers that. So it needs no memory of what it wanted. A server may be anybody's: nothing that it
 * says is taken for a text, a number or a turn before it was looked at.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/bot.h"
#include "cli/botclient.h"
#include "cli/bot_setup.h"
#include "server/base/memory.h"

enum { MAX_LINES = 4096 };

static const char *text_of(const json_t *object, const char *key)
{
    return json_string_value(json_object_get(object, key));
}

/* Seats and numbers of positions are small; anything else is as wrong as -1. */
static int int_of(const json_t *object, const char *key)
{
    json_int_t n = json_integer_value(json_object_get(object, key));
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

/* False if there are too many, or if no server would call a table that. */
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

/* Says a word about a table, unless that is on its way already. */
static void say_of_table(struct bot_client *c, const char *word, const char *table, bool with_invite)
{
    if (botclient_said(c, word, table))
        return;
    json_t *members = json_pack("{s:s}", "table", table);
    if (with_invite && c->invite && is(c->table, table))
        json_object_set_new(members, "invite", json_string(c->invite));
    botclient_say(c, word, members);
}

static void watch(struct bot_client *c, const char *table)
{
    if (find_place(c, table) || new_place(c, table))
        say_of_table(c, "watch", table, true);
}

static void forget(struct bot_client *c, struct place *p)
{
    say_of_table(c, "unwatch", p->table, false);
    for (int i = 0; i < MAX_PLACES; i++)
        if (c->places[i] == p)
            c->places[i] = NULL;
    free(p);
}

/* Looks no longer at a table where it does not play. If that was the one to play at, it was all for nothing.
 */
static void turn_away(struct bot_client *c, struct place *p)
{
    bool left = false;
    p->declined = true;
    for (int i = 0; i < MAX_PLACES; i++)
        left |= c->places[i] && !c->places[i]->declined;
    c->refused |= is(c->table, p->table) || (c->once && !c->any && !left);
    say_of_table(c, "unwatch", p->table, false);
}

static void decline(struct bot_client *c, struct place *p, const char *why)
{
    cli_refuse("table %s: %s", p->table, why);
    turn_away(c, p);
}

/* Gives up its chair, where a computer of the server then plays on: those who sit there should neither wait
 * for ever nor play against chance. Once that is answered it turns away. */
static void leave(struct bot_client *c, struct place *p, const char *why)
{
    cli_refuse("table %s: %s; leaving it to the server's computer", p->table, why);
    p->declined = true;
    say_of_table(c, "leave", p->table, false);
}

/* The end of a game is the end of the program only where the bot played it. */
static void end_game(struct bot_client *c, struct place *p)
{
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

void botplayer_begin(struct bot_client *c)
{
    botclient_say(c, "hello", json_object());
    if (c->table)
        watch(c, c->table);
    botclient_say(c, "list", json_pack("{s:s}", "what", "mine"));
    if (c->any)
        botclient_say(c, "list", json_pack("{s:s}", "what", "open"));
}

/* ---- thinking ---- */

/* One of the moves that the server offers. False if that is no move's text. */
static bool choose_any(struct bot_client *c, const json_t *moves, struct text *move)
{
    size_t pick = rng_below(&c->rng, (uint32_t)json_array_size(moves));
    const char *offered = json_string_value(json_array_get(moves, pick));
    if (offered)
        text_put(move, offered);
    return offered && !move->cut;
}

static bool choose(struct bot_client *c, struct place *p, const json_t *moves, char move[GAME_MOVE_TEXT])
{
    const struct game *game = p->follow.game;
    struct text text = text_in(move, GAME_MOVE_TEXT);
    if (!p->known || !(game->to_act(game, &p->follow.view) & game_bit(p->follow.seat)))
        return choose_any(c, moves, &text);
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

static void answer_position(struct bot_client *c, struct place *p, const json_t *position)
{
    const json_t *moves = json_object_get(position, "moves"), *said = botclient_said(c, "move", p->table);
    char move[GAME_MOVE_TEXT];
    p->number = int_of(position, "number");
    if (json_array_size(moves) == 0 || (said && int_of(said, "number") == p->number))
        return;
    if (choose(c, p, moves, move))
        botclient_say(c, "move",
                      json_pack("{s:s,s:i,s:i,s:s}", "table", p->table, "number", p->number, "seat",
                                p->follow.seat + 1, "move", move));
    else
        leave(c, p, "the server offers moves that cannot be read");
}

static void follow(struct place *p, const json_t *lines, const json_t *position)
{
    static struct follow_line list[MAX_LINES];
    int count = 0;
    size_t i;
    json_t *line;
    bool fine = json_array_size(lines) <= MAX_LINES;
    json_array_foreach(lines, i, line)
    {
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
        cli_refuse("table %s: lost track of the game, moving at random", p->table);
}

/* ---- hearing ---- */

/* Whether the bot cannot play at a table, and why: it knows the shipped games with their own boxes. */
static bool strange(const json_t *message, struct text *why)
{
    const char *game = text_of(message, "game");
    size_t i;
    json_t *word;
    if (!game || !games_find(game))
        text_printf(why, "the game %s is not known here", game ? game : "?");
    json_array_foreach(json_object_get(message, "options"), i, word)
    {
        const char *option = json_string_value(word);
        if (option && strncmp(option, "box=", 4) == 0)
            text_printf(why, "the box %s is not known here", option + 4);
    }
    return why->length > 0;
}

/* False if they are not all words that fit. */
static bool join_words(const json_t *words, struct text *out)
{
    size_t i;
    json_t *word;
    json_array_foreach(words, i, word)
    {
        if (!json_is_string(word))
            return false;
        cli_add_option(out, json_string_value(word));
    }
    return !out->cut;
}

/* Begins to follow a game. NULL, or why that cannot be. */
static const char *start_game(struct place *p, const json_t *message, int seat)
{
    const struct game *game = games_find(text_of(message, "game"));
    int seats = int_of(message, "seats");
    char options[GAME_OPTIONS_TEXT];
    struct text text = TEXT_IN(options);
    if (!join_words(json_object_get(message, "options"), &text))
        return "the server gives options that cannot be read";
    if (seats < game->min_seats || seats > game->max_seats || seat >= seats)
        return "the game is not for so many seats";
    return follow_start(&p->follow, game, seats, options, seat) ? NULL : "the game does not know its options";
}

static void hear_game(struct bot_client *c, struct place *p, const json_t *message, const json_t *position)
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
    p->known = !p->blind;
    follow(p, json_object_get(message, "log"), position);
    answer_position(c, p, position);
}

static void hear_table(struct bot_client *c, struct place *p, const json_t *message)
{
    const json_t *position = json_object_get(message, "position");
    const char *state = text_of(message, "state");
    char why[80];
    struct text text = TEXT_IN(why);
    bool unknown = strange(message, &text);
    p->mine = json_array_size(json_object_get(message, "mine")) > 0;
    if (p->mine && ended(state))
        end_game(c, p);
    else if (p->mine && unknown)
        leave(c, p, why);
    else if (p->mine && json_is_object(position))
        hear_game(c, p, message, position);
    else if (!p->mine && unknown)
        decline(c, p, why);
    else if (!p->mine && !is(state, "open"))
        decline(c, p, "the game has begun without the bot");
    else if (!p->mine)
        say_of_table(c, "join", p->table, true);
}

static void hear_moved(struct bot_client *c, struct place *p, const json_t *message)
{
    const json_t *position = json_object_get(message, "position");
    if (p->number != int_of(message, "from") || int_of(position, "seat") - 1 != p->follow.seat) {
        watch(c, p->table);
        return;
    }
    follow(p, json_object_get(message, "lines"), position);
    answer_position(c, p, position);
}

/* Whoever asks to take a move back may. */
static void hear_undo(struct bot_client *c, struct place *p, const json_t *message)
{
    const json_t *answers = json_object_get(message, "answers");
    if (json_is_null(json_array_get(answers, (size_t)p->follow.seat)) &&
        !botclient_said(c, "answer", p->table))
        botclient_say(c, "answer",
                      json_pack("{s:s,s:i,s:b}", "table", p->table, "to", int_of(message, "to"), "yes", 1));
}

static void hear_list(struct bot_client *c, const json_t *tables)
{
    size_t i, k;
    json_t *row, *chair;
    json_array_foreach(tables, i, row)
    {
        const char *table = text_of(row, "table"), *state = text_of(row, "state");
        bool mine = false, room = false;
        if (!table || find_place(c, table))
            continue;
        json_array_foreach(json_object_get(row, "chairs"), k, chair)
        {
            mine |= json_is_true(json_object_get(chair, "mine"));
            room |= json_is_null(json_object_get(chair, "player"));
        }
        if (mine ? !ended(state) : c->any && room && is(state, "open"))
            watch(c, table);
    }
}

void botplayer_hear(struct bot_client *c, const json_t *message)
{
    const char *what = text_of(message, "is");
    struct place *p = find_place(c, text_of(message, "table"));
    if (is(what, "lobby"))
        hear_list(c, json_object_get(message, "tables"));
    if (!p || p->declined)
        return;
    if (is(what, "table") || is(what, "undone"))
        hear_table(c, p, message);
    else if (!p->mine)
        return;
    else if (is(what, "moved"))
        hear_moved(c, p, message);
    else if (is(what, "undo_asked"))
        hear_undo(c, p, message);
    else if (is(what, "seating") && ended(text_of(message, "state")))
        end_game(c, p);
}

/* ---- answers ---- */

/* A move that was not made is chosen anew, in the position that there is now. */
static void hear_no_move(struct bot_client *c, struct place *p, const char *code, const char *message)
{
    static const char *const usual[] = {"rate", "busy", "closing", "stale", "not_your_turn", "not_running"};
    bool told = true, illegal = is(code, "illegal");
    for (size_t i = 0; i < sizeof usual / sizeof usual[0]; i++)
        told &= !is(code, usual[i]);
    if (told)
        cli_refuse("table %s: %s%s", p->table, message, illegal ? " Moving at random." : "");
    p->blind |= illegal;
    watch(c, p->table);
}

/* A refusal of anything but a move. Where the server had no time, the same is said again. */
static void hear_refusal(struct bot_client *c, struct place *p, json_t *request, const char *code,
                         const char *message)
{
    const char *word = text_of(request, "do");
    if (is(code, "rate") || is(code, "busy") || is(code, "closing")) {
        botclient_say(c, word, json_incref(request));
    } else if (p && is(word, "leave")) {
        turn_away(c, p);
    } else if (p && is(word, "watch")) {
        decline(c, p, message);
    } else if (p && is(word, "join")) {
        decline(c, p, message);
        forget(c, p); /* a chair may get free again */
    } else if (is(word, "hello") || is(word, "list")) {
        cli_refuse("%s: %s", word, message);
    }
}

/* What a refusal says, for a terminal: its code if there is no message, or one with control characters. */
static const char *reason_of(const json_t *answer)
{
    static const char *const keys[] = {"message", "error"};
    for (int i = 0; i < 2; i++) {
        const char *text = text_of(answer, keys[i]);
        if (text && limits_length(text) >= 0)
            return text;
    }
    return "refused";
}

void botplayer_answered(struct bot_client *c, json_t *request, const json_t *answer)
{
    const char *word = text_of(request, "do"), *code = text_of(answer, "error");
    struct place *p = find_place(c, text_of(request, "table"));
    if (code)
        botclient_hold(c);
    if (code && p && is(word, "move"))
        hear_no_move(c, p, code, reason_of(answer));
    else if (code)
        hear_refusal(c, p, request, code, reason_of(answer));
    else if (is(word, "list"))
        hear_list(c, json_object_get(answer, "tables"));
    else if (p && is(word, "leave"))
        turn_away(c, p);
}

/*
 * botclient.c: castellany bot: a client of somebody's server that plays by itself, and an example of the
 * protocol (docs/PROTOCOL.md). It opens one WebSocket with its token, watches the tables where it sits,
 * follows each game from the lines it is told, and answers with a bot's choice when it is to move.
 */
#include <jansson.h>
#include <libwebsockets.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "bot/bot.h"
#include "cli/cli.h"
#include "cli/follow.h"

enum { MAX_PLACES = 64, MAX_LINES = 4096, OUT_ROOM = 64 * 1024, RETRY_SECONDS = 2 };

/* A table where it sits. */
struct place {
    char table[32];
    struct follow follow;
    int number;
    bool known; /* the view is right; else it moves at random */
    bool over;
};

struct bot_client {
    char host[256], path[8];
    int port;
    bool tls;
    const char *token, *table, *invite;
    int level;
    bool any, once;
    struct lws_context *context;
    struct lws *socket;
    bool open, failed, done;
    int ids;
    char out[OUT_ROOM];
    size_t out_length; /* messages that wait, each with its NUL */
    char *in;
    size_t in_length;
    struct place *places[MAX_PLACES];
    void *memory;
    struct rng rng;
};

/* ---- saying ---- */

/* Queues a request; takes the reference to its members. */
static void say(struct bot_client *c, const char *word, json_t *members)
{
    json_object_set_new(members, "do", json_string(word));
    json_object_set_new(members, "id", json_integer(++c->ids));
    char *text = json_dumps(members, JSON_COMPACT);
    size_t n = strlen(text) + 1;
    if (c->out_length + n <= sizeof c->out) {
        memcpy(c->out + c->out_length, text, n);
        c->out_length += n;
    }
    free(text);
    json_decref(members);
    if (c->open)
        lws_callback_on_writable(c->socket);
}

static void watch(struct bot_client *c, const char *table)
{
    say(c, "watch",
        c->invite ? json_pack("{s:s,s:s}", "table", table, "invite", c->invite)
                  : json_pack("{s:s}", "table", table));
}

static void say_hello(struct bot_client *c)
{
    say(c, "hello", json_object());
    say(c, "list", json_pack("{s:s}", "what", "mine"));
    if (c->any)
        say(c, "list", json_pack("{s:s}", "what", "open"));
    if (c->table) {
        say(c, "join",
            c->invite ? json_pack("{s:s,s:s}", "table", c->table, "invite", c->invite)
                      : json_pack("{s:s}", "table", c->table));
        watch(c, c->table);
    }
}

/* ---- thinking ---- */

static double clock_ms(void *context)
{
    struct timespec t;
    (void)context;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static void choose(struct bot_client *c, struct place *p, const json_t *moves, char move[GAME_MOVE_TEXT])
{
    const struct game *game = p->follow.game;
    struct text text = text_in(move, GAME_MOVE_TEXT);
    if (!p->known) {
        size_t pick = rng_below(&c->rng, (uint32_t)json_array_size(moves));
        text_put(&text, json_string_value(json_array_get(moves, pick)));
        return;
    }
    size_t size = bot_level_memory(game);
    c->memory = realloc(c->memory, size);
    struct bot_question question = {.game = game,
                                    .seats = p->follow.seats,
                                    .seat = p->follow.seat,
                                    .view = &p->follow.view,
                                    .budget = {.clock = clock_ms},
                                    .rng = &c->rng};
    game_move chosen = bot_level_choose(c->level, &question, c->memory, size, NULL, NULL);
    game->move_text(game, &p->follow.view, p->follow.seat, chosen, &text);
}

static void answer_position(struct bot_client *c, struct place *p, const json_t *position)
{
    const json_t *moves = json_object_get(position, "moves");
    char move[GAME_MOVE_TEXT];
    p->number = (int)json_integer_value(json_object_get(position, "number"));
    if (json_array_size(moves) == 0)
        return;
    choose(c, p, moves, move);
    say(c, "move",
        json_pack("{s:s,s:i,s:i,s:s}", "table", p->table, "number", p->number, "seat", p->follow.seat + 1,
                  "move", move));
}

/* ---- hearing ---- */

static struct place *find_place(struct bot_client *c, const char *table, bool make)
{
    struct place **free_one = NULL;
    for (int i = 0; i < MAX_PLACES; i++) {
        if (c->places[i] && strcmp(c->places[i]->table, table) == 0)
            return c->places[i];
        if (!free_one && (!c->places[i] || c->places[i]->over))
            free_one = &c->places[i];
    }
    if (!make || !free_one)
        return NULL;
    free(*free_one);
    *free_one = calloc(1, sizeof **free_one);
    if (*free_one)
        snprintf((*free_one)->table, sizeof(*free_one)->table, "%s", table);
    return *free_one;
}

static void follow(struct place *p, const json_t *lines, const json_t *position)
{
    static struct follow_line list[MAX_LINES];
    int count = 0;
    size_t i;
    json_t *line;
    json_array_foreach(lines, i, line)
    {
        if (count == MAX_LINES)
            break;
        int seat = (int)json_integer_value(json_object_get(line, "seat"));
        const char *move = json_string_value(json_object_get(line, "move"));
        list[count].actor = seat ? seat - 1 : GAME_CHANCE;
        snprintf(list[count++].move, GAME_MOVE_TEXT, "%s", move ? move : "");
    }
    const char *mark = json_string_value(json_object_get(position, "hash"));
    bool before = p->known;
    p->known = p->known && mark && follow_lines(&p->follow, list, count, mark);
    if (before && !p->known)
        fprintf(stderr, "table %s: lost track of the game, moving at random\n", p->table);
}

static void join_words(const json_t *words, struct text *out)
{
    size_t i;
    json_t *word;
    json_array_foreach(words, i, word)
    {
        if (i > 0)
            text_char(out, ' ');
        text_put(out, json_string_value(word));
    }
}

static void hear_table(struct bot_client *c, const json_t *message, const char *table)
{
    const json_t *position = json_object_get(message, "position"), *mine = json_object_get(message, "mine");
    const char *state = json_string_value(json_object_get(message, "state"));
    const struct game *game = games_find(json_string_value(json_object_get(message, "game")));
    struct place *p = find_place(c, table, true);
    if (!p || !state)
        return;
    p->over = strcmp(state, "over") == 0 || strcmp(state, "suspended") == 0;
    c->done |= p->over && c->once;
    if (!game || !json_is_object(position) || json_array_size(mine) == 0)
        return;
    char options[GAME_OPTIONS_TEXT];
    struct text text = TEXT_IN(options);
    join_words(json_object_get(message, "options"), &text);
    int seat = (int)json_integer_value(json_object_get(position, "seat")) - 1;
    int seats = (int)json_integer_value(json_object_get(message, "seats"));
    p->follow.rng = c->rng;
    rng_next(&c->rng);
    p->known = seat >= 0 && !follow_start(&p->follow, game, seats, options, seat);
    follow(p, json_object_get(message, "log"), position);
    answer_position(c, p, position);
}

static void hear_moved(struct bot_client *c, const json_t *message, const char *table)
{
    const json_t *position = json_object_get(message, "position");
    struct place *p = find_place(c, table, false);
    int seat = (int)json_integer_value(json_object_get(position, "seat")) - 1;
    if (!p || p->number != json_integer_value(json_object_get(message, "from")) || seat != p->follow.seat) {
        watch(c, table);
        return;
    }
    follow(p, json_object_get(message, "lines"), position);
    answer_position(c, p, position);
}

static void hear_list(struct bot_client *c, const json_t *tables)
{
    size_t i;
    json_t *row;
    json_array_foreach(tables, i, row)
    {
        const char *table = json_string_value(json_object_get(row, "table"));
        const char *state = json_string_value(json_object_get(row, "state"));
        if (!table || !state || find_place(c, table, false))
            continue;
        bool mine = false;
        size_t k;
        json_t *chair;
        json_array_foreach(json_object_get(row, "chairs"), k, chair) mine |=
            json_is_true(json_object_get(chair, "mine"));
        if (!mine && c->any && strcmp(state, "open") == 0)
            say(c, "join", json_pack("{s:s}", "table", table));
        if ((mine || c->any) && strcmp(state, "over") != 0)
            watch(c, table);
    }
}

static void hear(struct bot_client *c, const json_t *message)
{
    const char *is = json_string_value(json_object_get(message, "is"));
    const char *table = json_string_value(json_object_get(message, "table"));
    const json_t *tables = json_object_get(message, "tables");
    if (json_is_array(tables))
        hear_list(c, tables);
    if (!is || !table)
        return;
    if (strcmp(is, "table") == 0 || strcmp(is, "undone") == 0) {
        hear_table(c, message, table);
    } else if (strcmp(is, "moved") == 0) {
        hear_moved(c, message, table);
    } else if (strcmp(is, "seating") == 0) {
        const char *state = json_string_value(json_object_get(message, "state"));
        struct place *p = find_place(c, table, false);
        if (p && state && strcmp(state, "over") == 0) {
            p->over = true;
            c->done |= c->once;
        }
    }
}

/* ---- the socket ---- */

static int add_token(struct bot_client *c, struct lws *wsi, unsigned char **p, size_t length)
{
    char value[80];
    snprintf(value, sizeof value, "Bearer %s", c->token);
    return lws_add_http_header_by_token(wsi, WSI_TOKEN_HTTP_AUTHORIZATION, (unsigned char *)value,
                                        (int)strlen(value), p, *p + length);
}

static void receive(struct bot_client *c, struct lws *wsi, const void *in, size_t length)
{
    c->in = realloc(c->in, c->in_length + length + 1);
    if (!c->in)
        abort();
    memcpy(c->in + c->in_length, in, length);
    c->in_length += length;
    if (!lws_is_final_fragment(wsi) || lws_remaining_packet_payload(wsi))
        return;
    json_t *message = json_loadb(c->in, c->in_length, 0, NULL);
    c->in_length = 0;
    hear(c, message);
    json_decref(message);
}

static int send_next(struct bot_client *c, struct lws *wsi)
{
    unsigned char frame[LWS_PRE + 16 * 1024];
    if (!c->out_length)
        return 0;
    size_t n = strlen(c->out);
    if (n > sizeof frame - LWS_PRE)
        return -1;
    memcpy(frame + LWS_PRE, c->out, n);
    memmove(c->out, c->out + n + 1, c->out_length -= n + 1);
    if (lws_write(wsi, frame + LWS_PRE, n, LWS_WRITE_TEXT) < (int)n)
        return -1;
    if (c->out_length)
        lws_callback_on_writable(wsi);
    return 0;
}

static int callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length)
{
    struct bot_client *c = lws_context_user(lws_get_context(wsi));
    (void)user;
    switch (reason) {
    case LWS_CALLBACK_CLIENT_APPEND_HANDSHAKE_HEADER:
        return add_token(c, wsi, (unsigned char **)in, length);
    case LWS_CALLBACK_CLIENT_ESTABLISHED:
        c->open = true;
        say_hello(c);
        return 0;
    case LWS_CALLBACK_CLIENT_RECEIVE:
        receive(c, wsi, in, length);
        return 0;
    case LWS_CALLBACK_CLIENT_WRITEABLE:
        return send_next(c, wsi);
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
        cli_refuse("%s port %d: %s", c->host, c->port, in ? (const char *)in : "no connection");
        c->failed = true;
        return 0;
    case LWS_CALLBACK_CLIENT_CLOSED:
        c->failed = true;
        return 0;
    default:
        return 0;
    }
}

static void disconnect(struct bot_client *c)
{
    c->open = c->failed = false;
    c->socket = NULL;
    c->out_length = c->in_length = 0;
    for (int i = 0; i < MAX_PLACES; i++) {
        free(c->places[i]);
        c->places[i] = NULL;
    }
}

static bool connect_to(struct bot_client *c)
{
    struct lws_client_connect_info info = {
        .context = c->context,
        .address = c->host,
        .port = c->port,
        .path = c->path,
        .host = c->host,
        .local_protocol_name = "castellany",
        .pwsi = &c->socket,
        .ssl_connection = c->tls ? LCCSCF_USE_SSL : 0,
    };
    return lws_client_connect_via_info(&info) != NULL;
}

static int run(struct bot_client *c)
{
    static const struct lws_protocols protocols[] = {
        {.name = "castellany", .callback = callback, .rx_buffer_size = 65536}, {0}};
    struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN,
        .protocols = protocols,
        .user = c,
        .gid = -1,
        .uid = -1,
        .options = c->tls ? LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT : 0,
    };
    lws_set_log_level(0, NULL);
    c->context = lws_create_context(&info);
    int tries = 0;
    while (c->context && !c->done) {
        if (!c->socket && !c->failed && !connect_to(c))
            c->failed = true;
        if (!c->failed) {
            lws_service(c->context, 0);
            tries = c->open ? 0 : tries;
            continue;
        }
        disconnect(c);
        if (++tries > 5 && c->once)
            break;
        sleep(RETRY_SECONDS);
    }
    bool done = c->done;
    if (c->context)
        lws_context_destroy(c->context);
    disconnect(c);
    free(c->in);
    free(c->memory);
    return done ? CLI_OK : CLI_REFUSED;
}

/* "https://host:port" */
static bool read_url(const char *url, struct bot_client *c)
{
    const char *rest = strstr(url, "://");
    size_t scheme = rest ? (size_t)(rest - url) : 0;
    c->tls = (scheme == 5 && strncmp(url, "https", 5) == 0) || (scheme == 3 && strncmp(url, "wss", 3) == 0);
    if (!rest || (!c->tls && !(scheme == 4 && strncmp(url, "http", 4) == 0) &&
                  !(scheme == 2 && strncmp(url, "ws", 2) == 0)))
        return false;
    rest += 3;
    size_t n = strcspn(rest, ":/");
    if (n == 0 || n >= sizeof c->host)
        return false;
    snprintf(c->host, sizeof c->host, "%.*s", (int)n, rest);
    c->port = c->tls ? 443 : 80;
    if (rest[n] == ':') {
        int port;
        const char *digits = rest + n + 1;
        if (!text_take_int(&digits, &port) || port < 1 || port > 65535 || (*digits && *digits != '/'))
            return false;
        c->port = port;
    }
    return true;
}

int cmd_bot(int argc, char **argv)
{
    static struct bot_client c = {.level = 3, .path = "/ws"};
    const char *url = NULL, *level_text = NULL;
    long level = 3;
    for (int i = 1; i < argc; i++) {
        if (cli_option(argc, argv, &i, "server", &url) || cli_option(argc, argv, &i, "token", &c.token) ||
            cli_option(argc, argv, &i, "level", &level_text) ||
            cli_option(argc, argv, &i, "table", &c.table) || cli_option(argc, argv, &i, "invite", &c.invite))
            continue;
        if (strcmp(argv[i], "--any") == 0)
            c.any = true;
        else if (strcmp(argv[i], "--once") == 0)
            c.once = true;
        else
            return cli_usage("bot", "what is %s?", argv[i]);
    }
    if (!url || !c.token)
        return cli_usage("bot", "a server and a token are needed");
    if (!read_url(url, &c))
        return cli_usage("bot", "--server takes an address like https://castles.example:8080");
    if (level_text && !cli_number(level_text, 1, BOT_LEVELS, &level))
        return cli_usage("bot", "--level takes a number from 1 to %d", BOT_LEVELS);
    c.level = (int)level;
    rng_seed(&c.rng, (uint64_t)time(NULL) ^ (uint64_t)getpid() << 32);
    return run(&c);
}

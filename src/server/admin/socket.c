/* socket.c: the Unix socket of the owner's tool: one line in, one line out. */
#include <errno.h>
#include <pwd.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/json.h"
#include "core/utf8.h"
#include "server/admin/acts.h"
#include "server/admin/peer_user.h"
#include "server/base/memory.h"

enum { LINE = 16 * 1024, PATH = 104, RETRY_MS = 20, BACKLOG = 8 };

struct admin {
    uv_loop_t *loop;
    struct server *server;
    uv_pipe_t listener;
    char path[PATH];
    struct peer *peers;
};

/* A connection. It asks for one act. */
struct peer {
    struct admin *admin;
    struct peer *next;
    uv_pipe_t pipe;
    uv_timer_t timer;
    uv_write_t write;
    uv_buf_t answer;
    char line[LINE];
    size_t length;
    bool asked;      /* the line is read */
    struct act *act; /* that is being done, or NULL */
    act_step *step;  /* that the timer calls */
    bool closed;     /* frees itself when the act is done */
    int handles;     /* that are still open */
};

/* ---- connections ---- */

static void peer_free(struct peer *p)
{
    struct peer **link = &p->admin->peers;
    while (*link != p)
        link = &(*link)->next;
    *link = p->next;
    free(p->answer.base);
    free(p);
}

static void on_closed(uv_handle_t *handle)
{
    struct peer *p = handle->data;
    if (--p->handles == 0 && !p->act)
        peer_free(p);
}

static void peer_close(struct peer *p)
{
    if (p->closed)
        return;
    bool waits = uv_is_active((uv_handle_t *)&p->timer);
    p->closed = true;
    uv_close((uv_handle_t *)&p->pipe, on_closed);
    uv_close((uv_handle_t *)&p->timer, on_closed);
    if (waits)
        act_refuse(p->act, "the server stops");
}

static void on_sent(uv_write_t *write, int status)
{
    (void)status;
    peer_close(write->data);
}

/* Which user of the machine asks. */
static void find_who(struct peer *p, char who[ACT_WHO])
{
    uv_os_fd_t fd;
    uid_t number;
    snprintf(who, ACT_WHO, "?");
    if (uv_fileno((uv_handle_t *)&p->pipe, &fd) != 0 || !peer_user(fd, &number))
        return;
    const struct passwd *user = getpwuid(number);
    if (user)
        snprintf(who, ACT_WHO, "%s", user->pw_name);
    else
        snprintf(who, ACT_WHO, "%d", (int)number);
}

/* ---- acts ---- */

static void act_done(struct act *a)
{
    struct peer *p = a->context;
    size_t size = 6 * a->out.length + 64; /* a control character is written with six bytes */
    struct text answer = text_in(must_malloc(size), size);
    text_json_open(&answer, '{');
    text_member_int(&answer, "code", a->code);
    text_member_string(&answer, "text", a->out.at);
    text_json_close(&answer, '}');
    sodium_memzero(a->secret, sizeof a->secret);
    free(a->buffer);
    free(a);
    p->act = NULL;
    if (p->closed) {
        free(answer.at);
        if (p->handles == 0)
            peer_free(p);
        return;
    }
    p->answer = uv_buf_init(answer.at, (unsigned)answer.length);
    p->write.data = p;
    uv_write(&p->write, (uv_stream_t *)&p->pipe, &p->answer, 1, on_sent);
}

static void on_retry(uv_timer_t *timer)
{
    struct peer *p = timer->data;
    p->step(p->act);
}

static void act_retry(struct act *a, act_step *step)
{
    struct peer *p = a->context;
    if (p->closed) {
        act_refuse(a, "the connection is gone");
        return;
    }
    p->step = step;
    uv_timer_start(&p->timer, on_retry, RETRY_MS, 0);
}

static bool copy(char *out, size_t size, const struct json *value)
{
    const char *text = json_text(value);
    return snprintf(out, size, "%s", text ? text : "") < (int)size && (!text || utf8_line_length(text) >= 0);
}

/* Begins the act that the line asks for. */
static void begin(struct act *a, const struct json *json)
{
    const struct json *words = json_get(json, "words");
    const char *word = json_text(json_at(words, 0));
    int count = json_size(words) - 1;
    bool fine = word && count <= ACT_WORDS && copy(a->for_text, sizeof a->for_text, json_get(json, "for")) &&
                copy(a->until_text, sizeof a->until_text, json_get(json, "until")) &&
                copy(a->reason, sizeof a->reason, json_get(json, "reason"));
    for (int i = 0; fine && i < count; i++)
        fine = copy(a->words[i], sizeof a->words[i], json_at(words, i + 1));
    a->count = count;
    a->kind = word ? act_find(word) : NULL;
    if (!fine)
        act_refuse(a, "the words cannot be read: they are too many, too long, or have control characters");
    else if (!a->kind)
        act_refuse(a, "there is no act \"%.100s\"; \"castellany admin --help\" lists them", word);
    else if (count < a->kind->act.least || count > a->kind->act.most)
        act_refuse(a, "\"%s\" takes %s", word, *a->kind->act.operands ? a->kind->act.operands : "no words");
    else
        a->kind->begin(a);
}

static void take_line(struct peer *p)
{
    struct act *a = must_calloc(1, sizeof *a);
    a->server = p->admin->server;
    a->buffer = must_malloc(ACT_ANSWER);
    a->out = text_in(a->buffer, ACT_ANSWER);
    a->context = p;
    a->done = act_done;
    a->retry = act_retry;
    find_who(p, a->who);
    p->act = a;
    const struct json *json = json_load(p->line, p->length, NULL);
    begin(a, json);
    json_free(json);
}

/* ---- reading ---- */

static void give_line(uv_handle_t *handle, size_t wanted, uv_buf_t *out)
{
    struct peer *p = handle->data;
    (void)wanted;
    *out = uv_buf_init(p->line + p->length, (unsigned)(LINE - p->length));
}

static void on_bytes(uv_stream_t *stream, ssize_t n, const uv_buf_t *buffer)
{
    struct peer *p = stream->data;
    (void)buffer;
    if (n < 0) {
        peer_close(p);
        return;
    }
    p->length += (size_t)n;
    if (memchr(p->line, '\n', p->length)) {
        p->asked = true;
        uv_read_stop(stream);
        take_line(p);
    } else if (p->length == LINE) {
        peer_close(p);
    }
}

static void on_connection(uv_stream_t *listener, int status)
{
    struct admin *admin = listener->data;
    if (status != 0)
        return;
    struct peer *p = must_calloc(1, sizeof *p);
    p->admin = admin;
    p->next = admin->peers;
    admin->peers = p;
    p->handles = 2;
    uv_pipe_init(admin->loop, &p->pipe, 0);
    uv_timer_init(admin->loop, &p->timer);
    p->pipe.data = p->timer.data = p;
    if (uv_accept(listener, (uv_stream_t *)&p->pipe) != 0 ||
        uv_read_start((uv_stream_t *)&p->pipe, give_line, on_bytes) != 0)
        peer_close(p);
}

/* ---- the whole ---- */

/* Only the owner of the data folder, and root, may connect. */
struct admin *admin_open(uv_loop_t *loop, struct server *server, const char *folder, struct text *error)
{
    struct admin *admin = must_calloc(1, sizeof *admin);
    admin->loop = loop;
    admin->server = server;
    if (snprintf(admin->path, sizeof admin->path, "%s/" ADMIN_SOCKET, folder) >= (int)sizeof admin->path) {
        text_printf(error, "the name of %s/" ADMIN_SOCKET " is too long for a socket", folder);
        free(admin);
        return NULL;
    }
    unlink(admin->path); /* of a server that was killed; the folder is locked, so no other one has it */
    uv_pipe_init(loop, &admin->listener, 0);
    admin->listener.data = admin;
    mode_t before = umask(0177);
    int refused = uv_pipe_bind(&admin->listener, admin->path);
    umask(before);
    if (!refused)
        refused = uv_listen((uv_stream_t *)&admin->listener, BACKLOG, on_connection);
    if (!refused)
        return admin;
    text_printf(error, "%s: %s", admin->path, uv_strerror(refused));
    uv_close((uv_handle_t *)&admin->listener, NULL);
    uv_run(loop, UV_RUN_NOWAIT);
    free(admin);
    return NULL;
}

void admin_close(struct admin *admin)
{
    unlink(admin->path);
    uv_close((uv_handle_t *)&admin->listener, NULL);
    for (struct peer *p = admin->peers; p; p = p->next)
        peer_close(p);
}

void admin_free(struct admin *admin)
{
    free(admin);
}

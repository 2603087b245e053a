/* push_sender.c: sends messages to the push services of browsers, on a thread of its own. */
#include "server/host/push_sender.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "server/base/log.h"
#include "server/base/memory.h"
#include "server/host/push_crypto.h"
#include "server/host/push_http.h"

enum { MOST_WAITING = 256, HOURS_12 = 12 * 3600, WAIT_MS = 5000 };

/* The services that browsers use. An address of anybody's choice would let them send requests from here. */
static const char *const services[] = {"fcm.googleapis.com", "updates.push.services.mozilla.com",
                                       ".push.services.mozilla.com", ".push.apple.com",
                                       ".notify.windows.com"};

struct sending {
    struct sending *next;
    char private[PUSH_PRIVATE], payload[PUSH_PAYLOAD];
    struct push_row to;
};

struct push_sender {
    uv_thread_t thread;
    struct push_line *line;
    uv_mutex_t mutex;
    uv_cond_t more;
    uv_async_t ended;
    struct sending *first, *last, *gone; /* under the mutex */
    int waiting;
    bool closing;
    char contact[160], service[128];
    push_gone *on_gone;
    void *context;
};

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), size = strlen(end);
    return length >= size && strcmp(text + length - size, end) == 0;
}

bool push_sender_knows(const struct push_sender *s, const char *address)
{
    struct push_address a;
    if (!s || !push_address_read(address, &a))
        return false;
    if (s->service[0] && strcmp(a.origin, s->service) == 0)
        return true;
    for (size_t i = 0; a.tls && strcmp(a.port, "443") == 0 && i < sizeof services / sizeof services[0]; i++)
        if (services[i][0] == '.' ? ends_with(a.host, services[i]) : strcmp(a.host, services[i]) == 0)
            return true;
    return false;
}

/* Returns the status of the answer. */
static int deliver(const struct push_sender *s, const struct sending *one)
{
    struct push_address a;
    uint8_t body[PUSH_BODY];
    char token[PUSH_TOKEN_TEXT];
    size_t size = push_encrypt(one->to.key, one->to.secret, one->payload, body);
    if (!size || !push_address_read(one->to.address, &a) ||
        !push_authorize(one->private, a.origin, s->contact, (int64_t)time(NULL) + HOURS_12, token))
        return 0;
    return push_post(s->line, &a, token, body, size);
}

static struct sending *take_next(struct push_sender *s)
{
    uv_mutex_lock(&s->mutex);
    while (!s->first && !s->closing)
        uv_cond_wait(&s->more, &s->mutex);
    struct sending *one = s->closing ? NULL : s->first;
    if (one) {
        s->first = one->next;
        s->waiting--;
    }
    uv_mutex_unlock(&s->mutex);
    return one;
}

static void work(void *context)
{
    struct push_sender *s = context;
    for (struct sending *one; (one = take_next(s));) {
        int status = deliver(s, one);
        if (status == 404 || status == 410) { /* the browser has ended it */
            uv_mutex_lock(&s->mutex);
            one->next = s->gone;
            s->gone = one;
            uv_mutex_unlock(&s->mutex);
            uv_async_send(&s->ended);
            continue;
        }
        if (status < 200 || status > 299)
            log_line(LOG_WARN, "push", "a push service answered %d", status);
        free(one);
    }
}

static void on_ended(uv_async_t *async)
{
    struct push_sender *s = async->data;
    uv_mutex_lock(&s->mutex);
    struct sending *gone = s->gone;
    s->gone = NULL;
    uv_mutex_unlock(&s->mutex);
    while (gone) {
        struct sending *next = gone->next;
        s->on_gone(s->context, gone->to.hash);
        free(gone);
        gone = next;
    }
}

static void free_sender(struct push_sender *s)
{
    push_line_free(s->line);
    uv_mutex_destroy(&s->mutex);
    uv_cond_destroy(&s->more);
    free(s);
}

struct push_sender *push_sender_open(uv_loop_t *loop, const struct push_config *config, push_gone *on_gone,
                                     void *context)
{
    if (!config->contact)
        return NULL;
    struct push_sender *s = must_calloc(1, sizeof *s);
    snprintf(s->contact, sizeof s->contact, "%s", config->contact);
    snprintf(s->service, sizeof s->service, "%s", config->service ? config->service : "");
    s->on_gone = on_gone;
    s->context = context;
    s->line = push_line_open(WAIT_MS);
    uv_mutex_init(&s->mutex);
    uv_cond_init(&s->more);
    int refused = uv_thread_create(&s->thread, work, s);
    if (refused) {
        log_line(LOG_ERROR, "push", "the system gives no thread to send messages: %s", uv_strerror(refused));
        free_sender(s);
        return NULL;
    }
    uv_async_init(loop, &s->ended, on_ended); /* before the thread has anything to send */
    s->ended.data = s;
    uv_unref((uv_handle_t *)&s->ended);
    return s;
}

bool push_sender_send(struct push_sender *s, const char *private, const struct push_row *to,
                      const char *payload)
{
    struct sending *one = must_calloc(1, sizeof *one);
    snprintf(one->private, sizeof one->private, "%s", private);
    snprintf(one->payload, sizeof one->payload, "%s", payload);
    one->to = *to;
    uv_mutex_lock(&s->mutex);
    bool fine = s->waiting < MOST_WAITING;
    if (fine) {
        if (s->first)
            s->last->next = one;
        else
            s->first = one;
        s->last = one;
        s->waiting++;
        uv_cond_signal(&s->more);
    }
    uv_mutex_unlock(&s->mutex);
    if (!fine)
        free(one);
    return fine;
}

static void on_closed(uv_handle_t *handle)
{
    free_sender(handle->data);
}

void push_sender_close(struct push_sender *s)
{
    if (!s)
        return;
    uv_mutex_lock(&s->mutex);
    s->closing = true;
    uv_cond_signal(&s->more);
    uv_mutex_unlock(&s->mutex);
    push_line_hang_up(s->line);
    uv_thread_join(&s->thread);
    while (s->first) {
        struct sending *next = s->first->next;
        free(s->first);
        s->first = next;
    }
    uv_close((uv_handle_t *)&s->ended, on_closed);
}

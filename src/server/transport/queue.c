/* queue.c: messages that wait for a slow reader, and a message that arrives piece by piece. */
#include "server/transport/queue.h"

#include <stdlib.h>
#include <string.h>

#include "server/base/memory.h"

struct queued {
    struct queued *next;
    struct message *message;
};

void queue_push(struct queue *queue, struct message *message)
{
    struct queued *q = must_malloc(sizeof *q);
    *q = (struct queued){.message = message};
    message->holders++;
    if (queue->last)
        queue->last->next = q;
    else
        queue->first = q;
    queue->last = q;
    queue->bytes += message->length;
}

struct message *queue_first(const struct queue *queue)
{
    return queue->first ? queue->first->message : NULL;
}

void queue_pop(struct queue *queue)
{
    struct queued *q = queue->first;
    queue->first = q->next;
    if (!queue->first)
        queue->last = NULL;
    queue->bytes -= q->message->length;
    message_release(q->message);
    free(q);
}

void inbox_add(struct inbox *inbox, const char *in, size_t length)
{
    if (inbox->bad)
        return;
    if (inbox->length + length + 1 > inbox->capacity) {
        inbox->capacity = (inbox->length + length + 1) * 2;
        inbox->at = must_realloc(inbox->at, inbox->capacity);
    }
    if (length)
        memcpy(inbox->at + inbox->length, in, length);
    inbox->length += length;
    inbox->at[inbox->length] = '\0';
}

void inbox_clear(struct inbox *inbox)
{
    free(inbox->at);
    *inbox = (struct inbox){0};
}

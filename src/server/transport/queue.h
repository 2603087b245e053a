/* queue.h: messages that wait for a slow reader, and a message that arrives piece by piece. */
#ifndef SERVER_QUEUE_H
#define SERVER_QUEUE_H

#include <stdbool.h>

#include "server/base/shared_message.h"

struct queued;

struct queue {
    struct queued *first, *last;
    size_t bytes;
};

/* The queue holds the message until queue_pop. */
void queue_push(struct queue *queue, struct message *message);
/* NULL if it is empty. */
struct message *queue_first(const struct queue *queue);
void queue_pop(struct queue *queue);

struct inbox {
    char *at; /* ends with a NUL */
    size_t length, capacity;
    bool bad; /* the message is refused: the rest of it is not kept */
};

void inbox_add(struct inbox *inbox, const char *in, size_t length);
void inbox_clear(struct inbox *inbox);

#endif

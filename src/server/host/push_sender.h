/*
 * push_sender.h: sends messages to the push services of browsers (RFC 8030), on a thread of its own: a
 * service that is slow holds up other messages, and nothing else.
 */
#ifndef SERVER_HOST_PUSH_SENDER_H
#define SERVER_HOST_PUSH_SENDER_H

#include <uv.h>

#include "server/host/push_config.h"
#include "server/store.h"

struct push_sender;

/* Called on the loop's thread if a service says that a browser takes no more messages. */
typedef void push_gone(void *context, const char *hash);

/* NULL if messages are not wanted, or no thread can be started. */
struct push_sender *push_sender_open(uv_loop_t *, const struct push_config *, push_gone *, void *context);
/* Whether messages to this address are sent: it is one of a known push service. */
bool push_sender_knows(const struct push_sender *, const char *address);
/* Sends a payload, with the server's private key (push_crypto.h). False if too many wait. */
bool push_sender_send(struct push_sender *, const char *private, const struct push_row *to,
                      const char *payload);
void push_sender_close(struct push_sender *);

#endif

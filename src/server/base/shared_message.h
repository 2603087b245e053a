/* shared_message.h: a text that can be sent to many clients; the last holder frees it. */
#ifndef SERVER_BASE_SHARED_MESSAGE_H
#define SERVER_BASE_SHARED_MESSAGE_H

#include <stddef.h>

enum { MESSAGE_HEAD = 16 }; /* bytes before the text, where the network writes its own head */

struct message {
    size_t length;
    int holders;
    unsigned char bytes[]; /* MESSAGE_HEAD, then the text */
};

/* The caller is its first holder. */
struct message *message_new(const char *text, size_t length);
void message_release(struct message *);

static inline const char *message_text(const struct message *m)
{
    return (const char *)m->bytes + MESSAGE_HEAD;
}

#endif

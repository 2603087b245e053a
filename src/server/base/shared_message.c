/* shared_message.c: a text that can be sent to many clients; the last holder frees it. */
#include "server/base/shared_message.h"

#include <stdlib.h>
#include <string.h>

#include "server/base/memory.h"

struct message *message_new(const char *text, size_t length)
{
    struct message *m = must_malloc(sizeof *m + MESSAGE_HEAD + length);
    m->length = length;
    m->holders = 1;
    memcpy(m->bytes + MESSAGE_HEAD, text, length);
    return m;
}

void message_release(struct message *m)
{
    if (--m->holders == 0)
        free(m);
}

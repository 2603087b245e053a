/* notice.h: notices as text: a letter for the kind, then numbers in hexadecimal digits. */
#ifndef SERVER_CLUSTER_NOTICE_H
#define SERVER_CLUSTER_NOTICE_H

#include <stdbool.h>

#include "server/bus.h"

/* Returns the length. */
size_t notice_write(const struct notice *, char out[NOTICE_TEXT]);
/* False if the text is no notice. */
bool notice_read(const char *text, size_t length, struct notice *out);

#endif

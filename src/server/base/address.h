/* address.h: network addresses as text: where to listen, and who asks. */
#ifndef SERVER_ADDRESS_H
#define SERVER_ADDRESS_H

#include <stdbool.h>

#include "core/text.h"

enum { ADDRESS_TEXT = 48 };

/* Whether the address can be listened on; false with the reason in `error`. Port 0: any free one. */
bool address_can_listen(const char *address, int port, struct text *error);
/* The last address that an X-Forwarded-For header names, which the nearest proxy wrote. False, and `address`
 * is left as it is, if that is none. */
bool address_forwarded(const char *header, char address[ADDRESS_TEXT]);
/* Whether it is this machine's own. */
bool address_is_loopback(const char *address);

#endif

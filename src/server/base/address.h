/* address.h: network addresses as text: where to listen, and who asks. */
#ifndef SERVER_ADDRESS_H
#define SERVER_ADDRESS_H

#include <stdbool.h>

#include "core/text.h"

enum { ADDRESS_TEXT = 48 };

/* Whether the server can listen on the address; if not, `error` says why. Port 0: any free one. */
bool address_can_listen(const char *address, int port, struct text *error);
/* The last address of an X-Forwarded-For header: the one that the nearest proxy wrote. False, with `address`
 * unchanged, if it is not an address. */
bool address_forwarded(const char *header, char address[ADDRESS_TEXT]);
/* What a limit counts as one: an IPv4 address, or the network of 64 bits of an IPv6 address, because a line
 * of one home has that many addresses. A text that is no address stays as it is. */
void address_network(const char *address, char network[ADDRESS_TEXT]);
/* Whether the address is this machine's own. */
bool address_is_loopback(const char *address);

#endif

/* address.h: network addresses as text: where to listen, and who asks. */
#ifndef SERVER_ADDRESS_H
#define SERVER_ADDRESS_H

#include <stdbool.h>

#include "core/text.h"

enum {
    ADDRESS_TEXT = 48,
    ADDRESS_HOME = 64, /* bits of an IPv6 address that name the line of one home … */
    ADDRESS_SITE = 48  /* … and a site that may have many lines */
};

/* Whether the server can listen on the address; if not, `error` says why. Port 0: any free one. */
bool address_can_listen(const char *address, int port, struct text *error);
/* The last address of an X-Forwarded-For header: the one that the nearest proxy wrote. False, with `address`
 * unchanged, if it is not an address. */
bool address_forwarded(const char *header, char address[ADDRESS_TEXT]);
/* What a limit counts as one: an IPv4 address, or the first bits of an IPv6 address, because a line of one
 * home has all addresses that begin with ADDRESS_HOME of them. A text that is no address stays as it is. */
void address_network(const char *address, int bits, char network[ADDRESS_TEXT]);
bool address_is_v6(const char *address);
/* Whether the address is this machine's own. */
bool address_is_loopback(const char *address);

#endif

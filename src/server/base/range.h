/* range.h: ranges of network addresses, such as 192.0.2.0/24 and 2001:db8::/32. */
#ifndef SERVER_BASE_RANGE_H
#define SERVER_BASE_RANGE_H

#include <stdbool.h>

/* Whether the text is an address, or an address with the number of bits that count. */
bool range_valid(const char *range);
/* Whether an address is in a range. False if one of them cannot be read. */
bool range_has(const char *range, const char *address);

#endif

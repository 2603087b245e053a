/* range.c: ranges of network addresses, such as 192.0.2.0/24 and 2001:db8::/32. */
#include "server/base/range.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT = 64, BITS = 128, V4_BITS = 32 };

/* An address as IPv6; one of IPv4 is ::ffff:a.b.c.d. */
struct range {
    unsigned char bytes[BITS / 8];
    int bits; /* that count */
};

static bool read_address(const char *text, struct range *out, bool *v4)
{
    static const unsigned char mapped[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
    *v4 = inet_pton(AF_INET, text, out->bytes + sizeof mapped) == 1;
    if (*v4)
        memcpy(out->bytes, mapped, sizeof mapped);
    out->bits = BITS;
    return *v4 || inet_pton(AF_INET6, text, out->bytes) == 1;
}

static bool read_range(const char *text, struct range *out)
{
    char address[TEXT];
    bool v4;
    const char *slash = strchr(text, '/');
    size_t n = slash ? (size_t)(slash - text) : strlen(text);
    if (n >= sizeof address)
        return false;
    snprintf(address, sizeof address, "%.*s", (int)n, text);
    if (!read_address(address, out, &v4))
        return false;
    if (!slash)
        return true;
    const char *digits = slash + 1;
    int most = v4 ? V4_BITS : BITS, bits = atoi(digits);
    if (!*digits || strlen(digits) > 3 || digits[strspn(digits, "0123456789")] || bits > most)
        return false;
    out->bits = bits + BITS - most;
    return true;
}

bool range_valid(const char *range)
{
    struct range r;
    return read_range(range, &r);
}

bool range_has(const char *range, const char *address)
{
    struct range r, a;
    bool v4;
    if (!read_range(range, &r) || !read_address(address, &a, &v4))
        return false;
    for (int bit = 0; bit < r.bits; bit++)
        if ((r.bytes[bit / 8] ^ a.bytes[bit / 8]) & (0x80 >> bit % 8))
            return false;
    return true;
}

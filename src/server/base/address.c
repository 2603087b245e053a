/* address.c: network addresses as text: where to listen, and who asks. */
#include "server/base/address.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

bool address_can_listen(const char *address, int port, struct text *error)
{
    bool v6 = strchr(address, ':') != NULL;
    struct sockaddr_storage where = {.ss_family = v6 ? AF_INET6 : AF_INET};
    struct sockaddr_in *a4 = (struct sockaddr_in *)&where;
    struct sockaddr_in6 *a6 = (struct sockaddr_in6 *)&where;
    if (inet_pton(where.ss_family, address, v6 ? (void *)&a6->sin6_addr : (void *)&a4->sin_addr) != 1) {
        text_printf(error, "\"%s\" is not an address to listen on, such as 127.0.0.1 or ::1", address);
        return false;
    }
    *(v6 ? &a6->sin6_port : &a4->sin_port) = htons((uint16_t)port);
    int fd = socket(where.ss_family, SOCK_STREAM, 0), one = 1;
    bool fine = fd >= 0 && !setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one) &&
                !bind(fd, (struct sockaddr *)&where, v6 ? sizeof *a6 : sizeof *a4) && !listen(fd, 1);
    if (!fine)
        text_printf(error, "cannot listen on %s port %d: %s", address, port, strerror(errno));
    if (fd >= 0)
        close(fd);
    return fine;
}

bool address_forwarded(const char *header, char address[ADDRESS_TEXT])
{
    unsigned char binary[sizeof(struct in6_addr)];
    const char *last = strrchr(header, ',');
    last = last ? last + 1 : header;
    last += strspn(last, " ");
    if (inet_pton(AF_INET, last, binary) != 1 && inet_pton(AF_INET6, last, binary) != 1)
        return false;
    snprintf(address, ADDRESS_TEXT, "%s", last);
    return true;
}

/* The IPv4 address that a socket of IPv6 shows as ::ffff:1.2.3.4. */
static const char *without_map(const char *address)
{
    static const char mapped[] = "::ffff:";
    bool is = strncmp(address, mapped, sizeof mapped - 1) == 0 && strchr(address, '.');
    return is ? address + sizeof mapped - 1 : address;
}

bool address_is_v6(const char *address)
{
    unsigned char binary[sizeof(struct in6_addr)];
    return inet_pton(AF_INET6, without_map(address), binary) == 1;
}

void address_network(const char *address, int bits, char network[ADDRESS_TEXT])
{
    unsigned char binary[sizeof(struct in6_addr)];
    address = without_map(address);
    if (inet_pton(AF_INET6, address, binary) != 1) {
        snprintf(network, ADDRESS_TEXT, "%s", address);
        return;
    }
    memset(binary + bits / 8, 0, sizeof binary - (size_t)bits / 8);
    inet_ntop(AF_INET6, binary, network, ADDRESS_TEXT);
}

bool address_is_loopback(const char *address)
{
    address = without_map(address);
    return strncmp(address, "127.", 4) == 0 || strcmp(address, "::1") == 0;
}

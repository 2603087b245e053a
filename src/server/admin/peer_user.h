/* peer_user.h: which user of the machine is at the other end of a Unix socket. */
#ifndef SERVER_ADMIN_PEER_USER_H
#define SERVER_ADMIN_PEER_USER_H

#include <stdbool.h>
#include <sys/types.h>

/* False if the system cannot tell. */
bool peer_user(int socket, uid_t *out);

#endif

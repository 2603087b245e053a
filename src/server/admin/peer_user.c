/* peer_user.c: which user of the machine is at the other end of a Unix socket: each system has its own call.
 */
#define _GNU_SOURCE /* struct ucred */
#include "server/admin/peer_user.h"

#include <sys/socket.h>
#include <unistd.h>

#ifdef SO_PEERCRED
bool peer_user(int socket, uid_t *out)
{
    struct ucred about;
    socklen_t size = sizeof about;
    if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &about, &size) != 0)
        return false;
    *out = about.uid;
    return true;
}
#else
/* The BSDs and macOS. POSIX hides it. */
int getpeereid(int socket, uid_t *user, gid_t *group);

bool peer_user(int socket, uid_t *out)
{
    gid_t group;
    return getpeereid(socket, out, &group) == 0;
}
#endif

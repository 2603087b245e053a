/* reload.h: takes over a new configuration and new certificates while the server runs. */
#ifndef SERVER_RELOAD_H
#define SERVER_RELOAD_H

#include "server/run.h"
#include "server/server.h"
#include "server/transport/net.h"

/* Reads configuration and certificates again, and logs what it did, and what needs a restart. A configuration
 * or a certificate that is wrong changes nothing. */
void reload(struct server *server, struct net *net, struct server_config *config);

#endif

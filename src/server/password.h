/* password.h: argon2id in the thread pool, so that a slow hash never holds up the tables. */
#ifndef SERVER_PASSWORD_H
#define SERVER_PASSWORD_H

#include "server/server.h"

enum { PASSWORD_MIN = 8, PASSWORD_MAX = 256 };

/* `right`: the password fits the hash, or (when there was none) was hashed. */
typedef void password_done(void *context, bool right, const char hash[128]);

/* Checks a password against a hash, or with an empty one makes a hash. False, without a call, if too many
 * wait. */
bool password_ask(struct server *server, const char *password, const char *hash, password_done *done,
                  void *context);

#endif

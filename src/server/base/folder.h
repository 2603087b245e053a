/* folder.h: the data folder of a server. */
#ifndef SERVER_BASE_FOLDER_H
#define SERVER_BASE_FOLDER_H

#include "core/text.h"

/* Makes the folder if it is missing and locks it for this program. Returns a file descriptor, which holds the
 * lock until it is closed; or -1, with the reason. */
int folder_open(const char *folder, struct text *error);

#endif

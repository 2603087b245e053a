/* backup.h: copies of the SQLite file that can be taken while a server runs. */
#ifndef SERVER_STORE_BACKUP_H
#define SERVER_STORE_BACKUP_H

#include "core/text.h"
#include "server/store/progress.h"

/* Copies the store of a data folder to a new file that only its owner can read. The copy is one moment of the
 * store, whatever is written meanwhile. On failure false, with the reason; then there is no new file. */
bool store_backup(const char *folder, const char *file, const struct store_progress *, struct text *error);
/* Makes a data folder from a backup. The folder may exist but must have no store. The store belongs to the
 * folder's owner. On failure false, with the reason; then the folder has no store. */
bool store_restore(const char *file, const char *folder, const struct store_progress *, struct text *error);

#endif

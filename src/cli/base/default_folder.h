/* default_folder.h: where data are kept unless --data says otherwise. */
#ifndef CLI_BASE_DEFAULT_FOLDER_H
#define CLI_BASE_DEFAULT_FOLDER_H

#include <stdbool.h>

enum { FOLDER_TEXT = 4096 };

/* Makes a folder that only its owner can read, and the folders above it. False, with errno set, if it cannot.
 */
bool folder_make(const char *folder);
/* $XDG_DATA_HOME/castellany or ~/.local/share/castellany. False if neither is set. */
bool folder_default(char folder[FOLDER_TEXT]);

#endif

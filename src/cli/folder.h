/* folder.h: where a server keeps its data unless --data says otherwise. */
#ifndef CLI_FOLDER_H
#define CLI_FOLDER_H

#include <stdbool.h>

enum { FOLDER_TEXT = 4096 };

/* $XDG_DATA_HOME/castellany or ~/.local/share/castellany. False if neither is set. */
bool folder_default(char folder[FOLDER_TEXT]);

#endif

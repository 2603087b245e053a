/* folder.c: where a server keeps its data unless --data says otherwise. */
#include "cli/folder.h"

#include <stdio.h>
#include <stdlib.h>

bool folder_default(char folder[FOLDER_TEXT])
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    bool own = data && *data;
    if (!own && (!home || !*home))
        return false;
    return snprintf(folder, FOLDER_TEXT, "%s/%s", own ? data : home,
                    own ? "castellany" : ".local/share/castellany") < FOLDER_TEXT;
}

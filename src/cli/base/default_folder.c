/* default_folder.c: where data are kept unless --data says otherwise. */
#include "cli/base/default_folder.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool folder_default(char folder[FOLDER_TEXT])
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    bool own = data && *data;
    if (!own && (!home || !*home))
        return false;
    return snprintf(folder, FOLDER_TEXT, "%s/%s", own ? data : home,
                    own ? "castellany" : ".local/share/castellany") < FOLDER_TEXT;
}

bool folder_make(const char *folder)
{
    char path[FOLDER_TEXT];
    if (snprintf(path, sizeof path, "%s", folder) >= FOLDER_TEXT) {
        errno = ENAMETOOLONG;
        return false;
    }
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, 0700);
        *slash = '/';
    }
    return mkdir(path, 0700) == 0 || errno == EEXIST;
}

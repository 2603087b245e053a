/* names.c: names on a device, which nobody else has: they are compared as they are. */
#include <ctype.h>
#include <string.h>

#include "core/utf8.h"
#include "server/base/limits.h"
#include "server/people/players.h"

bool player_name_key(const char *name, char key[STORE_NAME])
{
    int length = utf8_line_length(name);
    if (length < 1 || length > LIMIT_NAME || name[0] == ' ' || name[strlen(name) - 1] == ' ' ||
        strstr(name, "  "))
        return false;
    size_t i = 0;
    for (; name[i] && i < STORE_NAME - 1; i++)
        key[i] = (char)((unsigned char)name[i] < 0x80 ? tolower((unsigned char)name[i]) : name[i]);
    key[i] = '\0';
    return true;
}

bool player_name_allowed(const char *name, char key[STORE_NAME])
{
    return player_name_key(name, key);
}

/* fuzz.c: what every target needs before its first input. */
#include "fuzz.h"

#include "core/list.h"

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    games_open();
    return 0;
}

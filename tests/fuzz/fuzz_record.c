/* fuzz_record.c: any bytes are read as a record or refused, for every game. */
#include <stdlib.h>

#include "core/record.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static uint64_t state[GAME_MAX_STATE / 8];
    struct record record;
    char reason[RECORD_MAX_LINE * 2];
    struct text error = TEXT_IN(reason);
    bool fine = record_replay((const char *)data, size, NULL, NULL, NULL, &record, state, &error);
    if (fine != (error.length == 0))
        abort(); /* there is a message exactly if the record is refused */
    return 0;
}

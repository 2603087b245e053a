/* fuzz_json.c: core/json.h and jansson read the same values of any bytes, or both refuse them. */
#include "fuzz.h"
#include "judge.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    judge((const char *)data, size);
    return 0;
}

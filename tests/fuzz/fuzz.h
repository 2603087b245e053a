/* fuzz.h: what libFuzzer calls. */
#ifndef FUZZ_H
#define FUZZ_H

#include <stddef.h>
#include <stdint.h>

/* fuzz.c: opens the games, once for all targets. */
int LLVMFuzzerInitialize(int *argc, char ***argv);
/* Each target's own. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif

/* memory_read.h: what is read from the store in memory. */
#ifndef WASM_MEMORY_READ_H
#define WASM_MEMORY_READ_H

#include "wasm/memory_store.h"

void memory_answer(struct memory_store *, const struct store_query *, store_read *, void *context);

#endif

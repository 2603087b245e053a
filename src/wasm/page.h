/*
 * page.h: what the program in the browser asks of the script around it (web/src/net/engine.ts), and what it
 * offers to it.
 *
 * Numbers of 64 bits do not cross this border: connections and questions are counted by 32 bits, times are
 * doubles.
 */
#ifndef WASM_PAGE_H
#define WASM_PAGE_H

#include <stddef.h>
#include <stdint.h>

#define PAGE_ASKS(name)   __attribute__((import_module("page"), import_name(#name)))
#define PAGE_OFFERS(name) __attribute__((export_name(#name)))

PAGE_ASKS(now) double page_now(void);     /* milliseconds since 1970; it never goes back */
PAGE_ASKS(clock) double page_clock(void); /* milliseconds since any moment, exact */
PAGE_ASKS(random) void page_random(void *out, size_t size);
PAGE_ASKS(send) void page_send(uint32_t client, const char *text, size_t length);
PAGE_ASKS(drop) void page_drop(uint32_t client);
/* Calls local_go_on for the client, soon. */
PAGE_ASKS(requeue) void page_requeue(uint32_t client);
/* Keeps rows, see memory_store.h; the answer is local_kept. */
PAGE_ASKS(keep) void page_keep(const char *lines, size_t length);
/* Removes rows whose keys begin like one of the lines; those that are damaged are set aside (mend.h). */
PAGE_ASKS(remove) void page_remove(const char *keys, size_t length, int damaged);
/* Lets another worker answer a question (thinking.h); the answer is local_thought. */
PAGE_ASKS(think) void page_think(uint32_t question, int quick, const void *bytes, size_t size);
PAGE_ASKS(log) void page_log(const char *line, size_t length);

#endif

/* last_words.h: how the program ends when it cannot go on. */
#ifndef SERVER_BASE_LAST_WORDS_H
#define SERVER_BASE_LAST_WORDS_H

/* Says why and ends the program. A browser has its own (src/wasm/last_words.c). */
_Noreturn void last_words(const char *why);

#endif

/* utf8.h: characters of UTF-8 text that comes from outside. */
#ifndef CORE_UTF8_H
#define CORE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The bytes of the character with which n > 0 bytes begin; 0 if they begin with none. */
size_t utf8_size(const char *s, size_t n);
/* The character with so many bytes. */
uint32_t utf8_read(const char *s, size_t size);
/* Writes a character and returns its bytes, at most 4. */
size_t utf8_write(uint32_t c, char *out);
/* Whether bytes are characters from the first to the last. */
bool utf8_is_valid(const char *s, size_t n);
/* How many characters a text has that goes on one line; -1 if it is not UTF-8 or has a control character.
 * Characters that begin a line, or turn round the direction of what follows, count as control characters. */
int utf8_line_length(const char *text);

#endif

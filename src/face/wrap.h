/* wrap.h: text in lines of a width. */
#ifndef FACE_WRAP_H
#define FACE_WRAP_H

#include "core/text.h"

/* The bytes of the character of UTF-8 at the beginning of a text. */
size_t wrap_character(const char *text);
/* The columns of a text. */
int wrap_width(const char *text);
/* Copies the next line of a text that is broken at spaces; moves past it. False at the end. */
bool wrap_line(const char **text, int width, char *line, size_t size);
/* Puts a text in lines; all but the first line of each paragraph are indented. */
void wrap_put(struct text *out, const char *text, int width, int indent);

#endif

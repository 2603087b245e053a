/* judge.h: what two readers say about a text, in one form, so that their answers can be compared. */
#ifndef TESTS_JSON_JUDGE_H
#define TESTS_JSON_JUDGE_H

#include "core/text.h"

/* Puts the value of a text, or "refused". The two headers cannot be included together, so each has a file. */
void ours_says(const char *text, size_t length, struct text *out);
void jansson_says(const char *text, size_t length, struct text *out);

/* Ends the program with the text and both answers if they differ. True if both have read a value. */
bool judge(const char *text, size_t length);

#endif

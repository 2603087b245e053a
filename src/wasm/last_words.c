/*
 * last_words.c: how the program ends in a browser: it tells the page why, and traps.
 *
 * abort, the end of an assertion, and what standard error consists of in wasi-libc (printf writes there that
 * it knows no long double) are here so that those of the C library are not linked: with them the module would
 * import files, which no page has. tools/build_wasm.py checks what is imported.
 */
#include "server/base/last_words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include "wasm/page.h"

_Noreturn void last_words(const char *why)
{
    page_log(why, strlen(why));
    __builtin_trap();
}

_Noreturn void abort(void)
{
    __builtin_trap();
}

size_t __stdio_write(FILE *file, const unsigned char *text, size_t length);
int __stdio_close(FILE *file);
off_t __stdio_seek(FILE *file, off_t offset, int whence);

size_t __stdio_write(FILE *file, const unsigned char *text, size_t length)
{
    (void)file;
    page_log((const char *)text, length);
    return length;
}

int __stdio_close(FILE *file)
{
    (void)file;
    return 0;
}

off_t __stdio_seek(FILE *file, off_t offset, int whence)
{
    (void)file, (void)offset, (void)whence;
    return -1;
}

_Noreturn void __assert_fail(const char *what, const char *file, int line, const char *function);

_Noreturn void __assert_fail(const char *what, const char *file, int line, const char *function)
{
    char why[256];
    snprintf(why, sizeof why, "%s:%d: %s: assertion failed: %s", file, line, function, what);
    last_words(why);
}

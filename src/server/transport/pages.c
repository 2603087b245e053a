/* pages.c: the web client, which is embedded in the program, compressed. */
#include "server/transport/pages.h"

#include <assert.h>
#include <sodium.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "core/embedded.h"
#include "server/base/memory.h"

extern const struct embedded web_files[]; /* made by the build, ended by a NULL name */

static struct page *pages;
static int count;

static const char *type_of(const char *name)
{
    static const char *const types[][2] = {
        {".html", "text/html; charset=utf-8"},
        {".js", "text/javascript"},
        {".css", "text/css"},
        {".wasm", "application/wasm"},
        {".svg", "image/svg+xml"},
        {".json", "application/json"},
        {".webmanifest", "application/manifest+json"},
        {".png", "image/png"},
        {".webp", "image/webp"},
        {".woff2", "font/woff2"},
        {".ico", "image/x-icon"},
        {".txt", "text/plain; charset=utf-8"},
        {".md", "text/markdown; charset=utf-8"},
    };
    const char *dot = strrchr(name, '.');
    for (size_t i = 0; dot && i < sizeof types / sizeof types[0]; i++)
        if (strcmp(dot, types[i][0]) == 0)
            return types[i][1];
    return "application/octet-stream";
}

/* Unpacks a gzip file. Its last four bytes are the length, which is reliable because the build made it. */
void pages_unzip(struct page *page)
{
    if (page->data)
        return;
    z_stream z = {0};
    const unsigned char *end = (const unsigned char *)page->zipped + page->zipped_size;
    page->size = (size_t)end[-4] | (size_t)end[-3] << 8 | (size_t)end[-2] << 16 | (size_t)end[-1] << 24;
    page->data = must_malloc(page->size);
    z.next_in = (unsigned char *)(uintptr_t)page->zipped;
    z.avail_in = (uInt)page->zipped_size;
    z.next_out = page->data;
    z.avail_out = (uInt)page->size;
    bool fine = inflateInit2(&z, 15 + 16) == Z_OK && inflate(&z, Z_FINISH) == Z_STREAM_END;
    assert(fine && "an embedded page is wrong");
    (void)fine;
    inflateEnd(&z);
}

void pages_open(void)
{
    while (web_files[count].name)
        count++;
    pages = must_calloc((size_t)count + 1, sizeof *pages);
    for (int i = 0; i < count; i++) {
        const struct embedded *file = &web_files[i];
        struct page *page = &pages[i];
        *page = (struct page){.zipped = file->data, .zipped_size = file->size};
        snprintf(page->name, sizeof page->name, "%.*s", (int)strlen(file->name) - 3, file->name);
        page->type = type_of(page->name);
        page->hashed = strchr(page->name, '.') != strrchr(page->name, '.'); /* app.HASH.js, but index.html */
    }
}

void pages_close(void)
{
    for (int i = 0; i < count; i++)
        free(pages[i].data);
    free(pages);
    pages = NULL;
    count = 0;
}

/* When the page is first asked for: at the start the hashes of all pages would read every byte of the program
 * into memory. */
static void make_etag(struct page *page)
{
    unsigned char hash[16];
    crypto_generichash(hash, sizeof hash, page->zipped, page->zipped_size, NULL, 0);
    page->etag[0] = '"';
    sodium_bin2hex(page->etag + 1, 17, hash, 8);
    page->etag[17] = '"';
}

struct page *pages_find(const char *path)
{
    const char *name = path + (path[0] == '/');
    if (!*name)
        name = "index.html";
    for (int i = 0; i < count; i++)
        if (strcmp(pages[i].name, name) == 0) {
            if (!pages[i].etag[0])
                make_etag(&pages[i]);
            return &pages[i];
        }
    return NULL;
}

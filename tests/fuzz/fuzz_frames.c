/*
 * fuzz_frames.c: whatever bytes a WebSocket gets, its messages and control frames are the same whether the
 * bytes come together or in pieces. The first byte says how long the pieces are, and who is at the other end.
 */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "server/transport/ws_frames.h"

/* What was read: a letter for each end of a message and each control frame, and all payloads. */
struct told {
    char *at;
    size_t length;
};

static void note(struct told *t, const void *at, size_t length)
{
    if (length)
        memcpy(t->at + t->length, at, length);
    t->length += length;
}

static void read_all(const uint8_t *data, size_t size, size_t piece, bool masked, struct told *t)
{
    struct ws_reader reader = {.masked = masked};
    char *copy = malloc(size + 1);
    if (!copy)
        abort();
    memcpy(copy, data, size);
    for (size_t from = 0; from < size;) {
        size_t n = size - from < piece ? size - from : piece;
        struct ws_part part;
        size_t taken = ws_read(&reader, copy + from, n, &part);
        if (!taken || taken > n || (part.kind == WS_PART_CONTROL && part.length > WS_CONTROL))
            abort();
        from += taken;
        note(t, part.at, part.length);
        if (part.kind == WS_PART_CONTROL)
            note(t, &"c........PQ"[part.opcode], 1);
        else if (part.kind == WS_PART_MESSAGE && part.ends)
            note(t, part.binary ? "B" : "T", 1);
        if (part.kind == WS_PART_BROKEN) {
            note(t, "X", 1);
            break;
        }
    }
    free(copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2)
        return 0;
    struct told whole = {.at = malloc(2 * size)}, pieces = {.at = malloc(2 * size)};
    if (!whole.at || !pieces.at)
        abort();
    read_all(data + 1, size - 1, size, data[0] & 1, &whole);
    read_all(data + 1, size - 1, 1u + (data[0] >> 1) % 16, data[0] & 1, &pieces);
    if (whole.length != pieces.length || memcmp(whole.at, pieces.at, whole.length) != 0)
        abort();
    free(whole.at);
    free(pieces.at);
    return 0;
}

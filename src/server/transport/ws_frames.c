/* ws_frames.c: the frames of a WebSocket (RFC 6455), read from bytes and written. */
#include "server/transport/ws_frames.h"

#include <openssl/sha.h>
#include <stdio.h>
#include <string.h>

static bool is_control(int opcode)
{
    return opcode >= WS_CLOSE;
}

/* Reads the head of a frame when it has come whole. False if it breaks the protocol. */
static bool begin_frame(struct ws_reader *r)
{
    int opcode = r->head[0] & 15, size = r->head[1] & 127;
    bool final = r->head[0] & 0x80, masked = r->head[1] & 0x80;
    bool known = opcode <= WS_BINARY || (opcode >= WS_CLOSE && opcode <= WS_PONG);
    if (r->head[0] & 0x70 || !known || masked != r->masked)
        return false;
    uint64_t length = (uint64_t)size;
    if (size >= 126) {
        length = 0;
        for (int i = 2; i < (size == 126 ? 4 : 10); i++)
            length = length << 8 | r->head[i];
        if (length < (size == 126 ? 126u : 65536u) || length >> 63)
            return false;
    }
    r->left = length;
    r->turn = 0;
    r->control_length = 0;
    if (is_control(opcode))
        return final && length <= WS_CONTROL;
    if ((opcode == WS_MORE) != r->continues)
        return false;
    if (opcode != WS_MORE)
        r->binary = opcode == WS_BINARY;
    r->continues = !final;
    return true;
}

/* Takes bytes of a frame's head. Returns how many; the head is whole when head_length is head_size. */
static size_t take_head(struct ws_reader *r, const char *at, size_t length)
{
    size_t taken = 0;
    while (taken < length && (!r->head_size || r->head_length < r->head_size)) {
        r->head[r->head_length++] = (unsigned char)at[taken++];
        if (r->head_length == 2) {
            int size = r->head[1] & 127;
            r->head_size = 2 + (size == 126 ? 2 : size == 127 ? 8 : 0) + (r->head[1] & 0x80 ? 4 : 0);
        }
    }
    return taken;
}

static void unmask(struct ws_reader *r, char *at, size_t length)
{
    const unsigned char *mask = r->head + r->head_size - 4;
    for (size_t i = 0; r->masked && i < length; i++)
        at[i] = (char)((unsigned char)at[i] ^ mask[r->turn++ & 3]);
}

/* The frame has come whole: the next one begins. */
static void end_frame(struct ws_reader *r)
{
    r->head_length = r->head_size = 0;
}

size_t ws_read(struct ws_reader *r, char *at, size_t length, struct ws_part *part)
{
    *part = (struct ws_part){0};
    size_t taken = 0;
    if (!r->head_size || r->head_length < r->head_size) {
        taken = take_head(r, at, length);
        if (!r->head_size || r->head_length < r->head_size)
            return taken;
        if (!begin_frame(r)) {
            part->kind = WS_PART_BROKEN;
            return taken;
        }
    }
    size_t n = r->left < length - taken ? (size_t)r->left : length - taken;
    if (!n && r->left)
        return taken;
    unmask(r, at + taken, n);
    r->left -= n;
    int opcode = r->head[0] & 15;
    if (!is_control(opcode)) {
        *part = (struct ws_part){.kind = WS_PART_MESSAGE,
                                 .at = at + taken,
                                 .length = n,
                                 .ends = !r->left && !r->continues,
                                 .binary = r->binary};
    } else {
        memcpy(r->control + r->control_length, at + taken, n);
        r->control_length += (int)n;
        if (!r->left)
            *part = (struct ws_part){.kind = WS_PART_CONTROL,
                                     .opcode = (enum ws_opcode)opcode,
                                     .at = (const char *)r->control,
                                     .length = (size_t)r->control_length};
    }
    if (!r->left)
        end_frame(r);
    return taken + n;
}

int ws_head(unsigned char out[WS_HEAD], enum ws_opcode opcode, size_t length, const unsigned char *mask)
{
    int n = 2, bytes = length < 126 ? 0 : length < 65536 ? 2 : 8;
    out[0] = (unsigned char)(0x80 | opcode);
    out[1] = (unsigned char)((mask ? 0x80 : 0) | (bytes == 0 ? (int)length : bytes == 2 ? 126 : 127));
    for (int i = bytes - 1; i >= 0; i--)
        out[n++] = (unsigned char)((uint64_t)length >> (8 * i));
    if (mask) {
        memcpy(out + n, mask, 4);
        n += 4;
    }
    return n;
}

void ws_accept(const char *key, char out[WS_ACCEPT])
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    char text[128];
    unsigned char hash[SHA_DIGEST_LENGTH + 1] = {0}; /* and one byte more for the last group of three */
    int n = snprintf(text, sizeof text, "%.64s258EAFA5-E914-47DA-95CA-C5AB0DC85B11", key);
    SHA1((const unsigned char *)text, (size_t)n, hash);
    char *at = out;
    for (int i = 0; i < SHA_DIGEST_LENGTH; i += 3) {
        uint32_t group = (uint32_t)hash[i] << 16 | (uint32_t)hash[i + 1] << 8 | hash[i + 2];
        for (int shift = 18; shift >= 0; shift -= 6)
            *at++ = letters[group >> shift & 63];
    }
    at[-1] = '=';
    *at = '\0';
}

bool ws_may_close_with(int status)
{
    return (status >= 1000 && status <= 1014 && status != 1004 && status != 1005 && status != 1006) ||
           (status >= 3000 && status <= 4999);
}

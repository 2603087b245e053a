/* ws_frames.h: the frames of a WebSocket (RFC 6455), read from bytes and written. Pure: it knows no sockets.
 */
#ifndef SERVER_TRANSPORT_WS_FRAMES_H
#define SERVER_TRANSPORT_WS_FRAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { WS_HEAD = 14, WS_CONTROL = 125, WS_ACCEPT = 29 };

/* What kinds of frames there are, by their number on the wire. */
enum ws_opcode { WS_MORE = 0, WS_TEXT = 1, WS_BINARY = 2, WS_CLOSE = 8, WS_PING = 9, WS_PONG = 10 };

enum ws_status { WS_GOING_AWAY = 1001, WS_PROTOCOL_ERROR = 1002, WS_NOT_UTF8 = 1007 };

/* Where a reader is. All zero but `masked` at the beginning. */
struct ws_reader {
    bool masked; /* frames must be masked: those of clients; else they must not be */
    unsigned char head[WS_HEAD];
    int head_length; /* of the frame's head, so much has come … */
    int head_size;   /* … of so much; 0: not known yet */
    uint64_t left;   /* bytes of the payload that have not come */
    unsigned turn;   /* which byte of the mask is next */
    bool continues;  /* a message has begun, and its last frame has not come … */
    bool binary;     /* … and it is not text */
    unsigned char control[WS_CONTROL];
    int control_length; /* of a ping, pong or close, so much has come */
};

/* What a reader found. */
struct ws_part {
    enum { WS_PART_NONE, WS_PART_MESSAGE, WS_PART_CONTROL, WS_PART_BROKEN } kind;
    enum ws_opcode opcode; /* of a control frame */
    const char *at;        /* a piece of a message, or the payload of a control frame */
    size_t length;
    bool ends;   /* the message ends with this piece */
    bool binary; /* the message is not text */
};

/* Takes the next part from bytes, which it unmasks in place. Returns how many bytes it took. After a broken
 * part nothing may be read. */
size_t ws_read(struct ws_reader *, char *at, size_t length, struct ws_part *);
/* Writes the head of a final frame; with a mask, of 4 bytes, or NULL. Returns its length. */
int ws_head(unsigned char out[WS_HEAD], enum ws_opcode, size_t length, const unsigned char *mask);
/* The answer of a server to a client's Sec-WebSocket-Key. */
void ws_accept(const char *key, char out[WS_ACCEPT]);
/* Whether a status may stand in a close frame. */
bool ws_may_close_with(int status);

#endif

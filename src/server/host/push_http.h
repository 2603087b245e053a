/* push_http.h: one POST to a push service, with an end to every wait. */
#ifndef SERVER_HOST_PUSH_HTTP_H
#define SERVER_HOST_PUSH_HTTP_H

#include <stdbool.h>
#include <stddef.h>

/* The parts of an address such as https://push.example.org/x/y. */
struct push_address {
    bool tls;
    char host[256], port[6];
    char origin[280];
    const char *path; /* in the text that was read; "" is "/" */
};

bool push_address_read(const char *text, struct push_address *out);

/* Over a line one thread makes one POST after the other. */
struct push_line;

/* No step of a POST takes longer than `wait_ms`. */
struct push_line *push_line_open(int wait_ms);
/* Ends the POST that is under way, and lets all later ones fail. Any thread may call it. */
void push_line_hang_up(struct push_line *);
void push_line_free(struct push_line *);
/* Returns the status of the answer, or 0 if there was none. */
int push_post(struct push_line *, const struct push_address *, const char *authorization, const void *body,
              size_t size);

#endif

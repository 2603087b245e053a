/*
 * fuzz_http.c: whatever bytes a connection begins with, a head is read whole or not at all, and reading it
 * does not depend on what follows. The first byte says what the connection is like.
 */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "server/transport/http_head.h"

/* Whether a string lies in the block of the request. */
static void check_string(const struct net_request *r, const struct http_head *head, const char *text)
{
    if (text < r->text || text + strlen(text) > r->text + head->length + 1)
        abort();
}

static void check_equal(const char *a, const char *b)
{
    if (strcmp(a, b) != 0)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 1)
        return 0;
    struct http_from from = {.address = "192.0.2.1", .trust_proxy = data[0] & 1, .tls = data[0] & 2};
    const char *at = (const char *)data + 1;
    struct http_head head, again;
    struct net_request *r = http_head_read(at, size - 1, &from, &head);
    if (!r)
        return 0;
    char *const strings[] = {r->path,       r->query,          r->host,         r->origin,
                             r->cookie,     r->authorization,  r->content_type, r->if_none_match,
                             r->user_agent, r->accept_encoding};
    for (size_t i = 0; i < sizeof strings / sizeof strings[0]; i++)
        check_string(r, &head, strings[i]);
    if (head.length > size - 1 || head.body > NET_MAX_BODY || !r->address[0] ||
        (head.refused && (head.keeps || head.upgrades)) || (!head.refused && r->path[0] != '/'))
        abort();
    if (head.length) { /* the same head, with nothing behind it and a byte less */
        if (http_head_read(at, head.length - 1, &from, &again) && !again.refused)
            abort();
        struct net_request *other = http_head_read(at, head.length, &from, &again);
        if (!other || memcmp(&head, &again, sizeof head) != 0 || other->method != r->method)
            abort();
        check_equal(other->path, r->path);
        check_equal(other->cookie, r->cookie);
        check_equal(other->address, r->address);
        http_request_free(other);
    }
    http_request_free(r);
    return 0;
}

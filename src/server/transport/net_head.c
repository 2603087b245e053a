/* net_head.c: the status line and the headers of an answer. */
#include "server/transport/net_head.h"

#include <string.h>

static bool add(struct lws *wsi, const char *name, const char *value, unsigned char **at, unsigned char *end)
{
    return !lws_add_http_header_by_name(wsi, (const unsigned char *)name, (const unsigned char *)value,
                                        (int)strlen(value), at, end);
}

size_t net_head_make(struct lws *wsi, const struct net_request *request, const struct net_reply *reply,
                     unsigned char *out, size_t size)
{
    unsigned char *at = out, *end = out + size - 1;
    bool fine = !lws_add_http_header_status(wsi, (unsigned int)reply->status, &at, end);
    for (const struct net_header *h = reply->headers; fine && h->name; h++)
        fine = add(wsi, h->name, h->value, &at, end);
    if (request->secure) /* from now on the browser asks over TLS only */
        fine = fine && add(wsi, "strict-transport-security:", "max-age=31536000", &at, end);
    if (request->method == NET_POST)
        fine = fine && add(wsi, "connection:", "close", &at, end);
    fine = fine && !lws_add_http_header_content_length(wsi, reply->length, &at, end) &&
           !lws_finalize_http_header(wsi, &at, end);
    return fine ? (size_t)(at - out) : 0;
}

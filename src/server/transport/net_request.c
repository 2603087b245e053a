/* net_request.c: reads what libwebsockets knows of a request. */
#include "server/transport/net_request.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/base/memory.h"

char *net_request_header(struct lws *wsi, enum lws_token_indexes token)
{
    int n = lws_hdr_total_length(wsi, token);
    char *text = must_calloc((size_t)(n > 0 ? n : 0) + 2, 1);
    if (n > 0 && lws_hdr_copy(wsi, text, n + 2, token) < 0)
        text[0] = '\0';
    return text;
}

/* The part of the address after "?". The library takes it apart at each "&" and would join it with commas. */
static char *read_query(struct lws *wsi)
{
    int size = lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_URI_ARGS) + 2;
    char *query = must_calloc((size_t)size, 1);
    for (int i = 0, at = 0, n; at < size; i++, at += n) {
        query[at] = '\0';
        n = lws_hdr_copy_fragment(wsi, query + at + (i > 0), size - at - (i > 0), WSI_TOKEN_HTTP_URI_ARGS, i);
        if (n <= 0)
            break;
        if (i)
            query[at] = '&';
        n += i > 0;
    }
    return query;
}

/* The client's address: that of the connection, or the last one that a trusted proxy names. */
static void find_address(const struct net_config *config, struct lws *wsi, char address[ADDRESS_TEXT])
{
    lws_get_peer_simple(wsi, address, ADDRESS_TEXT);
    if (!config->trust_proxy)
        return;
    char *list = net_request_header(wsi, WSI_TOKEN_X_FORWARDED_FOR);
    /* If the proxy names nobody the request must not count as one of this machine. */
    if (!address_forwarded(list, address))
        snprintf(address, ADDRESS_TEXT, "unknown");
    free(list);
}

static bool has_header(struct lws *wsi, const char *name)
{
    return lws_hdr_custom_length(wsi, name, (int)strlen(name)) > 0;
}

/* Whether a proxy passed it on, or says that it did. */
static bool was_forwarded(struct lws *wsi)
{
    return lws_hdr_total_length(wsi, WSI_TOKEN_X_FORWARDED_FOR) > 0 ||
           lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_VIA) > 0 || has_header(wsi, "forwarded:");
}

/* Only a length says where a body ends: what the library does not know it would read as the next request. */
int net_request_judge_body(struct lws *wsi, const struct net_request *r, bool *none)
{
    char *length = net_request_header(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH);
    bool number = length[strspn(length, "0123456789")] == '\0';
    bool too_long = strlen(length) > 6 || atol(length) > NET_MAX_BODY;
    *none = strspn(length, "0") == strlen(length);
    free(length);
    if (lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING) > 0)
        return 411;
    if (!number || has_header(wsi, "content-length :") || has_header(wsi, "transfer-encoding :"))
        return 400;
    return r->method == NET_POST && too_long ? 413 : 0;
}

/* Whether the proxy says that the client's connection is encrypted. */
static bool came_by_https(struct lws *wsi)
{
    static const char name[] = "x-forwarded-proto:";
    char value[16];
    return lws_hdr_custom_copy(wsi, value, sizeof value, name, sizeof name - 1) > 0 &&
           strcmp(value, "https") == 0;
}

struct net_request *net_request_read(const struct net_config *config, struct lws *wsi, const char *path)
{
    struct net_request *out = must_malloc(sizeof *out);
    *out = (struct net_request){
        .method = lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI)    ? NET_GET
                  : lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI) ? NET_HEAD
                  : lws_hdr_total_length(wsi, WSI_TOKEN_POST_URI) ? NET_POST
                                                                  : NET_OTHER,
        .path = must_strdup(path),
        .query = read_query(wsi),
        .host = net_request_header(wsi, WSI_TOKEN_HOST),
        .origin = net_request_header(wsi, WSI_TOKEN_ORIGIN),
        .cookie = net_request_header(wsi, WSI_TOKEN_HTTP_COOKIE),
        .authorization = net_request_header(wsi, WSI_TOKEN_HTTP_AUTHORIZATION),
        .content_type = net_request_header(wsi, WSI_TOKEN_HTTP_CONTENT_TYPE),
        .if_none_match = net_request_header(wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH),
        .user_agent = net_request_header(wsi, WSI_TOKEN_HTTP_USER_AGENT),
        .accept_encoding = net_request_header(wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING),
        .secure = config->cert != NULL || (config->trust_proxy && came_by_https(wsi)),
        .forwarded = was_forwarded(wsi),
    };
    find_address(config, wsi, out->address);
    return out;
}

bool net_request_add(struct net_request *r, const void *piece, size_t length)
{
    if (!r || !r->body) /* not a POST: ignore it */
        return true;
    if (r->length + length > NET_MAX_BODY)
        return false;
    memcpy(r->body + r->length, piece, length);
    r->length += length;
    return true;
}

void net_request_free(struct net_request *r)
{
    if (!r)
        return;
    char *parts[] = {r->path,          r->query,        r->host,          r->origin,          r->cookie,
                     r->authorization, r->content_type, r->if_none_match, r->accept_encoding, r->user_agent,
                     r->body};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        free(parts[i]);
    free(r);
}

/*
 * http_head.c: the head of an HTTP/1.1 request, read from bytes, and the head of an answer.
 *
 * It is strict where two readers of one connection could disagree about where a request ends: line ends,
 * lengths, and headers that come twice. A request that is refused ends its connection.
 */
#include "server/transport/http_head.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "server/base/memory.h"

enum { MAX_HEADERS = 100 };

enum header {
    H_HOST,
    H_ORIGIN,
    H_COOKIE,
    H_AUTHORIZATION,
    H_CONTENT_TYPE,
    H_CONTENT_LENGTH,
    H_TRANSFER_ENCODING,
    H_UPGRADE,
    H_KEY,
    H_VERSION,
    H_EXPECT,
    H_ONCE, /* the ones above may come once only; of the others the first counts, of these two the last */
    H_FORWARDED_FOR = H_ONCE,
    H_FORWARDED_PROTO,
    H_IF_NONE_MATCH,
    H_ACCEPT_ENCODING,
    H_USER_AGENT,
    H_FORWARDED,
    H_VIA,
    H_CONNECTION, /* all of them count */
    HEADERS
};

static const char *const names[HEADERS] = {
    [H_HOST] = "host",
    [H_ORIGIN] = "origin",
    [H_COOKIE] = "cookie",
    [H_AUTHORIZATION] = "authorization",
    [H_CONTENT_TYPE] = "content-type",
    [H_CONTENT_LENGTH] = "content-length",
    [H_TRANSFER_ENCODING] = "transfer-encoding",
    [H_UPGRADE] = "upgrade",
    [H_KEY] = "sec-websocket-key",
    [H_VERSION] = "sec-websocket-version",
    [H_EXPECT] = "expect",
    [H_FORWARDED_FOR] = "x-forwarded-for",
    [H_FORWARDED_PROTO] = "x-forwarded-proto",
    [H_IF_NONE_MATCH] = "if-none-match",
    [H_ACCEPT_ENCODING] = "accept-encoding",
    [H_USER_AGENT] = "user-agent",
    [H_FORWARDED] = "forwarded",
    [H_VIA] = "via",
    [H_CONNECTION] = "connection",
};

/* ---- lines ---- */

/* Letters of methods and of the names of headers. */
static bool is_token(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           (c && strchr("!#$%&'*+-.^_`|~", c));
}

/* The length of the head with its empty line. 0: it has not come whole; -1: a line does not end with CR LF,
 * or there is a NUL. */
static long head_length(const char *at, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)at[i];
        if (c == '\r' ? i + 1 < length && at[i + 1] != '\n' : c == '\n' ? i == 0 || at[i - 1] != '\r' : false)
            return -1;
        if (c == '\0')
            return -1;
        if (c == '\n' && i >= 3 && at[i - 2] == '\n')
            return (long)i + 1;
    }
    return 0;
}

/* Ends the line that begins here, and returns the next one. */
static char *end_line(char *line)
{
    char *end = strchr(line, '\r');
    *end = '\0';
    return end + 2;
}

/* Whether a list such as "keep-alive, Upgrade" has a word. */
static bool has_word(const char *list, const char *word)
{
    size_t n = strlen(word);
    for (const char *p = list; *p; p += strcspn(p, ","), p += *p == ',') {
        p += strspn(p, " \t");
        if (strncasecmp(p, word, n) == 0 && strchr(",", p[n + strspn(p + n, " \t")]))
            return true;
    }
    return false;
}

/* ---- the request line ---- */

static int hex(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : (c | 32) >= 'a' && (c | 32) <= 'f' ? (c | 32) - 'a' + 10 : -1;
}

/* Replaces %41 by A, in place. False if the text is not well written, or hides a NUL. */
static bool decode(char *text)
{
    char *out = text;
    for (const char *p = text; *p; p++, out++) {
        int high = *p == '%' ? hex(p[1]) : 0, low = *p == '%' && high >= 0 ? hex(p[2]) : 0;
        if (high < 0 || low < 0 || (*p == '%' && !high && !low))
            return false;
        bool coded = *p == '%';
        *out = coded ? (char)(high << 4 | low) : *p;
        p += coded ? 2 : 0;
    }
    *out = '\0';
    return true;
}

/* Reads "GET /path?query HTTP/1.1". Returns the status to refuse it with, or 0. */
static int read_request_line(char *line, struct net_request *r, bool *newer)
{
    char *target = strchr(line, ' '), *version = target ? strchr(target + 1, ' ') : NULL;
    if (!version || target == line || version == target + 1)
        return 400;
    *target++ = *version++ = '\0';
    for (const char *c = line; *c; c++)
        if (!is_token(*c))
            return 400;
    if (strncmp(version, "HTTP/1.", 7) != 0 || (version[7] != '0' && version[7] != '1') || version[8])
        return strncmp(version, "HTTP/", 5) == 0 ? 505 : 400;
    *newer = version[7] == '1';
    r->method = strcmp(line, "GET") == 0    ? NET_GET
                : strcmp(line, "HEAD") == 0 ? NET_HEAD
                : strcmp(line, "POST") == 0 ? NET_POST
                                            : NET_OTHER;
    if (strncasecmp(target, "http://", 7) == 0 || strncasecmp(target, "https://", 8) == 0) {
        target = strstr(target, "//") + 2;
        target += strcspn(target, "/");
    }
    if (target[0] != '/')
        return 400;
    r->path = target;
    char *query = strchr(target, '?');
    if (query)
        *query++ = '\0';
    r->query = query ? query : target + strlen(target);
    return decode(r->path) ? 0 : 400;
}

/* ---- headers ---- */

/* Reads "Name: value" into `values`. False if it is not well written, or came before. */
static bool read_header(char *line, char *values[HEADERS], bool *closes, bool *upgrades, bool *stays)
{
    size_t n = 0;
    while (is_token(line[n]))
        n++;
    if (!n || line[n] != ':')
        return false;
    line[n] = '\0';
    char *value = line + n + 1 + strspn(line + n + 1, " \t"), *end = value + strlen(value);
    while (end > value && (end[-1] == ' ' || end[-1] == '\t'))
        *--end = '\0';
    int which = 0;
    while (which < HEADERS && strcasecmp(line, names[which]) != 0)
        which++;
    if (which == H_CONNECTION) {
        *closes = *closes || has_word(value, "close");
        *stays = *stays || has_word(value, "keep-alive");
        *upgrades = *upgrades || has_word(value, "upgrade");
    }
    if (which == HEADERS)
        return true;
    if (values[which] && which < H_ONCE)
        return false;
    if (!values[which] || which == H_FORWARDED_FOR || which == H_FORWARDED_PROTO)
        values[which] = value;
    return true;
}

/* Only a length says where a body ends. Returns the status to refuse the request with, or 0. */
static int judge_body(const struct net_request *r, char *const values[HEADERS], struct http_head *head)
{
    const char *length = values[H_CONTENT_LENGTH];
    if (values[H_TRANSFER_ENCODING])
        return 411;
    if (!length)
        return 0;
    if (!*length || length[strspn(length, "0123456789")])
        return 400;
    bool too_long = strlen(length) > 6 || atol(length) > NET_MAX_BODY;
    if (too_long && r->method == NET_POST)
        return 413;
    /* Nobody wants the body of another method. A short one is passed over; a long one ends the connection. */
    head->body = too_long ? 0 : (size_t)atol(length);
    head->keeps = head->keeps && !too_long;
    return 0;
}

static bool is_key(const char *key)
{
    return key && strlen(key) == HTTP_KEY && key[HTTP_KEY - 1] == '=' && key[HTTP_KEY - 2] == '=';
}

/* The client's address: that of the connection, or the last one that a trusted proxy names. */
static void find_address(const struct http_from *from, const char *forwarded, char address[ADDRESS_TEXT])
{
    struct text out = text_in(address, ADDRESS_TEXT);
    text_put(&out, from->address);
    /* If the proxy names nobody the request must not count as one of this machine. */
    if (from->trust_proxy && !address_forwarded(forwarded ? forwarded : "", address)) {
        text_clear(&out);
        text_put(&out, "unknown");
    }
}

static int read_head(char *text, const struct http_from *from, struct net_request *r, struct http_head *head)
{
    char *values[HEADERS] = {0}, *line = end_line(text), *next;
    bool newer = false, closes = false, wants = false, stays = false;
    int refused = read_request_line(text, r, &newer), count = 0;
    for (; !refused && *line != '\r'; line = next) {
        next = end_line(line);
        if (++count > MAX_HEADERS)
            refused = 431;
        else if (!read_header(line, values, &closes, &wants, &stays))
            refused = 400;
    }
    find_address(from, values[H_FORWARDED_FOR], r->address);
    if (!refused && newer && !values[H_HOST])
        refused = 400;
    head->keeps = newer ? !closes : stays && !closes;
    if (!refused)
        refused = judge_body(r, values, head);
    char **const told[HEADERS] = {[H_HOST] = &r->host,
                                  [H_ORIGIN] = &r->origin,
                                  [H_COOKIE] = &r->cookie,
                                  [H_AUTHORIZATION] = &r->authorization,
                                  [H_CONTENT_TYPE] = &r->content_type,
                                  [H_IF_NONE_MATCH] = &r->if_none_match,
                                  [H_ACCEPT_ENCODING] = &r->accept_encoding,
                                  [H_USER_AGENT] = &r->user_agent};
    for (int i = 0; i < HEADERS; i++)
        if (told[i] && values[i])
            *told[i] = values[i];
    r->secure = from->tls || (from->trust_proxy && values[H_FORWARDED_PROTO] &&
                              strcmp(values[H_FORWARDED_PROTO], "https") == 0);
    r->forwarded = values[H_FORWARDED_FOR] || values[H_VIA] || values[H_FORWARDED];
    head->expects = newer && values[H_EXPECT] && strcasecmp(values[H_EXPECT], "100-continue") == 0;
    head->upgrades = !refused && r->method == NET_GET && newer && wants && values[H_UPGRADE] &&
                     has_word(values[H_UPGRADE], "websocket");
    if (head->upgrades && (!values[H_VERSION] || strcmp(values[H_VERSION], "13") != 0))
        refused = 426;
    else if (head->upgrades && !is_key(values[H_KEY]))
        refused = 400;
    else if (head->upgrades)
        memcpy(head->key, values[H_KEY], HTTP_KEY + 1);
    return refused;
}

struct net_request *http_head_read(const char *at, size_t length, const struct http_from *from,
                                   struct http_head *head)
{
    *head = (struct http_head){0};
    long n = head_length(at, length < HTTP_HEAD ? length : HTTP_HEAD);
    if (n == 0 && length < HTTP_HEAD)
        return NULL;
    struct net_request *r = must_calloc(1, sizeof *r);
    head->length = n > 0 ? (size_t)n : 0;
    /* One block: the head, then an empty string. */
    r->text = must_malloc(head->length + 2);
    memcpy(r->text, at, head->length);
    r->text[head->length] = r->text[head->length + 1] = '\0';
    char *none = r->text + head->length + 1;
    r->path = r->query = r->host = r->origin = r->cookie = r->authorization = r->content_type =
        r->if_none_match = r->accept_encoding = r->user_agent = none;
    head->refused = n > 0 ? read_head(r->text, from, r, head) : n < 0 ? 400 : 431;
    if (n <= 0)
        find_address(from, NULL, r->address);
    if (head->refused)
        head->keeps = head->upgrades = false;
    return r;
}

void http_request_free(struct net_request *r)
{
    if (!r)
        return;
    free(r->body);
    free(r->text);
    free(r);
}

/* ---- answers ---- */

static const struct {
    int status;
    const char *phrase;
} phrases[] = {
    {101, "Switching Protocols"},
    {200, "OK"},
    {204, "No Content"},
    {304, "Not Modified"},
    {400, "Bad Request"},
    {401, "Unauthorized"},
    {403, "Forbidden"},
    {404, "Not Found"},
    {405, "Method Not Allowed"},
    {409, "Conflict"},
    {411, "Length Required"},
    {413, "Content Too Large"},
    {426, "Upgrade Required"},
    {429, "Too Many Requests"},
    {431, "Request Header Fields Too Large"},
    {500, "Internal Server Error"},
    {503, "Service Unavailable"},
    {505, "HTTP Version Not Supported"},
};

const char *http_phrase(int status)
{
    for (size_t i = 0; i < sizeof phrases / sizeof phrases[0]; i++)
        if (phrases[i].status == status)
            return phrases[i].phrase;
    return "Answer";
}

void http_head_write(const struct net_reply *reply, bool secure, bool keeps, struct text *out)
{
    text_printf(out, "HTTP/1.1 %d %s\r\n", reply->status, http_phrase(reply->status));
    for (const struct net_header *h = reply->headers; h && h->name; h++)
        text_printf(out, "%s %s\r\n", h->name, h->value);
    if (secure) /* from now on the browser asks over TLS only */
        text_put(out, "strict-transport-security: max-age=31536000\r\n");
    if (reply->status == 426)
        text_put(out, "sec-websocket-version: 13\r\n");
    if (!keeps)
        text_put(out, "connection: close\r\n");
    text_put(out, "content-length: ");
    text_int(out, (int64_t)reply->length);
    text_put(out, "\r\n\r\n");
}

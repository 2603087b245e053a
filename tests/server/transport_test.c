/* transport_test.c: heads of requests and frames of WebSockets, as RFC 9112 and RFC 6455 have them. */
#include <stdlib.h>
#include <string.h>

#include "core/utf8.h"
#include "server/transport/http_head.h"
#include "server/transport/ws_frames.h"
#include "test.h"

/* ---- heads ---- */

static struct http_head head;

static struct net_request *read_from(const char *text, struct http_from from)
{
    return http_head_read(text, strlen(text), &from, &head);
}

static struct net_request *read(const char *text)
{
    return read_from(text, (struct http_from){.address = "192.0.2.1"});
}

/* The status with which a head is refused; 0: it is fine; -1: it is not whole. */
static int refusal(const char *text)
{
    struct net_request *r = read(text);
    http_request_free(r);
    return r ? head.refused : -1;
}

static void a_request_is_read(void **state)
{
    (void)state;
    struct net_request *r = read("GET /games/a%41.txt?invite=x&y HTTP/1.1\r\nHost: h:1\r\nCOOKIE: \t a=b \r\n"
                                 "Accept-Encoding: gzip\r\nX-Other: y\r\n\r\nGET /next");
    assert_non_null(r);
    assert_int_equal(head.refused, 0);
    assert_int_equal(r->method, NET_GET);
    assert_string_equal(r->path, "/games/aA.txt");
    assert_string_equal(r->query, "invite=x&y");
    assert_string_equal(r->host, "h:1");
    assert_string_equal(r->cookie, "a=b");
    assert_string_equal(r->accept_encoding, "gzip");
    assert_string_equal(r->origin, "");
    assert_string_equal(r->address, "192.0.2.1");
    assert_true(head.keeps && !head.upgrades && !r->secure && !r->forwarded && head.body == 0);
    http_request_free(r);
}

static void a_head_that_is_not_whole_waits(void **state)
{
    static const char text[] = "POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n";
    (void)state;
    for (size_t n = 0; n < sizeof text - 1; n++) {
        struct http_from from = {.address = "a"};
        assert_null(http_head_read(text, n, &from, &head));
    }
    assert_int_equal(refusal(text), 0);
    assert_int_equal(head.body, 5);
    assert_int_equal(head.length, sizeof text - 1);
}

static void wrong_heads_are_refused(void **state)
{
    static const struct {
        const char *text;
        int status;
    } wrong[] = {
        {"GET / HTTP/1.1\r\n\r\n", 400}, /* no host */
        {"GET / HTTP/1.0\r\n\r\n", 0},   /* needs none */
        {"GET / HTTP/2.0\r\nHost: x\r\n\r\n", 505},
        {"GET / HTTP/1.1 HTTP/1.1\r\nHost: x\r\n\r\n", 505},
        {"GET /\r\nHost: x\r\n\r\n", 400},
        {"GET  / HTTP/1.1\r\nHost: x\r\n\r\n", 400},
        {"G@T / HTTP/1.1\r\nHost: x\r\n\r\n", 400},
        {" / HTTP/1.1\r\nHost: x\r\n\r\n", 400},
        {"GET * HTTP/1.1\r\nHost: x\r\n\r\n", 400},
        {"GET /%4 HTTP/1.1\r\nHost: x\r\n\r\n", 400},
        {"GET /%00 HTTP/1.1\r\nHost: x\r\n\r\n", 400},
        {"GET http://h/x HTTP/1.1\r\nHost: x\r\n\r\n", 0},
        {"GET / HTTP/1.1\nHost: x\n\n", 400},
        {"GET / HTTP/1.1\r\nHost: x\rA: b\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\nHost : x\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\nHost: x\r\n folded\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n", 400},
        {"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n", 411},
        {"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 5\r\n\r\n", 400},
        {"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: +5\r\n\r\n", 400},
        {"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: \r\n\r\n", 400},
        {"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 16384\r\n\r\n", 0},
        {"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 16385\r\n\r\n", 413},
        {"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999\r\n\r\n", 413},
        {"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n", 426},
        {"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: "
         "13\r\n\r\n",
         400},
    };
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        if (refusal(wrong[i].text) != wrong[i].status)
            fail_msg("%s: %d instead of %d", wrong[i].text, refusal(wrong[i].text), wrong[i].status);
}

static void a_long_head_is_refused(void **state)
{
    static char text[HTTP_HEAD + 2];
    (void)state;
    memset(text, 'x', sizeof text - 1);
    memcpy(text, "GET /", 5);
    assert_int_equal(refusal(text), 431);
    text[HTTP_HEAD - 1] = '\0';
    assert_int_equal(refusal(text), -1);
}

static void connections_stay_or_end(void **state)
{
    static const struct {
        const char *text;
        bool keeps;
    } cases[] = {
        {"GET / HTTP/1.1\r\nHost: x\r\n\r\n", true},
        {"GET / HTTP/1.1\r\nHost: x\r\nConnection: foo, Close\r\n\r\n", false},
        {"GET / HTTP/1.0\r\n\r\n", false},
        {"GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", true},
        {"PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n", true},
        {"PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n", false},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_int_equal(refusal(cases[i].text), 0);
        assert_int_equal(head.keeps, cases[i].keeps);
    }
}

static void a_proxy_names_the_client(void **state)
{
    static const char text[] =
        "GET / HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 203.0.113.1\r\nX-Forwarded-For: 203.0.113.9, "
        "198.51.100.7\r\nX-Forwarded-Proto: https\r\n\r\n";
    (void)state;
    for (int trust = 0; trust < 2; trust++) {
        struct net_request *r =
            read_from(text, (struct http_from){.address = "192.0.2.1", .trust_proxy = trust});
        assert_string_equal(r->address, trust ? "198.51.100.7" : "192.0.2.1");
        assert_int_equal(r->secure, trust);
        assert_true(r->forwarded);
        http_request_free(r);
    }
    struct net_request *r = read_from("GET / HTTP/1.1\r\nHost: x\r\n\r\n",
                                      (struct http_from){.address = "127.0.0.1", .trust_proxy = true});
    assert_string_equal(r->address, "unknown");
    http_request_free(r);
}

static void an_upgrade_has_its_key(void **state)
{
    char accept[WS_ACCEPT];
    (void)state;
    struct net_request *r =
        read("GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: WebSocket\r\nConnection: keep-alive, Upgrade\r\n"
             "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
    assert_true(head.upgrades && !head.refused);
    ws_accept(head.key, accept);
    assert_string_equal(accept, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="); /* RFC 6455, 1.3 */
    http_request_free(r);
}

static void an_answer_is_written(void **state)
{
    char text[256];
    struct text out = TEXT_IN(text);
    struct net_header headers[] = {{"etag:", "\"x\""}, {0}};
    (void)state;
    http_head_write(&(struct net_reply){.status = 404, .headers = headers, .length = 12}, true, false, &out);
    assert_string_equal(
        text, "HTTP/1.1 404 Not Found\r\netag: \"x\"\r\nstrict-transport-security: max-age=31536000\r\n"
              "connection: close\r\ncontent-length: 12\r\n\r\n");
}

/* ---- frames ---- */

static struct ws_part part;

static size_t take(struct ws_reader *reader, const char *bytes, size_t length)
{
    static char copy[512];
    memcpy(copy, bytes, length);
    return ws_read(reader, copy, length, &part);
}

static void frames_are_unmasked(void **state)
{
    struct ws_reader reader = {.masked = true};
    (void)state;
    assert_int_equal(take(&reader, "\x81\x85\x37\xfa\x21\x3d\x7f\x9f\x4d\x51\x58more", 15),
                     11); /* RFC 6455, 5.7 */
    assert_int_equal(part.kind, WS_PART_MESSAGE);
    assert_true(part.ends && !part.binary && part.length == 5);
    assert_memory_equal(part.at, "Hello", 5);
}

static void fragments_have_control_frames_between(void **state)
{
    struct ws_reader reader = {0};
    (void)state;
    assert_int_equal(take(&reader, "\x01\x03Hel", 5), 5);
    assert_true(part.kind == WS_PART_MESSAGE && !part.ends);
    assert_int_equal(take(&reader, "\x89\x01x", 3), 3);
    assert_true(part.kind == WS_PART_CONTROL && part.opcode == WS_PING && part.length == 1);
    assert_int_equal(take(&reader, "\x80\x02lo", 4), 4);
    assert_true(part.kind == WS_PART_MESSAGE && part.ends);
    assert_int_equal(take(&reader, "\x81\x00", 2), 2);
    assert_true(part.kind == WS_PART_MESSAGE && part.ends && part.length == 0);
}

static void broken_frames_are_found(void **state)
{
    static const struct {
        const char *bytes;
        int length;
        bool masked;
    } broken[] = {
        {"\x81\x05hello", 2, true},                              /* not masked */
        {"\x81\x85\0\0\0\0", 6, false},                          /* masked by a server */
        {"\xc1\x00", 2, false},                                  /* a bit of an extension */
        {"\x83\x00", 2, false},                                  /* an unknown kind */
        {"\x09\x00", 2, false},                                  /* a ping in pieces */
        {"\x89\x7e\x00\x7e", 4, false},                          /* a long ping */
        {"\x80\x00", 2, false},                                  /* the end of nothing */
        {"\x81\x7e\x00\x05", 4, false},                          /* a length in more bytes than it needs */
        {"\x81\x7f\0\0\0\0\0\0\xff\xff", 10, false},             /* the same */
        {"\x81\x7f\xff\xff\xff\xff\xff\xff\xff\xff", 10, false}, /* no length */
    };
    (void)state;
    for (size_t i = 0; i < sizeof broken / sizeof broken[0]; i++) {
        struct ws_reader reader = {.masked = broken[i].masked};
        char copy[16];
        size_t n = (size_t)broken[i].length;
        memcpy(copy, broken[i].bytes, n);
        if (broken[i].masked) { /* its head is as long as if it were not */
            assert_int_equal(ws_read(&reader, copy, n, &part), n);
        } else {
            ws_read(&reader, copy, n, &part);
        }
        assert_int_equal(part.kind, WS_PART_BROKEN);
    }
    struct ws_reader reader = {0};
    take(&reader, "\x01\x01x", 3);
    take(&reader, "\x81\x01x", 3);
    assert_int_equal(part.kind, WS_PART_BROKEN); /* a message within another */
}

static void heads_are_written_and_read(void **state)
{
    static const size_t lengths[] = {0, 1, 125, 126, 65535, 65536, 1 << 20};
    static const unsigned char mask[4] = {1, 2, 3, 4};
    (void)state;
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++)
        for (int masked = 0; masked < 2; masked++) {
            unsigned char out[WS_HEAD];
            struct ws_reader reader = {.masked = masked};
            int n = ws_head(out, WS_TEXT, lengths[i], masked ? mask : NULL);
            assert_int_equal(ws_read(&reader, (char *)out, (size_t)n, &part), n);
            assert_int_equal(reader.left, lengths[i]);
            assert_int_not_equal(part.kind, WS_PART_BROKEN);
        }
}

static void utf8_is_checked(void **state)
{
    static const char *const right[] = {
        "", "abc", "\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x8f\xb0", "\xef\xbf\xbf", "\xf4\x8f\xbf\xbf"};
    static const char *const wrong[] = {"\xff",
                                        "\xc3",
                                        "\xc0\xaf",
                                        "\xe0\x80\xaf",
                                        "\xed\xa0\x80",
                                        "\xf0\x80\x80\xaf",
                                        "\xf4\x90\x80\x80",
                                        "\xf8\x88\x80\x80\x80",
                                        "\x80"};
    (void)state;
    for (size_t i = 0; i < sizeof right / sizeof right[0]; i++)
        assert_true(utf8_is_valid(right[i], strlen(right[i])));
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_false(utf8_is_valid(wrong[i], strlen(wrong[i])));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_request_is_read),       cmocka_unit_test(a_head_that_is_not_whole_waits),
        cmocka_unit_test(wrong_heads_are_refused), cmocka_unit_test(a_long_head_is_refused),
        cmocka_unit_test(connections_stay_or_end), cmocka_unit_test(a_proxy_names_the_client),
        cmocka_unit_test(an_upgrade_has_its_key),  cmocka_unit_test(an_answer_is_written),
        cmocka_unit_test(frames_are_unmasked),     cmocka_unit_test(fragments_have_control_frames_between),
        cmocka_unit_test(broken_frames_are_found), cmocka_unit_test(heads_are_written_and_read),
        cmocka_unit_test(utf8_is_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* push_http.c: one POST to a push service, with an end to every wait. */
#include "server/host/push_http.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>
#include <uv.h>

#include "server/base/memory.h"
#include "server/host/push_names.h"

enum { TTL_SECONDS = 24 * 3600 };

struct push_line {
    struct push_names *names;
    int wait_ms;
    uv_mutex_t mutex;
    /* under the mutex: */
    int fd; /* the present connection, or -1 */
    bool hung_up;
};

struct push_line *push_line_open(int wait_ms)
{
    struct push_line *line = must_calloc(1, sizeof *line);
    *line = (struct push_line){.names = push_names_open(), .wait_ms = wait_ms, .fd = -1};
    uv_mutex_init(&line->mutex);
    return line;
}

void push_line_hang_up(struct push_line *line)
{
    push_names_stop(line->names);
    uv_mutex_lock(&line->mutex);
    line->hung_up = true;
    if (line->fd >= 0)
        shutdown(line->fd, SHUT_RDWR);
    uv_mutex_unlock(&line->mutex);
}

void push_line_free(struct push_line *line)
{
    push_names_free(line->names);
    uv_mutex_destroy(&line->mutex);
    free(line);
}

/* Makes a socket the present connection. False if the line was hung up. */
static bool use(struct push_line *line, int fd)
{
    uv_mutex_lock(&line->mutex);
    bool fine = !line->hung_up;
    line->fd = fd;
    uv_mutex_unlock(&line->mutex);
    return fine;
}

static void end(struct push_line *line, int fd)
{
    use(line, -1);
    close(fd);
}

bool push_address_read(const char *text, struct push_address *out)
{
    *out = (struct push_address){.tls = strncmp(text, "https://", 8) == 0};
    if (!out->tls && strncmp(text, "http://", 7) != 0)
        return false;
    const char *host = text + (out->tls ? 8 : 7);
    size_t all = strcspn(host, "/"), name = strcspn(host, ":/"), port = all > name ? all - name - 1 : 0;
    if (name == 0 || name >= sizeof out->host || port >= sizeof out->port || memchr(host, '@', all) ||
        strspn(host + name + 1, "0123456789") < port)
        return false;
    snprintf(out->host, sizeof out->host, "%.*s", (int)name, host);
    snprintf(out->port, sizeof out->port, "%.*s", port ? (int)port : 3,
             port       ? host + name + 1
             : out->tls ? "443"
                        : "80");
    snprintf(out->origin, sizeof out->origin, "%s%.*s", out->tls ? "https://" : "http://", (int)all, host);
    out->path = host[all] ? host + all : "/";
    for (const char *c = out->path; *c; c++)
        if (*c <= ' ' || *c >= 127)
            return false;
    return true;
}

static bool connect_in_time(int fd, const struct addrinfo *to, int wait_ms)
{
    int flags = fcntl(fd, F_GETFL), error = 0;
    socklen_t size = sizeof error;
    fcntl(fd, F_SETFL, flags | O_NONBLOCK);
    if (connect(fd, to->ai_addr, to->ai_addrlen) != 0) {
        struct pollfd wait = {.fd = fd, .events = POLLOUT};
        if (errno != EINPROGRESS || poll(&wait, 1, wait_ms) != 1 ||
            getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &size) != 0 || error)
            return false;
    }
    fcntl(fd, F_SETFL, flags);
    struct timeval limit = {.tv_sec = wait_ms / 1000, .tv_usec = wait_ms % 1000 * 1000};
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
    return true;
}

static int open_connection(struct push_line *line, const struct push_address *a)
{
    struct addrinfo *found = push_names_find(line->names, a->host, a->port, line->wait_ms);
    int fd = -1;
    if (!found)
        return -1;
    for (const struct addrinfo *to = found; to && fd < 0; to = to->ai_next) {
        fd = socket(to->ai_family, to->ai_socktype | SOCK_CLOEXEC, to->ai_protocol);
        if (fd >= 0 && (!use(line, fd) || !connect_in_time(fd, to, line->wait_ms))) {
            end(line, fd);
            fd = -1;
        }
    }
    freeaddrinfo(found);
    return fd;
}

static int status_of(const char *answer)
{
    int status = 0;
    return sscanf(answer, "HTTP/1.%*1[01] %3d", &status) == 1 ? status : 0;
}

static int talk_plainly(int fd, const char *head, size_t head_size, const void *body, size_t size)
{
    char answer[64] = "";
    bool sent = send(fd, head, head_size, MSG_NOSIGNAL) == (ssize_t)head_size &&
                send(fd, body, size, MSG_NOSIGNAL) == (ssize_t)size;
    return sent && recv(fd, answer, sizeof answer - 1, 0) > 0 ? status_of(answer) : 0;
}

/* The service's certificate must be right, and for its name. */
static int talk_secretly(int fd, const char *host, const char *head, size_t head_size, const void *body,
                         size_t size)
{
    char answer[64] = "";
    SSL_CTX *context = SSL_CTX_new(TLS_client_method());
    SSL *tls = context && SSL_CTX_set_default_verify_paths(context) == 1 ? SSL_new(context) : NULL;
    bool fine = false;
    if (tls) {
        SSL_set_verify(tls, SSL_VERIFY_PEER, NULL);
        SSL_set_min_proto_version(tls, TLS1_2_VERSION);
        fine = SSL_set1_host(tls, host) == 1 && SSL_set_tlsext_host_name(tls, host) == 1 &&
               SSL_set_fd(tls, fd) == 1 && SSL_connect(tls) == 1 &&
               SSL_write(tls, head, (int)head_size) == (int)head_size &&
               SSL_write(tls, body, (int)size) == (int)size && SSL_read(tls, answer, sizeof answer - 1) > 0;
    }
    SSL_free(tls);
    SSL_CTX_free(context);
    return fine ? status_of(answer) : 0;
}

int push_post(struct push_line *line, const struct push_address *a, const char *authorization,
              const void *body, size_t size)
{
    char head[2560];
    int length = snprintf(head, sizeof head,
                          "POST %s HTTP/1.1\r\nHost: %s\r\nAuthorization: %s\r\nTTL: %d\r\nUrgency: high\r\n"
                          "Content-Encoding: aes128gcm\r\nContent-Type: application/octet-stream\r\n"
                          "Content-Length: %zu\r\nConnection: close\r\n\r\n",
                          a->path, strstr(a->origin, "//") + 2, authorization, TTL_SECONDS, size);
    int fd = length > 0 && (size_t)length < sizeof head ? open_connection(line, a) : -1;
    if (fd < 0)
        return 0;
    int status = a->tls ? talk_secretly(fd, a->host, head, (size_t)length, body, size)
                        : talk_plainly(fd, head, (size_t)length, body, size);
    end(line, fd);
    return status;
}

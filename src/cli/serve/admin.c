/* admin.c: castellany admin: sends an act of the owner to a running server. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "cli/serve/serve.h"
#include "cli/base/default_folder.h"
#include "core/json.h"
#include "core/utf8.h"
#include "server/admin/admin.h"
#include "server/base/memory.h"

enum { CHUNK = 4096 };

void admin_help(void)
{
    puts("\nActs:");
    for (int i = 0; admin_act(i)->word; i++) {
        char left[48];
        snprintf(left, sizeof left, "%s %s", admin_act(i)->word, admin_act(i)->operands);
        printf("  %-26s %s\n", left, admin_act(i)->about);
    }
}

static int connect_to(const char *folder)
{
    struct sockaddr_un where = {.sun_family = AF_UNIX};
    if (snprintf(where.sun_path, sizeof where.sun_path, "%s/" ADMIN_SOCKET, folder) >=
        (int)sizeof where.sun_path) {
        cli_refuse("the name of %s/" ADMIN_SOCKET " is too long for a socket", folder);
        return -1;
    }
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    if (fd >= 0 && connect(fd, (struct sockaddr *)&where, sizeof where) == 0)
        return fd;
    if (errno == ENOENT || errno == ECONNREFUSED)
        cli_refuse("no server runs with the data in %s; --data DIR names another folder", folder);
    else
        cli_refuse("%s: %s; run this as the user who runs the server, or as root", where.sun_path,
                   strerror(errno));
    if (fd >= 0)
        close(fd);
    return -1;
}

/* The request, with a line feed. False if a word is not UTF-8. */
static bool make_line(const struct arguments *a, struct text *line)
{
    static const char *const options[] = {"for", "until", "reason"};
    bool fine = true;
    text_json_open(line, '{');
    text_member_open(line, "words", '[');
    for (int i = 0; i < a->count; i++) {
        fine = fine && utf8_is_valid(a->operands[i], strlen(a->operands[i]));
        text_json_string(line, a->operands[i]);
    }
    text_json_close(line, ']');
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        const char *value = argument(a, options[i]);
        fine = fine && (!value || utf8_is_valid(value, strlen(value)));
        if (value)
            text_member_string(line, options[i], value);
    }
    text_json_close(line, '}');
    text_char(line, '\n');
    return fine;
}

static bool send_all(int fd, const char *text, size_t length)
{
    while (length) {
        ssize_t n = send(fd, text, length, MSG_NOSIGNAL);
        if (n <= 0)
            return false;
        text += n;
        length -= (size_t)n;
    }
    return true;
}

static const struct json *read_answer(int fd)
{
    size_t length = 0, capacity = CHUNK;
    char *text = malloc(capacity);
    for (ssize_t n; text && (n = read(fd, text + length, capacity - length)) > 0;) {
        length += (size_t)n;
        if (length == capacity) {
            char *more = realloc(text, capacity *= 2);
            if (!more)
                break;
            text = more;
        }
    }
    const struct json *answer = text ? json_load(text, length, NULL) : NULL;
    free(text);
    return answer;
}

int cmd_admin(const struct arguments *a)
{
    static char folder[FOLDER_TEXT];
    const char *data = argument(a, "data");
    if (!data && !folder_default(folder))
        return cli_usage("admin", "--data DIR is needed: neither HOME nor XDG_DATA_HOME is set");
    static char buffer[64 * 1024];
    struct text line = TEXT_IN(buffer);
    if (!make_line(a, &line))
        return cli_usage("admin", "the words must be UTF-8 text");
    int fd = connect_to(data ? data : folder), code = CLI_REFUSED;
    if (fd >= 0) {
        const struct json *answer = send_all(fd, line.at, line.length) ? read_answer(fd) : NULL;
        const char *text = json_text(json_get(answer, "text"));
        if (!text)
            cli_refuse("the server did not answer");
        else if (json_int(json_get(answer, "code")))
            cli_refuse("%s", text);
        else
            code = fputs(text, stdout) < 0 ? CLI_REFUSED : CLI_OK;
        json_free(answer);
        close(fd);
    }
    return code;
}

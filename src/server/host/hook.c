/* hook.c: runs the command that the server's owner wants to be told by. */
#include "server/host/hook.h"

#include <stdio.h>
#include <stdlib.h>

#include "table/ids.h"
#include "server/base/log.h"
#include "server/base/memory.h"

enum { MOST_RUNNING = 16, VARIABLES = 8, VARIABLE = 4096 };

static void on_closed(uv_handle_t *handle)
{
    free(handle);
}

static void on_exit(uv_process_t *process, int64_t status, int signal)
{
    struct hook *hook = process->data;
    hook->running--;
    if (status || signal)
        log_line(LOG_WARN, "notify_command", "it ended with %d", signal ? 128 + signal : (int)status);
    uv_close((uv_handle_t *)process, on_closed);
}

/* The command gets nothing of the server's environment but where programs are. */
static void set_variables(const struct alert *e, char texts[VARIABLES][VARIABLE], char *out[VARIABLES])
{
    char player[ID_TEXT], table[ID_TEXT];
    const char *path = getenv("PATH");
    id_text(e->player, player);
    id_text(e->table, table);
    const char *const values[VARIABLES - 1][2] = {
        {"PATH", path ? path : "/usr/bin:/bin"},
        {"CASTELLANY_EVENT", e->what},
        {"CASTELLANY_PLAYER", player},
        {"CASTELLANY_NAME", e->name[0] == ' ' ? "" : e->name}, /* a guest without a name */
        {"CASTELLANY_TABLE", table},
        {"CASTELLANY_GAME", e->game},
        {"CASTELLANY_LANGUAGE", e->language},
    };
    for (int i = 0; i < VARIABLES - 1; i++) {
        snprintf(texts[i], VARIABLE, "%s=%s", values[i][0], values[i][1]);
        out[i] = texts[i];
    }
    out[VARIABLES - 1] = NULL;
}

void hook_run(struct hook *hook, const struct alert *event)
{
    char texts[VARIABLES][VARIABLE], *variables[VARIABLES], shell[] = "/bin/sh", flag[] = "-c";
    if (hook->running >= MOST_RUNNING) {
        log_line(LOG_WARN, "notify_command", "%d run already; one event is dropped", hook->running);
        return;
    }
    set_variables(event, texts, variables);
    char *arguments[] = {shell, flag, (char *)hook->command, NULL};
    uv_process_options_t options = {.file = shell, .args = arguments, .env = variables, .exit_cb = on_exit};
    uv_process_t *process = must_calloc(1, sizeof *process);
    process->data = hook;
    int problem = uv_spawn(hook->loop, process, &options);
    if (problem) {
        log_line(LOG_WARN, "notify_command", "it does not start: %s", uv_strerror(problem));
        uv_close((uv_handle_t *)process, on_closed);
        return;
    }
    hook->running++;
    uv_unref((uv_handle_t *)process);
}

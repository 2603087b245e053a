/* line_editor.c: edits a line at a terminal, with history and completion. */
#include "cli/play/line_editor.h"

#include <histedit.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>
#include <wchar.h>

#include "cli/base/cli.h"

enum { KEPT = 200, SHOWN = 40 };

static struct {
    EditLine *line;
    History *history;
    const char *prompt;
    int (*read_byte)(void);
    editor_words *words;
    void *context;
} editor;

static char *prompt(EditLine *line)
{
    (void)line;
    return (char *)(uintptr_t)editor.prompt;
}

/* One character of UTF-8; 0 at the end of the input. */
static int read_character(EditLine *line, wchar_t *out)
{
    mbstate_t state = {0};
    (void)line;
    for (int c; (c = editor.read_byte()) != EOF;) {
        char byte = (char)c;
        size_t n = mbrtowc(out, &byte, 1, &state);
        if (n == (size_t)-1)
            memset(&state, 0, sizeof state);
        else if (n != (size_t)-2)
            return 1;
    }
    return 0;
}

/* ---- completion ---- */

struct completion {
    const char *typed;
    size_t length;
    char common[256]; /* what all that fit begin with */
    int count;
    bool show;
};

static void offer(void *list, const char *word)
{
    struct completion *c = list;
    if (strncasecmp(word, c->typed, c->length) != 0)
        return;
    if (c->show) {
        if (c->count < SHOWN)
            printf("%s%s", c->count ? "   " : "\n", word);
    } else if (c->count == 0) {
        snprintf(c->common, sizeof c->common, "%s", word);
    } else {
        size_t n = 0;
        while (c->common[n] && c->common[n] == word[n])
            n++;
        c->common[n] = '\0';
    }
    c->count++;
}

static unsigned char complete(EditLine *line, int key)
{
    const LineInfo *info = el_line(line);
    char typed[256];
    size_t length = (size_t)(info->cursor - info->buffer);
    (void)key;
    if (!editor.words || length >= sizeof typed)
        return CC_ERROR;
    memcpy(typed, info->buffer, length);
    typed[length] = '\0';
    struct completion c = {.typed = typed, .length = length};
    editor.words(editor.context, offer, &c);
    if (c.count == 0)
        return CC_ERROR;
    if (strlen(c.common) > length || c.count == 1) {
        el_deletestr(line, (int)length);
        el_insertstr(line, c.common);
        return CC_REFRESH;
    }
    int all = c.count;
    c.show = true;
    c.count = 0;
    editor.words(editor.context, offer, &c);
    printf(all > SHOWN ? "   … (%d)\n" : "\n", all);
    return CC_REDISPLAY;
}

/* ---- opening and reading ---- */

bool editor_open(int (*read_byte)(void))
{
    HistEvent event;
    if (!cli_terminal() || !isatty(STDIN_FILENO))
        return false;
    editor.line = el_init("castellany", stdin, stdout, stderr);
    editor.history = history_init();
    if (!editor.line || !editor.history)
        return false;
    editor.read_byte = read_byte;
    history(editor.history, &event, H_SETSIZE, KEPT);
    history(editor.history, &event, H_SETUNIQUE, 1);
    el_set(editor.line, EL_PROMPT, prompt);
    el_set(editor.line, EL_EDITOR, "emacs");
    el_set(editor.line, EL_HIST, history, editor.history);
    el_set(editor.line, EL_GETCFN, read_character);
    el_set(editor.line, EL_ADDFN, "complete", "completes a move or a word", complete);
    el_set(editor.line, EL_BIND, "^I", "complete", NULL);
    return true;
}

void editor_complete(editor_words *words, void *context)
{
    editor.words = words;
    editor.context = context;
}

long editor_line(const char *text, char *line, size_t size)
{
    HistEvent event;
    int count = 0;
    editor.prompt = text;
    const char *read = el_gets(editor.line, &count);
    if (!read || count <= 0)
        return -1;
    size_t length = strcspn(read, "\n");
    snprintf(line, size, "%.*s", (int)length, read);
    if (length)
        history(editor.history, &event, H_ENTER, line);
    return (long)length;
}

void editor_close(void)
{
    if (editor.line)
        el_end(editor.line);
    if (editor.history)
        history_end(editor.history);
    editor.line = NULL;
    editor.history = NULL;
}

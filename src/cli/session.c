/* session.c: a game that is being played at this terminal. */
#include "cli/session.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool session_begin(struct session *s, const char *options, struct rng *rng)
{
    s->count = 0;
    return cli_start(s->game, s->seats, options, rng, s->options, &s->state);
}

void session_make(struct session *s, int actor, game_move move)
{
    if (s->count < SESSION_MOVES) {
        s->history[s->count].move = move;
        s->history[s->count].actor = (uint8_t)actor;
    }
    s->count++;
    s->game->apply(s->game, &s->state, actor, move);
}

static void replay(struct session *s, int count)
{
    memset(&s->state, 0, sizeof s->state);
    s->game->start(s->game, &s->state, s->seats, s->options);
    for (int i = 0; i < count; i++)
        s->game->apply(s->game, &s->state, s->history[i].actor, s->history[i].move);
    s->count = count;
}

const char *session_undo(struct session *s, int seat)
{
    char word[GAME_OPTIONS_TEXT];
    const char *rest = s->options;
    while ((rest = game_next_option(rest, word)))
        if (strcmp(word, "touch") == 0)
            return "By the option touch a move that is made stays made.";
    if (s->count == 0 || s->count > SESSION_MOVES)
        return "There is nothing to take back.";
    int last = s->history[s->count - 1].actor;
    if (last == GAME_CHANCE)
        return "Something was drawn or rolled since: what is known stays known.";
    if (last != seat)
        return "Others have moved since.";
    replay(s, s->count - 1);
    return NULL;
}

static bool keep(void *context, const struct record *record, const void *state, int actor, game_move move)
{
    struct session *s = context;
    (void)state;
    if (record->moves >= SESSION_MOVES)
        return false;
    s->history[record->moves].move = move;
    s->history[record->moves].actor = (uint8_t)actor;
    return true;
}

/* "# play: 1 persons, level 3" among the comments says who plays. */
static void read_who(struct session *s, const char *text)
{
    const char *line = strstr(text, "\n# play: ");
    int persons, level;
    if (line && sscanf(line, "\n# play: %d persons, level %d", &persons, &level) == 2 && persons >= 0 &&
        persons <= s->seats && level >= 1 && level <= 6) {
        s->persons = persons;
        s->level = level;
    }
}

bool session_resume(struct session *s, const char *file, const char *box)
{
    struct record record;
    if (!cli_replay(file, box, keep, s, &record, &s->state))
        return false;
    s->game = record.game;
    s->seats = record.seats;
    s->count = record.moves;
    memcpy(s->options, record.options, sizeof s->options);
    size_t length;
    char *text = cli_read_file(file, &length);
    if (text)
        read_who(s, text);
    free(text);
    return true;
}

static bool write_record(const struct session *s, FILE *file)
{
    char line[RECORD_MAX_LINE * 4];
    struct text out = TEXT_IN(line);
    union cli_state state = {0};
    record_head(s->game, s->seats, s->options, &out);
    fprintf(file, "%s# play: %d persons, level %d\n", line, s->persons, s->level);
    s->game->start(s->game, &state, s->seats, s->options);
    for (int i = 0; i < s->count; i++) {
        text_clear(&out);
        record_line(s->game, &state, s->history[i].actor, s->history[i].move, &out);
        fputs(line, file);
        s->game->apply(s->game, &state, s->history[i].actor, s->history[i].move);
    }
    text_clear(&out);
    if (game_actor(s->game, &state) < 0)
        record_result(s->game, &state, s->seats, &out);
    fputs(line, file);
    return !ferror(file);
}

/* Written aside first, so that a file that is there already is replaced whole or not at all. */
bool session_save(const struct session *s, const char *file)
{
    char aside[4096];
    struct text name = TEXT_IN(aside);
    text_printf(&name, "%s.new", file);
    if (name.cut || s->count > SESSION_MOVES) {
        cli_refuse("%s: too long to be saved", file);
        return false;
    }
    FILE *out = fopen(aside, "w");
    bool fine = out && write_record(s, out);
    fine = out && fclose(out) == 0 && fine;
    if (!fine || rename(aside, file) != 0) {
        cli_refuse("%s: %s", file, strerror(errno));
        remove(aside);
        return false;
    }
    return true;
}

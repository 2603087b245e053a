/* play_table.c: a match at this terminal: who plays, who is next, and its file. */
#include "cli/play/play_table.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bot/bot.h"
#include "cli/base/default_folder.h"
#include "match/notation.h"

static void *resize(void *me, void *block, size_t size)
{
    (void)me;
    if (size == 0) {
        free(block);
        return NULL;
    }
    void *more = realloc(block, size);
    if (!more) {
        cli_refuse("out of memory");
        exit(CLI_REFUSED);
    }
    return more;
}

const struct match_memory cli_memory = {.resize = resize};

/* ---- beginning ---- */

/* Undo is free, because all people sit at one terminal. There are no pauses: a reaction has unlimited time.
 */
static bool start(struct table *t, const struct game *game, int seats, const char *options,
                  const uint8_t key[MATCH_KEY])
{
    struct match_terms terms = {.undo = MATCH_UNDO_FREE};
    char problem[256];
    struct text error = TEXT_IN(problem);
    bool fine = match_start(&t->match, game, seats, options, &terms, key, &cli_memory, &error);
    if (!fine)
        cli_refuse("%s", problem);
    return fine;
}

bool table_begin(struct table *t, const struct game *game, int seats, const char *options,
                 const uint8_t key[MATCH_KEY])
{
    char settled[GAME_OPTIONS_TEXT], problem[256];
    struct text error = TEXT_IN(problem);
    if (!cli_check_seats(game, seats))
        return false;
    if (match_settle(game, seats, options, key, settled, &error))
        return start(t, game, seats, settled, key);
    cli_refuse("%s", problem);
    return false;
}

/* Makes a match from the moves of a record. It starts with the first move, when the head is known. */
struct resumption {
    struct table *table;
    const uint8_t *key;
};

static bool accept(void *context, const struct record *record, const void *state, int actor, game_move move)
{
    struct resumption *r = context;
    struct match *m = &r->table->match;
    struct match_entry e = {.number = record->moves, .actor = game_actor_letter(actor), .code = move};
    struct text text = TEXT_IN(e.move);
    record->game->move_text(record->game, state, actor, move, &text);
    return (m->game || start(r->table, record->game, record->seats, record->options, r->key)) &&
           match_accept(m, &e, 1, NULL) == 1;
}

/* Reads who plays from a comment: "# play: 1 persons, level 3". */
static void read_who(struct table *t, const char *text)
{
    const char *line = strstr(text, "\n# play: ");
    int persons, level;
    if (line && sscanf(line, "\n# play: %d persons, level %d", &persons, &level) == 2 && persons >= 0 &&
        persons <= t->match.seats && level >= 1 && level <= BOT_LEVELS) {
        t->persons = persons;
        t->level = level;
    }
}

bool table_resume(struct table *t, const char *file, const uint8_t key[MATCH_KEY])
{
    struct resumption r = {.table = t, .key = key};
    struct record record;
    union game_state state;
    if (!cli_replay(file, t->box, accept, &r, &record, &state) ||
        (!t->match.game && !start(t, record.game, record.seats, record.options, key)))
        return false;
    t->saved = t->match.entries;
    struct text name = TEXT_IN(t->file);
    text_put(&name, file);
    size_t length;
    char *text = cli_read_file(file, &length);
    if (text)
        read_who(t, text);
    free(text);
    return true;
}

bool table_replay(struct table *t, const char *text, const uint8_t key[MATCH_KEY])
{
    struct resumption r = {.table = t, .key = key};
    struct record record;
    union game_state state;
    char reason[RECORD_MAX_LINE * 2];
    struct text error = TEXT_IN(reason);
    if (!record_replay(text, strlen(text), NULL, accept, &r, &record, &state, &error)) {
        cli_refuse("%s", reason);
        return false;
    }
    return t->match.game || start(t, record.game, record.seats, record.options, key);
}

/* ---- who is next ---- */

void table_seat(struct table *t, int persons, int level)
{
    t->persons = persons;
    t->level = level;
    t->match.terms.computers = (game_bit(t->match.seats) - 1) & ~table_people(t);
}

uint32_t table_people(const struct table *t)
{
    return game_bit(t->persons) - 1;
}

int table_last(const struct table *t, int seat)
{
    int place = t->match.count - 1;
    while (place > 0 && t->match.moves[place].actor != seat)
        place--;
    return place > 0 ? place : 0;
}

/* The turns so far. A reaction is part of the turn of the seat that it reacts to. */
struct course {
    int turns[GAME_MAX_SEATS];
    int holder; /* the seat that had the last turn, -1 at first */
    uint32_t reacting;
};

static struct course follow(const struct table *t)
{
    struct course course = {.holder = -1};
    for (int i = 0; i < t->match.count; i++) {
        const struct match_move *m = &t->match.moves[i];
        if (m->actor == GAME_CHANCE)
            continue;
        bool reaction = course.reacting & game_bit(m->actor);
        if (m->react || !reaction)
            course.reacting = m->react;
        if (!reaction && m->actor != course.holder) {
            course.holder = m->actor;
            course.turns[m->actor]++;
        }
    }
    return course;
}

uint32_t table_reacting(const struct table *t)
{
    return follow(t).reacting;
}

int table_next(const struct table *t)
{
    uint32_t actors = t->match.game->to_act(t->match.game, t->match.state);
    if (!(actors & (actors - 1)))
        return actors ? __builtin_ctz(actors) : -1;
    struct course course = follow(t);
    if (actors & course.reacting)
        return __builtin_ctz(actors & course.reacting);
    if (course.holder >= 0 && actors & game_bit(course.holder))
        return course.holder;
    int next = -1;
    for (int seat = 0; seat < t->match.seats; seat++) /* people have the first seats */
        if (actors & game_bit(seat) && (next < 0 || course.turns[seat] < course.turns[next]))
            next = seat;
    return next;
}

/* ---- files ---- */

bool cli_write_record(const struct match *m, const char *comments, FILE *file)
{
    size_t size = (size_t)(m->count + 64) * RECORD_MAX_LINE / 4;
    char head[RECORD_MAX_LINE * 4], *record = resize(NULL, NULL, size);
    struct text first = TEXT_IN(head), all = text_in(record, size);
    record_head(m->game, m->seats, m->options, &first);
    match_record(m, m->count, MATCH_ALL, "", &all);
    bool fine = file && fprintf(file, "%s%s%s", head, comments, record + first.length) > 0;
    free(record);
    return file && fclose(file) == 0 && fine;
}

static bool write_table(const struct table *t, FILE *file)
{
    char comment[64];
    snprintf(comment, sizeof comment, "# play: %d persons, level %d\n", t->persons, t->level);
    return cli_write_record(&t->match, comment, file);
}

bool table_unsaved(const struct table *t)
{
    bool moved = false;
    for (int i = 0; i < t->match.count && t->match.entries != t->saved; i++)
        moved |= t->match.moves[i].actor < t->persons;
    return moved;
}

/* Writes a new file first and renames it, so that an existing file is replaced whole or not at all. */
static bool replace(const struct table *t, const char *file)
{
    char aside[FOLDER_TEXT];
    struct text name = TEXT_IN(aside);
    text_printf(&name, "%s.new-%d", file, (int)getpid());
    if (name.cut) {
        errno = ENAMETOOLONG;
        return false;
    }
    bool fine = write_table(t, fopen(aside, "wx"));
    if (fine && rename(aside, file) == 0)
        return true;
    int problem = errno;
    remove(aside);
    errno = problem;
    return false;
}

enum table_saved table_save(struct table *t, const char *file, bool over)
{
    if (!over && strcmp(file, t->file) != 0 && access(file, F_OK) == 0)
        return TABLE_EXISTS;
    if (!replace(t, file))
        return TABLE_FAILED;
    t->saved = t->match.entries;
    struct text name = TEXT_IN(t->file);
    text_put(&name, file);
    return TABLE_SAVED;
}

/* The first free name of castellany-GAME-unsaved.txt, castellany-GAME-unsaved-2.txt … of a folder. */
static FILE *free_file(const struct table *t, const char *folder, struct text *name)
{
    for (int i = 1; i < 1000; i++) {
        text_clear(name);
        text_printf(name, "%s%scastellany-%s-unsaved", folder, *folder ? "/" : "", t->match.game->name);
        if (i > 1)
            text_printf(name, "-%d", i);
        text_put(name, ".txt");
        FILE *out = fopen(name->at, "wx");
        if (out || errno != EEXIST)
            return out;
    }
    return NULL;
}

static bool rescue_in(const struct table *t, const char *folder, struct text *file)
{
    FILE *out = free_file(t, folder, file);
    if (write_table(t, out))
        return true;
    int problem = errno;
    if (out)
        remove(file->at);
    errno = problem;
    return false;
}

bool table_rescue(const struct table *t, struct text *file)
{
    char folder[FOLDER_TEXT];
    if (rescue_in(t, "", file))
        return true;
    int problem = errno;
    if (folder_default(folder) && folder_make(folder) && rescue_in(t, folder, file))
        return true;
    errno = problem;
    return false;
}

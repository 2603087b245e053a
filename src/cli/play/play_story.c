/* play_story.c: what happened in a game, told to a viewer in sentences. */
#include "cli/play/play_story.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bot/judge.h"
#include "bot/verdict.h"
#include "cli/base/default_folder.h"

enum { HINTS = 3 };

void story_move(const struct session *s, const struct speaker *speaker, const void *state,
                const struct match_move *move, bool *joined, struct text *out)
{
    const struct game *game = s->table.match.game;
    char text[GAME_MOVE_TEXT + 8];
    struct text seen = TEXT_IN(text);
    struct game_event events[GAME_MAX_EVENTS];
    game_seen_text(game, state, move->actor, move->code, speaker->you, &seen);
    int count = game->tell(game, state, move->actor, move->code, speaker->you, events);
    *joined = seen.length == 0;
    if (seen.length || count)
        s->face->say(
            speaker, game,
            &(struct face_line){.actor = move->actor, .move = text, .events = events, .count = count}, out);
}

/* ---- all lines ---- */

static void add_line(struct story *st, int place, int actor, const char *text)
{
    if (st->count == st->capacity) {
        st->capacity = st->capacity ? 2 * st->capacity : 256;
        st->lines = cli_memory.resize(NULL, st->lines, (size_t)st->capacity * sizeof *st->lines);
    }
    size_t size = strlen(text) + 1;
    char *copy = cli_memory.resize(NULL, NULL, size);
    memcpy(copy, text, size);
    st->lines[st->count++] = (struct story_line){.place = place, .actor = actor, .text = copy};
}

static void join_line(struct story *st, const char *text)
{
    struct story_line *last = &st->lines[st->count - 1];
    size_t length = strlen(last->text), size = strlen(text) + 1;
    last->text = cli_memory.resize(NULL, last->text, length + 1 + size);
    last->text[length] = ' ';
    memcpy(last->text + length + 1, text, size);
}

void story_follow(struct story *st, const struct session *s)
{
    const struct match *m = &s->table.match;
    struct speaker speaker = session_speaker(s, st->viewer);
    union game_state state;
    if (m->count < st->upto) { /* a line may have been joined by a move that was taken back: tell it again */
        while (st->count && st->lines[st->count - 1].place >= m->count)
            free(st->lines[--st->count].text);
        st->upto = m->count;
        if (st->count) {
            st->upto = st->lines[--st->count].place;
            free(st->lines[st->count].text);
        }
    }
    if (st->upto == m->count)
        return;
    match_at(m, st->upto, &state);
    for (int i = st->upto; i < m->count; i++) {
        char text[STORY_LINE];
        struct text out = TEXT_IN(text);
        bool joined;
        story_move(s, &speaker, &state, &m->moves[i], &joined, &out);
        if (out.length && joined && st->count)
            join_line(st, text);
        else if (out.length)
            add_line(st, i, m->moves[i].actor, text);
        m->game->apply(m->game, &state, m->moves[i].actor, m->moves[i].code);
    }
    st->upto = m->count;
}

void story_free(struct story *st)
{
    while (st->count)
        free(st->lines[--st->count].text);
    free(st->lines);
    *st = (struct story){.viewer = st->viewer};
}

/* ---- points and winners ---- */

void story_score(const struct session *s, const struct speaker *speaker, struct text *out)
{
    const struct match *m = &s->table.match;
    int points[GAME_MAX_SEATS];
    if (s->face->standing && s->face->standing(speaker, m->game, m->state, out))
        return;
    m->game->score(m->game, m->state, points);
    for (int seat = 0; seat < m->seats; seat++) {
        SAY(speaker, out, "over.score", words_person(speaker, "name", seat),
            ARG_NUMBER("points", points[seat]));
        text_char(out, '\n');
    }
}

void story_winners(const struct session *s, const struct speaker *speaker, struct text *out)
{
    const struct match *m = &s->table.match;
    uint32_t winners = match_winners(m, m->state);
    struct message_argument list[GAME_MAX_SEATS + 1] = {{0}};
    int count = 0;
    for (int seat = 0; seat < m->seats; seat++)
        if (winners & game_bit(seat))
            list[count++] = words_person(speaker, "", seat);
    if (count)
        SAY(speaker, out, count > 1 ? "over.share" : "over.wins", ARG_LIST("names", list));
    text_char(out, '\n');
}

/* ---- reasons and hints ---- */

void story_reason(const struct session *s, const struct speaker *speaker, const struct reason *r,
                  struct text *out)
{
    char what[96];
    struct text thing = TEXT_IN(what);
    if (!catalogue_has(speaker->language, r->key)) {
        reason_english(r, out);
        return;
    }
    if (r->what)
        s->face->thing(speaker, s->table.match.game, r->what, &thing);
    size_t before = out->length;
    SAY(speaker, out, r->key, ARG_TEXT("place", r->place), ARG_TEXT("other", r->other),
        ARG_TEXT("text", r->text), ARG_TEXT("what", what), words_person(speaker, "seat", r->seat),
        ARG_NUMBER("amount", r->amount));
    if (out->length > before && islower((unsigned char)out->at[before]))
        out->at[before] = (char)toupper((unsigned char)out->at[before]);
    if (r->clause[0]) {
        text_put(out, " (");
        SAY(speaker, out, "why.rule", ARG_TEXT("clause", r->clause));
        text_char(out, ')');
    }
}

/* The terms of one sign, each in a sentence. */
static void put_terms(const struct session *s, const struct speaker *speaker,
                      const struct bot_reason *reasons, int count, bool against, struct text *out)
{
    char key[64];
    for (int i = 0; i < count; i++) {
        struct text name = TEXT_IN(key);
        if ((reasons[i].points < 0) != against)
            continue;
        text_printf(&name, "term.%s.%s", s->table.match.game->box_file, reasons[i].term);
        text_put(out, "  ");
        SAY(speaker, out, "hint.reason", ARG_NUMBER("points", (double)reasons[i].points));
        text_char(out, ' ');
        words_key(speaker, out, key, against ? ".less" : ".more");
        text_char(out, '\n');
    }
}

/* A sentence of a hint, by its name in bot/verdict.h. */
static void put_sentence(const struct speaker *speaker, struct text *out, const char *name)
{
    char key[32];
    struct text text = TEXT_IN(key);
    text_printf(&text, "hint.%s", name);
    words_put(speaker, out, key, NULL);
    text_char(out, '\n');
}

/* Why the best move and not the next best one that leads elsewhere, as the page says it: what speaks for it
 * first; where the difference is smaller than what chance explains, that. */
static void put_reasons(struct session *s, const struct speaker *speaker, int seat, struct text *out)
{
    struct bot_reason reasons[BOT_REASONS];
    union game_state view;
    struct bot_question q = session_question(s, seat, 0, &view);
    const struct bot_opinion *best = &s->opinions[0],
                             *next = judge_next_best(&q, s->opinions, s->opinion_count);
    char other[256];
    struct text words = TEXT_IN(other);
    const char *verdict = verdict_of(best, next ? next : best);
    bool close = verdict && strcmp(verdict, "close") == 0;
    if (next)
        s->face->move_words(speaker, q.game, &view, seat, next->move, &words);
    if (verdict && !close)
        put_sentence(speaker, out, verdict);
    else {
        SAY(speaker, out, close ? "hint.close" : "hint.why", ARG_TEXT("other", other));
        text_char(out, '\n');
    }
    if (!next || close)
        return;
    int count = bot_reasons(&q, best->move, next->move, reasons);
    const char *balance = verdict_balance(reasons, count, best->margin - next->margin);
    put_terms(s, speaker, reasons, count, false, out);
    put_terms(s, speaker, reasons, count, true, out);
    if (balance)
        put_sentence(speaker, out, balance);
}

void story_hint(struct session *s, const struct speaker *speaker, int seat, struct text *out)
{
    const struct match *m = &s->table.match;
    for (int i = 0; i < s->opinion_count && i < HINTS && (i == 0 || s->opinions[i].visits > 0); i++) {
        const struct bot_opinion *o = &s->opinions[i];
        s->face->move_words(speaker, m->game, m->state, seat, o->move, out);
        text_put(out, ": ");
        SAY(speaker, out, "hint.points", ARG_NUMBER("points", (double)o->margin));
        text_put(out, ", ");
        SAY(speaker, out, "hint.win", ARG_NUMBER("share", (double)o->win));
        text_char(out, '\n');
    }
    if (s->opinion_count > 1)
        put_reasons(s, speaker, seat, out);
}

/* ---- going on ---- */

/* Writes a file's name so that a shell reads it as one word. */
static void put_word(const char *name, struct text *out)
{
    bool simple = *name != '\0', control = false;
    for (const char *c = name; *c; c++) {
        unsigned char byte = (unsigned char)*c;
        simple = simple && (byte >= 0x80 || isalnum(byte) || strchr("-_./+,:@%=", *c));
        control |= byte < 0x20 || byte == 0x7f;
    }
    if (!simple)
        text_put(out, control ? "$'" : "'");
    for (; *name; name++) {
        if (control && ((unsigned char)*name < 0x20 || *name == 0x7f))
            text_visible_n(out, name, 1);
        else if (control && strchr("'\\", *name))
            text_printf(out, "\\%c", *name);
        else if (*name == '\'')
            text_put(out, "'\\''");
        else
            text_char(out, *name);
    }
    if (!simple)
        text_char(out, '\'');
}

void story_resume(const struct session *s, const char *file, struct text *out)
{
    text_put(out, "castellany play --resume ");
    put_word(file, out);
    if (s->table.match.game->box_name) {
        text_put(out, " --box ");
        put_word(s->table.box, out);
    }
}

/* ---- saving ---- */

const char *story_problem(const struct speaker *speaker, int problem)
{
    static const struct {
        int problem;
        const char *key;
    } known[] = {{ENOENT, "terminal.error.folder"},     {ENOTDIR, "terminal.error.folder"},
                 {EACCES, "terminal.error.permission"}, {EPERM, "terminal.error.permission"},
                 {EROFS, "terminal.error.permission"},  {ENOSPC, "terminal.error.full"},
                 {EDQUOT, "terminal.error.full"},       {ENAMETOOLONG, "terminal.error.long"},
                 {EISDIR, "terminal.error.is_folder"}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (known[i].problem == problem)
            return catalogue_text(speaker->language, known[i].key);
    return strerror(problem);
}

void story_saved(const struct session *s, const struct speaker *speaker, const char *file,
                 enum table_saved saved, int problem, struct text *out)
{
    static char name[2 * FOLDER_TEXT];
    struct text visible = TEXT_IN(name);
    if (saved == TABLE_SAVED) {
        text_printf(out, "%s ", catalogue_text(speaker->language, "terminal.saved"));
        story_resume(s, file, out);
        return;
    }
    text_visible(&visible, file);
    SAY(speaker, out, saved == TABLE_EXISTS ? "terminal.save.exists" : "terminal.save.failed",
        ARG_TEXT("file", name), ARG_TEXT("problem", story_problem(speaker, problem)));
}

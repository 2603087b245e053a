/* play_tell.c: tells the moves of a game at the terminal. */
#include "cli/play_tell.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "bot/bot.h"

void tell_seat(const struct table *t, int seat)
{
    if (seat < t->persons)
        printf(t->persons == 1 ? "You" : "Seat %d", seat + 1);
    else
        printf("Seat %d (%s)", seat + 1, bot_levels[t->level - 1].name);
}

void tell_end(struct teller *t)
{
    if (t->open)
        fputs(t->has_events ? ")\n" : "\n", stdout);
    t->open = false;
}

static void open_line(struct teller *t, int actor, const char *text)
{
    tell_end(t);
    *t = (struct teller){.table = t->table, .viewer = t->viewer, .open = true, .actor = actor};
    struct text copy = TEXT_IN(t->text);
    text_put(&copy, text);
    if (actor == GAME_CHANCE)
        fputs("*", stdout);
    else
        tell_seat(t->table, actor);
    printf(": %s", text);
}

static void put_event(struct teller *t, const struct game_event *e)
{
    if (strncmp(e->key, t->text, strlen(e->key)) == 0)
        return; /* the text of the move says it already */
    printf("%s%s", t->has_events ? ", " : " (", e->key);
    if (e->seat >= 0 && e->seat != t->actor)
        printf(" seat %d", e->seat + 1);
    if (e->amount)
        printf(" %d", e->amount);
    if (e->what)
        printf(" %s", e->what);
    if (e->place[0])
        printf(" %s", e->place);
    t->has_events = true;
}

/* Tells a move before it is made in this state. */
static void tell_move(struct teller *t, const void *state, const struct match_move *move)
{
    const struct game *game = t->table->match.game;
    char text[sizeof t->text];
    struct text out = TEXT_IN(text);
    struct game_event events[GAME_MAX_EVENTS];
    game_seen_text(game, state, move->actor, move->code, t->viewer, &out);
    int count = game->tell(game, state, move->actor, move->code, t->viewer, events);
    if (out.length)
        open_line(t, move->actor, text);
    else if (!t->open && count) /* a person at this terminal was asked and has passed */
        open_line(t, GAME_CHANCE, "nobody else reacts");
    for (int i = 0; i < count; i++)
        put_event(t, &events[i]);
}

void tell_moves(struct teller *t, int from, void (*between)(void))
{
    const struct match *m = &t->table->match;
    union game_state state;
    if (from < m->count) /* false after an undo */
        match_at(m, from, &state);
    for (int i = from; i < m->count; i++) {
        if (i > from && between)
            between();
        tell_move(t, &state, &m->moves[i]);
        m->game->apply(m->game, &state, m->moves[i].actor, m->moves[i].code);
    }
}

void tell_score(const struct table *t)
{
    const struct match *m = &t->match;
    int points[GAME_MAX_SEATS];
    char lines[1024];
    struct text out = TEXT_IN(lines);
    if (m->game->standing && m->game->standing(m->game, m->state, &out)) {
        fputs(lines, stdout);
        return;
    }
    m->game->score(m->game, m->state, points);
    for (int seat = 0; seat < m->seats; seat++) {
        tell_seat(t, seat);
        printf(": %d point%s\n", points[seat], points[seat] == 1 ? "" : "s");
    }
}

void tell_winners(const struct table *t)
{
    uint32_t winners = match_winners(&t->match, t->match.state);
    for (int seat = 0; seat < t->match.seats; seat++)
        if (winners & game_bit(seat)) {
            tell_seat(t, seat);
            puts(winners & (winners - 1) ? " shared the victory." : " won.");
        }
}

/* Prints a file's name so that a shell reads it as one word. */
static void put_word(const char *name)
{
    bool simple = *name != '\0';
    for (const char *c = name; *c; c++)
        simple =
            simple && ((unsigned char)*c >= 0x80 || isalnum((unsigned char)*c) || strchr("-_./+,:@%=", *c));
    if (simple) {
        fputs(name, stdout);
        return;
    }
    bool control = false;
    for (const char *c = name; *c; c++)
        control |= (unsigned char)*c < 0x20 || *c == 0x7f;
    fputs(control ? "$'" : "'", stdout);
    for (; *name; name++)
        if (control && ((unsigned char)*name < 0x20 || *name == 0x7f))
            printf("\\x%02x", (unsigned char)*name);
        else if (control && strchr("'\\", *name))
            printf("\\%c", *name);
        else if (*name == '\'')
            fputs("'\\''", stdout);
        else
            putchar(*name);
    putchar('\'');
}

void tell_resume(const struct table *t, const char *file)
{
    fputs("Go on with: castellany play --resume ", stdout);
    put_word(file);
    if (t->match.game->box_name) {
        fputs(" --box ", stdout);
        put_word(t->box);
    }
    putchar('\n');
}

/* rewind.c: the position after some of a match's moves, for moves that are taken back. */
#include <string.h>

#include "match/fold.h"
#include "match/luck.h"

enum { MARK_STEP = 16, MARKS = 64 };

/* What a match was after so many moves that were not taken back. */
struct past {
    struct hash luck;
    int32_t decision[GAME_MAX_SEATS];
    int last;
};

/*
 * While many entries are accepted at once, marks are kept after every MARK_STEP moves that were replayed
 * once. A stored match may have taken its last move back thousands of times. Without marks each of these
 * would replay the whole match.
 */
struct match_marks {
    int count;
    struct past at[MARKS];
    char states[];
};

void rewind_begin(struct match *m)
{
    size_t size = sizeof *m->marks + MARKS * m->game->state_size;
    m->marks = m->memory->resize(m->memory->me, NULL, size);
    m->marks->count = 0;
}

void rewind_end(struct match *m)
{
    m->memory->resize(m->memory->me, m->marks, 0);
    m->marks = NULL;
}

static void keep_mark(const struct fold *f, int last)
{
    struct match_marks *marks = f->match->marks;
    size_t size = f->match->game->state_size;
    struct past *p = &marks->at[marks->count];
    *p = (struct past){.luck = f->turn->luck, .last = last};
    memcpy(p->decision, f->turn->decision, sizeof p->decision);
    memcpy(marks->states + (size_t)marks->count++ * size, f->state, size);
}

/* Goes to the last mark, or to the beginning. Returns how many moves that is. */
static int go_to_mark(struct fold *f, int *last)
{
    const struct match *m = f->match;
    struct match_marks *marks = m->marks;
    *last = -1;
    game_start(m->game, f->state, m->seats, m->options, NULL);
    fold_begin(m, f->state, f->turn);
    if (!marks || !marks->count)
        return 0;
    const struct past *p = &marks->at[marks->count - 1];
    memcpy(f->state, marks->states + (size_t)(marks->count - 1) * m->game->state_size, m->game->state_size);
    memcpy(f->turn->decision, p->decision, sizeof p->decision);
    f->turn->luck = p->luck;
    *last = p->last;
    return marks->count * MARK_STEP;
}

int fold_rewind(struct fold *f, int place)
{
    const struct match *m = f->match;
    const struct game *game = m->game;
    struct match_turn *turn = f->turn;
    int last;
    if (m->marks && m->marks->count > place / MARK_STEP)
        m->marks->count = place / MARK_STEP;
    for (int i = go_to_mark(f, &last); i < place; i++) {
        const struct match_move *move = &m->moves[i];
        char buffer[GAME_MOVE_TEXT];
        struct text text = TEXT_IN(buffer);
        game->move_text(game, f->state, move->actor, move->code, &text);
        luck_add(&turn->luck, move->actor, buffer);
        game->apply(game, f->state, move->actor, move->code);
        if (move->actor != GAME_CHANCE)
            turn->decision[move->actor] = -1;
        fold_follow(m, f->state, i + 1, turn->decision);
        if (!(move->unseen & fold_viewer_bit(GAME_PUBLIC)))
            last = i;
        if (m->marks && m->marks->count < MARKS && i + 1 == (m->marks->count + 1) * MARK_STEP)
            keep_mark(f, last);
    }
    return last;
}

/* undo.c: taking moves back: who may do it at once, who must ask, and the question to the others. */
#include <string.h>

#include "match/draft.h"

/* ---- taking back ---- */

static enum match_may forbid(struct reason *reason, const char *key, const char *english)
{
    if (reason)
        reason_say(reason, "", key, english);
    return MATCH_MAY_NOT;
}

/* Whether other seats might have been asked for the same reaction as the seat that made this move. */
static bool shares_reaction(const struct match *m, int place)
{
    int cause = place;
    while (cause > 0 && m->moves[cause].answers)
        cause--;
    return m->moves[place].answers && (m->moves[cause].react & ~game_bit(m->moves[place].actor));
}

/* The first place that the seat can go back to over only its own last moves, from which nobody has learned
 * anything. Moves with possible reactions are excluded, and reactions that others might have had too: being
 * allowed to go back would tell who was asked. */
static int own_moves_begin(const struct match *m, int seat)
{
    int place = m->count;
    for (; place > 0; place--) {
        const struct match_move *move = &m->moves[place - 1];
        bool fine = move->undo == GAME_UNDO_OWN ||
                    (move->undo == GAME_UNDO_TABLE && m->terms.undo != MATCH_UNDO_NONE);
        if (move->actor != seat || move->react || move->unseen || shares_reaction(m, place - 1) || !fine)
            break;
    }
    return place;
}

/* The place of the seat's last decision, or -1. Moves that some viewer does not see are ignored, because the
 * answer must not tell of them. */
static int last_decision(const struct match *m, int seat)
{
    int place = m->count - 1;
    while (place >= 0 && (m->moves[place].actor != seat || m->moves[place].unseen))
        place--;
    return place;
}

/* Whether a move after the place can never be taken back: the game says so, or it was made at the other table
 * of a tournament and other people play. */
static bool is_final(const struct match *m, int seat, int place, uint32_t mine, struct reason *reason)
{
    for (int i = place; i < m->count; i++) {
        const struct match_move *move = &m->moves[i];
        if (move->undo == GAME_UNDO_NEVER) {
            forbid(reason, "undo.why.final", "By the rules of this game a move since then is final.");
            return true;
        }
        bool elsewhere = move->actor != GAME_CHANCE && !(move->mates & game_bit(seat));
        if (elsewhere && (match_people(m) & ~mine)) {
            forbid(reason, "undo.why.table", "The other table of the tournament has moved since then.");
            return true;
        }
    }
    return false;
}

enum match_may match_may_undo(const struct match *m, int seat, int place, uint32_t mine,
                              struct reason *reason)
{
    if (match_over(m))
        return forbid(reason, "undo.why.over", "The game is over.");
    if (match_paused(m))
        return forbid(reason, "undo.why.paused",
                      "Other seats may still react to the last move; try again after that.");
    if (place < 0 || place >= m->count || m->moves[place].actor != seat || m->moves[place].unseen)
        return forbid(reason, "undo.why.own", "You can take back only a move of your own.");
    if (is_final(m, seat, place, mine, reason))
        return MATCH_MAY_NOT;
    bool alone = !(match_people(m) & ~mine);
    if (place >= own_moves_begin(m, seat))
        return MATCH_MAY_AT_ONCE;
    if (m->terms.undo == MATCH_UNDO_NONE)
        return forbid(reason, "undo.why.none", "This table does not allow taking moves back.");
    if (m->terms.undo == MATCH_UNDO_FREE || alone)
        return MATCH_MAY_AT_ONCE;
    if (place < last_decision(m, seat))
        return forbid(reason, "undo.why.turn", "You can ask to take back only your last decision.");
    return MATCH_MAY_ASK;
}

int match_undo_step(const struct match *m, int seat, uint32_t mine)
{
    int place = last_decision(m, seat);
    return match_may_undo(m, seat, place, mine, NULL) == MATCH_MAY_AT_ONCE ? place : -1;
}

/* ---- the question to the others ---- */

bool fold_question(struct fold *f, int seat, enum match_change change, int place)
{
    struct match_question *q = &f->turn->question;
    if (change == MATCH_ASKS ? place < 0 || place >= f->place : !q->on)
        return false;
    if (change == MATCH_ASKS)
        *q = (struct match_question){.on = true, .seat = (int8_t)seat, .place = place};
    if (change == MATCH_NO) {
        q->on = false;
        q->seat = (int8_t)seat;
    } else {
        q->yes |= (uint8_t)game_bit(seat);
    }
    return true;
}

uint32_t match_undo_awaits(const struct match *m)
{
    return m->turn.question.on ? match_people(m) & ~(uint32_t)m->turn.question.yes : 0;
}

static void add_answer(struct draft *d, int seat, enum match_change answer)
{
    struct text text = TEXT_IN(draft_add(d, 's')->move);
    text_printf(&text, "%d %s", seat + 1, match_change_words[answer]);
}

static void agree(struct draft *d, uint32_t seats)
{
    for (int seat = 0; seat < d->fold.match->seats; seat++)
        if (seats & game_bit(seat))
            add_answer(d, seat, MATCH_YES);
}

bool match_ask_undo(const struct match *m, int seat, int place, uint32_t mine, int64_t now,
                    struct match_proposal *out)
{
    struct draft d;
    draft_begin(&d, m, now, out);
    struct text text = TEXT_IN(draft_add(&d, 's')->move);
    text_printf(&text, "%d %s %d", seat + 1, match_change_words[MATCH_ASKS], place);
    agree(&d, mine & ~game_bit(seat));
    return true;
}

bool match_answer_undo(const struct match *m, uint32_t mine, bool yes, int64_t now,
                       struct match_proposal *out)
{
    struct draft d;
    const struct match_question *q = &m->turn.question;
    if (yes && !(match_undo_awaits(m) & ~mine))
        return match_undo(m, q->place, now, out);
    draft_begin(&d, m, now, out);
    if (yes)
        agree(&d, mine & ~(uint32_t)q->yes);
    else
        add_answer(&d, mine & game_bit(q->seat) ? q->seat : __builtin_ctz(mine & match_people(m)), MATCH_NO);
    return true;
}

bool match_undo(const struct match *m, int place, int64_t now, struct match_proposal *out)
{
    struct draft d;
    draft_begin(&d, m, now, out);
    struct match_entry *e = draft_add(&d, 'u');
    struct text text = TEXT_IN(e->move);
    text_int(&text, place);
    fold_undo(&d.fold, place, now);
    draft_follow(&d);
    return true;
}

/* seat.c: changes of a seat: leaving, coming back, resigning, holidays, computers. */
#include <string.h>

#include "match/fold.h"

const char *const match_change_words[MATCH_CHANGES] = {
    "away", "back", "resign", "quiet", "eager", "rest", "awake", "computer", "reply", "asks", "yes", "no"};

void fold_change(struct fold *f, int seat, enum match_change change, int64_t at)
{
    struct match_turn *turn = f->turn;
    uint8_t bit = (uint8_t)game_bit(seat);
    fold_stop_clocks(turn, at);
    if (change != MATCH_QUIET && change != MATCH_EAGER)
        turn->told = at;
    switch (change) {
    case MATCH_RESIGN:
        turn->resigned |= bit;
        turn->away |= bit;
        turn->pause.on = turn->pause.on && !fold_given_up(f->match, turn);
        break;
    case MATCH_AWAY:
        turn->away |= bit;
        if (fold_clock_left(f->match, turn, seat) == 0)
            turn->late |= bit;
        break;
    case MATCH_BACK:
        turn->away &= (uint8_t)~bit;
        turn->late &= (uint8_t)~bit;
        fold_back(f, seat);
        break;
    case MATCH_QUIET:
        turn->quiet |= bit;
        break;
    case MATCH_EAGER:
        turn->quiet &= (uint8_t)~bit;
        break;
    case MATCH_AWAKE:
        turn->rests[seat] = 0;
        break;
    case MATCH_COMPUTER:
        turn->computers |= bit;
        turn->pause.on = turn->pause.on && !fold_given_up(f->match, turn);
        break;
    case MATCH_REST:
    case MATCH_REPLY:
    case MATCH_ASKS:
    case MATCH_YES:
    case MATCH_NO:
    case MATCH_CHANGES:
        break;
    }
    fold_run_clocks(f, at);
}

void fold_rest(struct fold *f, int seat, int days, int64_t at)
{
    fold_stop_clocks(f->turn, at);
    f->turn->told = at;
    f->turn->rests[seat] = at + days * MATCH_DAY_MS;
    fold_run_clocks(f, at);
}

/* The rest of a change that says by which level a seat is played for good. */
static bool is_level(const char *rest)
{
    int level;
    return text_take_int(&rest, &level) && !*rest && level > 0 && level <= UINT8_MAX;
}

uint32_t match_handed_over(const struct match_entry *entries, int count)
{
    uint32_t seats = 0;
    for (int i = 0; i < count; i++) {
        const char *rest = entries[i].move + 2;
        int seat = entries[i].move[0] - '1';
        if (entries[i].actor == 's' && seat >= 0 && seat < GAME_MAX_SEATS && entries[i].move[1] == ' ' &&
            text_take_word(&rest, match_change_words[MATCH_COMPUTER]))
            seats |= game_bit(seat);
    }
    return seats;
}

bool fold_change_text(struct fold *f, const char *text, int64_t at)
{
    int seat = text[0] - '1', change = 0, days = 0, place = 0, reply;
    const char *rest = text + 2;
    if (seat < 0 || seat >= f->match->seats || text[1] != ' ')
        return false;
    if (text_take_word(&rest, match_change_words[MATCH_REST])) {
        if (!text_take_int(&rest, &days) || *rest || days < 1 || days > MATCH_REST_DAYS)
            return false;
        fold_rest(f, seat, days, at);
        return true;
    }
    if (text_take_word(&rest, match_change_words[MATCH_REPLY])) {
        if ((reply = match_find_reply(f->match, rest)) < 0)
            return false;
        fold_reply(f, seat, reply);
        return true;
    }
    if (text_take_word(&rest, match_change_words[MATCH_COMPUTER])) {
        if (!is_level(rest))
            return false;
        fold_change(f, seat, MATCH_COMPUTER, at);
        return true;
    }
    if (text_take_word(&rest, match_change_words[MATCH_ASKS]))
        return text_take_int(&rest, &place) && !*rest && fold_question(f, seat, MATCH_ASKS, place);
    while (change < MATCH_CHANGES && strcmp(match_change_words[change], text + 2) != 0)
        change++;
    if (change == MATCH_YES || change == MATCH_NO)
        return fold_question(f, seat, (enum match_change)change, 0);
    if (change >= MATCH_REST && change != MATCH_AWAKE) /* none, or its words are missing */
        return false;
    fold_change(f, seat, (enum match_change)change, at);
    return true;
}

/* reply.c: how a seat answers reactions by itself, because its player has said so beforehand. */
#include <string.h>

#include "match/fold.h"

const char *match_reply_name(const struct match *m, int seat)
{
    int reply = m->turn.reply[seat];
    return reply ? m->game->reply_name(m->game, m->state, reply - 1) : MATCH_ASK;
}

int match_find_reply(const struct match *m, const char *name)
{
    const char *known;
    if (strcmp(name, MATCH_ASK) == 0)
        return 0;
    for (int i = 0; m->game->reply_name && (known = m->game->reply_name(m->game, m->state, i)); i++)
        if (strcmp(name, known) == 0)
            return i + 1;
    return -1;
}

void fold_reply(struct fold *f, int seat, int reply)
{
    f->turn->reply[seat] = (uint8_t)reply;
}

bool reply_answers(const struct match *m, int seat, game_move *out)
{
    union game_state view;
    uint32_t bit = game_bit(seat);
    if (!m->turn.reply[seat] || ((match_computers(m) | m->turn.quiet) & bit) ||
        !(m->game->to_act(m->game, m->state) & bit))
        return false;
    m->game->observe(m->game, m->state, seat, &view);
    return m->game->reply(m->game, &view, seat, m->turn.reply[seat] - 1, out);
}

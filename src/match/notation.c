/* notation.c: a match as a record in notation. */
#include "match/notation.h"

#include "core/record.h"

/* Nothing can be replayed after a hidden move, so all lines from there on are comments. */
void match_record(const struct match *m, int place, int viewer, struct text *out)
{
    const struct game *game = m->game;
    union game_state state;
    bool hidden = false;
    record_head(game, m->seats, m->options, out);
    match_at(m, 0, &state);
    for (int i = 0; i < place; i++) {
        const struct match_move *move = &m->moves[i];
        char line[RECORD_MAX_LINE];
        struct text text = TEXT_IN(line);
        if (viewer == MATCH_ALL) {
            record_line(game, &state, move->actor, move->code, out);
        } else {
            if (!hidden && game->sight(game, &state, move->actor, move->code, viewer) != GAME_SEEN) {
                text_put(out, "# The game goes on; what follows has hidden moves until it is over.\n");
                hidden = true;
            }
            game_seen_text(game, &state, move->actor, move->code, viewer, &text);
            if (text.length)
                text_printf(out, "%s%c %s\n", hidden ? "# " : "", game_actor_letter(move->actor), line);
        }
        game->apply(game, &state, move->actor, move->code);
    }
    if (viewer == MATCH_ALL && game_actor(game, &state) < 0)
        record_result(game, &state, m->seats, out);
}

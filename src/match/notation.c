/* notation.c: a match as a record in notation. */
#include "match/notation.h"

#include <string.h>

#include "core/partial.h"

static void put_resigned(uint32_t resigned, int seats, struct text *out)
{
    for (int seat = 0; seat < seats; seat++)
        if (resigned & game_bit(seat))
            text_printf(out, RECORD_RESIGNED "%d\n", seat + 1);
}

/* Nothing can be replayed after a hidden move, so all lines from there on are comments. */
void match_record(const struct match *m, int place, int viewer, const char *notes, struct text *out)
{
    const struct game *game = m->game;
    union game_state state;
    bool hidden = false;
    record_head(game, m->seats, m->options, out);
    text_put(out, notes);
    match_at(m, 0, &state);
    for (int i = 0; i < place; i++) {
        const struct match_move *move = &m->moves[i];
        char line[RECORD_MAX_LINE];
        struct text text = TEXT_IN(line);
        if (viewer == MATCH_ALL) {
            record_line(game, &state, move->actor, move->code, out);
        } else {
            if (!hidden && game->sight(game, &state, move->actor, move->code, viewer) != GAME_SEEN) {
                text_put(out, PARTIAL_MARK "\n");
                hidden = true;
            }
            game_seen_text(game, &state, move->actor, move->code, viewer, &text);
            if (text.length)
                text_printf(out, "%s%c %s\n", hidden ? "# " : "", game_actor_letter(move->actor), line);
        }
        game->apply(game, &state, move->actor, move->code);
    }
    put_resigned(m->turn.resigned, m->seats, out);
    if (viewer == MATCH_ALL && game_actor(game, &state) < 0)
        record_result(game, &state, m->seats, out);
}

/* Removes lines from the end of a text. */
static void drop_lines(struct text *out, int lines, size_t head)
{
    while (lines-- > 0 && out->length > head) {
        size_t at = out->length - 1;
        while (at > head && out->at[at - 1] != '\n')
            at--;
        out->length = at;
    }
    out->at[out->length] = '\0';
}

void match_record_kept(const struct match_kept *kept, struct text *out)
{
    struct game named = {
        .name = kept->game, .rules = kept->rules, .box_name = kept->box[0] ? kept->box : NULL};
    int moves = 0;
    uint32_t resigned = 0;
    record_head(&named, kept->seats, kept->options, out);
    text_put(out, kept->notes);
    size_t head = out->length;
    for (int i = 0; i < kept->count && !out->cut; i++) {
        const struct match_entry *e = &kept->entries[i];
        const char *stay = e->move; /* of an undo: how many moves stay */
        int left = moves;
        if (e->actor == '*' || (e->actor >= '1' && e->actor < '1' + GAME_MAX_SEATS)) {
            text_printf(out, "%c %s\n", e->actor, e->move);
            moves++;
        } else if (e->actor == 's' && e->move[0] && strcmp(e->move + 1, " resign") == 0) {
            resigned |= game_bit(e->move[0] - '1');
        } else if (e->actor == 'u' && text_take_int(&stay, &left) && left < moves) {
            drop_lines(out, moves - left, head);
            moves = left;
        }
    }
    put_resigned(resigned, kept->seats, out);
    if (!kept->points)
        return;
    text_char(out, '=');
    for (int seat = 0; seat < kept->seats; seat++)
        text_printf(out, " %d", kept->points[seat]);
    text_char(out, '\n');
}

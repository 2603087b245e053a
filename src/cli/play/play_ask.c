/* play_ask.c: answers of `play` to questions that need no turn: rules, cards, why. */
#include "cli/play/play_ask.h"

#include <string.h>
#include <strings.h>

#include "cli/play/rulebook.h"
#include "match/tell.h"

void ask_rules(const struct session *s, const struct speaker *speaker, const char *about, int width,
               struct text *out)
{
    struct rulebook book = rulebook_open(s->table.match.game, speaker->language, width);
    char shown[128];
    struct text visible = TEXT_IN(shown);
    if (*about && (rulebook_clause(&book, about, out) || rulebook_search(&book, about, out)))
        return;
    text_visible(&visible, about);
    if (*about) {
        SAY(speaker, out, "terminal.rules.none", ARG_TEXT("text", shown));
        text_char(out, '\n');
    }
    rulebook_chapters(&book, out);
    words_put(speaker, out, "terminal.rules.how", NULL);
    text_char(out, '\n');
}

/* ---- cards ---- */

static bool put_card(const struct speaker *speaker, const struct game *game, const void *view,
                     const char *name, struct text *out)
{
    char title[192], about[256];
    struct text title_text = TEXT_IN(title), about_text = TEXT_IN(about);
    if (!face_of(game)->card(speaker, game, view, speaker->you, name, &title_text, &about_text))
        return false;
    text_printf(out, "%s: %s\n", title, about);
    return true;
}

static bool card_fits(const struct session *s, const struct speaker *speaker, const char *card,
                      const char *name)
{
    char title[192], about[256];
    struct text title_text = TEXT_IN(title), about_text = TEXT_IN(about);
    s->face->card(speaker, s->table.match.game, NULL, GAME_PUBLIC, card, &title_text, &about_text);
    size_t n = strlen(name);
    return strncasecmp(card, name, n) == 0 || strncasecmp(title, name, n) == 0;
}

void ask_cards(const struct speaker *speaker, const struct game *game, struct text *out)
{
    static char cards[FACE_CARDS][FACE_CARD];
    const struct face *face = face_of(game);
    int count = face->card ? face->cards(game, cards) : 0;
    if (!count) {
        words_put(speaker, out, "terminal.card.game", NULL);
        text_char(out, '\n');
    }
    for (int i = 0; i < count; i++)
        put_card(speaker, game, NULL, cards[i], out);
}

void ask_card(const struct session *s, const struct speaker *speaker, const void *view, const char *name,
              struct text *out)
{
    static char cards[FACE_CARDS][FACE_CARD];
    const struct game *game = s->table.match.game;
    char shown[128];
    struct text visible = TEXT_IN(shown);
    if (!s->face->card) {
        words_put(speaker, out, "terminal.card.game", NULL);
        text_char(out, '\n');
        return;
    }
    int count = *name ? s->face->cards(game, cards) : s->face->hand(game, view, speaker->you, cards);
    if (count == 0) {
        words_put(speaker, out, "terminal.hand.empty", NULL);
        text_char(out, '\n');
        return;
    }
    size_t before = out->length;
    for (int i = 0; i < count; i++)
        if (!*name || card_fits(s, speaker, cards[i], name))
            put_card(speaker, game, view, cards[i], out);
    if (out->length > before)
        return;
    text_visible(&visible, name);
    SAY(speaker, out, "terminal.card.none", ARG_TEXT("text", shown));
    text_char(out, '\n');
}

bool ask_cards_of(const struct session *s, const struct speaker *speaker, const void *view, const char *move,
                  int width, struct text *out)
{
    const struct game *game = s->table.match.game;
    size_t before = out->length;
    for (const char *word = move; *word && s->face->card; word += strspn(word, " ")) {
        char name[FACE_CARD];
        struct text card = TEXT_IN(name);
        size_t n = strcspn(word, " ");
        text_put_n(&card, word, n);
        word += n;
        put_card(speaker, game, view, name, out);
    }
    if (out->length == before)
        return false;
    struct rulebook book = rulebook_open(game, speaker->language, width);
    struct reason reason = tell_why(&s->table.match, speaker->you, move, 0);
    text_char(out, '\n');
    rulebook_clause(&book, reason.clause, out);
    return true;
}

/* ---- why ---- */

void ask_why(const struct session *s, const struct speaker *speaker, int seat, const char *move, int width,
             struct text *out)
{
    const struct match *m = &s->table.match;
    struct rulebook book = rulebook_open(m->game, speaker->language, width);
    struct reason reason = tell_why(m, seat, move, 0);
    char shown[128];
    struct text visible = TEXT_IN(shown);
    text_visible(&visible, move);
    if (reason.key) {
        story_reason(s, speaker, &reason, out);
        text_char(out, '\n');
        if (reason.clause[0])
            rulebook_clause(&book, reason.clause, out);
        return;
    }
    SAY(speaker, out, "terminal.why.legal", ARG_TEXT("move", shown), ARG_TEXT("clause", reason.clause));
    text_char(out, '\n');
    rulebook_clause(&book, reason.clause, out);
}

/* screen_keys.c: the keys that work whoever is to move: help, hint, rules, cards, log, saving and leaving. */
#include "cli/screen/screen_keys.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cli/play/input.h"
#include "cli/play/play_ask.h"
#include "cli/screen/screen_page.h"
#include "cli/play/bot_thread.h"

enum { SPIN_MS = 80 };

static const char *words_of(const struct play *p, const char *key)
{
    return catalogue_text(p->session->language, key);
}

static void show_text(struct play *p, const char *title)
{
    page_show(title, p->session->text, words_of(p, "terminal.page.keys"), false);
}

static bool is_turn_of(const struct play *p, int viewer)
{
    return viewer >= 0 && p->choices.moves.count > 0 && p->choices.seat == viewer &&
           table_next(&p->session->table) == viewer;
}

static void help(struct play *p, const struct speaker *speaker)
{
    struct text out = TEXT_IN(p->session->text);
    words_put(speaker, &out, "terminal.keys.help", NULL);
    text_put(&out, "\n\n");
    p->session->face->legend(speaker, &out);
    show_text(p, words_of(p, "keys.title"));
}

/* A strong bot thinks; then the cursor stands on the move that it prefers. */
static void hint(struct play *p, const struct speaker *speaker, const union game_state *view)
{
    struct session *s = p->session;
    struct thinking t;
    struct text out = TEXT_IN(s->text);
    if (!thinking_begin(&t, s, speaker->you, true))
        return;
    snprintf(p->message, sizeof p->message, "%s", words_of(p, "hint.thinking"));
    for (int spin = 1; !thinking_done(&t); spin++) {
        struct layout l = {.session = s,
                           .speaker = *speaker,
                           .view = view,
                           .message = p->message,
                           .would = "",
                           .choices = &p->choices,
                           .story = &p->story,
                           .told = p->told,
                           .spin = spin};
        layout_draw(&l, &p->frame);
        screen_key(SPIN_MS);
    }
    game_move best = thinking_end(&t);
    screen_forget_keys();
    p->message[0] = '\0';
    for (int i = 0; i < p->choices.moves.count; i++)
        if (p->choices.moves.move[i] == best)
            choices_choose(&p->choices, i);
    story_hint(s, speaker, speaker->you, &out);
    text_put(&out, words_of(p, "hint.number"));
    show_text(p, words_of(p, "hint.title"));
}

/* The rules at the clause of the chosen move; "/" looks for a word. */
static void rules(struct play *p, const struct speaker *speaker, const union game_state *view)
{
    struct session *s = p->session;
    const struct game *game = s->table.match.game;
    char about[64] = "";
    if (is_turn_of(p, speaker->you))
        snprintf(about, sizeof about, "%s",
                 game->clause(game, view, speaker->you, p->choices.moves.move[choices_move(&p->choices)]));
    for (;;) {
        struct text out = TEXT_IN(s->text);
        ask_rules(s, speaker, about, page_width(), &out);
        int key = page_show(game->title, s->text, words_of(p, "terminal.rules.keys"), false);
        if (key == 'r')
            about[0] = '\0';
        else if (key != '/' ||
                 !page_ask(words_of(p, "terminal.rules.ask"), memset(about, 0, sizeof about), sizeof about))
            return;
    }
}

static void show_log(struct play *p)
{
    struct text out = TEXT_IN(p->session->text);
    int first = p->story.count > 1000 ? p->story.count - 1000 : 0;
    for (int i = first; i < p->story.count; i++)
        text_printf(&out, "%d  %s\n", i + 1, p->story.lines[i].text);
    page_show(words_of(p, "log.title"), p->session->text, words_of(p, "terminal.page.keys"), true);
}

static void save(struct play *p)
{
    struct session *s = p->session;
    char file[4096];
    struct text out = TEXT_IN(p->message);
    if (s->table.file[0])
        snprintf(file, sizeof file, "%s", s->table.file);
    else
        snprintf(file, sizeof file, "%s.txt", s->table.match.game->name);
    if (!page_ask(words_of(p, "terminal.save.ask"), file, sizeof file))
        return;
    struct speaker speaker = session_speaker(s, GAME_PUBLIC);
    enum table_saved saved = table_save(&s->table, file, false);
    if (saved == TABLE_EXISTS) {
        char question[256], name[128];
        struct text ask = TEXT_IN(question), visible = TEXT_IN(name);
        text_visible(&visible, file);
        SAY(&speaker, &ask, "terminal.save.replace", ARG_TEXT("file", name));
        if (!page_confirm(question))
            return;
        saved = table_save(&s->table, file, true);
    }
    story_saved(s, &speaker, file, saved, errno, &out);
}

/* The cards that the chosen move names, with the rule that allows the move; without such a move, the hand.
 * Then all cards of the game. */
static void cards(struct play *p, const struct speaker *speaker, const union game_state *view)
{
    struct session *s = p->session;
    struct text out = TEXT_IN(s->text);
    bool chosen = is_turn_of(p, speaker->you);
    const char *move = chosen ? p->choices.moves.text[choices_move(&p->choices)] : "";
    if (!ask_cards_of(s, speaker, view, move, page_width(), &out))
        ask_card(s, speaker, view, "", &out);
    text_printf(&out, "\n%s\n", words_of(p, "terminal.cards.all"));
    ask_cards(speaker, s->table.match.game, &out);
    show_text(p, words_of(p, "terminal.cards"));
}

bool keys_common(struct play *p, int key, int viewer, const union game_state *view)
{
    struct speaker speaker = session_speaker(p->session, viewer);
    switch (key) {
    case '?':
        help(p, &speaker);
        break;
    case 'h':
        if (is_turn_of(p, viewer))
            hint(p, &speaker, view);
        break;
    case 'r':
        rules(p, &speaker, view);
        break;
    case 'c':
        cards(p, &speaker, view);
        break;
    case 'L':
        show_log(p);
        break;
    case 's':
        save(p);
        break;
    case KEY_PAGE_UP:
    case KEY_WHEEL_UP:
        layout_pan(&p->frame, -1, 0);
        break;
    case KEY_PAGE_DOWN:
    case KEY_WHEEL_DOWN:
        layout_pan(&p->frame, 1, 0);
        break;
    case KEY_FIRST:
        layout_pan(&p->frame, 0, -1);
        break;
    case KEY_LAST:
        layout_pan(&p->frame, 0, 1);
        break;
    case KEY_REDRAW:
        screen_redraw();
        break;
    case 'q':
        return true;
    default:
        break;
    }
    return false;
}

/* play_screen.c: a game on the whole screen of a terminal. */
#include "cli/screen/play_screen.h"

#include <stdio.h>
#include <string.h>

#include "cli/play/input.h"
#include "cli/play/play_ask.h"
#include "cli/play/play_lines.h"
#include "cli/screen/screen_keys.h"
#include "cli/screen/screen_layout.h"
#include "cli/screen/screen_page.h"
#include "cli/play/bot_thread.h"

enum { POLL_MS = 250, SPIN_MS = 80 };

static struct play game;

/* ---- showing ---- */

static struct layout layout_of(int viewer, const union game_state *view)
{
    return (struct layout){.session = game.session,
                           .speaker = session_speaker(game.session, viewer),
                           .view = view,
                           .message = game.message,
                           .task = game.task[0] ? game.task : NULL,
                           .would = "",
                           .lit = game.lit,
                           .story = &game.story,
                           .told = game.told};
}

/* The story is told to whoever looks. */
static void look_as(int viewer, union game_state *view)
{
    const struct match *m = &game.session->table.match;
    if (game.story.viewer != viewer) {
        story_free(&game.story);
        game.story.viewer = viewer;
        game.told = 0;
    }
    story_follow(&game.story, game.session);
    m->game->observe(m->game, m->state, viewer, view);
}

/* Draws the game for somebody who cannot move now. */
static void show_waiting(int viewer, int spin)
{
    static union game_state view;
    look_as(viewer, &view);
    struct layout l = layout_of(viewer, &view);
    game.view = &view;
    game.waiting = true;
    l.spin = spin;
    layout_scale(&l, &game.frame);
    layout_draw(&l, &game.frame);
}

/* Draws the chosen move as if it had been made, and what it would do. */
static void show_preview(struct layout *l, const union game_state *view)
{
    const struct match *m = &game.session->table.match;
    struct choices *c = &game.choices;
    struct game_event events[GAME_MAX_EVENTS];
    static union game_state after;
    static char would[STORY_LINE], chosen_words[512];
    struct text out = TEXT_IN(would), words = TEXT_IN(chosen_words);
    int chosen = choices_move(c), seat = c->seat;
    game_move move = c->moves.move[chosen];
    int count = m->game->tell(m->game, view, seat, move, seat, events);
    l->session->face->move_words(&l->speaker, m->game, view, seat, move, &words);
    game.session->face->say(
        &l->speaker, m->game,
        &(struct face_line){.actor = seat, .move = c->moves.text[chosen], .events = events, .count = count},
        &out);
    memcpy(&after, view, m->game->state_size);
    m->game->apply(m->game, &after, seat, move);
    l->view = &after;
    l->chosen = chosen_words;
    l->would = would;
    l->preview = true;
    choices_locate(c, game.session, &after, game.frame.scale);
}

/* Chooses the scale anew if the screen has another size than when it was chosen. */
static void follow_size(const struct layout *l)
{
    struct layout_frame *f = &game.frame;
    if (f->screen_rows == screen_rows() && f->screen_columns == screen_columns())
        return;
    layout_scale(l, f);
    choices_locate(&game.choices, game.session, l->view, f->scale);
}

static void show_turn(const union game_state *view)
{
    struct layout l = layout_of(game.choices.seat, view);
    game.view = view;
    game.waiting = false;
    follow_size(&l);
    if (game.preview)
        show_preview(&l, view);
    l.choices = &game.choices;
    layout_draw(&l, &game.frame);
    if (game.preview)
        choices_locate(&game.choices, game.session, view, game.frame.scale);
}

/* Draws again what is on the screen, under a question. */
static void show_again(void)
{
    if (game.waiting)
        show_waiting(game.story.viewer, 0);
    else
        show_turn(game.view);
}

/* ---- a person's turn ---- */

static void say_message(const char *key)
{
    struct text out = TEXT_IN(game.message);
    text_put(&out, catalogue_text(game.session->language, key));
}

/* The first Enter shows what the move would do, the second makes it. */
static bool confirm(void)
{
    if (!game.preview) {
        game.preview = true;
        return false;
    }
    game.preview = false;
    if (match_play(&game.session->table.match, game.choices.seat,
                   game.choices.moves.move[choices_move(&game.choices)], 0, &game.session->proposal))
        return true;
    struct text out = TEXT_IN(game.message);
    text_put(&out, game.session->proposal.reason);
    return false;
}

static bool click(void)
{
    int row, column, shown[GAME_MAX_MOVES], before = choices_move(&game.choices);
    screen_click(&row, &column);
    int item = layout_choice_at(&game.frame, row);
    bool board = row < game.frame.board_rows && column < game.frame.board_columns;
    if (game.preview && !board)
        return confirm();
    if (item >= 0 && item < choices_shown(&game.choices, shown))
        choices_choose(&game.choices, shown[item]);
    else if (!board || !choices_point(&game.choices, row + game.frame.top, column + game.frame.left))
        return false;
    if (choices_move(&game.choices) == before)
        return confirm();
    game.preview = false;
    return false;
}

/* Moves the cursor. False if the key is for something else. */
static bool walk(int key)
{
    struct choices *c = &game.choices;
    int shown[GAME_MAX_MOVES];
    switch (key) {
    case KEY_GO_UP:
        choices_walk(c, -1, 0);
        break;
    case KEY_GO_DOWN:
        choices_walk(c, 1, 0);
        break;
    case KEY_GO_LEFT:
        choices_walk(c, 0, -1);
        break;
    case KEY_GO_RIGHT:
        choices_walk(c, 0, 1);
        break;
    case '\t':
        choices_step(c, 1);
        break;
    case KEY_BACK_TAB:
        choices_step(c, -1);
        break;
    default:
        if (key < '1' || key > '9' || key - '0' > choices_shown(c, shown))
            return false;
        choices_choose(c, shown[key - '1']);
    }
    game.preview = game.frame.panned = false;
    return true;
}

enum turn_end { TURN_GOES_ON, TURN_MOVED, TURN_BACK, TURN_QUIT };

static enum turn_end on_key(int key, const union game_state *view)
{
    game.message[0] = '\0';
    if (walk(key))
        return TURN_GOES_ON;
    if (key == '\r')
        return confirm() ? TURN_MOVED : TURN_GOES_ON;
    if (key == KEY_CLICK)
        return click() ? TURN_MOVED : TURN_GOES_ON;
    if (key == KEY_ESCAPE) {
        game.preview = false;
        return TURN_GOES_ON;
    }
    struct text out = TEXT_IN(game.message);
    if (key == 'u' || key == 'z') {
        if (!session_undo(game.session, game.choices.seat, &out))
            return TURN_GOES_ON;
        say_message("undo.done");
        return TURN_BACK;
    }
    return keys_common(&game, key, game.choices.seat, view) ? TURN_QUIT : TURN_GOES_ON;
}

/* Lists the choices of the seat in its view and draws them at the right scale. */
static void begin_turn(int seat, union game_state *view)
{
    look_as(seat, view);
    struct layout l = layout_of(seat, view);
    layout_scale(&l, &game.frame);
    choices_list(&game.choices, game.session, view, seat, game.frame.scale);
    game.preview = game.frame.panned = false;
}

static enum turn_end turn(int seat)
{
    union game_state view;
    begin_turn(seat, &view);
    screen_forget_keys();
    for (;;) {
        show_turn(&view);
        int key = KEY_NONE;
        while (key == KEY_NONE && !input_stopped())
            key = screen_key(POLL_MS);
        if (input_stopped())
            return TURN_QUIT;
        if (key == KEY_SIZE)
            continue;
        enum turn_end end = on_key(key, &view);
        if (end == TURN_MOVED) {
            game.told = game.story.count;
            session_accept(game.session);
        }
        if (end != TURN_GOES_ON)
            return end;
    }
}

/* With several people nobody sees the hand of another. */
static bool hand_over(int seat)
{
    char words[256];
    struct text out = TEXT_IN(words);
    struct speaker speaker = session_speaker(game.session, GAME_PUBLIC);
    if (game.session->table.persons < 2 || game.seat == seat)
        return true;
    game.seat = seat;
    SAY(&speaker, &out, "terminal.hand_over", words_person(&speaker, "name", seat),
        ARG_NUMBER("seat", seat + 1));
    return page_show(game.session->table.match.game->title, words, "Enter", false) != KEY_NONE;
}

/* ---- others ---- */

/* A bot thinks; the screen goes on. Keys are not moves, but they still ask for help, rules and the log. */
static bool bot_turn(int seat)
{
    struct session *s = game.session;
    struct thinking t;
    int viewer = session_viewer(s);
    char thinks[128];
    struct text out = TEXT_IN(thinks);
    struct speaker speaker = session_speaker(s, viewer);
    bool left = false, answered = false; /* answered: the message is about a key, and stays */
    SAY(&speaker, &out, "terminal.thinks", words_person(&speaker, "name", seat));
    if (!thinking_begin(&t, s, seat, false))
        return false;
    for (int spin = 1; !left && (!thinking_done(&t) || session_reaction_left(s) > 0); spin++) {
        if (!answered)
            snprintf(game.message, sizeof game.message, "%s", thinks);
        show_waiting(viewer, spin);
        int key = screen_key(SPIN_MS);
        left = input_stopped() || (key != KEY_NONE && keys_common(&game, key, viewer, game.view));
        answered = answered || strcmp(game.message, thinks) != 0;
    }
    if (left)
        thinking_give_up(&t);
    game_move move = thinking_end(&t);
    if (!answered)
        game.message[0] = '\0';
    if (left)
        return false;
    match_play(&s->table.match, seat, move, 0, &s->proposal);
    session_accept(s);
    screen_forget_keys();
    return true;
}

/* Shows the end until the player leaves. */
static void finish(void)
{
    struct session *s = game.session;
    int viewer = session_viewer(s);
    struct speaker speaker = session_speaker(s, viewer);
    struct text out = TEXT_IN(game.task);
    text_clear(&out);
    story_winners(s, &speaker, &out);
    story_score(s, &speaker, &out);
    for (bool left = false; !left && !input_stopped();) {
        show_waiting(viewer, 0);
        int key = screen_key(POLL_MS);
        if (key != KEY_NONE)
            game.message[0] = '\0';
        left = key == '\r' || (key != KEY_NONE && keys_common(&game, key, viewer, game.view));
    }
    game.task[0] = '\0';
}

static void open_game(struct session *s)
{
    game.session = s;
    game.seat = -1;
    game.told = 0;
    game.message[0] = game.task[0] = '\0';
    game.preview = false;
    game.lit = NULL;
    game.choices.moves.count = 0;
    game.frame.top = game.frame.left = game.frame.list_first = 0;
    game.frame.panned = false;
    page_behind(show_again);
    story_free(&game.story);
    game.story.viewer = session_viewer(s);
}

int play_screen(struct session *s)
{
    int actor = 0;
    bool left = false;
    input_open(false);
    if (!screen_open())
        return play_lines(s, false);
    open_game(s);
    while (!left && !input_stopped() && (actor = table_next(&s->table)) >= 0) {
        s->react_until = table_reacting(&s->table) & game_bit(actor) ? s->react_until : 0;
        if (actor == GAME_CHANCE) {
            match_tick(&s->table.match, 0, &s->proposal);
            session_accept(s);
        } else if (actor >= s->table.persons) {
            left = !bot_turn(actor);
        } else {
            left = !hand_over(actor) || turn(actor) == TURN_QUIT;
        }
    }
    if (actor < 0)
        finish();
    screen_close();
    story_free(&game.story);
    return actor < 0 && !table_unsaved(&s->table) ? CLI_OK : play_leave(s);
}

/* ---- lessons ---- */

enum lesson_end play_screen_step(struct session *s, const struct lesson *lesson, int step)
{
    const struct lesson_step *it = &lesson->steps[step];
    struct speaker speaker = session_speaker(s, it->seat);
    const char *title = catalogue_text(s->language, "terminal.lesson.keys");
    char words[1024], heading[256];
    open_game(s);
    game.lit = it->lit;
    struct text out = TEXT_IN(game.task), head = TEXT_IN(heading);
    SAY(&speaker, &head, "lesson.at", ARG_NUMBER("number", step + 1), ARG_NUMBER("count", lesson->count));
    text_put(&head, ": ");
    lesson_words(&speaker, lesson, step, "title", &head);
    text_printf(&out, "%s. ", heading);
    lesson_words(&speaker, lesson, step, "before", &out);
    for (;;) {
        enum turn_end end = turn(it->seat);
        if (end == TURN_QUIT)
            return LESSON_QUIT;
        if (end != TURN_MOVED)
            continue;
        const char *made = lesson_judge(it, game.choices.moves.text[choices_move(&game.choices)]);
        if (!made)
            continue;
        bool right = strcmp(made, "right") == 0;
        struct text answer = TEXT_IN(words);
        lesson_words(&speaker, lesson, step, right ? "after" : made, &answer);
        int key = page_show(heading, words, title, false);
        if (right || key == 'q')
            return right && key != 'q' ? LESSON_DONE : LESSON_QUIT;
        struct text why = TEXT_IN(game.message);
        session_undo(s, it->seat, &why);
    }
}

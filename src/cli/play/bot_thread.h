/* bot_thread.h: a bot that thinks on a thread of its own, so that the screen can go on. */
#ifndef CLI_PLAY_BOT_THREAD_H
#define CLI_PLAY_BOT_THREAD_H

#include <pthread.h>
#include <stdatomic.h>

#include "cli/play/play_session.h"

struct thinking {
    pthread_t thread;
    atomic_bool done, given_up;
    bool hint; /* judges all moves instead of choosing one */
    struct session *session;
    struct bot_question question;
    union game_state view;
    game_move move;
};

/* Begins. Until thinking_end the session's memory and opinions belong to the thread. False if there is no
 * thread. */
bool thinking_begin(struct thinking *, struct session *, int seat, bool hint);
bool thinking_done(const struct thinking *);
/* Lets the bot end soon, with a move that is worth nothing. A hint ends when it is ready. */
void thinking_give_up(struct thinking *);
/* Waits for the end and returns the move. */
game_move thinking_end(struct thinking *);

#endif

/* screen_keys.h: the keys that work whoever is to move: help, hint, rules, cards, log, saving and leaving. */
#ifndef CLI_SCREEN_SCREEN_KEYS_H
#define CLI_SCREEN_SCREEN_KEYS_H

#include "cli/screen/screen_layout.h"

/* A game on the screen. */
struct play {
    struct session *session;
    struct layout_frame frame;
    struct choices choices;
    struct story story;
    int seat; /* the seat whose hand was on the screen last, -1 at first */
    int told; /* lines of the story that were there at the viewer's last move */
    bool preview;
    const union game_state *view; /* what is on the screen … */
    bool waiting;                 /* … to somebody who is not to move */
    const char *const *lit;       /* places that a lesson marks, or NULL */
    char message[512], task[1024];
};

/* Does what a key asks for. True if the player leaves. */
bool keys_common(struct play *, int key, int viewer, const union game_state *view);

#endif

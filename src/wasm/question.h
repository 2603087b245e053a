/*
 * question.h: a question to a bot as plain bytes, and its answer. One instance of the program asks, another
 * one answers, so neither holds a pointer.
 */
#ifndef WASM_QUESTION_H
#define WASM_QUESTION_H

#include "core/rng.h"
#include "server/host.h"

struct thinking_question {
    char game[32];
    int32_t rules, seats, seat, level, ms;
    int32_t simulations; /* 0: as many as the level makes; else a level tells its opinions, too */
    int64_t made;
    struct rng rng;
    uint64_t view[GAME_MAX_STATE / 8];
};

struct thinking_reason {
    char term[32];
    float points;
};

struct thinking_answer {
    game_move move, other;
    int32_t count, reason_count;
    struct thinking_reason reasons[BOT_REASONS];
    struct bot_opinion opinions[GAME_MAX_MOVES];
};

void thinking_write(const struct host_question *, const struct rng *, struct thinking_question *out);
/* Answers a question with the given clock. False, without an answer, if this program does not know the game.
 */
bool thinking_answer(const struct thinking_question *, double (*clock)(void *), struct thinking_answer *out);

/* The thought that an answer means. It is valid as long as the answer is; the terms of its reasons are the
 * game's.
 */
struct host_thought thinking_read(const struct game *, const struct thinking_answer *);

#endif

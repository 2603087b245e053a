/* kinds.h: the kinds of games that the tests of secrecy play: every game, number of seats and option that
 * hides something. */
#ifndef TESTS_KINDS_H
#define TESTS_KINDS_H

static const struct kind {
    const char *game;
    int seats;
    const char *options;
} kinds[] = {
    {"castelli", 2, ""},
    {"castelli", 3, "dilemma"},
    {"castelli", 4, "battle"},
    {"castelli", 2, "battle dilemma"},
    {"castelli", 3, "battle dilemma layout=random first=random"},
    {"castelli", 4, "battle dilemma"},
    {"castelli-tournament", 4, ""},
    {"castelli-tournament", 4, "league battle dilemma"},
    {"castle", 2, ""},
    {"castle", 3, "first=random"},
    {"castle", 4, ""},
    {"castellan", 2, ""},
    {"castellan", 3, "touch"},
    {"castellan", 4, "first=random"},
};

#endif

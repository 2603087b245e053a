/*
 * rule.h: RULE("castelli", "3.5") in a test says that the test shows this clause of the rules. It does
 * nothing when it runs; tools/clauses reads the sources and lists the clauses that no test names.
 */
#ifndef TESTS_RULE_H
#define TESTS_RULE_H

#define RULE(game, clause) ((void)(game clause))
/* For a clause that no test can show, with the reason. */
#define UNTESTABLE(game, clause, why) ((void)(game clause why))

#endif

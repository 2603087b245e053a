/* stranger_shrink.h: runs strangers in processes of their own, and makes lists of steps that fail short. */
#ifndef TESTS_SERVER_STRANGER_SHRINK_H
#define TESTS_SERVER_STRANGER_SHRINK_H

#include <stdbool.h>
#include <stdint.h>

/* Runs rounds until so many requests were made. False if a law was broken or the server died: then a short
 * list of steps that shows it was printed. */
bool shrink_run(uint64_t seed, long requests, int nodes);
/* Does the steps of a file again, in this process. False if it cannot be read. */
bool shrink_repeat(const char *file);
/* Prints a shorter list that fails like that of a file. False if it cannot be read, or does not fail. */
bool shrink_shorten(const char *file);

/* Plays a pair of games that look alike to a listener; ends the program if the listener is sent different
 * bytes. */
void stranger_pair(uint64_t seed);

#endif

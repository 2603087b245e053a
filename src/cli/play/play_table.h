/* play_table.h: a match at this terminal: who plays, who is next, and its file. */
#ifndef CLI_PLAY_PLAY_TABLE_H
#define CLI_PLAY_PLAY_TABLE_H

#include <stdio.h>

#include "cli/base/cli.h"
#include "match/propose.h"

struct table {
    struct match match;
    const char *box; /* the box file, or NULL for the shipped box */
    int persons;     /* people have seats 1 to `persons`; bots of this level have the others */
    int level;
    int saved;       /* how many entries are saved in a file … */
    char file[4096]; /* … and in which; "" if in none */
};

/* Memory for matches. The program ends if there is none left. */
extern const struct match_memory cli_memory;

/* Writes a match as a record, with comments after its head, and closes the file. False, with errno set, if
 * `file` is NULL or something could not be written. */
bool cli_write_record(const struct match *, const char *comments, FILE *file);

/* Begins a match. False after a message. */
bool table_begin(struct table *, const struct game *, int seats, const char *options,
                 const uint8_t key[MATCH_KEY]);
/* Goes on with a saved match, and its `persons` and `level`. False after a message. */
bool table_resume(struct table *, const char *file, const uint8_t key[MATCH_KEY]);
/* Begins a match from the text of a record. False after a message. */
bool table_replay(struct table *, const char *record, const uint8_t key[MATCH_KEY]);
/* Sets who plays from now on. */
void table_seat(struct table *, int persons, int level);
enum table_saved { TABLE_SAVED, TABLE_EXISTS, TABLE_FAILED /* errno says why */ };
/* Saves the match as a record. A file that the match was not saved in before is replaced only if `over`;
 * unless it is saved, no file has changed. */
enum table_saved table_save(struct table *, const char *file, bool over);
/* Whether a person has moved and the present match is not saved. */
bool table_unsaved(const struct table *);
/* Saves the match to a new file of the current folder or, if that cannot be written, of the data folder.
 * `file` gets its name. False, with errno of the current folder, if neither can be written. */
bool table_rescue(const struct table *, struct text *file);

/* The seats of people, all of whom sit at this terminal. */
uint32_t table_people(const struct table *);
/* The actor that moves next; -1 when the game is over. If several may move: first a seat that is asked for a
 * reaction, then the seat in the middle of its turn, then the seat with the fewest turns, people before bots.
 */
int table_next(const struct table *);
/* The seats that might react now, by what is public. A bit each. */
uint32_t table_reacting(const struct table *);
/* The place of a seat's last move, or 0. */
int table_last(const struct table *, int seat);

#endif

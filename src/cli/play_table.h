/* play_table.h: a match at this terminal: who plays it, whose move it is, and the file that it is kept in. */
#ifndef CLI_PLAY_TABLE_H
#define CLI_PLAY_TABLE_H

#include <stdio.h>

#include "cli/cli.h"
#include "match/propose.h"

struct table {
    struct match match;
    const char *box; /* the file of its components, NULL for the shipped ones */
    int persons;     /* seats 1 to persons are people, the others bots of this level */
    int level;
    int saved; /* the entries that a file has */
};

/* Memory for matches; the program ends if there is none. */
extern const struct match_memory cli_memory;

/* Writes a match as a record, with comments after its head, and closes the file. False, with errno set, if
 * there is no file (NULL) or not all could be written. */
bool cli_write_record(const struct match *, const char *comments, FILE *file);

/* Begins a match. False after a message. */
bool table_begin(struct table *, const struct game *, int seats, const char *options,
                 const uint8_t key[MATCH_KEY]);
/* Goes on with a saved one; `persons` and `level` are as saved. False after a message. */
bool table_resume(struct table *, const char *file, const uint8_t key[MATCH_KEY]);
/* Says who plays from now on. */
void table_seat(struct table *, int persons, int level);
/* Writes it as a record. False after a message, and then no file is changed. */
bool table_save(struct table *, const char *file);
/* Whether a person has moved and no file has it as it is. */
bool table_unsaved(const struct table *);
/* Writes it to a file of the current folder that was not there, and says which. False after a message. */
bool table_rescue(const struct table *, struct text *file);

/* The seats of people, all of whom sit at this terminal. */
uint32_t table_people(const struct table *);
/* Who is to move; -1 when the game is over. Where several may, those who are asked for a reaction come first,
 * then who is in the middle of a turn, then who has had the fewest turns, and people before bots. */
int table_next(const struct table *);
/* A bit for each seat that might be reacting now, by what is public. */
uint32_t table_reacting(const struct table *);
/* The place of a seat's last move, or 0. */
int table_last(const struct table *, int seat);

#endif

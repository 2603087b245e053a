/* news.c: what watchers are told of a change, whoever made it. */
#include <string.h>

#include "table/table.h"

static enum news greater(enum news a, enum news b)
{
    return a > b ? a : b;
}

/* Nobody is told of a seat that wants no reaction, or that answers by itself. */
static enum news of_entry(const struct match_entry *e)
{
    static const struct {
        const char *word;
        enum news news;
    } changes[] = {{"back", NEWS_ALL},   {"quiet", NEWS_NONE},    {"eager", NEWS_NONE},
                   {"reply", NEWS_NONE}, {"asks", NEWS_QUESTION}, {"yes", NEWS_QUESTION},
                   {"no", NEWS_QUESTION}};
    const char *rest = e->move + (e->actor == 's' && e->move[0] ? 2 : 0);
    if (e->actor == 'u')
        return NEWS_UNDONE;
    if (e->actor != 's')
        return NEWS_MOVES;
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++)
        if (text_take_word(&rest, changes[i].word))
            return changes[i].news;
    return NEWS_SEATING;
}

/* What is shown of a chair and what only says how it stands with its player. */
static enum news of_chair(const struct stored_chair *a, const struct stored_chair *b)
{
    const struct chair_row *x = &a->row, *y = &b->row;
    if (x->kind != y->kind || x->player != y->player || x->level != y->level || x->stand_in != y->stand_in ||
        strcmp(x->pledge, y->pledge) != 0 || strcmp(a->name, b->name) != 0)
        return NEWS_ALL;
    bool same = x->call_ends == y->call_ends && strcmp(x->alias, y->alias) == 0;
    return same ? NEWS_NONE : NEWS_SEATING;
}

/* Summaries are put now and then, and nobody is told of them. */
static enum news of_row(const struct stored_table *was, const struct stored_table *now)
{
    const struct table_row *a = &was->row, *b = &now->row;
    bool ends = a->state == TABLE_RUNNING && b->state == TABLE_OVER;
    bool counted = a->rated == TABLE_RATED && b->rated == TABLE_COUNTED;
    enum news news = ends ? NEWS_MOVES : counted ? NEWS_SEATING : NEWS_NONE;
    if (a->rematch != b->rematch || (a->rated != b->rated && !counted) || a->creator != b->creator ||
        (a->state != b->state && !ends) || strcmp(a->silent, b->silent) != 0)
        return NEWS_ALL;
    for (int seat = 0; seat < a->seats; seat++)
        news = greater(news, of_chair(&was->chairs[seat], &now->chairs[seat]));
    return news;
}

enum news table_news_of(const struct table *t, const struct table_delta *d)
{
    enum news news = NEWS_NONE;
    if (!t->at.row.id) /* it was not known at all */
        return NEWS_ALL;
    for (int i = 0; i < d->count; i++)
        if (d->entries[i].number >= t->match.entries)
            news = greater(news, of_entry(&d->entries[i]));
    return d->row ? greater(news, of_row(&t->at, d->row)) : news;
}

/* questions.c: each question to the store: its SQL, and where the rows go that it finds. */
#include "server/store/questions.h"

#define ROW(kind)  &row_kinds[WRITE_##kind]
#define ONE_TABLE  PART_TABLES, ROW(TABLE), " FROM tables t WHERE t.id = $1", 1, .one = true
#define ONE_PLAYER PART_PLAYER, ROW(PLAYER), " FROM players t WHERE t.id = $1", 0, .one = true

/* States and kinds are the numbers of the enums in store.h: 0 open, 1 running, 2 over, 3 suspended. */
const struct read reads[READS] = {
    [STORE_TABLE] = {ONE_TABLE, .more = {STORE_ENTRIES, READ_CHATS}},
    [STORE_SINCE] = {ONE_TABLE, .more = {STORE_ENTRIES, READ_CHATS}},
    [STORE_ENTRIES] = {PART_ENTRIES, ROW(ENTRY),
                       " FROM entries t WHERE t.tab = $1 AND t.number >= $2 ORDER BY t.number", .limit = 0},
    [READ_CHATS] = {PART_CHATS, ROW(CHAT),
                    " FROM chats t WHERE t.tab = $1 AND t.number >= $2 ORDER BY t.number", .limit = 0},
    [STORE_NEWS] = {PART_ROWS, &head_kind,
                    "id, revision, (SELECT COALESCE(MAX(e.number), -1) + 1 FROM entries e WHERE e.tab = $1),"
                    " (SELECT COALESCE(MAX(c.number), -1) + 1 FROM chats c WHERE c.tab = $1)"
                    " FROM tables WHERE id = $1",
                    .limit = 0},
    [STORE_OPEN] = {PART_TABLES, ROW(TABLE),
                    " FROM tables t WHERE t.state = 0 AND t.open_to_all = 1 AND t.id < $2 ORDER BY t.id DESC",
                    .limit = STORE_LIST},
    [STORE_LIVE] = {PART_TABLES, ROW(TABLE),
                    " FROM tables t WHERE t.state = 1 AND t.open_to_all = 1 AND t.id < $2 ORDER BY t.id DESC",
                    .limit = STORE_LIST},
    [STORE_FINISHED] = {PART_TABLES, ROW(TABLE),
                        " FROM tables t WHERE t.state = 2 AND t.open_to_all = 1 AND t.id < $2"
                        " ORDER BY t.id DESC",
                        .limit = STORE_LIST},
    [STORE_MINE] = {PART_TABLES, ROW(TABLE),
                    " FROM tables t WHERE t.id IN (SELECT DISTINCT c.tab FROM chairs c WHERE c.player = $1"
                    " AND c.tab < $2 ORDER BY c.tab DESC LIMIT 50) ORDER BY t.id DESC", /* STORE_LIST */
                    .limit = STORE_LIST},
    [STORE_UNFINISHED] = {PART_TABLES, ROW(TABLE),
                          " FROM tables t WHERE t.id IN (SELECT c.tab FROM chairs c WHERE c.player = $1"
                          " UNION SELECT g.rematch FROM chairs c JOIN tables g ON g.id = c.tab"
                          " WHERE c.player = $1 AND g.rematch <> 0) AND t.state < 2 AND t.id < $2"
                          " AND (t.state = 0 OR t.id IN (SELECT c.tab FROM chairs c WHERE c.player = $1))"
                          " ORDER BY t.id DESC",
                          .limit = STORE_LIST},
    [STORE_GOING] = {PART_IDS, NULL,
                     /* "+": there are fewer such tables than games that one player can have played */
                     "id FROM tables WHERE state < 2 AND id < $2 AND +id IN"
                     " (SELECT c.tab FROM chairs c WHERE c.player = $1) ORDER BY id DESC",
                     .limit = STORE_IDS},
    [STORE_CLOCKED] = {PART_IDS, NULL,
                       "id FROM tables WHERE state = 1 AND clock <> 0 AND id < $2 ORDER BY id DESC",
                       .limit = STORE_IDS},
    [STORE_OLD_OPEN] = {PART_IDS, NULL,
                        "id FROM tables WHERE state = 0 AND id > $1 AND changed < $2 ORDER BY id",
                        .limit = STORE_IDS},
    [STORE_OLD_LIVE] =
        {PART_IDS, NULL,
         "id FROM tables WHERE state = 1 AND id > $1 AND looked < $2 AND changed < $2 ORDER BY id",
         .limit = STORE_IDS},
    [STORE_COUNT] = {PART_COUNTS, NULL,
                     "(SELECT COUNT(*) FROM tables WHERE creator = $1 AND state < 2),"
                     " (SELECT COUNT(*) FROM tables WHERE origin = $2 AND state < 2),"
                     " (SELECT COUNT(*) FROM tables WHERE state < 2)",
                     .limit = 0},
    [STORE_SEATED] = {PART_COUNTS, NULL,
                      "COUNT(DISTINCT c.tab), 0, 0 FROM chairs c JOIN tables t ON t.id = c.tab"
                      " WHERE c.player = $1 AND t.state = 0",
                      0, .more = {READ_OTHER}},
    [READ_OTHER] = {PART_PLAYER, ROW(PLAYER), " FROM players t WHERE t.id = $2", .limit = 0},
    [STORE_PLAYER] = {ONE_PLAYER},
    [STORE_BY_NAME] = {PART_PLAYER, ROW(PLAYER), " FROM players t WHERE t.name_key = $3 AND t.name_key <> ''",
                       0, .one = true},
    [STORE_BY_TOKEN] = {PART_PLAYER, ROW(PLAYER),
                        " FROM players t JOIN tokens k ON k.player = t.id WHERE k.hash = $3", 0, .one = true},
    [STORE_BOTS] = {PART_IDS, NULL, "id FROM players WHERE owner = $1", .limit = STORE_IDS},
    [STORE_ALL] = {PART_TABLES, ROW(TABLE),
                   " FROM tables t WHERE t.state = $1 AND t.id < $2 ORDER BY t.id DESC", .limit = STORE_LIST},
    [STORE_BANS] = {PART_ROWS, ROW(BAN), " FROM bans t ORDER BY t.id", .limit = STORE_ROWS},
    [STORE_AUDIT] = {PART_ROWS, ROW(AUDIT), " FROM audits t WHERE t.id < $2 ORDER BY t.id DESC",
                     .limit = STORE_ROWS},
    [STORE_VALUES] = {PART_ROWS, ROW(VALUE), " FROM owner_values t", .limit = STORE_ROWS},
    [STORE_CODE] = {PART_ROWS, ROW(CODE), " FROM codes t WHERE t.hash = $3", STORE_ROWS, .one = true},
    [STORE_TOKENS] = {PART_ROWS, ROW(TOKEN), " FROM tokens t WHERE t.player = $1 ORDER BY t.made DESC",
                      .limit = STORE_ROWS},
    [STORE_OWNED] = {PART_ROWS, ROW(PLAYER), " FROM players t WHERE t.owner = $1 ORDER BY t.id",
                     .limit = STORE_ROWS},
    [STORE_REPORTS] = {PART_ROWS, ROW(REPORT), " FROM reports t ORDER BY t.id DESC", .limit = STORE_ROWS},
    [STORE_EXPORT] = {ONE_PLAYER, .more = {READ_ALL_TABLES, READ_WORDS, STORE_BOTS, READ_OWN_TOKENS,
                                           READ_RATINGS, READ_OWN_REPORTS, READ_ALL_RESULTS, STORE_PUSHES}},
    [READ_ALL_TABLES] = {PART_TABLES, ROW(TABLE),
                         " FROM tables t WHERE t.creator = $1 OR t.id IN"
                         " (SELECT c.tab FROM chairs c WHERE c.player = $1) ORDER BY t.id",
                         .limit = 0},
    [READ_WORDS] = {PART_CHATS, ROW(CHAT), " FROM chats t WHERE t.player = $1 ORDER BY t.made", .limit = 0},
    [READ_OWN_TOKENS] = {PART_TOKENS, ROW(TOKEN), " FROM tokens t WHERE t.player = $1 ORDER BY t.made DESC",
                         .limit = STORE_ROWS},
    [READ_RATINGS] = {PART_RATINGS, ROW(RATING), " FROM ratings t WHERE t.player = $1 ORDER BY t.game",
                      .limit = 0},
    [READ_OWN_REPORTS] = {PART_REPORTS, ROW(REPORT), " FROM reports t WHERE t.reporter = $1 ORDER BY t.id",
                          .limit = 0},
    [READ_ALL_RESULTS] = {PART_RESULTS, ROW(RESULT), " FROM results t WHERE t.player = $1 ORDER BY t.made",
                          .limit = 0},
    [STORE_PUSHES] = {PART_ROWS, ROW(PUSH), " FROM pushes t WHERE t.player = $1 ORDER BY t.made",
                      .limit = STORE_ROWS},
    [STORE_TO_COUNT] = {PART_IDS, NULL, "id FROM tables WHERE state = 2 AND rated = 1 ORDER BY id",
                        .limit = STORE_IDS},
    [STORE_RATED] = {ONE_TABLE, .more = {READ_TABLE_RATINGS, READ_PAIRS}},
    [READ_TABLE_RATINGS] = {PART_RATINGS, ROW(RATING),
                            " FROM ratings t JOIN tables g ON g.id = $1 AND g.game = t.game"
                            " AND g.seats = t.seats WHERE t.player IN"
                            " (SELECT c.player FROM chairs c WHERE c.tab = $1 AND c.kind = 1)",
                            .limit = 0},
    [READ_PAIRS] = {PART_ROWS, &pair_kind,
                    "a.player, b.player, COUNT(*) FROM results a JOIN results b"
                    " ON b.tab = a.tab AND b.player > a.player WHERE a.made > $2"
                    " AND a.player IN (SELECT c.player FROM chairs c WHERE c.tab = $1)"
                    " AND b.player IN (SELECT c.player FROM chairs c WHERE c.tab = $1)"
                    " GROUP BY a.player, b.player",
                    .limit = STORE_ROWS},
    [STORE_PROFILE] = {ONE_PLAYER, .more = {READ_RATINGS, READ_TALLIES}},
    [READ_TALLIES] = {PART_ROWS, &tally_kind,
                      "t.game, t.seats, COUNT(*), SUM((t.winners >> c.seat) & 1), 0"
                      " FROM chairs c JOIN tables t ON t.id = c.tab WHERE c.player = $1"
                      " AND c.kind = 1 AND t.state = 2 AND t.imported = 0"
                      " GROUP BY t.game, t.seats ORDER BY COUNT(*) DESC, t.game, t.seats",
                      .limit = STORE_ROWS},
    [STORE_MEETINGS] = {PART_ROWS, &tally_kind,
                        "t.game, t.seats, COUNT(*), SUM((t.winners >> c.seat) & 1),"
                        " SUM((t.winners >> d.seat) & 1) FROM chairs c JOIN chairs d"
                        " ON d.tab = c.tab JOIN tables t ON t.id = c.tab WHERE c.player = $1"
                        " AND d.player = $2 AND c.kind = 1 AND d.kind = 1 AND t.state = 2"
                        " AND t.imported = 0 GROUP BY t.game, t.seats"
                        " ORDER BY COUNT(*) DESC, t.game, t.seats",
                        .limit = STORE_ROWS},
    [STORE_RESULTS] = {PART_ROWS, ROW(RESULT),
                       " FROM results t WHERE t.player = $1 AND t.game = $3"
                       " ORDER BY t.made DESC, t.number DESC",
                       .limit = STORE_ROWS},
    [STORE_RANKING] = {PART_ROWS, &rank_kind,
                       "t.player, t.game, t.seats, t.rating, t.deviation, t.volatility, t.games, t.made,"
                       " p.name, p.kind FROM ratings t JOIN players p ON p.id = t.player"
                       " WHERE t.seats = $2 AND t.game = $3 AND t.games > 0"
                       " ORDER BY t.rating DESC, t.player",
                       .limit = STORE_ROWS},
    [STORE_SEARCH] = {PART_TABLES, ROW(TABLE),
                      " FROM tables t WHERE t.state = 2 AND t.open_to_all = 1 AND t.id < $2"
                      " AND t.id IN (SELECT c.tab FROM chairs c WHERE c.player = $1"
                      " AND c.kind = 1) AND ($3 = '' OR t.game = $3) ORDER BY t.id DESC",
                      .limit = STORE_LIST},
    [STORE_OF_GAME] = {PART_TABLES, ROW(TABLE),
                       " FROM tables t WHERE t.state = 2 AND t.open_to_all = 1 AND t.id < $2"
                       " AND t.game = $3 ORDER BY t.id DESC",
                       .limit = STORE_LIST},
};

struct read_step step_first(const struct store_query *query)
{
    return (struct read_step){.read = (int)query->what};
}

bool step_next(const struct store_query *query, struct read_step *s)
{
    s->chairs = !s->chairs && reads[s->read].part == PART_TABLES;
    if (s->chairs || (query->what == STORE_NEWS && ++s->run < query->id_count))
        return true;
    s->read = reads[query->what].more[s->place++];
    return s->read != 0;
}

int64_t step_id(const struct read_step *s, const struct store_query *query)
{
    return (int64_t)(query->what == STORE_NEWS && query->id_count ? query->ids[s->run] : query->id);
}

int64_t step_from(const struct read_step *s, const struct store_query *query)
{
    if (s->read == STORE_ENTRIES)
        return (int64_t)query->from;
    if (s->read == READ_CHATS)
        return query->lines;
    return query->from ? (int64_t)query->from : INT64_MAX;
}

/* Only stored rows have columns with the names of their kind. */
static bool lists_columns(const struct read *r)
{
    return r->kind && r->kind->table[0];
}

void step_statement(const struct read_step *s, struct text *sql)
{
    const struct read *r = &reads[s->read];
    text_put(sql, "SELECT ");
    if (s->chairs) {
        columns_list(ROW(CHAIR), "t.", sql);
        text_put(sql, ", p.name, p.kind, r.rating, r.games, p.owner, p.holiday, s.name"
                      " FROM chairs t JOIN tables g ON g.id = t.tab LEFT JOIN players p ON p.id = t.player"
                      " LEFT JOIN players s ON s.id = t.stand_in AND t.stand_in <> 0"
                      " LEFT JOIN ratings r ON r.player = t.player AND r.game = g.game AND r.seats = g.seats"
                      " WHERE t.tab IN (SELECT t.id");
    } else if (lists_columns(r)) {
        columns_list(r->kind, "t.", sql);
    }
    text_put(sql, r->sql);
    if (r->limit)
        text_printf(sql, " LIMIT %d", r->limit);
    text_put(sql, s->chairs ? ")" : "");
}

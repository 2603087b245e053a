/* requests_profile.c: requests about what players have done: profiles, ratings, rankings, finished games. */
#include <string.h>

#include "server/protocol/requests.h"
#include "server/tables/lobby.h"

enum { SURE = 110 * 100, MOST_RESULTS = 200, MOST_RANKED = 100 };

/* ---- members ---- */

static int whole(int hundredths)
{
    return (hundredths + (hundredths < 0 ? -50 : 50)) / 100;
}

/* A rating is shown as sure when it would change little in the next games. */
static void put_rating(const struct rating_row *row, struct text *out)
{
    text_member_int(out, "rating", whole(row->rating));
    text_member_int(out, "deviation", whole(row->deviation));
    text_member_int(out, "games", row->games);
    text_member_bool(out, "sure", row->deviation <= SURE);
}

static void put_tallies(const struct store_answer *a, bool against, struct text *out)
{
    const struct tally_row *rows = a->rows;
    text_member_open(out, "played", '[');
    for (int i = 0; i < a->row_count; i++) {
        text_json_open(out, '{');
        text_member_string(out, "game", rows[i].game);
        text_member_int(out, "seats", rows[i].seats);
        text_member_int(out, "games", rows[i].games);
        text_member_int(out, "wins", rows[i].wins);
        if (against)
            text_member_int(out, "losses", rows[i].losses);
        text_json_close(out, '}');
    }
    text_json_close(out, ']');
}

static uint64_t player_named(const struct request *r)
{
    return id_parse(request_text(r, "player"));
}

/* ---- one player ---- */

static enum request_end show_profile(struct request *r, const struct store_answer *a)
{
    struct text *out = &r->out;
    char id[ID_TEXT];
    if (a->found == STORE_NONE)
        return request_refuse(r, "unknown", "There is no such player.");
    id_text(a->player.id, id);
    text_member_open(out, "player", '{');
    text_member_string(out, "id", id);
    put_name(a->player.name, out);
    text_member_string(out, "kind", player_kind_names[a->player.kind]);
    text_json_close(out, '}');
    text_member_int(out, "since", a->player.created);
    text_member_open(out, "ratings", '[');
    for (int i = 0; i < a->rating_count; i++) {
        if (!a->ratings[i].games)
            continue;
        text_json_open(out, '{');
        text_member_string(out, "game", a->ratings[i].game);
        text_member_int(out, "seats", a->ratings[i].seats);
        put_rating(&a->ratings[i], out);
        text_json_close(out, '}');
    }
    text_json_close(out, ']');
    put_tallies(a, false, out);
    return REQUEST_DONE;
}

static enum request_end profile(struct request *r)
{
    struct store_query query = {.what = STORE_PROFILE, .id = player_named(r)};
    return request_read(r, &query, show_profile);
}

static enum request_end show_meetings(struct request *r, const struct store_answer *a)
{
    put_tallies(a, true, &r->out);
    return REQUEST_DONE;
}

static enum request_end meetings(struct request *r)
{
    struct store_query query = {.what = STORE_MEETINGS, .id = r->client->player->id, .from = player_named(r)};
    return request_read(r, &query, show_meetings);
}

static enum request_end show_results(struct request *r, const struct store_answer *a)
{
    const struct result_row *rows = a->rows;
    text_member_open(&r->out, "results", '[');
    for (int i = 0; i < a->row_count && i < MOST_RESULTS; i++) {
        char id[ID_TEXT];
        id_text(rows[i].table, id);
        text_json_open(&r->out, '{');
        text_member_string(&r->out, "table", id);
        text_member_int(&r->out, "seats", rows[i].seats);
        text_member_int(&r->out, "at", rows[i].at);
        text_member_int(&r->out, "rating", whole(rows[i].rating));
        text_member_int(&r->out, "gain", whole(rows[i].gain));
        text_member_int(&r->out, "place", rows[i].place);
        text_json_close(&r->out, '}');
    }
    text_json_close(&r->out, ']');
    return REQUEST_DONE;
}

static enum request_end results(struct request *r)
{
    struct store_query query = {
        .what = STORE_RESULTS, .id = player_named(r), .text = request_text(r, "game")};
    return request_read(r, &query, show_results);
}

/* ---- all players ---- */

static enum request_end show_ranking(struct request *r, const struct store_answer *a)
{
    const struct rank_row *rows = a->rows;
    int shown = 0;
    text_member_open(&r->out, "players", '[');
    for (int i = 0; i < a->row_count && shown < MOST_RANKED; i++) {
        char id[ID_TEXT];
        if (rows[i].rating.deviation > SURE)
            continue; /* a lucky newcomer is not first */
        shown++;
        id_text(rows[i].rating.player, id);
        text_json_open(&r->out, '{');
        text_member_open(&r->out, "player", '{');
        text_member_string(&r->out, "id", id);
        put_name(rows[i].name, &r->out);
        text_member_string(&r->out, "kind", player_kind_names[rows[i].kind]);
        text_json_close(&r->out, '}');
        put_rating(&rows[i].rating, &r->out);
        text_json_close(&r->out, '}');
    }
    text_json_close(&r->out, ']');
    return REQUEST_DONE;
}

static enum request_end ranking(struct request *r)
{
    struct store_query query = {
        .what = STORE_RANKING, .from = (uint64_t)request_int(r, "seats", 0), .text = request_text(r, "game")};
    return request_read(r, &query, show_ranking);
}

static enum request_end show_found(struct request *r, const struct store_answer *a)
{
    text_json_key(&r->out, "tables");
    lobby_show(r->server, a, r->client->player->id, &r->out);
    return REQUEST_DONE;
}

static enum request_end search(struct request *r)
{
    const char *game = request_text(r, "game"), *before = request_text(r, "before");
    uint64_t player = request_text(r, "player") ? player_named(r) : 0;
    struct store_query query = {.what = player ? STORE_SEARCH
                                        : game ? STORE_OF_GAME
                                               : STORE_FINISHED,
                                .id = player,
                                .from = before ? id_parse(before) : 0,
                                .text = game ? game : ""};
    return request_read(r, &query, show_found);
}

static enum request_end show_named(struct request *r, const struct store_answer *found)
{
    char id[ID_TEXT];
    id_text(found->found == STORE_FOUND ? found->player.id : 0, id);
    text_member_string(&r->out, "player", found->found == STORE_FOUND ? id : NULL);
    return REQUEST_DONE;
}

/* The account with a name, however it is spelled (names.c). */
static enum request_end find(struct request *r)
{
    char key[STORE_NAME];
    if (!player_name_key(request_text(r, "name"), key)) {
        text_member_string(&r->out, "player", NULL);
        return REQUEST_DONE;
    }
    return request_read(r, &(struct store_query){.what = STORE_BY_NAME, .text = key}, show_named);
}

const struct request_kind requests_profile[] = {
    {"profile", "player:player", profile},
    {"meetings", "player:player", meetings},
    {"results", "player:player game:game", results},
    {"ranking", "game:game seats:i2-GAME_MAX_SEATS", ranking},
    {"find", "name:x0-STORE_NAME", find},
    {"search", "player?:player game?:game before?:table", search},
    {0},
};

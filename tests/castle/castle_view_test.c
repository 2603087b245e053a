/* castle_view_test.c: what a viewer of Castle knows, is told, and is shown. */
#include <string.h>

#include "face/position.h"
#include "table.h"

static struct table table, *t = &table;
static char buffer[128 * 1024];

static void complete_cd6(void)
{
    turn(t, "c4-d3", "blue blue white");
    turn(t, "c4-d4", "blue blue white");
    turn(t, "d3-d4", "blue blue white");
}

static game_move move_of(const char *line)
{
    game_move move;
    assert_true(
        game_parse(t->game, &t->s, line[0] == '*' ? GAME_CHANCE : line[0] - '1', line + 2, &move, NULL));
    return move;
}

static enum game_sight sight_of(const char *line, int viewer)
{
    int actor = line[0] == '*' ? GAME_CHANCE : line[0] - '1';
    return t->game->sight(t->game, &t->s, actor, move_of(line), viewer);
}

static void sit_for_cards(void)
{
    sit(t, 2,
        (const char *const[]){"cities city_red city_red city_blue country_walls city_size_1",
                              "cities country_towers country_towers city_blue country_walls city_size_1"});
    complete_cd6();
}

static void others_cards_are_hidden(void **unused)
{
    (void)unused;
    sit_for_cards();
    make_all(t, "1 discard city_red, * card city_pink, * card city_green");
    struct castle view;
    t->game->observe(t->game, &t->s, 1, &view);
    assert_int_equal(view.hand[0], 0);
    assert_int_equal(view.unseen[0], 0);
    assert_int_equal(view.draw, 0);
    assert_int_equal(view.hand_size[0], 7);
    assert_int_equal(view.unseen_size[0], 1);
    assert_true(view.hand[1] == t->s.hand[1]);
    t->game->observe(t->game, &t->s, 0, &view);
    assert_true(view.unseen[0] == castle_card(castle_find_kind(box_of(t), "city_red")));
    t->game->observe(t->game, &t->s, GAME_PUBLIC, &view);
    assert_int_equal(view.hand[0] | view.hand[1] | view.unseen[0], 0);
}

static void what_is_unknown_does_not_change_a_view(void **unused)
{
    (void)unused;
    sit_for_cards();
    struct castle other = t->s, a, b;
    const char *const cards[] = {"city_pink",   "city_pink",   "city_green",
                                 "city_yellow", "city_towers", "city_palaces"};
    other.hand[0] = 0;
    for (int i = 0; i < 6; i++)
        other.hand[0] += castle_card(castle_find_kind(box_of(t), cards[i]));
    other.draw = t->s.draw + t->s.hand[0] - other.hand[0];
    assert_false(other.hand[0] == t->s.hand[0]);
    t->game->observe(t->game, &t->s, 1, &a);
    t->game->observe(t->game, &other, 1, &b);
    assert_memory_equal(&a, &b, sizeof a);
}

static void dealing_is_uniform(void **unused)
{
    (void)unused;
    sit_for_cards();
    make_all(t, "1 score city_size_1, * card city_pink");
    struct castle view, dealt;
    struct rng rng;
    int held = 0, twice = 0, games_count = 6000, open = castle_find_kind(box_of(t), "city_size_1");
    int kind = castle_find_kind(box_of(t), "city_green");
    rng_seed(&rng, 3);
    t->game->observe(t->game, &t->s, 0, &view);
    for (int i = 0; i < games_count; i++) {
        t->game->deal(t->game, &view, 0, &rng, &dealt);
        held += castle_copies(dealt.hand[1], kind) > 0;
        twice += castle_copies(dealt.hand[1], kind) == 2;
        assert_true(castle_copies(dealt.hand[1], open) + castle_copies(dealt.draw, open) == 1);
    }
    /* 53 cards are unknown, and six of them are in the other hand. It holds neither of two cards with chance
     * 47 · 46 / (53 · 52), and both with 6 · 5 / (53 · 52). */
    assert_in_range(held, games_count * 215 / 1000 - 200, games_count * 215 / 1000 + 200);
    assert_in_range(twice, 35, 100);
}

static void moves_are_seen_or_veiled(void **unused)
{
    (void)unused;
    games_open();
    t->game = games_find("castle");
    assert_true(game_start(t->game, &t->s, 2, "", NULL));
    assert_int_equal(sight_of("* card cities", 0), GAME_SEEN);
    assert_int_equal(sight_of("* card cities", 1), GAME_VEILED);
    assert_int_equal(sight_of("* card cities", GAME_PUBLIC), GAME_VEILED);
    sit_for_cards();
    assert_int_equal(sight_of("1 score cities", 1), GAME_SEEN);
    assert_int_equal(sight_of("1 discard cities", 1), GAME_VEILED);
    assert_int_equal(sight_of("1 discard cities", 0), GAME_SEEN);
    char words[GAME_MOVE_TEXT];
    struct text seen = TEXT_IN(words);
    game_seen_text(t->game, &t->s, 0, move_of("1 discard cities"), 1, &seen);
    assert_string_equal(words, "discard ?");
    make_all(t,
             "1 score city_size_1, * card city_pink, 2 discard cities, * card city_pink, * card city_green");
    assert_int_equal(t->s.phase, CASTLE_SWAP);
    assert_int_equal(sight_of("2 swap city_pink", 0), GAME_VEILED);
    assert_int_equal(sight_of("2 swap city_pink", 1), GAME_SEEN);
    assert_int_equal(sight_of("2 done", 0), GAME_SEEN);
    assert_int_equal(game_may_react(t->game, &t->s, 1, move_of("2 done")), 0);
}

static void a_viewers_move_can_be_tried_on_its_view(void **unused)
{
    (void)unused;
    sit_for_cards();
    struct castle view, after;
    t->game->observe(t->game, &t->s, 0, &view);
    game_move move = move_of("1 score city_size_1");
    t->game->apply(t->game, &view, 0, move);
    t->game->apply(t->game, &t->s, 0, move);
    t->game->observe(t->game, &t->s, 0, &after);
    assert_memory_equal(&view, &after, sizeof view);
    /* On a view, chance may draw any card that the viewer has not seen. */
    assert_int_equal(view.phase, CASTLE_DRAW);
    game_move moves[GAME_MAX_MOVES];
    uint32_t weight[GAME_MAX_MOVES], sum = 0;
    int count = t->game->moves(t->game, &view, GAME_CHANCE, moves, weight);
    for (int i = 0; i < count; i++)
        sum += weight[i];
    assert_int_equal(sum, 48 + 6); /* the draw pile and the other hand */
}

static const struct game_event *find_event(const struct game_event *events, int count, const char *key)
{
    for (int i = 0; i < count; i++)
        if (strcmp(events[i].key, key) == 0)
            return &events[i];
    fail_msg("no event %s", key);
    return NULL;
}

static void moves_are_told(void **unused)
{
    (void)unused;
    struct game_event events[GAME_MAX_EVENTS];
    sit(t, 2, NULL);
    turn(t, "c4-d3", "blue blue white");
    turn(t, "c4-d4", "blue blue white");
    make_all(t, "1 wall d3-d4, * dice blue red -, 1 house de6 red");
    struct castle before = t->s;
    int count = t->game->tell(t->game, &t->s, 0, move_of("1 house cd6 blue"), 1, events);
    assert_memory_equal(&before, &t->s, sizeof before);
    assert_string_equal(events[0].key, "house");
    assert_string_equal(events[0].place, "cd6");
    assert_string_equal(find_event(events, count, "complete")->place, "cd6");
    assert_int_equal(find_event(events, count, "complete")->amount, 1);
    assert_string_equal(find_event(events, count, "palace")->what, "blue");
    make(t, "1 house cd6 blue");
    count = t->game->tell(t->game, &t->s, 0, move_of("1 score city_size_1"), 1, events);
    assert_int_equal(find_event(events, count, "score")->amount, 6);
    assert_string_equal(find_event(events, count, "score")->what, "city_size_1");
    t->game->tell(t->game, &t->s, 0, move_of("1 discard city_size_1"), 1, events);
    assert_null(events[0].what);
    t->game->tell(t->game, &t->s, 0, move_of("1 discard city_size_1"), 0, events);
    assert_string_equal(events[0].what, "city_size_1");
    make(t, "1 discard city_size_1");
    t->game->tell(t->game, &t->s, GAME_CHANCE, move_of("* card cities"), 1, events);
    assert_null(events[0].what);
    t->game->tell(t->game, &t->s, GAME_CHANCE, move_of("* card cities"), 0, events);
    assert_string_equal(events[0].what, "cities");
}

static void moves_have_their_clause(void **unused)
{
    (void)unused;
    sit(t, 2, NULL);
    assert_string_equal(t->game->clause(t->game, &t->s, 0, move_of("1 wall a1-a2")), "2.2");
    make_all(t, "1 wall a2-b2, * dice blue red black");
    t->s.supply.towers[2] = 0;
    assert_string_equal(t->game->clause(t->game, &t->s, 0, move_of("1 tower a2 white")), "2.6");
    make_all(t, "1 tower a2 white, 1 tower b2 white");
    t->s.supply.houses[4] = 0;
    assert_string_equal(t->game->clause(t->game, &t->s, 0, move_of("1 house ab2 blue")), "2.5");
    assert_string_equal(t->game->clause(t->game, &t->s, 0, move_of("1 house ab2 pink")), "2.6");
}

static const char *view_of(int viewer)
{
    struct castle view;
    struct text out = TEXT_IN(buffer);
    t->game->observe(t->game, &t->s, viewer, &view);
    t->game->view_json(t->game, &view, viewer, &out);
    assert_false(out.cut);
    return buffer;
}

static void views_show_what_a_client_draws(void **unused)
{
    (void)unused;
    sit(t, 2,
        (const char *const[]){"cities city_red city_red city_blue country_walls city_size_1",
                              "cities country_towers country_towers city_blue country_walls city_size_1"});
    turn(t, "c4-d3", "blue blue white");
    turn(t, "c4-d4", "blue red white");
    const char *view = view_of(0);
    assert_non_null(strstr(view, "\"phase\":\"wall\",\"active\":1,\"seat\":1,\"viewer\":1"));
    assert_non_null(strstr(view, "{\"card\":\"country_walls\",\"points\":2}"));
    assert_non_null(strstr(view, "{\"card\":\"city_size_1\",\"points\":null}"));
    assert_non_null(strstr(view, "\"closings\":[{\"line\":\"d3-d4\",\"spaces\":[\"cd6\"],\"joins\":[],"
                                 "\"hand\":[6,3,0,0,0,1]}]"));
    assert_non_null(strstr(view, "\"walls\":[\"c4-d3\",\"c4-d4\"]"));
    assert_non_null(strstr(view, "{\"point\":\"c4\",\"colour\":\"white\"}"));
    assert_null(strstr(view_of(GAME_PUBLIC), "\"hand\":[{"));
    assert_null(strstr(view_of(1), "city_red"));
    turn(t, "d3-d4", "blue blue white");
    view = view_of(0);
    assert_non_null(strstr(view, "\"counts\":\"cd6\""));
    assert_non_null(strstr(view, "{\"card\":\"city_size_1\",\"points\":6}"));
    assert_non_null(strstr(view, "\"edge\":[\"c4-d3\",\"c4-d4\",\"d3-d4\"]"));
}

static void choices_show_their_worth(void **unused)
{
    (void)unused;
    sit(t, 2, (const char *const[]){"cities city_red city_red city_size_2 country_walls city_size_1", ""});
    complete_cd6();
    finish_scoring(t);
    turn(t, "c4-c5", "blue blue white");
    turn(t, "c5-d4", "blue blue white");
    assert_int_equal(t->s.phase, CASTLE_JOIN);
    const char *choices = strstr(view_of(GAME_PUBLIC), "\"choices\":[");
    assert_string_equal(
        choices, "\"choices\":[{\"move\":\"keep\",\"city\":\"cd7\",\"spaces\":[\"cd7\"],\"hand\":[]},"
                 "{\"move\":\"join cd6\",\"city\":\"cd6\",\"spaces\":[\"cd6\",\"cd7\"],\"hand\":[]}]}");
}

static void show(enum language language, enum position_style style)
{
    struct text out = TEXT_IN(buffer);
    struct speaker speaker = words_speaker(language, t->s.seats, 0);
    position_put(&speaker, t->game, &t->s, style, &out);
    assert_false(out.cut);
}

static void pictures_fit_and_are_complete(void **unused)
{
    (void)unused;
    sit_for_cards();
    for (enum position_style style = POSITION_PLAIN; style <= POSITION_COLOUR; style++) {
        show(LANGUAGE_EN, style);
        int width = 0;
        bool escape = false;
        for (const char *c = buffer; *c; c++) {
            bool was = escape, follows = ((unsigned char)*c & 0xc0) == 0x80;
            escape = was ? *c != 'm' : *c == '\033';
            width = *c == '\n' ? 0 : width + !(was || escape || follows);
            assert_true(width < 80);
        }
        assert_int_equal(strchr(buffer, '\033') != NULL, style == POSITION_COLOUR);
        assert_non_null(strstr(buffer, "cd6"));
    }
    show(LANGUAGE_EN, POSITION_PLAIN);
    assert_non_null(strstr(buffer, "Wd3━━━━━━━Wd4")); /* two towers and their wall */
    assert_non_null(strstr(buffer, "*cd6"));
    assert_non_null(strstr(buffer, "6 for a city of exactly 1 space (city_size_1): City, would score 6 now"));
    assert_non_null(strstr(buffer, "1 You: 1 point; 6 cards in hand\n"));
    assert_non_null(strstr(buffer, "City cd6, which counts now, 1 space: "));
}

static void words_say_what_stands_where(void **unused)
{
    (void)unused;
    sit_for_cards();
    show(LANGUAGE_EN, POSITION_WORDS);
    assert_non_null(strstr(buffer, "West: ab1, ab2, "));
    assert_non_null(strstr(buffer, "Walls: "));
    assert_non_null(strstr(buffer, "d3-d4 (on a border)"));
    assert_non_null(strstr(buffer, "White tower on "));
    assert_non_null(strstr(buffer, ", in the city cd6: "));
    show(LANGUAGE_DE, POSITION_WORDS);
    assert_non_null(strstr(buffer, "Mauern: "));
    assert_non_null(strstr(buffer, "d3-d4 (auf einer Grenze)"));
    assert_null(strstr(buffer, "tower"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(others_cards_are_hidden),
        cmocka_unit_test(what_is_unknown_does_not_change_a_view),
        cmocka_unit_test(dealing_is_uniform),
        cmocka_unit_test(moves_are_seen_or_veiled),
        cmocka_unit_test(a_viewers_move_can_be_tried_on_its_view),
        cmocka_unit_test(moves_are_told),
        cmocka_unit_test(moves_have_their_clause),
        cmocka_unit_test(views_show_what_a_client_draws),
        cmocka_unit_test(choices_show_their_worth),
        cmocka_unit_test(pictures_fit_and_are_complete),
        cmocka_unit_test(words_say_what_stands_where),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

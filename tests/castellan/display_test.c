/* display_test.c: the picture for terminals and the JSON for clients. */
#include "castellan/table.h"
#include "face/position.h"

#include <string.h>

static char drawn[256 * 1024];

static const char *picture(const struct castellan_state *s, int viewer, enum position_style style)
{
    struct castellan_state view;
    struct text out = TEXT_IN(drawn);
    castellan->observe(castellan, s, viewer, &view);
    struct speaker speaker = words_speaker(LANGUAGE_EN, s->seats, viewer);
    position_put(&speaker, castellan, &view, style, &out);
    assert_false(out.cut);
    return drawn;
}

static const char *view_json(const struct castellan_state *s, int viewer)
{
    struct castellan_state view;
    struct text out = TEXT_IN(drawn);
    castellan->observe(castellan, s, viewer, &view);
    castellan->view_json(castellan, &view, viewer, &out);
    assert_false(out.cut);
    return drawn;
}

/* A courtyard of seat 1 with the double keep, one of seat 2, an open end, and both kinds of walls. */
static void two_courtyards(struct castellan_state *s)
{
    building_site(s, 2);
    make_moves(s, nearly_square);
    make_moves(
        s, "1 short 32,33 E; 1 double 32,32; 2 long 33,32 E; 2 tower 35,32; 2 long 33,33 E; 2 tower 35,33; "
           "2 short 35,32 S; 2 single; 1 long 32,33 S; 1 short 35,33 E; 1 tower 36,33");
}

static void assert_string_starts(const char *text, const char *beginning)
{
    static char start[4096];
    struct text out = TEXT_IN(start);
    text_put_n(&out, text, strnlen(text, strlen(beginning)));
    assert_string_equal(start, beginning);
}

static void test_picture(void **state)
{
    struct castellan_state s;
    (void)state;
    two_courtyards(&s);
    static const char castle[] =
        "  30      31      32      33      34      35      36      37      38\n"
        "30\n"
        "\n"
        "\n"
        "\n"
        "31\n"
        "\n"
        "\n"
        "\n"
        "32                 █───────█═══════════════█\n"
        "                   │       │               │\n"
        "                   │   1*  │   2       2   │\n"
        "                   │       │               │\n"
        "33                 █───────█═══════════════█───────█\n"
        "                   ║\n"
        "                   ║\n"
        "                   ║\n"
        "34                 ║\n"
        "                   ║\n"
        "                   ║\n"
        "                   ║\n"
        "35                 ○\n"
        "\n"
        "\n"
        "\n"
        "36\n"
        "\n"
        "\n"
        "\n"
        "37\n"
        "\n"
        "Courtyard 32,32 of you: 4 towers, 8 points, and double keep.\n"
        "Courtyard 33,32 of Fish: 4 towers and 4 points.\n"
        "1 You: 8 points; 2 keeps placed, double keep used, 4 cards in hand, 5 tower\n"
        "    cards and 5 wall cards left\n";
    assert_string_starts(picture(&s, 0, POSITION_PLAIN), castle);
    assert_non_null(
        strstr(drawn, "2 Fish: 4 points; 1 keep placed, double keep still to use, 4 cards in hand"));
    assert_non_null(strstr(drawn, "To build: "));
    assert_non_null(strstr(drawn, "Your cards:\n  2 towers and 1 more card to draw (2T+): Tower\n"));
    assert_null(strstr(picture(&s, GAME_PUBLIC, POSITION_PLAIN), "2T+"));
}

static void test_words(void **state)
{
    struct castellan_state s;
    (void)state;
    two_courtyards(&s);
    static const char castle[] =
        "The castle reaches from column 32 to 36 and from row 32 to 35.\n"
        "Towers: 32,32, 33,32, 35,32, 32,33, 33,33, 35,33, and 36,33.\n"
        "Long walls: 33,32 east, 33,33 east, and 32,33 south.\n"
        "Short walls: 32,32 east, 32,33 east, 35,33 east, 32,32 south, 33,32 south, and 35,32 south.\n"
        "Open ends: 32,35.\n"
        "Courtyard 32,32 of you: ";
    assert_string_starts(picture(&s, 0, POSITION_WORDS), castle);
}

/* A coloured picture without its colours is the plain picture. */
static void test_colours_add_nothing(void **state)
{
    struct castellan_state s;
    static char plain[65536];
    char *to = drawn;
    (void)state;
    two_courtyards(&s);
    strcpy(plain, picture(&s, GAME_PUBLIC, POSITION_PLAIN));
    assert_null(strchr(plain, '\033'));
    picture(&s, GAME_PUBLIC, POSITION_COLOUR);
    assert_non_null(strchr(drawn, '\033'));
    for (const char *from = drawn; *from;)
        if (*from == '\033')
            from = strchr(from, 'm') + 1;
        else
            *to++ = *from++;
    *to = '\0';
    assert_string_equal(drawn, plain);
}

static int widest_line(const char *text)
{
    int width = 0, widest = 0;
    for (; *text; text++) {
        width = *text == '\n' ? 0 : width + (((unsigned char)*text & 0xc0) != 0x80);
        widest = width > widest ? width : widest;
    }
    return widest;
}

/* What is too wide for a terminal comes in strips; no tower is left out. */
static void test_wide_castles_come_in_strips(void **state)
{
    struct castellan_state s;
    (void)state;
    for (int length = 4; length <= 30; length += 2) {
        int towers = 0, drawn_towers = 0;
        building_site(&s, 2);
        make_moves(&s, "1 tower 32,32");
        for (int x = 32; x < 62 && x - 32 < length; x += 2) {
            char moves[64];
            struct text text = TEXT_IN(moves);
            text_printf(&text, "1 long %d,32 E; 1 tower %d,32", x, x + 2);
            make_moves(&s, moves);
        }
        for (int y = 0; y < CASTELLAN_SIDE; y++)
            towers += castellan_popcount(s.tower[y]);
        picture(&s, 0, POSITION_PLAIN);
        assert_true(widest_line(drawn) <= 79);
        for (const char *at = drawn; (at = strstr(at, "█")); at++)
            drawn_towers++;
        assert_int_equal(drawn_towers, towers);
    }
    int named = 0;
    for (const char *at = drawn; (at = strstr(at, "\n32 ")); at++)
        named++;
    assert_int_equal(named, 2); /* the second strip names its rows too */
}

static void test_view_of_the_castle(void **state)
{
    struct castellan_state s;
    (void)state;
    two_courtyards(&s);
    const char *json = view_json(&s, 0);
    assert_non_null(strstr(json, "\"phase\":\"build\",\"active\":1,\"viewer\":1"));
    assert_non_null(strstr(json, "\"extent\":{\"west\":32,\"north\":32,\"east\":36,\"south\":35}"));
    assert_non_null(
        strstr(json, "\"towers\":[\"32,32\",\"33,32\",\"35,32\",\"32,33\",\"33,33\",\"35,33\",\"36,33\"]"));
    assert_non_null(strstr(
        json, "{\"place\":\"32,32 E\",\"kind\":\"short\",\"from\":\"32,32\",\"to\":\"33,32\",\"open\":[]}"));
    assert_non_null(strstr(
        json,
        "{\"place\":\"32,33 S\",\"kind\":\"long\",\"from\":\"32,33\",\"to\":\"32,35\",\"open\":[\"to\"]}"));
    assert_non_null(strstr(json, "\"open_ends\":[\"32,35\"]"));
    assert_non_null(strstr(
        json, "{\"name\":\"32,32\",\"owner\":1,\"towers\":4,\"double\":true,\"fresh\":false,\"value\":8,"
              "\"squares\":[\"32,32\"]}"));
    assert_non_null(strstr(json, "\"squares\":[\"33,32\",\"34,32\"]"));
}

static void test_closing_places_show_their_points(void **state)
{
    struct castellan_state s;
    (void)state;
    building_site(&s, 2);
    make_moves(&s, nearly_square);
    assert_non_null(strstr(view_json(&s, 0), "\"closes\":[{\"move\":\"short 32,33 E\",\"points\":4,"
                                             "\"courtyards\":[{\"towers\":4,\"squares\":[\"32,32\"]}]}]"));
    assert_non_null(strstr(view_json(&s, 1), "\"closes\":[]")); /* only the seat that builds is told */
    make_moves(&s, "1 short 32,33 E");
    assert_non_null(strstr(view_json(&s, 0), "\"phase\":\"keep\""));
    assert_non_null(strstr(view_json(&s, 0), "\"fresh\":true"));
}

static void test_hands_in_views(void **state)
{
    struct castellan_state s;
    (void)state;
    deal_hands(&s, 2, "");
    assert_non_null(
        strstr(view_json(&s, 0),
               "\"hand\":{\"tower\":2,\"wall\":2},\"cards\":[\"2T+\",\"3T\",\"1T2L1S\",\"1T1L2S\"]"));
    assert_non_null(
        strstr(view_json(&s, 0), "\"hand\":{\"tower\":2,\"wall\":2},\"cards\":[],\"played\":[]}]"));
    assert_null(strstr(view_json(&s, GAME_PUBLIC), "3T"));
    assert_non_null(strstr(view_json(&s, GAME_PUBLIC), "\"extent\":null"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_picture),
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_colours_add_nothing),
        cmocka_unit_test(test_wide_castles_come_in_strips),
        cmocka_unit_test(test_view_of_the_castle),
        cmocka_unit_test(test_closing_places_show_their_points),
        cmocka_unit_test(test_hands_in_views),
    };
    return cmocka_run_group_tests(tests, open_castellan, NULL);
}

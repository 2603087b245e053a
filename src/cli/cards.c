/* cards.c: castellany cards: every card of the games, in words. */
#include <stdio.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/play/play_ask.h"
#include "core/list.h"

enum { CARDS_TEXT = 16 * 1024 };

static void print_cards(const struct game *game, enum language language)
{
    static char buffer[CARDS_TEXT];
    struct text out = TEXT_IN(buffer);
    struct speaker speaker = words_speaker(language, game->max_seats, GAME_PUBLIC);
    ask_cards(&speaker, game, &out);
    printf("%s\n\n%s", game->title, buffer);
}

/* Of games with one box, such as Castelli and its tournament, the first stands for all. */
static bool is_first(int i)
{
    for (int k = 0; k < i; k++)
        if (games[k]->box_file && games[i]->box_file && strcmp(games[k]->box_file, games[i]->box_file) == 0)
            return false;
    return true;
}

int cmd_cards(const struct arguments *a)
{
    enum language language;
    const struct game *game = a->count ? cli_game(a->operands[0], NULL) : NULL;
    if (a->count && !game)
        return CLI_REFUSED;
    if (!cli_language(argument(a, "lang"), &language))
        return cli_usage("cards", "--lang takes en, nl or de, not \"%s\"", argument(a, "lang"));
    if (game) {
        print_cards(game, language);
        return CLI_OK;
    }
    for (int i = 0, printed = 0; games[i]; i++)
        if (face_of(games[i])->card && is_first(i)) {
            if (printed++)
                putchar('\n');
            print_cards(games[i], language);
        }
    return CLI_OK;
}

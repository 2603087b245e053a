/* commands.c: the commands of castellany, each with its options and its help. */
#include "cli/commands.h"

#include <limits.h>

#include "bot/bot.h"
#include "bot/eval.h"
#include "cli/base/bot_setup.h"
#include "cli/lab/lab.h"
#include "cli/record/records.h"
#include "cli/serve/serve.h"

/* Texts are laid out as they are printed. */
/* clang-format off */

#define BOX       {"box", "FILE", "the shipped one", "use the components of this box file", 0, 0, NULL}
#define OPTION    {"option", "O", NULL, "an option of the game, such as battle or first=2; may be given several times", 0, 0, NULL}
#define SEED(about) {"seed", "N", "a random one", about, 0, LONG_MAX, NULL}
#define JSON(about) {"json", NULL, NULL, about, 0, 0, NULL}
#define BUDGET(ms) {"budget", "MS", ms, "how long a bot may think about a decision, in milliseconds", 1, BOT_SETUP_MAX_MS, NULL}, \
                   {"sims", "N", NULL, "how many simulations it may make instead", 1, BOT_SETUP_MAX_SIMS, NULL}
#define LANGUAGE {"lang", "LANGUAGE", "that of the locale, else en", "speak this language: en, nl or de", 0, 0, "en nl de"}
#define END       {0}

static const struct flag serve[] = {
    {"config", "FILE", NULL, "read more options from this file, with lines such as listen = 0.0.0.0:8080", 0, 0, NULL},
    {"listen", "ADDR:PORT", "127.0.0.1:8080", "listen here; 0.0.0.0:8080 lets other machines connect", 0, 0, NULL},
    {"data", "DIR", "~/.local/share/castellany", "keep all data in this folder; it is made if it is missing", 0, 0, NULL},
    {"store", "URL", "a SQLite file in --data", "keep the games in this PostgreSQL database: postgresql://USER@HOST/DATABASE", 0, 0, NULL},
    {"bus", "URL", "no other nodes", "tell other nodes on the same --store what changed: nats://HOST[,HOST…][/NAME]", 0, 0, NULL},
    {"tls-cert", "FILE", NULL, "use this TLS certificate, for https", 0, 0, NULL},
    {"tls-key", "FILE", NULL, "use this key of the certificate", 0, 0, NULL},
    {"trust-proxy", NULL, NULL, "believe X-Forwarded-For and X-Forwarded-Proto of a proxy in front", 0, 0, NULL},
    {"connections", "N", "32", "allow one address this many WebSockets, and twice as many other connections", 1, 100000, NULL},
    {"ping", "SECONDS", "30", "send a ping to a client after this much silence", 1, 3600, NULL},
    {"tables", "N", "20000", "allow this many open and running tables in all", 1, 10000000, NULL},
    {"tables-each", "N", "200", "allow one address (IPv6: one /64) as many, and as many new ones an hour", 1, 10000000, NULL},
    {"expire-open", "HOURS", "24", "end an open table whose creator is away after this time", 1, 8760, NULL},
    {"expire-games", "DAYS", "90", "end a game at which nobody looked for this time; its record stays", 31, 36500, NULL},
    {"expire-guests", "DAYS", "365", "forget a guest who has no chair at any table after this time", 2, 36500, NULL},
    {"absence", "MINUTES", "1440", "let the others give the seat of a player to a computer after this time", 1, 525600, NULL},
    {"push-contact", "URL", "no messages", "tell people who are away through their browsers (Web Push); mailto: or https: of yours for the push services", 0, 0, NULL},
    {"push-service", "URL", "those of browsers", "allow this push service too, such as http://127.0.0.1:8090", 0, 0, NULL},
    {"notify-command", "COMMAND", NULL, "run this when a table waits for somebody who is away; CASTELLANY_EVENT and more are in its environment", 0, 0, NULL},
    {"null", NULL, NULL, "offer the null game too, for tests", 0, 0, NULL},
    END};

static const struct flag migrate[] = {
    {"from", "STORE", NULL, "the data folder of serve --data, or the database of serve --store; needed", 0, 0, NULL},
    {"to", "STORE", NULL, "where to: a new folder or an empty database; needed", 0, 0, NULL},
    {"boxes", "DIR", "the folder of --from or --to", "look for other boxes of the games in DIR/boxes", 0, 0, NULL},
    END};

static const struct flag admin[] = {
    {"data", "DIR", "~/.local/share/castellany", "the data folder of the server", 0, 0, NULL},
    {"for", "TIME", "for ever", "end a ban, a mute or a code after this time: 30s, 90m, 12h, 7d, 2w; stop a server that drains then", 0, 0, NULL},
    {"until", "DATE", NULL, "end it then: 2026-12-01 or 2026-12-01T18:30Z", 0, 0, NULL},
    {"reason", "TEXT", NULL, "say why, for the audit", 0, 0, NULL},
    END};

static const struct flag play[] = {
    {"seats", "N", "as few as the game allows", "how many play", 2, GAME_MAX_SEATS, NULL},
    {"persons", "N", "1", "how many of them are people; they have the first seats", 0, GAME_MAX_SEATS, NULL},
    {"level", "N", "3", "how strong the bots are", 1, BOT_LEVELS, NULL},
    {"first", "SEAT", "drawn", "the seat that begins", 1, GAME_MAX_SEATS, NULL},
    OPTION, BOX,
    {"resume", "FILE", NULL, "go on with a saved game; the file names the game and its options", 0, 0, NULL},
    LANGUAGE,
    {"lines", NULL, NULL, "play by lines even if the terminal has a screen", 0, 0, NULL},
    {"plain", NULL, NULL, "play by lines, in words instead of pictures, for screen readers", 0, 0, NULL},
    SEED("make all draws repeatable"),
    END};

static const struct flag learn[] = {
    {"step", "N", "1", "begin with this step", 1, 100, NULL},
    LANGUAGE,
    {"lines", NULL, NULL, "learn by lines even if the terminal has a screen", 0, 0, NULL},
    {"plain", NULL, NULL, "the same, for screen readers", 0, 0, NULL},
    END};

static const struct flag cards[] = {LANGUAGE, END};

static const struct flag analyse[] = {
    {"sims", "N", "1000, as for hints", "how many simulations the judge makes for a decision", 1, BOT_SETUP_MAX_SIMS, NULL},
    {"seat", "N", "every seat", "judge only the decisions of this seat", 1, GAME_MAX_SEATS, NULL},
    {"json", NULL, NULL, "write one JSON object; docs/RECORDS.md describes it", 0, 0, NULL},
    BOX, END};

static const struct flag bot[] = {
    {"server", "URL", NULL, "the server's address, such as https://castles.example; needed", 0, 0, NULL},
    {"token-file", "FILE", NULL, "a file whose first line is the bot account's token; - is standard input", 0, 0, NULL},
    {"token", "T", NULL, "the token itself; every user of this machine can see it", 0, 0, NULL},
    {"level", "N", "3", "how strong it plays", 1, BOT_LEVELS, NULL},
    {"table", "ID", NULL, "take a chair at this table", 0, 0, NULL},
    {"invite", "KEY", NULL, "the table's invite key, if it is not public", 0, 0, NULL},
    {"any", NULL, NULL, "take a chair at every open table", 0, 0, NULL},
    {"once", NULL, NULL, "end when one game is over", 0, 0, NULL},
    END};

static const struct flag random_game[] = {
    {"seats", "N", "as few as the game allows", "how many play", 2, GAME_MAX_SEATS, NULL},
    SEED("decides every move; equal seeds print equal records"),
    OPTION, BOX, END};
static const struct flag boxed[] = {BOX, END};
static const struct flag verify[] = {
    {"hash", "HEX", NULL, "the hash that was shown before the game; the record must have the same", 0, 0, NULL},
    BOX, END};
static const struct flag check[] = {
    JSON("write one JSON object a file: file, right, and game, seats, moves, over, or problem"),
    BOX, END};

static const struct flag show[] = {
    {"ply", "N", "the last position", "show the position after this many moves", 0, 1000000, NULL},
    {"seat", "N", "what spectators see", "show what this seat sees; all: everything", 0, 0, NULL},
    {"plain", NULL, NULL, "describe the position in words, for screen readers", 0, 0, NULL},
    LANGUAGE,
    {"json", NULL, NULL, "write JSON for programs; docs/views describes it", 0, 0, NULL},
    BOX, END};

static const struct flag bench[] = {
    {"seats", "N", "as many as the game allows", "how many play", 2, GAME_MAX_SEATS, NULL},
    {"seconds", "N", "3", "how long each game is measured", 1, 3600, NULL},
    JSON("write one JSON object a game"),
    OPTION, BOX, END};

static const struct flag arena[] = {
    {"bots", "A,B,…", NULL, "the bots that play; the last one takes all seats that are left; needed", 0, 0, NULL},
    {"seats", "N", "2", "how many play", 2, GAME_MAX_SEATS, NULL},
    {"games", "N", "100", "how many games", 1, 1000000, NULL},
    BUDGET("50"),
    {"jobs", "N", "1", "how many games are played at a time", 1, 64, NULL},
    {"seed", "N", "0", "choose other deals", 0, 1000000000, NULL},
    {"records", "DIR", NULL, "write every game into this folder", 0, 0, NULL},
    {"sprt", NULL, NULL, "stop when it is clear whether the share of the first bot is 0.05 above a fair one", 0, 0, NULL},
    JSON("write one JSON object; docs/RECORDS.md describes it"),
    OPTION, BOX, END};

static const struct flag train[] = {
    {"seats", "N", NULL, "learn for this many seats; needed", 2, GAME_MAX_SEATS, NULL},
    {"games", "N", "20000", "play this many games in all, those of --resume included", 1, 100000000, NULL},
    {"seed", "N", "1", "equal arguments give equal weights", 0, 1000000000, NULL},
    {"hidden", "N", "16", "how many hidden units", 0, EVAL_MAX_HIDDEN, NULL},
    {"lambda", "PERCENT", "80", "λ of TD(λ): how far ahead a position learns from", 0, 100, NULL},
    {"resume", "FILE", NULL, "go on with these weights", 0, 0, NULL},
    {"out", "FILE", "GAME-N.json", "write the weights to this file, every thousand games", 0, 0, NULL},
    OPTION, END};

static const struct flag puzzles[] = {
    {"seats", "N", "2", "how many play", 2, GAME_MAX_SEATS, NULL},
    {"count", "N", "10", "how many puzzles to find", 1, 10000, NULL},
    {"least-grade", "N", "1", "print no easier ones: 2 takes a short search, 3 a longer one", 1, 3, NULL},
    {"check", "FILE", NULL, "look again at the puzzles of this file, such as web/src/games/castle/puzzles.json, and find none", 0, 0, NULL},
    {"sims", "N", "200000", "the simulations of the last look: ten times what level 6 makes in its time", 1, BOT_SETUP_MAX_SIMS, NULL},
    {"seed", "N", "1", "equal arguments find equal puzzles", 0, 1000000000, NULL},
    OPTION, END};

static const struct flag none[] = {END};

const struct command commands[] = {
    {"serve", "", 0, 0, "Run the server and its web page.",
     "It stops cleanly on SIGTERM. On SIGHUP it reads certificates and --config again; data, store, listen, trust-proxy and null\n"
     "change only with a restart. In the file, options without a value are yes or no, and # begins a comment; the command\n"
     "line goes first. It reads other boxes of the games from DIR/boxes.",
     "serve --listen 0.0.0.0:8080", serve, cmd_serve},
    {"admin", "ACT [WORD…]", 1, 5, "Look after a running server: tables, players, bans, messages.",
     "It talks to the server over a socket in its data folder, so only the user who runs the server, and root, can use it.\n"
     "Every act that changes something is kept in an audit.",
     "admin ban anna --for 7d --reason insults", admin, cmd_admin, admin_help},
    {"backup", "DIR FILE", 2, 2, "Copy the store of a data folder to a new file, also while its server runs.",
     "The copy is one moment of the store. Only its owner can read it: it holds names and hashes of passwords. Other boxes\n"
     "(DIR/boxes) are not in it.",
     "backup ~/.local/share/castellany castellany-2026-11-16.db", none, cmd_backup},
    {"restore", "FILE DIR", 2, 2, "Make a data folder from a backup.",
     "DIR must have no store; it is made if it is missing. The backup is checked first. As root, the store is given to the\n"
     "owner of DIR.",
     "restore castellany-2026-11-16.db /var/lib/castellany", none, cmd_restore},
    {"migrate", "", 0, 0, "Move all games from SQLite to PostgreSQL, or back.",
     "Stop the servers first. It copies every row, then compares both sides and replays every game on both. If it is stopped,\n"
     "run it again: it goes on. Until it has ended, no server starts on the new store. The old one stays as it is. Other\n"
     "boxes (DIR/boxes) are files and are not copied.",
     "migrate --from ~/.local/share/castellany --to postgresql://castellany@db.example/castellany", migrate, cmd_migrate},
    {"play", "GAME", 0, 1, "Play a game at the terminal.",
     "On a terminal the game has the whole screen: arrows walk over what can be chosen, Enter shows what a move would do and\n"
     "makes it, ? lists the keys. Otherwise it is played by lines: type a move, its beginning or its number; \"help\" lists what\n"
     "else you can type. A game that you leave without saving it goes to a file of the current folder or, if that cannot be\n"
     "written, of the data folder. A draw decides who begins unless --first says.",
     "play castelli --seats 3 --level 4", play, cmd_play},
    {"learn", "GAME", 1, 1, "Learn a game by its lesson.",
     "Each step is a decision of a real game. It says what to look for and, after your choice, what that brought.",
     "learn castelli", learn, cmd_learn},
    {"cards", "[GAME]", 0, 1, "Explain every card of a game, or of all games.", "", "cards castle", cards, cmd_cards},
    {"games", "", 0, 0, "List the games with their seats and options, the levels and the bots.", "", "games", none, cmd_games},
    {"analyse", "FILE…", 1, INT_MAX, "Say what each move of a record cost.",
     "For every decision it prints the move that was made and the move that the bot master prefers when it sees what the\n"
     "player saw. A mistake is a move that loses more than chance explains; it has what it costs in expected points and\n"
     "chances to win, and of what. A turn of several moves is judged as a whole. The largest mistakes of each player come\n"
     "last. Equal records give equal analyses, and no move that \"hint\" would choose is a mistake.",
     "analyse game.txt --seat 1", analyse, cmd_analyse},
    {"puzzles", "GAME", 1, 1, "Find positions with one clearly best move.",
     "Bots play, and the judge of \"analyse\" looks for decisions in which one move is clearly better than all others. It\n"
     "looks again at each, at last with ten times the time of the strongest level, before it prints it, as one JSON object\n"
     "in a line: docs/RECORDS.md describes it. With --check it says of each puzzle of a file whether it is one; the exit\n"
     "code is 1 if one is none.",
     "puzzles castellan --count 30", puzzles, cmd_puzzles},
    {"bot", "", 0, 0, "Play on somebody's server with a bot account.",
     "It connects to the server, says which account it is and waits. With --any it takes a chair at every open table, with\n"
     "--table at one. In every game where the account has a seat it thinks on this machine and sends its moves; games that\n"
     "it sat in before go on. It says on standard output where it plays and when a game is over. It runs until\n"
     "Ctrl-C, until the server ends the connection or, with --once, until a game is over. An account of the server makes bot\n"
     "accounts (POST /api/bot, docs/PROTOCOL.md).",
     "bot --server https://castles.example --token-file token.txt --any", bot, cmd_bot},
    {"random", "GAME", 1, 64, "Print the record of a game of random moves.",
     "The seed decides every move, those of chance included. The older form \"random GAME SEATS SEED [O…]\" works too.",
     "random castelli --seats 4 --seed 1 --option battle --option layout=random", random_game, cmd_random},
    {"trace", "FILE…", 1, INT_MAX, "Print a record move by move, with points and legal moves.",
     "It prints one line before each move: number, actor, points, and all legal moves of that actor in bytewise order.\n"
     "Moves of chance have their weight. Tabs separate these fields, | the moves. The last line of a finished game has the\n"
     "result and the winners.",
     "trace game.txt", boxed, cmd_trace},
    {"check", "FILE…", 1, INT_MAX, "Say whether records are right.", "The exit code is 0 if all are, 1 if one is not.",
     "check games/*.txt", check, cmd_check},
    {"verify", "FILE…", 1, INT_MAX, "Check that nobody steered the luck of finished games.",
     "It computes every draw of each record from the secret and the players' numbers in it. The exit code is 0 if all\n"
     "records are right, 1 if one is not or has no secret.",
     "verify game.txt", verify, cmd_verify},
    {"show", "FILE…", 1, INT_MAX, "Draw a position of a record.",
     "Of several files each has its name above it, as with trace and analyse.", "show game.txt --ply 60 --seat 2", show, cmd_show},
    {"bench", "[GAME]", 0, 1, "Measure the speed of the rules.",
     "It plays random games on one thread and prints figures per CPU-second, one a line.",
     "bench castle --seats 2", bench, cmd_bench},
    {"arena", "GAME", 1, 1, "Let bots play each other and say who is stronger.",
     "Every deal is played once in each seating, with the same draws as long as the games are alike. Each bot gets a line: its\n"
     "share of the wins with a 95 % interval, its mean margin in points, its CPU time for a move. Bots: those that\n"
     "\"castellany games\" lists, level1 to level6, and oracle, which is master with open cards. Settings follow colons:\n"
     "master:ms=20, ismcts:sims=500, master:c=0.8, greedy:noise=0.1, greedy:weights=FILE. A level has the time that it has\n"
     "against people; --budget, --sims, level6:ms=20 or level6:sims=500 only lower it.",
     "arena castle --bots master,greedy --games 400 --jobs 2", arena, cmd_arena},
    {"train", "GAME", 1, 1, "Improve an evaluation by self-play.",
     "It learns by TD(λ) and writes a file of weights. Without --option every game draws its options at random.",
     "train castle --seats 2 --games 50000", train, cmd_train},
    {"completion", "SHELL", 1, 1, "Print the completions for a shell: bash, zsh or fish.",
     "\"make install\" puts them where the shells look for them. To try them in bash: source <(castellany completion bash)",
     "completion bash", none, cmd_completion},
    {0},
};
/* clang-format on */

# castellany: `make` builds, `make play` plays, `make test` tests. Each installs what is missing first.

BUILD_PACKAGES = build-essential meson ninja-build ccache pkg-config python3 esbuild zopfli \
                 libuv1-dev libssl-dev libsodium-dev libsqlite3-dev zlib1g-dev libinih-dev libunistring-dev
# What the program can be built without; if a distribution has no such package, the sentence says what that costs.
BUILD_PACKAGES += --without 'the page plays online only' clang lld wasi-libc libclang-rt-dev-wasm32 binaryen \
                  --without 'a server keeps its games in SQLite only, and is one machine' libpq-dev \
                  --without 'a server is one machine' libnats-dev \
                  --without 'games in the terminal go line by line' libedit-dev libncurses-dev
NPM            = $(shell command -v npm >/dev/null || echo nodejs npm)
TEST_PACKAGES  = libcmocka-dev libjansson-dev clang-format clang libclang-rt-dev chromium-headless-shell binutils openssl man-db tmux fail2ban nginx-light caddy postgresql nats-server haproxy iproute2 nftables python3-cryptography $(NPM)

.PHONY: all chaos deployed elsewhere nodes soak views play site install uninstall check test test-all fuzz tsan coverage mutants tidy clauses screenshots format clean

all: build/build.ninja
	@ninja -C build

# A server on this machine, for the browser; `build/castellany play castelli` is for the terminal.
play: all
	@build/castellany serve

build/build.ninja:
	@tools/install-packages $(BUILD_PACKAGES)
	meson setup build

# The page for any web host, without the server: build/site.
site: all
	@ninja -C build site
	@echo 'the page is in build/site'

# For all users of this machine, after `make`: sudo make install [PREFIX=/usr] [DESTDIR=FOLDER]; sudo make uninstall
PREFIX = /usr/local
install:
	@tools/install-files install '$(PREFIX)' '$(DESTDIR)'

uninstall:
	@tools/install-files uninstall '$(PREFIX)' '$(DESTDIR)'

# What to run after every change: formats, types, rules, laws and matches, in less than a minute.
check: all
	@tools/install-packages $(TEST_PACKAGES)
	@tools/run-check

# Everything once, under the sanitizers where they apply. Ends with the line "N passed, N failed".
test: all
	@tools/install-packages $(TEST_PACKAGES)
	@tools/run-tests

# The same, and what repeats it: the page for every game, in every language, on every screen; servers on PostgreSQL and on several nodes.
test-all: all
	@tools/install-packages $(TEST_PACKAGES)
	@tools/run-tests all

# Three nodes, PostgreSQL with a standby and three NATS, of which something dies every few seconds: make chaos CHAOS_SECONDS=600
CHAOS_SECONDS = 600
chaos: all
	@tools/install-packages $(TEST_PACKAGES)
	@python3 tests/cluster/chaos.py build/castellany $(CHAOS_SECONDS)

# The files of deploy/three-nodes with Patroni and etcd, of which the primary and others are killed.
deployed: all
	@tools/install-packages $(TEST_PACKAGES) patroni etcd-server
	@python3 tests/cluster/deployed.py build/castellany

# All tests of the server on PostgreSQL: with one server, and with two nodes and clients at both.
nodes: all
	@tools/install-packages $(TEST_PACKAGES)
	@python3 tests/cluster/suite.py build/castellany

# All tests of the page on a phone, held upright and sideways; `make test-all` has those with @views there.
views: all
	@tools/install-packages $(TEST_PACKAGES)
	@status=0; for view in phone landscape; do WEB_VIEW=$$view tests/web/run . build/castellany || status=1; done; exit $$status

# Longer fuzzing than `make test` does: make fuzz SECONDS=600
SECONDS = 60
fuzz:
	@tools/install-packages $(BUILD_PACKAGES) $(TEST_PACKAGES)
	@tools/run-fuzz $(SECONDS)

# The long forms of all tests; hours. It can be stopped (Ctrl-C) and goes on where it was: make soak [ONLY="crash leak"]
soak: all
	@tools/install-packages $(TEST_PACKAGES)
	@meson configure build -Dtests=enabled && ninja -C build && tools/build-asan >/dev/null
	@tools/soak $(ONLY)

# The server under ThreadSanitizer.
tsan:
	@tools/install-packages $(BUILD_PACKAGES) $(TEST_PACKAGES)
	@tools/run-tsan

# `make check` and builds without each optional part, in a clean root of another Debian or of another processor, which is emulated:
# make elsewhere [SUITE=trixie] [ARCH=arm64]
SUITE = trixie
ARCH = $(shell dpkg --print-architecture)
elsewhere:
	@tools/install-packages mmdebstrap arch-test qemu-user-static binfmt-support debian-archive-keyring
	@tools/elsewhere $(SUITE) $(ARCH) sh -c 'make check && tools/install-packages musl-tools && tools/check-builds'

coverage:
	@tools/install-packages $(BUILD_PACKAGES) $(TEST_PACKAGES) gcovr
	@[ -f build-coverage/build.ninja ] || meson setup build-coverage -Db_coverage=true -Dbuildtype=debug
	meson test -C build-coverage --no-suite web --no-suite server --no-suite referee
	gcovr -r . --object-directory build-coverage -f src/ --print-summary --html-details build-coverage/index.html

# Puts small faults into the files of a folder, one at a time, and says which of them no test sees: make mutants [FOLDER=src/match] [FAULTS=40]
FOLDER = src/match
FAULTS = 40
mutants:
	@tools/install-packages $(BUILD_PACKAGES) $(TEST_PACKAGES)
	@tools/mutants $(FOLDER) $(FAULTS)

# The checks of .clang-tidy.
tidy: all
	@tools/install-packages clang-tidy
	find src -name '*.c' | xargs clang-tidy -p build --quiet

# The clauses of the rules that no test names.
clauses:
	@tools/clauses

# Pictures of every page and board in light, dark and phone size, in German and at 200 %, in screenshots/.
screenshots: all
	@tools/install-packages $(TEST_PACKAGES)
	@tools/screenshots

format:
	@tools/install-packages clang-format $(NPM)
	@tools/install-web-tools
	git ls-files -co --exclude-standard '*.c' '*.h' | xargs clang-format -i
	git ls-files -co --exclude-standard '*.ts' | xargs web/node_modules/.bin/prettier --write --log-level warn

clean:
	rm -rf build build-*

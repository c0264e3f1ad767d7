# The two commands of a newcomer are `make play` and `make test`; both install what they need.
# `make help` lists the rest.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo)
PURE := -p ggn-core -p session
# nextest runs tests in parallel processes; plain `cargo test` runs the same tests where it is not installed.
NEXTEST := $(shell cargo nextest --version >/dev/null 2>&1 && echo nextest)
TESTS := $(if $(NEXTEST),nextest run,test --tests)
# Tests that start servers spend half their time waiting: four more of them than there are processors keep all of these busy.
export NEXTEST_TEST_THREADS ?= $(shell expr $$(nproc) + 4)

# Programs for tests are built with the features of the tests: of the whole workspace, with dev-dependencies (through the example), so that every
# library is compiled once. A package built alone needs fewer features of its libraries, and compiles them again.
# Cargo leaves debug information out of libraries that only the compiler runs; building the browser's engine along (through a test) keeps these
# libraries the same everywhere.
SAME := --test chess
BUILD := cargo build --quiet --workspace --example echo $(SAME)
BUILT := $(or $(CARGO_TARGET_DIR),target)/debug

# Programs of the long runs, all at once, for the same reason.
LONG_BUILD := cargo build --quiet --profile long --workspace --bin ggn --bin tabula --test siege $(addprefix --example ,secrecy gambit simulate match load)
LONG_BUILT := $(or $(CARGO_TARGET_DIR),target)/long

.PHONY: help
help: ## List the commands
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1\t/' | expand -t 12

.PHONY: play
play: web ## Serve the game at http://localhost:3000 (LISTEN=0.0.0.0:3000 for your network)
	cargo run -p tabula -- --listen $(or $(LISTEN),127.0.0.1:3000) --rules rules --web web/dist --data data --log-format compact

.PHONY: test
test: wasm-target postgresql haproxy redis ## Everything that could have changed since it last passed: lints, all tests, a real browser (AGAIN=1 repeats all)
	$(MAKE) --no-print-directory --jobs=2 test-code $(PASSED)/web chromium
	$(MAKE) --no-print-directory test-browsers
	@echo "All tests pass."
# The tool that writes the browser's bindings is built like the tests, too.
test: export BUILD_BINDGEN = $(BUILD) --bin tabula-engine-bindgen
# What is built for the tests is linted as it is compiled.
test: export RUSTC_WORKSPACE_WRAPPER = $(CURDIR)/conformance/dev/clippy.sh

# The half of `make test` that Cargo builds, one part after another: they share its lock. The other half, the page, runs beside it.
.PHONY: test-code
test-code:
	cargo fmt --all --check
	cargo build --workspace --all-targets --keep-going
	$(MAKE) --no-print-directory --jobs=1 $(PASSED)/engine
	$(MAKE) --no-print-directory --jobs=2 test-dependents test-outside

# Both at once: some of these tests wait, for clocks and for pictures.
.PHONY: test-browsers
test-browsers:
	$(MAKE) --no-print-directory --jobs=2 $(PASSED)/browser-page $(PASSED)/browser-games

# They run beside the tests that start servers, half of whose time is waiting.
.PHONY: test-outside
test-outside:
	$(RUN_EXAMPLES)
	$(MAKE) --no-print-directory --jobs=1 $(PASSED)/sockets

# A stage that passed leaves a stamp, as old as its beginning. `make test` runs the stage again once a file is younger that it depends on. Folders
# are among these files: what is removed counts as well.
PASSED := $(BUILT)/passed
in = $(shell find $(1) -not -path '*/node_modules*' -not -path 'web/dist*' -not -path 'web/src/engine*' -not -path 'web/src/lab-engine*' -not -path 'web/src/machine-engine*' -not -path 'web/test-results*' \
	-not -path '*/artifacts*' -not -name '*.md' -not -path web)
ENGINE_FILES := Cargo.toml Cargo.lock ggn-core/engine.md ggn-core/speed.md $(call in,ggn-core rules $(addprefix conformance/,dev/src peers))
RUST_FILES := $(ENGINE_FILES) $(call in,server conformance)
WEB_FILES := web/engine/package/README.md rules/PATTERNS.md $(call in,web)
passed = mkdir -p $(@D) && touch $@.begun && { $(1); } && mv $@.begun $@

.PHONY: again
again:

# Crates that nothing above the engine can change.
ENGINE_TESTS := package(ggn-core-tests) | package(pattern) | package(diagnostic) | package(ruleset-check) | package(peers)

# Tests that only long runs have.
LONG_TESTS := binary(siege)

# The tests of the engine, of the session and of the bot, and the session's unit tests, run in one process each: most of them read rules, which takes
# longer than the test.
TOGETHER := package(ggn-core-tests) & binary(engine) | package(session) & kind(test) | package(session) & kind(lib) | package(bot-tests)

$(PASSED)/engine: $(ENGINE_FILES) $(if $(AGAIN),again)
	$(call passed,$(if $(NEXTEST),cargo nextest run --workspace -E "($(ENGINE_TESTS)) - ($(TOGETHER))" \
		&& cargo test --quiet --workspace --test engine $(SAME),true))

.PHONY: test-dependents
test-dependents:
	cargo $(TESTS) --workspace $(if $(NEXTEST),-E "not ($(ENGINE_TESTS) | $(TOGETHER) | $(LONG_TESTS))")
	$(if $(NEXTEST),cargo test --quiet --workspace --test session --test secrecy --test bot $(SAME) && cd server/session && "$$($(UNIT_TESTS))" --quiet)
# Cargo cannot run the unit tests of one library with the features of the workspace. It tells where they are.
UNIT_TESTS := cargo nextest list --workspace --list-type binaries-only --message-format json 2>/dev/null \
	| node -p 'JSON.parse(require("fs").readFileSync(0))["rust-binaries"].session["binary-path"]'

$(PASSED)/sockets: $(RUST_FILES) $(if $(AGAIN),again)
	$(call passed,$(MAKE) --no-print-directory --jobs=1 autobahn clients)

$(PASSED)/web: $(ENGINE_FILES) $(WEB_FILES) $(if $(AGAIN),again)
	$(call passed,$(MAKE) --no-print-directory test-web)

# Tests of the page alone: of the server they need files, the data of the rules, and at most a game to look at. No change of it shows in them.
$(PASSED)/browser-page: $(ENGINE_FILES) $(WEB_FILES) $(call in,conformance/fixtures/games) $(if $(AGAIN),again)
	$(call passed,$(MAKE) --no-print-directory test-browser BROWSER_TESTS=e2e/page)

$(PASSED)/browser-games: $(RUST_FILES) $(WEB_FILES) $(if $(AGAIN),again)
	$(call passed,$(MAKE) --no-print-directory test-browser BROWSER_TESTS=e2e)

# The unit tests of the engine are in `within`: its library alone lacks what they need.
.PHONY: check
check: ## Formatting, lints and the unit tests in Rust, under a minute once everything is built
	cargo fmt --all --check
	cargo clippy --workspace --all-targets -- -D warnings
	cargo $(if $(NEXTEST),nextest run,test) --workspace --exclude ggn-core --lib --test within

# A number that is another each day, far from the seeds of the short runs.
LONG_FROM ?= $(shell expr $$(date +%s) / 86400 \* 100000)

# Parts of the long run, in order. One that passed leaves a stamp with its time: a run that was interrupted goes on with the next, for as long as the seed
# is the same and no file is younger.
LONG_PARTS := documentation wasm rust sockets browser firefox secrecy duels simulate simulate-nodes cluster siege fuzz-short fuzz engine variants paint
LONG_STAMPS := $(PASSED)/long-$(LONG_FROM)

.PHONY: test-long
test-long: wasm-target postgresql haproxy redis ## The long forms of the tests, from other seeds each day: hours; an interrupted run goes on (LONG_FROM= chooses the first seed, AGAIN=1 repeats all)
	$(MAKE) --no-print-directory --jobs=1 $(LONG_PARTS:%=$(LONG_STAMPS)/%)
	@for part in $(LONG_PARTS); do printf '%6s s  %s\n' "$$(cat $(LONG_STAMPS)/$$part)" "$$part"; done
	@echo "All long tests pass, from $(LONG_FROM)."

$(LONG_STAMPS)/%: $(RUST_FILES) $(WEB_FILES) $(if $(AGAIN),again)
	@mkdir -p $(@D) && touch $@.begun
	@echo "Long run: $* ($(words $(wildcard $(LONG_PARTS:%=$(LONG_STAMPS)/%))) of $(words $(LONG_PARTS)) parts have passed)"
	@begun=$$(date +%s) && $(MAKE) --no-print-directory long-$* LONG_FROM=$(LONG_FROM) && echo $$(($$(date +%s) - begun)) >$@.time
	@touch -r $@.begun $@.time && mv $@.time $@ && rm $@.begun

.PHONY: $(LONG_PARTS:%=long-%)
long-documentation: documentation
long-wasm:
	cargo check $(PURE) --target wasm32-unknown-unknown
# All tests of these packages: one that has got a long form cannot be forgotten in a list.
long-rust:
	LONG=1 cargo $(TESTS) --workspace $(if $(NEXTEST),-E 'not ($(ENGINE_TESTS))')
long-engine:
	$(if $(NEXTEST),LONG=1 cargo nextest run --workspace -E '$(ENGINE_TESTS)',@echo "They are among the tests of Rust.")
long-sockets: autobahn clients
long-browser:
	LONG=1 $(MAKE) test-browser
long-firefox: test-firefox
# Nothing else of this run may be at work meanwhile.
long-paint: web chromium
	$(BUILD) --bin tabula
	cd web && TABULA_BIN=$(abspath $(BUILT))/tabula npm run --silent paint -- 9
long-secrecy:
	$(MAKE) paired-games PAIRS=$(or $(PAIRS),20000) FROM=$(LONG_FROM)
long-duels:
	$(MAKE) duels FROM=$(LONG_FROM)
long-simulate:
	$(MAKE) simulate FROM=$(LONG_FROM)
long-simulate-nodes:
	$(MAKE) simulate NODES=3 SEEDS=1000 FROM=$(LONG_FROM)
long-cluster: cluster
long-variants:
	$(MAKE) variants SEED=$(LONG_FROM)
long-siege: siege
long-fuzz-short: fuzz-short
long-fuzz:
	$(MAKE) fuzz SECONDS=$(or $(SECONDS),60)

.PHONY: lint
lint: documentation ## Formatting, lints and documentation
	cargo fmt --all --check
	cargo clippy --workspace --all-targets -- -D warnings

.PHONY: documentation
documentation: ## The documentation of all crates, without a broken link
	RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --quiet --lib --bin ggn --bin peers --bin tabula-engine-bindgen --example echo

.PHONY: test-rust
test-rust: postgresql haproxy redis ## The tests of the engine, the session, the server and the tool
	cargo $(TESTS) --workspace
	$(RUN_EXAMPLES)

# The examples in the documentation, and each bench once.
define RUN_EXAMPLES
cargo test --workspace --doc
cargo test --workspace --bench clock $(SAME) --quiet
endef

.PHONY: secrecy
secrecy: paired-games ## 100,000 paired games that no viewer may tell apart, every seeded leak, and pairs with the machine (PAIRS=, FROM=, SEED= choose others)
	LONG=1 cargo $(if $(NEXTEST),nextest run --workspace -E 'package(bot-tests) & test(pairs)',test -p bot-tests --test bot pairs)

.PHONY: paired-games
paired-games:
	$(LONG_BUILD)
	$(LONG_BUILT)/examples/secrecy $(foreach flag,PAIRS FROM KIND SEED,$(if $($(flag)),--$(shell echo $(flag) | tr A-Z a-z) $($(flag))))

.PHONY: duels
duels: ## 10,000 random games with bids, with their ledgers and frames checked (GAMES=, FROM= choose others)
	$(LONG_BUILD)
	$(LONG_BUILT)/examples/gambit $(foreach flag,GAMES FROM,$(if $($(flag)),--$(shell echo $(flag) | tr A-Z a-z) $($(flag))))

# Games of different kinds: on boards of each width, with drops, hops, goals and forced captures.
MATCH_RULESETS := chess shogi xiangqi crazyhouse breakthrough

.PHONY: match
match: ## Matches of the bot's levels against each other, or against ENGINE= (RULESETS=, GAMES=, FROM=, LEVELS=, SKILL=, NODES= choose others)
	$(LONG_BUILD)
	$(LONG_BUILT)/examples/match $(or $(RULESETS),$(MATCH_RULESETS)) \
		$(foreach flag,GAMES FROM LEVELS ENGINE SKILL NODES,$(if $($(flag)),--$(shell echo $(flag) | tr A-Z a-z) $($(flag))))

.PHONY: simulate
simulate: ## 10,000 simulated servers with faulty networks and journals (SEEDS=, FROM= choose others, SEED= prints one step by step, NODES=3 plays at three)
	$(LONG_BUILD)
	$(LONG_BUILT)/examples/simulate $(foreach flag,SEEDS FROM SEED NODES,$(if $($(flag)),--$(shell echo $(flag) | tr A-Z a-z) $($(flag))))

.PHONY: cluster
cluster: postgresql haproxy ## Three nodes behind HAProxy, on a database with a standby, in rounds of failures (CLUSTER_ROUNDS= chooses others than 25)
	CLUSTER_ROUNDS=$(or $(CLUSTER_ROUNDS),25) cargo test --quiet --workspace --test all $(SAME) -- --nocapture nodes::cluster

FUZZ := conformance/fuzz/run.sh

.PHONY: fuzz
fuzz: fuzz-tools ## Look for inputs that break a property, ten minutes a target (SECONDS=, TARGET= choose), and add to the corpus
	$(FUZZ) long $(or $(SECONDS),600) $(TARGET)

.PHONY: fuzz-short
fuzz-short: fuzz-tools ## A short run of every target, the same each time
	$(FUZZ) short

.PHONY: fuzz-tools
fuzz-tools:
	@command -v c++ >/dev/null || { $(SUDO) apt-get update && $(SUDO) apt-get install -y --no-install-recommends g++; }

.PHONY: conform
conform: ## The conformance suite, on this program and on a fresh server
	$(BUILD) --bin ggn --bin tabula
	$(BUILT)/ggn conform
	coproc TABULA { exec $(BUILT)/tabula --listen 127.0.0.1:0 --rules rules --create-burst 500 2>/dev/null; }; \
	trap "kill $$TABULA_PID" EXIT; \
	read -r -u "$${TABULA[0]}" greeting; \
	$(BUILT)/ggn conform --patience 60000 --server "$${greeting#Tabula is at }"

# A suite of WebSocket cases, in a Python environment of its own.
KOSOKU := 0.1.0

.PHONY: autobahn
autobahn: target/kosoku-$(KOSOKU)/bin/kosoku ## The Autobahn cases on the server's WebSocket layer
	$(BUILD)
	coproc ECHO { exec $(BUILT)/examples/echo; }; \
	trap "kill $$ECHO_PID" EXIT; \
	read -r -u "$${ECHO[0]}" address; \
	target/kosoku-$(KOSOKU)/bin/python server/autobahn.py "$$address"

target/kosoku-$(KOSOKU)/bin/kosoku: | python
	python3 -m venv $(@D)/..
	$(@D)/pip install --quiet --disable-pip-version-check kosoku==$(KOSOKU)

# A WebSocket library for the clients of the room protocol, in an environment of its own as well.
WEBSOCKETS := 17.4

.PHONY: clients
clients: target/websockets-$(WEBSOCKETS)/made ## Clients written from the protocols' pages alone: two players in a room, every error, and a bot
	$(BUILD) --bin tabula
	coproc TABULA { exec $(BUILT)/tabula --listen 127.0.0.1:0 --rules rules --data :memory: $(AMPLE) 2>/dev/null; }; \
	trap "kill $$TABULA_PID" EXIT; \
	read -r -u "$${TABULA[0]}" greeting; \
	at="$${greeting#Tabula is at }"; \
	$(CLIENT)/bot.py "$$at" 8; \
	$(CLIENT)/room.py "$$at"; \
	$(CLIENT)/errors.py "$$at" --rooms 101

CLIENT := target/websockets-$(WEBSOCKETS)/bin/python -B conformance/clients
# Limits for one address that creates a hundred rooms and a hundred sockets.
AMPLE := --games 100 --games-per-address 100 --create-burst 500 --join-burst 500 --connections-per-address 500

target/websockets-$(WEBSOCKETS)/made: | python
	python3 -m venv $(@D)
	$(@D)/bin/pip install --quiet --disable-pip-version-check websockets==$(WEBSOCKETS)
	touch $@

# Fairy-Stockfish's Python module, an oracle that only this comparison starts, in an environment of its own as well.
PYFFISH := 0.0.90

.PHONY: variants
variants: target/pyffish-$(PYFFISH)/made ## Node counts and random games beside Fairy-Stockfish (DEPTH=, GAMES=, SEED=, NAMES= choose others; DEFINITIONS= adds variants)
	@command -v fairy-stockfish /usr/games/fairy-stockfish >/dev/null || { $(SUDO) apt-get update && $(SUDO) apt-get install -y --no-install-recommends fairy-stockfish; }
	$(LONG_BUILD)
	target/pyffish-$(PYFFISH)/bin/python -B conformance/variants/compare.py --ggn $(LONG_BUILT)/ggn \
		--depth $(or $(DEPTH),4) --games $(or $(GAMES),20) --seed $(or $(SEED),1) $(if $(DEFINITIONS),--definitions $(DEFINITIONS)) $(NAMES)

target/pyffish-$(PYFFISH)/made: | python
	python3 -m venv $(@D)
	$(@D)/bin/pip install --quiet --disable-pip-version-check pyffish==$(PYFFISH)
	touch $@

# A referee of Kriegspiel, an oracle that only this comparison starts, in an environment of its own as well.
KRIEGSPIEL := 1.7.3

.PHONY: referee
referee: target/kriegspiel-$(KRIEGSPIEL)/made ## Random games before each moderator beside an independent referee (GAMES=, SEED=, NAMES= choose others)
	cargo build --bin ggn
	target/kriegspiel-$(KRIEGSPIEL)/bin/python -B conformance/moderated/compare.py --ggn target/debug/ggn \
		--games $(or $(GAMES),50) --seed $(or $(SEED),1) $(NAMES)

target/kriegspiel-$(KRIEGSPIEL)/made: | python
	python3 -m venv $(@D)
	$(@D)/bin/pip install --quiet --disable-pip-version-check kriegspiel==$(KRIEGSPIEL)
	touch $@

.PHONY: python
python:
	@python3 -c 'import ensurepip' 2>/dev/null || { $(SUDO) apt-get update && $(SUDO) apt-get install -y --no-install-recommends python3-venv; }

.PHONY: siege
siege: ## A minute of hostile clients of every kind beside 200 live games (SIEGE_GAMES=, SIEGE_TIME= choose others, SIEGE_ONLY= a kind by its name)
	SIEGE_GAMES=$(or $(SIEGE_GAMES),200) SIEGE_TIME=$(or $(SIEGE_TIME),60s) \
		cargo test --quiet --profile long --workspace --test siege -- --nocapture

# Where there are two processors, the players do not share that of the server.
.PHONY: load
load: postgresql ## Processor time, latency and memory of the server beside a bare relay, and rewrite server/load.md (half an hour; GAMES=, RATE=, SECONDS=, JOURNAL=, IDLE=, RESTART=, SERVER= choose others)
	$(LONG_BUILD)
	$(LONG_BUILT)/examples/load --page server/load.md $(if $(filter-out 1,$(shell nproc)),--pin) --restart $(or $(RESTART),10000) \
		$(foreach flag,GAMES RATE SECONDS JOURNAL IDLE SERVER,$(if $($(flag)),--$(shell echo $(flag) | tr A-Z a-z) $($(flag))))

.PHONY: package
package: wasm-target web/node_modules/.package-lock.json ## Pack the browser's engine for npm, into target/npm
	cd web && npm run package

.PHONY: test-web
test-web: ## Types, lints, unit tests and sizes of the page
	$(MAKE) --no-print-directory --jobs=2 web web-check
	cd web && npm test
	cd web && npm run size

# Needs nothing that is built, and so runs beside the build.
.PHONY: web-check
web-check: web/node_modules/.package-lock.json
	cd web && npm run check

.PHONY: test-browser
test-browser: web chromium ## Whole games in a real browser against a real server (TABULA_SCREENSHOTS=1 writes pictures)
	$(BUILD) --example machine-moves --bin tabula
	cd web && TABULA_BIN=$(abspath $(BUILT))/tabula npm run e2e -- $(BROWSER_TESTS)

.PHONY: test-firefox
test-firefox: web firefox ## Games in Firefox
	$(BUILD) --bin tabula
	cd web && TABULA_BIN=$(abspath $(BUILT))/tabula npm run e2e -- e2e/firefox

.PHONY: web
web: wasm-target web/node_modules/.package-lock.json ## Build the page into web/dist
	$(MAKE) --no-print-directory web/dist/.built

# What the page is built of: its own files, and the crates of the browser's engine.
PAGE_FILES := Cargo.toml Cargo.lock rules/PATTERNS.md $(call in,web/src web/public web/scripts web/engine ggn-core/src) $(wildcard web/*.*)

web/dist/.built: $(PAGE_FILES)
	cd web && npm run build
	touch $@

web/node_modules/.package-lock.json: web/package-lock.json
	cd web && npm ci
	touch $@

.PHONY: wasm-target
wasm-target:
	@rustup target list --installed | grep -qx wasm32-unknown-unknown || rustup target add wasm32-unknown-unknown

.PHONY: chromium
chromium:
	@command -v chromium-headless-shell chromium >/dev/null || { $(SUDO) apt-get update && $(SUDO) apt-get install -y --no-install-recommends chromium-headless-shell; }

.PHONY: firefox
firefox:
	@command -v firefox-esr firefox >/dev/null || { $(SUDO) apt-get update && $(SUDO) apt-get install -y --no-install-recommends firefox-esr; }

# The tests start it themselves, in temporary folders: the package shall make no cluster of its own.
.PHONY: postgresql
postgresql:
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || { \
		$(SUDO) apt-get update && $(SUDO) mkdir -p /etc/postgresql-common && \
		echo "create_main_cluster = false" | $(SUDO) tee /etc/postgresql-common/createcluster.conf >/dev/null && \
		$(SUDO) apt-get install -y --no-install-recommends -o Dpkg::Options::=--force-confold postgresql; }

.PHONY: haproxy
haproxy:
	@command -v haproxy /usr/sbin/haproxy >/dev/null || { $(SUDO) apt-get update && $(SUDO) apt-get install -y --no-install-recommends haproxy; }

# Of the two packages the one without a service: the program is the same, under the name of one of its tools.
.PHONY: redis
redis:
	@command -v redis-server redis-check-rdb >/dev/null || { $(SUDO) apt-get update && $(SUDO) apt-get install -y --no-install-recommends redis-tools; }

.PHONY: bench
bench: ## Benchmarks of engine and session by the clock
	cargo bench -p ggn-core-tests -p session --bench clock

.PHONY: count
count: ## The same by instructions, independent of the machine's load, compared with the previous run
	@command -v valgrind >/dev/null || { $(SUDO) apt-get update && $(SUDO) apt-get install -y --no-install-recommends valgrind; }
	cargo install --quiet --locked --root target/tools gungraun-runner@$(shell cargo pkgid gungraun | sed 's/.*@//')
	GUNGRAUN_RUNNER=$(CURDIR)/target/tools/bin/gungraun-runner cargo bench -p ggn-core-tests -p session --bench count

.PHONY: peers
peers: ## Race a chess library written by hand, and rewrite ggn-core/speed.md (about ten minutes)
	conformance/peers/run.sh $(RACE)

.PHONY: games
games: ## Count and time every game beside Fairy-Stockfish, and rewrite rules/GAMES.md (about ten minutes)
	@command -v fairy-stockfish /usr/games/fairy-stockfish >/dev/null || { $(SUDO) apt-get update && $(SUDO) apt-get install -y --no-install-recommends fairy-stockfish; }
	cargo run --profile peers -p peers -- games --page rules/GAMES.md \
		--oracle "$$(command -v fairy-stockfish || echo /usr/games/fairy-stockfish)"

.PHONY: playtest
playtest: ## Let bots play every game, and rewrite rules/PLAYTEST.md (about half an hour; GAMES=, LEVEL=, TIME=, SEED= choose others)
	$(LONG_BUILD)
	python3 -B conformance/playtest/table.py --ggn $(LONG_BUILT)/ggn --page rules/PLAYTEST.md \
		$(foreach flag,GAMES LEVEL TIME SEED,$(if $($(flag)),--$(shell echo $(flag) | tr A-Z a-z) $($(flag))))

.PHONY: release
release: web ## Build the server and the tool for deployment, into target/release
	cargo build --release -p tabula -p ggn

.PHONY: audit
audit: ## Licences, bans and sources of every dependency; advisories where the network allows
	@command -v cargo-deny >/dev/null || cargo install --locked cargo-deny
	cargo deny check licenses bans sources
	cargo deny check advisories || echo "advisories could not be checked (or some are open): see above"

.PHONY: clean
clean: ## Remove build results
	cargo clean
	rm -rf web/dist web/node_modules web/src/engine web/src/lab-engine web/src/machine-engine web/test-results

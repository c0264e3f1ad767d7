# The two commands of a newcomer are `make play` and `make test`; both install what they need.
# `make help` lists the rest.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo)
PURE := -p ggn-core -p session
# nextest runs tests in parallel processes; plain `cargo test` runs the same tests where it is not installed.
TESTS := $(shell cargo nextest --version >/dev/null 2>&1 && echo "nextest run" || echo "test --tests")

# Programs for tests, built as the tests are: of the whole workspace and with what tests need (for which the example stands), so that every
# library is compiled once. A package built by itself asks less of its libraries, and has them compiled anew.
# Cargo leaves debug information out of what only the compiler runs; with the browser's engine, for which a test stands, it is the same
# libraries everywhere.
SAME := --test chess
BUILD := cargo build --quiet --workspace --example echo $(SAME)
BUILT := $(or $(CARGO_TARGET_DIR),target)/debug

.PHONY: help
help: ## List the commands
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1\t/' | expand -t 12

.PHONY: play
play: web ## Serve the game at http://localhost:3000
	cargo run -p tabula -- --listen 127.0.0.1:3000 --rules rules --web web/dist --data data --log-format compact

.PHONY: test
test: lint test-rust fuzz-short autobahn clients test-web test-browser ## Everything: lints, all tests, a real browser
# Where all has been built for the tests, so is the tool that writes the browser's bindings.
test: export BUILD_BINDGEN = $(BUILD) --bin tabula-engine-bindgen

.PHONY: lint
lint: wasm-target ## Formatting, lints, documentation, and that the pure crates stay pure
	cargo fmt --all --check
	cargo clippy --workspace --all-targets -- -D warnings
	cargo clippy --workspace --features session/leaks,session/trial --test secrecy --test session --example secrecy --example gambit -- -D warnings
	RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --quiet --lib --bin ggn --bin peers --bin tabula-engine-bindgen --example echo
	cargo check $(PURE) --target wasm32-unknown-unknown

.PHONY: test-rust
test-rust: ## The tests of the engine, the session, the server and the tool
	cargo $(TESTS) --workspace
	cargo test --workspace --doc
	cargo test --workspace --bench clock $(SAME) --quiet # each bench once, so that none rots
	cargo test --workspace --features session/leaks --test secrecy $(SAME) every_leak -- --nocapture

.PHONY: secrecy
secrecy: ## A hundred thousand pairs of games that no viewer may tell apart, and every leak found (PAIRS=, FROM=, SEED= play others)
	cargo run --release -p session --features leaks --example secrecy -- $(foreach flag,PAIRS FROM SEED,$(if $($(flag)),--$(shell echo $(flag) | tr A-Z a-z) $($(flag))))

.PHONY: duels
duels: ## Ten thousand random games with bids, their books gone over and every frame read (GAMES=, FROM= play others)
	cargo run --release -p session --features trial --example gambit -- $(foreach flag,GAMES FROM,$(if $($(flag)),--$(shell echo $(flag) | tr A-Z a-z) $($(flag))))

.PHONY: simulate
simulate: ## Ten thousand simulated servers over bad networks and bad journals (SEEDS=, FROM= play others, SEED= tells one step by step)
	cargo run --release -p tabula --example simulate -- $(foreach flag,SEEDS FROM SEED,$(if $($(flag)),--$(shell echo $(flag) | tr A-Z a-z) $($(flag))))

FUZZ := conformance/fuzz/run.sh

.PHONY: fuzz
fuzz: fuzz-tools ## Look for inputs that break a property, ten minutes a target (SECONDS=, TARGET= choose), and keep what is worth it
	$(FUZZ) long $(or $(SECONDS),600) $(TARGET)

.PHONY: fuzz-short
fuzz-short: fuzz-tools ## A short run of every target, the same each time
	$(FUZZ) short

.PHONY: fuzz-tools
fuzz-tools:
	@command -v c++ >/dev/null || { $(SUDO) apt-get update && $(SUDO) apt-get install -y --no-install-recommends g++; }

.PHONY: conform
conform: ## The conformance suite, against this program and against a fresh server
	$(BUILD) --bin ggn --bin tabula
	$(BUILT)/ggn conform
	coproc TABULA { exec $(BUILT)/tabula --listen 127.0.0.1:0 --rules rules --create-burst 500 2>/dev/null; }; \
	trap "kill $$TABULA_PID" EXIT; \
	read -r -u "$${TABULA[0]}" greeting; \
	$(BUILT)/ggn conform --server "$${greeting#Tabula is at }"

# A suite of the WebSocket protocol's cases, kept out of the system's own Python.
KOSOKU := 0.1.0

.PHONY: autobahn
autobahn: target/kosoku-$(KOSOKU)/bin/kosoku ## The Autobahn cases against the server's WebSocket layer
	$(BUILD)
	coproc ECHO { exec $(BUILT)/examples/echo; }; \
	trap "kill $$ECHO_PID" EXIT; \
	read -r -u "$${ECHO[0]}" address; \
	target/kosoku-$(KOSOKU)/bin/python server/autobahn.py "$$address"

target/kosoku-$(KOSOKU)/bin/kosoku: | python
	python3 -m venv $(@D)/..
	$(@D)/pip install --quiet --disable-pip-version-check kosoku==$(KOSOKU)

# A WebSocket library for the clients of the room protocol, kept apart in the same way.
WEBSOCKETS := 17.4

.PHONY: clients
clients: target/websockets-$(WEBSOCKETS)/made ## Two players, and every error, by clients that know the page of the room protocol alone
	$(BUILD) --bin tabula
	coproc TABULA { exec $(BUILT)/tabula --listen 127.0.0.1:0 --rules rules --data :memory: $(AMPLE) 2>/dev/null; }; \
	trap "kill $$TABULA_PID" EXIT; \
	read -r -u "$${TABULA[0]}" greeting; \
	at="$${greeting#Tabula is at }"; \
	$(CLIENT)/room.py "$$at"; \
	$(CLIENT)/errors.py "$$at" --rooms 101

CLIENT := target/websockets-$(WEBSOCKETS)/bin/python -B conformance/clients
# One address that makes a hundred rooms and a hundred sockets.
AMPLE := --games 100 --games-per-address 100 --create-burst 500 --knock-burst 500 --connections-per-address 500

target/websockets-$(WEBSOCKETS)/made: | python
	python3 -m venv $(@D)
	$(@D)/bin/pip install --quiet --disable-pip-version-check websockets==$(WEBSOCKETS)
	touch $@

.PHONY: python
python:
	@python3 -c 'import ensurepip' 2>/dev/null || { $(SUDO) apt-get update && $(SUDO) apt-get install -y --no-install-recommends python3-venv; }

.PHONY: siege
siege: ## A minute of hostile clients of every kind beside 200 live games (SIEGE_GAMES=, SIEGE_TIME= try others)
	SIEGE_GAMES=$(or $(SIEGE_GAMES),200) SIEGE_TIME=$(or $(SIEGE_TIME),60s) \
		cargo test --release -p tabula --test siege -- --nocapture

.PHONY: test-web
test-web: web ## Types, lints, unit tests and sizes of the page
	cd web && npm run check
	cd web && npm test
	cd web && npm run size

.PHONY: test-browser
test-browser: web chromium ## Whole games in a real browser against a real server
	$(BUILD) --bin tabula
	cd web && npm run e2e

.PHONY: web
web: wasm-target web/node_modules/.package-lock.json ## Build the page into web/dist
	cd web && npm run build

web/node_modules/.package-lock.json: web/package-lock.json
	cd web && npm ci
	touch $@

.PHONY: wasm-target
wasm-target:
	@rustup target list --installed | grep -qx wasm32-unknown-unknown || rustup target add wasm32-unknown-unknown

.PHONY: chromium
chromium:
	@command -v chromium >/dev/null || { $(SUDO) apt-get update && $(SUDO) apt-get install -y --no-install-recommends chromium; }

.PHONY: bench
bench: ## How long the work of engine and session takes, by the clock
	cargo bench -p ggn-core -p session --bench clock

.PHONY: count
count: ## How many instructions it takes, which no other work of the machine changes; beside the run before
	@command -v valgrind >/dev/null || { $(SUDO) apt-get update && $(SUDO) apt-get install -y --no-install-recommends valgrind; }
	cargo install --quiet --locked --root target/tools gungraun-runner@$(shell cargo pkgid gungraun | sed 's/.*@//')
	GUNGRAUN_RUNNER=$(CURDIR)/target/tools/bin/gungraun-runner cargo bench -p ggn-core -p session --bench count

.PHONY: peers
peers: ## Race a chess library written by hand, and write ggn-core/speed.md anew (about ten minutes)
	conformance/peers/run.sh $(RACE)

.PHONY: release
release: web ## Build the server and the tool as they are deployed, into target/release
	cargo build --release -p tabula -p conformance

.PHONY: audit
audit: ## Licences, bans and sources of every dependency; advisories where the network allows
	@command -v cargo-deny >/dev/null || cargo install --locked cargo-deny
	cargo deny check licenses bans sources
	cargo deny check advisories || echo "advisories could not be checked (or some are open): see above"

.PHONY: clean
clean: ## Remove what was built
	cargo clean
	rm -rf web/dist web/node_modules web/src/engine web/test-results

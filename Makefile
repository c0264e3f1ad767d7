# The two commands of a newcomer are `make play` and `make test`; both install what they need.
# `make help` lists the rest.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo)
PURE := -p ggn-core -p session
# nextest runs tests in parallel processes; plain `cargo test` runs the same tests where it is not installed.
TESTS := $(shell cargo nextest --version >/dev/null 2>&1 && echo "nextest run" || echo "test --bins --lib --tests")

.PHONY: help
help: ## List the commands
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1\t/' | expand -t 12

.PHONY: play
play: web ## Serve the game at http://localhost:3000
	cargo run -p tabula -- --listen 127.0.0.1:3000 --rules rules --web web/dist --data data --log-format compact

.PHONY: test
test: lint test-rust test-web test-browser ## Everything: lints, all tests, a real browser

.PHONY: lint
lint: wasm-target ## Formatting, lints, documentation, and that the pure crates stay pure
	cargo fmt --all --check
	cargo clippy --workspace --all-targets -- -D warnings
	cargo clippy -p session --all-targets --features leaks -- -D warnings
	RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --quiet
	cargo check $(PURE) --target wasm32-unknown-unknown

.PHONY: test-rust
test-rust: ## The tests of the engine, the session, the server and the tool
	cargo $(TESTS) --workspace
	cargo test --workspace --doc
	cargo test --workspace --bench clock --quiet # each bench once, so that none rots
	cargo test -p session --features leaks --test secrecy every_leak -- --nocapture

.PHONY: secrecy
secrecy: ## A hundred thousand pairs of games that no viewer may tell apart, and every leak found (PAIRS=, FROM=, SEED= play others)
	cargo run --release -p session --features leaks --example secrecy -- $(foreach flag,PAIRS FROM SEED,$(if $($(flag)),--$(shell echo $(flag) | tr A-Z a-z) $($(flag))))

GGN := cargo run --quiet -p conformance --bin ggn --

.PHONY: conform
conform: ## The conformance suite, against this program and against a fresh server
	$(GGN) conform
	cargo build --quiet -p tabula
	coproc TABULA { exec cargo run --quiet -p tabula -- --listen 127.0.0.1:0 --rules rules 2>/dev/null; }; \
	trap "kill $$TABULA_PID" EXIT; \
	read -r -u "$${TABULA[0]}" greeting; \
	$(GGN) conform --server "$${greeting#Tabula is at }"

.PHONY: test-web
test-web: web ## Types, lints, unit tests and sizes of the page
	cd web && npm run check
	cd web && npm test
	cd web && npm run size

.PHONY: test-browser
test-browser: web chromium ## Whole games in a real browser against a real server
	cargo build -p tabula
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

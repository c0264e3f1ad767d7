#!/bin/sh
# The compiler of this workspace's crates in `make test`: Clippy, which lints what it compiles. Cargo runs it in place of rustc where
# RUSTC_WORKSPACE_WRAPPER names it, with rustc's path as the first argument. To lint and then to compile would read all sources twice,
# and those of all dependencies.
exec clippy-driver "$@" -D warnings

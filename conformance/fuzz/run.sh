#!/usr/bin/env bash
# Runs the fuzzer, which looks for inputs that break a property. Findings are written below target/fuzz/crashes.
#   run.sh short                        each target with the same seed and number of runs, so that it is the same everywhere
#   run.sh long [SECONDS] [TARGET]      each target for this long (600), or one alone; then the new inputs are minimised into corpus/
#   run.sh keep [TARGET]                the last step alone
set -euo pipefail
cd "$(dirname "$0")"

what=${1:?short, long or keep}
out=${CARGO_TARGET_DIR:-$PWD/../../target}/fuzz
host=$(rustc -vV | sed -n 's/^host: //p')
program=$out/$host/release/any

# More time or memory is a finding as well. (This is wall-clock time: a busy machine needs more.)
bounds=(-timeout=120 -rss_limit_mb=3072 -malloc_limit_mb=1024 -max_len=32768 -print_final_stats=1)

# Number of inputs of `short`: every target takes a few seconds of one processor.
runs() {
    case $1 in
        notation | feen | fen | json | wire | ggn) echo 40000 ;;
        pgn | catalogue | engine | rules) echo 1200 ;;
        pattern | positions) echo 400 ;;
        *) echo 200 ;;
    esac
}

# Does the work of `cargo fuzz build -s none --strip-dead-code` without building cargo-fuzz: everything is compiled with instrumentation, so that the
# fuzzer sees the branches and comparisons of an input.
build() {
    local flags=(--cfg fuzzing -Cpasses=sancov-module -Cdebug-assertions)
    for option in level=4 inline-8bit-counters pc-table trace-compares stack-depth; do
        flags+=("-Cllvm-args=-sanitizer-coverage-$option")
    done
    CARGO_TARGET_DIR=$out RUSTFLAGS=${flags[*]} cargo build --release --target "$host" --features libfuzzer --bin any
}

# The names of all targets.
all() { "$program"; }

fuzz() { # target, arguments of the fuzzer
    mkdir -p "$out/found/$1" "$out/seeds/$1" "$out/crashes/$1" "corpus/$1"
    FUZZ_TARGET=$1 FUZZ_SEEDS=$out/seeds/$1 "$program" -dict=fuzz.dict -artifact_prefix="$out/crashes/$1/" \
        "${bounds[@]}" "${@:2}"
}

# Keeps the smallest inputs that reach everything that is reached, except those generated from the project's own files.
keep() {
    local kept=$out/kept/$1
    rm -rf "$kept"
    mkdir -p "$kept"
    fuzz "$1" -runs=0 "$out/seeds/$1" >"$out/$1.log" 2>&1
    cp "$out/seeds/$1"/seed-* "$kept"
    fuzz "$1" -merge=1 "$kept" "corpus/$1" "$out/found/$1" >"$out/$1.log" 2>&1
    rm -f "$kept"/seed-* "corpus/$1"/*
    find "$kept" -type f -exec cp -t "corpus/$1" {} +
    echo "$1: $(find "corpus/$1" -type f | wc -l) kept, $(du -sb "corpus/$1" | cut -f1) bytes"
}

short() { # target
    local began=$(date +%s%N)
    # A fresh folder for new inputs: nothing of an earlier run may change this one.
    local fresh=$(mktemp -d)
    if ! fuzz "$1" -seed=1 -runs="$(runs "$1")" "$fresh" "corpus/$1" "$out/seeds/$1" >"$out/$1.log" 2>&1; then
        tail -40 "$out/$1.log"
        echo "$1: see above, and $out/crashes/$1; conformance/fuzz/README.md says how to replay it" >&2
        return 255 # and no other is begun
    fi
    rm -rf "$fresh"
    echo "$1: $(runs "$1") runs, $((($(date +%s%N) - began) / 1000000)) ms"
}

case $what in
short)
    build
    # The slowest targets first, so that no processor waits at the end.
    all | tac | xargs -P "$(nproc)" -n 1 ./run.sh one
    ;;
one)
    short "$2"
    ;;
long)
    build
    for target in ${3:-$(all)}; do
        echo "== $target, for ${2:-600} s"
        fuzz "$target" -max_total_time="${2:-600}" -reload=0 "$out/found/$target" "corpus/$target" "$out/seeds/$target"
        keep "$target"
    done
    ;;
keep)
    for target in ${2:-$(all)}; do keep "$target"; done
    ;;
*)
    echo "short, long or keep, not $what" >&2
    exit 2
    ;;
esac

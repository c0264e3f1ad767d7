#!/usr/bin/env bash
# Builds both libraries in each way that the page compares, races them in several processes, and rewrites page and chart.
# Arguments go to `peers race` (`--rounds 3`); PROCESSES is the number of processes of each build.
set -euo pipefail
cd "$(dirname "$0")/../.."

processes=${PROCESSES:-3}
target=${CARGO_TARGET_DIR:-target}/peers
runs=$target/runs
rm -rf "$runs"
mkdir -p "$runs"

build() { # name, flags, cargo's arguments
    RUSTFLAGS=$2 CARGO_TARGET_DIR="$target/$1" cargo build --profile peers -p peers --no-default-features "${@:3}"
}
build v3 "-C target-cpu=x86-64-v3" --features pext
build plain ""

# A whole process can be slow, and a machine can be slow for minutes: the builds take turns.
for process in $(seq "$processes"); do
    race() { # name, build, arguments
        echo "race $process of $processes: $1"
        "$target/$2/peers/peers" race --json "${@:3}" > "$runs/$1-$process.json"
    }
    race 1-v3 v3 "$@"
    race 2-plain plain "$@"
    race 3-wide plain --processor wide "$@"
    race 4-any plain --processor plain "$@"
done

"$target/plain/peers/peers" page --page ggn-core/speed.md --figures ggn-core/docs/speed.json \
    --chart ggn-core/docs/speed.svg "$runs"/*.json

//! Instruction counts of the engine's work, under callgrind: `make count`. They are the same on every run, whatever else the machine does.
#![allow(missing_docs, clippy::unwrap_used, reason = "a measurement that cannot be made ends")]

mod work;

use std::hint::black_box;
use std::sync::Arc;

use ggn_core::Rules;
use gungraun::prelude::*;
use gungraun::{Callgrind, CallgrindMetrics, EventKind};
use work::{Mode, PerftPosition};

type At = (Arc<Rules>, PerftPosition);

fn position(name: &str) -> At {
    let rules = work::rules();
    let position = work::perft_positions(&rules).into_iter().find(|position| position.name == name).unwrap();
    (rules, position)
}

type Walk = (At, (u32, u64));

/// Prepares a perft of some thousand nodes, so that the caches of this machine do not affect the count.
fn walk(name: &str) -> Walk {
    let at = position(name);
    let depth = at.1.deepest(10_000);
    (at, depth)
}

// A benchmark returns its input, so that dropping it is not counted.

#[library_benchmark(setup = walk)]
#[bench::start("start")]
#[bench::kiwipete("kiwipete")]
#[bench::position_3("position 3")]
#[bench::position_4("position 4")]
#[bench::position_5("position 5")]
#[bench::position_6("position 6")]
fn bulk(walk: Walk) -> Walk {
    let ((rules, position), depth) = &walk;
    work::walk(rules, black_box(position), Mode::Bulk, *depth);
    walk
}

#[library_benchmark(setup = walk)]
#[bench::start("start")]
#[bench::kiwipete("kiwipete")]
#[bench::position_3("position 3")]
#[bench::position_4("position 4")]
#[bench::position_5("position 5")]
#[bench::position_6("position 6")]
fn full(walk: Walk) -> Walk {
    let ((rules, position), depth) = &walk;
    work::walk(rules, black_box(position), Mode::Full, *depth);
    walk
}

#[library_benchmark(setup = position)]
#[bench::start("start")]
#[bench::kiwipete("kiwipete")]
fn legal_moves(at: At) -> At {
    work::list(&at.0, black_box(&at.1));
    at
}

#[library_benchmark(setup = position)]
#[bench::start("start")]
#[bench::kiwipete("kiwipete")]
fn feen_parse(at: At) -> At {
    work::parse(black_box(&at.1));
    at
}

#[library_benchmark(setup = position)]
#[bench::start("start")]
#[bench::kiwipete("kiwipete")]
fn feen_print(at: At) -> At {
    work::print(black_box(&at.1));
    at
}

#[library_benchmark(setup = position)]
#[bench::start("start")]
#[bench::kiwipete("kiwipete")]
fn feen_place(at: At) -> At {
    work::place(&at.0, black_box(&at.1));
    at
}

type Loading = (Vec<(String, Vec<u8>)>, Arc<Rules>);

fn loading() -> Loading {
    (work::files(), work::rules())
}

#[library_benchmark]
#[bench::rules_chess(loading())]
fn load(loading: Loading) -> Loading {
    work::load(black_box(&loading.0), &loading.1);
    loading
}

library_benchmark_group!(name = perft, benchmarks = [bulk, full]);
library_benchmark_group!(name = positions, benchmarks = [legal_moves, feen_parse, feen_print, feen_place]);
library_benchmark_group!(name = rules, benchmarks = load);

main!(
    config = LibraryBenchmarkConfig::default().tool(
        Callgrind::with_args(["--cache-sim=no"]).format([CallgrindMetrics::SingleEvent(EventKind::Ir)])
    ),
    library_benchmark_groups = [perft, positions, rules]
);

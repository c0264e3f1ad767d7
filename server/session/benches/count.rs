//! Instruction counts of the session's work, under callgrind: `make count`. They are the same on every run, whatever the load of the machine.
#![allow(missing_docs, reason = "gungraun's macros make items of their own")]

mod work;

use std::hint::black_box;

use gungraun::prelude::*;
use gungraun::{Callgrind, CallgrindMetrics, EventKind};
use session::Input;
use session::view::Observation;
use work::Table;

fn before_a_move(plies: usize) -> (Table, Input) {
    let table = work::table(plies);
    let input = table.next();
    (table, input)
}

fn before_a_refusal(plies: usize) -> (Table, Input) {
    let table = work::table(plies);
    let input = table.refusable();
    (table, input)
}

// Each benchmark returns its input, so that dropping it is not counted.

#[library_benchmark(setup = before_a_move)]
#[bench::first(0)]
#[bench::capture(6)]
#[bench::castling(8)]
#[bench::twentieth(19)]
fn commit((mut table, input): (Table, Input)) -> Table {
    table.made(black_box(input));
    table
}

#[library_benchmark(setup = before_a_refusal)]
#[bench::middle_game(20)]
fn refused_commit((mut table, input): (Table, Input)) -> Table {
    table.refused(black_box(input));
    table
}

#[library_benchmark(setup = work::table)]
#[bench::start(0)]
#[bench::middle_game(20)]
fn observe(table: Table) -> (Observation, Table) {
    (black_box(table.observe()), table)
}

library_benchmark_group!(name = blind_game, benchmarks = [commit, refused_commit, observe]);

main!(
    config = LibraryBenchmarkConfig::default().tool(
        Callgrind::with_args(["--cache-sim=no"]).format([CallgrindMetrics::SingleEvent(EventKind::Ir)])
    ),
    library_benchmark_groups = blind_game
);

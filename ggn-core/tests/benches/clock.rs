//! Times of the engine's work: `cargo bench -p ggn-core-tests`. As a test each benchmark runs once, at a small depth.
#![allow(missing_docs, reason = "criterion's macros make items of their own")]

mod work;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use ggn_core::{MoveList, SearchBoard};
use work::Mode;

/// Maximum number of nodes of one perft; few when each runs only once as a smoke test.
fn nodes_max(mode: Mode) -> u64 {
    let is_measured = std::env::args().any(|argument| argument == "--bench")
        && !std::env::args().any(|argument| argument == "--test");
    match (is_measured, mode) {
        (true, Mode::Bulk) => 5_000_000,
        (true, Mode::Full) => 700_000,
        (false, Mode::Bulk | Mode::Full) => 10_000,
    }
}

fn perft(criterion: &mut Criterion) {
    let rules = work::rules();
    for mode in Mode::ALL {
        let mut group = criterion.benchmark_group(mode.name());
        group.sample_size(20);
        for position in &work::perft_positions(&rules) {
            let depth = position.deepest(nodes_max(mode));
            group.throughput(Throughput::Elements(depth.1));
            group.bench_function(&position.name, |bencher| {
                bencher.iter(|| work::walk(&rules, position, mode, depth));
            });
        }
    }
}

fn positions(criterion: &mut Criterion) {
    let rules = work::rules();
    for position in &work::perft_positions(&rules) {
        let mut each = |what, doing: &dyn Fn()| {
            criterion.bench_function(&format!("{what}/{}", position.name), |bencher| bencher.iter(doing));
        };
        each("legal moves", &|| work::list(&rules, position));
        let (board, mut moves) = (SearchBoard::new(&rules, &position.position), MoveList::new());
        criterion.bench_function(&format!("moves of a search/{}", position.name), |bencher| {
            bencher.iter(|| work::search_list(&board, &mut moves, position));
        });
        let mut each = |what, doing: &dyn Fn()| {
            criterion.bench_function(&format!("{what}/{}", position.name), |bencher| bencher.iter(doing));
        };
        each("FEEN parse", &|| work::parse(position));
        each("FEEN print", &|| work::print(position));
        each("FEEN place", &|| work::place(&rules, position));
    }
}

/// Seed of ten random games, and the number of their plies.
const TEN_GAMES: (u64, u64) = (1, 3776);

fn random_games(criterion: &mut Criterion) {
    let rules = work::rules();
    let mut group = criterion.benchmark_group("random games");
    group.throughput(Throughput::Elements(10));
    group.bench_function("rules/chess", |bencher| {
        bencher.iter(|| assert_eq!(work::random_games(&rules, TEN_GAMES.0, 10), TEN_GAMES.1));
    });
}

fn load(criterion: &mut Criterion) {
    let (files, rules) = (work::files(), work::rules());
    let mut group = criterion.benchmark_group("load");
    group.sample_size(20);
    group.bench_function("rules/chess", |bencher| bencher.iter(|| work::load(&files, &rules)));
}

criterion_group!(benches, perft, positions, random_games, load);
criterion_main!(benches);

//! Wall-clock time of the session's work: `cargo bench -p session`. As a test, each benchmark runs once.
#![allow(missing_docs, reason = "criterion's macros make items of their own")]

mod work;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};

fn commits(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("commit");
    group.throughput(Throughput::Elements(work::plies() as u64));
    group.bench_function("made (an opening of a blind game)", |bencher| {
        let opening = |mut table: work::Table| {
            for _ in 0..work::plies() {
                let input = table.next();
                table.made(input);
            }
            table
        };
        bencher.iter_batched(|| work::table(0), opening, BatchSize::SmallInput);
    });
    group.throughput(Throughput::Elements(1));
    group.bench_function("refused", |bencher| {
        let refuse = |mut table: work::Table| {
            let input = table.refusable();
            table.refused(input);
            table
        };
        bencher.iter_batched(|| work::table(work::plies()), refuse, BatchSize::SmallInput);
    });
    group.finish();
}

fn observe(criterion: &mut Criterion) {
    let table = work::table(work::plies());
    criterion.bench_function("observe", |bencher| bencher.iter(|| table.observe()));
}

criterion_group!(benches, commits, observe);
criterion_main!(benches);

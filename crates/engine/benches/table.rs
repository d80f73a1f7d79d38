//! Entries built and looked up per second: `cargo bench -p engine --bench table`.

use std::sync::atomic::AtomicBool;

use divan::counter::ItemsCount;
use engine::rng::Rng;
use engine::table::{Row, Table};
use kalah::Rules;

fn main() {
    divan::main();
}

fn build(rules: Rules, seeds: usize, threads: usize) -> Table {
    Table::build(rules, seeds, threads, &|_| (), &AtomicBool::new(false)).unwrap()
}

/// Seeds and threads; items are entries.
#[divan::bench(args = [(15, 1), (15, 2), (18, 1), (18, 2)], sample_count = 5, sample_size = 1)]
fn built(bencher: divan::Bencher, (seeds, threads): (usize, usize)) {
    let entries = build(Rules::default(), seeds, threads).entries();
    bencher
        .counter(ItemsCount::new(entries))
        .bench_local(|| build(Rules::default(), seeds, threads));
}

#[divan::bench(args = ["standard", "end=mover", "ain-shams-steal", "ain-shams-no-steal"], sample_count = 5, sample_size = 1)]
fn built_by_rules(bencher: divan::Bencher, rules: &str) {
    let rules: Rules = rules.parse().unwrap();
    let entries = build(rules, 16, 1).entries();
    bencher
        .counter(ItemsCount::new(entries))
        .bench_local(|| build(rules, 16, 1));
}

const LOOKUPS: usize = 1 << 16;

fn positions(table: &Table) -> Vec<(Row, Row)> {
    let mut rng = Rng::new(1);
    let mut draw = || rng.below(table.positions() as usize) as u64;
    (0..LOOKUPS)
        .map(|_| table.nth_position(draw()).unwrap())
        .collect()
}

/// One position after the other, each waiting for memory.
#[divan::bench]
fn looked_up(bencher: divan::Bencher) {
    let table = build(Rules::default(), 18, 2);
    let positions = positions(&table);
    bencher.counter(ItemsCount::new(LOOKUPS)).bench_local(|| {
        positions.iter().fold(0u8, |last, &(mover, mut other)| {
            // The next lookup depends on the last value, as in a search that decides by it.
            other[0] ^= last & 0x80;
            table.value(mover, other).unsigned_abs()
        })
    });
}

/// Six positions are asked for before the first is read.
#[divan::bench]
fn looked_up_six_at_a_time(bencher: divan::Bencher) {
    let table = build(Rules::default(), 18, 2);
    let positions = positions(&table);
    bencher.counter(ItemsCount::new(LOOKUPS)).bench_local(|| {
        let mut sum = 0;
        for six in positions.chunks_exact(6) {
            let indexes: [_; 6] = std::array::from_fn(|i| {
                let index = table.index(six[i].0, six[i].1);
                table.prefetch(index);
                index
            });
            sum += indexes
                .iter()
                .map(|&index| i32::from(table.at(index)))
                .sum::<i32>();
        }
        sum
    });
}

//! Published and recomputed exact values of start positions.
//!
//! The ordinary tests are the short form. `cargo test --release -p engine -- --ignored` runs the long one, about a minute.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use engine::Effort;
use engine::analyse::analyse;
use engine::search::{Solver, SolverConfig};
use engine::table::{PITS, Table};
use kalah::{Capture, End, Position, Rules, Side};

/// The start position and a solver for it, with an endgame table of this many seeds where possible.
fn prepared(pits: u32, seeds: u32, capture: Capture, table: usize) -> (Position, Solver) {
    let rules = Rules::new(pits, seeds, capture, End::Either).unwrap();
    let start = Position::start(rules, Side::South);
    let table = (rules.pits() == PITS && table > 0)
        .then(|| Table::build(rules, table, 2, &|_| (), &AtomicBool::new(false)).unwrap());
    let config = SolverConfig {
        hash: if table.is_some() { 256 << 20 } else { 64 << 20 },
        threads: 1,
        table: table.map(Arc::new),
        ..SolverConfig::default()
    };
    let solver = Solver::new(rules, start.seeds_in_pits().into(), &config).unwrap();
    (start, solver)
}

fn value(pits: u32, seeds: u32, capture: Capture) -> Option<i32> {
    let (start, solver) = prepared(pits, seeds, capture, if seeds > 2 { 12 } else { 0 });
    solver.value(&start, &Effort::unlimited()).bounds.exact()
}

fn check(pits: u32, capture: Capture, values: &[i32]) {
    for (seeds, &expected) in (1..).zip(values) {
        assert_eq!(
            value(pits, seeds, capture),
            Some(expected),
            "({pits},{seeds}) {capture}"
        );
    }
}

#[test]
fn start_positions_of_small_boards_with_capture_opposite() {
    check(1, Capture::Opposite, &[0, -2, 6, -2, 2, 0]);
    check(2, Capture::Opposite, &[2, -2, -2, -10, 6, 8]);
    check(3, Capture::Opposite, &[0, 4, 2, 2, 6, -8]);
    check(4, Capture::Opposite, &[2, 6, 6, 2, 4, 0]);
    check(5, Capture::Opposite, &[0, 2, 6, 10]);
    check(6, Capture::Opposite, &[2, 6, 2]);
}

#[test]
fn start_positions_of_small_boards_with_capture_always() {
    check(1, Capture::Always, &[0, -2, 6, -2, 2, 0]);
    check(2, Capture::Always, &[2, -2, -2, -12, 6, 8]);
    check(3, Capture::Always, &[0, 4, 2, 2, 6, -10]);
    check(4, Capture::Always, &[2, 6, 8, 2, 2, 0]);
    check(5, Capture::Always, &[0, 0, 8, 12]);
    check(6, Capture::Always, &[2, 10, 2]);
}

#[test]
fn four_seeds_a_pit() {
    for (capture, expected) in [(Capture::Opposite, 8), (Capture::Always, 10)] {
        let (start, solver) = prepared(6, 4, capture, 20);
        let found = solver.value(&start, &Effort::unlimited());
        assert_eq!(found.bounds.exact(), Some(expected), "{capture}");
        assert_eq!(found.best.map(kalah::Pit::number), Some(3), "{capture}");
    }
}

/// The value of every first move, pit 1 first.
fn first_moves(pits: u32, seeds: u32, capture: Capture, table: usize) -> Vec<i32> {
    let (start, solver) = prepared(pits, seeds, capture, table);
    let analysis = analyse(&solver, &start, &Effort::unlimited());
    assert!(analysis.is_exact());
    analysis.moves.iter().map(|value| value.margin).collect()
}

#[test]
#[ignore = "a minute: run with --release -- --ignored"]
fn four_seeds_a_pit_with_every_first_move() {
    assert_eq!(
        first_moves(6, 4, Capture::Opposite, 20),
        [-14, -10, 8, -2, -8, 4]
    );
    assert_eq!(
        first_moves(6, 4, Capture::Always, 20),
        [-14, -8, 10, -2, -6, 4]
    );
}

#[test]
#[ignore = "a minute: run with --release -- --ignored"]
fn five_pits_of_five_seeds() {
    assert_eq!(value(5, 5, Capture::Always), Some(2));
}

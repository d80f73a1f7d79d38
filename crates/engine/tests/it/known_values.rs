//! Published and recomputed exact values of start positions.

use engine::search::{Limits, Solver, SolverConfig};
use kalah::{Capture, End, Position, Rules, Side};

fn value(pits: u32, seeds: u32, capture: Capture) -> Option<i32> {
    let rules = Rules::new(pits, seeds, capture, End::Either).unwrap();
    let start = Position::start(rules, Side::South);
    let config = SolverConfig {
        hash: 64 << 20,
        threads: 1,
        table: None,
    };
    let solver = Solver::new(rules, start.seeds_in_pits().into(), &config).unwrap();
    solver.value(&start, &Limits::none()).bounds.exact()
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
    check(4, Capture::Opposite, &[2, 6, 6, 2]);
    check(5, Capture::Opposite, &[0, 2, 6]);
    check(6, Capture::Opposite, &[2, 6]);
}

#[test]
fn start_positions_of_small_boards_with_capture_always() {
    check(1, Capture::Always, &[0, -2, 6, -2, 2, 0]);
    check(2, Capture::Always, &[2, -2, -2, -12, 6, 8]);
    check(3, Capture::Always, &[0, 4, 2, 2, 6, -10]);
    check(4, Capture::Always, &[2, 6, 8, 2]);
    check(5, Capture::Always, &[0, 0, 8]);
    check(6, Capture::Always, &[2, 10]);
}

//! What must not change a value: threads, the size of the hash, endgame tables, being stopped and resumed.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use engine::Effort;
use engine::search::{Bounds, Checkpoint, Solver, SolverConfig};
use engine::table::Table;
use kalah::{Capture, End, Position, Rules, Side};

use crate::common::{Random, minimax, variants};

fn standard(seeds: u32) -> Rules {
    Rules::new(6, seeds, Capture::Opposite, End::Either).unwrap()
}

fn table(rules: Rules, seeds: usize) -> Option<Arc<Table>> {
    Some(Arc::new(
        Table::build(rules, seeds, 1, &|_| (), &AtomicBool::new(false)).unwrap(),
    ))
}

fn solver(rules: Rules, hash: usize, threads: usize, table: Option<Arc<Table>>) -> Solver {
    let seeds = Position::start(rules, Side::South).seeds_in_pits();
    Solver::new(
        rules,
        seeds.into(),
        &SolverConfig {
            hash,
            threads,
            table,
            ..SolverConfig::default()
        },
    )
    .unwrap()
}

/// A running search shows true bounds at every moment, also before the first question is asked.
#[test]
fn progress_tells_the_truth_from_the_start() {
    let rules = standard(4);
    let start = Position::start(rules, Side::South);
    let solver = solver(rules, 1 << 20, 1, None);
    let true_now = || {
        let Bounds { lower, upper } = solver.progress().bounds();
        lower <= 8 && 8 <= upper
    };
    assert!(true_now());
    let looks = AtomicU64::new(0);
    let look = |_| {
        looks.fetch_add(1, Relaxed);
        assert!(true_now(), "{:?}", solver.progress().bounds());
        false
    };
    solver.value(&start, &Effort::until(&look).at_most(1_500_000));
    assert!(looks.load(Relaxed) > 100);
}

#[test]
fn threads_hash_and_tables_do_not_change_a_value() {
    let rules = standard(3);
    let start = Position::start(rules, Side::South);
    let small = table(rules, 12);
    for (hash, threads, table) in [
        (16 << 20, 1, small.clone()),
        (16 << 20, 2, small.clone()),
        (16 << 20, 3, small.clone()),
        (1 << 20, 1, small.clone()),
        (1 << 19, 2, small),
        (16 << 20, 1, None),
    ] {
        let found = solver(rules, hash, threads, table).value(&start, &Effort::unlimited());
        assert_eq!(
            found.bounds,
            Bounds::exactly(2),
            "{hash} bytes, {threads} threads"
        );
        assert_eq!(found.best.map(kalah::Pit::number), Some(5));
    }
}

#[test]
fn one_thread_always_looks_at_the_same_nodes() {
    let rules = standard(2);
    let start = Position::start(rules, Side::South);
    let run = || solver(rules, 1 << 20, 1, table(rules, 8)).value(&start, &Effort::unlimited());
    assert_eq!(run(), run());
}

#[test]
fn a_table_of_other_rules_is_not_used() {
    let rules = standard(2);
    let other = Rules::new(6, 2, Capture::Off, End::Either).unwrap();
    let start = Position::start(rules, Side::South);
    let found = solver(rules, 1 << 20, 1, table(other, 10)).value(&start, &Effort::unlimited());
    assert_eq!(found.bounds, Bounds::exactly(6));
}

#[test]
fn a_stopped_search_gives_true_bounds_and_goes_on_where_it_was() {
    let rules = standard(3);
    let start = Position::start(rules, Side::South);
    for threads in [1, 2] {
        let solver = solver(rules, 16 << 20, threads, table(rules, 10));
        let mut rounds = 0;
        loop {
            let found = solver.value(&start, &Effort::nodes(100_000));
            assert!(
                found.bounds.lower <= 2 && 2 <= found.bounds.upper,
                "{:?}",
                found.bounds
            );
            assert!(start.legal_moves().contains(found.best.unwrap()));
            // Each thread looks every thousand nodes, and finishes the few near the end of the game first.
            let late = 2 * 1024 * threads as u64;
            assert!(found.nodes <= 100_000 + late, "{}", found.nodes);
            if found.bounds.is_exact() {
                break;
            }
            rounds += 1;
            assert!(rounds < 500, "the search does not get ahead");
        }
        assert!(rounds > 1, "the search was never stopped");
    }
}

#[test]
fn a_stop_from_outside_is_obeyed() {
    let rules = standard(6);
    let solver = solver(rules, 1 << 20, 1, None);
    let asked = AtomicU64::new(0);
    let enough = |_| asked.fetch_add(1, Relaxed) >= 5;
    let start = Position::start(rules, Side::South);
    let found = solver.value(&start, &Effort::until(&enough));
    assert!(!found.bounds.is_exact());
    assert!(found.best.is_some());
    // Five looks, a thousand nodes apart, and the few nodes near the end of the game that nobody interrupts.
    assert!(
        (5 * 1024..9 * 1024).contains(&found.nodes),
        "{}",
        found.nodes
    );
}

#[test]
fn lines_keep_the_value_to_the_end() {
    let mut random = Random(11);
    for rules in variants(6, 2) {
        let solver = Solver::new(
            rules,
            14,
            &SolverConfig {
                hash: 1 << 16,
                threads: 1,
                table: None,
                ..SolverConfig::default()
            },
        )
        .unwrap();
        for _ in 0..10 {
            let start = random.position(rules, 10);
            let value = solver
                .value(&start, &Effort::unlimited())
                .bounds
                .exact()
                .unwrap();
            let line = solver.line(&start, value, 1000, &Effort::unlimited());
            let last = line
                .iter()
                .fold(start, |position, &pit| position.play(pit).unwrap());
            assert!(last.is_over());
            assert_eq!(last.margin(start.to_move()), value, "{start:?} {line:?}");
        }
    }
}

#[test]
fn deepening_without_a_horizon_is_exact() {
    let mut random = Random(12);
    for pits in [2, 6, 7] {
        let rules = Rules::new(pits, 2, Capture::Opposite, End::Either).unwrap();
        let solver = Solver::new(
            rules,
            12,
            &SolverConfig {
                hash: 1 << 16,
                threads: 1,
                table: None,
                ..SolverConfig::default()
            },
        )
        .unwrap();
        let mut exact = 0;
        while exact < 20 {
            let position = random.position(rules, 6);
            let Some(value) = minimax(&position, &mut 8_000) else {
                continue;
            };
            if position.is_over() {
                continue;
            }
            let thought = solver.think(&position, &Effort::unlimited());
            assert!(thought.exact);
            assert_eq!(thought.estimate, value, "{position:?}");
            exact += 1;
        }
    }
}

#[test]
fn deepening_stops_when_told() {
    let rules = Rules::new(8, 8, Capture::Opposite, End::Either).unwrap();
    let start = Position::start(rules, Side::North);
    let solver = Solver::new(
        rules,
        128,
        &SolverConfig {
            hash: 1 << 16,
            threads: 1,
            table: None,
            ..SolverConfig::default()
        },
    )
    .unwrap();
    let thought = solver.think(&start, &Effort::nodes(5_000));
    assert!(!thought.exact && thought.depth > 1 && thought.nodes <= 6_000);
    assert!(start.legal_moves().contains(thought.best.unwrap()));
}

#[test]
fn a_checkpoint_carries_a_solve_over_and_damage_is_refused() {
    let rules = standard(3);
    let start = Position::start(rules, Side::South);
    let first = solver(rules, 16 << 20, 1, table(rules, 10));
    let found = first.value(&start, &Effort::nodes(600_000));
    assert!(!found.bounds.is_exact());
    let checkpoint = Checkpoint {
        position: start,
        bounds: found.bounds,
    };
    let mut bytes = Vec::new();
    let kept = first.save(&checkpoint, u64::MAX, &mut bytes).unwrap();
    assert!(kept > 1000);
    let rest = first.value(&start, &Effort::unlimited()).nodes;

    // Another hash size: the entries find their new places.
    let second = solver(rules, 3 << 20, 1, table(rules, 10));
    assert_eq!(second.restore(&bytes[..]).unwrap(), checkpoint);
    let went_on = second.value_from(&start, checkpoint.bounds, None, &Effort::unlimited());
    assert_eq!(went_on.bounds, Bounds::exactly(2));
    assert!(
        went_on.nodes < rest * 3 / 2,
        "{} nodes instead of {rest}",
        went_on.nodes
    );

    let mut few = Vec::new();
    assert!(first.save(&checkpoint, 500, &mut few).unwrap() <= 500);
    let refused = |bytes: &[u8]| solver(rules, 1 << 20, 1, None).restore(bytes).is_err();
    assert!(!refused(&few));
    for at in (0..few.len()).step_by(37) {
        let mut wrong = few.clone();
        wrong[at] ^= 0x10;
        assert!(refused(&wrong), "byte {at}");
        assert!(refused(&few[..at]), "cut at {at}");
    }
    let other = Rules::new(6, 3, Capture::Off, End::Either).unwrap();
    assert!(solver(other, 1 << 20, 1, None).restore(&few[..]).is_err());
}

/// Entries are written while they change: the announced number is still the written number.
#[test]
fn a_checkpoint_written_during_a_search_can_be_read() {
    let rules = standard(3);
    let start = Position::start(rules, Side::South);
    // So small that entries are replaced all the time.
    let running = solver(rules, 64 << 10, 1, table(rules, 8));
    let checkpoint = Checkpoint {
        position: start,
        bounds: Bounds::of_seeds(36),
    };
    std::thread::scope(|scope| {
        let search = scope.spawn(|| running.value(&start, &Effort::nodes(2_000_000)));
        while !search.is_finished() {
            let mut bytes = Vec::new();
            running.save(&checkpoint, 3000, &mut bytes).unwrap();
            let other = solver(rules, 1 << 20, 1, None);
            assert_eq!(other.restore(&bytes[..]).unwrap(), checkpoint);
        }
    });
}

/// Far from an answer, a search still settles easy questions: how much the side to move can at least and at most hope for.
#[test]
fn a_search_stopped_before_its_first_answer_has_bounds_on_both_sides() {
    let rules = standard(4);
    let start = Position::start(rules, Side::South);
    let stopped = |patience, nodes| {
        let config = SolverConfig {
            hash: 16 << 20,
            table: table(rules, 12),
            patience,
            ..SolverConfig::default()
        };
        let solver = Solver::new(rules, 48, &config).unwrap();
        solver.value(&start, &Effort::nodes(nodes)).bounds
    };
    assert_eq!(stopped(u64::MAX, 2_000_000), Bounds::of_seeds(48));
    let Bounds { lower, upper } = stopped(500_000, 2_000_000);
    assert!(
        (-29..=8).contains(&lower) && (8..40).contains(&upper),
        "{lower} to {upper}"
    );
}

#[test]
fn patience_changes_the_work_and_never_the_value() {
    let rules = standard(3);
    let start = Position::start(rules, Side::South);
    for (patience, threads) in [(1, 1), (5_000, 1), (5_000, 2), (u64::MAX, 1)] {
        let config = SolverConfig {
            hash: 16 << 20,
            threads,
            table: table(rules, 12),
            patience,
        };
        let solver = Solver::new(rules, 36, &config).unwrap();
        let found = solver.value(&start, &Effort::unlimited());
        assert_eq!(found.bounds, Bounds::exactly(2), "patience {patience}");
    }
}

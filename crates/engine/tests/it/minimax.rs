//! The search against plain minimax without table, bounds or pruning, in every rule variant and board size.

use engine::Effort;
use engine::search::{Solver, SolverConfig};
use kalah::{Position, Rules};

use crate::common::{Random, minimax, variants};

const TINY: SolverConfig = SolverConfig {
    hash: 1 << 14,
    threads: 1,
    table: None,
    patience: 20,
};

/// Checks value and best move; false if plain minimax would take too long.
fn check(solver: &Solver, position: &Position) -> bool {
    let mut budget = 8_000;
    let Some(value) = minimax(position, &mut budget) else {
        return false;
    };
    let found = solver.value(position, &Effort::unlimited());
    assert_eq!(found.bounds.exact(), Some(value), "{position:?}");
    match found.best {
        None => assert!(position.is_over(), "{position:?}"),
        Some(pit) => {
            let after = position.play(pit).expect("the best move is legal");
            let reached = minimax(&after, &mut 8_000).expect("it is a part of the whole");
            let same = after.to_move() == position.to_move();
            assert_eq!(
                if same { reached } else { -reached },
                value,
                "{position:?}: pit {pit}"
            );
        }
    }
    true
}

#[test]
fn every_variant_and_size_agrees_with_minimax() {
    let mut random = Random(1);
    for (capture, end) in variants() {
        for pits in 1..=12 {
            let rules = Rules::new(pits, 3, capture, end).unwrap();
            let solver = Solver::new(rules, 16, &TINY).unwrap();
            let mut checked = 0;
            for _ in 0..1000 {
                let seeds = 1 + random.below(16);
                checked += u32::from(check(&solver, &random.position(rules, seeds)));
                if checked == 100 {
                    break;
                }
            }
            assert_eq!(checked, 100, "{rules}: too few small positions");
        }
    }
}

#[test]
fn a_solver_that_remembers_agrees_with_one_that_does_not() {
    let mut random = Random(2);
    for (capture, end) in variants() {
        let rules = Rules::new(6, 3, capture, end).unwrap();
        let large = Solver::new(
            rules,
            14,
            &SolverConfig {
                hash: 4 << 20,
                ..SolverConfig::default()
            },
        )
        .unwrap();
        for _ in 0..40 {
            let position = random.position(rules, 10);
            let small = Solver::new(
                rules,
                14,
                &SolverConfig {
                    hash: 1 << 12,
                    ..SolverConfig::default()
                },
            )
            .unwrap();
            let [a, b] =
                [&large, &small].map(|solver| solver.value(&position, &Effort::unlimited()).bounds);
            assert!(a.is_exact());
            assert_eq!(a, b, "{position:?}");
        }
    }
}

#[test]
fn a_wide_board_agrees_with_a_packed_one() {
    // More seeds in pits than the packed board takes sends the same rules to the wide one.
    let mut random = Random(3);
    for (capture, end) in variants() {
        let rules = Rules::new(5, 3, capture, end).unwrap();
        let packed = Solver::new(rules, 20, &TINY).unwrap();
        let wide = Solver::new(
            rules,
            200,
            &SolverConfig {
                hash: 1 << 20,
                ..SolverConfig::default()
            },
        )
        .unwrap();
        for _ in 0..20 {
            let position = random.position(rules, 12);
            let [a, b] =
                [&packed, &wide].map(|solver| solver.value(&position, &Effort::unlimited()).bounds);
            assert_eq!(a, b, "{position:?}");
        }
    }
}

//! The search against plain minimax without table, bounds or pruning, in every rule variant and board size.

use engine::Effort;
use engine::search::{Solver, SolverConfig};
use kalah::{Lift, Position, Rules};

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
    for pits in 1..=12 {
        for rules in variants(pits, 3) {
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
    for rules in variants(6, 3) {
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
    for rules in variants(5, 3) {
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

/// Pits with exactly one lap of seeds, where the two ways to lift differ.
#[test]
fn a_lap_that_comes_back_is_judged_by_how_seeds_are_lifted() {
    let mut random = Random(4);
    let (mut checked, mut differ) = (0, 0);
    for _ in 0..40 {
        let from = random.below(u64::from(u32::MAX));
        let values = variants(3, 3).map(|rules| {
            let position = with_a_lap(&Random(from).position(rules, 3));
            let solver = Solver::new(rules, 20, &TINY).unwrap();
            check(&solver, &position).then(|| minimax(&position, &mut 8_000))
        });
        let values: Vec<_> = values.collect();
        checked += values.iter().flatten().count();
        differ += values.chunks(2).filter(|pair| pair[0] != pair[1]).count();
    }
    assert!(checked > 200, "{checked} positions were small enough");
    assert!(differ > 20, "the rule matters in {differ} positions");
}

/// The position with a lap of seeds in the mover's pit 1.
fn with_a_lap(position: &Position) -> Position {
    let mut setup = position.setup();
    let rules = position.rules();
    setup.pits[setup.to_move][0] = rules.lap() as u32;
    setup.pits[setup.to_move.other()][0] = 1;
    Position::new(rules, &setup).unwrap()
}

#[test]
fn values_hold_for_the_same_lift_only() {
    let rules: Rules = "ain-shams-steal".parse().unwrap();
    let solver = Solver::new(rules, 20, &TINY).unwrap();
    let lap = |rules: Rules| {
        let text = "13,0,0,0,0,0,0/1,0,0,0,0,0,0 s".parse().unwrap();
        Position::new(rules, &text).unwrap()
    };
    let each = solver
        .value(&lap(rules), &Effort::unlimited())
        .bounds
        .exact();
    let all = rules.with_lift(Lift::All);
    let solver = Solver::new(all, 20, &TINY).unwrap();
    let all = solver.value(&lap(all), &Effort::unlimited()).bounds.exact();
    assert_ne!(each, all);
}

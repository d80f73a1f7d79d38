//! An analysis in steps ends where one in a single step does, and never claims too much on the way.

use engine::analyse::analyse_with;
use engine::search::{Solver, SolverConfig};
use engine::study::Study;
use engine::{Effort, Library};
use kalah::{Position, Rules, Side};

use crate::common::{Random, variants};

fn solver(rules: Rules, table: usize) -> Solver {
    let config = SolverConfig {
        hash: 16 << 20,
        table: Library::new().build(rules, table, 1),
        ..SolverConfig::default()
    };
    Solver::new(rules, 60, &config).unwrap()
}

#[test]
fn pieces_end_where_the_whole_does() {
    let mut random = Random(5);
    for rules in variants(6, 4) {
        let (one, other) = (solver(rules, 6), solver(rules, 6));
        for seeds in [0, 3, 9, 13] {
            let position = random.position(rules, seeds);
            let whole = analyse_with(&one, None, &position, &Effort::unlimited());
            let mut study = Study::new(&position, None);
            let mut before = study.analysis();
            while !study.is_done() {
                study.go_on(&other, None, 2_000);
                assert!(study.nodes() < 5_000_000, "{position:?}");
                let now = study.analysis();
                assert!(now.bounds.lower >= before.bounds.lower);
                assert!(now.bounds.upper <= before.bounds.upper);
                for (value, truth) in now.moves.iter().zip(&whole.moves) {
                    let (found, exact) = (value.bounds, truth.margin);
                    assert!(found.lower <= exact && exact <= found.upper, "{position:?}");
                    assert!((found.lower..=found.upper).contains(&value.margin));
                    assert_eq!(value.line[0], value.pit);
                }
                before = now;
            }
            assert!(study.is_exact());
            assert_eq!(before.bounds, whole.bounds, "{position:?}");
            assert_eq!(before.best, whole.best, "{position:?}");
            let values = |analysis: &engine::analyse::Analysis| -> Vec<i32> {
                analysis.moves.iter().map(|value| value.margin).collect()
            };
            assert_eq!(values(&before), values(&whole), "{position:?}");
        }
    }
}

#[test]
fn the_book_values_the_start_at_once() {
    let library = Library::new();
    let start = Position::start(Rules::default(), Side::South);
    let study = Study::new(&start, Some(library.book()));
    assert_eq!(study.analysis().bounds.exact(), Some(8));
    assert!(study.is_exact(), "{:?}", study.analysis());
}

/// Nothing is proved of a start with 72 seeds in this time, but every move has an estimate that could be true.
#[test]
fn what_cannot_be_solved_is_estimated() {
    let rules: Rules = "pits=6 seeds=6".parse().unwrap();
    let config = SolverConfig {
        hash: 1 << 20,
        table: None,
        ..SolverConfig::default()
    };
    let solver = Solver::new(rules, 72, &config).unwrap();
    let mut study = Study::new(&Position::start(rules, Side::South), None);
    for _ in 0..10 {
        study.go_on(&solver, None, 10_000);
    }
    let analysis = study.analysis();
    assert!(!study.is_exact() && study.nodes() >= 100_000);
    assert!(study.nodes() < 3_000_000, "{}", study.nodes());
    assert!(analysis.moves.iter().all(|value| value.margin % 2 == 0));
    assert!(analysis.moves.iter().any(|value| value.margin != 0));
}

//! Hints are the same however they are requested.

use engine::Library;
use kalah::{Position, Record, Rules, Side};
use play::{Hint, Hinting};

fn position(text: &str) -> Position {
    Position::new(Rules::default(), &text.parse().unwrap()).unwrap()
}

fn hint(position: &Position) -> Hint {
    let hint = Hinting::finished(position, &Library::new());
    hint.unwrap().expect("there is a move")
}

#[test]
fn a_hint_does_not_depend_on_what_was_asked_before() {
    let library = Library::new();
    let rules: Rules = "standard seeds=6".parse().unwrap();
    let start = Position::start(rules, Side::South);
    let first = Hinting::finished(&start, &library).unwrap().unwrap();
    let mut record = Record::new(start);
    record.push(start.legal(2).unwrap()).unwrap();
    Hinting::finished(record.position(), &library).unwrap();
    let again = Hinting::finished(&start, &library).unwrap().unwrap();
    assert_eq!(first, again);
}

#[test]
fn the_reason_is_the_margin_and_what_the_next_best_costs() {
    let position = position("0,0,0,0,2,1,20/0,0,0,0,0,3,22 s");
    let advice = hint(&position);
    assert!(advice.proved);
    assert_eq!(advice.pit().to_string(), "6");
    let worth = |pit: kalah::Pit| {
        let after = position.play(pit).unwrap();
        match (after.is_over(), after.to_move()) {
            (true, _) => after.margin(Side::South),
            (false, Side::South) => hint(&after).worth.margin,
            (false, Side::North) => -hint(&after).worth.margin,
        }
    };
    assert_eq!(worth(advice.pit()), advice.worth.margin);
    let (second, less) = advice.second.unwrap();
    assert_eq!(worth(second), advice.worth.margin - less);
    assert!(less > 0);
}

#[test]
fn the_opening_comes_from_the_book() {
    let advice = hint(&Position::start(Rules::default(), Side::South));
    assert_eq!((advice.worth.margin, advice.proved), (8, true));
}

#[test]
fn a_game_that_is_over_has_no_hint() {
    let over = position("0,0,0,0,0,0,20/0,0,0,0,0,3,25 s");
    let hint = Hinting::finished(&over, &Library::new()).unwrap();
    assert!(hint.is_none());
}

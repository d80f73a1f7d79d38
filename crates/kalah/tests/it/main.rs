mod ain_shams;
mod golden;
mod moves;
mod notation;
mod perft;
mod properties;
mod record;

use kalah::{Position, Rules, Setup};

/// The position of a text, under the rules of another.
fn position(rules: &str, text: &str) -> Position {
    let rules: Rules = rules.parse().unwrap();
    let setup: Setup = text.parse().unwrap();
    Position::new(rules, &setup).unwrap()
}

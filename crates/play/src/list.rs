//! The moves of a game as a list, numbered as in a record.

use kalah::record::{Lead, Numbering};
use kalah::{Record, Side, Sowing};

use crate::Game;

/// A move in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Moves made, this one included.
    pub ply: usize,
    /// The number of its turn.
    pub turn: usize,
    /// Its prefix.
    pub lead: Lead,
    pub sowing: Sowing,
}

/// Every move of a game.
pub fn moves(record: &Record) -> impl Iterator<Item = Listed> {
    let mut turns = Numbering::default();
    (1..).zip(record.sowings()).map(move |(ply, sowing)| {
        let lead = turns.lead(sowing.mover);
        Listed {
            ply,
            turn: turns.number(),
            lead,
            sowing,
        }
    })
}

/// A word of the list of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    pub text: String,
    /// Moves made, this one included; `None` for words between moves.
    pub moves: Option<usize>,
    pub side: Side,
}

/// The moves as a record writes them, word by word: `1. 3+ 6 / 2`.
#[must_use]
pub fn words(game: &Game) -> Vec<Word> {
    let moves = moves(game.whole()).take(game.ply());
    let words = moves.map(|listed| {
        let side = listed.sowing.mover;
        let before = match listed.lead {
            Lead::Turn { number, skipped } => {
                let skipped = if skipped { " - /" } else { "" };
                Some(format!("{number}.{skipped}"))
            }
            Lead::Slash => Some("/".to_owned()),
            Lead::Same => None,
        };
        let before = before.map(|text| (text, None));
        let own = (listed.sowing.notation(), Some(listed.ply));
        before
            .into_iter()
            .chain([own])
            .map(move |(text, moves)| Word { text, moves, side })
    });
    words.flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use kalah::{Position, Rules};

    fn listed(first: Side, moves: &[usize]) -> (String, String) {
        let mut record = Record::new(Position::start(Rules::default(), first));
        for &number in moves {
            let pit = record.position().legal(number).unwrap();
            record.push(pit).unwrap();
        }
        let text = record.to_text();
        let (_, written) = text.split_once("\n\n").unwrap();
        let written: Vec<&str> = written
            .trim_end()
            .trim_end_matches('*')
            .split_whitespace()
            .collect();
        let shown: Vec<String> = words(&Game::new(record))
            .into_iter()
            .map(|word| word.text)
            .collect();
        (shown.join(" "), written.join(" "))
    }

    #[test]
    fn moves_are_listed_as_a_record_writes_them_whoever_begins() {
        for (first, list) in [
            (Side::South, "1. 3+ 6 / 2+ 1 2. 2"),
            (Side::North, "1. - / 3+ 6 2. 2+ 1 / 2"),
        ] {
            let (shown, written) = listed(first, &[3, 6, 2, 1, 2]);
            assert_eq!(shown, list);
            assert_eq!(shown, written);
        }
    }
}

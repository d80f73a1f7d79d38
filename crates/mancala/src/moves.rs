//! Moves as people type them and as the program prints them.
//!
//! `3 6 2`, `3, 6, 2` and `[3,6,2]` are pit numbers alone. The moves of a record can be pasted too: `1. 3+ 6 / 2`, with turn
//! numbers, slashes between the sides, a dash for a turn a side did not have, marks (`+` extra turn, `x` capture, `#` end of the game)
//! and the result. A wrong mark or slash is an error: it is a sign of a mistake.

use anyhow::{Context, Result, bail};
use kalah::{Pit, Position, Record};

/// The moves of a text, each checked against the position it is made in.
pub fn parse(start: &Position, text: &str) -> Result<Vec<Pit>> {
    let mut record = Record::new(*start);
    let words = text.split(|c: char| c.is_whitespace() || ",[]".contains(c));
    for word in words.filter(|word| !word.is_empty()) {
        let number = record.moves().len() + 1;
        word_of(word, &mut record).with_context(|| format!("move {number}"))?;
    }
    Ok(record.moves().to_vec())
}

/// The position after the moves of a text.
pub fn after(start: &Position, text: Option<&str>) -> Result<Position> {
    let moves = parse(start, text.unwrap_or_default())?;
    Ok(moves
        .into_iter()
        .fold(*start, |position, pit| position.step_legal(pit).after))
}

fn word_of(word: &str, record: &mut Record) -> Result<()> {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_turn = word.strip_suffix('.').is_some_and(is_number);
    let is_result = word
        .split_once('-')
        .is_some_and(|(south, north)| is_number(south) && is_number(north));
    match word {
        "/" => check_slash(record),
        "-" | "*" => Ok(()),
        _ if is_turn || is_result => Ok(()),
        _ => push(word, record),
    }
}

/// Between two sides' moves stands a slash.
fn check_slash(record: &Record) -> Result<()> {
    let mut before = record.clone();
    let last = before.pop().map(|_| before.position().to_move());
    let side = record.position().to_move();
    if last == Some(side) {
        bail!("after an extra turn it is still {side}'s move, so there is no slash here");
    }
    Ok(())
}

fn push(word: &str, record: &mut Record) -> Result<()> {
    let digits = word.trim_end_matches(['+', 'x', '#']);
    let Ok(number) = digits.parse() else {
        bail!("'{word}' is not a pit number");
    };
    let pit = record.position().legal(number)?;
    let step = record.position().step_legal(pit);
    let truth = [
        ('+', step.extra_turn, "earns no extra turn"),
        ('x', step.captured > 0, "captures nothing"),
        ('#', step.after.is_over(), "does not end the game"),
    ];
    for (mark, holds, not) in truth {
        if word[digits.len()..].contains(mark) && !holds {
            bail!("'{word}' is marked '{mark}', but pit {pit} {not}");
        }
    }
    Ok(record.push(pit)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kalah::{Rules, Side};

    fn numbers(text: &str) -> Result<Vec<usize>> {
        let start = Position::start(Rules::default(), Side::South);
        Ok(parse(&start, text)?
            .iter()
            .map(|pit| pit.number())
            .collect())
    }

    #[test]
    fn every_form_the_program_prints_is_read() {
        for text in [
            "3 6 2 1",
            "3, 6, 2, 1",
            "[3,6,2,1]",
            "1. 3+ 6 / 2+ 1",
            "  1. 3+ 6 / 2+\n  1\n*\n",
        ] {
            assert_eq!(numbers(text).unwrap(), [3, 6, 2, 1], "{text}");
        }
        assert_eq!(numbers("").unwrap(), [0; 0]);
    }

    #[test]
    fn what_is_not_true_is_an_error() {
        for (text, message) in [
            ("3 three", "move 2: 'three' is not a pit number"),
            ("3 3", "move 2: south's pit 3 is empty"),
            (
                "3 / 6",
                "move 2: after an extra turn it is still south's move",
            ),
            (
                "3x",
                "move 1: '3x' is marked 'x', but pit 3 captures nothing",
            ),
            (
                "1+",
                "move 1: '1+' is marked '+', but pit 1 earns no extra turn",
            ),
            ("7", "move 1: "),
        ] {
            let error = format!("{:#}", numbers(text).unwrap_err());
            assert!(error.starts_with(message), "{text}: {error}");
        }
    }
}

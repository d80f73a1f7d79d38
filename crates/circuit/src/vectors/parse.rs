//! Parses vector files. Total: any text gives vectors or a list of problems.

use super::{Cell, Column, Row, Vectors};
use crate::script::Problem;

/// A column with a special meaning instead of a pin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Steer {
    Set,
    Seq,
    Ticks,
}

/// Parses a file of test vectors; all problems are reported at once.
pub fn parse(text: &str) -> Result<Vectors, Vec<Problem>> {
    let mut problems = Vec::new();
    let mut lines = text
        .lines()
        .enumerate()
        .map(|(index, line)| (index + 1, words(line)))
        .filter(|(_, words)| !words.is_empty());
    let Some((line, header)) = lines.next() else {
        return Err(vec![problem(
            1,
            1,
            "there is no header: the first line names the pins, such as 'A B Sum[8]'",
        )]);
    };
    let mut vectors = Vectors {
        line,
        ..Vectors::default()
    };
    let mut steers: Vec<Option<Steer>> = Vec::new();
    for (column, word) in header {
        match header_word(word) {
            Ok(Heading::Steer(steer)) => steers.push(Some(steer)),
            Ok(Heading::Pin(name, width)) => {
                steers.push(None);
                vectors.columns.push(Column {
                    name,
                    width,
                    column,
                });
            }
            Err(what) => problems.push(problem(line, column, what)),
        }
    }
    if problems.is_empty() {
        for (line, words) in lines {
            match row(&vectors, &steers, line, &words) {
                Ok(row) => vectors.rows.push(row),
                Err(problem) => problems.push(problem),
            }
        }
        problems.extend(doubles(&vectors));
    }
    match problems.is_empty() {
        true => Ok(vectors),
        false => Err(problems),
    }
}

fn problem(line: usize, column: usize, what: impl Into<String>) -> Problem {
    Problem {
        line,
        column,
        what: what.into(),
    }
}

/// The words of a line with their columns; `#` starts a comment.
fn words(line: &str) -> Vec<(usize, &str)> {
    let line = line.split('#').next().unwrap_or("");
    let mut words = Vec::new();
    let mut start = None;
    for (column, (at, character)) in line.char_indices().enumerate() {
        match (start, character.is_whitespace()) {
            (None, false) => start = Some((column + 1, at)),
            (Some((column, from)), true) => {
                words.push((column, &line[from..at]));
                start = None;
            }
            _ => {}
        }
    }
    if let Some((column, from)) = start {
        words.push((column, &line[from..]));
    }
    words
}

enum Heading {
    Steer(Steer),
    Pin(String, u32),
}

fn header_word(word: &str) -> Result<Heading, String> {
    match word.to_ascii_lowercase().as_str() {
        "<set>" => return Ok(Heading::Steer(Steer::Set)),
        "<seq>" => return Ok(Heading::Steer(Steer::Seq)),
        "<ticks>" => return Ok(Heading::Steer(Steer::Ticks)),
        _ => {}
    }
    if word.starts_with('<') {
        return Err(format!(
            "there is no column {word}; there are <set>, <seq> and <ticks>"
        ));
    }
    let Some(inner) = word.strip_suffix(']') else {
        return Ok(Heading::Pin(word.into(), 1));
    };
    let width = inner
        .rsplit_once('[')
        .and_then(|(name, width)| Some((name, width.parse::<u32>().ok()?)));
    match width {
        Some((name, width @ 1..=32)) if !name.is_empty() => Ok(Heading::Pin(name.into(), width)),
        _ => Err(format!(
            "'{word}': a column is a name with its width in brackets, 1 to 32, such as Sum[8]"
        )),
    }
}

fn row(
    vectors: &Vectors,
    steers: &[Option<Steer>],
    line: usize,
    words: &[(usize, &str)],
) -> Result<Row, Problem> {
    if words.len() != steers.len() {
        let column = words.get(steers.len()).map_or(1, |(column, _)| *column);
        let what = format!(
            "this row has {}, the header {}",
            diag::count(words.len(), "value"),
            diag::count(steers.len(), "column")
        );
        return Err(problem(line, column, what));
    }
    let sequential = steers.contains(&Some(Steer::Seq));
    let mut row = Row {
        line,
        set: 0,
        seq: u64::from(!sequential && steers.contains(&Some(Steer::Set))),
        ticks: 0,
        cells: Vec::with_capacity(vectors.columns.len()),
    };
    for ((column, word), steer) in words.iter().zip(steers) {
        let number = || {
            word.parse::<u64>().map_err(|_| {
                problem(
                    line,
                    *column,
                    format!("'{word}' is not a whole number from 0 up"),
                )
            })
        };
        match steer {
            Some(Steer::Set) => row.set = number()?,
            Some(Steer::Seq) => row.seq = number()?,
            Some(Steer::Ticks) => row.ticks = number()?,
            None => {
                let width = vectors.columns[row.cells.len()].width;
                let cell = Cell::parse(word, width).map_err(|what| problem(line, *column, what))?;
                row.cells.push(cell);
            }
        }
    }
    Ok(row)
}

/// Steps of a set that are given twice, if there is a `<seq>` column at all.
fn doubles(vectors: &Vectors) -> Vec<Problem> {
    let mut seen = std::collections::HashMap::new();
    let mut problems = Vec::new();
    for row in vectors.rows.iter().filter(|row| row.seq > 1) {
        if let Some(first) = seen.insert((row.set, row.seq), row.line) {
            let what = format!(
                "step {} of set {} is already on line {first}",
                row.seq, row.set
            );
            problems.push(problem(row.line, 1, what));
        }
    }
    problems
}

//! A record as text a person can read, write and mail.
//!
//! ```text
//! [Format "1"]
//! [Rules "standard"]
//! [South "Ada"]
//! [North "deep-purple"]
//! [Date "2026-11-15"]
//! [Result "*"]
//!
//!   1. 3+ 6 / 2
//!   2. 5x / 1+ 4
//! *
//! ```
//!
//! A numbered line is a turn of each side, south's before the slash; `-` stands for a turn south did not have because
//! north began. `+` marks a move that earned an extra turn, `x` a capture, `#` the end of the game. The marks may be left
//! out, but a wrong mark is an error, as is a missing result at the end: both are signs of damage.
//! `[Start "..."]` is there when the game did not begin with the start position and south to move. A semicolon starts
//! a comment up to the end of its line.

use std::fmt::Write;

use thiserror::Error;

use super::turns::{Lead, Numbering, marks};
use super::{GameResult, Record};
use crate::place::{Pit, Side};
use crate::position::{Position, Step};
use crate::rules::Rules;
use crate::setup::Setup;

/// The version of the format this program writes, and the newest it reads.
pub(crate) const FORMAT: u32 = 1;

/// A mistake in a record, and its line.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("line {line}: {kind}")]
pub struct RecordError {
    pub line: usize,
    pub kind: RecordErrorKind,
}

#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum RecordErrorKind {
    #[error("the record has format {0}, newer than the format {FORMAT} this program reads")]
    NewerFormat(u32),
    #[error("'{0}' is not a format number")]
    BadFormat(String),
    #[error("a tag looks like [Name \"value\"], not like '{0}'")]
    BadTag(String),
    #[error("there is a second tag {0}")]
    SecondTag(String),
    #[error("{0}")]
    Rules(String),
    #[error("{0}")]
    Start(String),
    #[error("'{0}' is not a move, a turn number or a result")]
    Unknown(String),
    #[error("here should be turn {expected}, not {found}")]
    TurnNumber { expected: usize, found: usize },
    #[error("it is {0}'s move here")]
    WrongSide(Side),
    #[error("{0}")]
    Illegal(String),
    #[error("the move of pit {pit} is marked '{mark}', but {truth}")]
    FalseMark {
        mark: char,
        pit: Pit,
        truth: &'static str,
    },
    #[error("the result is given as {given}, but the moves give {actual}")]
    WrongResult { given: String, actual: String },
    #[error("the record is cut off: it should end with its result")]
    CutOff,
    #[error("there is something after the result: '{0}'")]
    AfterResult(String),
}

impl Record {
    /// The record as text.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        let mut tag = |name: &str, value: &str| {
            let escaped = escape(value);
            let _ = writeln!(text, "[{name} \"{escaped}\"]");
        };
        tag("Format", &FORMAT.to_string());
        tag("Rules", &self.start.rules().to_string());
        if self.start != Position::start(self.start.rules(), Side::South) {
            tag("Start", &self.start.to_string());
        }
        tag("South", &self.players.south);
        tag("North", &self.players.north);
        tag("Date", &self.date);
        for (name, value) in &self.tags {
            tag(name, value);
        }
        tag("Result", &self.result().to_string());
        text.push('\n');
        self.write_moves(&mut text);
        let _ = writeln!(text, "{}", self.result());
        text
    }

    fn write_moves(&self, text: &mut String) {
        let mut position = self.start;
        let mut turns = Numbering::default();
        for &pit in &self.moves {
            let lead = turns.lead(position.to_move());
            let step = position.step_legal(pit);
            match lead {
                Lead::Same => text.push(' '),
                Lead::Slash => text.push_str(" / "),
                Lead::Turn { number, skipped } => {
                    let gap = if number > 1 { "\n" } else { "" };
                    let skipped = if skipped { "- / " } else { "" };
                    let _ = write!(text, "{gap}{number:3}. {skipped}");
                }
            }
            let marks = marks(step.extra_turn, step.captured > 0, step.after.is_over());
            let _ = write!(text, "{pit}{marks}");
            position = step.after;
        }
        if !self.moves.is_empty() {
            text.push('\n');
        }
    }

    /// Reads a record.
    pub fn from_text(text: &str) -> Result<Record, RecordError> {
        let mut reader = Reader::new(text);
        let tags = reader.tags()?;
        let mut record = Record::new(tags.start()?);
        let given = reader.moves(&mut record)?;
        tags.fill(&mut record)?;
        record.check_result(&given)?;
        Ok(record)
    }

    /// Compares the result after the moves, and its line, with the moves; a resignation is taken from it.
    fn check_result(&mut self, given: &(usize, String)) -> Result<(), RecordError> {
        let (line, given) = given;
        for side in Side::BOTH {
            if *given == GameResult::Resigned(side).to_string() {
                self.resigned = Some(side);
            }
        }
        let actual = self.result().to_string();
        if *given == actual {
            return Ok(());
        }
        let kind = RecordErrorKind::WrongResult {
            given: given.clone(),
            actual,
        };
        Err(RecordError { line: *line, kind })
    }
}

/// Quotes, backslashes and line breaks would end a tag early.
fn escape(value: &str) -> String {
    value.chars().fold(String::new(), |mut text, c| {
        match c {
            '"' | '\\' => text.extend(['\\', c]),
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            _ => text.push(c),
        }
        text
    })
}

/// The text of `value"]`, unescaped, if it ends just there.
fn unescape(quoted: &str) -> Option<String> {
    let mut value = String::new();
    let mut chars = quoted.chars();
    loop {
        match chars.next()? {
            '"' => return (chars.as_str().trim() == "]").then_some(value),
            '\\' => value.push(match chars.next()? {
                'n' => '\n',
                'r' => '\r',
                c => c,
            }),
            c => value.push(c),
        }
    }
}

/// A tag pair and the line it stands in.
struct Tag {
    line: usize,
    name: String,
    value: String,
}

struct Tags(Vec<Tag>);

impl Tags {
    fn find(&self, name: &str) -> Option<&Tag> {
        self.0.iter().find(|tag| tag.name == name)
    }

    fn start(&self) -> Result<Position, RecordError> {
        let rules = match self.find("Rules") {
            Some(tag) => tag
                .value
                .parse::<Rules>()
                .map_err(|error| tag.error(RecordErrorKind::Rules(error.to_string())))?,
            None => Rules::default(),
        };
        let Some(tag) = self.find("Start") else {
            return Ok(Position::start(rules, Side::South));
        };
        let wrong = |message: String| tag.error(RecordErrorKind::Start(message));
        let setup: Setup = tag
            .value
            .parse()
            .map_err(|error| wrong(format!("{error}")))?;
        Position::new(rules, &setup).map_err(|error| wrong(error.to_string()))
    }

    fn fill(self, record: &mut Record) -> Result<(), RecordError> {
        for tag in self.0 {
            match tag.name.as_str() {
                "Format" | "Rules" | "Start" => {}
                "South" => record.players.south = tag.value,
                "North" => record.players.north = tag.value,
                "Date" => record.date = tag.value,
                "Result" => record.check_result(&(tag.line, tag.value))?,
                _ => record.tags.push((tag.name, tag.value)),
            }
        }
        Ok(())
    }
}

impl Tag {
    fn error(&self, kind: RecordErrorKind) -> RecordError {
        RecordError {
            line: self.line,
            kind,
        }
    }

    fn parse(line: usize, text: &str) -> Result<Tag, RecordError> {
        let bad = || RecordError {
            line,
            kind: RecordErrorKind::BadTag(text.chars().take(60).collect()),
        };
        let inner = text.strip_prefix('[').ok_or_else(bad)?;
        let (name, quoted) = inner.split_once('"').ok_or_else(bad)?;
        let name = name.trim().to_owned();
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        if name.is_empty() || !name.chars().all(plain) {
            return Err(bad());
        }
        let value = unescape(quoted).ok_or_else(bad)?;
        Ok(Tag { line, name, value })
    }
}

/// The lines of a record with their numbers, and where the reader is.
struct Reader<'a> {
    lines: std::iter::Peekable<Box<dyn Iterator<Item = (usize, &'a str)> + 'a>>,
    last_line: usize,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Reader<'a> {
        let numbered = text
            .lines()
            .enumerate()
            .map(|(i, line)| (i + 1, line.trim()));
        let filled: Box<dyn Iterator<Item = _>> =
            Box::new(numbered.filter(|(_, line)| !line.is_empty() && !line.starts_with(';')));
        Reader {
            lines: filled.peekable(),
            last_line: text.lines().count().max(1),
        }
    }

    fn tags(&mut self) -> Result<Tags, RecordError> {
        let mut tags = Tags(Vec::new());
        while let Some((line, text)) = self.lines.next_if(|(_, text)| text.starts_with('[')) {
            let tag = Tag::parse(line, text)?;
            if tag.name == "Format" {
                check_format(&tag)?;
            }
            if tags.find(&tag.name).is_some() {
                return Err(tag.error(RecordErrorKind::SecondTag(tag.name.clone())));
            }
            tags.0.push(tag);
        }
        Ok(tags)
    }

    /// Plays the moves and returns the result at their end with its line.
    fn moves(&mut self, record: &mut Record) -> Result<(usize, String), RecordError> {
        let mut turns = Turns::new(record.position.to_move());
        for (line, text) in self.lines.by_ref() {
            let text = text.split(';').next().unwrap_or_default().trim();
            if is_result(text) {
                if let Some((line, rest)) = self.lines.next() {
                    let kind = RecordErrorKind::AfterResult(rest.chars().take(60).collect());
                    return Err(RecordError { line, kind });
                }
                return Ok((line, text.to_owned()));
            }
            for word in text.split_whitespace() {
                turns
                    .word(word, record)
                    .map_err(|kind| RecordError { line, kind })?;
            }
        }
        Err(RecordError {
            line: self.last_line,
            kind: RecordErrorKind::CutOff,
        })
    }
}

fn check_format(tag: &Tag) -> Result<(), RecordError> {
    match tag.value.parse() {
        Ok(format) if format > FORMAT => Err(tag.error(RecordErrorKind::NewerFormat(format))),
        Ok(1..) => Ok(()),
        _ => Err(tag.error(RecordErrorKind::BadFormat(tag.value.clone()))),
    }
}

fn is_result(text: &str) -> bool {
    let finished = |text: &str| {
        let (south, north) = text.split_once('-')?;
        let number =
            |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
        (number(south) && number(north)).then_some(())
    };
    text == "*" || text.ends_with(" resigned") || finished(text).is_some()
}

/// The grammar of the numbered lines.
struct Turns {
    number: usize,
    /// The side whose moves may stand here.
    side: Side,
    first: Side,
}

impl Turns {
    fn new(first: Side) -> Turns {
        Turns {
            number: 0,
            side: Side::North,
            first,
        }
    }

    fn word(&mut self, word: &str, record: &mut Record) -> Result<(), RecordErrorKind> {
        if let Some(number) = word.strip_suffix('.') {
            return self.turn(number, word);
        }
        match word {
            "-" if self.number == 1 && self.first == Side::North => Ok(()),
            "/" if self.side == Side::South => {
                self.side = Side::North;
                Ok(())
            }
            _ => self.play(word, record),
        }
    }

    fn turn(&mut self, number: &str, word: &str) -> Result<(), RecordErrorKind> {
        let found = number
            .parse()
            .map_err(|_| RecordErrorKind::Unknown(word.to_owned()))?;
        let expected = self.number + 1;
        if found != expected {
            return Err(RecordErrorKind::TurnNumber { expected, found });
        }
        self.number = found;
        self.side = Side::South;
        Ok(())
    }

    fn play(&self, word: &str, record: &mut Record) -> Result<(), RecordErrorKind> {
        let digits = word.trim_end_matches(['+', 'x', '#']);
        let unknown = || RecordErrorKind::Unknown(word.chars().take(60).collect());
        let number: usize = digits.parse().map_err(|_| unknown())?;
        if self.number == 0 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(unknown());
        }
        let position = record.position;
        let pit = position
            .legal(number)
            .map_err(|error| RecordErrorKind::Illegal(error.to_string()))?;
        if position.to_move() != self.side {
            return Err(RecordErrorKind::WrongSide(position.to_move()));
        }
        check_marks(&word[digits.len()..], pit, &position.step_legal(pit))?;
        record
            .push(pit)
            .map_err(|error| RecordErrorKind::Illegal(error.to_string()))
    }
}

fn check_marks(given: &str, pit: Pit, step: &Step) -> Result<(), RecordErrorKind> {
    for mark in given.chars() {
        let (holds, truth) = match mark {
            '+' => (step.extra_turn, "earns no extra turn"),
            'x' => (step.captured > 0, "captures nothing"),
            _ => (step.after.is_over(), "does not end the game"),
        };
        if !holds {
            return Err(RecordErrorKind::FalseMark { mark, pit, truth });
        }
    }
    Ok(())
}

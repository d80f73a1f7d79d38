//! Runs as text: what runs, its inputs, and the named moments.
//!
//! ```text
//! run 1
//! console 2023
//! at 0 seeds 4
//! at 51234 press 3
//! at 60000 mark the computer thinks
//! end 80000 5d0c83e1a2b4f697
//! ```
//!
//! The lines between `run` and the first `at` say what runs; their words are the subject's, as are those of the
//! inputs. `end` is how far the run went, with the [`digest`](crate::digest) of all values there, so that a
//! replay can be checked against it. `#` begins a comment at the start of a line. Half-ticks never
//! decrease.

use std::fmt;
use std::fmt::Write;

/// A parsed run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Run {
    /// What runs: a keyword and its arguments.
    pub head: Vec<HeadLine>,
    pub events: Vec<Event>,
    pub end: Option<End>,
}

/// A line that says what runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeadLine {
    pub key: String,
    pub value: String,
    /// Its line in the file.
    pub line: usize,
}

impl HeadLine {
    pub fn new(key: &str, value: &str) -> HeadLine {
        HeadLine {
            key: key.to_owned(),
            value: value.to_owned(),
            line: 0,
        }
    }
}

/// An event at a half-tick.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    pub moment: u64,
    pub what: What,
    pub line: usize,
    /// The column where its text begins, from 1.
    pub column: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// An input, in the words of the subject.
    Input(String),
    Name(String),
}

/// Where a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    pub moment: u64,
    pub values: Option<u64>,
    pub line: usize,
}

/// A mistake in a file, with line and column (from 1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    pub line: usize,
    pub column: usize,
    pub what: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Problem { line, column, what } = self;
        write!(f, "line {line}, column {column}: {what}")
    }
}

impl Event {
    /// A mistake in the text of an input, with its place.
    pub fn problem(&self, what: impl Into<String>) -> Problem {
        Problem {
            line: self.line,
            column: self.column,
            what: what.into(),
        }
    }
}

/// The only format version.
const VERSION: &str = "1";

/// Parses a run; all problems are reported at once, one per line.
pub fn parse(text: &str) -> Result<Run, Vec<Problem>> {
    let mut parser = Parser::default();
    for (index, line) in diag::without_mark(text).lines().enumerate() {
        parser.line = index + 1;
        if let Err((at, what)) = parser.take(line) {
            let column = line[..at.min(line.len())].chars().count() + 1;
            parser.problems.push(Problem {
                line: index + 1,
                column,
                what,
            });
        }
    }
    if !parser.begun && parser.problems.is_empty() {
        parser.problems.push(Problem {
            line: 1,
            column: 1,
            what: "this is not a run: it begins with the line 'run 1'".to_owned(),
        });
    }
    match parser.problems.is_empty() {
        true => Ok(parser.run),
        false => Err(parser.problems),
    }
}

#[derive(Default)]
struct Parser {
    run: Run,
    line: usize,
    begun: bool,
    last: u64,
    problems: Vec<Problem>,
}

/// The mistake and its byte in the line.
type Wrong = (usize, String);

impl Parser {
    fn take(&mut self, line: &str) -> Result<(), Wrong> {
        let (start, word, rest) = first_word(line, 0);
        if word.is_empty() || word.starts_with('#') {
            return Ok(());
        }
        if !self.begun {
            return self.begin(start, word, line, rest);
        }
        match word {
            "run" => Err((start, "there is one line 'run', the first".to_owned())),
            _ if self.run.end.is_some() => {
                Err((start, "nothing comes after the line 'end'".to_owned()))
            }
            "at" => self.event(line, rest),
            "end" => self.end(line, rest),
            _ if !self.run.events.is_empty() => Err((
                start,
                format!("expected 'at' or 'end', found '{word}'; what runs is said before"),
            )),
            _ => {
                self.run.head.push(HeadLine {
                    key: word.to_owned(),
                    value: line[rest..].trim().to_owned(),
                    line: self.line,
                });
                Ok(())
            }
        }
    }

    fn begin(&mut self, start: usize, word: &str, line: &str, rest: usize) -> Result<(), Wrong> {
        let (at, version, _) = first_word(line, rest);
        self.begun = true;
        match (word, version) {
            ("run", VERSION) => Ok(()),
            ("run", _) => Err((
                at,
                format!("this reads runs of version {VERSION}, not '{version}'"),
            )),
            _ => Err((
                start,
                format!("a run begins with the line 'run 1', not with '{word}'"),
            )),
        }
    }

    /// A half-tick that is not before the previous one.
    fn moment(&mut self, line: &str, from: usize) -> Result<(u64, usize), Wrong> {
        let (at, digits, rest) = first_word(line, from);
        let moment = digits
            .parse()
            .map_err(|_| (at, format!("expected a half-tick, found '{digits}'")))?;
        if moment < self.last {
            let what = format!("half-tick {moment} comes after {}", self.last);
            return Err((at, what));
        }
        self.last = moment;
        Ok((moment, rest))
    }

    fn event(&mut self, line: &str, rest: usize) -> Result<(), Wrong> {
        let (moment, rest) = self.moment(line, rest)?;
        let (start, word, after) = first_word(line, rest);
        let text = line[start..].trim_end();
        let what = match word {
            "" => return Err((line.trim_end().len(), "what happens then is missing".into())),
            "mark" => What::Name(line[after..].trim().to_owned()),
            _ => What::Input(text.to_owned()),
        };
        self.run.events.push(Event {
            moment,
            what,
            line: self.line,
            column: line[..start].chars().count() + 1,
        });
        Ok(())
    }

    fn end(&mut self, line: &str, rest: usize) -> Result<(), Wrong> {
        let (moment, rest) = self.moment(line, rest)?;
        let (at, digits, after) = first_word(line, rest);
        let values = match digits {
            "" => None,
            _ => Some(u64::from_str_radix(digits, 16).map_err(|_| {
                let what = format!("expected a digest of 16 hexadecimal digits, found '{digits}'");
                (at, what)
            })?),
        };
        let (more, word, _) = first_word(line, after);
        if !word.is_empty() {
            return Err((more, format!("'{word}' is left over")));
        }
        self.run.end = Some(End {
            moment,
            values,
            line: self.line,
        });
        Ok(())
    }
}

/// The word from a byte on: where it starts, the word, where it ends.
fn first_word(line: &str, from: usize) -> (usize, &str, usize) {
    let rest = &line[from..];
    let start = from + (rest.len() - rest.trim_start().len());
    let word = line[start..]
        .split(char::is_whitespace)
        .next()
        .unwrap_or("");
    (start, word, start + word.len())
}

/// A run as text; parsing it gives the same run again.
impl fmt::Display for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "run {VERSION}")?;
        for HeadLine { key, value, .. } in &self.head {
            writeln!(f, "{key} {}", one_line(value))?;
        }
        for Event { moment, what, .. } in &self.events {
            match what {
                What::Input(text) => writeln!(f, "at {moment} {}", one_line(text))?,
                What::Name(name) => writeln!(f, "at {moment} mark {}", one_line(name))?,
            }
        }
        match self.end {
            Some(End {
                moment,
                values: Some(values),
                ..
            }) => writeln!(f, "end {moment} {values:016x}"),
            Some(End { moment, .. }) => writeln!(f, "end {moment}"),
            None => Ok(()),
        }
    }
}

/// The text on a single line.
fn one_line(text: &str) -> String {
    let mut line = String::new();
    for character in text.trim().chars() {
        let plain = !character.is_control();
        let _ = line.write_char(if plain { character } else { ' ' });
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const RUN: &str = "run 1\nconsole 2023\n# by hand\n\nat 0 seeds 4\nat 9 mark the end  game\nat 9 press 3\nend 20 00000000000000ff\n";

    #[test]
    fn a_run_reads_and_writes() {
        let run = parse(RUN).unwrap();
        assert_eq!(
            run.head,
            [HeadLine {
                line: 2,
                ..HeadLine::new("console", "2023")
            }]
        );
        assert_eq!(run.events.len(), 3);
        assert_eq!(run.events[1].what, What::Name("the end  game".to_owned()));
        assert_eq!(run.end.unwrap().values, Some(255));
        let plain = RUN.replace("# by hand\n\n", "");
        assert_eq!(run.to_string(), plain);
    }

    #[test]
    fn mistakes_are_told_with_their_places() {
        let wrong = |text: &str| {
            let problems = parse(text).unwrap_err();
            problems
                .iter()
                .map(ToString::to_string)
                .collect::<Vec<_>>()
                .join("\n")
        };
        assert_eq!(
            wrong(""),
            "line 1, column 1: this is not a run: it begins with the line 'run 1'"
        );
        assert_eq!(
            wrong("walk 1"),
            "line 1, column 1: a run begins with the line 'run 1', not with 'walk'"
        );
        assert_eq!(
            wrong("run 7"),
            "line 1, column 5: this reads runs of version 1, not '7'"
        );
        let text =
            "run 1\nat 5 a\nat 4 b\nat x\nat 9\n  console 1\nend 3\nend 9 x\nend 9\nat 9 z\nrun 1";
        assert_eq!(
            wrong(text),
            "line 3, column 4: half-tick 4 comes after 5\n\
             line 4, column 4: expected a half-tick, found 'x'\n\
             line 5, column 5: what happens then is missing\n\
             line 6, column 3: expected 'at' or 'end', found 'console'; what runs is said before\n\
             line 7, column 5: half-tick 3 comes after 9\n\
             line 8, column 7: expected a digest of 16 hexadecimal digits, found 'x'\n\
             line 10, column 1: nothing comes after the line 'end'\n\
             line 11, column 1: there is one line 'run', the first"
        );
    }

    proptest! {
        #[test]
        fn any_text_is_answered(text in "(run 1\n)?((at|end|x|é| |#|mark|[0-9]{1,21}|\n){0,30})") {
            if let Ok(run) = parse(&text) {
                let mut again = parse(&run.to_string()).unwrap();
                let mut run = run;
                for run in [&mut run, &mut again] {
                    run.head.iter_mut().for_each(|line| line.line = 0);
                    run.events.iter_mut().for_each(|event| (event.line, event.column) = (0, 0));
                    run.end.iter_mut().for_each(|end| end.line = 0);
                }
                prop_assert_eq!(run, again);
            }
        }
    }
}

//! Reads tests from lines of text.

use super::{Check, Defaults, Expectation, Problem, StopKind, Subject};
use crate::bus::Space;
use crate::debug::expr::{Reader, Thing};
use crate::devices::{Input, Pulse};
use crate::symbols::Symbols;

/// What marks a line of a test among the comments of a source.
const MARK: &str = "#!";

/// The lines of tests in a source: comments that start with `#!`.
pub fn in_comments(source: &str) -> Vec<(usize, &str)> {
    let lines = source.lines().enumerate();
    let marked =
        lines.filter_map(|(at, line)| Some((at + 1, line.trim().strip_prefix(MARK)?.trim())));
    marked.filter(|(_, line)| !line.is_empty()).collect()
}

/// The lines of tests in a file of their own; `#` starts a comment, `#!` may stand before a line.
pub fn in_lines(text: &str) -> Vec<(usize, &str)> {
    let lines = text.lines().enumerate().map(|(at, line)| {
        let line = line.trim();
        (at + 1, line.strip_prefix(MARK).unwrap_or(line).trim())
    });
    lines
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .collect()
}

/// Reads tests. Labels are those of the program under test.
pub fn read(
    lines: &[(usize, &str)],
    symbols: &Symbols,
    defaults: Defaults,
) -> Result<Vec<Check>, Vec<Problem>> {
    let mut common = blank(defaults);
    let mut checks: Vec<Check> = Vec::new();
    let mut problems = Vec::new();
    for &(line, text) in lines {
        if let Some(name) = text
            .strip_prefix("test ")
            .or((text == "test").then_some(""))
        {
            let mut check = common.clone();
            (check.name, check.line) = (name.trim().to_owned(), line);
            checks.push(check);
            continue;
        }
        let check = checks.last_mut().unwrap_or(&mut common);
        if let Err(message) = read_line(text, line, check, symbols) {
            problems.push(Problem { line, message });
        }
    }
    if checks.is_empty() && !lines.is_empty() {
        common.line = lines[0].0;
        checks.push(common);
    }
    match problems.is_empty() {
        true => Ok(named(checks)),
        false => Err(problems),
    }
}

fn blank(defaults: Defaults) -> Check {
    Check {
        name: String::new(),
        line: 0,
        variant: defaults.variant,
        memory: defaults.memory,
        sets: Vec::new(),
        inputs: Vec::new(),
        irq: Vec::new(),
        expectations: Vec::new(),
        stop: StopKind::Halt,
        clocks: None,
        points: 1,
    }
}

/// Tests without a name get their number.
fn named(mut checks: Vec<Check>) -> Vec<Check> {
    for (at, check) in checks.iter_mut().enumerate() {
        if check.name.is_empty() {
            check.name = format!("test {}", at + 1);
        }
    }
    checks
}

fn read_line(text: &str, line: usize, check: &mut Check, symbols: &Symbols) -> Result<(), String> {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let rest = rest.trim();
    let lines = Lines {
        reader: Reader { symbols },
    };
    match word {
        "variant" => check.variant = rest.parse().map_err(|error| format!("{error}"))?,
        "memory" => check.memory = rest.parse()?,
        "irq" => check.irq.push(rest.parse::<Pulse>()?),
        "clocks" => check.clocks = Some(whole(rest, "clocks")?),
        "points" => check.points = whole(rest, "points")?,
        "set" => check.sets.push(lines.set(rest)?),
        "input" => check.inputs.push(lines.input(rest)?),
        "expect" => match rest.strip_prefix("stop ") {
            Some(name) => check.stop = stop_kind(name.trim())?,
            None => check.expectations.push(lines.expectation(rest, line)?),
        },
        _ => {
            return Err(format!(
                "{word:?} is none of test, set, input, irq, expect, clocks, points, variant, memory"
            ));
        }
    }
    Ok(())
}

fn whole<T: std::str::FromStr>(text: &str, what: &str) -> Result<T, String> {
    text.parse()
        .map_err(|_| format!("{text:?} is no number of {what}"))
}

fn stop_kind(name: &str) -> Result<StopKind, String> {
    let found = StopKind::ALL.into_iter().find(|kind| kind.name() == name);
    found.ok_or_else(|| format!("{name:?} is no stop: halt, illegal, waiting, frozen or limit"))
}

struct Lines<'a> {
    reader: Reader<'a>,
}

impl Lines<'_> {
    fn set(&self, text: &str) -> Result<(Subject, Vec<u8>), String> {
        let (left, right) = sides(text)?;
        let target = self.target(left)?;
        let values = self.known(right)?;
        check_count(&target, values.len())?;
        Ok((target, values))
    }

    fn input(&self, text: &str) -> Result<Input, String> {
        let (left, right) = sides(text)?;
        Ok(Input::new(self.address(left)?, self.known(right)?))
    }

    fn expectation(&self, text: &str, line: usize) -> Result<Expectation, String> {
        let (left, right) = sides(text)?;
        let target = match left.strip_prefix("output ") {
            Some(address) => Subject::Output(self.address(address)?),
            None => self.target(left)?,
        };
        let values = self.values(right)?;
        check_count(&target, values.len())?;
        let text = left.to_owned();
        Ok(Expectation {
            line,
            text,
            target,
            values,
        })
    }

    fn address(&self, text: &str) -> Result<u8, String> {
        let value = self.reader.value(text)?;
        value
            .as_number()
            .ok_or_else(|| format!("{text:?} is no address"))
    }

    /// A label or number is the bytes from there on, `code[..]` those in instruction space.
    fn target(&self, text: &str) -> Result<Subject, String> {
        let value = self.reader.value(text)?;
        if let Some(address) = value.as_number() {
            return Ok(Subject::Bytes(Space::Data, address));
        }
        match value.as_thing() {
            Some(Thing::Byte(space, address)) => match address.as_number() {
                Some(address) => Ok(Subject::Bytes(*space, address)),
                None => Err(format!("the address in {text:?} changes during the run")),
            },
            Some(thing) => Ok(Subject::Thing(thing.clone())),
            None => Err(format!("{text:?} is no register, flag, label or address")),
        }
    }

    fn known(&self, text: &str) -> Result<Vec<u8>, String> {
        let values = self.values(text)?.into_iter();
        let known: Option<Vec<u8>> = values.collect();
        known.ok_or_else(|| "_ stands for any byte only in what is expected".to_owned())
    }

    fn values(&self, text: &str) -> Result<Vec<Option<u8>>, String> {
        let mut values = Vec::new();
        for item in items(text)? {
            match item {
                Item::Text(text) => values.extend(text.bytes().map(Some)),
                Item::Word("_") => values.push(None),
                Item::Word(word) => values
                    .push(Some(self.address(word).map_err(|error| {
                        error.replace("is no address", "is no byte")
                    })?)),
            }
        }
        match values.is_empty() {
            true => Err("a value is missing after =".to_owned()),
            false => Ok(values),
        }
    }
}

fn sides(text: &str) -> Result<(&str, &str), String> {
    let (left, right) = text.split_once('=').ok_or("an = is missing")?;
    Ok((left.trim(), right.trim()))
}

fn check_count(target: &Subject, count: usize) -> Result<(), String> {
    match target {
        Subject::Thing(_) if count != 1 => Err("a register holds one byte".to_owned()),
        Subject::Bytes(_, from) if usize::from(*from) + count > 256 => Err(format!(
            "{count} bytes from 0x{from:02x} on reach past 0xff"
        )),
        _ => Ok(()),
    }
}

enum Item<'a> {
    Word(&'a str),
    Text(&'a str),
}

/// Words between blanks and commas, and strings in double quotes. A character literal is a word.
fn items(text: &str) -> Result<Vec<Item<'_>>, String> {
    let mut items = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let cut;
        match first {
            ',' => cut = 1,
            '"' => {
                let end = rest[1..].find('"').ok_or("a \" is missing")?;
                items.push(Item::Text(&rest[1..=end]));
                cut = end + 2;
            }
            '\'' if rest.len() > 2 && rest.is_char_boundary(3) => {
                items.push(Item::Word(&rest[..3]));
                cut = 3;
            }
            _ => {
                let end =
                    rest.find(|letter: char| letter.is_whitespace() || ",\"".contains(letter));
                cut = end.unwrap_or(rest.len());
                items.push(Item::Word(&rest[..cut]));
            }
        }
        rest = rest[cut..].trim_start();
    }
    Ok(items)
}

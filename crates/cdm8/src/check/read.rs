//! Parses tests.

use diag::Diagnostic;
use expect::{Mistake, Phrase, Relation, Subjects, Token, TokenKind};

use super::{Check, Defaults, Expected, Line, Named, StopKind, Subject, Value};
use crate::bus::Space;
use crate::debug::expr::{Reader, Thing};
use crate::devices::{Input, Pulse};
use crate::symbols::Symbols;

/// What marks a line of a test among the comments of a source.
const MARK: &str = "#!";

/// The words a line of a test starts with.
const WORDS: [&str; 9] = [
    "test", "set", "input", "irq", "expect", "clocks", "points", "variant", "memory",
];

/// The lines of tests in a source: comments that start with `#!`.
pub fn in_comments(source: &str) -> Vec<Line<'_>> {
    let marked = numbered(source).filter(|line| line.text().starts_with(MARK));
    let inside = marked.map(|line| line.behind(MARK.len()));
    inside.filter(|line| !line.text().is_empty()).collect()
}

/// The lines of tests in a file of their own; `#` starts a comment, `#!` may stand before a line.
pub fn in_lines(text: &str) -> Vec<Line<'_>> {
    let inside = numbered(text).map(|line| match line.text().starts_with(MARK) {
        true => line.behind(MARK.len()),
        false => line,
    });
    let is_code = |line: &Line| !line.text().is_empty() && !line.text().starts_with('#');
    inside.filter(is_code).collect()
}

fn numbered(text: &str) -> impl Iterator<Item = Line<'_>> {
    let lines = diag::without_mark(text).lines().enumerate();
    lines.map(|(at, whole)| Line::new(at + 1, whole))
}

impl<'a> Line<'a> {
    fn new(number: usize, whole: &'a str) -> Line<'a> {
        let line = Line {
            number,
            whole,
            start: 0,
        };
        line.behind(0)
    }

    /// Without its first bytes and the blanks after them.
    fn behind(self, bytes: usize) -> Line<'a> {
        let rest = &self.whole[self.start + bytes..];
        Line {
            start: self.whole.len() - rest.trim_start().len(),
            ..self
        }
    }

    pub fn text(&self) -> &'a str {
        self.whole[self.start..].trim_end()
    }

    /// The first word, and the line after it.
    fn split(self) -> (&'a str, Line<'a>) {
        let text = self.text();
        let word = text.split(char::is_whitespace).next().unwrap_or("");
        (word, self.behind(word.len()))
    }

    /// A mistake about all of it.
    fn mistake(&self, message: impl Into<String>) -> Mistake {
        Mistake::new(self.start, self.start + self.text().len(), message)
    }
}

/// Parses tests. Labels are those of the program under test; `file` contains the lines.
pub fn read(
    file: &str,
    lines: &[Line],
    symbols: &Symbols,
    defaults: Defaults,
) -> Result<Vec<Check>, Vec<Diagnostic>> {
    let mut mistakes = Vec::new();
    let checks = read_all(lines, defaults, |line, check| {
        if let Err(mistake) = read_line(line, check, symbols) {
            mistakes.push(mistake.in_line(file, line.number, line.whole));
        }
    });
    match mistakes.is_empty() {
        true => Ok(checks),
        false => Err(mistakes),
    }
}

/// How many tests the lines contain and their points, without knowing the program.
pub fn worth(lines: &[Line]) -> (usize, u32) {
    let checks = read_all(lines, Defaults::default(), |line, check| {
        let (word, rest) = line.split();
        if word == "points" {
            check.points = rest.text().parse().unwrap_or(check.points);
        }
    });
    let points = checks.iter().map(Check::worth);
    (checks.len(), points.fold(0, u32::saturating_add))
}

/// Splits lines into tests; each line except those that start a test is passed to `add`.
fn read_all(
    lines: &[Line],
    defaults: Defaults,
    mut add: impl FnMut(Line, &mut Check),
) -> Vec<Check> {
    let mut common = blank(defaults);
    let mut checks: Vec<Check> = Vec::new();
    for &line in lines {
        let (word, rest) = line.split();
        if word == "test" {
            let mut check = common.clone();
            (check.name, check.line) = (rest.text().to_owned(), line.number);
            checks.push(check);
            continue;
        }
        add(line, checks.last_mut().unwrap_or(&mut common));
    }
    if checks.is_empty() && !lines.is_empty() {
        common.line = lines[0].number;
        checks.push(common);
    }
    named(checks)
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

fn read_line(line: Line, check: &mut Check, symbols: &Symbols) -> Result<(), Mistake> {
    let (word, rest) = line.split();
    let mut program = Program {
        reader: Reader { symbols },
    };
    let wrong = |message: String| rest.mistake(message);
    match word {
        "variant" => check.variant = rest.text().parse().map_err(|e| wrong(format!("{e}")))?,
        "memory" => check.memory = rest.text().parse().map_err(wrong)?,
        "irq" => check.irq.push(rest.text().parse::<Pulse>().map_err(wrong)?),
        "clocks" => check.clocks = Some(whole(rest, "clocks")?),
        "points" => check.points = whole(rest, "points")?,
        "set" => check.sets.push(program.set(rest)?),
        "input" => check.inputs.push(program.input(rest)?),
        "expect" => program.expect(rest, check)?,
        _ => {
            let message = match diag::nearest(word, WORDS) {
                Some(near) => format!("unknown word '{word}'; did you mean '{near}'?"),
                None => format!("unknown word '{word}'; known are {}", WORDS.join(", ")),
            };
            return Err(Mistake::new(line.start, line.start + word.len(), message));
        }
    }
    Ok(())
}

fn whole<T: std::str::FromStr>(line: Line, what: &str) -> Result<T, Mistake> {
    let text = line.text();
    let number = text.parse();
    number.map_err(|_| line.mistake(format!("'{text}' is not a number of {what}")))
}

/// The subjects of program expectations: registers, flags, bytes and outputs.
struct Program<'a> {
    reader: Reader<'a>,
}

impl Program<'_> {
    fn set(&mut self, line: Line) -> Result<(Subject, Vec<u8>), Mistake> {
        let (subject, bytes) = self.given(line)?;
        match subject {
            Subject::Output(_) | Subject::Stop => Err(line.mistake("that cannot be set")),
            subject => Ok((subject, bytes)),
        }
    }

    fn input(&mut self, line: Line) -> Result<Input, Mistake> {
        match self.given(line)? {
            (Subject::Bytes(Space::Data, address), bytes) => Ok(Input::new(address, bytes)),
            _ => Err(line.mistake("an input is at an address of the data space")),
        }
    }

    /// `SUBJECT = BYTES`, all of them known.
    fn given(&mut self, line: Line) -> Result<(Subject, Vec<u8>), Mistake> {
        let condition = expect::condition(line.whole, line.start, self)?;
        let mut comparisons = condition.any.into_iter().flatten();
        let (Some(comparison), None) = (comparisons.next(), comparisons.next()) else {
            return Err(line.mistake("one thing is set in a line"));
        };
        let Value::Bytes(values) = comparison.value else {
            return Err(line.mistake("that cannot be set"));
        };
        if comparison.relation != Relation::Equal {
            return Err(line.mistake("a value is set with ="));
        }
        let known: Option<Vec<u8>> = values.into_iter().collect();
        let known = known.ok_or_else(|| line.mistake("_ is any byte: only for expectations"))?;
        Ok((comparison.subject.subject, known))
    }

    fn expect(&mut self, line: Line, check: &mut Check) -> Result<(), Mistake> {
        let expectation = expect::expectation(line.whole, line.start, self)?;
        let comparisons: Vec<_> = expectation.condition.comparisons().collect();
        if let [only] = comparisons[..]
            && let (Value::Stop(stop), Relation::Equal) = (&only.value, only.relation)
        {
            check.stop = *stop;
            return Ok(());
        }
        if comparisons
            .iter()
            .any(|comparison| comparison.subject.subject == Subject::Stop)
        {
            return Err(line.mistake("how a run stops is expected alone, with ="));
        }
        check.expectations.push(Expected {
            line: line.number,
            expectation,
        });
        Ok(())
    }

    fn address(&self, text: &str) -> Result<u8, String> {
        let value = self.reader.value(text)?;
        value
            .as_number()
            .ok_or_else(|| format!("{text:?} is not an address"))
    }

    /// A label or number is the bytes from there on, `code[..]` those in instruction space.
    fn subject(&self, text: &str) -> Result<Subject, String> {
        if text == "stop" {
            return Ok(Subject::Stop);
        }
        if let Some(address) = text.strip_prefix("output ") {
            return self.address(address).map(Subject::Output);
        }
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
            None => Err(format!(
                "{text:?} is not a register, flag, label or address"
            )),
        }
    }

    fn bytes(&self, phrase: Phrase<'_>) -> Result<Vec<Option<u8>>, Mistake> {
        let mut values = Vec::new();
        for token in phrase.tokens {
            let wrong = |message| Mistake::new(token.start, token.end, message);
            match &token.kind {
                TokenKind::Text(text, _) => values.extend(text.bytes().map(Some)),
                TokenKind::Character(letter) => {
                    let byte = u8::try_from(*letter).ok().filter(u8::is_ascii);
                    values.push(Some(byte.ok_or_else(|| {
                        wrong(format!("'{letter}' does not fit into a byte"))
                    })?));
                }
                TokenKind::Word(word) => {
                    let items = word.split(',').filter(|item| !item.is_empty());
                    for item in items {
                        values.push(self.byte(item).map_err(wrong)?);
                    }
                }
                TokenKind::Relation(_) => return Err(wrong("a value is missing".to_owned())),
            }
        }
        match values.is_empty() {
            true => Err(phrase.mistake("a value is missing")),
            false => Ok(values),
        }
    }

    fn byte(&self, word: &str) -> Result<Option<u8>, String> {
        match word {
            "_" => Ok(None),
            word => match self.reader.value(word)?.as_number() {
                Some(byte) => Ok(Some(byte)),
                None => Err(format!("{word:?} is not a byte")),
            },
        }
    }
}

impl Subjects for Program<'_> {
    type Subject = Named;
    type Value = Value;
    const LISTS: bool = true;

    /// `expect stop halt` is `expect stop = halt`.
    fn implied(&self, tokens: &[Token]) -> Option<usize> {
        let stop = matches!(&tokens.first()?.kind, TokenKind::Word(word) if word == "stop");
        stop.then_some(1)
    }

    fn subject(&mut self, phrase: Phrase<'_>) -> Result<Named, Mistake> {
        let text = phrase.text();
        let subject = Program::subject(self, text).map_err(|message| phrase.mistake(message))?;
        Ok(Named {
            text: text.to_owned(),
            subject,
        })
    }

    fn value(
        &mut self,
        named: &Named,
        relation: Relation,
        phrase: Phrase<'_>,
    ) -> Result<Value, Mistake> {
        if named.subject == Subject::Stop {
            let name = phrase.text();
            let found = StopKind::ALL.into_iter().find(|kind| kind.name() == name);
            return found.map(Value::Stop).ok_or_else(|| {
                phrase.mistake(format!(
                    "'{name}' is not a way to stop: halt, illegal, waiting, frozen or limit"
                ))
            });
        }
        let bytes = self.bytes(phrase)?;
        fits(&named.subject, relation, &bytes).map_err(|message| phrase.mistake(message))?;
        Ok(Value::Bytes(bytes))
    }
}

/// Whether a subject can be compared with bytes by this relation.
fn fits(subject: &Subject, relation: Relation, bytes: &[Option<u8>]) -> Result<(), String> {
    let count = bytes.len();
    let ordered = !matches!(
        relation,
        Relation::Equal | Relation::Differs | Relation::Contains
    );
    match subject {
        _ if relation == Relation::Contains && !matches!(subject, Subject::Output(_)) => {
            Err("only an output can contain something".to_owned())
        }
        _ if ordered && (count != 1 || bytes[0].is_none()) => {
            Err(format!("'{}' compares with one byte", relation.symbol()))
        }
        Subject::Thing(_) if count != 1 => Err("a register holds one byte".to_owned()),
        Subject::Bytes(_, from) if usize::from(*from) + count > 256 => Err(format!(
            "{count} bytes from 0x{from:02x} on reach past 0xff"
        )),
        _ => Ok(()),
    }
}

//! Parses scripts. Total: any text gives a script, which contains its problems.

use expect::{Cursor, Mistake, Phrase, Relation, Subjects, TokenKind};

use super::{
    Amount, Command, Form, Item, Operand, Pattern, Problem, Script, Spot, SpotId, Statement, Unit,
};
use crate::reference::Reference;
use crate::value::Word;

/// Parses a script. Lines that cannot be parsed are among its problems, and none of its commands.
pub fn parse(text: &str) -> Script {
    let mut script = Script::default();
    for (index, line) in diag::without_mark(text).lines().enumerate() {
        let (number, named) = (index + 1, script.spots.len());
        if let Err(mistake) = parse_line(&mut script, number, line) {
            script.spots.truncate(named);
            script.problems.push(Problem {
                line: number,
                column: column(line, mistake.start),
                what: mistake.message,
            });
        }
    }
    script
}

/// The column of a byte, in characters from 1.
fn column(line: &str, byte: usize) -> usize {
    let before = line.char_indices().take_while(|(at, _)| *at < byte);
    before.count() + 1
}

fn parse_line(script: &mut Script, number: usize, line: &str) -> Result<(), Mistake> {
    let tokens = expect::tokens(line, 0)?;
    if tokens.is_empty() {
        return Ok(());
    }
    let mut parser = Parser {
        cursor: Cursor::new(line, &tokens),
        spots: Spots {
            number,
            spots: &mut script.spots,
        },
    };
    let command = parser.command()?;
    parser.cursor.finish()?;
    let text = line.trim().to_string();
    script.lines.push(Statement {
        number,
        text,
        command,
    });
    Ok(())
}

struct Parser<'a> {
    cursor: Cursor<'a>,
    spots: Spots<'a>,
}

/// The subjects of circuit expectations: parts and their ports.
struct Spots<'a> {
    number: usize,
    spots: &'a mut Vec<Spot>,
}

impl Spots<'_> {
    fn add(&mut self, phrase: Phrase<'_>) -> Result<SpotId, Mistake> {
        let reference = match phrase.tokens {
            [token] => match &token.kind {
                TokenKind::Word(word) => Reference::parse(word),
                TokenKind::Text(path, suffix) => Reference::parse(suffix).map(|tail| Reference {
                    path: path.clone(),
                    at: tail.at,
                }),
                _ => return Err(phrase.mistake("expected the name of a part")),
            },
            [_, more, ..] => {
                let found = more.kind.describe();
                let message =
                    format!("expected =, !=, <, <=, >, >=, 'shows' or 'contains', found {found}");
                return Err(Mistake::new(more.start, more.end, message));
            }
            [] => return Err(phrase.mistake("expected the name of a part")),
        };
        let reference = reference.map_err(|error| phrase.mistake(error.to_string()))?;
        self.spots.push(Spot {
            reference,
            line: self.number,
            column: column(phrase.line, phrase.start()),
        });
        Ok(SpotId(self.spots.len() - 1))
    }
}

impl Subjects for Spots<'_> {
    type Subject = SpotId;
    type Value = Operand;
    const LISTS: bool = false;

    fn subject(&mut self, phrase: Phrase<'_>) -> Result<SpotId, Mistake> {
        self.add(phrase)
    }

    fn value(
        &mut self,
        _: &SpotId,
        relation: Relation,
        phrase: Phrase<'_>,
    ) -> Result<Operand, Mistake> {
        let texts = matches!(
            relation,
            Relation::Equal | Relation::Differs | Relation::Contains
        );
        if let [token] = phrase.tokens {
            match &token.kind {
                TokenKind::Text(text, suffix) if suffix.is_empty() && texts => {
                    return Ok(Operand::Text(text.clone()));
                }
                TokenKind::Text(..) => {
                    return Err(phrase.mistake("text is compared with =, != or contains"));
                }
                _ if relation == Relation::Contains => {
                    return Err(phrase.mistake("'contains' needs a text in quotes"));
                }
                TokenKind::Word(word) if word.starts_with('/') => {
                    return self.add(phrase).map(Operand::Spot);
                }
                kind => {
                    let found = pattern_of(kind).map_err(|what| phrase.mistake(what))?;
                    if let Some(pattern) = found {
                        return Ok(Operand::Pattern(pattern));
                    }
                }
            }
        }
        Err(phrase.mistake(format!(
            "expected a value such as 5, 0x1f, 0b1?0, a text, or a path that starts with /, found '{}'",
            phrase.text()
        )))
    }
}

fn pattern_of(kind: &TokenKind) -> Result<Option<Pattern>, String> {
    match kind {
        TokenKind::Character(character) => {
            Ok(Some(Pattern::Number(i64::from(u32::from(*character)))))
        }
        TokenKind::Word(word) => pattern(word),
        _ => Ok(None),
    }
}

/// The first words of commands.
const COMMANDS: [&str; 18] = [
    "half-ticks",
    "half-tick",
    "ticks",
    "tick",
    "cycles",
    "cycle",
    "press",
    "release",
    "click",
    "set",
    "type",
    "joystick",
    "load",
    "wait",
    "print",
    "show",
    "expect",
    "reset",
];

impl Parser<'_> {
    fn peek(&self) -> Option<&TokenKind> {
        self.cursor.peek()
    }

    fn wrong<T>(&self, what: impl Into<String>) -> Result<T, Mistake> {
        Err(self.cursor.wrong(what))
    }

    /// `wanted` was expected here.
    fn missing<T>(&self, wanted: &str) -> Result<T, Mistake> {
        Err(self.cursor.missing(wanted))
    }

    fn skip(&mut self, wanted: &str) -> bool {
        self.cursor.skip(wanted)
    }

    fn take_text(&mut self) -> Option<String> {
        self.cursor.take_text()
    }

    fn command(&mut self) -> Result<Command, Mistake> {
        let start = self.cursor;
        let Some(TokenKind::Word(word)) = start.peek() else {
            return self.missing("a command such as 'press' or 'expect'");
        };
        self.cursor.advance();
        match word.as_str() {
            "half-ticks" | "half-tick" | "ticks" | "tick" => self.advance(Unit::HalfTicks),
            "cycles" | "cycle" => self.advance(Unit::Cycles),
            "press" => Ok(Command::Press(self.spot("a button")?)),
            "release" => Ok(Command::Release(self.spot("a button")?)),
            "click" => self.click(),
            "set" => self.set(),
            "type" => Ok(Command::Type(
                self.spot("a keyboard")?,
                self.text("the text to type in quotes")?,
            )),
            "joystick" => self.joystick(),
            "load" => Ok(Command::Load(
                self.spot("a memory")?,
                self.text("the name of an image file in quotes")?,
            )),
            "wait" => self.wait(),
            "print" => self.print(),
            "show" => self.show(),
            "expect" => self.expect(),
            "reset" => Ok(Command::Reset),
            "test" => self.test(),
            _ => Err(start.wrong(unknown_command(word))),
        }
    }

    fn advance(&mut self, unit: Unit) -> Result<Command, Mistake> {
        let count = match self.peek() {
            None => 1,
            Some(_) => self.count("a number")?,
        };
        Ok(Command::Advance(Amount { count, unit }))
    }

    fn count(&mut self, wanted: &str) -> Result<u64, Mistake> {
        const MOST: u64 = 1_000_000_000_000;
        let number = match self.peek() {
            Some(TokenKind::Word(word)) => word.replace('_', "").parse::<u64>().ok(),
            _ => None,
        };
        match number {
            Some(number) if number <= MOST => {
                self.cursor.advance();
                Ok(number)
            }
            Some(_) => self.wrong(format!("at most {MOST} can be asked for")),
            None => self.missing(wanted),
        }
    }

    /// `20`, `20 half-ticks` or `10 cycles`.
    fn amount(&mut self, wanted: &str) -> Result<Amount, Mistake> {
        let count = self.count(wanted)?;
        let unit = match self.peek() {
            Some(TokenKind::Word(word)) => match word.as_str() {
                "cycles" | "cycle" => Some(Unit::Cycles),
                "half-ticks" | "half-tick" | "ticks" | "tick" => Some(Unit::HalfTicks),
                _ => None,
            },
            _ => None,
        };
        if unit.is_some() {
            self.cursor.advance();
        }
        Ok(Amount {
            count,
            unit: unit.unwrap_or(Unit::HalfTicks),
        })
    }

    fn spot(&mut self, wanted: &str) -> Result<SpotId, Mistake> {
        match self.peek() {
            Some(TokenKind::Word(_) | TokenKind::Text(..)) => {
                let spot = self.spots.add(self.cursor.phrase())?;
                self.cursor.advance();
                Ok(spot)
            }
            _ => self.missing(wanted),
        }
    }

    fn text(&mut self, wanted: &str) -> Result<String, Mistake> {
        match self.take_text() {
            Some(text) => Ok(text),
            None => self.missing(wanted),
        }
    }

    fn click(&mut self) -> Result<Command, Mistake> {
        let button = self.spot("a button")?;
        let held = match self.skip("for") {
            true => Some(self.amount("how long to hold it")?),
            false => None,
        };
        Ok(Command::Click(button, held))
    }

    fn set(&mut self) -> Result<Command, Mistake> {
        let spot = self.spot("an input pin or a memory cell")?;
        match self.peek() {
            Some(TokenKind::Relation(Relation::Equal)) => self.cursor.advance(),
            _ => {
                self.skip("to");
            }
        }
        let phrase = self.cursor.phrase();
        match self.pattern()? {
            Some(Pattern::Bits { care, width, .. }) if care != crate::value::mask(width) => {
                Err(phrase.mistake("'?' stands in expectations only; set a bit to 0, 1 or x"))
            }
            Some(pattern) => Ok(Command::Set(spot, pattern)),
            None => self.missing("a value such as 5, 0x1f or 0b10x0"),
        }
    }

    fn joystick(&mut self) -> Result<Command, Mistake> {
        let spot = self.spot("a joystick")?;
        Ok(Command::Joystick(spot, self.reach()?, self.reach()?))
    }

    fn reach(&mut self) -> Result<i8, Mistake> {
        let number = match self.peek() {
            Some(TokenKind::Word(word)) => word.parse::<i8>().ok(),
            _ => None,
        };
        match number.filter(|number| (-14..=14).contains(number)) {
            Some(number) => {
                self.cursor.advance();
                Ok(number)
            }
            None => self.missing("a number from -14 to 14 (right and down are positive)"),
        }
    }

    fn wait(&mut self) -> Result<Command, Mistake> {
        if !self.skip("until") {
            return self.missing("'until' (wait until CONDITION limit N)");
        }
        let condition = self.cursor.condition(&mut self.spots)?;
        if !self.skip("limit") {
            return self.missing("'limit' and a number of half-ticks or cycles");
        }
        Ok(Command::Wait(condition, self.amount("the limit")?))
    }

    fn expect(&mut self) -> Result<Command, Mistake> {
        let expectation = self.cursor.expectation(&mut self.spots)?;
        Ok(Command::Expect(expectation))
    }

    fn pattern(&mut self) -> Result<Option<Pattern>, Mistake> {
        let Some(kind) = self.peek() else {
            return Ok(None);
        };
        let pattern = pattern_of(kind).map_err(|what| self.cursor.wrong(what))?;
        if pattern.is_some() {
            self.cursor.advance();
        }
        Ok(pattern)
    }

    fn print(&mut self) -> Result<Command, Mistake> {
        let mut items = Vec::new();
        while self.peek().is_some() {
            if let Some(text) = self.take_text() {
                items.push(Item::Text(text));
                continue;
            }
            let spot = self.spot("a text in quotes or a part")?;
            let form = match self.skip("as") {
                true => self.form()?,
                false => Form::Plain,
            };
            items.push(Item::Value(spot, form));
        }
        Ok(Command::Print(items))
    }

    fn form(&mut self) -> Result<Form, Mistake> {
        let form = match self.peek() {
            Some(TokenKind::Word(word)) => match word.as_str() {
                "hex" => Some(Form::Hexadecimal),
                "bin" => Some(Form::Binary),
                "dec" => Some(Form::Decimal),
                "signed" => Some(Form::Signed),
                "char" => Some(Form::Character),
                _ => None,
            },
            _ => None,
        };
        match form {
            Some(form) => {
                self.cursor.advance();
                Ok(form)
            }
            None => self.missing("hex, bin, dec, signed or char"),
        }
    }

    fn show(&mut self) -> Result<Command, Mistake> {
        let mut spots = Vec::new();
        while self.peek().is_some() {
            spots.push(self.spot("a display")?);
        }
        Ok(Command::Show(spots))
    }

    fn test(&mut self) -> Result<Command, Mistake> {
        let name = self.text("the name of the test in quotes")?;
        let mut points = 1;
        if self.skip("points") {
            points = self.cursor.points()?;
        }
        Ok(Command::Test { name, points })
    }
}

/// A value, `None` if the word does not look like one, or why it is a wrong one.
fn pattern(word: &str) -> Result<Option<Pattern>, String> {
    match word {
        "floating" => return Ok(Some(Pattern::AllFloating)),
        "error" => return Ok(Some(Pattern::AllError)),
        _ => {}
    }
    let digits = word.strip_prefix('-').unwrap_or(word);
    if !digits.starts_with(|c: char| c.is_ascii_digit()) {
        return Ok(None);
    }
    if let Some(bits) = digits.strip_prefix("0b") {
        return match bit_pattern(&bits.replace('_', "")) {
            Some(pattern) if digits == word => Ok(Some(pattern)),
            _ => Err(format!(
                "'{word}' is not a value: after 0b come 1 to 32 of the signs 0, 1, x, E and ?"
            )),
        };
    }
    let plain = digits.replace('_', "");
    let number = match plain.strip_prefix("0x") {
        Some(hex) => u32::from_str_radix(hex, 16),
        None => plain.parse::<u32>(),
    };
    match number {
        Ok(number) if digits != word => Ok(Some(Pattern::Number(-i64::from(number)))),
        Ok(number) => Ok(Some(Pattern::Number(i64::from(number)))),
        Err(_) => Err(format!(
            "'{word}' is not a value of up to 32 bits: write 42, 0x2a, 0b101010 or -3"
        )),
    }
}

fn bit_pattern(bits: &str) -> Option<Pattern> {
    let width = u32::try_from(bits.len())
        .ok()
        .filter(|w| (1..=32).contains(w))?;
    let (mut word, mut care) = (Word::ZERO, 0);
    for symbol in bits.chars() {
        let bit = match symbol {
            '0' | '?' => Word::ZERO,
            '1' => Word::ONE,
            'x' | 'X' | 'z' | 'Z' => Word::X,
            'e' | 'E' => Word::E,
            _ => return None,
        };
        word = word.shl(1).union(bit);
        care = care << 1 | u32::from(symbol != '?');
    }
    Some(Pattern::Bits { word, care, width })
}

fn unknown_command(word: &str) -> String {
    let shown: String = word.chars().take(40).collect();
    let known = || COMMANDS.into_iter().chain(["test"]);
    match diag::nearest(&shown, known()) {
        Some(near) => format!("there is no command '{shown}'; did you mean '{near}'?"),
        None => {
            let short =
                |command: &&str| !matches!(*command, "half-tick" | "tick" | "ticks" | "cycle");
            let known: Vec<&str> = known().filter(short).collect();
            format!(
                "there is no command '{shown}'; there are {}",
                known.join(", ")
            )
        }
    }
}

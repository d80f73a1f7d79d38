//! Reads scripts. Total: any text gives a script or a list of problems.

use super::lex::{self, Kind, Token};
use super::{
    Amount, Command, Comparison, Condition, Form, Item, Line, Operand, Pattern, Problem, Relation,
    Script, Spot, SpotId, Unit,
};
use crate::reference::Reference;
use crate::value::Word;

/// Reads a script; all problems are told at once, one a line.
pub fn parse(text: &str) -> Result<Script, Vec<Problem>> {
    let mut script = Script::default();
    let mut problems = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let number = index + 1;
        if let Err((column, what)) = parse_line(&mut script, number, line) {
            problems.push(Problem {
                line: number,
                column,
                what,
            });
        }
    }
    if problems.is_empty() {
        Ok(script)
    } else {
        Err(problems)
    }
}

type Wrong = (usize, String);

fn parse_line(script: &mut Script, number: usize, line: &str) -> Result<(), Wrong> {
    let tokens = lex::tokens(line)?;
    if tokens.is_empty() {
        return Ok(());
    }
    let mut parser = Parser {
        tokens: &tokens,
        at: 0,
        end: line.trim_end().chars().count() + 1,
        number,
        spots: &mut script.spots,
    };
    let command = parser.command()?;
    parser.finish()?;
    let text = line.trim().to_string();
    script.lines.push(Line {
        number,
        text,
        command,
    });
    Ok(())
}

struct Parser<'a> {
    tokens: &'a [Token],
    at: usize,
    /// The column after the line.
    end: usize,
    number: usize,
    spots: &'a mut Vec<Spot>,
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
    fn peek(&self) -> Option<&Kind> {
        self.tokens.get(self.at).map(|token| &token.kind)
    }

    fn column(&self) -> usize {
        self.tokens
            .get(self.at)
            .map_or(self.end, |token| token.column)
    }

    fn wrong<T>(&self, what: impl Into<String>) -> Result<T, Wrong> {
        Err((self.column(), what.into()))
    }

    /// `wanted` was due here.
    fn missing<T>(&self, wanted: &str) -> Result<T, Wrong> {
        match self.peek() {
            None => self.wrong(format!("{wanted} is missing at the end of the line")),
            Some(found) => self.wrong(format!("{wanted} is due here, not {}", found.describe())),
        }
    }

    fn take_word(&mut self) -> Option<String> {
        let word = match self.peek() {
            Some(Kind::Word(word)) => word.clone(),
            _ => return None,
        };
        self.at += 1;
        Some(word)
    }

    fn skip(&mut self, wanted: &str) -> bool {
        let found = matches!(self.peek(), Some(Kind::Word(word)) if word == wanted);
        self.at += usize::from(found);
        found
    }

    fn take_text(&mut self) -> Option<String> {
        let text = match self.peek() {
            Some(Kind::Text(text, suffix)) if suffix.is_empty() => text.clone(),
            _ => return None,
        };
        self.at += 1;
        Some(text)
    }

    fn finish(&self) -> Result<(), Wrong> {
        match self.peek() {
            None => Ok(()),
            Some(extra) => self.wrong(format!("{} is too much on this line", extra.describe())),
        }
    }

    fn command(&mut self) -> Result<Command, Wrong> {
        let Some(word) = self.take_word() else {
            return self.missing("a command such as 'press' or 'expect'");
        };
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
            _ => {
                self.at -= 1;
                self.wrong(unknown_command(&word))
            }
        }
    }

    fn advance(&mut self, unit: Unit) -> Result<Command, Wrong> {
        let count = match self.peek() {
            None => 1,
            Some(_) => self.count("a number")?,
        };
        Ok(Command::Advance(Amount { count, unit }))
    }

    fn count(&mut self, wanted: &str) -> Result<u64, Wrong> {
        const MOST: u64 = 1_000_000_000_000;
        let number = match self.peek() {
            Some(Kind::Word(word)) => word.replace('_', "").parse::<u64>().ok(),
            _ => None,
        };
        match number {
            Some(number) if number <= MOST => {
                self.at += 1;
                Ok(number)
            }
            Some(_) => self.wrong(format!("at most {MOST} can be asked for")),
            None => self.missing(wanted),
        }
    }

    /// `20`, `20 half-ticks` or `10 cycles`.
    fn amount(&mut self, wanted: &str) -> Result<Amount, Wrong> {
        let count = self.count(wanted)?;
        let unit = match self.peek() {
            Some(Kind::Word(word)) => match word.as_str() {
                "cycles" | "cycle" => Some(Unit::Cycles),
                "half-ticks" | "half-tick" | "ticks" | "tick" => Some(Unit::HalfTicks),
                _ => None,
            },
            _ => None,
        };
        self.at += usize::from(unit.is_some());
        Ok(Amount {
            count,
            unit: unit.unwrap_or(Unit::HalfTicks),
        })
    }

    fn spot(&mut self, wanted: &str) -> Result<SpotId, Wrong> {
        let column = self.column();
        let reference = match self.peek() {
            Some(Kind::Word(word)) => Reference::parse(word),
            Some(Kind::Text(path, suffix)) => Reference::parse(suffix).map(|tail| Reference {
                path: path.clone(),
                at: tail.at,
            }),
            _ => return self.missing(wanted),
        };
        let reference = reference.map_err(|error| (column, error.to_string()))?;
        self.at += 1;
        self.spots.push(Spot {
            reference,
            line: self.number,
            column,
        });
        Ok(SpotId(self.spots.len() - 1))
    }

    fn text(&mut self, wanted: &str) -> Result<String, Wrong> {
        match self.take_text() {
            Some(text) => Ok(text),
            None => self.missing(wanted),
        }
    }

    fn click(&mut self) -> Result<Command, Wrong> {
        let button = self.spot("a button")?;
        let held = match self.skip("for") {
            true => Some(self.amount("how long to hold it")?),
            false => None,
        };
        Ok(Command::Click(button, held))
    }

    fn set(&mut self) -> Result<Command, Wrong> {
        let spot = self.spot("an input pin or a memory cell")?;
        match self.peek() {
            Some(Kind::Relation("=")) => self.at += 1,
            _ => {
                self.skip("to");
            }
        }
        let column = self.column();
        match self.pattern()? {
            Some(Pattern::Bits { care, width, .. }) if care != crate::value::mask(width) => Err((
                column,
                "'?' stands in expectations only; set a bit to 0, 1 or x".into(),
            )),
            Some(pattern) => Ok(Command::Set(spot, pattern)),
            None => self.missing("a value such as 5, 0x1f or 0b10x0"),
        }
    }

    fn joystick(&mut self) -> Result<Command, Wrong> {
        let spot = self.spot("a joystick")?;
        Ok(Command::Joystick(spot, self.reach()?, self.reach()?))
    }

    fn reach(&mut self) -> Result<i8, Wrong> {
        let number = match self.peek() {
            Some(Kind::Word(word)) => word.parse::<i8>().ok(),
            _ => None,
        };
        match number.filter(|number| (-14..=14).contains(number)) {
            Some(number) => {
                self.at += 1;
                Ok(number)
            }
            None => self.missing("a number from -14 to 14 (right and down are positive)"),
        }
    }

    fn wait(&mut self) -> Result<Command, Wrong> {
        if !self.skip("until") {
            return self.missing("'until' (wait until CONDITION limit N)");
        }
        let condition = self.condition()?;
        if !self.skip("limit") {
            return self.missing("'limit' and a number of half-ticks or cycles");
        }
        Ok(Command::Wait(condition, self.amount("the limit")?))
    }

    fn expect(&mut self) -> Result<Command, Wrong> {
        let condition = self.condition()?;
        Ok(Command::Expect(condition, self.take_text()))
    }

    fn condition(&mut self) -> Result<Condition, Wrong> {
        let mut any = vec![vec![self.comparison()?]];
        loop {
            if self.skip("and") {
                let next = self.comparison()?;
                any.last_mut().expect("never empty").push(next);
            } else if self.skip("or") {
                any.push(vec![self.comparison()?]);
            } else {
                return Ok(Condition { any });
            }
        }
    }

    fn comparison(&mut self) -> Result<Comparison, Wrong> {
        let left = self.spot("a part")?;
        let relation = match self.peek() {
            Some(Kind::Relation("=" | "==")) => Relation::Equal,
            Some(Kind::Relation("!=" | "≠")) => Relation::Differs,
            Some(Kind::Relation("<")) => Relation::Less,
            Some(Kind::Relation("<=")) => Relation::AtMost,
            Some(Kind::Relation(">")) => Relation::Greater,
            Some(Kind::Relation(">=")) => Relation::AtLeast,
            Some(Kind::Word(word)) if word == "contains" => Relation::Contains,
            Some(Kind::Word(word)) if word == "shows" || word == "is" => Relation::Equal,
            _ => return self.missing("=, !=, <, <=, >, >=, 'shows' or 'contains'"),
        };
        self.at += 1;
        let right = self.operand(relation)?;
        Ok(Comparison {
            left,
            relation,
            right,
        })
    }

    fn operand(&mut self, relation: Relation) -> Result<Operand, Wrong> {
        if let Some(text) = self.take_text() {
            return match relation {
                Relation::Equal | Relation::Differs | Relation::Contains => Ok(Operand::Text(text)),
                _ => {
                    self.at -= 1;
                    self.wrong("text is compared with =, != or contains")
                }
            };
        }
        if relation == Relation::Contains {
            return self.missing("a text in quotes");
        }
        if let Some(pattern) = self.pattern()? {
            return Ok(Operand::Pattern(pattern));
        }
        match self.peek() {
            Some(Kind::Word(word)) if word.starts_with('/') => {
                Ok(Operand::Spot(self.spot("a part")?))
            }
            _ => {
                self.missing("a value such as 5, 0x1f, 0b1?0, a text, or a path that starts with /")
            }
        }
    }

    fn pattern(&mut self) -> Result<Option<Pattern>, Wrong> {
        let pattern = match self.peek() {
            Some(&Kind::Character(character)) => {
                Some(Pattern::Number(i64::from(u32::from(character))))
            }
            Some(Kind::Word(word)) => match pattern(word) {
                Ok(pattern) => pattern,
                Err(what) => return self.wrong(what),
            },
            _ => None,
        };
        self.at += usize::from(pattern.is_some());
        Ok(pattern)
    }

    fn print(&mut self) -> Result<Command, Wrong> {
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

    fn form(&mut self) -> Result<Form, Wrong> {
        let form = match self.peek() {
            Some(Kind::Word(word)) => match word.as_str() {
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
                self.at += 1;
                Ok(form)
            }
            None => self.missing("hex, bin, dec, signed or char"),
        }
    }

    fn show(&mut self) -> Result<Command, Wrong> {
        let mut spots = Vec::new();
        while self.peek().is_some() {
            spots.push(self.spot("a display")?);
        }
        Ok(Command::Show(spots))
    }

    fn test(&mut self) -> Result<Command, Wrong> {
        let name = self.text("the name of the test in quotes")?;
        let mut points = 1;
        if self.skip("points") {
            let column = self.column();
            points = u32::try_from(self.count("a number of points")?)
                .ok()
                .filter(|points| *points <= 1_000_000)
                .ok_or((column, "at most 1000000 points".to_string()))?;
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
                "'{word}' is no value: after 0b come 1 to 32 of the signs 0, 1, x, E and ?"
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
            "'{word}' is no value of up to 32 bits: write 42, 0x2a, 0b101010 or -3"
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
    let known = COMMANDS.iter().chain(&["test"]);
    let near = known
        .map(|command| (distance(command, &shown), *command))
        .filter(|(distance, _)| *distance <= 2)
        .min();
    match near {
        Some((_, command)) => format!("there is no command '{shown}'; did you mean '{command}'?"),
        None => format!("there is no command '{shown}'; there are {}", {
            let mut known: Vec<&str> = COMMANDS.to_vec();
            known.push("test");
            known.retain(|command| !matches!(*command, "half-tick" | "tick" | "ticks" | "cycle"));
            known.join(", ")
        }),
    }
}

/// How many characters must change to make one word of the other.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut above_left = std::mem::replace(&mut row[0], i + 1);
        for (j, &y) in b.iter().enumerate() {
            let changed = above_left + usize::from(x != y);
            above_left = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(above_left + 1);
        }
    }
    row[b.len()]
}

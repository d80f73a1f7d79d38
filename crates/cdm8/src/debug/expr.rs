//! The names and comparisons of the debugger: registers, flags, bytes of memory, labels, lines, numbers.
//!
//! ```text
//! value      term { (+|-) term }
//! term       12  0x0c  0b1100  'a'  r0..r3 pc sp ps  c v z n i  label  [value]  code[value]
//! condition  value (= != < <= > >=) value { (and|or) ... }     compared as unsigned bytes
//! location   value   or   file.asm:12   or   :12
//! ```

use std::fmt;

use expect::{Comparison, Mistake, Phrase, Relation, Subjects};

use super::computer::Computer;
use crate::bus::Space;
use crate::cpu::alu;
use crate::symbols::Symbols;

/// An object whose value can be read, watched and set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Thing {
    Reg(usize),
    Pc,
    Sp,
    Ps,
    Flag(u8),
    Byte(Space, Box<Value>),
}

impl Thing {
    pub fn read(&self, computer: &Computer) -> u8 {
        let cpu = &computer.cpu;
        match self {
            Thing::Reg(number) => cpu.r[*number],
            Thing::Pc => cpu.pc,
            Thing::Sp => cpu.sp,
            Thing::Ps => cpu.ps,
            Thing::Flag(mask) => u8::from(cpu.ps & mask != 0),
            Thing::Byte(space, address) => {
                computer.devices.memory.get(*space, address.read(computer))
            }
        }
    }

    pub fn write(&self, computer: &mut Computer, value: u8) {
        match self {
            Thing::Reg(number) => computer.cpu.r[*number] = value,
            Thing::Pc => computer.cpu.jump(value),
            Thing::Sp => computer.cpu.sp = value,
            Thing::Ps => computer.cpu.ps = value,
            Thing::Flag(mask) => {
                let set = if value == 0 { 0 } else { *mask };
                computer.cpu.ps = computer.cpu.ps & !mask | set;
            }
            Thing::Byte(space, address) => {
                let address = address.read(computer);
                computer.devices.memory.set(*space, address, value);
            }
        }
    }

    /// A byte at a fixed address.
    pub(crate) fn cell(space: Space, address: u8) -> Thing {
        Thing::Byte(space, Box::new(Value::number(address)))
    }

    /// The same object, if it does not depend on the state of the computer.
    pub(crate) fn fixed(&self) -> Option<Thing> {
        match self {
            Thing::Byte(space, address) => {
                let address = address.as_number()?;
                Some(Thing::cell(*space, address))
            }
            other => Some(other.clone()),
        }
    }

    /// The object it denotes now: a byte at the address that its expression evaluates to.
    pub(crate) fn at_present(&self, computer: &Computer) -> Thing {
        match self {
            Thing::Byte(space, address) => Thing::cell(*space, address.read(computer)),
            other => other.clone(),
        }
    }

    fn named(name: &str) -> Option<Thing> {
        Some(match name {
            "r0" => Thing::Reg(0),
            "r1" => Thing::Reg(1),
            "r2" => Thing::Reg(2),
            "r3" => Thing::Reg(3),
            "pc" => Thing::Pc,
            "sp" => Thing::Sp,
            "ps" => Thing::Ps,
            "c" => Thing::Flag(alu::C),
            "v" => Thing::Flag(alu::V),
            "z" => Thing::Flag(alu::Z),
            "n" => Thing::Flag(alu::N),
            "i" => Thing::Flag(alu::I),
            _ => return None,
        })
    }
}

/// As written; a byte with its address as a number.
impl fmt::Display for Thing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Thing::Reg(number) => write!(f, "r{number}"),
            Thing::Pc => f.write_str("pc"),
            Thing::Sp => f.write_str("sp"),
            Thing::Ps => f.write_str("ps"),
            Thing::Flag(alu::C) => f.write_str("c"),
            Thing::Flag(alu::V) => f.write_str("v"),
            Thing::Flag(alu::Z) => f.write_str("z"),
            Thing::Flag(alu::N) => f.write_str("n"),
            Thing::Flag(_) => f.write_str("i"),
            Thing::Byte(space, address) => {
                let code = if *space == Space::Data { "" } else { "code" };
                write!(f, "{code}[0x{:02x}]", address.as_number().unwrap_or(0))
            }
        }
    }
}

/// A sum of terms, modulo 256.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value(Vec<(bool, Term)>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Term {
    Number(u8),
    Thing(Thing),
}

impl Value {
    pub fn number(number: u8) -> Value {
        Value(vec![(false, Term::Number(number))])
    }

    pub fn read(&self, computer: &Computer) -> u8 {
        self.0.iter().fold(0u8, |sum, (negative, term)| {
            let value = match term {
                Term::Number(number) => *number,
                Term::Thing(thing) => thing.read(computer),
            };
            match negative {
                true => sum.wrapping_sub(value),
                false => sum.wrapping_add(value),
            }
        })
    }

    /// The object, if the expression is a single one.
    pub(crate) fn as_thing(&self) -> Option<&Thing> {
        match &self.0[..] {
            [(false, Term::Thing(thing))] => Some(thing),
            _ => None,
        }
    }

    /// The number, if it is constant.
    pub fn as_number(&self) -> Option<u8> {
        self.0
            .iter()
            .try_fold(0u8, |sum, (negative, term)| match term {
                Term::Number(number) if *negative => Some(sum.wrapping_sub(*number)),
                Term::Number(number) => Some(sum.wrapping_add(*number)),
                Term::Thing(_) => None,
            })
    }
}

/// A condition of the crate `expect` over values, compared as unsigned bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition(pub(super) expect::Condition<Value, Value>);

impl Condition {
    pub fn holds(&self, computer: &Computer) -> bool {
        self.0.holds(|comparison| holds(comparison, computer))
    }

    /// The first comparison that fails, with its operands as numbers.
    pub(super) fn wrong(&self, computer: &Computer) -> Option<(&Comparison<Value, Value>, u8, u8)> {
        let mut comparisons = self.0.comparisons();
        let wrong = comparisons.find(|comparison| !holds(comparison, computer))?;
        let (left, right) = sides(wrong, computer);
        Some((wrong, left, right))
    }
}

fn sides(comparison: &Comparison<Value, Value>, computer: &Computer) -> (u8, u8) {
    let left = comparison.subject.read(computer);
    (left, comparison.value.read(computer))
}

fn holds(comparison: &Comparison<Value, Value>, computer: &Computer) -> bool {
    let (left, right) = sides(comparison, computer);
    comparison.relation.holds(&left, &right)
}

impl Subjects for Reader<'_> {
    type Subject = Value;
    type Value = Value;
    /// A sum may have blanks in it.
    const LISTS: bool = true;

    fn subject(&mut self, phrase: Phrase<'_>) -> Result<Value, Mistake> {
        let value = Reader::value(self, phrase.text());
        value.map_err(|message| phrase.mistake(message))
    }

    fn value(
        &mut self,
        _: &Value,
        relation: Relation,
        phrase: Phrase<'_>,
    ) -> Result<Value, Mistake> {
        match relation {
            Relation::Contains => Err(phrase.mistake("a byte does not contain anything")),
            _ => self.subject(phrase),
        }
    }
}

/// Reads expressions; labels are those of the program.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'a> {
    pub symbols: &'a Symbols,
}

/// Brackets deeper than this are an error, not a deep recursion.
const DEEPEST: usize = 16;

impl Reader<'_> {
    pub fn value(&self, text: &str) -> Result<Value, String> {
        let mut cursor = Cursor {
            rest: text.trim(),
            depth: 0,
        };
        let value = self.sum(&mut cursor)?;
        match cursor.rest {
            "" => Ok(value),
            rest => Err(format!("{rest:?} is left over after a value")),
        }
    }

    /// An object that can be set, at its present address: a register, a flag, a byte. A label alone means the byte at it.
    pub fn thing(&self, text: &str, computer: &Computer) -> Result<Thing, String> {
        let text = text.trim();
        let mut value = self.value(text)?;
        if value.as_number().is_some() {
            value = self.value(&format!("[{text}]"))?;
        }
        let thing = value.as_thing();
        let thing = thing.ok_or_else(|| format!("{text:?} cannot be set"))?;
        Ok(thing.at_present(computer))
    }

    pub fn condition(&self, text: &str) -> Result<Condition, String> {
        let condition = expect::condition(text, 0, &mut { *self });
        condition.map(Condition).map_err(|mistake| mistake.message)
    }

    /// A condition, and the message to show if it fails.
    pub fn expectation(&self, text: &str) -> Result<(Condition, Option<String>), String> {
        let expectation = expect::expectation(text, 0, &mut { *self });
        let expectation = expectation.map_err(|mistake| mistake.message)?;
        Ok((Condition(expectation.condition), expectation.message))
    }

    /// An address: a value, or a source line.
    pub fn location(&self, text: &str, computer: &Computer) -> Result<u8, String> {
        if let Some((file, line)) = text.rsplit_once(':') {
            let line = line
                .parse()
                .map_err(|_| format!("{line:?} is not a line number"))?;
            let file = Some(file).filter(|file| !file.is_empty());
            let found = self.symbols.address_of_line(file, line);
            return found.ok_or_else(|| self.no_such_line(file, line));
        }
        Ok(self.value(text)?.read(computer))
    }

    fn no_such_line(&self, file: Option<&str>, line: usize) -> String {
        let symbols = self.symbols;
        if symbols.places.is_empty() {
            return "an image has no source lines: give an address (0x06) or a label".to_owned();
        }
        match file {
            Some(file) if symbols.address_of_line(Some(file), 0).is_none() => {
                let files: Vec<&str> = symbols.files.iter().map(|file| &*file.name).collect();
                format!(
                    "no code comes from {file:?}; the files are {}",
                    files.join(", ")
                )
            }
            _ => format!("no code at or after line {line}"),
        }
    }

    fn sum(&self, cursor: &mut Cursor) -> Result<Value, String> {
        let mut terms = Vec::new();
        let mut negative = cursor.take("-");
        loop {
            terms.push((negative, self.term(cursor)?));
            negative = match () {
                () if cursor.take("+") => false,
                () if cursor.take("-") => true,
                () => return Ok(Value(terms)),
            };
        }
    }

    fn term(&self, cursor: &mut Cursor) -> Result<Term, String> {
        if cursor.take("[") {
            return self.byte(Space::Data, cursor);
        }
        if cursor.take("'") {
            return cursor.character().map(Term::Number);
        }
        let word = cursor.word();
        if word == "code" && cursor.take("[") {
            return self.byte(Space::Instruction, cursor);
        }
        if word.starts_with(|first: char| first.is_ascii_digit()) {
            return number(word).map(Term::Number);
        }
        // A label hides a flag or register of the same name, except in the names that cannot be labels.
        if let Some(address) = self.symbols.address(word) {
            return Ok(Term::Number(address));
        }
        match Thing::named(word) {
            Some(thing) => Ok(Term::Thing(thing)),
            None if word.is_empty() && cursor.rest.trim().is_empty() => {
                Err("expected a value at the end of the line".to_owned())
            }
            None if word.is_empty() => Err(format!("expected a value at '{}'", cursor.rest)),
            None => Err(self.unknown(word)),
        }
    }

    fn byte(&self, space: Space, cursor: &mut Cursor) -> Result<Term, String> {
        cursor.depth += 1;
        if cursor.depth > DEEPEST {
            return Err("brackets are nested too deep".to_owned());
        }
        let address = Box::new(self.sum(cursor)?);
        cursor.depth -= 1;
        match cursor.take("]") {
            true => Ok(Term::Thing(Thing::Byte(space, address))),
            false => Err("a ] is missing".to_owned()),
        }
    }

    fn unknown(&self, word: &str) -> String {
        let labels = self.symbols.labels.iter().map(|(label, _)| label.as_str());
        let near = diag::nearest(word, labels);
        let near = near.map_or(String::new(), |near| format!("; did you mean {near:?}?"));
        format!("{word:?} is not a label, register, flag or number{near}")
    }
}

struct Cursor<'a> {
    rest: &'a str,
    depth: usize,
}

impl<'a> Cursor<'a> {
    fn take(&mut self, sign: &str) -> bool {
        self.rest = self.rest.trim_start();
        match self.rest.strip_prefix(sign) {
            Some(rest) => {
                self.rest = rest.trim_start();
                true
            }
            None => false,
        }
    }

    fn word(&mut self) -> &'a str {
        let inside = |letter: char| letter.is_ascii_alphanumeric() || "_.".contains(letter);
        let end = self
            .rest
            .find(|letter| !inside(letter))
            .unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest.trim_start();
        word
    }

    fn character(&mut self) -> Result<u8, String> {
        let bytes = self.rest.as_bytes();
        match bytes {
            [byte, b'\'', ..] if byte.is_ascii() => {
                self.rest = self.rest[2..].trim_start();
                Ok(*byte)
            }
            _ => Err("a character is written 'a'".to_owned()),
        }
    }
}

/// A byte as the assembler writes it: decimal, 0x.., 0b...
pub fn number(word: &str) -> Result<u8, String> {
    let (digits, radix) = match () {
        () if word.starts_with("0x") => (&word[2..], 16),
        () if word.starts_with("0b") => (&word[2..], 2),
        () => (word, 10),
    };
    let wrong = || match u8::from_str_radix(word, 16) {
        Ok(value) if radix == 10 => {
            format!("{word:?} is not a decimal number; did you mean 0x{value:02x}?")
        }
        _ => format!("{word:?} is not a number from 0 to 255"),
    };
    u8::from_str_radix(digits, radix).map_err(|_| wrong())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::Cpu;
    use crate::devices::Devices;
    use crate::memory::Memory;
    use crate::variant::Variant;
    use proptest::prelude::*;

    fn computer() -> Computer {
        let devices = Devices::new(Memory::harvard(&[9, 8, 7], &[1, 2, 3]));
        let mut cpu = Cpu::new(Variant::Mark5);
        (cpu.r, cpu.ps) = ([2, 0, 0, 0], 0x88);
        Computer::new(cpu, devices)
    }

    fn symbols() -> Symbols {
        Symbols {
            labels: vec![("tab".to_owned(), 1)],
            ..Symbols::default()
        }
    }

    fn value(text: &str) -> Result<u8, String> {
        let symbols = symbols();
        let reader = Reader { symbols: &symbols };
        reader.value(text).map(|value| value.read(&computer()))
    }

    #[test]
    fn values() {
        let cases = [
            ("12", 12),
            ("0x1F", 31),
            ("0b101", 5),
            ("'a'", 97),
            ("-1", 255),
            ("r0", 2),
            ("tab", 1),
            ("tab + 1", 2),
            ("[tab]", 2),
            ("[r0]", 3),
            ("code[r0]", 7),
            ("[[0]]", 2),
            ("c", 1),
            ("z", 0),
            ("i + c", 2),
            ("ps", 0x88),
        ];
        for (text, expected) in cases {
            assert_eq!(value(text), Ok(expected), "{text}");
        }
        for text in [
            "",
            "1 2",
            "[1",
            "x",
            "256",
            "1f",
            "r9",
            "'ab'",
            "+",
            "[",
            &"[".repeat(99),
        ] {
            assert!(value(text).is_err(), "{text}");
        }
        assert!(value("1f").unwrap_err().contains("0x1f"));
        assert!(value("TAB").unwrap_err().contains("\"tab\""));
    }

    #[test]
    fn conditions() {
        let symbols = symbols();
        let reader = Reader { symbols: &symbols };
        let holds = |text: &str| {
            reader
                .condition(text)
                .map(|condition| condition.holds(&computer()))
        };
        for text in [
            "r0 == 2",
            "r0 = 2",
            "r0 >= 2",
            "r0 != 3",
            "[tab] <= 2",
            "r0 < 3",
            "r0 > 1",
        ] {
            assert_eq!(holds(text), Ok(true), "{text}");
        }
        assert_eq!(holds("r0 > 2"), Ok(false));
        assert!(holds("r0").is_err() && holds("== 1").is_err());
    }

    #[test]
    fn things_can_be_set() {
        let symbols = symbols();
        let reader = Reader { symbols: &symbols };
        let mut computer = computer();
        for (text, new) in [
            ("r3", 7),
            ("sp", 8),
            ("z", 1),
            ("i", 0),
            ("[tab]", 5),
            ("code[0]", 6),
            ("pc", 9),
        ] {
            let value = reader.value(text).unwrap();
            value.as_thing().unwrap().write(&mut computer, new);
            assert_eq!(value.read(&computer), new, "{text}");
        }
        assert_eq!(computer.cpu.ps, 0x0A);
        assert!(reader.value("1+1").unwrap().as_thing().is_none());
        assert_eq!(reader.value("tab+1").unwrap().as_number(), Some(2));
    }

    proptest! {
        #[test]
        fn any_text_gives_an_answer(text in "[ -~é\\[\\]+'=<]{0,40}") {
            let symbols = symbols();
            let reader = Reader { symbols: &symbols };
            let _ = reader.value(&text).map(|value| value.read(&computer()));
            let _ = reader.condition(&text);
            let _ = reader.location(&text, &computer());
        }
    }
}

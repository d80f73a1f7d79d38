//! Where a number is read: displays, memory cells, values, lights in a row.

use std::rc::Rc;

use circuit::netlist::PartId;
use circuit::reference::Found;
use circuit::script::Question;
use circuit::sim::{Display, Simulator};

/// Where the number of a house is read.
#[derive(Clone)]
pub enum Reading {
    Value(Found),
    /// A display of one digit, 0 to F.
    Digit(PartId),
    /// Digits, the highest first, and their base.
    Digits(Vec<Reading>, u32),
    /// Four bits for each decimal digit.
    Bcd(Found),
    /// Lights, the highest bit first.
    Bits(Vec<Signal>),
    /// As many as are lit.
    Count(Vec<Signal>),
    /// Lights a to g of one digit.
    Segments(Vec<Signal>),
    /// A number on a terminal, counted from 1 at the top or from -1 at the bottom.
    Tty(PartId, i64),
}

/// A light or condition.
#[derive(Clone)]
pub enum Signal {
    Light(PartId),
    /// Anything but 0.
    Value(Found),
    /// A condition, and how it is written.
    Question(Rc<Question>, String),
    Not(Box<Signal>),
}

/// The segments of the digits 0 to F, a in the lowest bit.
const SEGMENTS: [u32; 16] = [
    0x3f, 0x06, 0x5b, 0x4f, 0x66, 0x6d, 0x7d, 0x07, 0x7f, 0x6f, 0x77, 0x7c, 0x39, 0x5e, 0x79, 0x71,
];
/// 6, 7 and 9 as others draw them. A 6 without its roof is a small b where there are hexadecimal digits.
const OTHER_SEGMENTS: [(u32, u32); 3] = [(0x7c, 6), (0x27, 7), (0x67, 9)];

/// The value of one digit.
enum Digit {
    Blank,
    Number(u32),
}

impl Reading {
    /// The number shown, unless the displays show none.
    pub fn number(&self, simulator: &Simulator) -> Option<u32> {
        match self {
            Reading::Value(found) => found.value(simulator).number(),
            Reading::Digits(digits, base) => {
                let mut number = 0u32;
                let mut blank = true;
                for (index, reading) in digits.iter().enumerate() {
                    let last = index + 1 == digits.len();
                    let digit = match reading.digit(simulator, *base)? {
                        Digit::Blank if blank && !last => 0,
                        Digit::Blank => return None,
                        Digit::Number(digit) => {
                            blank = false;
                            Some(digit).filter(|digit| digit < base)?
                        }
                    };
                    number = number * base + digit;
                }
                Some(number)
            }
            Reading::Bcd(found) => {
                let word = found.value(simulator).number()?;
                let digits = (0..8).rev().map(|place| word >> (4 * place) & 15);
                digits.into_iter().try_fold(0u32, |number, digit| {
                    Some(number * 10 + Some(digit).filter(|digit| *digit < 10)?)
                })
            }
            Reading::Bits(lights) => Some(bits(lights, simulator)),
            Reading::Count(lights) => Some(lights.iter().map(|one| one.lit(simulator)).sum()),
            Reading::Tty(part, at) => match simulator.display(*part)? {
                Display::Tty(lines) => printed(&lines, *at),
                _ => None,
            },
            Reading::Digit(_) | Reading::Segments(_) => match self.digit(simulator, 16)? {
                Digit::Number(number) => Some(number),
                Digit::Blank => None,
            },
        }
    }

    fn digit(&self, simulator: &Simulator, base: u32) -> Option<Digit> {
        match self {
            Reading::Digit(part) => match simulator.display(*part)? {
                Display::Segments(lit) => {
                    let lit = lit[..7].iter().rev();
                    segments(lit.fold(0, |all, &on| all << 1 | u32::from(on)), base)
                }
                Display::HexDigit(digit, _) => digit.to_digit(16).map(Digit::Number),
                _ => None,
            },
            Reading::Segments(lights) => {
                let lit = lights.iter().rev().map(|one| one.is_on(simulator));
                segments(lit.fold(0, |all, on| all << 1 | u32::from(on)), base)
            }
            other => other.number(simulator).map(Digit::Number),
        }
    }

    /// Conditions, as scripts write them, that hold if this number is shown; none if scripts cannot express it.
    pub(crate) fn conditions(&self, simulator: &Simulator, number: u32) -> Vec<String> {
        let name = |found: &Found| name_of(*found, simulator);
        match self {
            Reading::Value(found) => vec![format!("{} = {number}", name(found))],
            Reading::Bcd(found) => {
                let coded = (0..8).fold(0, |coded, place| {
                    coded | ((number / 10u32.pow(place) % 10) << (4 * place))
                });
                vec![format!("{} = {coded:#x}", name(found))]
            }
            Reading::Digit(part) => {
                let path = quoted(&simulator.design().path(*part), "");
                let digit = char::from_digit(number % 16, 16).unwrap_or('0');
                let digit = digit.to_ascii_uppercase();
                vec![format!("{path} shows \"{digit}\"")]
            }
            Reading::Digits(digits, base) => {
                let places = (0..digits.len() as u32).rev();
                let each = digits.iter().zip(places);
                each.flat_map(|(digit, place)| {
                    digit.conditions(simulator, number / base.pow(place) % base)
                })
                .collect()
            }
            Reading::Tty(..) => Vec::new(),
            Reading::Bits(lights) => {
                let places = (0..lights.len() as u32).rev();
                let wanted = places.map(|place| number >> place & 1 == 1);
                lit_as(lights, wanted, simulator)
            }
            Reading::Segments(lights) => {
                let lit = SEGMENTS[number as usize % 16];
                let wanted = (0..lights.len()).map(|place| lit >> place & 1 == 1);
                lit_as(lights, wanted, simulator)
            }
            Reading::Count(lights) => {
                let first = lights.first().is_none_or(|one| one.is_on(simulator));
                let count = lights.len();
                let wanted = (0..count).map(|at| {
                    let at = if first { at } else { count - 1 - at };
                    at < number as usize
                });
                lit_as(lights, wanted, simulator)
            }
        }
    }
}

/// One of the numbers on a screen.
fn printed(lines: &[String], at: i64) -> Option<u32> {
    let words = lines
        .iter()
        .flat_map(|line| line.split(|sign: char| !sign.is_ascii_digit()));
    let mut numbers = words.filter(|word| !word.is_empty());
    let steps = usize::try_from(at.unsigned_abs()).ok()?.checked_sub(1)?;
    let word = match at > 0 {
        true => numbers.nth(steps),
        false => numbers.collect::<Vec<&str>>().into_iter().rev().nth(steps),
    };
    word?.parse().ok()
}

/// The digit that segments make.
fn segments(lit: u32, base: u32) -> Option<Digit> {
    if lit == 0 {
        return Some(Digit::Blank);
    }
    let usual = SEGMENTS.iter().copied().zip(0..);
    let mut known = usual.take(base as usize).chain(OTHER_SEGMENTS);
    let found = known.find(|(segments, _)| *segments == lit);
    found.map(|(_, digit)| Digit::Number(digit))
}

fn bits(lights: &[Signal], simulator: &Simulator) -> u32 {
    let each = lights.iter();
    each.fold(0, |number, light| {
        number << 1 | u32::from(light.is_on(simulator))
    })
}

fn lit_as(
    lights: &[Signal],
    wanted: impl Iterator<Item = bool>,
    simulator: &Simulator,
) -> Vec<String> {
    let each = lights.iter().zip(wanted);
    each.filter_map(|(light, on)| light.condition(simulator, on))
        .collect()
}

impl Signal {
    pub fn is_on(&self, simulator: &Simulator) -> bool {
        match self {
            Signal::Light(_) => self.lit(simulator) > 0,
            Signal::Value(found) => found.value(simulator).number().is_some_and(|n| n != 0),
            Signal::Question(question, _) => question.holds(simulator),
            Signal::Not(signal) => !signal.is_on(simulator),
        }
    }

    /// How many lights are lit: dots of a matrix, otherwise 0 or 1.
    fn lit(&self, simulator: &Simulator) -> u32 {
        let Signal::Light(part) = self else {
            return self.is_on(simulator).into();
        };
        match simulator.display(*part) {
            Some(Display::Led(lit)) => lit.into(),
            Some(Display::Dots(rows)) => {
                rows.iter().map(|row| row.matches('#').count() as u32).sum()
            }
            _ => 0,
        }
    }

    /// A condition, as scripts write it, that holds if it is on, or off; a condition cannot be negated.
    pub(crate) fn condition(&self, simulator: &Simulator, on: bool) -> Option<String> {
        match self {
            Signal::Light(part) => {
                let path = quoted(&simulator.design().path(*part), "");
                match simulator.display(*part)? {
                    Display::Dots(_) if on => Some(format!("{path} contains \"#\"")),
                    Display::Dots(rows) => {
                        let dark: Vec<String> =
                            rows.iter().map(|row| row.replace('#', ".")).collect();
                        Some(format!("{path} shows \"{}\"", dark.join("/")))
                    }
                    _ => Some(format!(
                        "{path} shows \"{}\"",
                        if on { "on" } else { "off" }
                    )),
                }
            }
            Signal::Value(found) => {
                let sign = if on { "!=" } else { "=" };
                Some(format!("{} {sign} 0", name_of(*found, simulator)))
            }
            Signal::Question(_, text) => on.then(|| text.clone()),
            Signal::Not(signal) => signal.condition(simulator, !on),
        }
    }
}

fn name_of(found: Found, simulator: &Simulator) -> String {
    let path = simulator.design().path(found.part());
    let name = found.name(simulator);
    quoted(&path, name.strip_prefix(&path).unwrap_or_default())
}

/// A path as a script takes it, and the rest.
pub(crate) fn quoted(path: &str, suffix: &str) -> String {
    let plain = |sign: char| !sign.is_whitespace() && !"=<>\"≠!#'\\[]:".contains(sign);
    match path.chars().all(plain) {
        true => format!("{path}{suffix}"),
        false => {
            let escaped = path.replace('\\', "\\\\").replace('"', "\\\"");
            format!("\"{escaped}\"{suffix}")
        }
    }
}

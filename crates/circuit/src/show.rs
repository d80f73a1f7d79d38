//! Values and displays as text for a person.
//!
//! ```text
//!    _      seven segments        LED: (*) lit, ( ) dark
//!   |_|
//!   |_|.    and the point         dot matrix: rows of # and .
//! ```

use crate::netlist::PartId;
use crate::sim::{Display, Simulator};
use crate::value::Value;

/// `1`, `7`, `0x1f (31)`, `0b1x0E`, or `-` for a net without width.
pub fn value(value: Value) -> String {
    match value.number() {
        Some(number) if number < 10 => number.to_string(),
        Some(number) => format!("{number:#x} ({number})"),
        None if value.width == 0 => "-".into(),
        None if value.width == 1 => value.bits(),
        None => format!("0b{}", value.bits()),
    }
}

/// A display in few characters, as scripts compare it: `on`, `off`, `5`, `5.`, rows of dots parted by `/`,
/// the lines of a terminal.
pub fn brief(display: &Display) -> String {
    match display {
        Display::Led(true) => "on".into(),
        Display::Led(false) => "off".into(),
        Display::HexDigit(digit, point) => with_point(*digit, *point),
        Display::Segments(segments) => with_point(digit(segments), segments[7]),
        Display::Dots(rows) => rows.join("/"),
        Display::Tty(lines) => lines.join("\n").trim_end_matches('\n').to_string(),
    }
}

fn with_point(digit: char, point: bool) -> String {
    match point {
        true => format!("{digit}."),
        false => digit.to_string(),
    }
}

/// Segments a to g as bits 0 to 6 of the digits 0 to F.
const DIGITS: [(u8, char); 19] = [
    (0x3f, '0'),
    (0x06, '1'),
    (0x5b, '2'),
    (0x4f, '3'),
    (0x66, '4'),
    (0x6d, '5'),
    (0x7d, '6'),
    (0x07, '7'),
    (0x7f, '8'),
    (0x6f, '9'),
    (0x77, 'A'),
    (0x7c, 'B'),
    (0x39, 'C'),
    (0x5e, 'D'),
    (0x79, 'E'),
    (0x71, 'F'),
    (0x40, '-'),
    (0x00, ' '),
    (0x27, '7'),
];

/// The digit seven segments make, `?` if none.
fn digit(segments: &[bool; 8]) -> char {
    let lit = (0..7).fold(0u8, |bits, i| bits | u8::from(segments[i]) << i);
    let known = DIGITS.iter().find(|(bits, _)| *bits == lit);
    known.map_or('?', |(_, digit)| *digit)
}

fn segments_of(digit: char) -> [bool; 7] {
    let bits = DIGITS.iter().find(|(_, shown)| *shown == digit);
    let bits = bits.map_or(0x40, |(bits, _)| *bits);
    std::array::from_fn(|i| bits >> i & 1 == 1)
}

/// The segments a to g and the point of a hexadecimal digit.
pub(crate) fn lit_segments(digit: char, point: bool) -> [bool; 8] {
    let lit = segments_of(digit);
    std::array::from_fn(|i| if i < 7 { lit[i] } else { point })
}

fn draw_segments(lit: &[bool], point: bool) -> [String; 3] {
    let mark = |on: bool, sign: char| if on { sign } else { ' ' };
    let side = |i: usize| mark(lit[i], '|');
    let bar = |i: usize| mark(lit[i], '_');
    [
        format!(" {}  ", bar(0)),
        format!("{}{}{} ", side(5), bar(6), side(1)),
        format!("{}{}{}{}", side(4), bar(3), side(2), mark(point, '.')),
    ]
}

/// A display as lines of text.
pub fn picture(display: &Display) -> Vec<String> {
    match display {
        Display::Led(lit) => vec![if *lit { "(*)" } else { "( )" }.into()],
        Display::HexDigit(digit, point) => draw_segments(&segments_of(*digit), *point).into(),
        Display::Segments(segments) => draw_segments(segments, segments[7]).into(),
        Display::Dots(rows) => rows.clone(),
        Display::Tty(lines) => framed(lines),
    }
}

fn framed(lines: &[String]) -> Vec<String> {
    let width = lines.iter().map(String::len).max().unwrap_or(0).max(8);
    let edge = format!("+{}+", "-".repeat(width));
    let mut picture = vec![edge.clone()];
    picture.extend(lines.iter().map(|line| format!("|{line:width$}|")));
    picture.push(edge);
    picture
}

/// A display under its name; empty for parts that show nothing.
pub fn part(simulator: &Simulator, part: PartId) -> String {
    let Some(display) = simulator.display(part) else {
        return String::new();
    };
    let path = simulator.design().path(part);
    match &display {
        Display::Led(_) => format!("{} {path}\n", picture(&display)[0]),
        _ => format!("{path}\n{}\n", picture(&display).join("\n")),
    }
}

/// All displays of a circuit.
pub fn all(simulator: &Simulator) -> String {
    let parts = simulator.design().part_ids();
    parts.map(|id| part(simulator, id)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seven_segments_read_back_as_digits() {
        for digit in "0123456789ABCDEF- ".chars() {
            let lit = segments_of(digit);
            let all = std::array::from_fn(|i| i < 7 && lit[i]);
            assert_eq!(brief(&Display::Segments(all)), digit.to_string());
        }
        assert_eq!(
            picture(&Display::HexDigit('5', true)),
            [" _  ", "|_  ", " _|."]
        );
        assert_eq!(
            picture(&Display::HexDigit('1', false)),
            ["    ", "  | ", "  | "]
        );
    }

    #[test]
    fn values_in_words() {
        assert_eq!(value(Value::known(8, 31)), "0x1f (31)");
        assert_eq!(value(Value::known(8, 7)), "7");
        assert_eq!(value(Value::from_bits("1x0E").unwrap()), "0b1x0E");
        assert_eq!(value(Value::floating(1)), "x");
        assert_eq!(value(Value::NIL), "-");
    }
}

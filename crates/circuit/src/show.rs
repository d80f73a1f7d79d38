//! Values and displays as text for a person.
//!
//! ```text
//!    _      seven segments        LED: (*) lit, ( ) dark
//!   |_|
//!   |_|.    and the point         dot matrix: rows of # and .
//! ```

use crate::component::{digit_of, segments_of};
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

/// A display in few characters, as scripts compare it: `on`, `off`, `5`, `5.`, rows of dots separated by `/`,
/// the lines of a terminal.
pub fn brief(display: &Display) -> String {
    match display {
        Display::Led(true) => "on".into(),
        Display::Led(false) => "off".into(),
        Display::HexDigit(digit, point) => with_point(*digit, *point),
        Display::Segments(segments) => with_point(digit_of(segments), segments[7]),
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

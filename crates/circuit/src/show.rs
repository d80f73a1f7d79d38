//! Values and displays as text for a person.
//!
//! ```text
//!    _      seven segments        LED: (*) lit, ( ) dark
//!   |_|
//!   |_|.    and the point         dot matrix: rows of # and .
//! ```

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::component::{digit_of, segments_of};
use crate::netlist::{ComponentId, InstanceId, PartId};
use crate::picture::{Bounds, Drawing, Owner};
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

/// All displays of a circuit. Those of one sheet stand as they are placed on it; a sheet wider than `width` columns is listed row
/// by row instead.
pub fn all(simulator: &Simulator, width: usize) -> String {
    let design = simulator.design();
    let sheets = design.instance_ids().map(|instance| {
        let parts = design.parts_of(instance);
        let shown: Vec<PartId> = parts
            .filter(|&id| simulator.display(id).is_some())
            .collect();
        match shown[..] {
            [] => String::new(),
            [only] => part(simulator, only),
            _ => sheet(simulator, instance, &shown, width),
        }
    });
    sheets.collect()
}

/// The displays of an instance, under its name unless it is the top circuit.
fn sheet(simulator: &Simulator, instance: InstanceId, shown: &[PartId], width: usize) -> String {
    let design = simulator.design();
    let drawing = Drawing::of(&design.project, design.circuit(instance));
    let mut corners: HashMap<Owner, Bounds> = HashMap::new();
    for item in &drawing.items {
        corners.entry(item.owner).or_insert(item.bounds);
    }
    let (mut wall, mut labels, mut rows) = (Wall::default(), Vec::new(), Vec::new());
    let owners = design.parts_of(instance).zip((0..).map(ComponentId));
    for (id, owner) in owners.filter(|(id, _)| shown.binary_search(id).is_ok()) {
        let corner = corners.get(&Owner::Part(owner));
        if let (Some(display), Some(corner)) = (simulator.display(id), corner) {
            let lines = picture(&display);
            let end = wall.hang(&lines, corner.left, corner.top);
            let label = design.component(id).label();
            let told = match &lines[..] {
                [line] => line.clone(),
                _ => brief(&display),
            };
            let label_told = label.map_or(String::new(), |label| format!(" {label}"));
            rows.push(((corner.top, corner.left), told + &label_told));
            labels.extend(label.map(|label| (end, label.to_string())));
        }
    }
    for ((row, column), label) in labels {
        wall.write_if_free(row, column + 1, &label);
    }
    let header = match instance {
        InstanceId::ROOT => String::new(),
        _ => design.instance_path(instance) + "\n",
    };
    let picture = wall.text();
    let fits = picture.lines().all(|line| line.chars().count() <= width);
    header + &if fits { picture } else { told(rows, width) }
}

/// Displays as text: one line per row of the sheet, broken where it is longer than `width`.
fn told(mut rows: Vec<((i32, i32), String)>, width: usize) -> String {
    rows.sort();
    let mut text = String::new();
    for row in rows.chunk_by(|((one, _), _), ((other, _), _)| one == other) {
        let mut column = 0;
        for (_, told) in row {
            let length = told.chars().count();
            let gap = match column {
                0 => "",
                _ if column + 2 + length > width => "\n",
                _ => "  ",
            };
            column = if gap == "\n" { 0 } else { column + gap.len() } + length;
            text.push_str(gap);
            text.push_str(told);
        }
        text.push('\n');
    }
    text
}

/// Characters by row and column, as sparse as displays are on a sheet.
#[derive(Default)]
struct Wall {
    signs: BTreeMap<(i32, i32), char>,
}

impl Wall {
    /// Puts a picture where its corner is on the sheet, or to the right of what is there already. Returns its last
    /// row and the column after it.
    fn hang(&mut self, lines: &[String], left: i32, top: i32) -> (i32, i32) {
        // A light of 20 by 20 takes three characters in a row, a dot of 10 by 10 a row.
        let (row, mut column) = (top.div_euclid(10), left.div_euclid(20) * 3);
        let width = lines.iter().map(|line| line.chars().count()).max();
        let width = width.unwrap_or(0) as i32;
        let height = lines.len() as i32;
        while !self.is_free(row, column, width, height) {
            column += 1;
        }
        for (line, at) in lines.iter().zip(row..) {
            // Blanks keep their places too.
            let padded = line.chars().chain(std::iter::repeat(' '));
            self.signs.extend(
                (column..column + width)
                    .map(|column| (at, column))
                    .zip(padded),
            );
        }
        (row + height - 1, column + width)
    }

    fn is_free(&self, row: i32, column: i32, width: i32, height: i32) -> bool {
        let line = |row| (row, column)..(row, column + width.max(1));
        (row..row + height).all(|row| self.signs.range(line(row)).next().is_none())
    }

    fn write_if_free(&mut self, row: i32, column: i32, text: &str) {
        if self.is_free(row, column - 1, text.chars().count() as i32 + 2, 1) {
            let places = (column..).map(|column| (row, column));
            self.signs.extend(places.zip(text.chars()));
        }
    }

    /// The lines, with wide gaps made narrow.
    fn text(&self) -> String {
        let rows = squeezed(self.signs.keys().map(|&(row, _)| row), 1);
        let columns = squeezed(self.signs.keys().map(|&(_, column)| column), 3);
        let height = rows.values().max().map_or(0, |last| last + 1);
        let mut lines = vec![Vec::new(); height];
        for ((row, column), sign) in &self.signs {
            let line: &mut Vec<char> = &mut lines[rows[row]];
            line.resize(columns[column], ' ');
            line.push(*sign);
        }
        let text = |line: Vec<char>| String::from_iter(line).trim_end().to_string() + "\n";
        lines.into_iter().map(text).collect()
    }
}

/// New numbers for those in use: in order, with at most `gap` unused ones in between.
fn squeezed(used: impl Iterator<Item = i32>, gap: i32) -> HashMap<i32, usize> {
    let used: BTreeSet<i32> = used.collect();
    let (mut last, mut at) = (None, 0);
    let renumber = |number: i32| {
        at += last.map_or(0, |last: i32| (number - last).min(gap + 1));
        last = Some(number);
        (number, at as usize)
    };
    used.into_iter().map(renumber).collect()
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
    fn pictures_hang_where_they_are_placed() {
        let mut wall = Wall::default();
        let digit = |digit| picture(&Display::HexDigit(digit, false));
        wall.hang(&digit('1'), 1000, 500);
        wall.hang(&digit('7'), 1040, 500);
        wall.hang(&digit('4'), 1000, 5000);
        let (row, column) = wall.hang(&["(*)".into()], 400, 510);
        wall.write_if_free(row, column + 1, "go");
        wall.write_if_free(row, column - 2, "no room");
        assert_eq!(
            wall.text(),
            "                _
(*) go     |     |
           |     |


         |_|
           |
"
        );
    }

    #[test]
    fn what_is_too_wide_is_told_row_by_row() {
        let told = |width| {
            let display = |top, left, text: &str| ((top, left), text.to_owned());
            let rows = vec![
                display(50, 20, "7"),
                display(10, 90, "(*) go"),
                display(50, 10, "4"),
                display(10, 10, "( ) stop"),
            ];
            told(rows, width)
        };
        assert_eq!(told(20), "( ) stop  (*) go\n4  7\n");
        assert_eq!(told(12), "( ) stop\n(*) go\n4  7\n");
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

//! What lights, digits, matrices and terminals show.

use super::Simulator;
use crate::netlist::PartId;
use crate::part::State;
use crate::project::Kind;
use crate::value::Word;

/// The face of an output part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Display {
    Led(bool),
    /// The digit (`-` if its input is undefined, a space if nothing is connected) and its point.
    HexDigit(char, bool),
    /// Segments a to g clockwise from the top with the middle last, then the point.
    Segments([bool; 8]),
    /// Rows from the top: `.` off, `#` lit, `?` undefined.
    Dots(Vec<String>),
    /// Lines of a terminal; the last one is being written.
    Tty(Vec<String>),
}

/// Which port lights segments a, b, c, d, e, f, g and the point.
const SEGMENT_PORTS: [usize; 8] = [0, 1, 2, 3, 4, 5, 6, 7];

impl Simulator {
    /// What an output part shows; `None` for parts that show nothing.
    pub fn display(&self, part: PartId) -> Option<Display> {
        let component = self.design.component(part);
        let kind = component.kind()?;
        let lit = |port: usize| self.port(part, port).word;
        let active = || Word::known(u32::from(component.attrs.of(kind).flag("active")));
        match (kind, &self.shared.states[part]) {
            (Kind::Led, _) => Some(Display::Led(lit(0) == active())),
            (Kind::HexDigit, _) => {
                let digit = self
                    .port(part, 0)
                    .number()
                    .and_then(|number| char::from_digit(number, 16));
                Some(Display::HexDigit(
                    digit.map_or('-', |digit| digit.to_ascii_uppercase()),
                    lit(1) == Word::ONE,
                ))
            }
            (Kind::SevenSegment, _) => Some(Display::Segments(
                SEGMENT_PORTS.map(|port| lit(port) == active()),
            )),
            (Kind::DotMatrix, State::Dots(grid)) => {
                let dot = |row, column| match grid.dot(row, column, self.shared.ticks) {
                    Word::ZERO => '.',
                    Word::ONE => '#',
                    _ => '?',
                };
                Some(Display::Dots(
                    (0..grid.rows)
                        .map(|row| (0..grid.columns).map(|column| dot(row, column)).collect())
                        .collect(),
                ))
            }
            (Kind::Tty, State::Tty(tty)) => {
                Some(Display::Tty(tty.lines().map(str::to_string).collect()))
            }
            _ => None,
        }
    }

    /// Takes what was sent to a terminal since it was last taken.
    pub fn take_output(&mut self, part: PartId) -> Vec<u8> {
        self.checkpoint.stale = true;
        match &mut self.shared.states[part] {
            State::Tty(tty) => tty.output.drain(..).collect(),
            _ => Vec::new(),
        }
    }
}

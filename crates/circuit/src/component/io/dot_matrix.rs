//! Dot matrix.

use super::DARK_OFF;
use crate::component::behaviour::Behave;
use crate::component::{BLANK, Behaviour, Description, Display, Io, Light, Port, Seen, State};
use crate::picture::{Box4, Ink, Sketch, Style};
use crate::project::{Attr, Form, View};
use crate::value::Word;
use timeline::Reader;

pub(in crate::component) const DOT_MATRIX: Description = Description {
    library: "I/O",
    name: "DotMatrix",
    about: "A grid of dots, lit by columns, by rows, or where a chosen row and column cross.",
    attributes: &[
        Attr::new(
            "inputtype",
            "column",
            Form::Choice(&["column", "row", "select"]),
        ),
        Attr::new("matrixcols", "5", Form::Int(1, 32)),
        Attr::new("matrixrows", "7", Form::Int(1, 32)),
        Attr::new("color", "#00ff00", Form::Text),
        DARK_OFF,
        Attr::new("persist", "0", Form::Int(0, i32::MAX)),
        Attr::new("dotshape", "square", Form::Text),
    ],
    ports,
    behaviour: |site| Behaviour::DotMatrix(compile(site.attrs)),
    picture,
    display: Some(display),
    light,
    ..BLANK
};

fn ports(attrs: View<'_>) -> Vec<Port> {
    let (columns, rows) = (attrs.count("matrixcols"), attrs.count("matrixrows"));
    match attrs.text("inputtype") {
        "row" => (0..rows)
            .map(|i| Port::input("in", (0, 10 * i as i32), columns).numbered(i as i32))
            .collect(),
        // A single row or column needs no select.
        "select" if rows == 1 => vec![Port::input("in", (0, 0), columns).numbered(0)],
        "select" if columns == 1 => vec![Port::input("in", (0, 0), rows).numbered(0)],
        "select" => vec![
            Port::input("in", (0, 0), columns).numbered(0),
            Port::input("in", (0, 10), rows).numbered(1),
        ],
        _ => (0..columns)
            .map(|i| Port::input("in", (10 * i as i32, 0), rows).numbered(i as i32))
            .collect(),
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Dots {
    Columns,
    Rows,
    Select,
}

#[derive(Clone, Debug)]
pub struct DotMatrix {
    input: Dots,
    columns: usize,
    rows: usize,
    pub(in crate::component) persist: u64,
}

fn compile(attrs: View<'_>) -> DotMatrix {
    let (columns, rows) = (
        attrs.count("matrixcols") as usize,
        attrs.count("matrixrows") as usize,
    );
    let input = match attrs.text("inputtype") {
        "row" => Dots::Rows,
        "select" if rows == 1 => Dots::Rows,
        "select" if columns == 1 => Dots::Columns,
        "select" => Dots::Select,
        _ => Dots::Columns,
    };
    DotMatrix {
        input,
        columns,
        rows,
        persist: u64::from(attrs.count("persist")),
    }
}

/// The dots of a matrix, row by row from the top left, and until which half-tick each still appears lit after it went off.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DotGrid {
    pub columns: usize,
    pub rows: usize,
    dots: Box<[Word]>,
    lit_until: Box<[u64]>,
}

impl DotGrid {
    pub(crate) fn save(&self, ticks: u64, state: &mut Vec<u8>) {
        for (dot, until) in self.dots.iter().zip(&self.lit_until) {
            dot.save(state);
            state.extend(until.saturating_sub(ticks).to_le_bytes());
        }
    }

    pub(crate) fn load(&mut self, ticks: u64, state: &mut Reader<'_>) {
        for (dot, until) in self.dots.iter_mut().zip(&mut self.lit_until) {
            *dot = Word::load(state);
            let left = state.u64();
            *until = if left == 0 { 0 } else { ticks + left };
        }
    }

    /// The dot as a person sees it at half-tick `ticks`: 0, 1, or x and E where the input is undefined.
    pub(crate) fn dot(&self, row: usize, column: usize, ticks: u64) -> Word {
        let at = row * self.columns + column;
        let dot = self.dots[at];
        if dot == Word::ZERO && self.lit_until[at] > ticks {
            Word::ONE
        } else {
            dot
        }
    }

    fn put(&mut self, row: usize, column: usize, dot: Word, until: u64) {
        let at = row * self.columns + column;
        if self.dots[at] == Word::ONE && dot != Word::ONE {
            self.lit_until[at] = until;
        }
        self.dots[at] = dot;
    }
}

impl DotMatrix {
    /// Whether a dark dot may be lit for a moment: `was` is the former value of an input, `stirred` the bits that may differ
    /// from it.
    pub(crate) fn may_flash(
        &self,
        was: impl Fn(usize) -> Word,
        mut stirred: impl FnMut(usize) -> u32,
    ) -> bool {
        let lit = |port: usize| was(port).v & !was(port).u;
        let ports = match self.input {
            Dots::Columns => self.columns,
            Dots::Rows => self.rows,
            Dots::Select => {
                let [a, b] = [0, 1].map(|port| (lit(port), lit(port) | stirred(port)));
                return a.1 != 0 && b.1 != 0 && (a, b) != ((a.1, a.1), (b.1, b.1));
            }
        };
        (0..ports).any(|port| stirred(port) & !lit(port) != 0)
    }
}

impl Behave for DotMatrix {
    fn initial(&self, _: u64) -> State {
        let dots = self.columns * self.rows;
        State::Dots(Box::new(DotGrid {
            columns: self.columns,
            rows: self.rows,
            dots: vec![Word::ZERO; dots].into(),
            lit_until: vec![0; dots].into(),
        }))
    }

    fn evaluate<I: Io>(&self, state: &mut State, io: &mut I) {
        let State::Dots(grid) = state else { return };
        let until = io.ticks() + self.persist;
        let (columns, rows) = (self.columns, self.rows);
        for row in 0..rows {
            for column in 0..columns {
                // Bit 0 of a column is at the bottom, bit 0 of a row at the right, but at the left of a row by select.
                let (up, left) = ((rows - 1 - row) as u32, (columns - 1 - column) as u32);
                let dot = match self.input {
                    Dots::Columns => io.get(column).bit(up),
                    Dots::Rows => io.get(row).bit(left),
                    Dots::Select => selected(io.get(1).bit(up), io.get(0).bit(column as u32)),
                };
                grid.put(row, column, dot, until);
            }
        }
    }
}

fn selected(row: Word, column: Word) -> Word {
    match row {
        Word::ONE => column,
        Word::ZERO => Word::ZERO,
        _ => Word::E,
    }
}

fn display(seen: &Seen<'_>) -> Option<Display> {
    let State::Dots(grid) = seen.state else {
        return None;
    };
    let sign = |row, column| match grid.dot(row, column, seen.ticks) {
        Word::ZERO => '.',
        Word::ONE => '#',
        _ => '?',
    };
    let row = |row| (0..grid.columns).map(|column| sign(row, column)).collect();
    Some(Display::Dots((0..grid.rows).map(row).collect()))
}

/// Dots are numbered row by row from the top left.
fn light(seen: &Seen<'_>, dot: usize) -> Light {
    let State::Dots(grid) = seen.state else {
        return Light::Off;
    };
    match grid.dot(dot / grid.columns, dot % grid.columns, seen.ticks) {
        Word::ZERO => Light::Off,
        Word::ONE => Light::On,
        _ => Light::Unknown,
    }
}

fn picture(sketch: &mut Sketch<'_>) {
    let attrs = sketch.attrs();
    let (columns, rows) = (attrs.int("matrixcols"), attrs.int("matrixrows"));
    let (w, h) = (10 * columns, 10 * rows);
    let frame = match attrs.text("inputtype") {
        "row" => Box4(0, -5, w, h),
        "select" if rows == 1 => Box4(0, -5, w, h),
        "select" if columns == 1 => Box4(-5, -h, w, h),
        "select" => Box4(0, -5 * rows + 5, w, h),
        _ => Box4(-5, -h, w, h),
    };
    let (on, off) = (sketch.colour("color"), sketch.colour("offcolor"));
    let Box4(x, y, ..) = frame;
    let square = attrs.is("dotshape", "square");
    for dot in 0..rows * columns {
        let ink = Ink::Light {
            light: dot as u16,
            on,
            off,
        };
        let (dx, dy) = (x + 10 * (dot % columns), y + 10 * (dot / columns));
        match square {
            true => sketch.outline(Box4(dx, dy, 10, 10), 0, Style::filled(ink)),
            false => sketch.disc((sketch.x() + dx + 5, sketch.y() + dy + 5), 4.0, ink),
        }
    }
    sketch.outline(frame, 0, Style::OUTLINE);
    sketch.dots();
}

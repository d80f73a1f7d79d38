//! I/O: buttons, joysticks, keyboards, terminals and dot matrices. Lights and digits only show their inputs.

use std::collections::VecDeque;

use super::memory::Trigger;
use super::{Behaviour, Io, State};
use crate::project::{Kind, View};
use crate::value::{Word, mask};

/// How far a stick moves from its centre each way.
pub(crate) const JOYSTICK_REACH: i8 = 14;

#[derive(Clone, Debug)]
pub struct Joystick {
    bits: u32,
}

#[derive(Clone, Debug)]
pub struct Keyboard {
    trigger: Trigger,
    pub(crate) capacity: usize,
}

#[derive(Clone, Debug)]
pub struct Tty {
    trigger: Trigger,
    rows: usize,
    columns: usize,
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
    persist: u64,
}

pub(super) fn build(kind: Kind, attrs: View<'_>) -> Behaviour {
    match kind {
        Kind::Button => Behaviour::Button,
        Kind::Joystick => Behaviour::Joystick(Joystick {
            bits: attrs.count("bits"),
        }),
        Kind::Keyboard => {
            let capacity = attrs.count("buflen") as usize;
            Behaviour::Keyboard(Keyboard {
                trigger: Trigger::of(attrs),
                capacity,
            })
        }
        Kind::Tty => Behaviour::Tty(Tty {
            trigger: Trigger::of(attrs),
            rows: attrs.count("rows") as usize,
            columns: attrs.count("cols") as usize,
        }),
        Kind::DotMatrix => Behaviour::DotMatrix(dot_matrix(attrs)),
        _ => Behaviour::Passive,
    }
}

fn dot_matrix(attrs: View<'_>) -> DotMatrix {
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

pub(super) fn evaluate_button<I: Io>(state: &mut State, io: &mut I) {
    if let State::Level(level) = state {
        io.set(0, *level, 1);
    }
}

impl Joystick {
    pub(super) fn evaluate<I: Io>(&self, state: &mut State, io: &mut I) {
        let State::Stick { x, y } = *state else {
            return;
        };
        io.set(0, self.reading(x), 1);
        io.set(1, self.reading(y), 1);
    }

    fn reading(&self, offset: i8) -> Word {
        let steps = (1i32 << self.bits) - 1;
        let mut reading = (i32::from(offset) + 14) * steps / 29 + 1;
        if self.bits > 4 && reading >= steps / 2 {
            reading += 1;
        }
        Word::known(reading as u32 & mask(self.bits))
    }
}

/// Characters typed and not yet read.
#[derive(Clone, Debug)]
pub struct KeyboardState {
    pub(crate) buffer: VecDeque<u8>,
    clock: Word,
}

impl Default for KeyboardState {
    fn default() -> Self {
        KeyboardState {
            buffer: VecDeque::new(),
            clock: Word::X,
        }
    }
}

impl Keyboard {
    pub(super) fn evaluate<I: Io>(&self, state: &mut State, io: &mut I) {
        let State::Keyboard(keyboard) = state else {
            return;
        };
        let fires = self.trigger.fires(&mut keyboard.clock, io.get(1));
        if io.get(0) == Word::ONE {
            keyboard.buffer.clear();
        } else if fires && io.get(2) != Word::ZERO {
            keyboard.buffer.pop_front();
        }
        let first = keyboard.buffer.front().copied().unwrap_or(0);
        io.set(4, Word::known(u32::from(first & 0x7f)), 9);
        io.set(3, Word::known(u32::from(first != 0)), 11);
    }
}

/// The screen of a terminal, and everything that was ever sent to it until somebody takes it.
#[derive(Clone, Debug)]
pub struct TtyState {
    rows: usize,
    columns: usize,
    lines: VecDeque<String>,
    last: String,
    clock: Word,
    pub(crate) output: VecDeque<u8>,
}

/// Output kept for somebody to take; beyond it the oldest is lost.
const OUTPUT_LIMIT: usize = 1 << 20;

impl TtyState {
    /// The lines on the screen; the last one is being written.
    pub fn lines(&self) -> impl Iterator<Item = &str> {
        self.lines
            .iter()
            .map(String::as_str)
            .chain([self.last.as_str()])
    }

    fn clear(&mut self) {
        self.lines.clear();
        self.last.clear();
    }

    fn put(&mut self, character: u8) {
        if self.output.len() == OUTPUT_LIMIT {
            self.output.pop_front();
        }
        self.output.push_back(character);
        match character {
            12 => self.clear(),
            8 => {
                self.last.pop();
            }
            b'\n' | b'\r' => self.new_line(),
            32..=126 => {
                if self.last.len() == self.columns {
                    self.new_line();
                }
                self.last.push(char::from(character));
            }
            _ => {}
        }
    }

    fn new_line(&mut self) {
        if self.lines.len() + 1 >= self.rows {
            self.lines.pop_front();
        }
        let line = std::mem::take(&mut self.last);
        if self.rows > 1 {
            self.lines.push_back(line);
        }
    }
}

impl Tty {
    pub(super) fn initial(&self) -> TtyState {
        TtyState {
            rows: self.rows,
            columns: self.columns,
            lines: VecDeque::new(),
            last: String::new(),
            clock: Word::X,
            output: VecDeque::new(),
        }
    }

    pub(super) fn evaluate<I: Io>(&self, state: &mut State, io: &mut I) {
        let State::Tty(tty) = state else { return };
        let fires = self.trigger.fires(&mut tty.clock, io.get(1));
        if io.get(0) == Word::ONE {
            tty.clear();
        } else if fires && io.get(2) != Word::ZERO {
            let data = io.get(3);
            tty.put(if data.is_known() { data.v as u8 } else { b'?' });
        }
    }
}

/// The dots of a matrix, row by row from the top left, and until which half-tick each shows as lit after it went off.
#[derive(Clone, Debug)]
pub struct DotGrid {
    pub columns: usize,
    pub rows: usize,
    dots: Box<[Word]>,
    lit_until: Box<[u64]>,
}

impl DotGrid {
    /// The dot as a person sees it at half-tick `ticks`: 0, 1, or x and E where the input is undefined.
    pub fn dot(&self, row: usize, column: usize, ticks: u64) -> Word {
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
        if self.dots[at] == Word::ONE {
            self.lit_until[at] = until;
        }
        self.dots[at] = dot;
    }
}

impl DotMatrix {
    pub(super) fn initial(&self) -> DotGrid {
        let dots = self.columns * self.rows;
        DotGrid {
            columns: self.columns,
            rows: self.rows,
            dots: vec![Word::ZERO; dots].into(),
            lit_until: vec![0; dots].into(),
        }
    }

    pub(super) fn evaluate<I: Io>(&self, state: &mut State, io: &mut I) {
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

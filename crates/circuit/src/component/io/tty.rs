//! Terminal.

use std::collections::VecDeque;

use super::EDGE;
use crate::component::behaviour::Behave;
use crate::component::memory::Trigger;
use crate::component::{BLANK, Behaviour, Description, Display, Io, MainPort, Port, State, Timing};
use crate::picture::{Align, Box4, Font, Ink, Sketch, Style, Text};
use crate::project::{Attr, Form};
use crate::value::Word;
use timeline::Reader;

pub(in crate::component) const TTY: Description = Description {
    library: "I/O",
    name: "TTY",
    about: "A screen that prints the characters the circuit sends.",
    attributes: &[
        Attr::new("rows", "8", Form::Int(1, 48)),
        Attr::new("cols", "32", Form::Int(1, 120)),
        EDGE,
        Attr::new("color", "#000000", Form::Text),
        Attr::new("bg", "#00000040", Form::Text),
    ],
    ports: |_| {
        vec![
            Port::input("clr", (20, 10), 1),
            Port::input("clk", (0, 0), 1),
            Port::input("en", (10, 10), 1),
            Port::input("data", (0, -10), 7),
        ]
    },
    main: MainPort::At(3),
    behaviour: |site| {
        Behaviour::Tty(Tty {
            trigger: Trigger::of(site.attrs),
            rows: site.attrs.count("rows") as usize,
            columns: site.attrs.count("cols") as usize,
        })
    },
    picture,
    display: Some(|seen| match seen.state {
        State::Tty(tty) => Some(Display::Tty(tty.lines().map(str::to_string).collect())),
        _ => None,
    }),
    timing: Timing::Clocked,
    ..BLANK
};

#[derive(Clone, Debug)]
pub struct Tty {
    pub(in crate::component) trigger: Trigger,
    rows: usize,
    columns: usize,
}

/// The screen of a terminal, and all output that has not been taken yet.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TtyState {
    rows: usize,
    columns: usize,
    lines: VecDeque<String>,
    last: String,
    pub(in crate::component) clock: Word,
    pub(crate) output: VecDeque<u8>,
}

/// Maximum amount of stored output; beyond it the oldest is lost.
const OUTPUT_LIMIT: usize = 1 << 20;

impl TtyState {
    /// The screen. Output already handed to the caller is not part of it.
    pub(crate) fn save(&self, state: &mut Vec<u8>) {
        self.clock.save(state);
        state.extend((self.lines.len() as u32).to_le_bytes());
        for line in self.lines() {
            state.extend((line.len() as u32).to_le_bytes());
            state.extend(line.as_bytes());
        }
    }

    pub(crate) fn load(&mut self, state: &mut Reader<'_>) {
        self.clock = Word::load(state);
        let count = state.u32();
        let mut line = || {
            let length = state.u32() as usize;
            String::from_utf8_lossy(state.bytes(length)).into_owned()
        };
        self.lines = (0..count).map(|_| line()).collect();
        self.last = line();
        self.output.clear();
    }

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

impl Behave for Tty {
    fn initial(&self, _: u64) -> State {
        State::Tty(Box::new(TtyState {
            rows: self.rows,
            columns: self.columns,
            lines: VecDeque::new(),
            last: String::new(),
            clock: Word::X,
            output: VecDeque::new(),
        }))
    }

    fn evaluate<I: Io>(&self, state: &mut State, io: &mut I) {
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

fn picture(sketch: &mut Sketch<'_>) {
    let attrs = sketch.attrs();
    let rows = attrs.int("rows");
    // A tall enough box for three ports at its lower left.
    let (w, h) = (10 + 7 * attrs.int("cols"), 10 + 15 * rows);
    let (w, h) = (w.max(30), h.max(30));
    let style = Style::face(Ink::Fixed(sketch.colour("bg")), 2.0);
    let ink = Ink::Fixed(sketch.colour("color"));
    sketch.outline(Box4(0, 10 - h, w, h), 6, style);
    sketch.clock_mark(1, false);
    for row in 0..rows {
        let at = (sketch.x() + 5, sketch.y() + 10 - h + 16 + 15 * row);
        let line = Text::Line(row as u8);
        sketch.text_at(at, Align::Start, Font::mono(12), ink, line);
    }
    sketch.dots();
}

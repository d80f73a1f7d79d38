//! Keyboard.

use std::collections::VecDeque;

use super::EDGE;
use crate::component::behaviour::Behave;
use crate::component::memory::Trigger;
use crate::component::{BLANK, Behaviour, Description, Io, MainPort, Port, State, Timing};
use crate::picture::{Align, BLACK, Box4, Font, Sketch, Style, Text};
use crate::project::{Attr, Form};
use crate::value::Word;
use timeline::Reader;

pub(in crate::component) const KEYBOARD: Description = Description {
    library: "I/O",
    name: "Keyboard",
    about: "Keeps the characters somebody types until the circuit reads them.",
    attributes: &[Attr::new("buflen", "32", Form::Int(1, 256)), EDGE],
    ports: |_| {
        vec![
            Port::input("clr", (20, 10), 1),
            Port::input("clk", (0, 0), 1),
            Port::input("en", (10, 10), 1),
            Port::output("avail", (130, 10), 1),
            Port::output("data", (140, 10), 7),
        ]
    },
    main: MainPort::At(4),
    behaviour: |site| {
        Behaviour::Keyboard(Keyboard {
            trigger: Trigger::of(site.attrs),
            capacity: site.attrs.count("buflen") as usize,
        })
    },
    picture,
    timing: Timing::Clocked,
    ..BLANK
};

#[derive(Clone, Debug)]
pub struct Keyboard {
    pub(in crate::component) trigger: Trigger,
    pub(crate) capacity: usize,
}

/// Characters typed and not yet read.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct KeyboardState {
    pub(crate) buffer: VecDeque<u8>,
    pub(in crate::component) clock: Word,
}

impl KeyboardState {
    pub(crate) fn save(&self, state: &mut Vec<u8>) {
        self.clock.save(state);
        state.extend((self.buffer.len() as u32).to_le_bytes());
        state.extend(&self.buffer);
    }

    pub(crate) fn load(&mut self, state: &mut Reader<'_>) {
        self.clock = Word::load(state);
        let count = state.u32() as usize;
        self.buffer = state.bytes(count).iter().copied().collect();
    }
}

impl Default for KeyboardState {
    fn default() -> Self {
        KeyboardState {
            buffer: VecDeque::new(),
            clock: Word::X,
        }
    }
}

impl KeyboardState {
    /// The characters that wait to be read, the next one first.
    pub(crate) fn waiting(&self) -> impl Iterator<Item = char> {
        self.buffer.iter().copied().map(char::from)
    }
}

impl Behave for Keyboard {
    fn initial(&self, _: u64) -> State {
        State::Keyboard(Box::default())
    }

    fn evaluate<I: Io>(&self, state: &mut State, io: &mut I) {
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

fn picture(sketch: &mut Sketch<'_>) {
    sketch.outline(Box4(0, -15, 145, 25), 0, Style::OUTLINE);
    sketch.clock_mark(1, false);
    let at = (sketch.x() + 12, sketch.y() - 3);
    sketch.text(at, Align::Start, Font::mono(12), BLACK, Text::Typed);
    sketch.dots();
}

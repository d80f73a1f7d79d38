//! One output bit of a part without memory, computed by the part's own behaviour.

use crate::component::{Behaviour, Io, State};
use crate::value::Word;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct At {
    pub(super) port: usize,
    pub(super) bit: u32,
}

#[derive(Clone)]
pub struct Cell {
    pub(super) behaviour: Behaviour,
    pub(super) state: State,
    /// The widths of all ports of the part.
    pub(super) widths: Vec<u32>,
    /// The input bits it depends on and the wires there; `None` floats.
    pub(super) inputs: Vec<(At, Option<usize>)>,
    pub(super) output: At,
    pub(super) delay: u32,
}

impl Cell {
    pub(super) fn new(
        behaviour: Behaviour,
        widths: Vec<u32>,
        inputs: Vec<(At, Option<usize>)>,
        output: At,
    ) -> Cell {
        let mut cell = Cell {
            state: behaviour.initial_state(0),
            behaviour,
            widths,
            inputs,
            output,
            delay: 0,
        };
        // The delay of a part is the same for all values.
        let zeros = vec![Word::ZERO; cell.inputs.len()];
        cell.delay = cell.answer(&zeros).delay;
        cell
    }

    /// How long the output takes to follow its inputs.
    pub fn delay(&self) -> u32 {
        self.delay
    }

    /// The wires it depends on; those that are not connected are left out.
    pub fn wires(&self) -> impl Iterator<Item = usize> + '_ {
        self.inputs.iter().filter_map(|(_, wire)| *wire)
    }

    /// The input bits: a wire, or `None` for one that floats.
    pub fn inputs(&self) -> impl Iterator<Item = Option<usize>> + '_ {
        self.inputs.iter().map(|(_, wire)| *wire)
    }

    /// The output bit for these input bits, in the order of [`Cell::inputs`].
    pub fn evaluate(&self, inputs: &[Word]) -> Word {
        self.answer(inputs).driven.bit(self.output.bit)
    }

    fn answer(&self, inputs: &[Word]) -> Seats {
        let mut seats = Seats {
            words: vec![Word::ZERO; self.widths.len()],
            output: self.output.port,
            driven: Word::X,
            delay: 1,
        };
        for ((at, _), bit) in self.inputs.iter().zip(inputs) {
            let word = &mut seats.words[at.port];
            *word = word.union(bit.shl(at.bit));
        }
        let mut state = self.state.clone();
        self.behaviour.evaluate(&mut state, &mut seats);
        seats
    }
}

struct Seats {
    words: Vec<Word>,
    output: usize,
    driven: Word,
    delay: u32,
}

impl Io for Seats {
    fn get(&self, port: usize) -> Word {
        self.words.get(port).copied().unwrap_or(Word::X)
    }

    fn set(&mut self, port: usize, value: Word, delay: u32) {
        if port == self.output {
            self.driven = value;
            self.delay = delay.max(1);
        }
    }

    fn ticks(&self) -> u64 {
        0
    }
}

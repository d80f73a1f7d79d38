//! A design as a network of single bits, for proofs.
//!
//! ```text
//!   input ─┐
//!   store ─┼─> wire ──> cell ──> wire ──> store, output
//!   cell  ─┘    several drivers and a pull resistor meet in a wire
//! ```
//!
//! A cell is one output bit of a part without memory, with the input bits it depends on; it is computed by the part's own
//! behaviour, so the network cannot disagree with the simulator about the behaviour of a part. Cells and
//! stores know their delays; a crossing into or out of a sub-circuit, and a pin that is set, takes [`CROSSING`].

mod build;
mod cell;
mod loops;

pub use build::Unsupported;
pub use cell::Cell;

use crate::netlist::PartId;
use crate::value::Word;

/// The delay of a pin.
pub const CROSSING: u32 = 1;

/// One bit of a net.
#[derive(Clone, Debug, Default)]
pub struct Wire {
    pub drivers: Vec<Driver>,
    /// Its value by a pull resistor while it is undriven; x without one.
    pub pull: Word,
}

/// The driver of a wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Driver {
    /// A bit of an input pin of the top circuit.
    Input {
        pin: usize,
        bit: usize,
        pull: Option<bool>,
    },
    /// The same wire on the other side of a sub-circuit's pin, which may have a separate pull.
    Wire {
        wire: usize,
        pull: Option<bool>,
    },
    Cell(usize),
    /// A remembered bit, or its opposite.
    Store {
        bit: usize,
        negated: bool,
    },
}

/// A pin of the top circuit.
#[derive(Clone, Debug)]
pub struct Pin {
    pub name: String,
    pub part: PartId,
    /// Lowest bit first; `None` where nothing is connected.
    pub wires: Vec<Option<usize>>,
    /// An input that may float.
    pub tristate: bool,
}

/// When a store takes over its data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trigger {
    Rising,
    Falling,
    High,
    Low,
}

/// How a store uses its data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// A register, a D flip-flop: the data.
    Data,
    /// Flips if the data is 1.
    Toggle,
    /// The two inputs set and clear; both together flip.
    SetClearFlip,
    /// The two inputs set and clear; both together do nothing.
    SetClear,
}

/// A register or a flip-flop. Every wire is `None` where nothing is connected.
#[derive(Clone, Debug)]
pub struct Store {
    pub part: PartId,
    /// Its first bit among all remembered bits.
    pub first: usize,
    pub width: usize,
    pub takes: Takes,
    pub data: Vec<Option<usize>>,
    pub clock: Option<usize>,
    pub trigger: Trigger,
    pub clear: Option<usize>,
    pub preset: Option<usize>,
    /// Only an exact 0 stops it.
    pub enable: Option<usize>,
    /// How long its outputs take to follow.
    pub delay: u32,
}

/// A design bit by bit.
pub struct Network {
    pub wires: Vec<Wire>,
    pub cells: Vec<Cell>,
    pub stores: Vec<Store>,
    /// Number of remembered bits in all.
    pub bits: usize,
    pub inputs: Vec<Pin>,
    pub outputs: Vec<Pin>,
}

impl Network {
    /// The wires a wire depends on directly.
    pub fn before(&self, wire: usize) -> impl Iterator<Item = usize> + '_ {
        self.wires[wire]
            .drivers
            .iter()
            .flat_map(|driver| match *driver {
                Driver::Wire { wire, .. } => vec![wire],
                Driver::Cell(cell) => self.cells[cell].wires().collect(),
                Driver::Input { .. } | Driver::Store { .. } => Vec::new(),
            })
    }
}

//! What an engine may skip when a part's inputs change: whether its outputs follow from its inputs alone, which
//! input is a clock that only counts at an edge, and which inputs are only read then.

use super::Behaviour;
use super::memory::Trigger;
use crate::value::Word;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reaction {
    /// Its outputs follow from its inputs, and it has no memory.
    Pure,
    /// A ROM, or a RAM with a clock: its output follows from its contents and from address, chip select and output
    /// enable, unless the address is not known. Then it keeps its value.
    Memory,
    /// A counter: whether it is about to overflow follows from its value and from load and count.
    Counter,
    /// Only the values at rest can be seen.
    Sink,
    /// A display with an afterglow.
    Watched,
    Other,
}

/// A clock input, and the edge that counts there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Edge {
    pub(crate) port: usize,
    pub(crate) rising: bool,
}

/// When an edge does nothing: an input is 0, is 1, or is not 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Idle {
    Off,
    On,
    NotOff,
}

impl Behaviour {
    pub(crate) fn reaction(&self) -> Reaction {
        match self {
            Behaviour::Transistor(_)
            | Behaviour::TransmissionGate(_)
            | Behaviour::BitExtender(_)
            | Behaviour::Buffer(_)
            | Behaviour::Gate(_)
            | Behaviour::Controlled(_)
            | Behaviour::Multiplexer(_)
            | Behaviour::Demultiplexer(_)
            | Behaviour::PriorityEncoder(_)
            | Behaviour::BitSelector(_)
            | Behaviour::Arithmetic(_)
            | Behaviour::Comparator(_)
            | Behaviour::Shifter(_)
            | Behaviour::BitAdder(_)
            | Behaviour::BitFinder(_) => Reaction::Pure,
            Behaviour::Counter(_) if self.edge().is_some() => Reaction::Counter,
            Behaviour::Memory(memory) if !memory.is_asynchronous() => Reaction::Memory,
            Behaviour::DotMatrix(matrix) if matrix.persist == 0 => Reaction::Sink,
            Behaviour::DotMatrix(_) => Reaction::Watched,
            _ => Reaction::Other,
        }
    }

    /// The clock input of a part that acts at one of its edges only. Changes there that are not this edge do nothing.
    pub(crate) fn edge(&self) -> Option<Edge> {
        let (port, trigger) = match self {
            Behaviour::Register(part) => (2, part.trigger),
            Behaviour::Counter(part) => (2, part.trigger),
            Behaviour::FlipFlop(part) => (part.clock_port(), part.trigger),
            Behaviour::ShiftRegister(part) => (2, part.trigger),
            Behaviour::Random(part) => (1, part.trigger),
            Behaviour::Keyboard(part) => (1, part.trigger),
            Behaviour::Tty(part) => (1, part.trigger),
            Behaviour::Memory(memory) if memory.is_clocked() => (5, Trigger::Rising),
            _ => return None,
        };
        let rising = match trigger {
            Trigger::Rising => true,
            Trigger::Falling => false,
            Trigger::High | Trigger::Low => return None,
        };
        Some(Edge { port, rising })
    }

    /// The level of the clock at which a register follows its data, if that is how it works.
    pub(crate) fn open_level(&self) -> Option<Word> {
        match self {
            Behaviour::Register(part) if part.trigger == Trigger::High => Some(Word::ONE),
            Behaviour::Register(part) if part.trigger == Trigger::Low => Some(Word::ZERO),
            _ => None,
        }
    }

    /// Whether a change at an input of a part with an [`Edge`] has no effect by itself.
    pub(crate) fn samples(&self, port: usize) -> bool {
        match self {
            Behaviour::Register(_) => matches!(port, 1 | 4),
            Behaviour::Counter(_) => port == 1,
            Behaviour::FlipFlop(part) => part.is_data(port),
            Behaviour::ShiftRegister(_) => !matches!(port, 2 | 3),
            Behaviour::Random(_) | Behaviour::Keyboard(_) => port == 2,
            Behaviour::Tty(_) => matches!(port, 2 | 3),
            Behaviour::Memory(_) => matches!(port, 0 | 6 | 7),
            _ => false,
        }
    }

    /// Inputs of a part with an [`Edge`], each with a condition under which the edge has no effect; `connected` returns
    /// whether an input is.
    pub(crate) fn idles(&self, connected: impl Fn(usize) -> bool) -> Vec<(usize, Idle)> {
        match self {
            Behaviour::Register(_) => vec![(4, Idle::Off)],
            Behaviour::FlipFlop(part) => vec![(part.clock_port() + 5, Idle::Off)],
            Behaviour::Counter(_) if !connected(4) => vec![(5, Idle::Off)],
            Behaviour::Random(_) | Behaviour::Keyboard(_) | Behaviour::Tty(_) => {
                vec![(2, Idle::Off)]
            }
            Behaviour::Memory(memory) if memory.is_separate() => {
                vec![(2, Idle::Off), (6, Idle::Off)]
            }
            Behaviour::Memory(_) => vec![(2, Idle::Off), (3, Idle::NotOff)],
            _ => Vec::new(),
        }
    }

    /// Whether an input affects only an output that follows from the inputs, apart from the effect at its clock.
    pub(crate) fn follows(&self, port: usize) -> bool {
        match self.reaction() {
            Reaction::Pure | Reaction::Sink | Reaction::Watched => true,
            Reaction::Memory => matches!(port, 1..=3),
            Reaction::Counter => matches!(port, 4 | 5),
            Reaction::Other => false,
        }
    }

    /// Whether an output changes with the clock, and not when an input changes that it [follows](Behaviour::follows).
    pub(crate) fn is_clocked_output(&self, port: usize) -> bool {
        self.reaction() == Reaction::Counter && port == 0
    }
}

/// No part with a clock and an output that follows its inputs is faster than this.
pub(crate) const SHORTEST_CLOCKED: u32 = 8;

//! The parts: what each built-in component does with its inputs, and after what delay.
//!
//! A [`Behaviour`] is the compiled component (attributes resolved once), a [`State`] what one instance of it
//! remembers. Evaluating a behaviour reads ports and sets ports through [`Io`]; it has no other effect, and doing it
//! twice on the same inputs is the same as doing it once. Both engines and the tests share this code.

mod arithmetic;
mod gates;
mod io;
mod memory;
mod native;
mod plexers;
mod state;
mod wiring;

pub(crate) use gates::{Op, PlainGate};
pub(crate) use io::JOYSTICK_REACH;
pub use io::{DotGrid, DotMatrix, KeyboardState, TtyState};
pub use memory::{Cells, Trigger};
pub use native::{Native, NativePins, PinInfo};
pub use state::State;

use crate::project::{GateUndefined, Kind, View};
use crate::value::Word;

/// How a part reads and drives its ports.
pub trait Io {
    /// The value at a port; x where nothing drives it.
    fn get(&self, port: usize) -> Word;
    /// Drives a port with `value` from `delay` on.
    fn set(&mut self, port: usize, value: Word, delay: u32);
    /// Half-ticks so far.
    fn ticks(&self) -> u64;
}

/// What a part needs to know of its surroundings when it is compiled.
pub struct Site<'a> {
    pub attrs: View<'a>,
    pub gate_undefined: GateUndefined,
    /// Whether something is connected to a port.
    pub connected: &'a dyn Fn(usize) -> bool,
}

/// A compiled component.
#[derive(Clone, Debug)]
pub enum Behaviour {
    /// No behaviour of its own: text, tunnels, splitters, pull resistors, probes and lights.
    Passive,
    Constant(wiring::Constant),
    Pin(wiring::Pin),
    Clock(wiring::Clock),
    Transistor(wiring::Transistor),
    TransmissionGate(wiring::TransmissionGate),
    BitExtender(wiring::BitExtender),
    Gate(gates::Gate),
    Buffer(gates::Buffer),
    Controlled(gates::Controlled),
    Multiplexer(plexers::Multiplexer),
    Demultiplexer(plexers::Demultiplexer),
    PriorityEncoder(plexers::PriorityEncoder),
    BitSelector(plexers::BitSelector),
    Arithmetic(arithmetic::Arithmetic),
    Comparator(arithmetic::Comparator),
    Shifter(arithmetic::Shifter),
    BitAdder(arithmetic::BitAdder),
    BitFinder(arithmetic::BitFinder),
    FlipFlop(memory::FlipFlop),
    Register(memory::Register),
    Counter(memory::Counter),
    ShiftRegister(memory::ShiftRegister),
    Random(memory::Random),
    Memory(memory::Memory),
    Button,
    Joystick(io::Joystick),
    Keyboard(io::Keyboard),
    Tty(io::Tty),
    DotMatrix(io::DotMatrix),
    Native,
}

impl Behaviour {
    pub fn build(kind: Kind, site: &Site<'_>) -> Behaviour {
        match kind.library() {
            "Wiring" => wiring::build(kind, site.attrs),
            "Gates" => gates::build(kind, site),
            "Plexers" => plexers::build(kind, site),
            "Arithmetic" => arithmetic::build(kind, site.attrs),
            "Memory" => memory::build(kind, site.attrs),
            "I/O" => io::build(kind, site.attrs),
            _ => Behaviour::Passive,
        }
    }

    /// What a new instance remembers. `seed` is used by random generators without a seed of their own.
    pub fn initial_state(&self, seed: u64) -> State {
        match self {
            Behaviour::Pin(pin) => State::Pin(pin.initial()),
            Behaviour::Clock(_) | Behaviour::Button => State::Level(Word::ZERO),
            Behaviour::FlipFlop(_) | Behaviour::Register(_) | Behaviour::Counter(_) => {
                State::clocked()
            }
            Behaviour::ShiftRegister(behaviour) => behaviour.initial(),
            Behaviour::Random(behaviour) => behaviour.initial(seed),
            Behaviour::Memory(behaviour) => behaviour.initial(),
            Behaviour::Joystick(_) => State::Stick { x: 0, y: 0 },
            Behaviour::Keyboard(_) => State::Keyboard(Box::default()),
            Behaviour::Tty(behaviour) => State::Tty(Box::new(behaviour.initial())),
            Behaviour::DotMatrix(behaviour) => State::Dots(Box::new(behaviour.initial())),
            _ => State::None,
        }
    }

    /// The behaviour as a simple gate, if it is one.
    pub(crate) fn plain_gate(&self) -> Option<PlainGate> {
        match self {
            Behaviour::Gate(gate) => gate.plain(),
            Behaviour::Buffer(buffer) => buffer.plain(),
            _ => None,
        }
    }

    /// The longest delay of any of its ports.
    pub(crate) fn longest_delay(&self) -> u32 {
        match self {
            Behaviour::Arithmetic(behaviour) => behaviour.delay(),
            Behaviour::Comparator(behaviour) => behaviour.delay(),
            Behaviour::Shifter(behaviour) => behaviour.delay(),
            Behaviour::Native => native::LONGEST_DELAY,
            Behaviour::BitAdder(_) | Behaviour::BitFinder(_) => 32,
            _ => 11,
        }
    }

    /// Reads the ports, updates the state, drives the ports.
    #[inline]
    pub fn evaluate<I: Io>(&self, state: &mut State, io: &mut I) {
        match self {
            Behaviour::Passive => {}
            Behaviour::Gate(behaviour) => behaviour.evaluate(io),
            Behaviour::Buffer(behaviour) => behaviour.evaluate(io),
            Behaviour::Controlled(behaviour) => behaviour.evaluate(io),
            Behaviour::Multiplexer(behaviour) => behaviour.evaluate(io),
            Behaviour::Demultiplexer(behaviour) => behaviour.evaluate(io),
            Behaviour::Register(behaviour) => behaviour.evaluate(state, io),
            Behaviour::FlipFlop(behaviour) => behaviour.evaluate(state, io),
            Behaviour::Memory(behaviour) => behaviour.evaluate(state, io),
            Behaviour::Constant(behaviour) => behaviour.evaluate(io),
            Behaviour::Pin(behaviour) => behaviour.evaluate(state, io),
            Behaviour::Clock(_) => wiring::evaluate_clock(state, io),
            Behaviour::Transistor(behaviour) => behaviour.evaluate(io),
            Behaviour::TransmissionGate(behaviour) => behaviour.evaluate(io),
            Behaviour::BitExtender(behaviour) => behaviour.evaluate(io),
            Behaviour::PriorityEncoder(behaviour) => behaviour.evaluate(io),
            Behaviour::BitSelector(behaviour) => behaviour.evaluate(io),
            Behaviour::Arithmetic(behaviour) => behaviour.evaluate(io),
            Behaviour::Comparator(behaviour) => behaviour.evaluate(io),
            Behaviour::Shifter(behaviour) => behaviour.evaluate(io),
            Behaviour::BitAdder(behaviour) => behaviour.evaluate(io),
            Behaviour::BitFinder(behaviour) => behaviour.evaluate(io),
            Behaviour::Counter(behaviour) => behaviour.evaluate(state, io),
            Behaviour::ShiftRegister(behaviour) => behaviour.evaluate(state, io),
            Behaviour::Random(behaviour) => behaviour.evaluate(state, io),
            Behaviour::Button => io::evaluate_button(state, io),
            Behaviour::Joystick(behaviour) => behaviour.evaluate(state, io),
            Behaviour::Keyboard(behaviour) => behaviour.evaluate(state, io),
            Behaviour::Tty(behaviour) => behaviour.evaluate(state, io),
            Behaviour::DotMatrix(behaviour) => behaviour.evaluate(state, io),
            Behaviour::Native => native::evaluate(state, io),
        }
    }
}

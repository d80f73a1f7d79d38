//! The parts: what each built-in component does with its inputs, and after what delay.
//!
//! A [`Model`] is the compiled component (attributes resolved once), a [`State`] what one instance of it
//! remembers. Evaluating a model reads ports and sets ports through [`Io`]; it has no other effect, and doing it
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

use crate::model::{GateUndefined, Kind, View};
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
pub enum Model {
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

impl Model {
    pub fn build(kind: Kind, site: &Site<'_>) -> Model {
        match kind.library() {
            "Wiring" => wiring::build(kind, site.attrs),
            "Gates" => gates::build(kind, site),
            "Plexers" => plexers::build(kind, site),
            "Arithmetic" => arithmetic::build(kind, site.attrs),
            "Memory" => memory::build(kind, site.attrs),
            "I/O" => io::build(kind, site.attrs),
            _ => Model::Passive,
        }
    }

    /// What a new instance remembers. `seed` is used by random generators without a seed of their own.
    pub fn initial_state(&self, seed: u64) -> State {
        match self {
            Model::Pin(pin) => State::Pin(pin.initial()),
            Model::Clock(_) | Model::Button => State::Level(Word::ZERO),
            Model::FlipFlop(_) | Model::Register(_) | Model::Counter(_) => State::clocked(),
            Model::ShiftRegister(model) => model.initial(),
            Model::Random(model) => model.initial(seed),
            Model::Memory(model) => model.initial(),
            Model::Joystick(_) => State::Stick { x: 0, y: 0 },
            Model::Keyboard(_) => State::Keyboard(Box::default()),
            Model::Tty(model) => State::Tty(Box::new(model.initial())),
            Model::DotMatrix(model) => State::Dots(Box::new(model.initial())),
            _ => State::None,
        }
    }

    /// The model as a simple gate, if it is one.
    pub(crate) fn plain_gate(&self) -> Option<PlainGate> {
        match self {
            Model::Gate(gate) => gate.plain(),
            Model::Buffer(buffer) => buffer.plain(),
            _ => None,
        }
    }

    /// The longest delay of any of its ports.
    pub(crate) fn longest_delay(&self) -> u32 {
        match self {
            Model::Arithmetic(model) => model.delay(),
            Model::Comparator(model) => model.delay(),
            Model::Shifter(model) => model.delay(),
            Model::Native => native::LONGEST_DELAY,
            Model::BitAdder(_) | Model::BitFinder(_) => 32,
            _ => 11,
        }
    }

    /// Reads the ports, updates the state, drives the ports.
    #[inline]
    pub fn evaluate<I: Io>(&self, state: &mut State, io: &mut I) {
        match self {
            Model::Passive => {}
            Model::Gate(model) => model.evaluate(io),
            Model::Buffer(model) => model.evaluate(io),
            Model::Controlled(model) => model.evaluate(io),
            Model::Multiplexer(model) => model.evaluate(io),
            Model::Demultiplexer(model) => model.evaluate(io),
            Model::Register(model) => model.evaluate(state, io),
            Model::FlipFlop(model) => model.evaluate(state, io),
            Model::Memory(model) => model.evaluate(state, io),
            Model::Constant(model) => model.evaluate(io),
            Model::Pin(model) => model.evaluate(state, io),
            Model::Clock(_) => wiring::evaluate_clock(state, io),
            Model::Transistor(model) => model.evaluate(io),
            Model::TransmissionGate(model) => model.evaluate(io),
            Model::BitExtender(model) => model.evaluate(io),
            Model::PriorityEncoder(model) => model.evaluate(io),
            Model::BitSelector(model) => model.evaluate(io),
            Model::Arithmetic(model) => model.evaluate(io),
            Model::Comparator(model) => model.evaluate(io),
            Model::Shifter(model) => model.evaluate(io),
            Model::BitAdder(model) => model.evaluate(io),
            Model::BitFinder(model) => model.evaluate(io),
            Model::Counter(model) => model.evaluate(state, io),
            Model::ShiftRegister(model) => model.evaluate(state, io),
            Model::Random(model) => model.evaluate(state, io),
            Model::Button => io::evaluate_button(state, io),
            Model::Joystick(model) => model.evaluate(state, io),
            Model::Keyboard(model) => model.evaluate(state, io),
            Model::Tty(model) => model.evaluate(state, io),
            Model::DotMatrix(model) => model.evaluate(state, io),
            Model::Native => native::evaluate(state, io),
        }
    }
}

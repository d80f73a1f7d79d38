//! The built-in components of Logisim 2.7.1, each in one place.
//!
//! A file of a folder (one folder per library) defines everything about a component or a family of similar ones: its name,
//! its attributes with their defaults, its ports with their names and places, its behaviour, its picture, and a one-line
//! description. The list at the end of this file is the registry: adding a component means adding a file and
//! a line.
//!
//! ```text
//!   Kind ── Description ── name, library, about        what a reader or a page looks up
//!                       ├─ attributes, ports           netlist
//!                       ├─ behaviour ──> Behaviour     sim: attributes resolved once; a State per part
//!                       ├─ picture                     picture
//!                       └─ display, light              what lights and screens show
//! ```

mod arithmetic;
mod base;
mod behaviour;
mod gates;
mod io;
pub(crate) mod memory;
mod native;
mod plexers;
mod port;
mod reaction;
mod state;
mod subcircuit;
mod wiring;

pub(crate) use arithmetic::Comparator;
pub use behaviour::{Io, Site};
pub(crate) use gates::{Op, PlainGate};
pub(crate) use io::{JOYSTICK_REACH, digit_of, segments_of};
pub use memory::Cells;
pub(crate) use memory::{FLIP_FLOP_DELAY, REGISTER_DELAY};
pub use native::{Native, NativePins, PinInfo};
pub use port::{Direction, Port, PortName};
pub(crate) use reaction::{Idle, Reaction, SHORTEST_CLOCKED};
pub use state::State;
pub use subcircuit::{SubPort, subcircuit_box, subcircuit_ports};
pub(crate) use wiring::{BitExtender, Pin};

pub(crate) use wiring::{splitter_ends, spread};

use crate::picture::Sketch;
use crate::project::{Attr, View};
use crate::value::{Value, Word};
use behaviour::Behave;

/// Everything about a component.
pub(crate) struct Description {
    /// The library's name in a file, without its `#`.
    library: &'static str,
    /// The component's name in a file.
    name: &'static str,
    /// A one-line description.
    about: &'static str,
    attributes: &'static [Attr],
    ports: fn(View<'_>) -> Vec<Port>,
    main: MainPort,
    behaviour: fn(&Site<'_>) -> Behaviour,
    picture: fn(&mut Sketch<'_>),
    display: Option<fn(&Seen<'_>) -> Option<Display>>,
    light: fn(&Seen<'_>, usize) -> Light,
    /// Whether an output can float, so that it may share a net with others.
    can_float: fn(View<'_>) -> bool,
    timing: Timing,
    role: Role,
    /// For a component that treats its bits alike: which bits of its outputs depend on the bits of an input of this name.
    reach: Option<fn(&str) -> Reach>,
}

/// The main port: the output of a gate, Q of a flip-flop, the data of a memory.
#[derive(Clone, Copy)]
enum MainPort {
    At(usize),
    FromEnd(usize),
}

/// The effect of a part on the longest path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Timing {
    /// The signal passes, begins or ends here, without a significant delay.
    Wire,
    /// It goes through a gate or something like one.
    Logic,
    /// It waits for a clock.
    Clocked,
}

/// How the bits of an output depend on the bits of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    All,
    /// On the bit in the same place, as in a gate.
    Lane,
    /// On the bit in the same place and those below, as in an adder.
    Above,
}

impl Reach {
    /// Of parts that pass on bits of `in`, selected by their other inputs.
    fn of_data(input: &str) -> Reach {
        match input {
            "in" => Reach::Lane,
            _ => Reach::All,
        }
    }
}

/// The role of a component in connecting wires.
#[derive(Clone, Copy)]
pub(crate) enum Role {
    /// It reads and drives them.
    Part,
    /// All of one label are one wire.
    Tunnel,
    /// It joins bits of wires: for every bit of its first port the end it goes to.
    Splitter(fn(View<'_>) -> Vec<Option<u32>>),
    /// It gives undriven bits their value.
    Pull(fn(View<'_>) -> Word),
}

impl Role {
    pub(crate) fn is_part(self) -> bool {
        matches!(self, Role::Part)
    }
}

/// A component that can be named, but not drawn or run. Real ones override the rest.
const BLANK: Description = Description {
    library: "",
    name: "",
    about: "",
    attributes: &[],
    ports: |_| Vec::new(),
    main: MainPort::At(0),
    behaviour: |_| Behaviour::Passive,
    picture: |_| {},
    display: None,
    light: |_, _| Light::Off,
    can_float: |_| false,
    timing: Timing::Wire,
    role: Role::Part,
    reach: None,
};

/// The state of a display.
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

/// One light of a display.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Light {
    On,
    Off,
    /// Its input is undefined.
    Unknown,
}

impl From<bool> for Light {
    fn from(on: bool) -> Light {
        if on { Light::On } else { Light::Off }
    }
}

/// A part of a running circuit as seen by a user.
pub(crate) struct Seen<'a> {
    pub(crate) attrs: View<'a>,
    pub(crate) state: &'a State,
    pub(crate) ticks: u64,
    pub(crate) value: &'a dyn Fn(usize) -> Value,
}

impl Seen<'_> {
    fn word(&self, port: usize) -> Word {
        (self.value)(port).word
    }
}

macro_rules! components {
    ($($kind:ident $description:path $(, $form:ident($behaviour:ty))?;)*) => {
        /// A built-in component.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Kind { $($kind,)* }

        impl Kind {
            pub const ALL: &'static [Kind] = &[$(Kind::$kind,)*];

            const fn description(self) -> &'static Description {
                match self { $(Kind::$kind => const { &$description },)* }
            }
        }

        /// A compiled component: its attributes are resolved.
        #[derive(Clone, Debug)]
        pub enum Behaviour {
            /// Without behaviour: text, tunnels, splitters, pull resistors, probes and lights.
            Passive,
            /// A part written in Rust.
            Native,
            $($($form($behaviour),)?)*
        }

        impl Behaviour {
            /// The initial state. `seed` is used by random generators without a seed of their own.
            pub fn initial_state(&self, seed: u64) -> State {
                match self {
                    Behaviour::Passive | Behaviour::Native => State::None,
                    $($(Behaviour::$form(part) => part.initial(seed),)?)*
                }
            }

            /// The longest delay of any of its ports.
            pub(crate) fn longest_delay(&self) -> u32 {
                match self {
                    Behaviour::Passive => 1,
                    Behaviour::Native => native::LONGEST_DELAY,
                    $($(Behaviour::$form(part) => part.longest_delay(),)?)*
                }
            }

            /// Reads the ports, updates the state, drives the ports.
            #[inline]
            pub fn evaluate<I: Io>(&self, state: &mut State, io: &mut I) {
                match self {
                    Behaviour::Passive => {}
                    Behaviour::Native => native::evaluate(state, io),
                    $($(Behaviour::$form(part) => part.evaluate(state, io),)?)*
                }
            }
        }
    };
}

// A component, its description, and, where it is the first of a family with behaviour, its compiled form.
components! {
    Splitter wiring::SPLITTER;
    Pin wiring::PIN, Pin(wiring::Pin);
    Probe wiring::PROBE;
    Tunnel wiring::TUNNEL;
    PullResistor wiring::PULL_RESISTOR;
    Clock wiring::CLOCK, Clock(wiring::Clock);
    Constant wiring::CONSTANT, Constant(wiring::Constant);
    Power wiring::POWER;
    Ground wiring::GROUND;
    Transistor wiring::TRANSISTOR, Transistor(wiring::Transistor);
    TransmissionGate wiring::TRANSMISSION_GATE, TransmissionGate(wiring::TransmissionGate);
    BitExtender wiring::BIT_EXTENDER, BitExtender(wiring::BitExtender);

    Not gates::NOT, Buffer(gates::Buffer);
    Buffer gates::BUFFER;
    And gates::AND, Gate(gates::Gate);
    Or gates::OR;
    Nand gates::NAND;
    Nor gates::NOR;
    Xor gates::XOR;
    Xnor gates::XNOR;
    OddParity gates::ODD_PARITY;
    EvenParity gates::EVEN_PARITY;
    ControlledBuffer gates::CONTROLLED_BUFFER, Controlled(gates::Controlled);
    ControlledInverter gates::CONTROLLED_INVERTER;

    Multiplexer plexers::MULTIPLEXER, Multiplexer(plexers::Multiplexer);
    Demultiplexer plexers::DEMULTIPLEXER, Demultiplexer(plexers::Demultiplexer);
    Decoder plexers::DECODER;
    PriorityEncoder plexers::PRIORITY_ENCODER, PriorityEncoder(plexers::PriorityEncoder);
    BitSelector plexers::BIT_SELECTOR, BitSelector(plexers::BitSelector);

    Adder arithmetic::ADDER, Arithmetic(arithmetic::Arithmetic);
    Subtractor arithmetic::SUBTRACTOR;
    Multiplier arithmetic::MULTIPLIER;
    Divider arithmetic::DIVIDER;
    Negator arithmetic::NEGATOR;
    Comparator arithmetic::COMPARATOR, Comparator(arithmetic::Comparator);
    Shifter arithmetic::SHIFTER, Shifter(arithmetic::Shifter);
    BitAdder arithmetic::BIT_ADDER, BitAdder(arithmetic::BitAdder);
    BitFinder arithmetic::BIT_FINDER, BitFinder(arithmetic::BitFinder);

    DFlipFlop memory::D_FLIP_FLOP, FlipFlop(memory::FlipFlop);
    TFlipFlop memory::T_FLIP_FLOP;
    JkFlipFlop memory::JK_FLIP_FLOP;
    SrFlipFlop memory::SR_FLIP_FLOP;
    Register memory::REGISTER, Register(memory::Register);
    Counter memory::COUNTER, Counter(memory::Counter);
    ShiftRegister memory::SHIFT_REGISTER, ShiftRegister(memory::ShiftRegister);
    Random memory::RANDOM, Random(memory::Random);
    Ram memory::RAM, Memory(memory::Memory);
    Rom memory::ROM;

    Button io::BUTTON, Button(io::Button);
    Joystick io::JOYSTICK, Joystick(io::Joystick);
    Keyboard io::KEYBOARD, Keyboard(io::Keyboard);
    Led io::LED;
    SevenSegment io::SEVEN_SEGMENT;
    HexDigit io::HEX_DIGIT;
    DotMatrix io::DOT_MATRIX, DotMatrix(io::DotMatrix);
    Tty io::TTY, Tty(io::Tty);

    Text base::TEXT;
}

impl Kind {
    /// The component `name` of the built-in library `library` (without `#`).
    pub fn find(library: &str, name: &str) -> Option<Kind> {
        let all = Kind::ALL.iter().copied();
        all.into_iter()
            .find(|kind| kind.name() == name && kind.library() == library)
    }

    /// Whether `library` (without `#`) is one of Logisim's own.
    pub fn is_library(library: &str) -> bool {
        Kind::ALL.iter().any(|kind| kind.library() == library)
    }

    /// The library's name in a file, without its `#`.
    pub const fn library(self) -> &'static str {
        self.description().library
    }

    /// The component's name in a file.
    pub const fn name(self) -> &'static str {
        self.description().name
    }

    /// A one-line description.
    pub const fn about(self) -> &'static str {
        self.description().about
    }

    /// The attributes it knows, with their defaults.
    pub const fn attributes(self) -> &'static [Attr] {
        self.description().attributes
    }

    /// Its ports, in Logisim's order.
    pub fn ports(self, attrs: View<'_>) -> Vec<Port> {
        (self.description().ports)(attrs)
    }

    /// The main port of a part with `count` ports.
    pub(crate) fn main_port(self, count: usize) -> usize {
        match self.description().main {
            MainPort::At(port) => port,
            MainPort::FromEnd(back) => count.saturating_sub(back),
        }
    }

    pub(crate) fn draw(self, sketch: &mut Sketch<'_>) {
        (self.description().picture)(sketch);
    }

    /// The state of its display; `None` if it has none.
    pub(crate) fn display(self, seen: &Seen<'_>) -> Option<Display> {
        self.description().display.and_then(|display| display(seen))
    }

    /// One light of its display.
    pub(crate) fn light(self, seen: &Seen<'_>, light: usize) -> Light {
        (self.description().light)(seen, light)
    }

    pub(crate) fn can_float(self, attrs: View<'_>) -> bool {
        (self.description().can_float)(attrs)
    }

    /// Whether it makes its inputs visible: lights, screens, probes.
    pub fn is_seen(self) -> bool {
        self.description().display.is_some() || self == Kind::Probe
    }

    /// Whether its display depends on the past.
    pub(crate) fn remembers(self) -> bool {
        (self.library() == "Memory" && self != Kind::Rom)
            || matches!(self, Kind::Clock | Kind::Keyboard)
    }

    pub(crate) fn role(self) -> Role {
        self.description().role
    }

    /// Which bits of the outputs depend on the bits of a port.
    pub(crate) fn reach(self, attrs: View<'_>, port: usize) -> Reach {
        let ports = self.ports(attrs);
        let name = ports.get(port).map_or("", |port| port.name.stem());
        self.description()
            .reach
            .map_or(Reach::All, |reach| reach(name))
    }

    /// Whether it treats all bits alike.
    pub(crate) fn has_lanes(self) -> bool {
        self.description().reach.is_some()
    }

    pub(crate) fn timing(self) -> Timing {
        self.description().timing
    }
}

impl Behaviour {
    /// Compiles a component.
    pub fn build(kind: Kind, site: &Site<'_>) -> Behaviour {
        (kind.description().behaviour)(site)
    }

    /// The behaviour as a simple gate, if it is one.
    pub(crate) fn plain_gate(&self) -> Option<PlainGate> {
        match self {
            Behaviour::Gate(gate) => gate.plain(),
            Behaviour::Buffer(buffer) => buffer.plain(),
            _ => None,
        }
    }
}

//! The native processor in the socket of a board: the pins of the CdM-8 of gates, the processor of `cdm8` behind them.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use cdm8::bus::{Access, Space};
use cdm8::cpu::Cpu;
use cdm8::variant::Variant;
use circuit::component::{Direction, Native, NativePins, PinInfo};
use circuit::netlist::NativeFactory;
use circuit::{Value, Word};
use timeline::Reader;

/// Outputs follow the falling edge by this many gate delays, so that everything on the board has taken the old values by
/// then, as with the processor of gates.
const DELAY: u32 = 20;

/// Addresses at which [`Native::memory`] returns "is in fetch state", "is held", and the opcode.
pub(super) const FETCH: u32 = 0;
pub(super) const HELD: u32 = 1;
pub(super) const OPCODE: u32 = 2;
/// From here on: pc, sp, ps, r0 to r3, which can be set too.
pub const REGISTERS: u32 = 3;

#[derive(Clone)]
struct Socket {
    cpu: Cpu,
    high: bool,
    pins: Pins,
    /// The interrupt request its outputs were last driven with; `None` if they have to be driven again.
    driven: Option<bool>,
}

/// Numbers of the pins; a circuit may leave out those that a bus does not need.
#[derive(Clone)]
struct Pins {
    clock: usize,
    input: usize,
    irq: Option<usize>,
    vec: Option<usize>,
    outputs: [Option<usize>; 13],
}

/// A pin of the processor, by its name in the circuits of `hardware/`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pin {
    pub(crate) name: &'static str,
    pub(crate) width: u32,
    pub(crate) direction: Direction,
    /// A bus needs it.
    pub(crate) needed: bool,
}

const fn pin(name: &'static str, width: u32, direction: Direction, needed: bool) -> Pin {
    Pin {
        name,
        width,
        direction,
        needed,
    }
}

const CLOCK: Pin = pin("clock", 1, Direction::In, true);
const INPUT: Pin = pin("data in", 8, Direction::In, true);
const IRQ: Pin = pin("IRQ", 1, Direction::In, false);
const VEC: Pin = pin("vec", 3, Direction::In, false);
const OUTPUTS: [Pin; 13] = [
    pin("address", 8, Direction::Out, true),
    pin("data out", 8, Direction::Out, true),
    pin("mem", 1, Direction::Out, true),
    pin("rd/wr'", 1, Direction::Out, true),
    pin("data/ins'", 1, Direction::Out, true),
    pin("IAck", 1, Direction::Out, false),
    pin("pc", 8, Direction::Out, false),
    pin("sp", 8, Direction::Out, false),
    pin("ps", 8, Direction::Out, false),
    pin("r0", 8, Direction::Out, false),
    pin("r1", 8, Direction::Out, false),
    pin("r2", 8, Direction::Out, false),
    pin("r3", 8, Direction::Out, false),
];

/// All pins of the processor.
pub(crate) const ROLES: [Pin; 17] = {
    let mut all = [CLOCK; 17];
    (all[1], all[2], all[3]) = (INPUT, IRQ, VEC);
    let mut pin = 0;
    while pin < OUTPUTS.len() {
        all[4 + pin] = OUTPUTS[pin];
        pin += 1;
    }
    all
};

/// Other names for pins of the processor: ours, and the circuit's.
pub type PinNames = [(String, String)];

/// Why the processor does not fit a circuit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfit {
    missing: Vec<String>,
    there: Vec<String>,
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (missing, there) = (self.missing.join(", "), self.there.join(", "));
        write!(f, "the circuit has no pin {missing}; it has {there}")
    }
}

impl std::error::Error for Unfit {}

/// The pins every bus of a CdM-8 has, by number, for comparing them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BusPins {
    pub address: usize,
    pub output: usize,
    pub mem: usize,
    pub read: usize,
    pub data: usize,
}

impl Pins {
    fn find(pins: &[PinInfo], names: &PinNames) -> Result<Pins, Unfit> {
        let mut missing = Vec::new();
        let mut number = |wanted: &Pin| {
            let renamed = names.iter().find(|(ours, _)| ours == wanted.name);
            let label = renamed.map_or(wanted.name, |(_, theirs)| theirs);
            let fits = |pin: &PinInfo| {
                pin.label == label && pin.width == wanted.width && pin.direction == wanted.direction
            };
            let at = pins.iter().position(fits);
            if at.is_none() && (wanted.needed || renamed.is_some()) {
                let way = if wanted.direction == Direction::In {
                    "in"
                } else {
                    "out"
                };
                missing.push(format!(
                    "'{label}' ({}, {way})",
                    diag::count(wanted.width, "bit")
                ));
            }
            at
        };
        let (clock, input) = (number(&CLOCK), number(&INPUT));
        let (irq, vec) = (number(&IRQ), number(&VEC));
        let outputs = OUTPUTS.each_ref().map(number);
        match (clock, input) {
            (Some(clock), Some(input)) if missing.is_empty() => Ok(Pins {
                clock,
                input,
                irq,
                vec,
                outputs,
            }),
            _ => Err(Unfit {
                missing,
                there: pins
                    .iter()
                    .map(|pin| format!("'{}' ({})", pin.label, diag::count(pin.width, "bit")))
                    .collect(),
            }),
        }
    }
}

/// Makes native processors for a circuit with these pins.
pub fn stand_in(
    variant: Variant,
    pins: &[PinInfo],
    names: &PinNames,
) -> Result<(NativeFactory, BusPins), Unfit> {
    let pins = Pins::find(pins, names)?;
    let [address, output, mem, read, data, ..] = pins.outputs;
    let bus = |pin: Option<usize>| pin.unwrap_or_default();
    let bus = BusPins {
        address: bus(address),
        output: bus(output),
        mem: bus(mem),
        read: bus(read),
        data: bus(data),
    };
    let factory = Arc::new(move |_: &[PinInfo]| -> Box<dyn Native> {
        Box::new(Socket {
            cpu: Cpu::new(variant),
            high: false,
            pins: pins.clone(),
            driven: None,
        })
    });
    Ok((factory, bus))
}

/// Makes processors for the socket of a board of `hardware/`.
pub(super) fn factory(variant: Variant) -> NativeFactory {
    Arc::new(move |pins: &[PinInfo]| {
        let made = stand_in(variant, pins, &[]);
        let (factory, _) = made.unwrap_or_else(|unfit| panic!("{unfit}"));
        factory(pins)
    })
}

/// The bits that are 1; a bit that is not known counts as 0.
fn known(word: Word) -> u8 {
    (word.v & !word.u) as u8
}

impl Native for Socket {
    fn evaluate(&mut self, pins: &mut NativePins<'_>) {
        let irq = self.pins.irq.is_some_and(|irq| pins.get(irq) == Word::ONE);
        match pins.get(self.pins.clock) {
            Word::ONE => self.high = true,
            Word::ZERO if self.high => {
                self.high = false;
                let vector = self.pins.vec.map_or(0, |vec| known(pins.get(vec)) & 7);
                let input = known(pins.get(self.pins.input));
                self.cpu.settle(input, irq.then_some(vector));
                self.driven = None;
            }
            _ => {}
        }
        if self.driven == Some(irq) {
            return;
        }
        self.driven = Some(irq);
        for (pin, (value, width)) in self.pins.outputs.into_iter().zip(self.outputs(irq)) {
            if let Some(pin) = pin {
                pins.drive(pin, Value::known(width, value.into()), DELAY);
            }
        }
    }

    /// The bus and the vector are sampled when the clock falls.
    fn samples(&self, pin: usize) -> bool {
        pin == self.pins.input || Some(pin) == self.pins.vec
    }

    fn boxed_clone(&self) -> Box<dyn Native> {
        Box::new(self.clone())
    }

    fn state(&self, mut state: &mut dyn Hasher) {
        let mut cpu = self.cpu.clone();
        cpu.clocks = 0;
        (cpu, self.high).hash(&mut state);
    }

    fn save(&self, state: &mut Vec<u8>) {
        self.cpu.save(state);
        state.push(self.high.into());
    }

    fn load(&mut self, ticks: u64, state: &mut Reader<'_>) {
        self.cpu.restore(state);
        self.cpu.clocks = ticks / 2;
        self.high = state.u8() != 0;
        self.driven = None;
    }

    fn memory(&self, address: u32) -> Option<u32> {
        match address {
            FETCH => Some(self.cpu.in_fetch().into()),
            HELD => Some(self.cpu.is_held().into()),
            OPCODE => Some(self.cpu.ir().into()),
            _ => self
                .registers()
                .get(register(address)?)
                .copied()
                .map(u32::from),
        }
    }

    /// The outputs are driven again when it is evaluated.
    fn set_memory(&mut self, address: u32, value: u32) {
        let Cpu { pc, sp, ps, r, .. } = &mut self.cpu;
        let [r0, r1, r2, r3] = r;
        let mut all = [pc, sp, ps, r0, r1, r2, r3];
        if let Some(register) = register(address).and_then(|at| all.get_mut(at)) {
            **register = value as u8;
            self.driven = None;
        }
    }
}

/// The register that an address of [`Native::memory`] stands for.
fn register(address: u32) -> Option<usize> {
    address.checked_sub(REGISTERS).map(|at| at as usize)
}

impl Socket {
    /// pc, sp, ps, r0 to r3.
    fn registers(&self) -> [u8; 7] {
        let Cpu { pc, sp, ps, r, .. } = self.cpu;
        let [r0, r1, r2, r3] = r;
        [pc, sp, ps, r0, r1, r2, r3]
    }

    /// The output pins, in order. Without a memory cycle address and data are 0 and the strobes are those of a read.
    fn outputs(&self, irq: bool) -> [(u8, u32); 13] {
        let cpu = &self.cpu;
        let (mem, address, out, read, data) = match cpu.request() {
            None => (false, 0, 0, true, false),
            Some(Access::Read { space, address }) => (true, address, 0, true, space == Space::Data),
            Some(Access::Write { address, value }) => (true, address, value, false, true),
        };
        let [pc, sp, ps, r0, r1, r2, r3] = self.registers();
        let bit = |on: bool| (u8::from(on), 1);
        let byte = |value: u8| (value, 8);
        [
            byte(address),
            byte(out),
            bit(mem),
            bit(read),
            bit(data),
            bit(cpu.iack(irq)),
            byte(pc),
            byte(sp),
            byte(ps),
            byte(r0),
            byte(r1),
            byte(r2),
            byte(r3),
        ]
    }
}

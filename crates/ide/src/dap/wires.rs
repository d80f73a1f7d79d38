//! A circuit with a CdM-8 in it, and the processor of `cdm8` following it.
//!
//! ```text
//!   Simulator ── pins of the processor, clock by clock ──► Cpu: between two instructions? registers, halt
//!       ▲                                                    │
//!       └───────────── compared in every clock ──────────────┘
//! ```
//!
//! A drawn circuit does not show when an instruction begins. The follower does, as long as both show the same on their pins; once
//! they differ, the circuit is not this processor, and that is worth a stop.

use cdm8::bus::{Access, Space};
use cdm8::cpu::Cpu;
use cdm8::debug::Computer;
use cdm8::devices::Devices;
use cdm8::memory::Memory;
use cdm8::symbols::Symbols;
use cdm8::variant::Variant;
use circuit::netlist::{Child, PartId};
use circuit::script::Question;
use circuit::sim::{Input, Simulator};
use timeline::{Arrival, Reader, Subject};

use super::travel::{Rig, Test};

/// The pins of the processor, by number; a circuit may leave some out.
#[derive(Clone, Debug)]
pub struct Pins {
    pub clock: usize,
    input: usize,
    irq: Option<usize>,
    vec: Option<usize>,
    /// Address, data out, mem, read, data.
    bus: [usize; 5],
    /// pc, sp, ps, r0 to r3.
    registers: [Option<usize>; 7],
}

pub const REGISTERS: [&str; 7] = ["pc", "sp", "ps", "r0", "r1", "r2", "r3"];
const BUS: [&str; 5] = ["address", "data out", "mem", "rd/wr'", "data/ins'"];

impl Pins {
    /// `names`: the processor's name of a pin, and the circuit's.
    pub fn find(
        simulator: &Simulator,
        part: PartId,
        names: &[(String, String)],
    ) -> Result<Pins, String> {
        let pins = simulator.design().pins_of(part);
        let pin = |ours: &str| {
            let (_, theirs) = names.iter().find(|(name, _)| name == ours)?;
            pins.iter().position(|pin| pin.label == *theirs)
        };
        let needed = |ours: &str| pin(ours).ok_or_else(|| format!("the processor has no {ours}"));
        let mut bus = [0; 5];
        for (at, name) in bus.iter_mut().zip(BUS) {
            *at = needed(name)?;
        }
        Ok(Pins {
            clock: needed("clock")?,
            input: needed("data in")?,
            irq: pin("IRQ"),
            vec: pin("vec"),
            bus,
            registers: REGISTERS.map(pin),
        })
    }
}

/// The first difference between circuit and follower.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Odd {
    /// A pin, counted from 1: those of the bus, then the registers. 0: there is none.
    pin: u8,
    shown: u8,
    wanted: u8,
    opcode: u8,
    /// It was in the instruction that has just ended.
    fresh: bool,
}

#[derive(Clone)]
pub struct Wires {
    pub simulator: Simulator,
    pub processor: PartId,
    pins: Pins,
    /// The places of program and data, if known.
    pub code: Option<PartId>,
    pub data: Option<PartId>,
    follower: Cpu,
    odd: Odd,
    /// Data addresses written by the current or the last instruction, one bit each.
    written: [u64; 4],
}

impl Wires {
    pub fn new(
        simulator: Simulator,
        processor: PartId,
        pins: Pins,
        variant: Variant,
        (code, data): (Option<PartId>, Option<PartId>),
    ) -> Wires {
        Wires {
            simulator,
            processor,
            pins,
            code,
            data,
            follower: Cpu::new(variant),
            odd: Odd::default(),
            written: [0; 4],
        }
    }

    fn pin(&self, pin: usize) -> Option<u8> {
        let value = self.simulator.port(self.processor, pin).number()?;
        u8::try_from(value).ok()
    }

    fn is_high(&self) -> bool {
        self.pin(self.pins.clock) == Some(1)
    }

    /// The falling edge: the follower takes the circuit's inputs.
    fn follow(&mut self, input: u8, irq: Option<u8>) {
        if let Some(Access::Write { address, .. }) = self.follower.request() {
            self.written[usize::from(address / 64)] |= 1 << (address % 64);
        }
        self.follower.settle(input, irq);
    }

    fn request(&self) -> Option<u8> {
        let asks = self.pins.irq.and_then(|pin| self.pin(pin)) == Some(1);
        asks.then(|| self.pins.vec.and_then(|pin| self.pin(pin)).unwrap_or(0))
    }

    /// The pins where they have a meaning, with the expected values.
    fn wanted(&self) -> Vec<(usize, usize, u8)> {
        let bus = match self.follower.request() {
            None => vec![(2, 0)],
            Some(Access::Read { space, address }) => vec![
                (2, 1),
                (3, 1),
                (4, u8::from(space == Space::Data)),
                (0, address),
            ],
            Some(Access::Write { address, value }) => {
                vec![(2, 1), (3, 0), (4, 1), (0, address), (1, value)]
            }
        };
        let mut wanted: Vec<(usize, usize, u8)> = bus
            .into_iter()
            .map(|(at, value)| (at, self.pins.bus[at], value))
            .collect();
        let cpu = &self.follower;
        let [r0, r1, r2, r3] = cpu.r;
        let values = [cpu.pc, cpu.sp, cpu.ps, r0, r1, r2, r3];
        let registers = self.pins.registers.iter().zip(values).enumerate();
        wanted.extend(
            registers.filter_map(|(at, (pin, value))| Some((BUS.len() + at, (*pin)?, value))),
        );
        wanted
    }

    /// The first difference stays until time goes back before it.
    fn compare(&mut self) {
        if self.odd.pin != 0 {
            return;
        }
        let differs = |(_, pin, value): &(usize, usize, u8)| self.pin(*pin) != Some(*value);
        if let Some((at, pin, wanted)) = self.wanted().into_iter().find(differs) {
            self.odd = Odd {
                pin: at as u8 + 1,
                shown: self.pin(pin).unwrap_or(0),
                wanted,
                opcode: self.follower.ir(),
                fresh: true,
            };
        }
    }

    /// The cells of a memory, as bytes.
    fn bytes(&self, part: Option<PartId>) -> [u8; 256] {
        let cell = |address: u32| part.and_then(|part| self.simulator.cell(part, address).ok());
        std::array::from_fn(|address| cell(address as u32).unwrap_or(0) as u8)
    }

    /// The processor's state from its pins; registers without pins are the follower's.
    pub fn cpu(&self) -> Cpu {
        let mut cpu = self.follower.clone();
        if self.odd.pin == 0 {
            return cpu;
        }
        let [pc, sp, ps, r @ ..] = self.pins.registers.map(|pin| self.pin(pin?));
        cpu.pc = pc.unwrap_or(cpu.pc);
        cpu.sp = sp.unwrap_or(cpu.sp);
        cpu.ps = ps.unwrap_or(cpu.ps);
        for (register, shown) in cpu.r.iter_mut().zip(r) {
            *register = shown.unwrap_or(*register);
        }
        cpu
    }
}

/// An input of a circuit with a processor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    Circuit(Input),
    /// A register by its number in [`REGISTERS`]: its flip-flops in the circuit, and the follower's copy.
    Register(usize, u8),
}

impl Wires {
    /// Why a register cannot be set, if so.
    pub fn accepts(&self, register: usize) -> Result<(), String> {
        self.showing(register, 0).map(|_| ())
    }

    /// The acts that set a register: on the registers or flip-flops that its pin shows, or on the native processor.
    fn showing(&self, register: usize, value: u8) -> Result<Vec<Input>, String> {
        let name = REGISTERS[register];
        if !self.between_instructions() {
            return Err(format!(
                "{name} can be set between two instructions only: step to the next one first"
            ));
        }
        if self.simulator.design().inside(self.processor) == Some(Child::Native) {
            let cell = consoles::REGISTER_CELLS + register as u32;
            return Ok(vec![Input::SetCell(self.processor, cell, value.into())]);
        }
        let pin = self.pins.registers[register];
        let pin = pin.ok_or_else(|| format!("the processor has no pin that shows {name}"))?;
        let acts = self.simulator.showing(self.processor, pin, value.into());
        acts.map_err(|error| error.to_string())
    }

    fn put(&mut self, register: usize, value: u8) {
        for act in self.showing(register, value).unwrap_or_default() {
            self.simulator.take(&act);
        }
        let Cpu { pc, sp, ps, r, .. } = &mut self.follower;
        let [r0, r1, r2, r3] = r;
        *[pc, sp, ps, r0, r1, r2, r3][register] = value;
    }
}

impl Subject for Wires {
    type Input = Act;

    fn moment(&self) -> u64 {
        self.simulator.ticks()
    }

    fn half_tick(&mut self) {
        if self.between_instructions() {
            self.odd.fresh = false;
            self.written = [0; 4];
        }
        let was_high = self.is_high();
        let (input, irq) = match was_high {
            true => (self.pin(self.pins.input).unwrap_or(0), self.request()),
            false => (0, None),
        };
        self.simulator.half_tick();
        match (was_high, self.is_high()) {
            (true, false) => self.follow(input, irq),
            (false, true) => self.compare(),
            _ => {}
        }
    }

    fn take(&mut self, act: &Act) {
        match act {
            Act::Circuit(input) => self.simulator.take(input),
            Act::Register(register, value) => self.put(*register, *value),
        }
    }

    fn save(&self, state: &mut Vec<u8>) {
        self.follower.save(state);
        let Odd {
            pin,
            shown,
            wanted,
            opcode,
            fresh,
        } = self.odd;
        state.extend([pin, shown, wanted, opcode, u8::from(fresh)]);
        state.extend(self.written.iter().flat_map(|bits| bits.to_le_bytes()));
        Subject::save(&self.simulator, state);
    }

    fn load(&mut self, moment: u64, state: &[u8]) {
        let mut reader = Reader(state);
        self.follower.restore(&mut reader);
        self.follower.clocks = moment / self.cycle();
        self.odd = Odd {
            pin: reader.u8(),
            shown: reader.u8(),
            wanted: reader.u8(),
            opcode: reader.u8(),
            fresh: reader.u8() != 0,
        };
        self.written = std::array::from_fn(|_| reader.u64());
        Subject::load(&mut self.simulator, moment, reader.0);
    }

    fn values(&self, values: &mut Vec<u8>) {
        Subject::values(&self.simulator, values);
    }

    fn cycle(&self) -> u64 {
        Subject::cycle(&self.simulator)
    }

    fn rhythm(&self) -> u64 {
        Subject::rhythm(&self.simulator)
    }

    fn between_instructions(&self) -> bool {
        !self.is_high() && (self.follower.in_fetch() || self.follower.is_held())
    }

    fn effort(&self) -> Option<u64> {
        Subject::effort(&self.simulator)
    }

    fn is_stuck(&self) -> bool {
        Subject::is_stuck(&self.simulator)
    }
}

impl Rig for Wires {
    const SLICE: u64 = 4_000;
    const LONGEST: u64 = 400_000;

    fn computer(&self) -> Computer {
        let code = self.bytes(self.code);
        let memory = match self.code == self.data {
            true => Memory::von_neumann(&code),
            false => Memory::harvard(&code, &self.bytes(self.data)),
        };
        Computer::new(self.cpu(), Devices::new(memory))
    }

    fn place(&self) -> (u8, u8) {
        let cpu = self.cpu();
        (cpu.pc, cpu.sp)
    }

    fn bank(&self) -> usize {
        0
    }

    fn peek(&self, address: u8) -> u8 {
        let cell = self
            .data
            .map(|part| self.simulator.cell(part, address.into()));
        cell.and_then(Result::ok).unwrap_or(0) as u8
    }

    fn is_stopped(&self) -> bool {
        self.follower.stopped().is_some()
    }

    fn wrote(&self, address: u8) -> bool {
        self.written[usize::from(address / 64)] >> (address % 64) & 1 == 1
    }

    fn waits(&self, arrival: Arrival) -> String {
        match arrival {
            Arrival::Stuck => "the circuit oscillates".to_owned(),
            _ => {
                "the same states come again and again: press or set something in the debug console"
                    .to_owned()
            }
        }
    }

    fn fault(&self) -> Option<String> {
        let Odd {
            pin,
            shown,
            wanted,
            opcode,
            fresh,
        } = self.odd;
        let at = usize::from(pin).checked_sub(1).filter(|_| fresh)?;
        let name = BUS.iter().chain(&REGISTERS).nth(at)?;
        Some(format!(
            "the circuit is not a CdM-8 here: {name} is {shown:#04x} where {} has {wanted:#04x}, with opcode {opcode:02X}. From here on \
             steps follow what a CdM-8 would do",
            self.follower.variant()
        ))
    }

    /// A name of the circuit begins with a slash; a condition with one is in the language of scripts.
    fn test(&self, text: &str, symbols: &Symbols) -> Result<Test<Wires>, String> {
        if text.contains('/') {
            let question = Question::read(text, &self.simulator)?;
            return Ok(Box::new(move |rig| question.holds(&rig.simulator)));
        }
        let condition = cdm8::debug::expr::Reader { symbols }.condition(text)?;
        Ok(Box::new(move |rig| condition.holds(&rig.computer())))
    }
}

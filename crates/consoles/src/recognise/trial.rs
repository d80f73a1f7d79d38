//! A circuit and the processor of `cdm8` side by side, through everything a processor can be made to do.
//!
//! The circuit stands alone: the bytes it reads are made up on the fly, so that every opcode comes with operands of all kinds.

use std::sync::Arc;

use cdm8::bus::{Access, Space};
use cdm8::cpu::Cpu;
use cdm8::variant::Variant;
use circuit::Value;
use circuit::netlist::{InstanceId, PartId};
use circuit::project::{CircuitId, Kind, Project};
use circuit::sim::{SimOptions, Simulator, Snapshot};
use engine::rng::Rng;

/// Minimum number of occurrences of every opcode.
const ROUNDS: usize = 48;

/// Opcodes that stop the processor: `halt`, and undefined ones.
const STOPS: [u8; 6] = [0xD4, 0xDB, 0xDC, 0xDD, 0xDE, 0xDF];

/// Bytes that provoke carries, signs and zeros.
const TELLING: [u8; 8] = [0x00, 0x01, 0x7f, 0x80, 0x81, 0xfe, 0xff, 0x55];

/// The variant a circuit is, or where it differs from the one it resembles most.
pub(super) fn variant(
    project: &Arc<Project>,
    circuit: CircuitId,
    names: &[(String, String)],
) -> Result<Variant, String> {
    let mut alone = (**project).clone();
    if let Some(file) = alone.files.first_mut() {
        file.main = Some(circuit);
    }
    let simulator = Simulator::new(Arc::new(alone), None, &SimOptions::default());
    let simulator = simulator.map_err(|error| error.to_string())?;
    let mut best: Option<Differs> = None;
    for variant in Variant::ALL {
        match Trial::new(simulator.clone(), variant, names)?.run() {
            Ok(()) => return Ok(variant),
            Err(differs) => {
                if best
                    .as_ref()
                    .is_none_or(|best| best.clocks < differs.clocks)
                {
                    best = Some(differs);
                }
            }
        }
    }
    Err(best.map_or(String::new(), |differs| differs.what))
}

/// The first difference between a circuit and the processor.
struct Differs {
    clocks: u64,
    what: String,
}

struct Trial {
    simulator: Simulator,
    start: Snapshot,
    cpu: Cpu,
    variant: Variant,
    clock: PartId,
    input: PartId,
    irq: Option<PartId>,
    vec: Option<PartId>,
    /// The outputs of a bus: address, data out, mem, read, data.
    bus: [PartId; 5],
    iack: Option<PartId>,
    /// pc, sp, ps, r0 to r3, as far as they can be seen.
    registers: Vec<(&'static str, PartId)>,
    dice: Rng,
    clocks: u64,
    /// Whether an interrupt is requested, and its number.
    asks: Option<u8>,
    /// Opcodes still to come in this round.
    deck: Vec<u8>,
}

const REGISTERS: [&str; 7] = ["pc", "sp", "ps", "r0", "r1", "r2", "r3"];

impl Trial {
    fn new(
        mut simulator: Simulator,
        variant: Variant,
        names: &[(String, String)],
    ) -> Result<Trial, String> {
        let design = simulator.design().clone();
        let pins: Vec<(PartId, String)> = design
            .parts_of(InstanceId::ROOT)
            .filter(|&part| design.component(part).kind() == Some(Kind::Pin))
            .map(|part| {
                (
                    part,
                    design.component(part).label().unwrap_or("").to_string(),
                )
            })
            .collect();
        let pin = |ours: &str| {
            let (_, theirs) = names.iter().find(|(name, _)| name == ours)?;
            let found = pins.iter().find(|(_, label)| label == theirs);
            found.map(|(part, _)| *part)
        };
        let needed = |ours: &str| pin(ours).ok_or_else(|| format!("it has no pin for {ours}"));
        let bus = ["address", "data out", "mem", "rd/wr'", "data/ins'"];
        let [address, out, mem, read, data] = bus.map(needed);
        let parts = [address?, out?, mem?, read?, data?];
        let (clock, input) = (needed("clock")?, needed("data in")?);
        let (irq, vec) = (pin("IRQ"), pin("vec"));
        for (part, width) in [(Some(clock), 1), (Some(input), 8), (irq, 1), (vec, 3)] {
            if let Some(part) = part {
                set(&mut simulator, part, width, 0)?;
            }
        }
        let registers = REGISTERS.into_iter();
        Ok(Trial {
            start: simulator.snapshot(),
            simulator,
            cpu: Cpu::new(variant),
            variant,
            clock,
            input,
            irq,
            vec,
            bus: parts,
            iack: pin("IAck"),
            registers: registers
                .filter_map(|name| Some((name, pin(name)?)))
                .collect(),
            dice: Rng::new(5),
            clocks: 0,
            asks: None,
            deck: Vec::new(),
        })
    }

    /// Every opcode many times, in runs that each end with one of those that stop it.
    fn run(mut self) -> Result<(), Differs> {
        for round in 0..ROUNDS {
            self.deck = (0..=255).filter(|opcode| !STOPS.contains(opcode)).collect();
            // Only `rti` loads a status register that enables interrupts, so it is drawn more often.
            self.deck.extend([0xD9; 6]);
            while !self.deck.is_empty() {
                self.one_clock(None)?;
                if self.cpu.stopped().is_some() {
                    self.again();
                }
            }
            let stop = STOPS[round % STOPS.len()];
            while self.cpu.stopped().is_none() {
                self.one_clock(Some(stop))?;
            }
            for _ in 0..4 {
                self.one_clock(None)?;
            }
            self.again();
        }
        Ok(())
    }

    /// Both from the start.
    fn again(&mut self) {
        self.simulator.restore(&self.start);
        self.cpu = Cpu::new(self.variant);
        self.asks = None;
    }

    fn one_clock(&mut self, opcode: Option<u8>) -> Result<(), Differs> {
        self.ask();
        let input = self.answer(opcode);
        let asks = self.asks;
        let result = self.show(input, asks);
        result.map_err(|what| self.differs(&what))?;
        for level in [1, 0] {
            let (clock, simulator) = (self.clock, &mut self.simulator);
            set(simulator, clock, 1, level).map_err(|what| self.differs(&what))?;
            if level == 1 {
                self.compare()?;
            }
        }
        if self.cpu.iack(self.irq.is_some() && asks.is_some()) {
            self.asks = None;
        }
        self.cpu.settle(input, asks.filter(|_| self.irq.is_some()));
        self.clocks += 1;
        Ok(())
    }

    /// An interrupt is requested now and then, mostly until it is acknowledged.
    fn ask(&mut self) {
        let often = if self.cpu.is_waiting() { 3 } else { 12 };
        if self.asks.is_none() && self.dice.below(often) == 0 {
            self.asks = Some(self.dice.below(8) as u8);
        } else if self.asks.is_some() && self.dice.below(40) == 0 {
            self.asks = None;
        }
    }

    /// The byte on the bus: the next opcode where one is fetched.
    fn answer(&mut self, opcode: Option<u8>) -> u8 {
        let fetches = self.cpu.at_boundary()
            && matches!(
                self.cpu.request(),
                Some(Access::Read {
                    space: Space::Instruction,
                    ..
                })
            );
        let heard = self.cpu.iack(self.irq.is_some() && self.asks.is_some());
        match opcode {
            Some(opcode) if fetches => opcode,
            None if fetches && !heard && !self.deck.is_empty() => {
                let at = self.dice.below(self.deck.len());
                self.deck.swap_remove(at)
            }
            _ if self.dice.below(3) == 0 => TELLING[self.dice.below(TELLING.len())],
            _ => self.dice.number() as u8,
        }
    }

    fn show(&mut self, input: u8, asks: Option<u8>) -> Result<(), String> {
        let simulator = &mut self.simulator;
        set(simulator, self.input, 8, input.into())?;
        if let Some(irq) = self.irq {
            set(simulator, irq, 1, asks.is_some().into())?;
        }
        match (self.vec, asks) {
            (Some(vec), Some(number)) => set(simulator, vec, 3, number.into()),
            _ => Ok(()),
        }
    }

    /// Compares every pin where it is meaningful.
    fn compare(&self) -> Result<(), Differs> {
        let [address, out, mem, read, data] = self.bus;
        let (on, off) = (Some(1), Some(0));
        let access: &[(&str, PartId, Option<u32>)] = &match self.cpu.request() {
            None => vec![("mem", mem, off)],
            Some(Access::Read { space, address: at }) => vec![
                ("mem", mem, on),
                ("rd/wr'", read, on),
                ("data/ins'", data, Some((space == Space::Data).into())),
                ("address", address, Some(at.into())),
            ],
            Some(Access::Write { address: at, value }) => vec![
                ("mem", mem, on),
                ("rd/wr'", read, off),
                ("data/ins'", data, on),
                ("address", address, Some(at.into())),
                ("data out", out, Some(value.into())),
            ],
        };
        let [r0, r1, r2, r3] = self.cpu.r;
        let values = [self.cpu.pc, self.cpu.sp, self.cpu.ps, r0, r1, r2, r3];
        let of = |name: &str| REGISTERS.iter().position(|one| *one == name);
        let registers = self
            .registers
            .iter()
            .filter_map(|&(name, part)| Some((name, part, Some(u32::from(values[of(name)?])))));
        let asks = self.irq.is_some() && self.asks.is_some();
        let iack = self
            .iack
            .map(|part| ("IAck", part, Some(u32::from(self.cpu.iack(asks)))));
        for (name, part, wanted) in access.iter().copied().chain(iack).chain(registers) {
            let shown = self.simulator.port(part, 0);
            if shown.number() != wanted {
                let wanted = wanted.unwrap_or_default();
                return Err(self.differs(&format!(
                    "{name} is {shown} where a {} has {wanted:#x}, with opcode {:02X}",
                    self.variant,
                    self.cpu.ir()
                )));
            }
        }
        Ok(())
    }

    fn differs(&self, what: &str) -> Differs {
        Differs {
            clocks: self.clocks,
            what: format!("in clock {} of the trial {what}", self.clocks + 1),
        }
    }
}

fn set(simulator: &mut Simulator, part: PartId, width: u32, value: u32) -> Result<(), String> {
    let value = Value::known(width, value);
    if simulator.port(part, 0) == value {
        return Ok(());
    }
    simulator
        .set_pin(part, value)
        .map_err(|error| error.to_string())
}

//! The processor of gates in lock-step with the native one: every pin at every clock.
//!
//! `CLOCKS=n` runs that many clocks instead of the share of an ordinary test run.

mod bench;

use std::collections::BTreeSet;
use std::sync::Arc;

use boards::vectors::Dice;
use cdm8::bus::{Access, Space};
use cdm8::cpu::Cpu;
use cdm8::variant::Variant;
use circuit::Value;
use circuit::netlist::PartId;
use circuit::project::Kind;
use circuit::read::{NoLibraries, read};
use circuit::sim::{SimOptions, Simulator};
use consoles::hardware::FILES;
use consoles::hardware::cdm8::{CHIP, OUTPUTS};

/// The probes inside, beside the output pins.
const PROBES: [&str; 2] = ["fetch", "stopped"];

/// The output pins, then the probes.
fn outputs() -> [&'static str; 15] {
    std::array::from_fn(|i| match OUTPUTS.get(i) {
        Some(pin) => pin,
        None => PROBES[i - OUTPUTS.len()],
    })
}

/// The circuit with its pins.
struct Gates {
    sim: Simulator,
    clock: PartId,
    input: PartId,
    irq: PartId,
    vec: PartId,
    outputs: [PartId; 15],
    /// The values of the input pins.
    set: [u32; 3],
}

impl Gates {
    fn new() -> Gates {
        let file = &FILES[0];
        let reading = read(file.path, file.text.as_bytes(), &mut NoLibraries);
        let project = Arc::new(reading.project);
        let sim = Simulator::new(project.clone(), Some(CHIP), &SimOptions::default()).unwrap();
        let inside = &project.circuit(project.find(CHIP).unwrap()).components;
        let places = |label: &str| {
            let mut parts = inside
                .iter()
                .filter(|part| part.kind() != Some(Kind::Tunnel));
            let part = parts.find(|part| part.label() == Some(label));
            let part = part.unwrap();
            let kind = part.kind().unwrap().name();
            format!("/{kind}@{}", part.location)
        };
        let find = |label: &str| sim.find(&places(label)).unwrap();
        Gates {
            clock: find("clock"),
            input: find("data in"),
            irq: find("IRQ"),
            vec: find("vec"),
            outputs: outputs().map(find),
            sim,
            set: [0; 3],
        }
    }

    fn set(&mut self, pin: usize, value: u32) {
        if self.set[pin] != value {
            self.set[pin] = value;
            let (part, width) = [(self.input, 8), (self.irq, 1), (self.vec, 3)][pin];
            self.sim.set_pin(part, Value::known(width, value)).unwrap();
        }
    }

    fn outputs(&self) -> [Option<u32>; 15] {
        self.outputs.map(|part| self.sim.port(part, 0).number())
    }

    fn fall(&mut self) {
        self.sim.set_pin(self.clock, Value::known(1, 1)).unwrap();
        self.sim.set_pin(self.clock, Value::known(1, 0)).unwrap();
    }
}

/// Memory around a processor, and a source of interrupts.
struct World {
    program: [u8; 256],
    data: [u8; 256],
    harvard: bool,
    patient: bool,
    rare: u64,
    irq: Option<u8>,
}

impl World {
    fn new(dice: &mut Dice) -> World {
        let mut bytes = || std::array::from_fn(|_| dice.byte());
        let (mut program, data): ([u8; 256], [u8; 256]) = (bytes(), bytes());
        // Fewer of those that stop the machine.
        for byte in &mut program {
            if matches!(*byte, 0xD4 | 0xDB..=0xDF) && !dice.once_in(4) {
                *byte = dice.byte();
            }
        }
        World {
            program,
            data,
            harvard: dice.once_in(2),
            patient: dice.once_in(2),
            rare: 1 << (dice.roll() % 6),
            irq: None,
        }
    }

    fn read(&self, space: Space, address: u8) -> u8 {
        match self.harvard && space == Space::Instruction {
            true => self.program[usize::from(address)],
            false if self.harvard => self.data[usize::from(address)],
            false => self.program[usize::from(address)],
        }
    }

    fn write(&mut self, address: u8, value: u8) {
        match self.harvard {
            true => self.data[usize::from(address)] = value,
            false => self.program[usize::from(address)] = value,
        }
    }

    /// The interrupt line in the next clock.
    fn pull(&mut self, dice: &mut Dice, acknowledged: bool) {
        let change = dice.once_in(self.rare);
        self.irq = match self.irq {
            Some(_) if acknowledged => None,
            Some(vector) if self.patient || !change => Some(vector),
            None if change => Some(dice.byte() & 7),
            _ => None,
        };
    }
}

/// The expected values of the outputs.
fn expected(cpu: &Cpu, irq: bool) -> [Option<u32>; 15] {
    let (mem, address, out, read, data) = match cpu.request() {
        None => (0, 0, 0, 1, 0),
        Some(Access::Read { space, address }) => (1, address, 0, 1, u8::from(space == Space::Data)),
        Some(Access::Write { address, value }) => (1, address, value, 0, 1),
    };
    let [r0, r1, r2, r3] = cpu.r;
    let iack = u8::from(cpu.iack(irq));
    let (fetch, held) = (u8::from(cpu.in_fetch()), u8::from(cpu.is_held()));
    let all = [
        address, out, mem, read, data, iack, cpu.pc, cpu.sp, cpu.ps, r0, r1, r2, r3, fetch, held,
    ];
    all.map(|value| Some(u32::from(value)))
}

/// One clock of both; a difference is a failure.
fn clock(gates: &mut Gates, cpu: &mut Cpu, world: &mut World) -> bool {
    gates.set(1, u32::from(world.irq.is_some()));
    gates.set(2, world.irq.unwrap_or(0).into());
    let (found, wanted) = (gates.outputs(), expected(cpu, world.irq.is_some()));
    if found != wanted {
        for ((name, found), wanted) in outputs().iter().zip(found).zip(wanted) {
            if found != wanted {
                eprintln!("{name}: {found:x?} instead of {wanted:x?}");
            }
        }
        panic!("clock {}, IR {:02X}: {cpu:?}", cpu.clocks, cpu.ir());
    }
    let value = match cpu.request() {
        Some(Access::Read { space, address }) => world.read(space, address),
        Some(Access::Write { address, value }) => {
            world.write(address, value);
            0
        }
        None => 0xFF,
    };
    gates.set(0, value.into());
    let acknowledged = cpu.iack(world.irq.is_some());
    gates.fall();
    cpu.settle(value, world.irq);
    acknowledged
}

#[test]
fn gates_and_native_processor_agree_at_every_clock() {
    let clocks = std::env::var("CLOCKS").map_or(60_000, |n| n.parse().unwrap());
    let mut gates = Gates::new();
    let start = gates.sim.snapshot();
    let mut dice = Dice(0x2016_2022_2023);
    let mut opcodes = BTreeSet::new();
    let mut done = 0;
    while done < clocks {
        gates.sim.restore(&start);
        gates.set = [0; 3];
        let mut cpu = Cpu::new(Variant::Ideal);
        let mut world = World::new(&mut dice);
        let mut stopped = 0;
        while stopped < 5 && cpu.clocks < 2000 {
            let acknowledged = clock(&mut gates, &mut cpu, &mut world);
            world.pull(&mut dice, acknowledged);
            if !cpu.in_fetch() {
                opcodes.insert(cpu.ir());
            }
            stopped += u32::from(cpu.stopped().is_some());
        }
        done += cpu.clocks;
    }
    assert_eq!(opcodes.len(), 256, "every opcode is executed");
}

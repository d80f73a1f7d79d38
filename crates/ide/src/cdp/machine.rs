//! The machine a client of the kit's protocol debugs: a processor with memory, or a circuit.

use cdm8::bus::Space;
use cdm8::cpu::Cpu;
use cdm8::debug::Computer;
use cdm8::devices::Devices;
use cdm8::memory::Memory;
use cdm8::variant::Variant;
use circuit::netlist::PartId;
use circuit::project::{Image, Kind as Part};
use timeline::{Pace, Subject};

use crate::dap::travel::Rig;
use crate::dap::wires::Wires;

/// The machine before it runs.
pub enum Kind {
    Alone(Variant),
    Wired(Box<Wires>),
}

impl Default for Kind {
    fn default() -> Kind {
        Kind::Alone(Variant::default())
    }
}

impl Kind {
    pub fn machine(&self, harvard: bool) -> Result<Machine, String> {
        match self {
            Kind::Alone(variant) => Ok(Machine::Alone {
                computer: Box::new(alone(*variant, harvard, &[])),
                harvard,
            }),
            Kind::Wired(wires) if (wires.code != wires.data) == harvard => Ok(Machine::Wired {
                now: wires.clone(),
                start: wires.clone(),
            }),
            Kind::Wired(_) => Err(format!(
                "Invalid memory configuration: the memory of this circuit is {}",
                if harvard { "vonNeumann" } else { "harvard" }
            )),
        }
    }
}

/// The machine at some moment.
pub enum Machine {
    Alone {
        computer: Box<Computer>,
        harvard: bool,
    },
    Wired {
        now: Box<Wires>,
        start: Box<Wires>,
    },
}

fn alone(variant: Variant, harvard: bool, code: &[u8]) -> Computer {
    let memory = match harvard {
        true => Memory::harvard(code, &[]),
        false => Memory::von_neumann(code),
    };
    Computer::new(Cpu::new(variant), Devices::new(memory))
}

impl Machine {
    /// How many instructions of a processor alone take as long as one of this.
    pub fn pace(&self) -> u32 {
        match self {
            Machine::Alone { .. } => 1,
            Machine::Wired { .. } => 500,
        }
    }

    /// Registers and RAM are reset to their initial state; a ROM keeps its contents.
    pub fn reset(&mut self) {
        let code = self.code();
        match self {
            Machine::Alone { computer, harvard } => {
                let code = if *harvard { &code[..] } else { &[] };
                **computer = alone(computer.cpu.variant(), *harvard, code);
            }
            Machine::Wired { now, start } => {
                now.clone_from(start);
                if now.code != now.data {
                    let loaded = load(now, &code);
                    debug_assert!(loaded.is_ok(), "it was there before");
                }
            }
        }
    }

    pub fn registers(&self) -> [u8; 7] {
        let cpu = match self {
            Machine::Alone { computer, .. } => computer.cpu.clone(),
            Machine::Wired { now, .. } => now.cpu(),
        };
        let [r0, r1, r2, r3] = cpu.r;
        [r0, r1, r2, r3, cpu.pc, cpu.sp, cpu.ps]
    }

    fn memory(&self, space: Space) -> [u8; 256] {
        match self {
            Machine::Alone { computer, .. } => *computer.devices.memory.space(space),
            Machine::Wired { now, .. } => *now.computer().devices.memory.space(space),
        }
    }

    /// The bytes of the program.
    pub fn code(&self) -> [u8; 256] {
        self.memory(Space::Instruction)
    }

    pub fn data(&self) -> [u8; 256] {
        self.memory(Space::Data)
    }

    /// Replaces the program, or all of memory if there is only one memory.
    pub fn load(&mut self, bytes: &[u8]) -> Result<(), String> {
        match self {
            Machine::Alone { computer, harvard } => {
                let space = if *harvard {
                    Space::Instruction
                } else {
                    Space::Data
                };
                computer.devices.memory.load(space, bytes);
                Ok(())
            }
            Machine::Wired { now, .. } => load(now, bytes),
        }
    }

    pub fn set(&mut self, address: u8, value: u8) -> Result<(), String> {
        match self {
            Machine::Alone { computer, .. } => {
                computer.devices.memory.set(Space::Data, address, value);
                Ok(())
            }
            Machine::Wired { now, .. } => {
                let part = now.data.ok_or("RAM is not found: name it with --ram")?;
                let set = now.simulator.set_cell(part, address.into(), value.into());
                set.map_err(|error| error.to_string())
            }
        }
    }

    /// An instruction.
    pub fn step(&mut self) {
        match self {
            Machine::Alone { computer, .. } => computer.step(),
            Machine::Wired { now, .. } => now.step(Pace::Instruction, Wires::LONGEST),
        }
    }

    /// Whether it has stopped for good; a `wait` that nothing ends counts where that can be known.
    pub(crate) fn has_stopped(&self) -> bool {
        match self {
            Machine::Alone { computer, .. } => computer.stopped().is_some(),
            Machine::Wired { now, .. } => now.is_stopped() || now.is_stuck(),
        }
    }

    /// The address of the next instruction, if it is between two.
    pub fn next(&self) -> Option<u8> {
        match self {
            Machine::Alone { computer, .. } => {
                let cpu = &computer.cpu;
                cpu.at_boundary().then_some(cpu.pc)
            }
            Machine::Wired { now, .. } => {
                let (pc, _) = now.place();
                now.between_instructions().then_some(pc)
            }
        }
    }

    /// The value of a tunnel of this label, on the top sheet first; -1 where it is not fully known.
    pub fn tunnel(&self, name: &str) -> Option<i64> {
        let Machine::Wired { now, .. } = self else {
            return None;
        };
        let design = now.simulator.design();
        let is_it = |part: &PartId| {
            let component = design.component(*part);
            component.kind() == Some(Part::Tunnel) && component.label() == Some(name)
        };
        let part = design.part_ids().find(is_it)?;
        Some(now.simulator.value(part).number().map_or(-1, i64::from))
    }
}

fn load(wires: &mut Wires, bytes: &[u8]) -> Result<(), String> {
    let part = wires.code.ok_or("ROM is not found")?;
    let size = wires.simulator.cells(part).unwrap_or(0);
    if bytes.iter().skip(size).any(|byte| *byte != 0) {
        return Err(format!(
            "Failed to load an image: the memory has {size} cells"
        ));
    }
    let words = bytes.iter().take(size).map(|byte| u32::from(*byte));
    let image = Image {
        words: words.collect(),
    };
    let loaded = wires.simulator.load_memory(part, &image);
    loaded.map_err(|error| error.to_string())
}

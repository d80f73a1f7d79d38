//! A program in a ROM of a console, with the board around it.

use bench::{Engine, Firmware};
use cdm8::bus::Space;
use cdm8::cpu::Cpu;
use cdm8::debug::Computer;
use cdm8::devices::Devices;
use cdm8::memory::Memory;
use cdm8::symbols::Symbols;
use cdm8::variant::Variant;
use consoles::{Hand, Machine};
use timeline::{Arrival, Pace, Subject};

use super::target::{Leaf, Motion, Point, Stopped, Target};
use super::travel::{Journey, Rig};

pub struct Board(Journey<Running>);

/// A console with the contents of its ROMs, which its pins do not show.
struct Running {
    powered: bench::Running,
    images: Vec<[u8; 256]>,
}

const HELP: &str = "\
press 1..6     a pit of the human's      seeds 4..8   first human|computer   the settings of 2023
hold BUTTONS   release                   from now on these buttons are held down, or none
panel          displays and lights       regs         the registers
print VALUE    r0, label, [0x12]         mem [FROM]   data memory
set NAME = N   r0, pc, z, label, [0x12]  registers, flags and RAM, between two instructions
undo   redo    to before what was done last; do it again
where          half-tick and place       help
";

impl Board {
    pub fn new(firmware: &Firmware, engine: Engine) -> Board {
        let running = Running {
            powered: engine.power_on(firmware),
            images: firmware.banks.iter().map(|bank| *bank.image()).collect(),
        };
        Board(Journey::new(running, firmware.symbols()))
    }

    /// Where the sources are, for those that are files.
    pub(super) fn place_files(&mut self, path: impl Fn(&str) -> Option<String>) {
        for file in self
            .0
            .symbols
            .iter_mut()
            .flat_map(|symbols| &mut symbols.files)
        {
            if let Some(path) = path(&file.name) {
                file.name = path;
            }
        }
    }

    fn machine(&self) -> &dyn Machine {
        self.0.rig().machine()
    }

    fn panel(&self) -> Vec<Leaf> {
        let panel = self.machine().panel();
        let row = |name: &str, side: usize| Leaf {
            children: (1..=6)
                .map(|pit| Leaf::new(format!("pit {pit}"), panel.pits[side][pit - 1].to_string()))
                .chain([Leaf::new("store", panel.stores[side].to_string())])
                .collect(),
            ..Leaf::new(
                name,
                format!("{:?} store {}", panel.pits[side], panel.stores[side]),
            )
        };
        let lights = self.machine().model().lights().iter();
        let lights: Vec<Leaf> = lights
            .map(|light| {
                Leaf::new(
                    light.name(),
                    if panel.lights.is_on(*light) {
                        "on"
                    } else {
                        "off"
                    },
                )
            })
            .collect();
        let on: Vec<String> = lights
            .iter()
            .filter(|light| light.value == "on")
            .map(|light| light.name.clone())
            .collect();
        let lights = Leaf {
            children: lights,
            ..Leaf::new(
                "lights",
                if on.is_empty() {
                    "none".to_owned()
                } else {
                    on.join(", ")
                },
            )
        };
        vec![row("computer", 1), row("human", 0), lights]
    }

    fn press(&mut self, line: &str) -> String {
        match Hand::read(line, &self.0.rig().powered.0) {
            Ok(hand) => {
                self.0.timeline.input(hand);
                format!("half-tick {}: {line}\n", self.0.timeline.now())
            }
            Err(error) => format!("error: {error}\n"),
        }
    }

    fn here(&self) -> String {
        let (now, machine) = (self.0.timeline.now(), self.machine());
        let (bank, pc) = (machine.bank(), machine.registers().pc);
        format!("half-tick {now}, bank {bank}, pc 0x{pc:02x}\n")
    }

    fn print(&self, text: &str) -> String {
        match self.0.reader().value(text) {
            Ok(value) => {
                let value = value.read(&self.computer());
                format!("0x{value:02x} {value}\n")
            }
            Err(error) => format!("error: {error}\n"),
        }
    }
}

impl Target for Board {
    /// A computer in the state of the board's processor.
    fn computer(&self) -> Computer {
        self.0.rig().computer()
    }

    fn bank(&self) -> usize {
        self.machine().bank()
    }

    fn symbols(&self) -> &[Symbols] {
        &self.0.symbols
    }

    fn set_points(&mut self, points: &[Point]) -> Vec<Result<usize, String>> {
        self.0.set_points(points)
    }

    fn go(&mut self, motion: Motion, instructions: bool) -> Stopped {
        self.0.go(motion, instructions)
    }

    fn pause(&mut self) {
        self.0.pause();
    }

    fn set(&mut self, what: &str, value: &str) -> Result<u8, String> {
        let computer = self.computer();
        let value = self.0.reader().value(value)?.read(&computer);
        let thing = self.0.reader().thing(what, &computer)?;
        self.machine().model().can_set(&thing)?;
        if !self.0.rig().between_instructions() {
            return Err(
                "a console can be changed between two instructions only: step to the next one"
                    .to_owned(),
            );
        }
        self.0.timeline.input(Hand::Set(thing.clone(), value));
        Ok(thing.read(&self.computer()))
    }

    fn set_byte(&mut self, space: Space, address: u8, value: u8) -> Result<(), String> {
        let code = match space {
            Space::Instruction => "code",
            Space::Data => "",
        };
        self.set(&format!("{code}[{address}]"), &value.to_string())
            .map(|_| ())
    }

    fn restart(&mut self) {
        self.0.restart();
    }

    fn command(&mut self, line: &str) -> String {
        let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        match word {
            "press" | "seeds" | "first" | "hold" | "release" => self.press(line.trim()),
            "set" => match rest.split_once('=') {
                Some((what, value)) => match self.set(what.trim(), value.trim()) {
                    Ok(value) => format!("0x{value:02x} {value}\n"),
                    Err(error) => format!("error: {error}\n"),
                },
                None => "error: write set NAME = VALUE\n".to_owned(),
            },
            "panel" => lines(&self.panel(), 0),
            "regs" | "r" => cdm8::view::registers(&self.computer().cpu) + "\n",
            "print" | "p" => self.print(rest),
            "mem" | "m" => {
                let from = self
                    .0
                    .reader()
                    .value(rest)
                    .map_or(0, |value| value.read(&self.computer()));
                cdm8::view::memory_rows(
                    &self.computer().devices.memory,
                    Space::Data,
                    from,
                    if rest.is_empty() { 256 } else { 16 },
                )
            }
            "undo" | "redo" => match self.0.undo_or_redo(word) {
                Ok(_) => self.here(),
                Err(error) => format!("error: {error}\n"),
            },
            "where" => self.here(),
            "help" | "h" | "?" => HELP.to_owned(),
            _ => self.print(line),
        }
    }

    fn outside(&self) -> Option<(String, Vec<Leaf>)> {
        Some(("Panel".to_owned(), self.panel()))
    }
}

fn lines(leaves: &[Leaf], depth: usize) -> String {
    let line = |leaf: &Leaf| {
        let indent = "  ".repeat(depth);
        format!(
            "{indent}{}: {}\n{}",
            leaf.name,
            leaf.value,
            lines(&leaf.children, depth + 1)
        )
    };
    leaves.iter().map(line).collect()
}

fn computer(machine: &dyn Machine, images: &[[u8; 256]]) -> Computer {
    let registers = machine.registers();
    let mut cpu = Cpu::new(Variant::Ideal);
    cpu.jump(registers.pc);
    (cpu.r, cpu.sp, cpu.ps) = (registers.r, registers.sp, registers.ps);
    let data: Vec<u8> = (0..=255).map(|address| machine.peek(address)).collect();
    let code = images
        .get(machine.bank())
        .map_or(&[][..], |image| &image[..]);
    Computer::new(cpu, Devices::new(Memory::harvard(code, &data)))
}

impl Running {
    fn machine(&self) -> &dyn Machine {
        &*self.powered.0
    }
}

impl Rig for Running {
    const SLICE: u64 = 100_000;
    const LONGEST: u64 = 20_000_000;

    fn computer(&self) -> Computer {
        computer(self.machine(), &self.images)
    }

    fn place(&self) -> (u8, u8) {
        let registers = self.machine().registers();
        (registers.pc, registers.sp)
    }

    fn bank(&self) -> usize {
        self.machine().bank()
    }

    fn peek(&self, address: u8) -> u8 {
        self.machine().peek(address)
    }

    fn is_stopped(&self) -> bool {
        self.machine().is_stopped()
    }

    fn wrote(&self, address: u8) -> bool {
        let touch = self.machine().touched();
        touch.is_some_and(|touch| touch.written && touch.address == address)
    }

    fn waits(&self, _: Arrival) -> String {
        "the console waits for a button: type press 3 in the debug console".to_owned()
    }
}

/// The behaviour of [`Powered`].
impl Subject for Running {
    type Input = Hand;

    fn moment(&self) -> u64 {
        self.powered.moment()
    }

    fn half_tick(&mut self) {
        self.powered.half_tick();
    }

    fn take(&mut self, hand: &Hand) {
        self.powered.take(hand);
    }

    fn save(&self, state: &mut Vec<u8>) {
        self.powered.save(state);
    }

    fn load(&mut self, moment: u64, state: &[u8]) {
        self.powered.load(moment, state);
    }

    fn values(&self, values: &mut Vec<u8>) {
        self.powered.values(values);
    }

    fn run(&mut self, half_ticks: u64) {
        self.powered.run(half_ticks);
    }

    fn between_instructions(&self) -> bool {
        self.powered.between_instructions()
    }

    fn step(&mut self, pace: Pace, most: u64) {
        self.powered.step(pace, most);
    }

    fn effort(&self) -> Option<u64> {
        self.powered.effort()
    }
}

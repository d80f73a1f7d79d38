//! A program in a drawn circuit: a line of assembly is stepped while every wire can be observed.

use cdm8::bus::Space;
use cdm8::cpu::Cpu;
use cdm8::debug::Computer;
use cdm8::debug::expr::Thing;
use cdm8::symbols::Symbols;
use circuit::netlist::{Child, InstanceId, PartId};
use circuit::project::Kind;
use circuit::reference::Reference;
use circuit::show;
use circuit::sim::Input;
use consoles::Registers;
use timeline::{Arrival, Budget, Pace, Subject};

use super::target::{Leaf, Motion, Point, Stopped, Target};
use super::travel::{Journey, Rig};
use super::wires::{Act, Wires};

/// Half-ticks that `tick` and `clock` run at most.
const MOST: u64 = 1_000_000;

pub struct Circuit(Journey<Wires>);

const HELP: &str = "\
print /NAME...     the value of a wire or a cell: /sum  /CPU/alu:carry  /RAM[0x13]      show   the displays
press /NAME   release /NAME   set /NAME = VALUE   type /NAME \"TEXT\"   joystick /NAME X Y
tick [N]   clock [N]   back [N]      half-ticks; clock cycles; half-ticks back in time
undo   redo        to before what was done last; do it again
regs               the registers         set r0 = 5   set z = 1   set [0x12] = 7     print VALUE    r0, label, [0x12]
mem [FROM]         data memory           where          half-tick and place           help
";

impl Circuit {
    pub fn new(wires: Wires, symbols: Symbols) -> Circuit {
        Circuit(Journey::new(wires, vec![symbols]))
    }

    fn wires(&self) -> &Wires {
        self.0.rig()
    }

    /// Executes a line of a script.
    fn act(&mut self, line: &str) -> Result<String, String> {
        let mut no_files = |name: &str| Err(format!("{name}: files are loaded at the start only"));
        let input = Input::read(line, &self.wires().simulator, &mut no_files)?;
        self.0.timeline.input(Act::Circuit(input));
        Ok(format!("half-tick {}: {line}\n", self.0.timeline.now()))
    }

    /// `r0 = 5`, `z = 1`, `[0x10] = 7`
    fn set_register(&mut self, rest: &str) -> Result<String, String> {
        let (what, value) = rest.split_once('=').ok_or("write set NAME = VALUE")?;
        let value = self.set(what.trim(), value.trim())?;
        Ok(format!("0x{value:02x} {value}\n"))
    }

    fn travel(&mut self, word: &str, rest: &str) -> Result<String, String> {
        let count: u64 = match rest {
            "" => 1,
            digits => digits
                .parse()
                .map_err(|_| format!("'{digits}' is not a count"))?,
        };
        let timeline = &mut self.0.timeline;
        let arrival = match (word, count) {
            ("back", _) => {
                let moment = timeline.now().saturating_sub(count);
                timeline.goto(moment, &mut Budget::unlimited())
            }
            ("clock", 1) => timeline.step_forward(Pace::Clock, &mut Budget::half_ticks(MOST)),
            ("clock", _) => {
                let half_ticks = count.saturating_mul(timeline.subject().cycle());
                timeline.run(half_ticks, &mut Budget::half_ticks(MOST))
            }
            _ => timeline.run(count, &mut Budget::half_ticks(MOST)),
        };
        match arrival {
            Arrival::Stuck => Err(self.wires().waits(arrival)),
            Arrival::OutOfBudget => Ok(format!("stopped on the way\n{}", self.here())),
            _ => Ok(self.here()),
        }
    }

    fn here(&self) -> String {
        let wires = self.wires();
        let (pc, _) = wires.place();
        format!("half-tick {}, pc 0x{pc:02x}\n", self.0.timeline.now())
    }

    fn print(&self, rest: &str) -> Result<String, String> {
        let line = |name: &str| Ok(format!("{name} = {}\n", self.look(name)?));
        match rest.starts_with(['/', '"']) {
            true => rest.split_whitespace().map(line).collect(),
            false => {
                let value = self.0.reader().value(rest)?.read(&self.computer());
                Ok(format!("0x{value:02x} {value}\n"))
            }
        }
    }

    /// The value of a name of the circuit.
    fn look(&self, name: &str) -> Result<String, String> {
        let simulator = &self.wires().simulator;
        let name = name.trim_matches('"');
        let found = Reference::parse(name).and_then(|name| name.find(simulator));
        let found = found.map_err(|error| error.to_string())?;
        Ok(show::value(found.value(simulator)))
    }

    fn memory(&self, rest: &str) -> String {
        let computer = self.computer();
        let from = self.0.reader().value(rest);
        let from = from.map_or(0, |value| value.read(&computer));
        let memory = &computer.devices.memory;
        let count = if rest.is_empty() { 256 } else { 16 };
        cdm8::view::memory_rows(memory, Space::Data, from, count)
    }

    /// The parts of a sheet that have a value, and the sub-circuits on it.
    fn sheet(&self, instance: InstanceId) -> Vec<Leaf> {
        let design = self.wires().simulator.design();
        let inside = design.instance_path(instance);
        let above = if inside == "/" { 1 } else { inside.len() + 1 };
        let parts = design.parts_of(instance);
        let mut leaves: Vec<Leaf> = parts.filter_map(|part| self.leaf(part, above)).collect();
        leaves.sort_by_cached_key(|leaf| {
            (leaf.inside.is_some(), rank(&leaf.name), leaf.name.clone())
        });
        leaves
    }

    /// `above`: length of the sheet's path.
    fn leaf(&self, part: PartId, above: usize) -> Option<Leaf> {
        let simulator = &self.wires().simulator;
        let design = simulator.design();
        let path = design.path(part);
        let name = path.get(above..).unwrap_or(&path).to_owned();
        if let Some(Child::Instance(inner)) = design.inside(part) {
            let processor = if part == self.wires().processor {
                "the processor"
            } else {
                ""
            };
            return Some(Leaf {
                inside: Some(u64::from(inner.0)),
                ..Leaf::new(name, processor)
            });
        }
        if matches!(
            design.component(part).kind(),
            Some(Kind::Splitter | Kind::Power | Kind::Ground)
        ) {
            return None;
        }
        let value = match simulator.display(part) {
            Some(display) => show::brief(&display),
            None if simulator.ports(part).is_empty() => return None,
            None => show::value(simulator.value(part)),
        };
        Some(Leaf {
            path: Some(path),
            ..Leaf::new(name, value)
        })
    }
}

fn registers(computer: &Computer) -> Registers {
    let Cpu { pc, sp, ps, r, .. } = computer.cpu;
    Registers { pc, sp, ps, r }
}

/// Names given by the user come before names made from places.
fn rank(name: &str) -> bool {
    name.rsplit_once('@')
        .is_some_and(|(_, place)| place.contains(','))
}

impl Target for Circuit {
    fn computer(&self) -> Computer {
        self.wires().computer()
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
        match (&thing, registers(&computer).with(&thing, value)) {
            (_, Some((register, value))) => {
                self.wires().accepts(register)?;
                self.0.timeline.input(Act::Register(register, value));
            }
            (Thing::Byte(space, address), None) => {
                self.set_byte(*space, address.read(&computer), value)?;
            }
            _ => return Err(format!("{what} cannot be set")),
        }
        Ok(thing.read(&self.computer()))
    }

    fn set_byte(&mut self, space: Space, address: u8, value: u8) -> Result<(), String> {
        let wires = self.wires();
        let part = match space {
            Space::Instruction => wires.code,
            Space::Data => wires.data,
        };
        let part = part.ok_or("it is not known which memory holds the data: name it with `ram`")?;
        let input = Input::SetCell(part, address.into(), value.into());
        let accepted = wires.simulator.accepts(&input);
        accepted.map_err(|error| error.to_string())?;
        self.0.timeline.input(Act::Circuit(input));
        Ok(())
    }

    fn restart(&mut self) {
        self.0.restart();
    }

    fn command(&mut self, line: &str) -> String {
        let line = line.trim();
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let rest = rest.trim();
        let answer = match word {
            "set" if !rest.starts_with(['/', '"']) => self.set_register(rest),
            "press" | "release" | "set" | "type" | "joystick" => self.act(line),
            "tick" | "clock" | "back" => self.travel(word, rest),
            "undo" | "redo" => self.0.undo_or_redo(word).map(|_| self.here()),
            "print" | "p" => self.print(rest),
            "show" => Ok(show::all(&self.wires().simulator, 200)),
            "regs" | "r" => Ok(cdm8::view::registers(&self.wires().cpu()) + "\n"),
            "mem" | "m" => Ok(self.memory(rest)),
            "where" => Ok(self.here()),
            "help" | "h" | "?" => Ok(HELP.to_owned()),
            _ => self.print(line),
        };
        answer.unwrap_or_else(|error| format!("error: {error}\n"))
    }

    fn outside(&self) -> Option<(String, Vec<Leaf>)> {
        Some(("Circuit".to_owned(), self.sheet(InstanceId::ROOT)))
    }

    fn inside(&self, number: u64) -> Vec<Leaf> {
        let design = self.wires().simulator.design();
        let mut instances = design.instance_ids();
        let found = instances.find(|instance| u64::from(instance.0) == number);
        found.map_or(Vec::new(), |instance| self.sheet(instance))
    }

    fn named(&self, name: &str) -> Option<Result<String, String>> {
        name.starts_with('/').then(|| self.look(name))
    }

    /// 1 presses a button and 0 releases it.
    fn set_named(&mut self, name: &str, value: &str) -> Result<String, String> {
        let simulator = &self.wires().simulator;
        let part = simulator.find(name).map_err(|error| error.to_string())?;
        let is_button = simulator.design().component(part).kind() == Some(Kind::Button);
        let quoted = format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\""));
        let line = match (is_button, value.trim()) {
            (true, "0") => format!("release {quoted}"),
            (true, _) => format!("press {quoted}"),
            (false, value) => format!("set {quoted} = {value}"),
        };
        self.act(&line)?;
        self.look(name)
    }
}

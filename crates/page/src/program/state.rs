//! A computer under the debugger at one moment, as the page draws it.

use cdm8::bus::Space;
use cdm8::check::StopKind;
use cdm8::cpu::Stop;
use cdm8::debug::expr::Reader;
use cdm8::debug::{Computer, Debugger, Event};
use cdm8::symbols::Symbols;
use cdm8::view;
use serde::Serialize;

/// By their names in the debugger.
const REGISTERS: [&str; 7] = ["r0", "r1", "r2", "r3", "pc", "sp", "ps"];
const FLAGS: [&str; 5] = ["c", "v", "z", "n", "i"];

#[derive(Serialize)]
pub struct State {
    /// The half-tick, and the last known one.
    moment: u64,
    end: u64,
    clocks: u64,
    /// Why the last run ended.
    event: Option<Happened>,
    /// Why it cannot continue.
    stopped: Option<&'static str>,
    waiting: bool,
    registers: Vec<Register>,
    flags: Vec<Flag>,
    /// The address of the next instruction; on a stopped computer, of the one that stopped it.
    spot: u8,
    sp: u8,
    /// The source line of the next instruction.
    place: Option<Placed>,
    /// The label at or before it.
    near: Option<String>,
    /// The next instruction: address, label, bytes, text.
    code: String,
    memories: Vec<MemoryView>,
}

#[derive(Serialize)]
struct Placed {
    file: String,
    line: usize,
}

#[derive(Serialize)]
struct Register {
    name: &'static str,
    value: u8,
}

#[derive(Serialize)]
struct Flag {
    name: &'static str,
    on: bool,
}

#[derive(Serialize)]
struct MemoryView {
    /// `both` where one memory serves both spaces.
    space: &'static str,
    /// 256 bytes, two hexadecimal digits each.
    bytes: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase", tag = "kind")]
enum Happened {
    Done,
    Start,
    Breakpoint,
    Watch {
        old: u8,
        new: u8,
    },
    Write,
    Stopped {
        stop: &'static str,
        opcode: Option<u8>,
    },
    /// The clocks of the request are used up.
    Patience,
    /// An endless loop, with its period in clocks.
    Never {
        clocks: u64,
    },
}

impl From<&Event> for Happened {
    fn from(event: &Event) -> Happened {
        match event {
            Event::Done => Happened::Done,
            Event::Start => Happened::Start,
            Event::Breakpoint(_) => Happened::Breakpoint,
            &Event::Watch { old, new, .. } => Happened::Watch { old, new },
            Event::Write(_) => Happened::Write,
            Event::Stopped(stop) => Happened::Stopped {
                stop: StopKind::from(*stop).name(),
                opcode: match stop {
                    Stop::Illegal(opcode) => Some(*opcode),
                    _ => None,
                },
            },
            Event::Patience | Event::Interrupted => Happened::Patience,
            Event::Never(clocks) => Happened::Never { clocks: *clocks },
        }
    }
}

impl State {
    pub fn of(debugger: &Debugger, event: Option<&Event>) -> State {
        let (computer, cpu) = (debugger.computer(), debugger.cpu());
        let memory = &computer.devices.memory;
        let spot = debugger.spot();
        let register = |name| Register {
            name,
            value: reading(computer, name),
        };
        let flag = |name| Flag {
            name,
            on: reading(computer, name) != 0,
        };
        let symbols = &debugger.symbols;
        State {
            moment: debugger.timeline().now(),
            end: debugger.timeline().end(),
            clocks: cpu.clocks,
            event: event.map(Happened::from),
            stopped: computer.stopped().map(|stop| StopKind::from(stop).name()),
            waiting: cpu.is_waiting(),
            registers: REGISTERS.map(register).into(),
            flags: FLAGS.map(flag).into(),
            spot,
            sp: cpu.sp,
            place: debugger.place().and_then(|place| {
                let file = symbols.files.get(place.file)?.name.clone();
                Some(Placed {
                    file,
                    line: place.line,
                })
            }),
            near: symbols.near(spot),
            code: view::code_line(memory, spot, symbols, cpu.variant()),
            memories: memory
                .spaces()
                .iter()
                .map(|&space| MemoryView {
                    space: match (memory.spaces().len(), space) {
                        (1, _) => "both",
                        (_, Space::Instruction) => "instruction",
                        (_, Space::Data) => "data",
                    },
                    bytes: hex(memory.space(space)),
                })
                .collect(),
        }
    }
}

/// The debugger's value of a name.
fn reading(computer: &Computer, name: &str) -> u8 {
    let symbols = &Symbols::default();
    let value = Reader { symbols }.value(name);
    value.map_or(0, |value| value.read(computer))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

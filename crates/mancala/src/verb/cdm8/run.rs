//! `mancala cdm8 run`: a program from reset to its stop.
//!
//! Exit code 0 for a halt, 1 for every other stop (illegal opcode, clock limit, breakpoint, waiting, frozen), 2 if the
//! program could not be run at all.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::anyhow;
use cdm8::bus::{Bus, Space};
use cdm8::check::StopKind;
use cdm8::cpu::{Cpu, Stop};
use cdm8::debug::Computer;
use cdm8::debug::expr::Reader;
use cdm8::memory::{Memory, Organisation};
use cdm8::symbols::Symbols;
use cdm8::view;
use cdm8::wave::Wave;
use serde_json::{Map, Value, json};

use super::program::{self, Around, Program};
use crate::files;
use crate::rows;
use crate::ui::{Answer, Ui};
use crate::wording::count;

/// Maximum number of clocks in a waveform or a trace: the limit of viewers and disks.
const MOST_WRITTEN: u64 = 10_000_000;

/// Clocks past the limit in which an endless loop is searched for.
const LOOKED_AT: u64 = 4_000_000;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Assembly sources (with objects and macro libraries), or one image
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    around: Around,
    /// Stop after this many clocks
    #[arg(long, default_value_t = 100_000_000, value_name = "N")]
    clocks: u64,
    /// Stop before the instruction at a label, address or line (file.asm:12)
    #[arg(long = "break", value_name = "LOCATION")]
    breaks: Vec<String>,
    /// Print every instruction, or every clock with --trace=clocks
    #[arg(long, value_name = "WHAT", num_args = 0..=1, default_missing_value = "instructions", require_equals = true)]
    trace: Option<Trace>,
    /// Write a waveform of every clock
    #[arg(long, value_name = "FILE")]
    vcd: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Trace {
    Instructions,
    Clocks,
}

/// Why the run ended.
enum End {
    Stop(Stop),
    Breakpoint(u8),
}

pub fn run(args: &Args, ui: &mut Ui) -> anyhow::Result<Answer> {
    let inputs: Vec<&Path> = (args.files.iter())
        .chain(&args.around.data)
        .chain(&args.around.build.symbols)
        .map(PathBuf::as_path)
        .collect();
    files::keep_apart(&inputs, args.vcd.as_deref().as_slice())?;
    let program = program::load(&args.files, &args.around.build, ui)?;
    let mut computer = args.around.computer(&program)?;
    let before = computer.devices.memory.clone();
    let breaks = breakpoints(&args.breaks, &program.symbols, &computer)?;
    let end = execute(args, &program, &mut computer, &breaks, ui)?;
    match args.json {
        true => rows::print_pretty(as_json(&end, &computer, &before), ui)?,
        false => report(&end, &computer, &before, &program.symbols, ui)?,
    }
    match end {
        End::Stop(Stop::Halt) => Ok(Answer::Yes),
        _ => Ok(Answer::No),
    }
}

fn breakpoints(
    texts: &[String],
    symbols: &Symbols,
    computer: &Computer,
) -> anyhow::Result<Vec<u8>> {
    let reader = Reader { symbols };
    let locate = |text: &String| {
        reader
            .location(text, computer)
            .map_err(|error| anyhow!("--break {text}: {error}"))
    };
    texts.iter().map(locate).collect()
}

fn execute(
    args: &Args,
    program: &Program,
    computer: &mut Computer,
    breaks: &[u8],
    ui: &mut Ui,
) -> anyhow::Result<End> {
    if args.vcd.is_some() || args.trace == Some(Trace::Clocks) {
        return by_clocks(args, computer, breaks, ui);
    }
    if args.trace.is_some() || !breaks.is_empty() {
        return by_instructions(args, program, computer, breaks, ui);
    }
    let Computer { cpu, devices, .. } = computer;
    let stop = match devices.is_plain() {
        true => cpu.run(&mut devices.memory, args.clocks),
        false => cpu.run(devices, args.clocks),
    };
    Ok(End::Stop(stop))
}

/// Why to end before the next instruction, if so.
fn end_here(computer: &Computer, breaks: &[u8], limit: u64) -> Option<End> {
    let cpu = &computer.cpu;
    if let Some(stop) = computer.stopped() {
        return Some(End::Stop(stop));
    }
    if cpu.clocks > 0 && cpu.at_boundary() && breaks.contains(&cpu.pc) {
        return Some(End::Breakpoint(cpu.pc));
    }
    (cpu.clocks >= limit).then_some(End::Stop(Stop::ClockLimit))
}

fn by_instructions(
    args: &Args,
    program: &Program,
    computer: &mut Computer,
    breaks: &[u8],
    ui: &mut Ui,
) -> anyhow::Result<End> {
    let limit = match args.trace {
        Some(_) => args.clocks.min(MOST_WRITTEN),
        None => args.clocks,
    };
    loop {
        if let Some(end) = end_here(computer, breaks, limit) {
            return Ok(end);
        }
        if args.trace.is_none() {
            computer.step();
            continue;
        }
        let (clocks, pc, waiting) = (
            computer.cpu.clocks,
            computer.cpu.pc,
            computer.cpu.is_waiting(),
        );
        let line = view::code_line(
            &computer.devices.memory,
            pc,
            &program.symbols,
            computer.cpu.variant(),
        );
        computer.step();
        let entered = computer.cpu.ir() == 0xD8 && line_opcode(computer, pc) != 0xD8;
        let line = if entered {
            format!("{pc:02x}  interrupt {}", computer.cpu.vector())
        } else {
            line
        };
        if !waiting {
            writeln!(
                ui.out,
                "{clocks:>8}  {line:<40} {}",
                view::registers(&computer.cpu)
            )?;
        }
    }
}

fn line_opcode(computer: &Computer, address: u8) -> u8 {
    computer.devices.memory.get(Space::Instruction, address)
}

fn by_clocks(
    args: &Args,
    computer: &mut Computer,
    breaks: &[u8],
    ui: &mut Ui,
) -> anyhow::Result<End> {
    let mut wave = args.vcd.as_ref().map(|_| Wave::new("mancala cdm8 run"));
    let limit = args.clocks.min(MOST_WRITTEN);
    let end = loop {
        if let Some(end) = end_here(computer, breaks, limit) {
            break end;
        }
        let Computer { cpu, devices, .. } = computer;
        let (before, irq) = (cpu.clone(), devices.irq().is_some());
        let cycle = cpu.clock(devices);
        if let Some(wave) = &mut wave {
            wave.clock(&before, cycle, irq, cpu);
        }
        if args.trace.is_some() {
            writeln!(ui.out, "{}", view::clock_entry(cpu, cycle))?;
        }
    };
    if let (Some(path), Some(wave)) = (&args.vcd, wave) {
        program::save(path, &wave.finish())?;
    }
    Ok(end)
}

fn report(
    end: &End,
    computer: &Computer,
    before: &Memory,
    symbols: &Symbols,
    ui: &mut Ui,
) -> anyhow::Result<()> {
    let reason = match end {
        End::Stop(stop) => stop.to_string(),
        End::Breakpoint(address) => format!("breakpoint at 0x{address:02x}"),
    };
    let cpu = &computer.cpu;
    writeln!(
        ui.out,
        "{reason} after {}{}",
        count(cpu.clocks, "clock"),
        place(cpu, symbols)
    )?;
    if let (End::Stop(Stop::ClockLimit), Some(clocks)) = (end, computer.period(LOOKED_AT)) {
        let clocks = count(clocks, "clock");
        writeln!(
            ui.out,
            "in an endless loop: everything repeats every {clocks}"
        )?;
    }
    writeln!(ui.out, "{}", view::registers(cpu))?;
    for &space in before.spaces() {
        let changes = view::changes(before, &computer.devices.memory, space);
        if changes.is_empty() {
            continue;
        }
        writeln!(ui.out, "changed {}:", space_name(before, space))?;
        for (address, _, new) in changes {
            let name = label_before(symbols, address);
            for (row, bytes) in new.chunks(16).enumerate() {
                let hex: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
                let name = if row == 0 { name.as_str() } else { "" };
                writeln!(
                    ui.out,
                    "  {:02x}: {}{name}",
                    usize::from(address) + 16 * row,
                    hex.join(" ")
                )?;
            }
        }
    }
    Ok(())
}

/// The label a changed byte belongs to, unless it is far off.
fn label_before(symbols: &Symbols, address: u8) -> String {
    let reach = address.saturating_sub(15)..=address;
    let close = symbols
        .labels
        .iter()
        .any(|(_, label)| reach.contains(label));
    match symbols.near(address).filter(|_| close) {
        Some(name) => format!("  {name}"),
        None => String::new(),
    }
}

/// Where a computer stopped, as ` at file.asm:12`. PC is past the opcode if the computer stopped on it or amid it.
fn place(cpu: &Cpu, symbols: &Symbols) -> String {
    let before = cpu.pc.wrapping_sub(1);
    let address = if cpu.at_boundary() { cpu.pc } else { before };
    let found = symbols.places.get(&address).or(symbols.places.get(&before));
    match found {
        Some(&place) => format!(" at {}", symbols.place_text(place)),
        None => String::new(),
    }
}

fn space_name(memory: &Memory, space: Space) -> &'static str {
    match (memory.organisation(), space) {
        (Organisation::VonNeumann, _) => "memory",
        (_, Space::Instruction) => "instruction memory",
        (_, Space::Data) => "data memory",
    }
}

fn as_json(end: &End, computer: &Computer, before: &Memory) -> Value {
    let cpu = &computer.cpu;
    let (stop, detail) = match end {
        End::Breakpoint(address) => ("breakpoint", json!(address)),
        End::Stop(stop @ Stop::Illegal(opcode)) => (StopKind::from(*stop).name(), json!(opcode)),
        End::Stop(stop) => (StopKind::from(*stop).name(), Value::Null),
    };
    let flag = |mask: u8| cpu.ps & mask != 0;
    let mut answer = json!({
        "stop": stop,
        "clocks": cpu.clocks,
        "variant": cpu.variant().name(),
        "memory": before.organisation().name(),
        "pc": cpu.pc, "sp": cpu.sp, "ps": cpu.ps, "r": cpu.r,
        "flags": {"i": flag(0x80), "c": flag(8), "v": flag(4), "z": flag(2), "n": flag(1)},
        "changed": changed_json(computer, before),
    });
    match end {
        End::Breakpoint(_) => answer["address"] = detail,
        End::Stop(Stop::Illegal(_)) => answer["opcode"] = detail,
        End::Stop(_) => {}
    }
    answer
}

/// For each memory the changed bytes by address: `{"data": {"224": 7}}`.
fn changed_json(computer: &Computer, before: &Memory) -> Value {
    let mut memories = Map::new();
    for &space in before.spaces() {
        let mut bytes = Map::new();
        for (address, _, new) in view::changes(before, &computer.devices.memory, space) {
            for (at, byte) in (usize::from(address)..).zip(new) {
                bytes.insert(at.to_string(), json!(byte));
            }
        }
        let name = if space == Space::Data {
            "data"
        } else {
            "instruction"
        };
        memories.insert(name.to_owned(), Value::Object(bytes));
    }
    Value::Object(memories)
}

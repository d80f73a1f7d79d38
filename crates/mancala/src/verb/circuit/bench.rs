//! `mancala circuit bench`: the speed of a circuit on this machine.

use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use ::bench::project;
use anyhow::bail;
use circuit::netlist::{InstanceId, PartId};
use circuit::project::Kind;
use circuit::script::{self, Limits};
use circuit::sim::{Simulator, on_copies};
use serde_json::json;

use super::load::{self, Running, Source};
use super::stage::Quiet;
use crate::rows;
use crate::ui::{Answer, Ui};
use crate::wording::count;

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    running: Running,
    /// Half-ticks to run, or changes of the inputs if the circuit has no clock
    #[arg(long, default_value_t = 20_000, value_name = "N")]
    half_ticks: u64,
    /// Run a script first, to get the circuit going
    #[arg(long, value_name = "FILE")]
    script: Option<PathBuf>,
    /// Run this many copies of the circuit, which share their constant data
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    copies: u32,
    /// Spread the copies over this many threads
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: u32,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, ui: &mut Ui) -> anyhow::Result<Answer> {
    let start = Instant::now();
    let mut simulator = args.source.simulator(&args.running, ui)?;
    let loading = start.elapsed();
    if let Some(path) = &args.script {
        let script = load::script(path)?;
        script::run(
            &script,
            &mut simulator,
            &mut Quiet::beside(path),
            Limits::default(),
        )
        .map_err(|problems| load::problems(path, &problems))?;
    }
    let kind = |part: &PartId| simulator.design().component(*part).kind();
    let parts: Vec<PartId> = simulator.design().part_ids().collect();
    let clocked = parts.iter().any(|part| kind(part) == Some(Kind::Clock));
    let parts = parts.len();
    let before = simulator.evaluations();
    let (start, processor) = (Instant::now(), processor_time());
    let work = match clocked {
        true if args.copies > 1 => {
            let copies = Copies::new(&simulator, args.copies);
            return copies.measure(args, ui);
        }
        true => Work::HalfTicks(step(&mut simulator, args.half_ticks)),
        false => Work::Inputs(shake(&mut simulator, args.half_ticks)?),
    };
    let measured = Measured {
        parts,
        loading,
        running: start.elapsed(),
        processor: processor
            .zip(processor_time())
            .map(|(start, end)| end - start),
        work,
        evaluations: simulator.evaluations() - before,
    };
    match args.json {
        true => {
            let answer = measured.json(simulator.is_oscillating());
            rows::print_pretty(answer, ui)?;
        }
        false => {
            measured.tell(ui)?;
            for path in project::candidates(&simulator) {
                writeln!(
                    ui.err,
                    "{path} has the pins of a CdM-8: with --native auto the native one runs instead, if it is one"
                )?;
            }
        }
    }
    if simulator.is_oscillating() {
        writeln!(
            ui.err,
            "the circuit oscillates: it was stopped after {}",
            count(work.count(), work.name())
        )?;
        return Ok(Answer::No);
    }
    Ok(Answer::Yes)
}

/// Half-ticks, each of them done. Returns how many before the circuit oscillated.
fn step(simulator: &mut Simulator, half_ticks: u64) -> u64 {
    for done in 0..half_ticks {
        simulator.half_tick();
        if simulator.is_oscillating() {
            return done + 1;
        }
    }
    half_ticks
}

/// Independent simulations of one circuit.
struct Copies<'a> {
    simulator: &'a Simulator,
    /// Memory per simulation, where the system reports it.
    bytes: Option<u64>,
}

impl Copies<'_> {
    fn new(simulator: &Simulator, count: u32) -> Copies<'_> {
        let before = resident();
        let mut list: Vec<Simulator> = (0..count).map(|_| simulator.clone()).collect();
        // Buffers grow to their size in the first half-ticks.
        for copy in &mut list {
            copy.run(4);
        }
        let taken = before.zip(resident());
        let bytes = taken.map(|(before, after)| after.saturating_sub(before) / u64::from(count));
        Copies { simulator, bytes }
    }

    fn measure(self, args: &Args, ui: &mut Ui) -> anyhow::Result<Answer> {
        let threads = args.threads.min(args.copies) as usize;
        let start = Instant::now();
        let done = on_copies(self.simulator, args.copies as usize, threads, |_, copy| {
            step(copy, args.half_ticks)
        });
        let done: u64 = done.into_iter().sum();
        let seconds = start.elapsed().as_secs_f64().max(1e-9);
        let each_second = done as f64 / seconds;
        if args.json {
            let answer = json!({
                "copies": args.copies,
                "threads": threads,
                "half_ticks": done,
                "seconds": seconds,
                "half_ticks_per_second": each_second,
                "bytes_per_copy": self.bytes,
            });
            rows::print_pretty(answer, ui)?;
            return Ok(Answer::Yes);
        }
        writeln!(
            ui.out,
            "{} copies on {}: {} in {seconds:.3} s: {each_second:.0} a second",
            args.copies,
            count(threads, "thread"),
            count(done, "half-tick"),
        )?;
        if let Some(bytes) = self.bytes {
            writeln!(ui.out, "each copy takes {} KB of memory", bytes / 1024)?;
        }
        Ok(Answer::Yes)
    }
}

/// Bytes of memory this process takes, where the system reports it.
fn resident() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kilobytes * 1024)
}

/// Seconds this thread has run, where the system reports it. Other load on the machine does not change them much.
fn processor_time() -> Option<f64> {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds: u64 = told.split_whitespace().next()?.parse().ok()?;
    Some(nanoseconds as f64 / 1e9)
}

/// The kind of work, and how much.
#[derive(Clone, Copy)]
enum Work {
    HalfTicks(u64),
    /// Without a clock a half-tick does nothing, so the inputs are changed instead.
    Inputs(u64),
}

impl Work {
    fn count(self) -> u64 {
        let (Work::HalfTicks(count) | Work::Inputs(count)) = self;
        count
    }

    fn name(self) -> &'static str {
        match self {
            Work::HalfTicks(_) => "half-tick",
            Work::Inputs(_) => "input change",
        }
    }
}

/// Repeatedly sets every input pin and button of the top circuit to another value. Returns how often.
fn shake(simulator: &mut Simulator, times: u64) -> anyhow::Result<u64> {
    let design = simulator.design().clone();
    let inputs: Vec<(PartId, Option<u32>)> = design
        .parts_of(InstanceId::ROOT)
        .filter_map(|part| {
            let component = design.component(part);
            match component.kind()? {
                Kind::Button => Some((part, None)),
                Kind::Pin => {
                    let attrs = component.attrs.of(Kind::Pin);
                    let input = !attrs.flag("output");
                    input.then(|| (part, Some(attrs.count("width"))))
                }
                _ => None,
            }
        })
        .collect();
    if inputs.is_empty() {
        bail!("the circuit has no clock and no inputs: there is nothing to measure");
    }
    // Knuth's generator: the same inputs on every machine.
    let mut number = 1u64;
    for done in 0..times {
        for &(part, width) in &inputs {
            number = number
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let value = (number >> 32) as u32;
            match width {
                Some(width) => simulator.set_pin(part, circuit::Value::known(width, value))?,
                None => simulator.set_buttons(&[(part, value & 1 == 1)])?,
            }
        }
        if simulator.is_oscillating() {
            return Ok(done + 1);
        }
    }
    Ok(times)
}

struct Measured {
    parts: usize,
    loading: Duration,
    running: Duration,
    /// Seconds of the processor's time, where the system reports it.
    processor: Option<f64>,
    work: Work,
    evaluations: u64,
}

impl Measured {
    fn each_second(&self, count: u64) -> f64 {
        count as f64 / self.running.as_secs_f64().max(1e-9)
    }

    fn json(&self, oscillates: bool) -> serde_json::Value {
        let (done, changes) = match self.work {
            Work::HalfTicks(done) => (done, 0),
            Work::Inputs(changes) => (0, changes),
        };
        json!({
            "parts": self.parts,
            "half_ticks": done,
            "input_changes": changes,
            "seconds": self.running.as_secs_f64(),
            "processor_seconds": self.processor,
            "half_ticks_per_second": self.each_second(done),
            "input_changes_per_second": self.each_second(changes),
            "evaluations": self.evaluations,
            "evaluations_per_second": self.each_second(self.evaluations),
            "load_seconds": self.loading.as_secs_f64(),
            "oscillates": oscillates,
        })
    }

    fn tell(&self, ui: &mut Ui) -> anyhow::Result<()> {
        let done = self.work.count();
        writeln!(
            ui.out,
            "{}, loaded and settled in {:.1} ms",
            count(self.parts, "part"),
            self.loading.as_secs_f64() * 1e3
        )?;
        if let Work::Inputs(_) = self.work {
            writeln!(
                ui.out,
                "the circuit has no clock, so its inputs were changed"
            )?;
        }
        writeln!(
            ui.out,
            "{} in {:.3} s: {:.0} a second",
            count(done, self.work.name()),
            self.running.as_secs_f64(),
            self.each_second(done)
        )?;
        if let Some(seconds) = self.processor {
            let each_second = done as f64 / seconds.max(1e-9);
            writeln!(
                ui.out,
                "{seconds:.3} s of processor time: {each_second:.0} a second"
            )?;
        }
        writeln!(
            ui.out,
            "{}: {:.0} a second, {:.1} each time",
            count(self.evaluations, "evaluation"),
            self.each_second(self.evaluations),
            self.evaluations as f64 / done.max(1) as f64
        )?;
        Ok(())
    }
}

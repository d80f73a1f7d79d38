//! `mancala circuit run`: a circuit by itself, or by a script.

use std::io::BufWriter;
use std::path::PathBuf;

use anyhow::Context;
use circuit::project::Kind;
use circuit::reference::{Found, Reference};
use circuit::script::{self, Failure, Limits, Mismatch, Report, Stage, Why};
use circuit::show;
use circuit::sim::{Display, Simulator};
use circuit::wave::Wave;
use serde_json::{Map, Value, json};
use timeline::{Arrival, Budget, Timeline};

use super::list;
use super::load::{self, Running, Source};
use super::stage::{Out, Show};
use crate::files::{self, Draft};
use crate::rows;
use crate::screen;
use crate::ui::{Answer, Ui};
use crate::wording;

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    running: Running,
    /// A script of actions and expectations, one per line
    #[arg(long, value_name = "FILE")]
    script: Option<PathBuf>,
    /// Half-ticks to run, after the script if there is one
    #[arg(long, default_value_t = 0, value_name = "N")]
    half_ticks: u64,
    /// Print a value whenever it changes: PATH, PATH:PORT or `PATH[ADDRESS]`; may be repeated
    #[arg(long, value_name = "PATH")]
    watch: Vec<String>,
    /// Write a waveform; with --exact it has every glitch
    #[arg(long, value_name = "FILE")]
    vcd: Option<PathBuf>,
    /// Show all displays as text at the end
    #[arg(long)]
    show: bool,
    /// Print the value at every port of every part at the end
    #[arg(long)]
    dump: bool,
    /// Stop a script after this many half-ticks
    #[arg(long, default_value_t = 100_000_000, value_name = "N")]
    limit: u64,
    /// Write every action with its half-tick as a run that `mancala circuit debug --replay` replays
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, ui: &mut Ui) -> anyhow::Result<Answer> {
    let script = args.script.as_deref().map(load::script).transpose()?;
    let vcd = args.vcd.as_deref();
    args.source
        .keep_apart(&args.running, args.script.as_deref(), vcd)?;
    let mut simulator = args.source.simulator(&args.running, ui)?;
    let out = match args.json {
        true => Out::Kept {
            prints: Vec::new(),
            watched: Vec::new(),
        },
        false => Out::Now(&mut ui.out),
    };
    let mut stage = Show::new(out, &simulator, args.script.as_deref());
    for text in &args.watch {
        stage.watch.push((text.clone(), watched(text, &simulator)?));
    }
    let draft = args.vcd.as_deref().map(Draft::new).transpose()?;
    if let Some(draft) = &draft {
        let out = BufWriter::new(draft.file.try_clone()?);
        stage.wave = Some(Wave::new(out, &mut simulator, args.running.exact)?);
    }
    stage.begin(&mut simulator);
    let mut timeline = Timeline::new(simulator);
    let mut report = Report::default();
    if let (Some(script), Some(path)) = (&script, &args.script) {
        let limits = Limits {
            half_ticks: args.limit,
        };
        report = script::run_in(script, &mut timeline, &mut stage, limits)
            .map_err(|problems| load::problems(path, &problems))?;
    }
    advance(&mut timeline, args.half_ticks, &mut stage);
    if let Some(path) = &args.record {
        let head = args.source.head(&args.running);
        let run = timeline.to_run(head, |input| input.text(timeline.subject()));
        files::save(path, run.to_string().as_bytes())?;
    }
    let simulator = timeline.into_subject();
    if let Some(wave) = stage.wave.take() {
        wave.finish()?;
    }
    if let Some(error) = stage.error.take() {
        return Err(error.into());
    }
    if let Some(draft) = draft {
        draft.keep()?;
    }
    match args.json {
        true => {
            let answer = as_json(&report, &simulator, &stage);
            rows::print_pretty(answer, ui)?;
        }
        false => tell(args, &report, &simulator, &mut stage)?,
    }
    let fine = report.passed() && !simulator.is_oscillating();
    Ok(if fine { Answer::Yes } else { Answer::No })
}

fn watched(text: &str, simulator: &Simulator) -> anyhow::Result<Found> {
    let target = Reference::parse(text).and_then(|reference| reference.find(simulator));
    target.with_context(|| format!("--watch {text}"))
}

fn advance(timeline: &mut Timeline<Simulator>, half_ticks: u64, stage: &mut Show<'_>) {
    let free = &mut Budget::unlimited();
    if stage.idle() {
        timeline.run(half_ticks, free);
        return;
    }
    for _ in 0..half_ticks {
        if timeline.run(1, free) != Arrival::There || stage.error.is_some() {
            return;
        }
        stage.settled(timeline.subject_mut(), true);
    }
}

fn tell(
    args: &Args,
    report: &Report,
    simulator: &Simulator,
    stage: &mut Show<'_>,
) -> anyhow::Result<()> {
    if args.script.is_none() {
        for (name, value) in pins(simulator) {
            stage.line(&format!("{name} = {}", show::value(value)))?;
        }
    }
    if args.dump {
        for value in list::values(simulator) {
            stage.line(&list::line(&value))?;
        }
    }
    if args.show {
        for line in show::all(simulator, screen::wrap_width()).lines() {
            stage.line(line)?;
        }
    }
    if let Some(oscillation) = simulator.oscillation() {
        let design = simulator.design();
        let parts = oscillation.parts.iter().take(20);
        let paths: Vec<String> = parts.map(|&part| design.path(part)).collect();
        let ticks = simulator.ticks();
        stage.line(&format!(
            "the circuit oscillates at half-tick {ticks}; still changing: {}",
            paths.join(", ")
        ))?;
    }
    if args.script.is_some() {
        verdict(report, stage)?;
    }
    Ok(())
}

fn verdict(report: &Report, stage: &mut Show<'_>) -> anyhow::Result<()> {
    for test in &report.tests {
        let word = if test.passed() { "ok  " } else { "FAIL" };
        let points = if test.passed() { test.points } else { 0 };
        stage.line(&format!(
            "{word}  {} ({points} of {})",
            test.name,
            wording::count(test.points, "point")
        ))?;
    }
    let failed = report.failures.len();
    if !report.tests.is_empty() {
        let passed = report.tests.iter().filter(|test| test.passed()).count();
        let (got, all) = report.points();
        stage.line(&format!(
            "{passed} of {} passed, {got} of {}",
            wording::count(report.tests.len(), "test"),
            wording::count(all, "point")
        ))?;
    } else if failed > 0 {
        let ended = if report.given_up {
            "; the script was abandoned there"
        } else {
            ""
        };
        stage.line(&format!(
            "{}, {}{ended}",
            wording::count(failed, "failure"),
            wording::count(report.expectations, "expectation")
        ))?;
    } else if report.expectations > 0 {
        stage.line(&match report.expectations {
            1 => "the expectation holds".to_owned(),
            all => format!("all {all} expectations hold"),
        })?;
    }
    Ok(())
}

/// Pins and probes of the top circuit with their values.
fn pins(simulator: &Simulator) -> Vec<(String, circuit::Value)> {
    let design = simulator.design();
    design
        .parts_of(circuit::netlist::InstanceId::ROOT)
        .filter(|&part| {
            let kind = design.component(part).kind();
            matches!(kind, Some(Kind::Pin | Kind::Probe))
        })
        .map(|part| (design.path(part), simulator.value(part)))
        .collect()
}

/// A known value as a number, any other as its bits.
fn value_json(value: circuit::Value) -> Value {
    match value.number() {
        Some(number) => json!(number),
        None => json!(value.bits()),
    }
}

fn as_json(report: &Report, simulator: &Simulator, stage: &Show<'_>) -> Value {
    let design = simulator.design();
    let values: Map<String, Value> = pins(simulator)
        .into_iter()
        .map(|(name, value)| (name, value_json(value)))
        .collect();
    let sent: Map<String, Value> = stage
        .sent
        .iter()
        .map(|(&part, bytes)| {
            let path = design.path(circuit::netlist::PartId(part));
            (path, json!(String::from_utf8_lossy(bytes)))
        })
        .collect();
    let (prints, watched): (&[String], &[_]) = match &stage.out {
        Out::Kept { prints, watched } => (prints, watched),
        Out::Now(_) => (&[], &[]),
    };
    let watched: Vec<Value> = watched
        .iter()
        .map(|at| {
            let named = stage.watch.iter().zip(&at.values);
            let values: Map<String, Value> = named
                .map(|((name, _), value)| (name.clone(), value_json(*value)))
                .collect();
            json!({"half_tick": at.half_tick, "values": values})
        })
        .collect();
    let oscillation = simulator.oscillation();
    let (points, all_points) = report.points();
    json!({
        "passed": report.passed() && oscillation.is_none(),
        "half_ticks": simulator.ticks(),
        "evaluations": simulator.evaluations(),
        "expectations": report.expectations,
        "failures": report.failures.iter().map(failure_json).collect::<Vec<_>>(),
        "given_up": report.given_up,
        "tests": report.tests.iter().map(|test| json!({
            "name": test.name, "line": test.line, "passed": test.passed(),
            "points": if test.passed() { test.points } else { 0 }, "max_points": test.points,
            "expectations": test.expectations, "failures": test.failures,
        })).collect::<Vec<_>>(),
        "points": points,
        "max_points": all_points,
        "printed": prints,
        "watched": watched,
        "terminals": sent,
        "values": values,
        "displays": displays_json(simulator),
        "oscillates": oscillation.map(|found| {
            found.parts.iter().take(100).map(|&part| design.path(part)).collect::<Vec<_>>()
        }),
        "short_circuits": simulator.short_circuits().iter().map(|short| json!({
            "circuit": design.instance_path(short.instance),
            "x": short.at.x, "y": short.at.y,
            "drivers": short.drivers.iter().map(|&(part, value)| json!({
                "part": design.path(part), "value": value_json(value),
            })).collect::<Vec<_>>(),
        })).collect::<Vec<_>>(),
    })
}

fn displays_json(simulator: &Simulator) -> Value {
    let design = simulator.design();
    let shown = design.part_ids().filter_map(|part| {
        let display = simulator.display(part)?;
        let value = match &display {
            Display::Led(lit) => json!(lit),
            Display::Dots(rows) => json!(rows),
            Display::Tty(lines) => json!(lines),
            other => json!(show::brief(other)),
        };
        Some((design.path(part), value))
    });
    Value::Object(shown.collect())
}

fn failure_json(failure: &Failure) -> Value {
    let list = |mismatches: &[Mismatch]| -> Vec<Value> {
        mismatches
            .iter()
            .map(|one| json!({"path": one.path, "expected": one.expected, "found": one.found}))
            .collect()
    };
    let (kind, mismatches) = match &failure.why {
        Why::Expectation(mismatches) => ("expectation", list(mismatches)),
        Why::Timeout { missing, .. } => ("timeout", list(missing)),
        Why::Oscillation(_) => ("oscillation", Vec::new()),
        Why::TooLong { .. } => ("too-long", Vec::new()),
        Why::Impossible(_) => ("impossible", Vec::new()),
    };
    json!({
        "line": failure.line, "text": failure.text, "half_tick": failure.half_tick,
        "test": failure.test, "kind": kind, "what": failure.why.to_string(),
        "mismatches": mismatches, "message": failure.message,
    })
}

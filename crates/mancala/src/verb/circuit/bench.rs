//! `mancala circuit bench`: how fast a circuit runs here.

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use circuit::script::{self, Limits};
use serde_json::json;

use super::load::{self, Running, Source};
use super::stage::Quiet;
use crate::ui::{Answer, Ui};

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    running: Running,
    /// Half-ticks to run
    #[arg(long, default_value_t = 20_000, value_name = "N")]
    half_ticks: u64,
    /// Run a script first, to bring the circuit to work
    #[arg(long, value_name = "FILE")]
    script: Option<PathBuf>,
    /// Answer in JSON
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
    let before = simulator.evaluations();
    let start = Instant::now();
    let done = simulator.run(args.half_ticks);
    let running = start.elapsed();
    let evaluations = simulator.evaluations() - before;
    let each_second = |count: u64| count as f64 / running.as_secs_f64().max(1e-9);
    let parts = simulator.design().part_ids().count();
    match args.json {
        true => {
            let answer = json!({
                "parts": parts,
                "half_ticks": done,
                "seconds": running.as_secs_f64(),
                "half_ticks_per_second": each_second(done),
                "evaluations": evaluations,
                "evaluations_per_second": each_second(evaluations),
                "load_seconds": loading.as_secs_f64(),
                "oscillates": simulator.is_oscillating(),
            });
            serde_json::to_writer_pretty(&mut ui.out, &answer)?;
            writeln!(ui.out)?;
        }
        false => {
            writeln!(
                ui.out,
                "{parts} parts, loaded and settled in {:.1} ms",
                loading.as_secs_f64() * 1e3
            )?;
            writeln!(
                ui.out,
                "{done} half-ticks in {:.3} s: {:.0} half-ticks a second",
                running.as_secs_f64(),
                each_second(done)
            )?;
            writeln!(
                ui.out,
                "{evaluations} evaluations: {:.0} a second, {:.1} a half-tick",
                each_second(evaluations),
                evaluations as f64 / done.max(1) as f64
            )?;
        }
    }
    if simulator.is_oscillating() {
        writeln!(
            ui.err,
            "the circuit oscillates: it was stopped after {done} half-ticks"
        )?;
        return Ok(Answer::No);
    }
    Ok(Answer::Yes)
}

//! `mancala circuit svg`: a picture of a circuit.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{anyhow, bail};
use circuit::netlist::{Child, InstanceId};
use circuit::picture::Live;
use circuit::script::{self, Limits};
use circuit::sim::Simulator;
use circuit::svg;

use super::load::{self, Running, Source};
use super::stage::Quiet;
use crate::files;
use crate::ui::{Answer, Ui};

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    running: Running,
    /// Run a script first and show its last values
    #[arg(long, value_name = "FILE")]
    script: Option<PathBuf>,
    /// Run this many half-ticks first (after the script) and show the values
    #[arg(long, value_name = "N")]
    half_ticks: Option<u64>,
    /// Show the values at the start
    #[arg(long)]
    values: bool,
    /// Draw the inside of a sub-circuit, given by its path, with the values there
    #[arg(long, value_name = "PATH")]
    inside: Option<String>,
    /// Write to a file instead of stdout
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub fn run(args: &Args, ui: &mut Ui) -> anyhow::Result<Answer> {
    let (script, out) = (args.script.as_deref(), args.out.as_deref());
    args.source.keep_apart(&args.running, script, out)?;
    let mut simulator = args.source.simulator(&args.running, ui)?;
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
    simulator.run(args.half_ticks.unwrap_or(0));
    let instance = match &args.inside {
        Some(path) => inside(&simulator, path)?,
        None => InstanceId::ROOT,
    };
    let running = args.values || args.script.is_some() || args.half_ticks.is_some();
    let live = running.then_some(Live {
        simulator: &simulator,
        instance,
    });
    let design = simulator.design();
    let circuit = design.circuit(instance);
    let picture = svg::draw(&design.project, circuit, live);
    match &args.out {
        Some(path) => files::save(path, picture.as_bytes())?,
        None => ui.out.write_all(picture.as_bytes())?,
    }
    Ok(Answer::Yes)
}

fn inside(simulator: &Simulator, path: &str) -> anyhow::Result<InstanceId> {
    let part = simulator.find(path)?;

    match simulator.design().inside(part) {
        Some(Child::Instance(inner)) => Ok(inner),
        Some(Child::Native) => bail!("{path} is a native part: there is nothing to draw inside"),
        None => Err(anyhow!("{path} is not a sub-circuit")),
    }
}

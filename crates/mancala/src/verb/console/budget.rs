//! `mancala console budget`: the cost of the firmware.

use std::io::Write;
use std::time::{Duration, Instant};

use consoles::budget::{Budget, Spread};
use consoles::{Console, Machine, Model, Phase, Processor, Wired};
use kalah::Side;
use serde_json::{Value, json};

use crate::rows;
use crate::ui::{Answer, Ui};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Only this console: 2016, 2016-mirror, 2022 or 2023
    #[arg(long, value_name = "YEAR")]
    model: Option<Model>,
    /// Games played against a random human to measure the clocks
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// Random seed of the human's moves
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Also print how fast each engine ran them
    #[arg(long)]
    speed: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, ui: &mut Ui) -> anyhow::Result<Answer> {
    let models = args.model.map_or(Model::ALL.to_vec(), |model| vec![model]);
    let measured: Vec<(Budget, Vec<Speed>)> = models
        .into_iter()
        .map(|model| measure(args, model))
        .collect();
    if args.json {
        let list = measured
            .iter()
            .map(|(budget, speeds)| as_json(budget, speeds));
        rows::print(Value::from_iter(list), ui)?;
        return Ok(Answer::Yes);
    }
    for (budget, speeds) in &measured {
        report(budget, ui)?;
        for (engine, speed) in speeds {
            let name = format!("{engine} engine, half-ticks per second");
            writeln!(ui.out, "  {name:<36} {speed:>13.0}")?;
        }
    }
    Ok(Answer::Yes)
}

/// An engine and its half-ticks per second.
type Speed = (&'static str, f64);

/// How long an engine that runs circuits is measured.
const LONG_ENOUGH: Duration = Duration::from_secs(2);

/// The budget, and the speed of every engine if requested.
fn measure(args: &Args, model: Model) -> (Budget, Vec<Speed>) {
    let began = Instant::now();
    let budget = Budget::measure(model, args.games, args.seed);
    let seconds = began.elapsed().as_secs_f64().max(1e-9);
    let mut speeds = Vec::new();
    if args.speed {
        speeds.push(("fast", 2.0 * budget.clocks as f64 / seconds));
        speeds.push(("chips", wired_speed(model, Processor::Native)));
        speeds.push(("gates", wired_speed(model, Processor::Gates)));
    }
    (budget, speeds)
}

/// Games from the start in which the human always presses the first pit with seeds.
fn wired_speed(model: Model, processor: Processor) -> f64 {
    let power_on = Wired::new(model, processor).snapshot();
    let mut console = Console::new(Wired::new(model, processor));
    let (began, mut done) = (Instant::now(), 0);
    while began.elapsed() < LONG_ENOUGH {
        console.start(4, Side::South);
        while console.panel().phase() == Phase::Human && began.elapsed() < LONG_ENOUGH {
            let full = console.panel().pits[0].iter().position(|&seeds| seeds > 0);
            console.play(full.map_or(1, |index| index as u8 + 1));
        }
        done += console.machine.half_ticks();
        console.machine.restore(&power_on);
    }
    done as f64 / began.elapsed().as_secs_f64()
}

fn report(budget: &Budget, ui: &mut Ui) -> anyhow::Result<()> {
    writeln!(ui.out, "console {}", budget.model)?;
    for (name, bytes) in &budget.banks {
        writeln!(ui.out, "  {name:<34} {bytes:>5} bytes of 256")?;
    }
    writeln!(
        ui.out,
        "  {:<34} {:>5} {:>6} {:>6}",
        "clocks", "least", "mean", "most"
    )?;
    for (name, spread) in spreads(budget) {
        let Spread { least, most, .. } = spread;
        writeln!(
            ui.out,
            "  {name:<34} {least:>5} {:>6} {most:>6}",
            spread.mean()
        )?;
    }
    Ok(())
}

fn spreads(budget: &Budget) -> [(&'static str, Spread); 3] {
    [
        ("a move of the human", budget.human),
        ("a move of the computer", budget.computer),
        ("a move with its reply, one each", budget.round),
    ]
}

fn as_json(budget: &Budget, speeds: &[Speed]) -> Value {
    let banks: Value = (budget
        .banks
        .iter()
        .map(|&(name, bytes)| (name.to_owned(), Value::from(bytes))))
    .collect();
    let spread = |spread: Spread| json!({"count": spread.count, "least": spread.least, "mean": spread.mean(), "most": spread.most});
    let engines: Value = (speeds.iter())
        .map(|&(name, speed)| (name.to_owned(), Value::from(speed)))
        .collect();
    json!({
        "model": budget.model,
        "games": budget.games,
        "banks": banks,
        "human_clocks": spread(budget.human),
        "computer_clocks": spread(budget.computer),
        "round_clocks": spread(budget.round),
        "half_ticks_a_second": engines,
    })
}

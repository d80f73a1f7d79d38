//! `mancala console budget`: what the firmware costs.

use std::io::Write;
use std::time::Instant;

use console::Model;
use console::budget::{Budget, Spread};
use serde_json::{Value, json};

use crate::ui::{Answer, Ui};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Only this console: 2016, 2016-mirror, 2022 or 2023
    #[arg(long, value_name = "YEAR")]
    model: Option<Model>,
    /// Games played against a random human to measure the clocks
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// The seed of the random human
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print how fast each engine ran them, too
    #[arg(long)]
    speed: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, ui: &mut Ui) -> anyhow::Result<Answer> {
    let models = args.model.map_or(Model::ALL.to_vec(), |model| vec![model]);
    let measured: Vec<(Budget, Option<f64>)> = models
        .into_iter()
        .map(|model| measure(args, model))
        .collect();
    if args.json {
        let list = measured
            .iter()
            .map(|(budget, speed)| as_json(budget, *speed));
        writeln!(ui.out, "{}", Value::from_iter(list))?;
        return Ok(Answer::Yes);
    }
    for (budget, speed) in &measured {
        report(budget, ui)?;
        if let Some(speed) = speed {
            let name = "fast engine, half-ticks a second";
            writeln!(ui.out, "  {name:<34} {speed:>5.0}")?;
        }
    }
    Ok(Answer::Yes)
}

/// The budget, and the half-ticks a second it was measured with if they are asked for.
fn measure(args: &Args, model: Model) -> (Budget, Option<f64>) {
    let began = Instant::now();
    let budget = Budget::measure(model, args.games, args.seed);
    let seconds = began.elapsed().as_secs_f64().max(1e-9);
    let speed = 2.0 * budget.clocks as f64 / seconds;
    (budget, args.speed.then_some(speed))
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

fn as_json(budget: &Budget, speed: Option<f64>) -> Value {
    let banks: Value = (budget
        .banks
        .iter()
        .map(|&(name, bytes)| (name.to_owned(), Value::from(bytes))))
    .collect();
    let spread = |spread: Spread| json!({"count": spread.count, "least": spread.least, "mean": spread.mean(), "most": spread.most});
    json!({
        "model": budget.model,
        "games": budget.games,
        "banks": banks,
        "human_clocks": spread(budget.human),
        "computer_clocks": spread(budget.computer),
        "round_clocks": spread(budget.round),
        "fast_half_ticks_a_second": speed,
    })
}

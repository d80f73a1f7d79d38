//! `mancala perft`: counts move sequences, to check move generation against other programs.

use std::io::Write;

use kalah::{Pit, Position, Side, perft};
use serde_json::{Value, json};

use crate::args::RuleArgs;
use crate::moves;
use crate::rows;
use crate::ui::{Answer, Ui};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Count sequences of 1 to this many moves
    #[arg(value_parser = clap::value_parser!(u32).range(1..=30))]
    depth: u32,
    /// The position to start from; the start position if left out
    position: Option<String>,
    /// Moves to make first, as pit numbers or as a record writes them: "3 6 2", "1. 3+ 6 / 2"
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
    /// Count the sequences of the full depth that begin with each move
    #[arg(long)]
    divide: bool,
    /// Print JSON: position, rules, counts (for 1 move, 2 moves, ...); with --divide depth, moves (pit, position, count) and total
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    rules: RuleArgs,
}

pub fn run(args: &Args, ui: &mut Ui) -> anyhow::Result<Answer> {
    let start = args.rules.position(args.position.as_deref(), Side::South)?;
    let position = moves::after(&start, args.moves.as_deref())?;
    match (args.divide, args.json) {
        (false, false) => count(args.depth, &position, ui)?,
        (false, true) => {
            let counts = (1..=args.depth).map(|depth| perft(&position, depth));
            let mut value = described(&position);
            value["counts"] = counts.collect();
            rows::print(value, ui)?;
        }
        (true, false) => divide(args.depth, &position, ui)?,
        (true, true) => rows::print(divide_json(args.depth, &position), ui)?,
    }
    Ok(Answer::Yes)
}

fn count(most: u32, position: &Position, ui: &mut Ui) -> anyhow::Result<()> {
    for depth in 1..=most {
        writeln!(ui.out, "{depth:2} {}", perft(position, depth))?;
        ui.out.flush()?;
    }
    Ok(())
}

/// Every move with the position after it and the sequences that begin with it.
fn divided(depth: u32, position: &Position) -> impl Iterator<Item = (Pit, Position, u64)> + '_ {
    position.legal_moves().map(move |pit| {
        let after = position.step_legal(pit).after;
        (pit, after, perft(&after, depth - 1))
    })
}

fn divide(depth: u32, position: &Position, ui: &mut Ui) -> anyhow::Result<()> {
    let mut total = 0;
    for (pit, _, count) in divided(depth, position) {
        writeln!(ui.out, "{pit:2} {count}")?;
        ui.out.flush()?;
        total += count;
    }
    writeln!(ui.out, "total {total}")?;
    Ok(())
}

fn described(position: &Position) -> Value {
    json!({"position": position.to_string(), "rules": position.rules()})
}

fn divide_json(depth: u32, position: &Position) -> Value {
    let moves: Vec<_> = divided(depth, position).collect();
    let total: u64 = moves.iter().map(|(.., count)| count).sum();
    let moves = moves.iter().map(
        |(pit, after, count)| json!({"pit": pit, "position": after.to_string(), "count": count}),
    );
    let mut value = described(position);
    value["depth"] = depth.into();
    value["moves"] = moves.collect();
    value["total"] = total.into();
    value
}

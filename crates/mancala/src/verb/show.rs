//! `mancala show`: a position, optionally after some moves.

use std::io::Write;

use kalah::notation::json::PositionJson;
use kalah::{Position, Record, Side, Sowing};
use serde_json::json;

use crate::args::RuleArgs;
use crate::board;
use crate::moves;
use crate::paint::Paint;
use crate::rows;
use crate::ui::{Answer, Ui};
use crate::wording::{self, People};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The position, as '4,4,4,4,4,4,0/4,4,4,4,4,4,0 s' or as a KGP board; the start position if left out
    position: Option<String>,
    /// Moves to make first, as pit numbers or as a record writes them: "3 6 2", "1. 3+ 6 / 2"
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
    /// Describe each move on its own line
    #[arg(long)]
    trace: bool,
    /// Print JSON: position, pits and stores of both sides, side to move, legal moves, over, result
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    rules: RuleArgs,
}

pub fn run(args: &Args, ui: &mut Ui) -> anyhow::Result<Answer> {
    let start = args.rules.position(args.position.as_deref(), Side::South)?;
    let mut record = Record::new(start);
    for pit in moves::parse(&start, args.moves.as_deref().unwrap_or_default())? {
        record.push(pit)?;
    }
    let paint = Paint::new(ui.colour.on(&std::io::stdout()));
    match args.json {
        true => print_json(&record, args.trace, ui)?,
        false => print_text(&record, args.trace, paint, ui)?,
    }
    Ok(Answer::Yes)
}

fn print_text(record: &Record, trace: bool, paint: Paint, ui: &mut Ui) -> anyhow::Result<()> {
    let people = People::sides();
    if trace {
        for (number, sowing) in (1..).zip(record.sowings()) {
            writeln!(
                ui.out,
                "{number:3}. {}  {}",
                sowing.after,
                wording::sowing(&sowing, &people)
            )?;
        }
        return Ok(());
    }
    let position = record.position();
    for line in board::lines(position, ["south", "north"], paint) {
        writeln!(ui.out, "{line}")?;
    }
    writeln!(ui.out, "\nposition    {position}")?;
    writeln!(ui.out, "rules       {}", position.rules())?;
    match wording::result(record.result(), &people) {
        Some(result) => writeln!(ui.out, "result      {result}")?,
        None => {
            writeln!(ui.out, "to move     {}", position.to_move())?;
            writeln!(ui.out, "legal       {}", position.legal_moves())?;
        }
    }
    Ok(())
}

fn print_json(record: &Record, trace: bool, ui: &mut Ui) -> anyhow::Result<()> {
    let mut value = serde_json::to_value(PositionJson::from(record.position()))?;
    if trace {
        value["trace"] = record.sowings().map(|sowing| step_json(&sowing)).collect();
    }
    rows::print(value, ui)
}

fn step_json(sowing: &Sowing) -> serde_json::Value {
    let sweep = sowing
        .sweep
        .iter()
        .map(|(house, seeds)| json!({"from": house, "seeds": seeds}));
    json!({
        "side": sowing.mover,
        "pit": sowing.pit,
        "seeds": sowing.seeds,
        "path": sowing.path,
        "capture": sowing.capture,
        "extra_turn": sowing.extra_turn,
        "over": sowing.over,
        "sweep": sweep.collect::<Vec<_>>(),
        "position": Position::to_string(&sowing.after),
    })
}

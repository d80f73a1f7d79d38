//! `mancala review`: a played game, move by move.

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Result, bail};
use engine::Effort;
use engine::review::{Play, Review, Reviewed, Verdict, review};
use kalah::{Record, Side};
use serde_json::{Value, json};

use crate::solving::{self, Clock, SolverArgs};
use crate::storage::{self, Storage};
use crate::ui::{Answer, Ui};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The record: a file, or the name of a kept game
    record: PathBuf,
    /// Time for each move: 500ms, 10s
    #[arg(long, value_name = "T", default_value = "5s", value_parser = solving::time)]
    time: Duration,
    /// Print JSON: result, turning_point, south, north (moves, cost, blunders, accuracy), moves
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    solver: SolverArgs,
}

pub fn run(args: &Args, ui: &mut Ui) -> Result<Answer> {
    let record = read(args)?;
    if record.moves().is_empty() {
        bail!("the game has no moves to review");
    }
    let review = reviewed(args, &record, ui)?;
    match args.json {
        true => writeln!(ui.out, "{}", to_json(&record, &review))?,
        false => print_text(&record, &review, ui)?,
    }
    Ok(Answer::Yes)
}

fn read(args: &Args) -> Result<Record> {
    let name = args.record.to_str().filter(|_| !args.record.exists());
    let storage = Storage::new(&args.solver.data.folder()?);
    match name.filter(|name| storage::check_name(name).is_ok() && storage.exists(name)) {
        Some(name) => storage.load(name),
        None => storage::read_record(&args.record),
    }
}

fn reviewed(args: &Args, record: &Record, ui: &mut Ui) -> Result<Review> {
    let start = record.start();
    let solver = args
        .solver
        .solver(start.rules(), start.seeds_in_pits(), None, ui)?;
    let mut clock = Clock::start(Some(args.time));
    let mut moves = Vec::new();
    let mut so_far = Record::new(*start);
    let budgeted = |clock: &Clock, record: &Record| {
        let spent = |part| clock.spent(part);
        review(&solver, record, &Effort::until(&spent))
    };
    // One move at a time, so that each has a clock of its own.
    for (number, &pit) in (1..).zip(record.moves()) {
        clock.restart();
        let mut one = Record::new(*so_far.position());
        one.push(pit)?;
        let mut reviewed = budgeted(&clock, &one).moves;
        reviewed
            .iter_mut()
            .for_each(|reviewed| reviewed.number = number);
        moves.append(&mut reviewed);
        so_far.push(pit)?;
    }
    Ok(Review::of(moves))
}

fn print_text(record: &Record, review: &Review, ui: &mut Ui) -> Result<()> {
    for reviewed in &review.moves {
        writeln!(ui.out, "{}", line(reviewed))?;
    }
    writeln!(ui.out)?;
    let turning = review
        .turning_point
        .and_then(|number| review.moves.get(number - 1));
    match turning {
        Some(reviewed) => writeln!(
            ui.out,
            "turning point  move {}: {}",
            reviewed.number,
            turned(reviewed)
        )?,
        None => writeln!(ui.out, "turning point  none: no move changed who wins")?,
    }
    for side in Side::BOTH {
        let Play {
            moves,
            cost,
            blunders,
            accuracy,
        } = review.play[side.index()];
        let name = match record.players[side.index()].as_str() {
            "" => String::new(),
            name => format!(" ({name})"),
        };
        writeln!(
            ui.out,
            "{side}{name}: accuracy {accuracy:.0} %, {moves} moves cost {cost} seeds, {blunders} blunders"
        )?;
    }
    if review.moves.iter().any(|reviewed| !reviewed.exact) {
        writeln!(
            ui.err,
            "~ marks estimates: those positions could not be solved in the time; give more with --time."
        )?;
    }
    Ok(())
}

fn line(reviewed: &Reviewed) -> String {
    let Reviewed {
        number,
        side,
        pit,
        cost,
        verdict,
        ..
    } = reviewed;
    let about = if reviewed.exact { ' ' } else { '~' };
    let margin = solving::signed(reviewed.margin_after());
    let mut text = format!("{number:3}. {side:5} {pit:>2}  {about}{margin:>4}");
    if *verdict != Verdict::Best {
        let best = solving::pits(&reviewed.analysis.best);
        text.push_str(&format!(
            "  {} costs {cost}; best was {best}",
            verdict.name()
        ));
    }
    text
}

fn turned(reviewed: &Reviewed) -> String {
    let result = |margin: i32| match margin.signum() {
        1 => "a win",
        0 => "a draw",
        _ => "a loss",
    };
    let before = reviewed.analysis.margin;
    let (side, pit) = (reviewed.side, reviewed.pit);
    let after = before - reviewed.cost;
    format!(
        "{side}'s pit {pit} turned {} into {}",
        result(before),
        result(after)
    )
}

fn to_json(record: &Record, review: &Review) -> Value {
    let play = |side: Side| {
        let play = review.play[side.index()];
        json!({"moves": play.moves, "cost": play.cost, "blunders": play.blunders, "accuracy": play.accuracy})
    };
    let moves = review.moves.iter().map(|reviewed| {
        json!({
            "number": reviewed.number,
            "position": reviewed.position.to_string(),
            "side": reviewed.side,
            "pit": reviewed.pit,
            "cost": reviewed.cost,
            "exact": reviewed.exact,
            "verdict": reviewed.verdict.name(),
            "best": reviewed.analysis.best,
            "margin": reviewed.margin_after(),
        })
    });
    json!({
        "result": record.result().to_string(),
        "turning_point": review.turning_point,
        "south": play(Side::South),
        "north": play(Side::North),
        "moves": Value::from_iter(moves),
    })
}

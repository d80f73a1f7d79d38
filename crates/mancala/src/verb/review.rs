//! `mancala review`: a played game, move by move.

use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use engine::Effort;
use engine::book::Book;
use engine::review::{Play, Review, Reviewed, Verdict, review_move};
use kalah::{Record, Side};
use serde_json::{Value, json};

use crate::phase::Phase;
use crate::solving::{self, Clock, SolverArgs};
use crate::storage::{self, Storage};
use crate::ui::{Answer, Ui};
use crate::wording::moves;

/// Only what is proved is judged: a move that could not be settled in its time has no verdict, and an estimated margin is
/// marked with 'about'.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The record: a file, or the name of a kept game
    record: PathBuf,
    /// Which game of the file, if it holds several
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    game: u64,
    /// Time for each move: 500ms, 10s; preparing the search counts too, and takes a tenth of all at most
    #[arg(long, value_name = "T", default_value = "5s", value_parser = solving::time)]
    time: Duration,
    /// Print JSON: result, turning_point, south, north (moves, judged, cost, blunders, accuracy), moves
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
    let (done, all) = (review.moves.len(), record.moves().len());
    if done < all {
        ui.out.flush()?;
        writeln!(ui.err, "Stopped after {done} of {}.", moves(all))?;
        return Ok(Answer::No);
    }
    Ok(Answer::Yes)
}

fn read(args: &Args) -> Result<Record> {
    let name = args.record.to_str().filter(|_| !args.record.exists());
    let storage = Storage::new(&args.solver.data.folder()?);
    match name.filter(|name| storage::check_name(name).is_ok() && storage.exists(name)) {
        Some(name) => storage.load(name),
        None => read_file(args),
    }
}

/// A file of one record, or the record asked for of a file of several.
fn read_file(args: &Args) -> Result<Record> {
    let path = &args.record;
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let starts: Vec<usize> = (text.match_indices("[Format "))
        .map(|(at, _)| at)
        .filter(|&at| at == 0 || text[..at].ends_with('\n'))
        .collect();
    let number = args.game as usize;
    if starts.len() < 2 {
        ensure!(number == 1, "{} holds one game only", path.display());
        return storage::read_record(path);
    }
    let Some(&start) = starts.get(number - 1) else {
        bail!("{} holds {} games only", path.display(), starts.len());
    };
    let end = starts.get(number).copied().unwrap_or(text.len());
    let record = Record::from_text(&text[start..end]);
    record.with_context(|| format!("{}, game {number}", path.display()))
}

fn reviewed(args: &Args, record: &Record, ui: &mut Ui) -> Result<Review> {
    let start = record.start();
    let count = record.moves().len() as u32;
    let (time, begun) = (args.time.saturating_mul(count), Instant::now());
    let solver = args
        .solver
        .solver(start.rules(), start.seeds_in_pits(), Some(time), ui)?;
    let each = time.saturating_sub(begun.elapsed()) / count;
    let book = Book::built_in();
    let phase = Phase::steps("reviewing", count.into());
    let mut clock = Clock::start(Some(each));
    let mut reviewed = Vec::new();
    let mut position = *start;
    for (number, &pit) in (1..).zip(record.moves()) {
        phase.say(&format!("move {number}"));
        clock.restart();
        if clock.stopped() {
            break;
        }
        let spent = |part| clock.spent(part);
        let effort = Effort::until(&spent);
        reviewed.push(review_move(
            &solver,
            Some(&book),
            number,
            &position,
            pit,
            &effort,
        ));
        position = position.step_legal(pit).after;
        phase.step(1);
    }
    Ok(Review::of(reviewed))
}

fn print_text(record: &Record, review: &Review, ui: &mut Ui) -> Result<()> {
    for reviewed in &review.moves {
        writeln!(ui.out, "{}", line(reviewed))?;
    }
    writeln!(ui.out)?;
    let turning = review
        .turning_point
        .and_then(|number| review.moves.get(number - 1));
    let all_judged = review
        .moves
        .iter()
        .all(|reviewed| reviewed.verdict.is_some());
    let turning = match turning {
        Some(reviewed) => format!("move {}: {}", reviewed.number, turned(reviewed)),
        None if all_judged => "none: no move changed who wins".into(),
        None => "none is proved".into(),
    };
    writeln!(ui.out, "turning point  {turning}")?;
    for side in Side::BOTH {
        let name = match record.players[side].as_str() {
            "" => String::new(),
            name => format!(" ({name})"),
        };
        let play = played(&review.play[side.index()]);
        writeln!(ui.out, "{side}{name}: {play}")?;
    }
    if !all_judged {
        writeln!(
            ui.err,
            "Some moves could not be settled in the time and have no verdict; give more with --time."
        )?;
    }
    Ok(())
}

/// A side's play in words.
fn played(play: &Play) -> String {
    let Play {
        moves,
        judged,
        cost,
        blunders,
        accuracy,
    } = *play;
    let count = |number: usize, one: &str| match number {
        1 => format!("1 {one}"),
        _ => format!("{number} {one}s"),
    };
    if moves == 0 {
        return "no moves".into();
    }
    let (moves_told, cost) = (count(moves, "move"), count(cost as usize, "seed"));
    let blunders = count(blunders, "blunder");
    match judged {
        _ if judged == moves => {
            format!("accuracy {accuracy:.0} %, {moves_told} cost {cost}, {blunders}")
        }
        0 if moves == 1 => "1 move, not settled".into(),
        0 => format!("{moves_told}, none of them settled"),
        _ => format!(
            "accuracy {accuracy:.0} % in the {judged} of {moves_told} that are settled, at least {cost} lost, {blunders}"
        ),
    }
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
    let margin = solving::signed(reviewed.margin_after());
    let margin = match reviewed.is_exact() {
        true => margin,
        false => format!("about {margin}"),
    };
    let text = format!("{number:3}. {side:5} {pit:>2}  {margin:>9}");
    let best = solving::pits(&reviewed.analysis.best);
    match (verdict, cost.is_exact()) {
        (Some(Verdict::Best), _) => text,
        (Some(verdict), true) => {
            format!(
                "{text}  {}: costs {}; best was {best}",
                verdict.name(),
                cost.lower
            )
        }
        (Some(verdict), false) => {
            format!("{text}  {}: costs at least {}", verdict.name(), cost.lower)
        }
        (None, _) => format!("{text}  not settled: costs at most {}", cost.upper),
    }
}

fn turned(reviewed: &Reviewed) -> String {
    let result = |result: i32| match result {
        1 => "a win",
        0 => "a draw",
        _ => "a loss",
    };
    let (before, after) = reviewed.turn().unwrap_or_default();
    let (side, pit) = (reviewed.side, reviewed.pit);
    format!(
        "{side}'s pit {pit} turned {} into {}",
        result(before),
        result(after)
    )
}

fn to_json(record: &Record, review: &Review) -> Value {
    let play = |side: Side| {
        let play = review.play[side.index()];
        json!({
            "moves": play.moves,
            "judged": play.judged,
            "cost": play.cost,
            "blunders": play.blunders,
            "accuracy": play.accuracy,
        })
    };
    let moves = review.moves.iter().map(|reviewed| {
        json!({
            "number": reviewed.number,
            "position": reviewed.position.to_string(),
            "side": reviewed.side,
            "pit": reviewed.pit,
            "cost": reviewed.cost.lower,
            "cost_at_most": reviewed.cost.upper,
            "exact": reviewed.cost.is_exact() && reviewed.is_exact(),
            "verdict": reviewed.verdict.map(Verdict::name),
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

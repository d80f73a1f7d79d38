//! `mancala review`: a played game, move by move.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use engine::Effort;
use engine::book::Book;
use engine::review::{Review, Reviewed, Verdict, review_move};
use kalah::{Record, Side};
use serde_json::{Value, json};
use texts::judging;

use crate::files;
use crate::interrupt;
use crate::phase::Phase;
use crate::rows::{self, Csv};
use crate::solving::{self, Clock, SolverArgs};
use crate::storage::{self, Storage};
use crate::ui::{Answer, Ui};
use crate::wording::{self, People, moves};

/// Only what is proved is judged: a move that could not be settled in its time has no verdict, and an estimated margin is
/// marked with 'about'.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The record: a file, or the name of a saved game
    record: PathBuf,
    /// Review only this game of the file [default: all of them]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    game: Option<u64>,
    /// Time for each move: 500ms, 10s; preparing the search counts too, but takes at most a tenth of the total
    #[arg(long, value_name = "T", default_value = "5s", value_parser = solving::time)]
    time: Duration,
    /// Print JSON, one object for each game: game, result, turning_point, south, north (moves, judged, cost, blunders, accuracy), moves
    #[arg(long)]
    json: bool,
    /// Print CSV, a row for each move: game, number, side, player, pit, position, margin, exact, cost, cost_at_most, verdict, best
    #[arg(long, conflicts_with = "json")]
    csv: bool,
    #[command(flatten)]
    solver: SolverArgs,
}

pub fn run(args: &Args, ui: &mut Ui) -> Result<Answer> {
    let games = read(args)?;
    for (number, record) in &games {
        if record.moves().is_empty() {
            bail!(
                "{} has no moves to review",
                named_game(games.len(), *number)
            );
        }
    }
    let mut csv = Csv::new(&COLUMNS);
    let mut summary = Summary::default();
    let mut resolved = true;
    for (at, (number, record)) in games.iter().enumerate() {
        if args.is_text() && games.len() > 1 {
            let gap = if at > 0 { "\n" } else { "" };
            writeln!(ui.out, "{gap}Game {number}: {}", record.result())?;
        }
        let review = reviewed(args, record, ui)?;
        if args.json {
            rows::print(to_json(*number, record, &review), ui)?;
        } else if args.csv {
            let rows = table(*number, record, &review);
            rows.iter().try_for_each(|row| csv.row(row, ui))?;
        } else {
            print_text(record, &review, ui)?;
        }
        summary.add(record, &review);
        resolved &= review.is_resolved();
        ui.out.flush()?;
        let (done, all) = (review.moves.len(), record.moves().len());
        if done < all {
            let all = moves(all);
            let game = match games.len() {
                1 => String::new(),
                _ => format!(" of game {number}"),
            };
            writeln!(
                ui.err,
                "Stopped by {} after {done} of {all}{game}.",
                interrupt::name()
            )?;
            break;
        }
    }
    if args.is_text() && games.len() > 1 {
        summary.print(ui)?;
    }
    if args.is_text() && !resolved {
        writeln!(
            ui.err,
            "Some moves could not be resolved in time and have no verdict; give more with --time."
        )?;
    }
    Ok(match interrupt::asked() {
        true => Answer::No,
        false => Answer::Yes,
    })
}

impl Args {
    fn is_text(&self) -> bool {
        !self.json && !self.csv
    }
}

fn named_game(games: usize, number: usize) -> String {
    match games {
        1 => "the game".to_owned(),
        _ => format!("game {number}"),
    }
}

/// The requested games, with their numbers in the file.
fn read(args: &Args) -> Result<Vec<(usize, Record)>> {
    let name = args.record.to_str().filter(|_| !args.record.exists());
    let storage = Storage::new(&args.solver.data.folder()?);
    let games = match name.filter(|name| storage::check_name(name).is_ok() && storage.exists(name))
    {
        Some(name) => vec![storage.load(name)?],
        None => read_file(&args.record)?,
    };
    let all = games.len();
    let numbered = (1..).zip(games);
    let Some(number) = args.game else {
        return Ok(numbered.collect());
    };
    let asked: Vec<(usize, Record)> = numbered
        .filter(|(this, _)| *this as u64 == number)
        .collect();
    if asked.is_empty() {
        let shown = args.record.display();
        match all {
            1 => bail!("there is no game {number}: {shown} holds one game"),
            _ => bail!("there is no game {number}: {shown} holds {all} games"),
        }
    }
    Ok(asked)
}

/// All records of a file: as many in our text as there are, or one of another kind.
fn read_file(path: &Path) -> Result<Vec<Record>> {
    let text = files::read_text(path)?;
    let games = play::read::games(&text);
    if games.len() < 2 {
        return Ok(vec![storage::read_record(path)?]);
    }
    let read = |(number, game): (usize, &str)| {
        let record = Record::from_text(game);
        record.with_context(|| format!("{}, game {number}", path.display()))
    };
    (1..).zip(games).map(read).collect()
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
    writeln!(ui.out, "move side  pit  south's margin")?;
    for reviewed in &review.moves {
        writeln!(ui.out, "{}", line(reviewed))?;
    }
    writeln!(ui.out)?;
    let (texts, people) = (wording::texts(), People::of(&record.players));
    let whole = review.moves.len() == record.moves().len();
    writeln!(
        ui.out,
        "{}",
        judging::turning_point(texts, review, whole, &people)
    )?;
    for side in Side::BOTH {
        let name = match record.players[side].as_str() {
            "" => String::new(),
            name => format!(" ({name})"),
        };
        let play = judging::play(texts, &review.play[side.index()]);
        writeln!(ui.out, "{side}{name}: {play}")?;
    }
    Ok(())
}

fn line(reviewed: &Reviewed) -> String {
    let Reviewed {
        number,
        side,
        pit,
        verdict,
        ..
    } = reviewed;
    let margin = solving::signed(reviewed.margin_after());
    let margin = match reviewed.is_exact() {
        true => margin,
        false => format!("about {margin}"),
    };
    let text = format!("{number:3}. {side:5} {pit:>2}  {margin:>9}");
    match verdict {
        Some(Verdict::Best) => text,
        _ => {
            let judged = judging::reviewed(wording::texts(), reviewed);
            format!("{text}  {judged}")
        }
    }
}

/// The upper bound of a move's cost; none if it says nothing.
fn cost_at_most(reviewed: &Reviewed) -> Option<i32> {
    match reviewed.cost.is_exact() {
        true => Some(reviewed.cost.upper),
        false => reviewed.cost_at_most(),
    }
}

fn to_json(number: usize, record: &Record, review: &Review) -> Value {
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
            "cost_at_most": cost_at_most(reviewed),
            "exact": reviewed.cost.is_exact() && reviewed.is_exact(),
            "verdict": reviewed.verdict.map(Verdict::name),
            "best": reviewed.analysis.best,
            "margin": reviewed.margin_after(),
        })
    });
    json!({
        "game": number,
        "result": record.result().to_string(),
        "turning_point": review.turning_point,
        "south": play(Side::South),
        "north": play(Side::North),
        "moves": Value::from_iter(moves),
    })
}

/// The columns of CSV.
const COLUMNS: [&str; 12] = [
    "game",
    "number",
    "side",
    "player",
    "pit",
    "position",
    "margin",
    "exact",
    "cost",
    "cost_at_most",
    "verdict",
    "best",
];

/// A row for each move.
fn table(number: usize, record: &Record, review: &Review) -> Vec<Value> {
    let mut value = to_json(number, record, review);
    let mut rows = match value["moves"].take() {
        Value::Array(moves) => moves,
        _ => Vec::new(),
    };
    for (row, reviewed) in rows.iter_mut().zip(&review.moves) {
        row["game"] = number.into();
        row["player"] = record.players[reviewed.side].as_str().into();
    }
    rows
}

/// The summary of a file's games, by player.
#[derive(Default)]
struct Summary {
    /// By name; without one, by side.
    players: Vec<(String, Total)>,
}

#[derive(Default)]
struct Total {
    games: usize,
    moves: usize,
    judged: usize,
    cost: i32,
    blunders: usize,
    /// The accuracies of all judged moves together.
    accuracy: f64,
}

impl Summary {
    fn add(&mut self, record: &Record, review: &Review) {
        for side in Side::BOTH {
            let name = match record.players[side].as_str() {
                "" => side.to_string(),
                name => name.to_owned(),
            };
            let play = &review.play[side.index()];
            let at = match self.players.iter().position(|(known, _)| *known == name) {
                Some(at) => at,
                None => {
                    self.players.push((name, Total::default()));
                    self.players.len() - 1
                }
            };
            let total = &mut self.players[at].1;
            total.games += 1;
            total.moves += play.moves;
            total.judged += play.judged;
            total.cost += play.cost;
            total.blunders += play.blunders;
            total.accuracy += play.accuracy * play.judged as f64;
        }
    }

    fn print(&self, ui: &mut Ui) -> Result<()> {
        let names = self.players.iter().map(|(name, _)| name.chars().count());
        let width = names.max().unwrap_or(0).max("player".len());
        writeln!(
            ui.out,
            "\n{:width$}  games  moves  judged  seeds lost  blunders  accuracy",
            "player"
        )?;
        for (name, total) in &self.players {
            let Total {
                games,
                moves,
                judged,
                cost,
                blunders,
                accuracy,
            } = total;
            let accuracy = match judged {
                0 => "-".to_owned(),
                judged => format!("{:.0} %", accuracy / *judged as f64),
            };
            writeln!(
                ui.out,
                "{name:width$}  {games:>5}  {moves:>5}  {judged:>6}  {cost:>10}  {blunders:>8}  {accuracy:>8}"
            )?;
        }
        Ok(())
    }
}

//! `mancala solve`: the exact value of a position and best play, or bounds when stopped.

use std::fs::File;
use std::io::{BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use engine::Effort;
use engine::search::{Bounds, Checkpoint, Solver, Valued};
use kalah::{Pit, Position, Rules, Side};
use serde_json::{Value, json};

use crate::args::RuleArgs;
use crate::files;
use crate::interrupt;
use crate::moves;
use crate::phase::Phase;
use crate::plan::Question;
use crate::rows::{self, Csv};
use crate::solving::{self, Batch, Clock, SolverArgs};
use crate::stream;
use crate::ui::{Answer, Ui};
use crate::wording::count;

/// Exit code 0 if the value is exact, 1 if the search was stopped before.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The position, as '4,4,4,4,4,4,0/4,4,4,4,4,4,0 s' or as a KGP board; the start position if left out
    #[arg(conflicts_with = "stdin")]
    position: Option<String>,
    /// Moves to make first, as pit numbers or as a record writes them: "3 6 2", "1. 3+ 6 / 2"
    #[arg(long, value_name = "MOVES", conflicts_with = "stdin")]
    moves: Option<String>,
    /// Read one position per line and answer each with one line of JSON or CSV
    #[arg(long, conflicts_with = "checkpoint")]
    stdin: bool,
    /// Stop after this time for each position: 500ms, 10s, 5m, 2h
    #[arg(long, value_name = "T", value_parser = solving::time)]
    time: Option<Duration>,
    /// Save progress in this file, and resume from it if it exists
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Time between checkpoints
    #[arg(long, value_name = "T", default_value = "5m", value_parser = solving::time)]
    every: Duration,
    /// Print JSON: position, rules, value, lower, upper, exact, best, line, nodes, seconds
    #[arg(long)]
    json: bool,
    /// Print CSV: position, rules, value, lower, upper, exact, best, line, nodes, seconds
    #[arg(long, conflicts_with = "json")]
    csv: bool,
    #[command(flatten)]
    solver: SolverArgs,
    #[command(flatten)]
    rules: RuleArgs,
}

/// Maximum number of moves shown of a best line.
const LINE: usize = 40;
/// The fraction of the time for the value; the rest is for the line, or for a look ahead.
const SEARCH: f64 = 0.9;
/// Number of positions searched to choose a move in an unsolved position.
const GLANCE: u64 = 200_000;
/// Maximum number of positions in a checkpoint: 320 MB.
const KEPT: u64 = 32 << 20;

/// A solve and its context.
struct Solve<'a> {
    args: &'a Args,
    position: Position,
    solver: Solver,
    clock: Clock,
}

const COLUMNS: [&str; 10] = [
    "position", "rules", "value", "lower", "upper", "exact", "best", "line", "nodes", "seconds",
];

impl Args {
    /// Whether there is an answer for each of many lines.
    pub fn is_stream(&self) -> bool {
        self.stdin
    }
}

pub fn run(args: &Args, ui: &mut Ui) -> Result<Answer> {
    if args.stdin {
        let mut answers = Answers {
            args,
            batch: Batch::new(&args.solver, Question::Value, args.time),
        };
        let csv = args.csv.then(|| Csv::new(&COLUMNS));
        return stream::run(&args.rules, &mut answers, csv, ui);
    }
    let start = args.rules.position(args.position.as_deref(), Side::South)?;
    let position = moves::after(&start, args.moves.as_deref())?;
    if let Some(path) = &args.checkpoint {
        files::check_folder(path)?;
    }
    let clock = Clock::start(args.time);
    let solver = args
        .solver
        .solver(position.rules(), position.seeds_in_pits(), args.time, ui)?;
    let solve = Solve {
        args,
        position,
        solver,
        clock,
    };
    let known = solve.resumed(ui)?;
    let valued = solve.search(known)?;
    let valued = promising(&solve.solver, &position, valued, &clock);
    let line = line(&solve.solver, &position, &valued, &clock);
    let row = || to_json(&position, &valued, &line, clock.seconds());
    match (args.json, args.csv) {
        (true, _) => rows::print(row(), ui)?,
        (_, true) => Csv::new(&COLUMNS).row(&flat(row()), ui)?,
        _ => solve.print_text(&valued, &line, ui)?,
    }
    Ok(if valued.bounds.is_exact() {
        Answer::Yes
    } else {
        Answer::No
    })
}

/// Why a search ended before its value was exact.
fn why_stopped() -> String {
    match interrupt::asked() {
        true => format!(
            "Stopped by {}; this is what was proved so far.",
            interrupt::name()
        ),
        false => "Stopped when the time was over; give it more --time, --hash or --table-seeds."
            .to_owned(),
    }
}

impl Solve<'_> {
    /// The bounds in a checkpoint.
    fn resumed(&self, ui: &mut Ui) -> Result<Bounds> {
        let nothing = Bounds::of_seeds(i32::from(self.position.total()));
        let Some(path) = self.args.checkpoint.as_deref().filter(|path| path.exists()) else {
            return Ok(nothing);
        };
        let name = || format!("checkpoint {}", path.display());
        let file = File::open(path).with_context(name)?;
        let checkpoint = self
            .solver
            .restore(BufReader::new(file))
            .with_context(name)?;
        if checkpoint.position != self.position {
            bail!("{} is of another position: {}", name(), checkpoint.position);
        }
        let bounds = solving::told(checkpoint.bounds);
        writeln!(
            ui.err,
            "Resuming from {}: the margin is {bounds}.",
            path.display()
        )?;
        Ok(checkpoint.bounds)
    }

    /// Searches in one thread while this one reports progress and writes checkpoints.
    fn search(&self, known: Bounds) -> Result<Valued> {
        // The remaining time is for the move to show.
        let stop = |part: f64| self.clock.spent(SEARCH * part);
        let effort = Effort::until(&stop);
        let (done, finished) = channel();
        let valued = std::thread::scope(|scope| {
            let search = scope.spawn(move || {
                let valued = self.solver.value_from(&self.position, known, None, &effort);
                // Nobody receives any more only if writing a checkpoint failed.
                let _ = done.send(());
                valued
            });
            let watched = self.watch(known, &finished);
            if watched.is_err() {
                interrupt::stop();
            }
            let valued = search
                .join()
                .map_err(|_| anyhow::anyhow!("the search failed"))?;
            watched.map(|()| valued)
        })?;
        if let Some(path) = &self.args.checkpoint {
            self.keep(path, valued.bounds)?;
        }
        Ok(valued)
    }

    fn watch(&self, known: Bounds, finished: &std::sync::mpsc::Receiver<()>) -> Result<()> {
        let phase = Phase::new("solving");
        let mut kept = Instant::now();
        let pause = Duration::from_millis(250);
        while let Err(RecvTimeoutError::Timeout) = finished.recv_timeout(pause) {
            let progress = self.solver.progress();
            let bounds = progress.bounds().and(known);
            let millions = progress.nodes() as f64 / 1e6;
            let told = solving::told(bounds);
            phase.say(&format!("{millions:.0} million positions, margin {told}"));
            if let Some(path) = self
                .args
                .checkpoint
                .as_deref()
                .filter(|_| kept.elapsed() >= self.args.every)
            {
                self.keep(path, bounds)?;
                kept = Instant::now();
            }
        }
        Ok(())
    }

    fn keep(&self, path: &Path, bounds: Bounds) -> Result<()> {
        let checkpoint = Checkpoint {
            position: self.position,
            bounds,
        };
        files::write_whole_with(path, |file| {
            let mut out = BufWriter::new(file);
            self.solver.save(&checkpoint, KEPT, &mut out)?;
            out.flush()
        })
        .with_context(|| format!("the checkpoint could not be written to {}", path.display()))
    }

    fn print_text(&self, valued: &Valued, line: &[Pit], ui: &mut Ui) -> Result<()> {
        let bounds = valued.bounds;
        let meaning = solving::meaning(&self.position, bounds);
        writeln!(ui.out, "position    {}", self.position)?;
        writeln!(ui.out, "rules       {}", self.position.rules())?;
        writeln!(ui.out, "margin      {} ({meaning})", solving::told(bounds))?;
        match (valued.best, bounds.is_exact()) {
            (None, _) => {}
            (Some(_), true) => writeln!(ui.out, "best line   {}", solving::pits(line))?,
            (Some(best), false) => writeln!(ui.out, "best so far {best}")?,
        }
        let (seconds, nodes) = (self.clock.seconds(), count(valued.nodes, "position"));
        writeln!(ui.out, "searched    {nodes} in {seconds:.2} s")?;
        if !bounds.is_exact() {
            writeln!(ui.err, "{}", why_stopped())?;
        }
        Ok(())
    }
}

/// A move to show for an unsolved position. The proved bounds may say little: a short look ahead often promises more.
fn promising(solver: &Solver, position: &Position, mut valued: Valued, clock: &Clock) -> Valued {
    if !valued.bounds.is_exact() {
        let spent = |part| clock.spent(part);
        let glance = Effort::until(&spent).at_most(GLANCE);
        let thought = solver.think(position, &glance);
        valued.best = valued.best_beside(&thought, position);
    }
    valued
}

/// The best line of a solved position, or as much of it as there is time for.
fn line(solver: &Solver, position: &Position, valued: &Valued, clock: &Clock) -> Vec<Pit> {
    let spent = |part| clock.spent(part);
    let effort = Effort::until(&spent);
    let line = match valued.bounds.exact() {
        Some(value) => solver.line(position, value, LINE, &effort),
        None => Vec::new(),
    };
    match line.is_empty() {
        true => valued.best.into_iter().collect(),
        false => line,
    }
}

fn to_json(position: &Position, valued: &Valued, line: &[Pit], seconds: f64) -> Value {
    json!({
        "position": position.to_string(),
        "rules": position.rules(),
        "value": valued.bounds.exact(),
        "lower": valued.bounds.lower,
        "upper": valued.bounds.upper,
        "exact": valued.bounds.is_exact(),
        "best": line.first().copied().or(valued.best),
        "line": line,
        "nodes": valued.nodes,
        "seconds": seconds,
    })
}

/// The same with the rules as text, for a cell of a table.
fn flat(mut value: Value) -> Value {
    let rules: Option<Rules> = serde_json::from_value(value["rules"].take()).ok();
    value["rules"] = rules.map(|rules| rules.to_string()).into();
    value
}

/// Positions one after the other.
struct Answers<'a> {
    args: &'a Args,
    batch: Batch<'a>,
}

impl stream::Answers for Answers<'_> {
    fn expect(&mut self, position: &Position) {
        self.batch.expect(position);
    }

    fn answer(&mut self, position: &Position, ui: &mut Ui) -> Result<Value> {
        let solver = self.batch.solver(position, ui)?;
        let clock = Clock::start(self.args.time);
        let stop = |part: f64| clock.spent(SEARCH * part);
        let valued = solver.value(position, &Effort::until(&stop));
        let valued = promising(solver, position, valued, &clock);
        let line = line(solver, position, &valued, &clock);
        Ok(to_json(position, &valued, &line, clock.seconds()))
    }

    fn rows(answer: &Value) -> Vec<Value> {
        vec![flat(answer.clone())]
    }
}

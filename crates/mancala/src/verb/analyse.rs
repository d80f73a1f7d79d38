//! `mancala analyse`: the value of every move.

use std::io::Write;
use std::time::Duration;

use anyhow::Result;
use engine::Effort;
use engine::analyse::{Analysis, MoveValue, analyse_with, book_best, from_book};
use engine::book::Book;
use engine::search::{Bounds, Solver};
use kalah::{Position, Side};
use serde_json::Value;

use crate::args::RuleArgs;
use crate::moves;
use crate::phase::Phase;
use crate::plan::Question;
use crate::rows::Csv;
use crate::solving::{self, Batch, Clock, SolverArgs};
use crate::stream;
use crate::ui::{Answer, Ui};
use crate::wording;

/// Positions in the opening book are answered at once, with lines that end where the book does; with --time,
/// --table-seeds or --hash the lines are searched to their end.
///
/// Exit code 0 if every value is exact, 1 if the search was stopped before.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The position, as '4,4,4,4,4,4,0/4,4,4,4,4,4,0 s' or as a KGP board; the start position if left out
    #[arg(conflicts_with = "stdin")]
    position: Option<String>,
    /// Moves to make first, as pit numbers or as a record writes them: "3 6 2", "1. 3+ 6 / 2"
    #[arg(long, value_name = "MOVES", conflicts_with = "stdin")]
    moves: Option<String>,
    /// Read one position per line and answer each with one line of JSON, or with lines of CSV
    #[arg(long)]
    stdin: bool,
    /// Stop after this time for each position: 500ms, 10s, 5m
    #[arg(long, value_name = "T", value_parser = solving::time)]
    time: Option<Duration>,
    /// Print JSON: position, value, exact, best, moves (pit, margin, exact, extra_turn, line), nodes, seconds
    #[arg(long)]
    json: bool,
    /// Print CSV, a row for each move: position, pit, margin, exact, lower, upper, best, extra_turn, line
    #[arg(long, conflicts_with = "json")]
    csv: bool,
    #[command(flatten)]
    solver: SolverArgs,
    #[command(flatten)]
    rules: RuleArgs,
}

pub fn run(args: &Args, ui: &mut Ui) -> Result<Answer> {
    if args.stdin {
        let mut answers = Answers {
            args,
            book: Book::built_in(),
            batch: Batch::new(&args.solver, Question::Moves, args.time),
        };
        let csv = args.csv.then(|| Csv::new(&COLUMNS));
        return stream::run(&args.rules, &mut answers, csv, ui);
    }
    let start = args.rules.position(args.position.as_deref(), Side::South)?;
    let position = moves::after(&start, args.moves.as_deref())?;
    let clock = Clock::start(args.time);
    let book = Book::built_in();
    let known = known(args, &book, &position);
    // The value may be in the book where the values of the moves are not.
    let best = book_best(&book, &position).filter(|_| !args.json && !args.csv);
    if let Some((_, bounds)) = best {
        print_value(&position, bounds, ui)?;
        ui.out.flush()?;
    }
    let analysis = match known {
        Some(analysis) => analysis,
        None => {
            let mut batch = Batch::new(&args.solver, Question::Moves, args.time);
            batch.expect(&position);
            let solver = batch.solver(&position, ui)?;
            let _phase = Phase::new("valuing the moves");
            analysed(solver, &book, &position, &clock)
        }
    };
    if args.json || args.csv {
        let value = to_json(&position, &analysis, clock.seconds())?;
        match args.csv {
            true => {
                let mut csv = Csv::new(&COLUMNS);
                rows(&value).iter().try_for_each(|row| csv.row(row, ui))?;
            }
            false => crate::rows::print(value, ui)?,
        }
        return Ok(answer(analysis.is_exact()));
    }
    if best.is_none() {
        print_value(&position, analysis.bounds, ui)?;
    }
    print_text(&analysis, clock.seconds(), ui)?;
    Ok(answer(analysis.is_exact()))
}

/// The book's answer, if it knows every move and no more was requested.
fn known(args: &Args, book: &Book, position: &Position) -> Option<Analysis> {
    let more = args.time.is_some() || args.solver.is_asked_for_more();
    from_book(book, position).filter(|_| !more)
}

fn answer(exact: bool) -> Answer {
    if exact { Answer::Yes } else { Answer::No }
}

fn analysed(solver: &Solver, book: &Book, position: &Position, clock: &Clock) -> Analysis {
    let spent = |part| clock.spent(part);
    analyse_with(solver, Some(book), position, &Effort::until(&spent))
}

fn to_json(position: &Position, analysis: &Analysis, seconds: f64) -> Result<Value> {
    Ok(serde_json::to_value(analysis.document(position, seconds))?)
}

fn print_value(position: &Position, bounds: Bounds, ui: &mut Ui) -> Result<()> {
    let meaning = solving::meaning(position, bounds);
    writeln!(ui.out, "position    {position}")?;
    let margin = solving::told(bounds);
    writeln!(ui.out, "margin      {margin} ({meaning})")?;
    Ok(())
}

fn print_text(analysis: &Analysis, seconds: f64, ui: &mut Ui) -> Result<()> {
    print_moves(analysis, ui)?;
    let searched = wording::count(analysis.nodes, "position");
    writeln!(ui.out, "\n{searched} in {seconds:.2} s")?;
    if !analysis.is_exact() {
        writeln!(
            ui.err,
            "Stopped early: 'about' marks an estimate, with what is proved in brackets."
        )?;
    }
    Ok(())
}

fn print_moves(analysis: &Analysis, ui: &mut Ui) -> Result<()> {
    const WIDTH: usize = 14;
    if analysis.moves.is_empty() {
        return Ok(());
    }
    let margins: Vec<String> = analysis.moves.iter().map(margin).collect();
    let width = margins
        .iter()
        .map(String::len)
        .max()
        .unwrap_or(0)
        .max(WIDTH);
    writeln!(ui.out, "\n  pit  {:width$}  best line", "margin")?;
    for (value, margin) in analysis.moves.iter().zip(margins) {
        let best = analysis.best.contains(&value.pit);
        let mark = if best { '*' } else { ' ' };
        let line = solving::pits(&value.line);
        writeln!(ui.out, "{mark} {:>3}  {margin:width$}  {line}", value.pit)?;
    }
    Ok(())
}

/// The value of a move: exact, or an estimate with its proved bounds.
fn margin(value: &MoveValue) -> String {
    match value.bounds.exact() {
        Some(exact) => solving::signed(exact),
        None => format!(
            "about {} ({})",
            solving::signed(value.margin),
            solving::told(value.bounds)
        ),
    }
}

/// Positions one after the other.
struct Answers<'a> {
    args: &'a Args,
    book: Book,
    batch: Batch<'a>,
}

impl stream::Answers for Answers<'_> {
    fn expect(&mut self, position: &Position) {
        if known(self.args, &self.book, position).is_none() {
            self.batch.expect(position);
        }
    }

    fn answer(&mut self, position: &Position, ui: &mut Ui) -> Result<Value> {
        let clock = Clock::start(self.args.time);
        if let Some(analysis) = known(self.args, &self.book, position) {
            return to_json(position, &analysis, clock.seconds());
        }
        let solver = self.batch.solver(position, ui)?;
        let clock = Clock::start(self.args.time);
        let analysis = analysed(solver, &self.book, position, &clock);
        to_json(position, &analysis, clock.seconds())
    }

    fn rows(answer: &Value) -> Vec<Value> {
        rows(answer)
    }
}

/// The columns of CSV, a row for each move.
const COLUMNS: [&str; 9] = [
    "position",
    "pit",
    "margin",
    "exact",
    "lower",
    "upper",
    "best",
    "extra_turn",
    "line",
];

/// A row for each move of an analysis.
fn rows(analysis: &Value) -> Vec<Value> {
    let moves = analysis["moves"].as_array().map_or(&[][..], Vec::as_slice);
    let best = analysis["best"].as_array().map_or(&[][..], Vec::as_slice);
    let row = |one: &Value| {
        let mut row = one.clone();
        row["position"] = analysis["position"].clone();
        row["best"] = best.contains(&one["pit"]).into();
        row
    };
    moves.iter().map(row).collect()
}

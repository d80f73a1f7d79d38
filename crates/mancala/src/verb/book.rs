//! `mancala book`: the opening book, built by our own solver.

use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result};
use engine::book::{self, Book, Plan};
use engine::lots::Lots;
use engine::search::Limits;
use kalah::Rules;

use crate::args::RuleArgs;
use crate::files;
use crate::solving::{self, Clock, SolverArgs};
use crate::ui::{Answer, Ui};

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, clap::Subcommand)]
enum What {
    /// Solve every opening position perfect play can meet and write the book
    Build(Build),
    /// Solve positions of a book again and compare
    Verify(Verify),
    /// Say what a book holds
    Info(Info),
}

#[derive(Debug, clap::Args)]
struct Build {
    /// The book to write; if it is there, the building goes on with it
    file: PathBuf,
    /// Leave out positions with fewer seeds in pits: they are solved when they are met
    #[arg(long, default_value_t = 40, value_name = "N")]
    fewest_seeds: u16,
    /// Write what there is after this time
    #[arg(long, value_name = "T", value_parser = solving::time)]
    time: Option<Duration>,
    #[command(flatten)]
    solver: SolverArgs,
    #[command(flatten)]
    rules: RuleArgs,
}

#[derive(Debug, clap::Args)]
struct Verify {
    /// The book; the one that comes with the program if left out
    file: Option<PathBuf>,
    /// How many positions to solve again
    #[arg(long, default_value_t = 20, value_name = "N")]
    sample: usize,
    /// The seed the sample is drawn from
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    solver: SolverArgs,
}

#[derive(Debug, clap::Args)]
struct Info {
    /// The book; the one that comes with the program if left out
    file: Option<PathBuf>,
}

pub fn run(args: &Args, ui: &mut Ui) -> Result<Answer> {
    match &args.what {
        What::Build(args) => build(args, ui),
        What::Verify(args) => verify(args, ui),
        What::Info(args) => info(args, ui),
    }
}

fn build(args: &Build, ui: &mut Ui) -> Result<Answer> {
    let rules = args.rules.rules()?;
    let seeds = 2 * rules.pits() as u16 * rules.seeds();
    let solver = args.solver.solver(rules, seeds, None, ui)?;
    let begun = begun(args, rules)?;
    let clock = Clock::start(args.time);
    let stop = || clock.is_over();
    let limits = Limits {
        nodes: u64::MAX,
        stop: &stop,
    };
    let shown = std::io::stderr().is_terminal();
    let mut step = |book: &Book| {
        if shown {
            let _ = write!(
                ui.err,
                "\r\x1b[K{} positions, {:.0} s",
                book.len(),
                clock.seconds()
            );
            let _ = ui.err.flush();
        }
    };
    let plan = Plan {
        fewest_seeds: args.fewest_seeds,
    };
    let book = book::build(&solver, plan, begun, &limits, &mut step);
    if shown {
        writeln!(ui.err)?;
    }
    let bytes = book.to_bytes();
    files::write_whole(&args.file, &bytes)
        .with_context(|| format!("the book could not be written to {}", args.file.display()))?;
    let seconds = clock.seconds();
    writeln!(
        ui.out,
        "{} positions, {} bytes, {seconds:.1} s",
        book.len(),
        bytes.len()
    )?;
    if clock.is_over() {
        writeln!(
            ui.err,
            "The building was stopped: the book holds what was solved so far."
        )?;
        return Ok(Answer::No);
    }
    Ok(Answer::Yes)
}

/// The book a stopped building left behind, to go on with.
fn begun(args: &Build, rules: Rules) -> Result<Book> {
    if !args.file.exists() {
        return Ok(Book::new(rules));
    }
    let book = load(Some(&args.file))?;
    if book.rules() != rules {
        anyhow::bail!(
            "{} is a book of other rules ({}); write to another file",
            args.file.display(),
            book.rules()
        );
    }
    Ok(book)
}

fn load(file: Option<&PathBuf>) -> Result<Book> {
    let Some(path) = file else {
        return Ok(book::built_in().clone());
    };
    let bytes = std::fs::read(path).with_context(|| path.display().to_string())?;
    Book::from_bytes(&bytes).with_context(|| path.display().to_string())
}

fn verify(args: &Verify, ui: &mut Ui) -> Result<Answer> {
    let book = load(args.file.as_ref())?;
    let rules = book.rules();
    let solver = args
        .solver
        .solver(rules, 2 * rules.pits() as u16 * rules.seeds(), None, ui)?;
    let clock = Clock::start(None);
    let stop = || clock.is_over();
    let limits = Limits {
        nodes: u64::MAX,
        stop: &stop,
    };
    let entries: Vec<_> = book.entries().collect();
    let mut lots = Lots::new(args.seed);
    let mut wrong = 0;
    let count = args.sample.min(entries.len());
    for _ in 0..count {
        let (number, entry) = entries[lots.below(entries.len())];
        let position = book::position_of(rules, number)
            .context("the book has a board these rules do not have")?;
        match book::check(&solver, &position, entry, &limits) {
            Some(true) => {}
            Some(false) => {
                wrong += 1;
                writeln!(ui.out, "wrong: {position}")?;
            }
            None => anyhow::bail!("stopped"),
        }
    }
    writeln!(ui.out, "{count} positions solved again, {wrong} wrong")?;
    Ok(if wrong == 0 { Answer::Yes } else { Answer::No })
}

fn info(args: &Info, ui: &mut Ui) -> Result<Answer> {
    let book = load(args.file.as_ref())?;
    writeln!(ui.out, "rules       {}", book.rules())?;
    writeln!(ui.out, "positions   {}", book.len())?;
    writeln!(ui.out, "bytes       {}", book.to_bytes().len())?;
    Ok(Answer::Yes)
}

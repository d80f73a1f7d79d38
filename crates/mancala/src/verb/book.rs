//! `mancala book`: the opening book, built by our own solver.

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use engine::book::{self, Book, Entry, Plan};
use engine::lots::Lots;
use engine::player::PlayerSpec;
use engine::{Effort, Library};
use kalah::{Position, Rules};

use crate::args::RuleArgs;
use crate::files;
use crate::phase::Phase;
use crate::solving::{self, Clock, SolverArgs};
use crate::ui::{Answer, Ui};
use crate::wording::count;

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
    /// Leave out positions the player solves by itself within this many nodes
    #[arg(long, default_value_t = 300_000, value_name = "NODES")]
    hard: u64,
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
    /// Solve every position again
    #[arg(long, conflicts_with = "sample")]
    all: bool,
    /// The seed of the random sample
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
    let stop = |_| clock.is_over();
    let effort = Effort::until(&stop);
    let threads = args.solver.threads();
    let table = PlayerSpec::Perfect
        .table_seeds()
        .and_then(|seeds| Library::new().build(rules, seeds, threads));
    let plan = Plan::new(args.hard, threads, table);
    let mut draft = Draft::new(&args.file, clock);
    let book = book::build(&solver, &plan, begun, &effort, &mut |book, waiting| {
        draft.step(book, waiting, ui);
    });
    let bytes = draft.finish(&book, ui)?;
    let seconds = clock.seconds();
    writeln!(
        ui.out,
        "{}, {}, {seconds:.1} s",
        count(book.len(), "position"),
        count(bytes, "byte")
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

/// The file of a book while it is built: what is solved is written now and then, and the user told.
struct Draft<'a> {
    file: &'a Path,
    clock: Clock,
    looked_at: u64,
    /// When the user was told last; none if nobody looks.
    shown_at: Option<Instant>,
    saved: Instant,
}

/// The most that is lost when a building is killed.
const SAVED_EVERY: Duration = Duration::from_secs(20);
const SHOWN_EVERY: Duration = Duration::from_millis(100);

impl Draft<'_> {
    fn new(file: &Path, clock: Clock) -> Draft<'_> {
        Draft {
            file,
            clock,
            looked_at: 0,
            shown_at: std::io::stderr().is_terminal().then(Instant::now),
            saved: Instant::now(),
        }
    }

    fn step(&mut self, book: &Book, waiting: usize, ui: &mut Ui) {
        self.looked_at += 1;
        if self.shown_at.is_some_and(|at| at.elapsed() > SHOWN_EVERY) {
            let (positions, seconds, looked_at) = (
                count(book.len(), "position"),
                self.clock.seconds(),
                self.looked_at,
            );
            let _ = write!(
                ui.err,
                "\r\x1b[K{positions}, {looked_at} looked at, {waiting} waiting, {seconds:.0} s"
            );
            let _ = ui.err.flush();
            self.shown_at = Some(Instant::now());
        }
        if self.saved.elapsed() > SAVED_EVERY {
            // What cannot be written now is told of at the end, when it cannot be written again.
            let _ = self.save(&book.to_bytes());
            self.saved = Instant::now();
        }
    }

    fn save(&self, bytes: &[u8]) -> Result<()> {
        files::write_whole(self.file, bytes)
            .with_context(|| format!("the book could not be written to {}", self.file.display()))
    }

    /// Writes the book and says how long it is.
    fn finish(self, book: &Book, ui: &mut Ui) -> Result<usize> {
        if self.shown_at.is_some() {
            writeln!(ui.err)?;
        }
        let bytes = book.to_bytes();
        self.save(&bytes)?;
        Ok(bytes.len())
    }
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
        return Ok(Book::built_in());
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
    let stop = |_| clock.is_over();
    let effort = Effort::until(&stop);
    let chosen = chosen(&book, args);
    let (mut solved, mut wrong) = (0, 0);
    let phase = Phase::steps("solving again", chosen.len() as u64);
    for (position, entry) in &chosen {
        let Some(right) = book::check(&solver, position, *entry, &effort) else {
            break;
        };
        solved += 1;
        if !right {
            wrong += 1;
            writeln!(ui.out, "wrong: {position}")?;
        }
        phase.step(1);
    }
    drop(phase);
    let all = count(chosen.len(), "position");
    let stopped = solved < chosen.len();
    match stopped {
        true => writeln!(
            ui.out,
            "{solved} of {all} solved again, {wrong} wrong; stopped"
        )?,
        false => writeln!(ui.out, "{all} solved again, {wrong} wrong")?,
    }
    Ok(match wrong {
        0 if !stopped => Answer::Yes,
        _ => Answer::No,
    })
}

/// All positions of the book, or a random sample, those with the fewest seeds first.
fn chosen(book: &Book, args: &Verify) -> Vec<(Position, Entry)> {
    let mut entries: Vec<_> = book.positions().collect();
    let mut lots = Lots::new(args.seed);
    while !args.all && entries.len() > args.sample {
        entries.swap_remove(lots.below(entries.len()));
    }
    entries.sort_by_key(|(position, _)| position.seeds_in_pits());
    entries
}

fn info(args: &Info, ui: &mut Ui) -> Result<Answer> {
    let book = load(args.file.as_ref())?;
    writeln!(ui.out, "rules       {}", book.rules())?;
    writeln!(ui.out, "positions   {}", book.len())?;
    writeln!(ui.out, "bytes       {}", book.to_bytes().len())?;
    Ok(Answer::Yes)
}

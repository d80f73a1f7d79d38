//! `mancala book`: the opening book, built by our own solver.

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use engine::book::{self, Book, Entry, Plan};
use engine::player::PlayerSpec;
use engine::rng::Rng;
use engine::{Effort, Library};
use kalah::{Pit, Position, Rules, Side};
use serde_json::json;

use crate::args::RuleArgs;
use crate::files;
use crate::moves;
use crate::phase::Phase;
use crate::rows::{self, Csv};
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
    /// Solve positions of a book again and compare the values
    Verify(Verify),
    /// Describe a book
    Info(Info),
    /// Look up a position in a book
    Show(Show),
    /// Print all positions of a book with their value and best move, as CSV or JSON
    Export(Export),
}

#[derive(Debug, clap::Args)]
struct Build {
    /// The book to write; if it exists, building continues from it
    file: PathBuf,
    /// Leave out positions that a search solves within this many nodes
    #[arg(long, default_value_t = 300_000, value_name = "NODES")]
    hard: u64,
    /// Stop after this time and write what has been solved so far
    #[arg(long, value_name = "T", value_parser = solving::time)]
    time: Option<Duration>,
    #[command(flatten)]
    solver: SolverArgs,
    #[command(flatten)]
    rules: RuleArgs,
}

#[derive(Debug, clap::Args)]
struct Verify {
    /// The book [default: the one built into the program]
    file: Option<PathBuf>,
    /// How many positions to solve again
    #[arg(long, default_value_t = 20, value_name = "N")]
    sample: usize,
    /// Solve every position again
    #[arg(long, conflicts_with = "sample")]
    all: bool,
    /// Random seed of the sample
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    solver: SolverArgs,
}

#[derive(Debug, clap::Args)]
struct Info {
    /// The book [default: the one built into the program]
    file: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
struct Show {
    /// The position, as '4,4,4,4,4,4,0/4,4,4,4,4,4,0 s' or as a KGP board [default: the start position]
    position: Option<String>,
    /// Moves to make first, as pit numbers or as a record writes them: "3 6 2", "1. 3+ 6 / 2"
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
    /// The book [default: the one built into the program]
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
    /// Print JSON: position, known, value, best, moves (pit, position, value)
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    rules: RuleArgs,
}

#[derive(Debug, clap::Args)]
struct Export {
    /// The book [default: the one built into the program]
    file: Option<PathBuf>,
    /// Print JSON, one object per line, instead of CSV
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, ui: &mut Ui) -> Result<Answer> {
    match &args.what {
        What::Build(args) => build(args, ui),
        What::Verify(args) => verify(args, ui),
        What::Info(args) => info(args, ui),
        What::Show(args) => show(args, ui),
        What::Export(args) => export(args, ui),
    }
}

fn build(args: &Build, ui: &mut Ui) -> Result<Answer> {
    let rules = args.rules.rules()?;
    // First the file: a problem with it should be found before a table is built.
    let begun = begun(args, rules)?;
    files::check_folder(&args.file)?;
    let seeds = 2 * rules.pits() as u16 * rules.seeds();
    let solver = args.solver.solver(rules, seeds, None, ui)?;
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
            "Stopped early; the book holds what was solved so far. The same command continues from there."
        )?;
        return Ok(Answer::No);
    }
    Ok(Answer::Yes)
}

/// The file of a book under construction: it is saved now and then, with a message.
struct Draft<'a> {
    file: &'a Path,
    clock: Clock,
    looked_at: u64,
    /// When progress was last reported; `None` if it is not shown.
    shown_at: Option<Instant>,
    saved: Instant,
}

/// The most that is lost when a build is killed.
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
            // A failed write is reported at the end, when it fails again.
            let _ = self.save(&book.to_bytes());
            self.saved = Instant::now();
        }
    }

    fn save(&self, bytes: &[u8]) -> Result<()> {
        files::write_whole(self.file, bytes)
            .with_context(|| format!("the book could not be written to {}", self.file.display()))
    }

    /// Writes the book and reports its size.
    fn finish(self, book: &Book, ui: &mut Ui) -> Result<usize> {
        if self.shown_at.is_some() {
            writeln!(ui.err)?;
        }
        let bytes = book.to_bytes();
        self.save(&bytes)?;
        Ok(bytes.len())
    }
}

/// The unfinished book of a stopped build, to continue from.
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
    let bytes = files::read(path)?;
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
    let mut rng = Rng::new(args.seed);
    while !args.all && entries.len() > args.sample {
        entries.swap_remove(rng.below(entries.len()));
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

/// The position and every move of it, as far as the book knows them. Exit code 1 if it does not know the position.
fn show(args: &Show, ui: &mut Ui) -> Result<Answer> {
    let book = load(args.book.as_ref())?;
    let start = (args.rules).position(args.position.as_deref(), Side::South)?;
    let position = moves::after(&start, args.moves.as_deref())?;
    let entry = book.get(&position);
    let after = |pit| position.step_legal(pit).after;
    let known: Vec<(Pit, Position, Entry)> = position
        .legal_moves()
        .filter_map(|pit| Some((pit, after(pit), book.get(&after(pit))?)))
        .collect();
    if args.json {
        let moves = known.iter().map(|(pit, after, entry)| {
            json!({"pit": pit, "position": after.to_string(), "value": entry.value})
        });
        let value = json!({
            "position": position.to_string(),
            "known": entry.is_some(),
            "value": entry.map(|entry| entry.value),
            "best": entry.map(|entry| entry.best),
            "moves": moves.collect::<Vec<_>>(),
        });
        rows::print(value, ui)?;
    } else {
        show_text(&position, entry, &known, ui)?;
    }
    Ok(match entry {
        Some(_) => Answer::Yes,
        None => Answer::No,
    })
}

fn show_text(
    position: &Position,
    entry: Option<Entry>,
    known: &[(Pit, Position, Entry)],
    ui: &mut Ui,
) -> Result<()> {
    let (mover, signed) = (position.to_move(), |value: i8| {
        solving::signed(value.into())
    });
    writeln!(ui.out, "position    {position}")?;
    match entry {
        None => writeln!(ui.out, "not in the book")?,
        Some(Entry { value, best }) => {
            let value = signed(value);
            writeln!(ui.out, "to come     {value} for {mover}, with best play")?;
            writeln!(ui.out, "best        {best}")?;
        }
    }
    for (pit, after, entry) in known {
        let (side, value) = (after.to_move(), signed(entry.value));
        writeln!(
            ui.out,
            "pit {pit:>2}      {after}  {value} to come for {side}"
        )?;
    }
    Ok(())
}

fn export(args: &Export, ui: &mut Ui) -> Result<Answer> {
    let book = load(args.file.as_ref())?;
    let mut csv = Csv::new(&["position", "value", "best"]);
    for (position, Entry { value, best }) in book.positions() {
        let row = json!({"position": position.to_string(), "value": value, "best": best});
        match args.json {
            true => rows::print(row, ui)?,
            false => csv.row(&row, ui)?,
        }
    }
    Ok(Answer::Yes)
}

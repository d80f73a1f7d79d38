//! `mancala table`: endgame tables.

mod info;
mod verify;

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use engine::table::{Header, MAX_SEEDS, Row, Table, Variant};
use indicatif::{ProgressBar, ProgressStyle};
use kalah::{Capture, End, Lift, Position, Preset, Rules, Side};

use crate::args::{DataArgs, RuleArgs};
use crate::files;
use crate::interrupt;
use crate::tables::{self, Build, Built, Tables};
use crate::ui::{Answer, Ui};
use crate::wording::count;

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    what: What,
    #[command(flatten)]
    data: DataArgs,
}

#[derive(Debug, clap::Subcommand)]
enum What {
    /// Build a table; an interrupted build is resumed
    Build {
        #[command(flatten)]
        seeds: Seeds,
        #[command(flatten)]
        rules: TableRules,
        #[command(flatten)]
        threads: Threads,
        /// The file to build, instead of one in the data folder
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
    /// List your tables, or describe a table file
    Info {
        /// The files to look at, instead of those in the data folder
        files: Vec<PathBuf>,
        /// Print JSON, one object per line
        #[arg(long)]
        json: bool,
    },
    /// Check a table: all checksums, and entries recomputed from the rules; exit code 1 if anything is wrong
    Verify {
        /// The file to check, instead of the one of --seeds in the data folder
        #[arg(conflicts_with = "seeds", required_unless_present = "seeds")]
        file: Option<PathBuf>,
        /// The most seeds in the pits
        #[arg(long, value_name = "S", value_parser = seeds_parser())]
        seeds: Option<u64>,
        #[command(flatten)]
        rules: TableRules,
        /// Recompute every entry
        #[arg(long, conflicts_with = "sample")]
        all: bool,
        /// Recompute this many random entries
        #[arg(long, value_name = "N", default_value_t = 1_000_000)]
        sample: u64,
        /// Random seed of the choice
        #[arg(long, default_value_t = 1)]
        seed: u64,
        #[command(flatten)]
        threads: Threads,
    },
    /// Look up a position: the margin still to come for the side to move, overall and after each move
    Value {
        /// The position, as '4,4,4,4,4,4,0/4,4,4,4,4,4,0 s' or as a KGP board
        position: String,
        #[command(flatten)]
        rules: RuleArgs,
        #[command(flatten)]
        threads: Threads,
    },
    /// Print the folder of tables, or where the table of --seeds is kept
    Path {
        /// The most seeds in the pits
        #[arg(long, value_name = "S", value_parser = seeds_parser())]
        seeds: Option<u64>,
        #[command(flatten)]
        rules: TableRules,
    },
}

#[derive(Debug, clap::Args)]
struct Seeds {
    /// The most seeds in the pits, 1 to 36: 18 takes 86 MB, 24 takes 1.25 GB, 30 takes 11 GB
    #[arg(long, value_name = "S", value_parser = seeds_parser())]
    seeds: u64,
}

fn seeds_parser() -> clap::builder::RangedU64ValueParser<u64> {
    clap::value_parser!(u64).range(1..=MAX_SEEDS as u64)
}

#[derive(Debug, clap::Args)]
struct Threads {
    /// Threads to use; one for every processor if left out
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u64).range(1..=1024))]
    threads: Option<u64>,
}

impl Threads {
    fn count(&self) -> usize {
        let processors = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(processors, |count| count as usize)
    }
}

/// The rules that matter to a table.
#[derive(Debug, clap::Args)]
struct TableRules {
    /// Rules by name: standard, 2016, 2022, 2023, ain-shams-steal, ain-shams-no-steal
    #[arg(long, value_name = "NAME")]
    rules: Option<Preset>,
    /// Capture when seeds lie opposite, always, or never: opposite, always, off
    #[arg(long, value_name = "RULE")]
    capture: Option<Capture>,
    /// The game ends when either row is empty, or only the mover's: either, mover
    #[arg(long, value_name = "RULE")]
    end: Option<End>,
    /// Seeds are lifted all at once, or each as it is sown, so that a lap that comes back captures nothing: all, each
    #[arg(long, value_name = "RULE")]
    lift: Option<Lift>,
}

impl TableRules {
    fn rules(&self) -> Result<Rules> {
        let base = self.rules.unwrap_or(Preset::Standard).rules();
        let capture = self.capture.unwrap_or(base.capture());
        let end = self.end.unwrap_or(base.end());
        let rules = Rules::new(6, 4, capture, end)?;
        Ok(rules.with_lift(self.lift.unwrap_or(base.lift())))
    }

    fn is_given(&self) -> bool {
        let settings = [
            self.capture.is_some(),
            self.end.is_some(),
            self.lift.is_some(),
        ];
        self.rules.is_some() || settings.contains(&true)
    }
}

pub fn run(args: &Args, ui: &mut Ui) -> Result<Answer> {
    let tables = Tables::new(&args.data.folder()?);
    match &args.what {
        What::Build {
            seeds,
            rules,
            threads,
            out,
        } => {
            let rules = rules.rules()?;
            let seeds = seeds.seeds as usize;
            if let Some(out) = out {
                files::check_folder(out)?;
            }
            let path = out
                .clone()
                .unwrap_or_else(|| tables.path(rules.into(), seeds));
            build(&tables, rules, seeds, threads.count(), &path, ui)
        }
        What::Info { files, json } => info::run(&tables, files, *json, ui),
        What::Verify {
            file,
            seeds,
            rules,
            all,
            sample,
            seed,
            threads,
        } => {
            let wanted = Variant::from(rules.rules()?);
            let path = match (file, seeds) {
                (Some(file), _) => file.clone(),
                (None, seeds) => tables.path(wanted, seeds.unwrap_or_default() as usize),
            };
            let expected = (file.is_none() || rules.is_given()).then_some(wanted);
            let entries = if *all {
                verify::Entries::All
            } else {
                verify::Entries::Sample {
                    count: *sample,
                    seed: *seed,
                }
            };
            verify::run(&path, expected, entries, threads.count(), ui)
        }
        What::Value {
            position,
            rules,
            threads,
        } => {
            let position = rules.position(Some(position), Side::South)?;
            value(&tables, &position, threads.count(), ui)
        }
        What::Path { seeds, rules } => {
            let variant = Variant::from(rules.rules()?);
            let path = seeds.map(|seeds| tables.path(variant, seeds as usize));
            let path = path.as_deref().unwrap_or(tables.folder());
            writeln!(ui.out, "{}", path.display())?;
            Ok(Answer::Yes)
        }
    }
}

fn build(
    tables: &Tables,
    rules: Rules,
    seeds: usize,
    threads: usize,
    path: &Path,
    ui: &mut Ui,
) -> Result<Answer> {
    if path.exists() {
        return already_there(path, rules, seeds, ui);
    }
    let header = Header::new(rules.into(), seeds);
    let bar = progress_bar(header.entries());
    // The file is valid at every moment, even if the program ends at once.
    let stop = interrupt::flag();
    let began = Instant::now();
    let built = Build {
        rules,
        seeds,
        threads,
        path,
        tables,
        progress: &|entries| bar.inc(entries),
        stop,
    }
    .run();
    bar.finish_and_clear();
    match built? {
        Built::Whole { entries } => {
            writeln!(ui.out, "{}", path.display())?;
            let seconds = began.elapsed().as_secs_f64();
            let speed = entries as f64 / seconds / 1e6;
            writeln!(
                ui.err,
                "{entries} entries built in {seconds:.1} s, {speed:.0} million per second"
            )?;
            Ok(Answer::Yes)
        }
        Built::Stopped { layers, partial } => {
            writeln!(
                ui.err,
                "Stopped. Kept {layers} of {} in {}; the same command resumes there.",
                count(seeds, "layer"),
                partial.display()
            )?;
            Ok(Answer::No)
        }
    }
}

fn already_there(path: &Path, rules: Rules, seeds: usize, ui: &mut Ui) -> Result<Answer> {
    let shown = path.display();
    let advice = || {
        format!(
            "{shown} exists and is not the table to build; delete it, or choose another file with --out"
        )
    };
    let header = tables::kept(path)?.header.with_context(advice)?;
    if header.variant() != rules.into() || header.seeds() != seeds {
        bail!("{}: it is {}", advice(), info::describe(&header));
    }
    tables::load(path, 1).with_context(advice)?;
    writeln!(ui.out, "{shown}")?;
    writeln!(ui.err, "The table is there already.")?;
    Ok(Answer::Yes)
}

fn progress_bar(entries: u64) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let template = "{bar:40} {percent}% of {human_len} entries, {eta} left";
    let style = ProgressStyle::with_template(template).expect("the template is right");
    ProgressBar::new(entries).with_style(style)
}

fn value(tables: &Tables, position: &Position, threads: usize, ui: &mut Ui) -> Result<Answer> {
    let mut complaints = Vec::new();
    let table = tables.best(position.rules(), MAX_SEEDS, threads, &mut complaints)?;
    for complaint in complaints {
        writeln!(ui.err, "warning: {complaint}")?;
    }
    let seeds = usize::from(position.seeds_in_pits());
    if seeds > table.max_seeds() {
        let most = table.max_seeds();
        let advice = match seeds {
            0..=MAX_SEEDS => format!("`mancala table build --seeds {seeds}` makes one"),
            _ => format!("a table can have at most {MAX_SEEDS}"),
        };
        bail!(
            "there are {seeds} seeds in the pits, and the largest table for these rules has {most}; {advice}"
        );
    }
    let side = position.to_move();
    writeln!(ui.out, "{:+}", to_come(&table, position, side))?;
    for pit in position.legal_moves() {
        let after = position.step_legal(pit).after;
        let banked = after.margin(side) - position.margin(side);
        writeln!(ui.out, "{pit} {:+}", banked + to_come(&table, &after, side))?;
    }
    Ok(Answer::Yes)
}

/// The margin still to come in a position, for a side.
fn to_come(table: &Table, position: &Position, side: Side) -> i32 {
    let row = |side| -> Row {
        let mut pits = position.pits(side);
        std::array::from_fn(|_| pits.next().unwrap_or_default() as u8)
    };
    let mover = position.to_move();
    let value = i32::from(table.value(row(mover), row(mover.other())));
    if mover == side { value } else { -value }
}

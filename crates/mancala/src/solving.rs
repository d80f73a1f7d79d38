//! Shared by the commands that search: how much they may use, when they have to stop, and how a value is shown.

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use engine::search::{Bounds, Solver, SolverConfig};
use engine::table::{Header, PITS, Table};
use kalah::{Packed, Pit, Position, Rules};

use crate::args::DataArgs;
use crate::interrupt;
use crate::phase::Phase;
use crate::plan::{self, Choice, Question, Source, Work};
use crate::tables::{self, Build, Built, Tables};
use crate::ui::Ui;

/// The resources of a search.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Search")]
pub struct SolverArgs {
    /// Endgame table size in seeds (0 = none); a saved table is used if there is one, else one is built in memory [default: chosen to suit the position]
    #[arg(long, value_name = "S", value_parser = clap::value_parser!(u8).range(0..=30))]
    table_seeds: Option<u8>,
    /// Transposition table size, e.g. 512M or 4G [default: chosen to suit the position]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    hash: Option<usize>,
    /// Number of search threads [default: all processors]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// If a table has to be built, save it in the data folder for the next question
    #[arg(long)]
    keep_table: bool,
    #[command(flatten)]
    pub data: DataArgs,
}

impl SolverArgs {
    pub fn threads(&self) -> usize {
        let all = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        self.threads.map_or_else(all, usize::from)
    }

    /// No table is saved; the rest is as these flags say.
    pub fn without_tables(table_seeds: Option<usize>, threads: Option<usize>) -> SolverArgs {
        SolverArgs {
            table_seeds: table_seeds.map(|seeds| seeds as u8),
            hash: None,
            threads: threads.map(|threads| threads as u16),
            keep_table: false,
            data: DataArgs::new(PathBuf::from("a folder that does not exist")),
        }
    }

    /// The same on one thread: the result is then the same on every machine.
    pub fn on_one_thread(&self) -> SolverArgs {
        SolverArgs {
            threads: Some(1),
            ..self.clone()
        }
    }

    /// Whether a flag asks for more than the minimum.
    pub fn is_asked_for_more(&self) -> bool {
        self.table_seeds.is_some() || self.hash.is_some()
    }

    /// A solver for the value of one position of these rules, with at most `seeds` seeds in pits, in at most this time.
    pub fn solver(
        &self,
        rules: Rules,
        seeds: u16,
        time: Option<Duration>,
        ui: &mut Ui,
    ) -> Result<Solver> {
        let work = Work::one(Question::Value, seeds, time);
        let table = self.table_for(rules, &work, None, ui)?;
        self.solver_for(rules, seeds, &work, table)
    }

    /// The requested endgame table, or one that pays off for valuing the moves of such a position.
    pub fn table(
        &self,
        rules: Rules,
        seeds: u16,
        time: Option<Duration>,
        ui: &mut Ui,
    ) -> Result<Option<Arc<Table>>> {
        let work = Work::one(Question::Moves, seeds, time);
        self.table_for(rules, &work, None, ui)
    }

    /// A solver that has this table.
    pub fn solver_with(
        &self,
        rules: Rules,
        seeds: u16,
        table: Option<Arc<Table>>,
        time: Option<Duration>,
    ) -> Result<Solver> {
        let work = Work::one(Question::Moves, seeds, time);
        self.solver_for(rules, seeds, &work, table)
    }

    fn solver_for(
        &self,
        rules: Rules,
        seeds: u16,
        work: &Work,
        table: Option<Arc<Table>>,
    ) -> Result<Solver> {
        let patience = match work.has_time() {
            true => PATIENCE_WITH_CLOCK,
            false => SolverConfig::default().patience,
        };
        let table_seeds = table.as_ref().map_or(0, |table| table.max_seeds());
        let config = SolverConfig {
            patience,
            hash: self.hash.unwrap_or_else(|| work.hash(table_seeds)),
            threads: self.threads(),
            table,
        };
        Solver::new(rules, seeds.into(), &config).with_context(|| {
            let megabytes = config.hash >> 20;
            format!(
                "there is not enough memory for a transposition table of {megabytes} MB; choose a smaller one with --hash"
            )
        })
    }

    /// The requested endgame table, or one that pays off for this work, given an existing one. Boards of other than
    /// six pits have none.
    fn table_for(
        &self,
        rules: Rules,
        work: &Work,
        there: Option<&Arc<Table>>,
        ui: &mut Ui,
    ) -> Result<Option<Arc<Table>>> {
        if rules.pits() != PITS {
            if self.table_seeds.is_some_and(|seeds| seeds > 0) {
                bail!(
                    "endgame tables are for boards of {PITS} pits per side; leave --table-seeds out"
                );
            }
            return Ok(None);
        }
        let (threads, there_seeds) = (self.threads(), there.map(|table| table.max_seeds()));
        let choose = |kept: &[(usize, PathBuf)]| {
            let kept: Vec<usize> = kept.iter().map(|(seeds, _)| *seeds).collect();
            match self.table_seeds.map(usize::from) {
                None => work.table(there_seeds, &kept, threads),
                Some(seeds) => plan::asked(seeds, there_seeds, &kept),
            }
        };
        let first = choose(&[]);
        let mut kept = Vec::new();
        let looks = first.seeds > AT_ONCE || self.keep_table;
        if looks && first.source != Source::Memory {
            kept = self.kept(rules, ui)?;
        }
        loop {
            let Choice { seeds, source } = choose(&kept);
            match source {
                Source::Nowhere => return Ok(None),
                Source::Memory => return Ok(there.cloned()),
                Source::Built => {
                    let built = match self.keep_table {
                        true => self.build_to_keep(rules, seeds)?,
                        false => self.build(rules, seeds)?,
                    };
                    let built = built.map(Arc::new);
                    return Ok(built.or_else(|| there.cloned()));
                }
                Source::File => {}
            }
            let at = kept.iter().position(|(size, _)| *size == seeds);
            let (_, path) = kept.remove(at.context("a kept table is one of those listed")?);
            let phase = Phase::new(&format!("reading {}", path.display()));
            let loaded = tables::load(&path, threads);
            drop(phase);
            match loaded {
                Ok(table) => return Ok(Some(Arc::new(table))),
                Err(error) => writeln!(ui.err, "{error:#}; it is not used")?,
            }
        }
    }

    /// A table in memory. `None` if Ctrl-C was pressed: the search that follows notices that too, and reports the results so far.
    fn build(&self, rules: Rules, seeds: usize) -> Result<Option<Table>> {
        let stop = interrupt::flag();
        let entries = Header::new(rules.into(), seeds).entries();
        let phase = Phase::steps(&format!("building the {seeds}-seed table"), entries);
        let step = |new| phase.step(new);
        match Table::build(rules, seeds, self.threads(), &step, stop) {
            Err(_) if stop.load(Relaxed) => Ok(None),
            built => Ok(Some(built?)),
        }
    }

    /// The same in a file, for the next question. If it is stopped, the finished part is saved too.
    fn build_to_keep(&self, rules: Rules, seeds: usize) -> Result<Option<Table>> {
        let tables = Tables::new(&self.data.folder()?);
        let path = tables.path(rules.into(), seeds);
        let entries = Header::new(rules.into(), seeds).entries();
        let phase = Phase::steps(&format!("building the {seeds}-seed table"), entries);
        let built = Build {
            rules,
            seeds,
            threads: self.threads(),
            path: &path,
            tables: &tables,
            progress: &|new| phase.step(new),
            stop: interrupt::flag(),
        };
        match built.run()? {
            Built::Whole { .. } => Ok(Some(tables::load(&path, self.threads())?)),
            Built::Stopped { .. } => Ok(None),
        }
    }

    /// The tables `mancala table build` has made for these rules, with their seeds. Invalid files are named.
    fn kept(&self, rules: Rules, ui: &mut Ui) -> Result<Vec<(usize, PathBuf)>> {
        let Ok(folder) = self.data.folder() else {
            return Ok(Vec::new());
        };
        let mut complaints = Vec::new();
        let kept = Tables::new(&folder).fitting(rules.into(), usize::MAX, &mut complaints)?;
        for complaint in complaints {
            writeln!(ui.err, "{complaint}")?;
        }
        Ok(kept)
    }
}

/// With a time limit, a search is likely to be stopped and should have bounds by then. See [`SolverConfig::patience`].
const PATIENCE_WITH_CLOCK: u64 = 32 << 20;
/// A table no larger than this is built faster than a saved one is found and checked.
const AT_ONCE: usize = 12;

/// A solver for many positions, one after the other: its preparations grow with its work.
pub struct Batch<'a> {
    args: &'a SolverArgs,
    question: Question,
    time: Option<Duration>,
    /// For the rules met last.
    made: Option<Made>,
}

struct Made {
    rules: Rules,
    work: Work,
    table: Option<Arc<Table>>,
    solver: Option<Solver>,
}

/// Positions of one batch may have any number of seeds up to that of the fast board.
const SEEDS: u16 = Packed::SEEDS as u16;

impl Batch<'_> {
    pub fn new(args: &SolverArgs, question: Question, time: Option<Duration>) -> Batch<'_> {
        Batch {
            args,
            question,
            time,
            made: None,
        }
    }

    /// A position that will be asked for. A caller that knows its positions beforehand registers them all before asking for the first.
    pub fn expect(&mut self, position: &Position) {
        let rules = position.rules();
        if self.made.as_ref().is_none_or(|made| made.rules != rules) {
            self.made = Some(Made {
                rules,
                work: Work::new(self.question, self.time),
                table: None,
                solver: None,
            });
        }
        if let Some(made) = &mut self.made {
            made.work.add(position.seeds_in_pits());
        }
    }

    /// A solver for a position that was expected.
    pub fn solver(&mut self, position: &Position, ui: &mut Ui) -> Result<&Solver> {
        let seeds = position.seeds_in_pits().max(SEEDS);
        if self
            .made
            .as_ref()
            .is_none_or(|made| made.rules != position.rules())
        {
            self.expect(position);
        }
        let made = self.made.as_mut().context("a position was expected")?;
        let table = self
            .args
            .table_for(made.rules, &made.work, made.table.as_ref(), ui)?;
        let size = |table: &Option<Arc<Table>>| table.as_ref().map(|table| table.max_seeds());
        let solver = made
            .solver
            .take()
            .filter(|_| size(&table) == size(&made.table));
        made.table = table;
        let solver = match solver {
            Some(solver) => solver,
            None => (self.args).solver_for(made.rules, seeds, &made.work, made.table.clone())?,
        };
        Ok(made.solver.insert(solver))
    }
}

/// Parses `512M`, `4G`, `100k` to bytes.
fn size(text: &str) -> Result<usize> {
    let (digits, shift) = match text
        .to_ascii_lowercase()
        .trim_end_matches("ib")
        .trim_end_matches('b')
    {
        text if text.ends_with('k') => (text.trim_end_matches('k').to_owned(), 10),
        text if text.ends_with('m') => (text.trim_end_matches('m').to_owned(), 20),
        text if text.ends_with('g') => (text.trim_end_matches('g').to_owned(), 30),
        text => (text.to_owned(), 0),
    };
    let number: usize = digits.parse().context("write a size as e.g. 512M or 4G")?;
    let bytes = number
        .checked_mul(1 << shift)
        .filter(|&bytes| bytes <= 1 << 44);
    bytes.with_context(|| format!("{text} is more memory than any machine has"))
}

/// A time as `500ms`, `10s`, `5m` or `2h`; a number alone is seconds.
pub fn time(text: &str) -> Result<Duration> {
    let units = [("ms", 0.001), ("s", 1.0), ("m", 60.0), ("h", 3600.0)];
    let unit = units
        .iter()
        .find_map(|(name, seconds)| Some((text.strip_suffix(name)?, seconds)));
    let (number, seconds) = unit.unwrap_or((text, &1.0));
    let plain = number
        .bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b'.');
    let number = number.parse::<f64>().ok().filter(|_| plain);
    let time = number
        .map(|number| number * seconds)
        .filter(|&time| time > 0.0 && time <= 1e8);
    match time {
        Some(time) => Ok(Duration::from_secs_f64(time)),
        None => bail!("'{text}' is not a time: write 500ms, 10s, 5m or 2h"),
    }
}

/// A clock that runs out, or is stopped by Ctrl-C or SIGTERM.
#[derive(Clone, Copy)]
pub struct Clock {
    begun: Instant,
    start: Instant,
    time: Option<Duration>,
    flag: &'static AtomicBool,
}

impl Clock {
    pub fn start(time: Option<Duration>) -> Clock {
        let now = Instant::now();
        Clock {
            begun: now,
            start: now,
            time,
            flag: interrupt::flag(),
        }
    }

    /// The time to search starts again: after a table was built, or for the next move.
    pub fn restart(&mut self) {
        self.start = Instant::now();
    }

    pub fn is_over(&self) -> bool {
        self.spent(1.0)
    }

    /// Whether this fraction of the time is over.
    pub fn spent(&self, part: f64) -> bool {
        let late = |time: Duration| self.start.elapsed() >= time.mul_f64(part);
        self.time.is_some_and(late) || self.stopped()
    }

    /// Ctrl-C was pressed, or SIGTERM received.
    pub fn stopped(&self) -> bool {
        self.flag.load(Relaxed)
    }

    /// Seconds since the clock was made, whatever they were spent on.
    pub fn seconds(&self) -> f64 {
        self.begun.elapsed().as_secs_f64()
    }
}

/// A margin with its sign.
pub fn signed(margin: i32) -> String {
    match margin {
        0 => "0".into(),
        _ => format!("{margin:+}"),
    }
}

/// `+8`, or `+4 to +12` while it is not exact.
pub fn told(bounds: Bounds) -> String {
    match bounds.exact() {
        Some(value) => signed(value),
        None => format!("{} to {}", signed(bounds.lower), signed(bounds.upper)),
    }
}

/// The meaning of a margin for the side to move.
pub fn meaning(position: &Position, bounds: Bounds) -> String {
    let (mover, other) = (position.to_move(), position.to_move().other());
    match (bounds.exact(), bounds.lower, bounds.upper) {
        (Some(0), ..) => "a draw with best play".into(),
        (Some(value), ..) if value > 0 => format!("{mover} wins by {value} with best play"),
        (Some(value), ..) => format!("{other} wins by {} with best play", -value),
        (None, 1.., _) => format!("{mover} wins with best play"),
        (None, _, ..0) => format!("{other} wins with best play"),
        (None, 0, _) => format!("{mover} does not lose with best play"),
        (None, _, 0) => format!("{other} does not lose with best play"),
        _ => "not decided".into(),
    }
}

/// Pit numbers with blanks between.
pub fn pits(line: &[Pit]) -> String {
    let numbers: Vec<String> = line.iter().map(Pit::to_string).collect();
    numbers.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_times_are_read_as_people_write_them() {
        assert_eq!(size("512M").unwrap(), 512 << 20);
        assert_eq!(size("4G").unwrap(), 4 << 30);
        assert_eq!(size("4GiB").unwrap(), 4 << 30);
        assert_eq!(size("64kb").unwrap(), 64 << 10);
        assert_eq!(size("12").unwrap(), 12);
        for wrong in ["", "M", "-1M", "1T5", "99999999999G"] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
        assert_eq!(time("500ms").unwrap(), Duration::from_millis(500));
        assert_eq!(time("1.5").unwrap(), Duration::from_millis(1500));
        assert_eq!(time("2m").unwrap(), Duration::from_secs(120));
        assert_eq!(time("2h").unwrap(), Duration::from_secs(7200));
        for wrong in [
            "",
            "s",
            "0s",
            "-1s",
            "1e3",
            "nan",
            "inf",
            "5x",
            "99999999999h",
        ] {
            assert!(time(wrong).is_err(), "{wrong}");
        }
    }
}

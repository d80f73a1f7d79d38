//! What the searching players share: a solver made when it is first needed, and how hard it may think.

use std::fmt;
use std::num::NonZeroUsize;
use std::str::FromStr;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use kalah::{Pit, Position, Rules};

use super::PlayerError;
use crate::search::{Limits, Solver, SolverConfig};
use crate::table::{SMALL_SEEDS, Table, Variant};

/// What a player may use besides its wits.
#[derive(Clone, Debug)]
pub struct Resources {
    /// Bytes of transposition table.
    pub hash: usize,
    pub threads: usize,
    /// An endgame table; without one, a small one is built, and a larger one for players that have the time.
    pub table: Option<Arc<Table>>,
}

impl Default for Resources {
    fn default() -> Resources {
        Resources {
            hash: 64 << 20,
            threads: 1,
            table: None,
        }
    }
}

/// How long to think about a move: `500ms`, `2s`, or `20000n` for a number of positions, which is the same everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    Time(Duration),
    Nodes(u64),
}

impl FromStr for Effort {
    type Err = String;

    fn from_str(text: &str) -> Result<Effort, String> {
        let wrong =
            || format!("'{text}' is no thinking time: write 500ms, 2s or 20000n (positions)");
        let number = |digits: &str| {
            digits
                .parse::<u64>()
                .ok()
                .filter(|n| (1..=86_400_000_000).contains(n))
        };
        if let Some(nodes) = text.strip_suffix('n') {
            return number(nodes).map(Effort::Nodes).ok_or_else(wrong);
        }
        let millis = match text.strip_suffix("ms") {
            Some(millis) => number(millis),
            None => seconds(text.strip_suffix('s').unwrap_or(text)),
        };
        let millis = millis.filter(|&millis| millis <= 86_400_000);
        millis
            .map(|millis| Effort::Time(Duration::from_millis(millis)))
            .ok_or_else(wrong)
    }
}

/// Milliseconds of a number of seconds.
fn seconds(text: &str) -> Option<u64> {
    let plain = !text.is_empty()
        && text
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b'.');
    let seconds = text
        .parse::<f64>()
        .ok()
        .filter(|&seconds| plain && seconds < 1e6)?;
    Some((seconds * 1000.0).round() as u64).filter(|&millis| millis > 0)
}

impl fmt::Display for Effort {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Effort::Nodes(nodes) => write!(f, "{nodes}n"),
            Effort::Time(time) if time.subsec_millis() == 0 => write!(f, "{}s", time.as_secs()),
            Effort::Time(time) => write!(f, "{}ms", time.as_millis()),
        }
    }
}

impl Effort {
    /// Seeds of the table it pays to build for such an effort. One counted in positions is the same everywhere, whatever
    /// the machine has time for.
    fn table_seeds(self) -> usize {
        match self {
            Effort::Time(time) if time >= TIME_FOR_TABLE => TIMED_SEEDS,
            _ => SMALL_SEEDS,
        }
    }

    /// Thinks within a part of the effort, counted from `start`.
    fn within<T>(self, start: Instant, part: f64, think: impl FnOnce(&Limits) -> T) -> T {
        match self {
            Effort::Nodes(nodes) => think(&Limits::nodes((nodes as f64 * part) as u64)),
            Effort::Time(time) => {
                let end = start + time.mul_f64(part);
                think(&Limits {
                    nodes: u64::MAX,
                    stop: &|| Instant::now() >= end,
                })
            }
        }
    }
}

/// Who may think so long about each move has time to build a table of so many seeds: 86 million entries.
const TIME_FOR_TABLE: Duration = Duration::from_millis(900);
const TIMED_SEEDS: usize = 18;

/// A solver, made for the rules it meets.
pub(super) struct Mind {
    resources: Resources,
    /// Seeds of the table that is wanted if there is none.
    table_seeds: usize,
    /// That table is built or being built.
    prepared: bool,
    made: Option<Made>,
}

struct Made {
    solver: Solver,
    most_seeds: usize,
    table_seeds: usize,
}

impl Mind {
    /// A mind for moves that are counted in positions.
    pub fn new(resources: Resources) -> Mind {
        Mind {
            table_seeds: SMALL_SEEDS,
            prepared: true,
            resources,
            made: None,
        }
    }

    /// A mind for moves that take this effort.
    pub fn for_effort(effort: Effort, resources: Resources) -> Mind {
        let table_seeds = effort.table_seeds();
        Mind {
            table_seeds,
            prepared: table_seeds == SMALL_SEEDS || resources.table.is_some(),
            ..Mind::new(resources)
        }
    }

    /// Begins to build the table, if one has to be, beside all else: a move that comes before it is ready does with less.
    pub fn prepare(&mut self, rules: Rules) {
        if !std::mem::replace(&mut self.prepared, true) {
            let seeds = self.table_seeds;
            // Without this thread there is only the small table.
            let _ = std::thread::Builder::new().spawn(move || built_table(rules, seeds));
        }
    }

    pub fn solver(&mut self, position: &Position) -> Result<&Solver, PlayerError> {
        self.prepare(position.rules());
        let rules = position.rules();
        let seeds = usize::from(position.seeds_in_pits());
        let table = self.table(rules);
        let table_seeds = table.as_ref().map_or(0, |table| table.max_seeds());
        let fits = |made: &Made| {
            made.solver.rules() == rules
                && seeds <= made.most_seeds
                && table_seeds <= made.table_seeds
        };
        let made = match self.made.take().filter(fits) {
            Some(made) => made,
            None => Made {
                solver: make(rules, seeds, table, &self.resources)?,
                most_seeds: seeds,
                table_seeds,
            },
        };
        Ok(&self.made.insert(made).solver)
    }

    /// The best table there is by now.
    fn table(&self, rules: Rules) -> Option<Arc<Table>> {
        let given = self.resources.table.clone();
        given
            .filter(|table| table.fits(rules))
            .or_else(|| cell(rules, self.table_seeds)?.get().cloned()?)
            .or_else(|| built_table(rules, SMALL_SEEDS))
    }

    /// The best move that can be found: the exact one if the position can be solved with half the effort.
    pub fn best(&mut self, position: &Position, effort: Effort) -> Result<Pit, PlayerError> {
        let start = Instant::now();
        let solver = self.solver(position)?;
        let solved = effort.within(start, SOLVING, |limits| solver.value(position, limits));
        if let (true, Some(best)) = (solved.bounds.is_exact(), solved.best) {
            return Ok(best);
        }
        let thought = effort.within(start, THINKING, |limits| solver.think(position, limits));
        let best = solved.best_beside(&thought, position);
        best.ok_or(PlayerError::GameOver)
    }
}

/// The share of the effort after which solving gives way to looking ahead, and the share after which that ends.
const SOLVING: f64 = 0.45;
const THINKING: f64 = 0.9;

fn make(
    rules: Rules,
    seeds: usize,
    table: Option<Arc<Table>>,
    resources: &Resources,
) -> Result<Solver, PlayerError> {
    let config = SolverConfig {
        hash: resources.hash,
        threads: resources.threads,
        table,
        ..SolverConfig::default()
    };
    Solver::new(rules, seeds, &config)
        .map_err(|error| PlayerError::Failed(format!("no memory for the search: {error}")))
}

/// The endgame table of a player that has time for it and found none. None if there can be none.
#[must_use]
pub fn timed_table(rules: Rules) -> Option<Arc<Table>> {
    built_table(rules, TIMED_SEEDS)
}

/// A table that is built once, unless that fails; empty until then.
type Cell = Arc<OnceLock<Option<Arc<Table>>>>;

/// The tables of this process, one for each variant of the rules and size.
fn cell(rules: Rules, seeds: usize) -> Option<Cell> {
    static CELLS: Mutex<Vec<((Variant, usize), Cell)>> = Mutex::new(Vec::new());
    if rules.pits() != crate::table::PITS {
        return None;
    }
    let wanted = (Variant::from(rules), seeds);
    let mut cells = CELLS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, cell)) = cells.iter().find(|(of, _)| *of == wanted) {
        return Some(cell.clone());
    }
    cells.push((wanted, Cell::default()));
    cells.last().map(|(_, cell)| cell.clone())
}

/// A table of this process; whoever asks first builds it, and others wait for that.
fn built_table(rules: Rules, seeds: usize) -> Option<Arc<Table>> {
    let threads = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let build = || Table::build(rules, seeds, threads, &|_| (), &AtomicBool::new(false));
    let cell = cell(rules, seeds)?;
    cell.get_or_init(|| build().ok().map(Arc::new)).clone()
}

#[cfg(test)]
mod tests {
    use super::*;
    use kalah::Side;

    /// Seeds of the table a mind uses once there was time to build one.
    fn table_seeds(effort: Effort) -> usize {
        let rules = Rules::default();
        let mut mind = Mind::for_effort(effort, Resources::default());
        let start = Position::start(rules, Side::South);
        mind.solver(&start).unwrap();
        timed_table(rules).unwrap();
        mind.solver(&start).unwrap();
        mind.made.unwrap().table_seeds
    }

    #[test]
    fn who_has_time_gets_a_larger_table() {
        let time = |millis| Effort::Time(Duration::from_millis(millis));
        assert_eq!(table_seeds(time(900)), TIMED_SEEDS);
        assert_eq!(table_seeds(time(100)), SMALL_SEEDS);
    }

    /// Or it would play otherwise on a slower machine.
    #[test]
    fn who_counts_positions_always_has_the_same_table() {
        assert_eq!(table_seeds(Effort::Nodes(u64::MAX)), SMALL_SEEDS);
    }
}

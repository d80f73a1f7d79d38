//! What the searching players share: a solver made when it is first needed, and how hard it may think.

use std::fmt;
use std::str::FromStr;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use kalah::{Pit, Position, Rules};

use super::PlayerError;
use crate::search::{Bounds, Limits, Solver, SolverConfig};
use crate::table::{SMALL_SEEDS, Table, Variant};

/// What a player may use besides its wits.
#[derive(Clone, Debug)]
pub struct Resources {
    /// Bytes of transposition table.
    pub hash: usize,
    pub threads: usize,
    /// An endgame table; without one, a small one is built.
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

/// A solver, made for the rules it meets.
pub(super) struct Mind {
    resources: Resources,
    solver: Option<(Solver, usize)>,
}

impl Mind {
    pub fn new(resources: Resources) -> Mind {
        Mind {
            resources,
            solver: None,
        }
    }

    pub fn solver(&mut self, position: &Position) -> Result<&Solver, PlayerError> {
        let rules = position.rules();
        let seeds = usize::from(position.seeds_in_pits());
        let fits = |(solver, most): &(Solver, usize)| solver.rules() == rules && seeds <= *most;
        if !self.solver.as_ref().is_some_and(fits) {
            self.solver = Some((make(rules, seeds, &self.resources)?, seeds));
        }
        let made = self.solver.as_ref().map(|(solver, _)| solver);
        made.ok_or_else(|| PlayerError::Failed("there is no solver".into()))
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
        let proved =
            proves_more(solved.bounds, position) && solved.bounds.lower >= thought.estimate;
        let best = if proved { solved.best } else { thought.best };
        best.ok_or(PlayerError::GameOver)
    }
}

/// The share of the effort after which solving gives way to looking ahead, and the share after which that ends.
const SOLVING: f64 = 0.45;
const THINKING: f64 = 0.9;

fn proves_more(bounds: Bounds, position: &Position) -> bool {
    let nothing = position.margin(position.to_move()) - i32::from(position.seeds_in_pits());
    bounds.lower > nothing
}

fn make(rules: Rules, seeds: usize, resources: &Resources) -> Result<Solver, PlayerError> {
    let table = resources.table.clone().filter(|table| table.fits(rules));
    let config = SolverConfig {
        hash: resources.hash,
        threads: resources.threads,
        table: table.or_else(|| small_table(rules)),
    };
    Solver::new(rules, seeds, &config)
        .map_err(|error| PlayerError::Failed(format!("no memory for the search: {error}")))
}

/// A small endgame table, built once for each variant of the rules. None if there can be none.
#[must_use]
pub fn small_table(rules: Rules) -> Option<Arc<Table>> {
    static BUILT: Mutex<Vec<Arc<Table>>> = Mutex::new(Vec::new());
    if rules.pits() != crate::table::PITS {
        return None;
    }
    let mut built = BUILT.lock().unwrap_or_else(PoisonError::into_inner);
    let variant = Variant::from(rules);
    if let Some(table) = built.iter().find(|table| table.variant() == variant) {
        return Some(table.clone());
    }
    let table = Table::build(rules, SMALL_SEEDS, 1, &|_| (), &AtomicBool::new(false)).ok()?;
    built.push(Arc::new(table));
    built.last().cloned()
}

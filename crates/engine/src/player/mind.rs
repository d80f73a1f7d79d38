//! The part that searching players share: a solver made when it is first needed, and its configuration.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use kalah::{Pit, Position, Rules};

use super::PlayerError;
use super::pace::{Clock, Pace, Stop, is_set};
use crate::Library;
use crate::search::{Solver, SolverConfig};
use crate::table::{SMALL_SEEDS, Table};

/// The resources a caller gives to players.
#[derive(Clone)]
pub struct Resources {
    /// Bytes of transposition table.
    pub hash: usize,
    pub threads: usize,
    /// Without a clock, players that think for a time count positions instead.
    pub clock: Option<Clock>,
    /// Cancels a player's search.
    pub stop: Option<Stop>,
    pub library: Library,
}

impl Default for Resources {
    /// One thread, no clock, and an empty library.
    fn default() -> Resources {
        Resources {
            hash: 64 << 20,
            threads: 1,
            clock: None,
            stop: None,
            library: Library::new(),
        }
    }
}

impl fmt::Debug for Resources {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("Resources")
            .field("hash", &self.hash)
            .field("threads", &self.threads)
            .field("clock", &self.clock.is_some())
            .field("library", &self.library)
            .finish()
    }
}

/// A player with this long for each move has time for a table of this many seeds: 86 million entries.
const TIME_FOR_TABLE: Duration = Duration::from_millis(900);
const TIMED_SEEDS: usize = 18;

impl Pace {
    /// Seeds of the table worth building at this pace, if it takes more than the small one that is always built.
    pub(super) fn table_seeds(self) -> Option<usize> {
        match self {
            Pace::Time(time) if time >= TIME_FOR_TABLE => Some(TIMED_SEEDS),
            _ => None,
        }
    }
}

/// A solver, made for the rules it meets.
pub(super) struct Mind {
    resources: Resources,
    /// Uses the largest table available. Players that count positions do not: they would play differently on a machine that
    /// has another one.
    any_table: bool,
    made: Option<Made>,
}

struct Made {
    solver: Solver,
    most_seeds: usize,
    table_seeds: usize,
}

impl Mind {
    /// A mind for moves at this pace.
    pub fn new(pace: Pace, resources: Resources) -> Mind {
        Mind {
            any_table: matches!(pace, Pace::Time(_)),
            resources,
            made: None,
        }
    }

    /// The same with the largest table available, whatever the pace.
    pub fn with_any_table(self) -> Mind {
        Mind {
            any_table: true,
            ..self
        }
    }

    pub fn library(&self) -> &Library {
        &self.resources.library
    }

    pub fn solver(&mut self, position: &Position) -> Result<&Solver, PlayerError> {
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

    /// The best table so far.
    fn table(&self, rules: Rules) -> Option<Arc<Table>> {
        let Resources {
            library, threads, ..
        } = &self.resources;
        let largest = library.largest(rules).filter(|_| self.any_table);
        largest
            .filter(|table| table.max_seeds() >= SMALL_SEEDS)
            .or_else(|| library.small(rules, *threads))
    }

    /// The best move that can be found: the exact one if the position can be solved with half the effort.
    pub fn best(&mut self, position: &Position, pace: Pace) -> Result<Pit, PlayerError> {
        let Resources { clock, stop, .. } = self.resources.clone();
        let best = pace.think(clock.as_ref(), stop.as_ref(), |effort| {
            let solver = self.solver(position)?;
            let solved = solver.value(position, &effort.part(SOLVING, SOLVING));
            if let (true, Some(best)) = (solved.bounds.is_exact(), solved.best) {
                return Ok(best);
            }
            let thought = solver.think(position, &effort.part(THINKING, THINKING));
            let best = solved.best_beside(&thought, position);
            best.ok_or(PlayerError::GameOver)
        });
        match is_set(stop.as_ref()) {
            true => Err(PlayerError::Stopped),
            false => best,
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use kalah::Side;

    /// Seeds of the table a mind uses when its caller has a large one.
    fn table_seeds(pace: Pace) -> usize {
        let rules = Rules::default();
        let resources = Resources::default();
        let mut mind = Mind::new(pace, resources.clone());
        let start = Position::start(rules, Side::South);
        mind.solver(&start).unwrap();
        resources.library.build(rules, 16, 1).unwrap();
        mind.solver(&start).unwrap();
        mind.made.unwrap().table_seeds
    }

    #[test]
    fn who_thinks_for_a_time_takes_the_largest_table_there_is() {
        assert_eq!(table_seeds(Pace::Time(Duration::from_millis(100))), 16);
    }

    /// Otherwise it would play differently on another machine.
    #[test]
    fn who_counts_positions_always_has_the_same_table() {
        assert_eq!(table_seeds(Pace::Nodes(u64::MAX)), SMALL_SEEDS);
    }

    #[test]
    fn who_has_time_wants_a_larger_table() {
        let time = |millis| Pace::Time(Duration::from_millis(millis));
        assert_eq!(time(900).table_seeds(), Some(TIMED_SEEDS));
        assert_eq!(time(800).table_seeds(), None);
        assert_eq!(Pace::Nodes(u64::MAX).table_seeds(), None);
    }
}

//! How much to prepare for a search: a table that saves more time than it costs, and as much memory as pays off.
//!
//! A larger table makes every search shorter and takes longer to build. The number of positions and their numbers of seeds are
//! known beforehand, which is enough to weigh the two. The constants were measured (docs/solver.md, "What
//! a search prepares"); only their ratios matter, and near the best choice a seed more or less changes little.

use std::time::Duration;

/// Nanoseconds that one node of a search takes, that one entry of a table takes to build, and to read and check.
const NODE: f64 = 240.0;
const BUILT: f64 = 6.0;
const CHECKED: f64 = 0.4;
/// Nodes for valuing every move one seed above the table, and the factor per additional seed.
const NODES: f64 = 360.0;
const GROWTH: f64 = 1.53;
/// The fraction of them that the value of the position alone takes.
const VALUE: f64 = 0.27;
/// The fraction of the available time that building a table may take.
const PART: f64 = 0.1;

/// Together 1.8 GB, which a laptop can spare. Users with more memory set `--table-seeds` and `--hash`.
const MOST_TABLE: usize = 24;
const MOST_HASH: usize = 480 << 20;
const LEAST_HASH: usize = 8 << 20;
/// Bytes of memory for each node that is expected.
const BYTES: f64 = 8.0;

/// The question about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Its value.
    Value,
    /// The value of each of its moves.
    Moves,
}

/// Positions that are going to be searched, or have been: many positions so far suggest many more.
#[derive(Clone, Debug)]
pub struct Work {
    question: Question,
    time: Option<Duration>,
    /// Positions by the seeds in their pits.
    positions: Vec<u32>,
}

/// The source of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// There is no table at all.
    Nowhere,
    /// It is in memory already.
    Memory,
    /// It is saved in a file.
    File,
    /// It has to be built.
    Built,
}

/// A table to search with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    pub seeds: usize,
    pub source: Source,
}

impl Work {
    /// No position yet; each may take this much time.
    pub fn new(question: Question, time: Option<Duration>) -> Work {
        Work {
            question,
            time,
            positions: Vec::new(),
        }
    }

    /// One position.
    pub fn one(question: Question, seeds: u16, time: Option<Duration>) -> Work {
        let mut work = Work::new(question, time);
        work.add(seeds);
        work
    }

    /// One position more, with this many seeds in its pits.
    pub fn add(&mut self, seeds: u16) {
        let seeds = usize::from(seeds);
        if self.positions.len() <= seeds {
            self.positions.resize(seeds + 1, 0);
        }
        self.positions[seeds] += 1;
    }

    /// Whether the search of a position may be stopped by a clock.
    pub fn has_time(&self) -> bool {
        self.time.is_some()
    }

    /// The fastest table for all the work, given one that is in memory and the sizes of the saved ones.
    pub fn table(&self, there: Option<usize>, kept: &[usize], threads: usize) -> Choice {
        let choice = |seeds, source| Choice { seeds, source };
        let mut choices = vec![match there {
            Some(seeds) => choice(seeds, Source::Memory),
            None => choice(0, Source::Nowhere),
        }];
        choices.extend(kept.iter().map(|&seeds| choice(seeds, Source::File)));
        choices.extend((1..=MOST_TABLE).map(|seeds| choice(seeds, Source::Built)));
        let all =
            |choice: &Choice| self.prepare(*choice, threads) + NODE * self.nodes(choice.seeds);
        let soonest = choices.into_iter().min_by(|a, b| all(a).total_cmp(&all(b)));
        soonest.unwrap_or(choice(0, Source::Nowhere))
    }

    /// Nanoseconds to get a table; the maximum if that would be too much of the time for one position.
    fn prepare(&self, choice: Choice, threads: usize) -> f64 {
        let entries = entries(choice.seeds);
        match choice.source {
            Source::Nowhere | Source::Memory => 0.0,
            Source::File => CHECKED * entries,
            Source::Built => {
                // Threads make searching faster too, so that they count only where there is a limit.
                let wall = BUILT * entries / threads as f64;
                let limit = self
                    .time
                    .map_or(f64::INFINITY, |time| PART * 1e9 * time.as_secs_f64());
                if wall > limit {
                    f64::INFINITY
                } else {
                    BUILT * entries
                }
            }
        }
    }

    /// Nodes for all positions with a table of this many seeds.
    fn nodes(&self, table: usize) -> f64 {
        let part = match self.question {
            Question::Value => VALUE,
            Question::Moves => 1.0,
        };
        let most = self
            .time
            .map_or(f64::INFINITY, |time| 1e9 * time.as_secs_f64() / NODE);
        let each = |above: usize| (part * NODES * GROWTH.powi(above as i32 - 1)).min(most);
        let above = self.positions.iter().skip(table + 1).enumerate();
        above
            .map(|(above, &count)| f64::from(count) * each(above + 1))
            .sum()
    }

    /// Bytes that the table and the memory for positions take together.
    pub fn bytes(&self, table: usize) -> f64 {
        entries(table) + self.hash(table) as f64
    }

    /// Bytes of transposition table.
    pub fn hash(&self, table: usize) -> usize {
        let wanted = (BYTES * self.nodes(table)).min(MOST_HASH as f64) as usize;
        wanted.next_power_of_two().clamp(LEAST_HASH, MOST_HASH)
    }
}

/// The table of a requested size.
pub fn asked(seeds: usize, there: Option<usize>, kept: &[usize]) -> Choice {
    let source = match seeds {
        0 => Source::Nowhere,
        _ if there == Some(seeds) => Source::Memory,
        _ if kept.contains(&seeds) => Source::File,
        _ => Source::Built,
    };
    Choice { seeds, source }
}

/// Entries of a table: the positions with at most this many seeds in twelve pits.
fn entries(seeds: usize) -> f64 {
    (1..=12).fold(1.0, |entries, i| entries * (seeds + i) as f64 / i as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn built(work: &Work) -> usize {
        let choice = work.table(None, &[], 2);
        assert!(matches!(choice.source, Source::Built | Source::Nowhere));
        choice.seeds
    }

    #[test]
    fn a_batch_gets_a_larger_table_than_any_of_its_positions_alone() {
        let mut batch = Work::new(Question::Moves, None);
        let mut largest = 0;
        for seeds in (12..=36).cycle().take(400) {
            batch.add(seeds);
            largest = largest.max(built(&Work::one(Question::Moves, seeds, None)));
        }
        let table = built(&batch);
        assert!((20..=21).contains(&table), "{table}");
        assert!(largest < table, "{largest}");
        assert!((32 << 20..=128 << 20).contains(&batch.hash(table)));
    }

    #[test]
    fn tables_grow_with_the_seeds_of_a_position() {
        let tables: Vec<usize> = [6, 12, 24, 36, 48, 60, 72]
            .map(|seeds| built(&Work::one(Question::Value, seeds, None)))
            .to_vec();
        assert!(tables.is_sorted(), "{tables:?}");
        assert!(tables[0] < 6, "{tables:?}");
        assert!((20..=21).contains(&tables[4]), "{tables:?}");
        assert_eq!(tables[6], MOST_TABLE);
    }

    #[test]
    fn no_default_takes_more_memory_than_a_laptop_can_spare() {
        let mut work = Work::new(Question::Moves, None);
        for seeds in 0..=288 {
            work.add(seeds);
            let table = built(&work);
            // The program itself and the other data of a search take 35 MB.
            assert!(work.bytes(table) + 35e6 <= 1.8e9, "{seeds} seeds");
        }
    }

    #[test]
    fn a_table_takes_a_tenth_of_the_time_at_most() {
        for millis in [100, 1_000, 10_000, 100_000] {
            let time = Duration::from_millis(millis);
            let table = built(&Work::one(Question::Value, 72, Some(time)));
            let seconds = 1e-9 * BUILT * entries(table) / 2.0;
            assert!(seconds <= 0.1 * time.as_secs_f64(), "{millis}: {table}");
        }
    }

    #[test]
    fn what_is_there_is_used_where_it_pays() {
        let small = Work::one(Question::Moves, 20, None);
        assert_eq!(small.table(None, &[24], 1).source, Source::Built);
        let large = Work::one(Question::Value, 48, None);
        let kept = Choice {
            seeds: 24,
            source: Source::File,
        };
        assert_eq!(large.table(None, &[18, 24], 1), kept);
        let there = Choice {
            seeds: 20,
            source: Source::Memory,
        };
        assert_eq!(small.table(Some(20), &[], 1), there);
    }

    /// Position by position: a table is built once the searches so far have cost as much as it would have saved.
    #[test]
    fn who_meets_many_positions_gets_a_larger_table_in_time() {
        let mut work = Work::new(Question::Moves, None);
        let mut table = None;
        let mut sizes = Vec::new();
        for _ in 0..2000 {
            work.add(30);
            let choice = work.table(table, &[], 1);
            if choice.source == Source::Built {
                sizes.push(choice.seeds);
            }
            table = Some(choice.seeds);
        }
        assert!(sizes.is_sorted() && sizes.len() < 12, "{sizes:?}");
        assert!(table >= Some(20), "{sizes:?}");
    }
}

//! `mancala bench defaults`: the default choices, compared with the best flags.

use std::io::Write;
use std::time::Instant;

use anyhow::Result;
use engine::Effort;
use engine::analyse::analyse;
use engine::rng::Rng;
use kalah::{Position, Rules, Side};
use serde_json::json;

use crate::interrupt;
use crate::plan::{Question, Work};
use crate::rows;
use crate::solving::{Batch, SolverArgs};
use crate::ui::{Answer, Ui};

/// Positions out of random games with this many seeds left, and how many of them.
const SEEDS: std::ops::RangeInclusive<u16> = 12..=36;
const COUNT: usize = 400;
/// Seeds in the pits of mid-game positions, and how many are valued with warm tables.
const MIDDLE: std::ops::RangeInclusive<u16> = 24..=30;
const WARM: usize = 70;
/// Runs of each choice; the fastest counts.
const RUNS: usize = 2;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Random seed of the positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Only this case
    #[arg(long, value_enum)]
    case: Option<Name>,
    /// How many positions the batch and the warm case have, instead of 400 and 70
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    positions: Option<u32>,
    /// Print JSON, one object per line: case, seconds, best_seconds, ratio, table_seeds, best_table_seeds, best_threads, bytes
    #[arg(long)]
    json: bool,
}

/// The measurements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Name {
    /// Many positions, every move of them
    Batch,
    /// One position from the middle of a game, every move of it
    MidGame,
    /// The value of the start position
    Start,
    /// How long one position takes when the table exists
    Warm,
}

/// Positions to be valued one after the other.
struct Case {
    name: Name,
    question: Question,
    positions: Vec<Position>,
}

pub fn run(args: &Args, ui: &mut Ui) -> Result<Answer> {
    let mut rng = Rng::new(args.seed);
    let start = Position::start(Rules::default(), Side::South);
    let count = |usual| args.positions.map_or(usual, |count| count as usize);
    let cases = [
        Case {
            name: Name::Batch,
            question: Question::Moves,
            positions: positions(&mut rng, SEEDS, count(COUNT)),
        },
        Case {
            name: Name::MidGame,
            question: Question::Moves,
            positions: positions(&mut rng, 30..=30, 1),
        },
        Case {
            name: Name::Start,
            question: Question::Value,
            positions: vec![start],
        },
    ];
    interrupt::flag();
    let asked = |name| args.case.is_none_or(|case| case == name);
    for case in cases.iter().filter(|case| asked(case.name)) {
        if interrupt::asked() {
            break;
        }
        case.compare(args, ui)?;
        ui.out.flush()?;
    }
    if asked(Name::Warm) && !interrupt::asked() {
        warm(&positions(&mut rng, MIDDLE, count(WARM)), args, ui)?;
    }
    match interrupt::asked() {
        true => super::stopped(ui),
        false => Ok(Answer::Yes),
    }
}

/// Positions with south to move or north, as many of each number of seeds as of any other.
fn positions(rng: &mut Rng, seeds: std::ops::RangeInclusive<u16>, count: usize) -> Vec<Position> {
    let mut found = Vec::new();
    let mut wanted = seeds.cycle().take(count).peekable();
    while let Some(&seeds) = wanted.peek() {
        let mut position = Position::start(Rules::default(), Side::South);
        while position.seeds_in_pits() > seeds && !position.is_over() {
            let moves = position.legal_moves();
            let pit = moves.nth_pit(rng.below(moves.len()));
            position = position.step_legal(pit.expect("there is a move")).after;
        }
        if position.seeds_in_pits() == seeds && position.legal_moves().len() > 1 {
            found.push(position);
            wanted.next();
        }
    }
    found
}

impl Name {
    fn text(self) -> &'static str {
        match self {
            Name::Batch => "batch",
            Name::MidGame => "mid-game",
            Name::Start => "start",
            Name::Warm => "warm",
        }
    }
}

impl Case {
    fn compare(&self, args: &Args, ui: &mut Ui) -> Result<()> {
        let mut work = Work::new(self.question, None);
        for position in &self.positions {
            work.add(position.seeds_in_pits());
        }
        let defaults = SolverArgs::without_tables(None, None);
        let table = work.table(None, &[], defaults.threads()).seeds;
        let Some(seconds) = self.fastest(&defaults, ui)? else {
            return Ok(());
        };
        let mut best = (f64::INFINITY, table, 1);
        for seeds in table.saturating_sub(2)..=table + 2 {
            for threads in [1, defaults.threads()] {
                let flags = SolverArgs::without_tables(Some(seeds), Some(threads));
                let Some(seconds) = self.fastest(&flags, ui)? else {
                    return Ok(());
                };
                if seconds < best.0 {
                    best = (seconds, seeds, threads);
                }
            }
        }
        let (best_seconds, best_table, threads) = best;
        let (name, ratio) = (self.name.text(), seconds / best_seconds);
        let megabytes = work.bytes(table) / 1e6;
        if args.json {
            let value = json!({
                "case": name, "seconds": seconds, "best_seconds": best_seconds, "ratio": ratio, "table_seeds": table,
                "best_table_seeds": best_table, "best_threads": threads, "bytes": work.bytes(table),
            });
            rows::print(value, ui)?;
        } else {
            writeln!(
                ui.out,
                "{name:9} default {seconds:.3} s ({table}-seed table, {megabytes:.0} MB); best flags {best_seconds:.3} s (--table-seeds {best_table} --threads {threads}); ratio {ratio:.2}"
            )?;
        }
        Ok(())
    }

    /// Seconds of the fastest run, everything included. `None` if stopped: half a run is meaningless.
    fn fastest(&self, flags: &SolverArgs, ui: &mut Ui) -> Result<Option<f64>> {
        let stop = |_| interrupt::asked();
        let effort = Effort::until(&stop);
        let mut fastest = f64::INFINITY;
        for _ in 0..RUNS {
            let start = Instant::now();
            let mut batch = Batch::new(flags, self.question, None);
            for position in &self.positions {
                batch.expect(position);
            }
            for position in &self.positions {
                let solver = batch.solver(position, ui)?;
                match self.question {
                    Question::Value => drop(solver.value(position, &effort)),
                    Question::Moves => drop(analyse(solver, position, &effort)),
                }
                if interrupt::asked() {
                    return Ok(None);
                }
            }
            fastest = fastest.min(start.elapsed().as_secs_f64());
        }
        Ok(Some(fastest))
    }
}

/// How long it takes to value every move of a position when the table exists: the wait after a click.
fn warm(positions: &[Position], args: &Args, ui: &mut Ui) -> Result<()> {
    let flags = SolverArgs::without_tables(None, None);
    let mut batch = Batch::new(&flags, Question::Moves, None);
    positions.iter().for_each(|position| batch.expect(position));
    let stop = |_| interrupt::asked();
    let effort = Effort::until(&stop);
    let mut times = Vec::new();
    for position in positions {
        let solver = batch.solver(position, ui)?;
        let start = Instant::now();
        drop(analyse(solver, position, &effort));
        if interrupt::asked() {
            return Ok(());
        }
        times.push(1e3 * start.elapsed().as_secs_f64());
    }
    times.sort_by(f64::total_cmp);
    let (median, most) = (times[times.len() / 2], times[times.len() - 1]);
    let under = times.iter().filter(|&&time| time < 50.0).count();
    let all = times.len();
    if args.json {
        let value = json!({"case": Name::Warm.text(), "positions": all, "median_ms": median, "most_ms": most, "under_50_ms": under});
        rows::print(value, ui)?;
    } else {
        let counted = diag::count(all, "mid-game position");
        writeln!(
            ui.out,
            "warm      every move of {counted}: median {median:.1} ms, at most {most:.1} ms, {under} under 50 ms"
        )?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_come_from_their_seed_and_have_the_seeds_asked_for() {
        let [one, same] = [3, 3].map(|seed| positions(&mut Rng::new(seed), SEEDS, 50));
        assert_eq!(one, same);
        assert_eq!(one.len(), 50);
        for (position, seeds) in one.iter().zip(SEEDS.cycle()) {
            assert_eq!(position.seeds_in_pits(), seeds);
        }
    }
}

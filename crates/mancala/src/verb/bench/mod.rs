//! `mancala bench`: how fast this build is on this machine, and a fingerprint of its search.

mod defaults;
mod marathon;
mod timeline;

use std::io::Write;
use std::sync::Arc;
use std::time::Instant;

use anyhow::Result;
use engine::Effort;
use engine::search::{Solver, SolverConfig};
use engine::table::Table;
use kalah::{Capture, End, Position, Rules, Setup};
use serde_json::json;

use crate::interrupt;
use crate::rows;
use crate::solving;
use crate::ui::{Answer, Ui};

#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Args {
    #[command(subcommand)]
    what: Option<What>,
    /// Print JSON: nodes, seconds, nodes_per_second, positions_per_second, entries, entries_per_second
    #[arg(long)]
    json: bool,
    /// Threads that build the table; the search runs on one, so that its nodes are the same everywhere
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
}

#[derive(Debug, clap::Subcommand)]
enum What {
    /// Compare the default settings with the best ones, for a batch, a mid-game position and the start position
    Defaults(defaults::Args),
    /// Measure time travel: memory, steps back and jumps after a long run
    Timeline(timeline::Args),
}

/// Seeds of the table.
const TABLE: usize = 12;
const HASH: usize = 64 << 20;

/// The positions, never to be changed: openings, middle games and endings.
const POSITIONS: [&str; 8] = [
    "3,3,3,3,3,3,0/3,3,3,3,3,3,0 s",
    "0,4,4,4,0,5,1/4,3,3,0,4,3,1 s",
    "4,0,1,6,0,2,7/3,1,5,0,2,4,13 n",
    "2,1,0,7,3,0,10/4,0,6,1,0,3,11 s",
    "1,0,8,2,0,4,9/0,5,2,6,1,0,10 s",
    "0,6,1,0,5,3,8/2,2,0,4,7,1,9 n",
    "5,5,0,1,1,6,6/0,3,4,4,0,5,8 s",
    "0,0,13,2,1,0,9/3,0,2,5,1,4,8 s",
];

pub fn run(args: &Args, ui: &mut Ui) -> Result<Answer> {
    match &args.what {
        Some(What::Defaults(args)) => return defaults::run(args, ui),
        Some(What::Timeline(args)) => return timeline::run(args, ui),
        None => {}
    }
    let rules = Rules::new(6, 4, Capture::Opposite, End::Either)?;
    let start = Instant::now();
    let stop = interrupt::flag();
    let Ok(table) = Table::build(rules, TABLE, args.threads.into(), &|_| (), stop) else {
        return stopped(ui);
    };
    let building = start.elapsed().as_secs_f64();
    let table = Arc::new(table);
    let start = Instant::now();
    let Some(nodes) = search(rules, &table, args.json, ui)? else {
        return stopped(ui);
    };
    let seconds = start.elapsed().as_secs_f64();
    let (per_second, positions) = (nodes as f64 / seconds, POSITIONS.len() as f64 / seconds);
    let entries = table.entries();
    let built = entries as f64 / building;
    if args.json {
        let value = json!({
            "nodes": nodes, "seconds": seconds, "nodes_per_second": per_second, "positions_per_second": positions,
            "entries": entries, "entries_per_second": built,
        });
        rows::print(value, ui)?;
        return Ok(Answer::Yes);
    }
    writeln!(
        ui.out,
        "nodes       {nodes} (the fingerprint of the search)"
    )?;
    writeln!(
        ui.out,
        "search      {seconds:.2} s, {per_second:.0} nodes per second, {positions:.1} positions per second"
    )?;
    writeln!(
        ui.out,
        "table       {entries} entries in {building:.3} s, {built:.0} per second"
    )?;
    Ok(Answer::Yes)
}

/// Half a search has no fingerprint.
fn stopped(ui: &mut Ui) -> Result<Answer> {
    ui.out.flush()?;
    writeln!(ui.err, "Stopped by {}.", interrupt::name())?;
    Ok(Answer::No)
}

/// Values the positions one after the other; returns the number of nodes, or none if stopped.
fn search(rules: Rules, table: &Arc<Table>, quiet: bool, ui: &mut Ui) -> Result<Option<u64>> {
    let stop = |_| interrupt::asked();
    let effort = Effort::until(&stop);
    let mut nodes = 0;
    for text in POSITIONS {
        let setup: Setup = text.parse()?;
        let position = Position::new(rules, &setup)?;
        let config = SolverConfig {
            hash: HASH,
            threads: 1,
            table: Some(table.clone()),
            ..SolverConfig::default()
        };
        let solver = Solver::new(rules, position.seeds_in_pits().into(), &config)?;
        let valued = solver.value(&position, &effort);
        if interrupt::asked() {
            return Ok(None);
        }
        nodes += valued.nodes;
        if !quiet {
            let (value, count) = (solving::told(valued.bounds), valued.nodes);
            writeln!(ui.out, "{text:32} {value:>4} {count:>10} nodes")?;
            ui.out.flush()?;
        }
    }
    Ok(Some(nodes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_can_be_read_and_is_not_over() {
        for text in POSITIONS {
            let setup: Setup = text.parse().unwrap();
            let position = Position::new(Rules::default(), &setup).unwrap();
            assert!(!position.is_over(), "{text}");
        }
    }
}

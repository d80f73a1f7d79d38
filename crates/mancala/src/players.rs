//! Players by the names people give on the command line.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Result, anyhow};
use consoles::{ConsolePlayer, Model};
use engine::Library;
use engine::player::{Clock, Player, PlayerSpec, Resources};
use engine::rng::Rng;
use engine::table::PITS;
use kalah::{Position, Rules};

use crate::args::DataArgs;
use crate::tables::Tables;

/// A player, known by name.
#[derive(Clone, Debug)]
pub enum Known {
    Engine(PlayerSpec),
    Console(Model),
}

impl Known {
    /// The player, ready to play.
    pub fn player(&self, rng: Rng, resources: &Resources) -> Box<dyn Player> {
        match self {
            Known::Engine(spec) => spec.player_with(rng, resources),
            Known::Console(model) => Box::new(ConsolePlayer::new(*model)),
        }
    }

    /// Whether it can play on from a position. Only consoles are particular: about the pits, the seeds and the capture.
    pub fn check(&self, position: &Position) -> Result<()> {
        match self {
            Known::Engine(_) => Ok(()),
            Known::Console(model) => ConsolePlayer::check(*model, position)
                .map_err(|error| anyhow!("{CONSOLE}{model} cannot play this game: {error}")),
        }
    }

    fn uses_table(&self) -> bool {
        matches!(self, Known::Engine(spec) if spec.uses_table())
    }

    /// Seeds of the table the player has time for.
    fn table_seeds(&self) -> Option<usize> {
        match self {
            Known::Engine(spec) => spec.table_seeds(),
            Known::Console(_) => None,
        }
    }
}

/// Larger tables take too long to be verified before a game begins.
const MOST_SEEDS: usize = 24;

/// The resources of these players: the largest saved table for the rules, if one of them can use it. Invalid table files are
/// reported.
pub fn resources(
    players: &[Known],
    rules: Rules,
    data: &DataArgs,
    threads: usize,
) -> Result<(Resources, Vec<String>)> {
    let mut complaints = Vec::new();
    let resources = Resources {
        clock: Some(clock()),
        ..Resources::default()
    };
    if players.iter().any(Known::uses_table) && rules.pits() == PITS {
        let tables = Tables::new(&data.folder()?);
        let table = tables.largest(rules, MOST_SEEDS, threads, &mut complaints)?;
        if let Some(table) = table {
            resources.library.add(Arc::new(table));
        }
    }
    Ok((resources, complaints))
}

/// Builds the largest table these players have time for, unless one is saved.
pub fn build_table(library: &Library, players: &[Known], rules: Rules, threads: usize) {
    let wanted = players.iter().filter_map(Known::table_seeds).max();
    let wanted = wanted.filter(|_| library.largest(rules).is_none());
    wanted.map(|seeds| library.build(rules, seeds, threads));
}

/// The same, in the background of their first moves.
pub fn build_table_beside(library: &Library, players: &[Known], rules: Rules) {
    let (library, players) = (library.clone(), players.to_vec());
    let build = move || build_table(&library, &players, rules, threads());
    // Without this thread there is only the small table.
    let _ = std::thread::Builder::new().spawn(build);
}

/// The time since now.
fn clock() -> Clock {
    let start = Instant::now();
    Arc::new(move || start.elapsed())
}

/// All processors.
pub fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

/// How the names of the consoles begin.
const CONSOLE: &str = "console:";

/// Every player: its syntax and a description.
pub fn entries() -> Vec<(String, &'static str)> {
    let engine = PlayerSpec::ENTRIES
        .iter()
        .map(|entry| (entry.name.to_owned(), entry.what));
    let consoles = Model::ALL.map(|model| (format!("{CONSOLE}{model}"), model.what()));
    engine.chain(consoles).collect()
}

/// The player of a name; a wrong name says where the right ones are listed.
pub fn parse(name: &str) -> Result<Known> {
    let known = match name.strip_prefix(CONSOLE) {
        Some(model) => (model.parse().map(Known::Console)).map_err(anyhow::Error::from),
        None => (name.parse().map(Known::Engine)).map_err(anyhow::Error::from),
    };
    known.map_err(|error| anyhow!("{error}; `mancala players` lists them"))
}

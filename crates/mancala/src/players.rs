//! Players by the names people give on the command line.

use std::num::NonZeroUsize;
use std::sync::Arc;

use anyhow::{Result, anyhow};
use console::{ConsolePlayer, Model};
use engine::lots::Lots;
use engine::player::{Player, PlayerSpec, Resources};
use engine::table::PITS;
use kalah::Rules;

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
    pub fn player(&self, lots: Lots, resources: &Resources) -> Box<dyn Player> {
        match self {
            Known::Engine(spec) => spec.player_with(lots, resources),
            Known::Console(model) => Box::new(ConsolePlayer::new(*model)),
        }
    }

    fn uses_table(&self) -> bool {
        matches!(self, Known::Engine(spec) if spec.uses_table())
    }
}

/// Larger tables take too long to be looked through before a game begins.
const MOST_SEEDS: usize = 24;

/// What these players may use: the largest table kept for the rules, if one of them has use for it. Files that should be
/// tables and are not are complained of.
pub fn resources(
    players: &[Known],
    rules: Rules,
    data: &DataArgs,
) -> Result<(Resources, Vec<String>)> {
    let mut complaints = Vec::new();
    let mut table = None;
    if players.iter().any(Known::uses_table) && rules.pits() == PITS {
        let tables = Tables::new(&data.folder()?);
        table = tables.largest(rules, MOST_SEEDS, threads(), &mut complaints)?;
    }
    let resources = Resources {
        table: table.map(Arc::new),
        ..Resources::default()
    };
    Ok((resources, complaints))
}

fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

/// How the names of the consoles begin.
const CONSOLE: &str = "console:";

/// Every player: how it is written and what it does.
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

/// How a player is called in sentences and over the board.
pub fn title(name: &str) -> &str {
    match name {
        "deep-purple" => "Deep Purple",
        "mirror" => "the mirror",
        "reference" => "the reference player",
        "opportunist" => "the opportunist",
        _ if name.starts_with(CONSOLE) => "the console",
        _ => "the computer",
    }
}

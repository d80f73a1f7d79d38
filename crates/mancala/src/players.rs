//! Players by the names people give on the command line.

use anyhow::{Result, anyhow};
use console::{ConsolePlayer, Model};
use engine::lots::Lots;
use engine::player::{Player, PlayerSpec};

/// A player, known by name.
#[derive(Clone, Debug)]
pub enum Known {
    Engine(PlayerSpec),
    Console(Model),
}

impl Known {
    /// The player, ready to play.
    pub fn player(&self, lots: Lots) -> Box<dyn Player> {
        match self {
            Known::Engine(spec) => spec.player(lots),
            Known::Console(model) => Box::new(ConsolePlayer::new(*model)),
        }
    }
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

/// A player ready to play.
pub fn player(name: &str, lots: Lots) -> Result<Box<dyn Player>> {
    Ok(parse(name)?.player(lots))
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

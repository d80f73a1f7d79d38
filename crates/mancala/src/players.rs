//! Players by the names people give on the command line.

use anyhow::{Result, anyhow};
use engine::lots::Lots;
use engine::player::{Player, PlayerSpec};

/// The player of a name; a wrong name says where the right ones are listed.
pub fn parse(name: &str) -> Result<PlayerSpec> {
    name.parse::<PlayerSpec>()
        .map_err(|error| anyhow!("{error}; `mancala players` lists them"))
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
        _ => "the computer",
    }
}

//! What players can say to each other. Fixed phrases need no moderation, and each reads them in their own language.

use kalah::Side;
use serde::{Deserialize, Serialize};

use super::Millis;
use super::entry::Event;
use super::game::{Game, Refusal};
use super::state::Status;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phrase {
    Hello,
    GoodLuck,
    NiceMove,
    Oops,
    OneMoment,
    Thanks,
    GoodGame,
    HaveToGo,
}

impl Phrase {
    pub const ALL: [Phrase; 8] = [
        Phrase::Hello,
        Phrase::GoodLuck,
        Phrase::NiceMove,
        Phrase::Oops,
        Phrase::OneMoment,
        Phrase::Thanks,
        Phrase::GoodGame,
        Phrase::HaveToGo,
    ];
}

/// The last phrase of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Said {
    /// The number of its entry.
    pub seq: u64,
    pub at: Millis,
    pub phrase: Phrase,
}

impl Game {
    /// How many phrases a player can say in one game.
    pub const MOST_PHRASES: u32 = 30;

    /// During a game and after it. The same phrase again, before anything else has happened, is the same request.
    pub(super) fn say(&self, side: Side, phrase: Phrase) -> Result<Option<Event>, Refusal> {
        if self.status() == Status::Waiting {
            return Err(Refusal::Waiting);
        }
        let repeats = |said: Said| said.seq == self.seq && said.phrase == phrase;
        if self.said[side].is_some_and(repeats) {
            return Ok(None);
        }
        if self.phrases[side] >= Game::MOST_PHRASES {
            return Err(Refusal::Full);
        }
        self.has_space()?;
        Ok(Some(Event::Said { side, phrase }))
    }
}

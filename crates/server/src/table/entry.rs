//! What can happen to a game. Entries are what is stored and sent: numbered from 1 without gaps, never changed.

use kalah::{Pit, Side};
use serde::{Deserialize, Serialize};

use super::Millis;
use super::settings::{Name, Settings};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Its number in the game.
    pub seq: u64,
    pub at: Millis,
    #[serde(flatten)]
    pub event: Event,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Event {
    /// Always the first entry, and only that. `after` is the game this one is the rematch of.
    Made {
        settings: Settings,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        after: Option<String>,
    },
    /// Somebody sat down.
    Joined {
        side: Side,
        name: Name,
    },
    Renamed {
        side: Side,
        name: Name,
    },
    Moved {
        side: Side,
        pit: Pit,
    },
    TakebackAsked {
        side: Side,
    },
    /// By the one who was asked, or by the one who asked.
    TakebackDropped {
        side: Side,
    },
    /// The moves from this one on (counted from 0) are gone.
    TakenBack {
        to: usize,
    },
    Resigned {
        side: Side,
    },
    /// This side's time was up.
    TimedOut {
        side: Side,
    },
    /// The other side had gone away, and this one took the game.
    Claimed {
        side: Side,
    },
    /// Nobody had joined yet, and the one who waited gave up waiting.
    Withdrawn,
    RematchOffered {
        side: Side,
    },
    /// The rematch is this game.
    Rematched {
        game: String,
    },
}

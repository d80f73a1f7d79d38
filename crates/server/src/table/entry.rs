//! The events of a game. Entries are what is stored and sent: numbered from 1 without gaps, never changed.

use kalah::{Pit, Side};
use serde::{Deserialize, Serialize};

use super::Millis;
use super::phrase::Phrase;
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
        /// The first game of a series of rematches, if this is not it: its seats have the secrets of that one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        series: Option<String>,
    },
    /// A player joined.
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
        /// Milliseconds of network time in it, which are not the player's.
        #[serde(default, skip_serializing_if = "is_nothing")]
        lag: Millis,
    },
    TakebackAsked {
        side: Side,
    },
    /// By either player.
    TakebackDropped {
        side: Side,
    },
    /// The moves from this one on (counted from 0) are taken back.
    TakenBack {
        to: usize,
    },
    DrawOffered {
        side: Side,
    },
    /// By either player.
    DrawDropped {
        side: Side,
    },
    /// A draw was agreed.
    Drawn,
    /// This side called the game off before both had moved.
    Aborted {
        side: Side,
    },
    Resigned {
        side: Side,
    },
    /// The site was down from one time to another; that is on nobody's clock.
    Interrupted {
        from: Millis,
        to: Millis,
    },
    /// This side's time was up.
    TimedOut {
        side: Side,
    },
    /// The other side had gone away, and this one claimed the game.
    Claimed {
        side: Side,
    },
    /// No one had joined yet, and the creator gave up waiting.
    Withdrawn,
    /// The operators ended the game.
    Stopped,
    /// The operators removed this player's name, also from the entries before.
    Hidden {
        side: Side,
    },
    Said {
        side: Side,
        phrase: Phrase,
    },
    RematchOffered {
        side: Side,
    },
    /// The rematch is this game.
    Rematched {
        game: String,
    },
}

impl Event {
    /// The same without the name of a side.
    pub(crate) fn without_name(&mut self, of: Side) {
        if let Event::Joined { side, name } | Event::Renamed { side, name } = self
            && *side == of
        {
            *name = Name::default();
        }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks this way")]
fn is_nothing(number: &Millis) -> bool {
    *number == 0
}

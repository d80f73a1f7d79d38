//! The JSON that clients read of a game: derived from these structs and nothing else. Expensive parts are serialised once
//! for all clients.

use std::collections::BTreeMap;

use kalah::{BySide, Side};
use serde::Serialize;
use serde_json::value::RawValue;

use crate::table::{Game, Millis};

/// The state of a game, each field serialised.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(transparent)]
pub(crate) struct Written(BTreeMap<String, Box<RawValue>>);

impl Written {
    pub(crate) fn of(game: &Game) -> Written {
        Written::read(&json(&game.state())).expect("a state is an object")
    }

    /// A state as it is stored for lists.
    pub(crate) fn read(state: &str) -> serde_json::Result<Written> {
        serde_json::from_str(state).map(Written)
    }
}

/// A state as it is sent to one client.
#[derive(Serialize)]
pub(crate) struct Told<'a> {
    pub game: &'a str,
    #[serde(flatten)]
    pub state: &'a Written,
    /// The players present, and when they were last seen.
    pub here: BySide<bool>,
    pub seen: BySide<Option<Millis>>,
    /// The number of watchers; not in lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub watching: Option<usize>,
    pub now: Millis,
    /// The seats of the client.
    pub you: &'a [Side],
}

/// A message to a socket.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(crate) enum Message<'a> {
    Update {
        /// The entries the client lacks; none if there are too many.
        entries: Vec<&'a RawValue>,
        state: Told<'a>,
    },
    /// The server is about to stop.
    Closing,
    /// The game no longer exists.
    Gone,
}

/// Plain data as JSON.
pub(crate) fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("this is plain data")
}

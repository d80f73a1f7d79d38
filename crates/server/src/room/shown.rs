//! What the clients of a room are shown. Serialised once for all; only the client's seats and the time are added for each.

use std::sync::Arc;

use kalah::{BySide, Side};
use serde_json::value::{RawValue, to_raw_value};

use super::told::{Message, Told, Written};
use crate::store::SecretDigest;
use crate::table::{Entry, Game, Millis, Status};

/// Clients further behind than this get only the state.
pub(crate) const RECENT: usize = 64;

/// A room at one moment.
#[derive(Clone, Debug)]
pub(crate) struct Shown {
    game: Arc<str>,
    pub seq: u64,
    pub status: Status,
    pub turn: Option<Side>,
    pub next: Option<String>,
    pub seats: BySide<Option<SecretDigest>>,
    /// The first game of the series this one belongs to.
    pub series: Arc<str>,
    /// The players present, and when they were last seen.
    pub here: BySide<bool>,
    pub seen: BySide<Option<Millis>>,
    /// The game has been removed.
    pub gone: bool,
    state: Arc<Written>,
    /// The last entries, up to number `seq`.
    recent: Vec<Arc<RawValue>>,
}

impl Shown {
    pub(crate) fn new(
        name: &str,
        game: &Game,
        entries: &[Entry],
        seats: BySide<Option<SecretDigest>>,
    ) -> Shown {
        let mut shown = Shown {
            game: Arc::from(name),
            seq: 0,
            status: game.status(),
            turn: None,
            next: None,
            seats,
            series: Arc::from(game.series().unwrap_or(name)),
            here: BySide::default(),
            seen: BySide::default(),
            gone: false,
            state: Arc::default(),
            recent: Vec::new(),
        };
        let recent = &entries[entries.len().saturating_sub(RECENT)..];
        shown.advance(game, recent, seats);
        shown
    }

    /// The game has advanced.
    pub(crate) fn advance(
        &mut self,
        game: &Game,
        entries: &[Entry],
        seats: BySide<Option<SecretDigest>>,
    ) {
        self.seq = game.seq();
        self.status = game.status();
        self.turn = game.turn();
        self.next = game.next().map(str::to_owned);
        self.seats = seats;
        self.state = Arc::new(Written::of(game));
        let written = entries
            .iter()
            .map(|entry| Arc::from(to_raw_value(entry).expect("an entry is plain data")));
        self.recent.extend(written);
        let old = self.recent.len().saturating_sub(RECENT);
        self.recent.drain(..old);
    }

    /// The sides whose secrets have these digests.
    pub(crate) fn sides_of(&self, digests: &[SecretDigest]) -> Vec<Side> {
        let held = |side: &Side| self.seats[*side].is_some_and(|seat| digests.contains(&seat));
        Side::BOTH.into_iter().filter(held).collect()
    }

    /// The state for this client, now.
    pub(crate) fn state<'a>(&'a self, you: &'a [Side], watching: usize, now: Millis) -> Told<'a> {
        Told {
            game: &self.game,
            state: &self.state,
            here: self.here,
            seen: self.seen,
            watching: Some(watching),
            now,
            you,
        }
    }

    /// A message with the entries after a number; without the entries if there are too many.
    pub(crate) fn update<'a>(&'a self, after: u64, state: Told<'a>) -> Message<'a> {
        let missed = usize::try_from(self.seq.saturating_sub(after)).unwrap_or(usize::MAX);
        let first = self.recent.len().checked_sub(missed);
        let entries = first.map_or(&[][..], |first| &self.recent[first..]);
        Message::Update {
            entries: entries.iter().map(|entry| &**entry).collect(),
            state,
        }
    }
}

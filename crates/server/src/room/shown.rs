//! What the people in a room are shown. Written out once for everybody; only who asks and when is added for each.

use std::fmt::Write;
use std::sync::Arc;

use kalah::{BySide, Side};

use crate::store::SecretDigest;
use crate::table::{Entry, Game, Millis, Status};

/// Who is further behind gets the state alone.
pub(crate) const RECENT: usize = 64;

/// A room at one moment.
#[derive(Clone, Debug)]
pub(crate) struct Shown {
    pub seq: u64,
    pub status: Status,
    pub turn: Option<Side>,
    pub next: Option<String>,
    pub seats: BySide<Option<SecretDigest>>,
    /// Who is here, and when they were last seen.
    pub here: BySide<bool>,
    pub seen: BySide<Option<Millis>>,
    /// The state as JSON, without the brace at its end.
    state: Arc<str>,
    /// The last entries as JSON, up to number `seq`.
    recent: Vec<Arc<str>>,
}

impl Shown {
    pub(crate) fn new(
        name: &str,
        game: &Game,
        entries: &[Entry],
        seats: BySide<Option<SecretDigest>>,
    ) -> Shown {
        let mut shown = Shown {
            seq: 0,
            status: game.status(),
            turn: None,
            next: None,
            seats,
            here: BySide::default(),
            seen: BySide::default(),
            state: Arc::from(""),
            recent: Vec::new(),
        };
        let recent = &entries[entries.len().saturating_sub(RECENT)..];
        shown.advance(name, game, recent, seats);
        shown
    }

    /// The game has gone on.
    pub(crate) fn advance(
        &mut self,
        name: &str,
        game: &Game,
        entries: &[Entry],
        seats: BySide<Option<SecretDigest>>,
    ) {
        self.seq = game.seq();
        self.status = game.status();
        self.turn = game.turn();
        self.next = game.next().map(str::to_owned);
        self.seats = seats;
        self.state = Arc::from(state_of(name, game));
        let written = entries
            .iter()
            .map(|entry| Arc::from(serde_json::to_string(entry).expect("an entry is plain data")));
        self.recent.extend(written);
        let old = self.recent.len().saturating_sub(RECENT);
        self.recent.drain(..old);
    }

    /// The sides whose secrets have these digests.
    pub(crate) fn sides_of(&self, digests: &[SecretDigest]) -> Vec<Side> {
        let held = |side: &Side| self.seats[*side].is_some_and(|seat| digests.contains(&seat));
        Side::BOTH.into_iter().filter(held).collect()
    }

    /// The state as this person is told it now.
    pub(crate) fn state(&self, you: &[Side], watching: usize, now: Millis) -> String {
        let mut text = String::with_capacity(self.state.len() + 200);
        self.write_state(&mut text, you, watching, now);
        text
    }

    /// A message about everything after a number; without the entries if there are too many.
    pub(crate) fn update(&self, after: u64, you: &[Side], watching: usize, now: Millis) -> String {
        let missed = usize::try_from(self.seq.saturating_sub(after)).unwrap_or(usize::MAX);
        let entries = match missed <= self.recent.len() {
            true => &self.recent[self.recent.len() - missed..],
            false => &[],
        };
        let length: usize = entries.iter().map(|entry| entry.len() + 1).sum();
        let mut text = String::with_capacity(self.state.len() + length + 260);
        text.push_str("{\"kind\":\"update\",\"entries\":[");
        for (at, entry) in entries.iter().enumerate() {
            if at > 0 {
                text.push(',');
            }
            text.push_str(entry);
        }
        text.push_str("],\"state\":");
        self.write_state(&mut text, you, watching, now);
        text.push('}');
        text
    }

    fn write_state(&self, text: &mut String, you: &[Side], watching: usize, now: Millis) {
        text.push_str(&self.state);
        text.push_str(&presence(self.here, self.seen));
        let you: Vec<String> = you.iter().map(|side| format!("\"{side}\"")).collect();
        let you = you.join(",");
        write!(
            text,
            ",\"watching\":{watching},\"now\":{now},\"you\":[{you}]}}"
        )
        .expect("a text takes any number of letters");
    }
}

/// The fields that say who is here.
pub(crate) fn presence(here: BySide<bool>, seen: BySide<Option<Millis>>) -> String {
    let json = |value: serde_json::Result<String>| value.expect("these are plain data");
    format!(
        ",\"here\":{},\"seen\":{}",
        json(serde_json::to_string(&here)),
        json(serde_json::to_string(&seen))
    )
}

fn state_of(name: &str, game: &Game) -> String {
    let state = serde_json::to_string(&game.state()).expect("a state is plain data");
    opened(name, &state)
}

/// A state with the name of its game, without the brace at its end.
pub(crate) fn opened(name: &str, state: &str) -> String {
    let fields = state.strip_prefix('{').unwrap_or(state);
    let fields = fields.strip_suffix('}').unwrap_or(fields);
    format!("{{\"game\":\"{name}\",{fields}")
}

//! Where games are stored. A store adds entries to a game if no others have been added meanwhile, and finds them again. What it
//! has confirmed survives the end of the process and a power failure.

mod postgres;
mod ruling;
mod sqlite;
mod timed;

use std::future::Future;
use std::path::Path;
use std::pin::Pin;
use std::sync::Arc;

use kalah::{BySide, Side};
use thiserror::Error;
use tokio::sync::broadcast;

use crate::table::{Entry, Game, Millis, Status};

pub use postgres::Postgres;
pub use ruling::{Ban, Deed, Filed, Network, Rewritten, Ruling, What};
pub use sqlite::Sqlite;
pub(crate) use timed::Timed;

pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// A digest of the secret of a seat. The secret itself is never stored.
pub type SecretDigest = [u8; 32];

#[derive(Clone, Debug, Error)]
pub enum StoreError {
    /// Entries have been added since the caller looked, or there is a game of that name.
    #[error("somebody else was faster")]
    Stale,
    /// The store refuses to write: the disk is full or read-only.
    #[error("nothing can be stored now: {0}")]
    Unwritable(String),
    /// The store cannot be reached, or not fast enough.
    #[error("the store cannot be reached: {0}")]
    Unreachable(String),
    /// The stored data was not written by this program.
    #[error("the store holds something this program did not write: {0}")]
    Corrupt(String),
    #[error(
        "a newer version of this program has used the store (its tables are version {found}, this program knows {known})"
    )]
    Newer { found: usize, known: usize },
}

/// What lists and timers need to know of a game without reading its entries. Stored beside them, in the same transaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    pub status: Status,
    pub open: bool,
    /// When a player's time is up.
    pub deadline: Option<Millis>,
    /// The time of the last entry.
    pub updated: Millis,
    /// The public state as JSON, for lists.
    pub state: String,
}

impl Summary {
    #[must_use]
    pub fn of(game: &Game, updated: Millis) -> Summary {
        Summary {
            status: game.status(),
            open: game.settings().open,
            deadline: game.deadline(),
            updated,
            state: serde_json::to_string(&game.state()).expect("a state is plain data"),
        }
    }
}

/// Entries to be added to a game, all or none.
#[derive(Clone, Debug)]
pub struct Change {
    pub game: String,
    /// Consecutive. The first is number 1 for a new game, otherwise one more than the last stored.
    pub entries: Vec<Entry>,
    pub summary: Summary,
    /// Seats that are taken with it.
    pub seats: Vec<(Side, SecretDigest)>,
}

/// A period in which the site was down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outage {
    pub began: Millis,
    pub ended: Millis,
}

/// Outages that are remembered: no time to think is longer than 14 days.
const OUTAGES: i64 = 1000;
const OUTAGES_FOR: Millis = 30 * 24 * 3600 * 1000;

/// Connections to a database, the idle ones among them, and changes that wait to be written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Load {
    pub connections: u32,
    pub idle: u32,
    pub waiting: usize,
}

/// A player was in a seat of a game at a time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sight {
    pub game: String,
    pub side: Side,
    pub at: Millis,
}

/// News that the processes of a site send each other as it happens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
    /// A game of this name has changed.
    Changed(String),
    /// A player has arrived at a seat.
    Came(Sight),
    /// A player has left a seat: their last socket at that process is closed.
    Left(Sight),
}

/// The stored data of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stored {
    pub entries: Vec<Entry>,
    pub seats: BySide<Option<SecretDigest>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listing {
    /// Open games that wait for a second player, the newest first.
    Waiting,
    /// Open games that are being played, the last moved first.
    Playing,
}

/// A place in a list: the time of the last change and the name of the game before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedAt {
    pub updated: Millis,
    pub game: String,
}

/// A game in a list: its name, its state as JSON, and when its players were last seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    pub game: String,
    pub state: String,
    /// The time of the last entry.
    pub updated: Millis,
    pub seen: BySide<Option<Millis>>,
}

/// Opens the store at an address: `postgres://...`, or the path of a SQLite file, with or without `sqlite:` before it.
pub async fn open(address: &str) -> Result<Arc<dyn Store>, StoreError> {
    if address.starts_with("postgres://") || address.starts_with("postgresql://") {
        return Ok(Arc::new(Postgres::open(address).await?));
    }
    let path = address.strip_prefix("sqlite:").unwrap_or(address);
    Ok(Arc::new(Sqlite::open(Path::new(path)).await?))
}

/// A status as it is stored.
fn status_word(status: Status) -> &'static str {
    match status {
        Status::Waiting => "waiting",
        Status::Playing => "playing",
        Status::Over => "over",
    }
}

/// The number of an entry as stored. Numbers of games always fit; numbers in requests may not.
fn signed(seq: u64) -> i64 {
    i64::try_from(seq).unwrap_or(i64::MAX)
}

/// An entry as it is stored.
fn entry_of(seq: i64, at: Millis, event: &str) -> Result<Entry, StoreError> {
    let wrong = |what: String| StoreError::Corrupt(format!("entry {seq}: {what}"));
    Ok(Entry {
        seq: u64::try_from(seq).map_err(|error| wrong(error.to_string()))?,
        at,
        event: serde_json::from_str(event).map_err(|error| wrong(error.to_string()))?,
    })
}

/// A ruling as it is stored.
fn ruling_of(
    (number, at, by, what, subject, detail): (i64, Millis, String, String, String, String),
) -> Result<Ruling, StoreError> {
    let wrong = || StoreError::Corrupt(format!("ruling {number}: '{what}'"));
    Ok(Ruling {
        number,
        at,
        by,
        what: What::of_word(&what).ok_or_else(wrong)?,
        subject,
        detail,
    })
}

/// A ban as it is stored.
fn ban_of((network, until, why): (String, Millis, String)) -> Result<Ban, StoreError> {
    let network = network.parse().map_err(StoreError::Corrupt)?;
    Ok(Ban {
        network,
        until,
        why,
    })
}

pub trait Store: Send + Sync + 'static {
    /// Adds entries, seats and summary together. [`StoreError::Stale`] if the first entry is not the next one, or a seat is taken.
    fn add(&self, change: Change) -> Answer<'_, ()>;

    /// The entries of a game after a number, and its seats; `None` if there is no such game.
    fn read<'a>(&'a self, game: &'a str, after: u64) -> Answer<'a, Option<Stored>>;

    /// The first entries of a game after a number, at most `limit`; none if there is no such game.
    fn entries<'a>(&'a self, game: &'a str, after: u64, limit: u32) -> Answer<'a, Vec<Entry>>;

    /// Games of a list, from one of them on.
    fn list(&self, which: Listing, limit: u32, from: Option<ListedAt>) -> Answer<'_, Vec<Listed>>;

    /// How many of these games still wait for a second player.
    fn waiting(&self, games: Vec<String>) -> Answer<'_, Vec<String>>;

    /// Games in which a player's time is up.
    fn due(&self, now: Millis, limit: u32) -> Answer<'_, Vec<String>>;

    /// Games that have changed at or after a time, the oldest change first: how a process that missed news catches up.
    fn changed_since(&self, since: Millis, limit: u32) -> Answer<'_, Vec<(String, Millis)>>;

    /// Changes by other processes, as they happen. May lose some: see [`Store::changed_since`] and [`Store::seen`].
    fn news(&self) -> broadcast::Receiver<News>;

    /// Informs other processes. Changes are announced automatically.
    fn tell(&self, news: News);

    /// Whether news arrives. While it does not, changes have to be polled more often.
    fn hears(&self) -> bool;

    /// Records when players were last in these seats, for [`Store::seen`].
    fn see(&self, sights: Vec<Sight>) -> Answer<'_, ()>;

    /// When players were last in the seats of a game.
    fn seen<'a>(&'a self, game: &'a str) -> Answer<'a, BySide<Option<Millis>>>;

    /// Deletes games that wait for a second player and have not changed since a time, and others that have not changed since another.
    /// Returns how many.
    fn forget(&self, waiting_before: Millis, others_before: Option<Millis>) -> Answer<'_, u64>;

    /// Names of games after a name, in order, for iterating over all of them.
    fn names<'a>(&'a self, after: &'a str, limit: u32) -> Answer<'a, Vec<String>>;

    /// All games, the last changed first, from one of them on.
    fn filed(&self, limit: u32, from: Option<ListedAt>) -> Answer<'_, Vec<Filed>>;

    /// Records a ruling and applies it, both or neither; its number does not matter. [`StoreError::Stale`] if its
    /// game does not exist, or has advanced.
    fn rule(&self, ruling: Ruling, deed: Deed) -> Answer<'_, ()>;

    /// Rulings after a number, in their order.
    fn rulings(&self, after: i64, limit: u32) -> Answer<'_, Vec<Ruling>>;

    /// Bans that have not ended.
    fn bans(&self, now: Millis) -> Answer<'_, Vec<Ban>>;

    /// The time all processes use; not before the last entry.
    fn time(&self) -> Answer<'_, Millis>;

    /// Writes a heartbeat. If there was none for `gap`, and nothing has been added either, that was an outage, and it is
    /// recorded. Returns all outages that still matter, the oldest first.
    fn beat(&self, now: Millis, gap: Millis) -> Answer<'_, Vec<Outage>>;

    /// Its current load.
    fn load(&self) -> Load;

    /// How large it is, in bytes.
    fn size(&self) -> Answer<'_, u64>;

    /// Whether other processes may be adding entries too.
    fn is_shared(&self) -> bool;

    /// Whether it can be read and written now.
    fn check(&self) -> Answer<'_, ()>;

    /// Finishes work in progress, and closes.
    fn close(&self) -> Answer<'_, ()>;
}

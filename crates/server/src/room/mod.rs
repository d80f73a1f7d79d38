//! The games in memory. A room is made when the first person asks for a game and dropped a while after the last has left;
//! everything it knows is in the store.

mod presence;
mod pulse;
mod rematch;
#[expect(
    clippy::module_inception,
    reason = "a room is one noun, and so is the hall of them"
)]
mod room;
mod rulings;
mod shown;
mod sweep;
mod told;

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use kalah::Side;
use thiserror::Error;

use crate::bans::Bans;
use crate::secret::Secret;
use crate::store::{Change, SecretDigest, Store, StoreError, Stored, Summary};
use crate::table::{Command, Entry, Event, Game, Millis, Name, Refusal, Settings};

pub(crate) use presence::UNSEEN;
use pulse::Pulse;
pub(crate) use room::{Room, Visit};
pub(crate) use shown::Shown;
pub(crate) use told::{Message, Told, Written, json};

#[derive(Debug, Error)]
pub(crate) enum RoomError {
    #[error("there is no such game")]
    NoSuchGame,
    #[error(transparent)]
    Refused(#[from] Refusal),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("this game is busy; try again")]
    Contended,
    #[error("too many games are being played now")]
    Full,
    #[error("too many new games")]
    TooManyGames(Duration),
}

/// The result of a command, and the seat that is taken with it.
pub(crate) struct Step {
    pub event: Event,
    pub seat: Option<(Side, SecretDigest)>,
}

impl From<Event> for Step {
    fn from(event: Event) -> Step {
        Step { event, seat: None }
    }
}

pub(crate) struct Rooms {
    pub store: Arc<dyn Store>,
    pulse: Arc<Pulse>,
    rooms: Mutex<HashMap<Arc<str>, Arc<Room>>>,
    /// Maximum number of rooms in memory.
    most: usize,
    /// Finished and abandoned games are deleted after this time without a change.
    keep: Option<Millis>,
    /// The size of the store when it was last measured.
    store_bytes: AtomicU64,
    /// The current bans.
    pub bans: Bans,
}

impl Rooms {
    pub(crate) fn new(store: Arc<dyn Store>, most: usize, keep: Option<Duration>) -> Rooms {
        let keep = keep.map(|keep| Millis::try_from(keep.as_millis()).unwrap_or(Millis::MAX / 2));
        Rooms {
            store,
            pulse: Arc::new(Pulse::new()),
            rooms: Mutex::default(),
            most,
            keep,
            store_bytes: AtomicU64::new(0),
            bans: Bans::default(),
        }
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<Arc<str>, Arc<Room>>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The site's time.
    pub(crate) fn now(&self) -> Millis {
        self.pulse.now()
    }

    /// Reads the time and the outages, before any request is answered.
    pub(crate) async fn begin(&self) {
        if let Err(error) = self.pulse.beat(&*self.store).await {
            tracing::warn!(%error, "the store does not say what time it is");
        }
        self.learn_bans().await;
    }

    pub(crate) fn store_bytes(&self) -> u64 {
        self.store_bytes.load(Ordering::Relaxed)
    }

    pub(crate) fn count(&self) -> usize {
        self.rooms().len()
    }

    /// The room of a game, if it is in memory.
    fn known(&self, name: &str) -> Option<Arc<Room>> {
        self.rooms().get(name).cloned()
    }

    fn drop_room(&self, name: &str) {
        self.rooms().remove(name);
    }

    fn all(&self) -> Vec<Arc<Room>> {
        self.rooms().values().cloned().collect()
    }

    /// The room of a game.
    pub(crate) async fn open(&self, name: &str) -> Result<Arc<Room>, RoomError> {
        if let Some(room) = self.known(name) {
            room.use_now();
            return Ok(room);
        }
        let stored = self.store.read(name, 0).await?;
        let stored = stored.ok_or(RoomError::NoSuchGame)?;
        let room = self.admit(name, &stored)?;
        if let Ok(seen) = self.store.seen(name).await {
            room.with_presence(|presence| presence.learn(seen));
            room.publish_presence();
        }
        Ok(room)
    }

    /// The room of a game, with everything in it that any process has acknowledged by now.
    pub(crate) async fn open_fresh(&self, name: &str) -> Result<Arc<Room>, RoomError> {
        let known = self.known(name).is_some();
        let room = self.open(name).await?;
        if known && self.store.is_shared() {
            room.catch_up(&*self.store).await?;
        }
        Ok(room)
    }

    /// Makes a room, unless another task has meanwhile.
    fn admit(&self, name: &str, stored: &Stored) -> Result<Arc<Room>, RoomError> {
        let wrong = || StoreError::Corrupt(format!("the entries of game {name} make no game"));
        let room = Room::new(name, stored, &self.pulse).ok_or_else(wrong)?;
        let mut rooms = self.rooms();
        if let Some(room) = rooms.get(name) {
            return Ok(Arc::clone(room));
        }
        self.make_space(&mut rooms)?;
        let room = Arc::new(room);
        rooms.insert(Arc::clone(room.name()), Arc::clone(&room));
        Ok(room)
    }

    fn make_space(&self, rooms: &mut HashMap<Arc<str>, Arc<Room>>) -> Result<(), RoomError> {
        if rooms.len() >= self.most {
            drop_unused(rooms, self.now());
        }
        match rooms.len() < self.most {
            true => Ok(()),
            false => Err(RoomError::Full),
        }
    }

    /// Drops rooms that have not been used since a time.
    fn forget_unused(&self, since: Millis) {
        drop_unused(&mut self.rooms(), since);
    }

    /// A new game with one seat taken. [`StoreError::Stale`] if there is a game of that name.
    pub(crate) async fn make(
        &self,
        settings: Settings,
        side: Side,
        name: Name,
        secret: &Secret,
        game: &str,
    ) -> Result<Arc<Room>, RoomError> {
        self.make_space(&mut self.rooms())?;
        let made = Event::Made {
            settings,
            after: None,
            series: None,
        };
        let joined = Event::Joined { side, name };
        let seats = vec![(side, secret.digest())];
        self.add_new(game, vec![made, joined], seats).await
    }

    /// Stores the first entries of a game, and opens its room.
    async fn add_new(
        &self,
        name: &str,
        events: Vec<Event>,
        seats: Vec<(Side, SecretDigest)>,
    ) -> Result<Arc<Room>, RoomError> {
        self.pulse.ensure(&*self.store).await?;
        let at = self.now();
        let numbered = (1..).zip(events);
        let entries: Vec<Entry> = numbered
            .map(|(seq, event)| Entry { seq, at, event })
            .collect();
        let wrong = || StoreError::Corrupt("a new game that is none".into());
        let game = Game::replay(&entries).ok_or_else(wrong)?;
        let mut stored = Stored {
            entries: entries.clone(),
            ..Stored::default()
        };
        for &(side, digest) in &seats {
            stored.seats[side] = Some(digest);
        }
        let change = Change {
            game: name.to_owned(),
            entries,
            summary: Summary::of(&game, at),
            seats,
        };
        self.store.add(change).await?;
        self.admit(name, &stored)
    }

    /// Carries out a command of a seat's holder. Runs to its end even if the client is gone.
    pub(crate) async fn act(
        self: &Arc<Self>,
        room: &Arc<Room>,
        side: Side,
        command: Command,
    ) -> Result<Arc<Shown>, RoomError> {
        room.with_presence(|presence| presence.touch(side, self.now()));
        let decide = move |game: &Game, _| {
            let event = game.decide(side, command.clone())?;
            Ok(event.map(Step::from))
        };
        self.change(room, decide).await
    }

    /// Joins a game, or returns the seat the caller has already.
    pub(crate) async fn join(
        self: &Arc<Self>,
        room: &Arc<Room>,
        name: Name,
        secret: &Secret,
    ) -> Result<Arc<Shown>, RoomError> {
        let digest = secret.digest();
        let decide = move |game: &Game, _| {
            let (side, event) = game.join(name.clone())?;
            Ok(Some(Step {
                event,
                seat: Some((side, digest)),
            }))
        };
        self.change(room, decide).await
    }

    /// Ends the game of a player who has gone away.
    pub(crate) async fn claim(
        self: &Arc<Self>,
        room: &Arc<Room>,
        side: Side,
    ) -> Result<Arc<Shown>, RoomError> {
        let seen = self.store.seen(room.name()).await?;
        room.with_presence(|presence| presence.learn(seen));
        self.pulse.ensure(&*self.store).await?;
        let now = self.now();
        let seen = room.with_presence(|presence| presence.seen(now))[side.other()];
        let seen = seen.unwrap_or(room.updated().await);
        // Nobody can be here during an outage, so absence starts again.
        let away = now - self.pulse.back_since().map_or(seen, |back| back.max(seen));
        self.act(room, side, Command::Claim { away }).await
    }

    async fn change(
        self: &Arc<Self>,
        room: &Arc<Room>,
        decide: impl FnMut(&Game, Millis) -> Result<Option<Step>, Refusal> + Send + 'static,
    ) -> Result<Arc<Shown>, RoomError> {
        let (rooms, room) = (Arc::clone(self), Arc::clone(room));
        let task = tokio::spawn(async move { room.change(&*rooms.store, 0, decide).await });
        match task.await {
            Ok(outcome) => outcome,
            Err(_) => Err(StoreError::Unreachable("the work on it was broken off".into()).into()),
        }
    }
}

fn drop_unused(rooms: &mut HashMap<Arc<str>, Arc<Room>>, since: Millis) {
    rooms.retain(|_, room| Arc::strong_count(room) > 1 || !room.is_unused_since(since));
}

//! One game somebody is in.
//!
//! Commands come one after the other. Each is decided on the game as this process knows it and then stored; if the store says
//! that another process was faster, the room reads what it missed and decides again.

use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use kalah::{BySide, Side};
use tokio::sync::{Mutex as AsyncMutex, watch};
use tokio::time::timeout;

use super::presence::Presence;
use super::shown::Shown;
use super::{RoomError, Step};
use crate::store::{Change, SecretDigest, Store, StoreError, Stored, Summary};
use crate::table::{Entry, Game, Millis, Refusal};
use crate::time::now;

/// How long the store may take to say that something is safe. Whether it is will be seen when it answers again.
const PATIENCE: Duration = Duration::from_secs(10);
/// Others can be faster as often as this; then the caller hears of it.
const ATTEMPTS: usize = 8;

pub(crate) struct Room {
    name: Arc<str>,
    inside: AsyncMutex<Inside>,
    shown: watch::Sender<Arc<Shown>>,
    presence: Mutex<Presence>,
    /// Open sockets, and those of them that hold no seat.
    sockets: AtomicUsize,
    watching: AtomicUsize,
    used: AtomicI64,
}

struct Inside {
    game: Game,
    seats: BySide<Option<SecretDigest>>,
    /// The time of the last entry.
    updated: Millis,
    /// The store did not say whether it has the last change.
    doubtful: bool,
}

impl Room {
    /// A room for a game as stored; `None` if its entries are not those of a game.
    pub(crate) fn new(name: &str, stored: &Stored) -> Option<Room> {
        let game = Game::replay(&stored.entries)?;
        let shown = Shown::new(name, &game, &stored.entries, stored.seats);
        Some(Room {
            name: Arc::from(name),
            inside: AsyncMutex::new(Inside {
                game,
                seats: stored.seats,
                updated: stored.entries.last()?.at,
                doubtful: false,
            }),
            shown: watch::Sender::new(Arc::new(shown)),
            presence: Mutex::default(),
            sockets: AtomicUsize::new(0),
            watching: AtomicUsize::new(0),
            used: AtomicI64::new(now()),
        })
    }

    pub(crate) fn name(&self) -> &Arc<str> {
        &self.name
    }

    pub(crate) fn shown(&self) -> Arc<Shown> {
        Arc::clone(&self.shown.borrow())
    }

    /// Wakes whenever something changes.
    pub(crate) fn watch(&self) -> watch::Receiver<Arc<Shown>> {
        self.shown.subscribe()
    }

    /// Whether a socket is open.
    pub(crate) fn is_visited(&self) -> bool {
        self.sockets.load(Ordering::Relaxed) > 0
    }

    /// How many look on.
    pub(crate) fn watching(&self) -> usize {
        self.watching.load(Ordering::Relaxed)
    }

    pub(crate) fn use_now(&self) {
        self.used.store(now(), Ordering::Relaxed);
    }

    pub(crate) fn is_unused_since(&self, time: Millis) -> bool {
        !self.is_visited() && self.used.load(Ordering::Relaxed) < time
    }

    pub(crate) async fn game(&self) -> Game {
        self.inside.lock().await.game.clone()
    }

    /// The time of the last entry this process knows.
    pub(crate) async fn updated(&self) -> Millis {
        self.inside.lock().await.updated
    }

    /// Stores what `decide` wants, told to everybody here once it is safe. `decide` wants nothing if it has been done already.
    pub(crate) async fn change(
        &self,
        store: &dyn Store,
        mut decide: impl FnMut(&Game, Millis) -> Result<Option<Step>, Refusal> + Send,
    ) -> Result<Arc<Shown>, RoomError> {
        self.use_now();
        let mut inside = self.inside.lock().await;
        let mut is_fresh = false;
        for _ in 0..ATTEMPTS {
            if inside.doubtful {
                self.catch_up_inside(&mut inside, store).await?;
                is_fresh = true;
            }
            let now = now();
            let ticked = inside.game.tick(now).map(Step::from);
            let is_tick = ticked.is_some();
            let step = match ticked {
                Some(step) => Some(step),
                None => match decide(&inside.game, now) {
                    Ok(step) => step,
                    // Another process may know of something that makes it possible.
                    Err(_) if !is_fresh => {
                        inside.doubtful = true;
                        continue;
                    }
                    Err(refusal) => return Err(refusal.into()),
                },
            };
            let Some(step) = step else {
                return Ok(self.shown());
            };
            match self.commit(&mut inside, store, step, now).await {
                Ok(()) if is_tick => {}
                Ok(()) => return Ok(self.shown()),
                Err(StoreError::Stale) => inside.doubtful = true,
                Err(error) => {
                    inside.doubtful = true;
                    return Err(error.into());
                }
            }
        }
        Err(RoomError::Contended)
    }

    async fn commit(
        &self,
        inside: &mut Inside,
        store: &dyn Store,
        step: Step,
        now: Millis,
    ) -> Result<(), StoreError> {
        let entry = Entry {
            seq: inside.game.seq() + 1,
            at: now.max(inside.updated),
            event: step.event,
        };
        let mut game = inside.game.clone();
        let impossible = || StoreError::Corrupt(format!("entry {} cannot follow", entry.seq));
        game.apply(&entry).ok_or_else(impossible)?;
        let change = Change {
            game: self.name.to_string(),
            summary: Summary::of(&game, entry.at),
            entries: vec![entry.clone()],
            seats: step.seat.into_iter().collect(),
        };
        let silent = |_| StoreError::Unreachable("it does not answer".into());
        timeout(PATIENCE, store.add(change))
            .await
            .map_err(silent)??;
        inside.game = game;
        inside.updated = entry.at;
        if let Some((side, digest)) = step.seat {
            inside.seats[side] = Some(digest);
        }
        self.publish(inside, &[entry]);
        Ok(())
    }

    /// Reads what other processes have added.
    pub(crate) async fn catch_up(&self, store: &dyn Store) -> Result<(), RoomError> {
        let mut inside = self.inside.lock().await;
        self.catch_up_inside(&mut inside, store).await
    }

    async fn catch_up_inside(
        &self,
        inside: &mut Inside,
        store: &dyn Store,
    ) -> Result<(), RoomError> {
        let found = store.read(&self.name, inside.game.seq()).await?;
        let Stored { entries, seats } = found.ok_or(RoomError::NoSuchGame)?;
        inside.doubtful = false;
        if entries.is_empty() {
            return Ok(());
        }
        let mut game = inside.game.clone();
        for entry in &entries {
            let wrong = || StoreError::Corrupt(format!("entry {} cannot follow", entry.seq));
            game.apply(entry).ok_or_else(wrong)?;
            inside.updated = inside.updated.max(entry.at);
        }
        inside.game = game;
        inside.seats = seats;
        self.publish(inside, &entries);
        Ok(())
    }

    fn publish(&self, inside: &Inside, entries: &[Entry]) {
        let (here, seen) = self.present();
        self.shown.send_modify(|shown| {
            let shown = Arc::make_mut(shown);
            shown.advance(&self.name, &inside.game, entries, inside.seats);
            (shown.here, shown.seen) = (here, seen);
        });
    }

    fn present(&self) -> (BySide<bool>, BySide<Option<Millis>>) {
        let now = now();
        self.with_presence(|presence| (presence.here(now), presence.seen(now)))
    }

    /// Tells everybody if somebody has come or gone.
    pub(crate) fn publish_presence(&self) {
        let (here, seen) = self.present();
        self.shown.send_if_modified(|shown| {
            if shown.here == here {
                return false;
            }
            let shown = Arc::make_mut(shown);
            (shown.here, shown.seen) = (here, seen);
            true
        });
    }

    pub(crate) fn with_presence<T>(&self, act: impl FnOnce(&mut Presence) -> T) -> T {
        act(&mut self.presence.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// A socket opens, of the holder of these seats. It is closed when the guard goes.
    pub(crate) fn enter(self: &Arc<Self>, seats: Vec<Side>) -> Visit {
        self.sockets.fetch_add(1, Ordering::Relaxed);
        self.watching
            .fetch_add(usize::from(seats.is_empty()), Ordering::Relaxed);
        let visit = Visit {
            room: Arc::clone(self),
            seats,
        };
        visit.each_seat(|presence, side| presence.enter(side, now()));
        visit
    }
}

/// One open socket.
pub(crate) struct Visit {
    room: Arc<Room>,
    seats: Vec<Side>,
}

impl Visit {
    fn each_seat(&self, act: impl Fn(&mut Presence, Side)) {
        if self.seats.is_empty() {
            return;
        }
        for &side in &self.seats {
            self.room.with_presence(|presence| act(presence, side));
        }
        self.room.publish_presence();
    }
}

impl Drop for Visit {
    fn drop(&mut self) {
        self.room.sockets.fetch_sub(1, Ordering::Relaxed);
        self.room
            .watching
            .fetch_sub(usize::from(self.seats.is_empty()), Ordering::Relaxed);
        self.room.use_now();
        self.each_seat(|presence, side| presence.leave(side, now()));
    }
}

//! One game in memory.
//!
//! Commands are handled one after the other. Each is decided on the game as this process knows it and then stored; if the store reports
//! that another process was faster, the room reads what it missed and decides again.

use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use kalah::{BySide, Side};
use tokio::sync::{Mutex as AsyncMutex, MutexGuard, watch};
use tokio::time::timeout;

use super::presence::Presence;
use super::pulse::Pulse;
use super::shown::Shown;
use super::{RoomError, Step};
use crate::store::{Change, SecretDigest, Store, StoreError, Stored, Summary};
use crate::table::{Entry, Event, Game, Millis, Refusal};

/// How long the store may take to confirm a write. Whether it was made will be seen when the store answers again.
const PATIENCE: Duration = Duration::from_secs(10);
/// Network time allowed to a player whose socket is at another process.
pub(super) const PRESUMED_LAG: Millis = 500;
/// Maximum number of attempts when others are faster; then the caller is told.
const ATTEMPTS: usize = 8;

pub(crate) struct Room {
    name: Arc<str>,
    pulse: Arc<Pulse>,
    inside: AsyncMutex<Inside>,
    shown: watch::Sender<Arc<Shown>>,
    presence: Mutex<Presence>,
    /// Open sockets, and the ones among them without a seat.
    sockets: AtomicUsize,
    watching: AtomicUsize,
    used: AtomicI64,
}

pub(super) struct Inside {
    game: Game,
    seats: BySide<Option<SecretDigest>>,
    /// The time of the last entry.
    updated: Millis,
    /// The store did not confirm the last change.
    doubtful: bool,
}

impl Room {
    /// A room for a game as stored; `None` if its entries are not those of a game.
    pub(crate) fn new(name: &str, stored: &Stored, pulse: &Arc<Pulse>) -> Option<Room> {
        let game = Game::replay(&stored.entries)?;
        let shown = Shown::new(name, &game, &stored.entries, stored.seats);
        Some(Room {
            name: Arc::from(name),
            pulse: Arc::clone(pulse),
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
            used: AtomicI64::new(pulse.now()),
        })
    }

    /// The site's time.
    pub(crate) fn now(&self) -> Millis {
        self.pulse.now()
    }

    pub(crate) fn name(&self) -> &Arc<str> {
        &self.name
    }

    pub(crate) fn shown(&self) -> Arc<Shown> {
        Arc::clone(&self.shown.borrow())
    }

    /// Wakes on every change.
    pub(crate) fn watch(&self) -> watch::Receiver<Arc<Shown>> {
        self.shown.subscribe()
    }

    /// Whether a socket is open.
    pub(crate) fn is_visited(&self) -> bool {
        self.sockets.load(Ordering::Relaxed) > 0
    }

    /// The number of watchers.
    pub(crate) fn watching(&self) -> usize {
        self.watching.load(Ordering::Relaxed)
    }

    pub(crate) fn use_now(&self) {
        self.used.store(self.now(), Ordering::Relaxed);
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

    /// Stores what `decide` returns and shows it to all clients here once it is safe. `decide` returns nothing if it has been done already.
    /// `presumed` is the network time of a player for whom it is not known here.
    pub(crate) async fn change(
        &self,
        store: &dyn Store,
        presumed: Millis,
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
            self.pulse.ensure(store).await?;
            let now = self.now();
            let interrupted = self.interruption(&inside.game);
            let grace = self.grace(&inside.game, presumed);
            let ticked = interrupted.or_else(|| inside.game.tick(now - grace));
            let ticked = ticked.map(Step::from);
            let is_tick = ticked.is_some();
            let step = match ticked {
                Some(step) => Some(step),
                None => match decide(&inside.game, now) {
                    Ok(Some(step)) => Some(self.give_back(&inside.game, step)),
                    // Another process may have undone what this one considers done.
                    Ok(None) if !is_fresh && store.is_shared() => {
                        inside.doubtful = true;
                        continue;
                    }
                    Ok(None) => None,
                    // Another process may know an entry that makes it possible.
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
                // The entries just added follow all others.
                Ok(()) if is_tick => is_fresh = true,
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

    /// How much longer than the clock allows a move may take: it may be in transit.
    fn grace(&self, game: &Game, presumed: Millis) -> Millis {
        let Some(side) = game.turn() else { return 0 };
        game.credit(side, self.lag(side).unwrap_or(presumed))
    }

    fn lag(&self, side: Side) -> Option<Millis> {
        self.with_presence(|presence| presence.lag(side))
    }

    /// Network time of a move is not on its player's clock.
    fn give_back(&self, game: &Game, mut step: Step) -> Step {
        if let Event::Moved { side, lag, .. } = &mut step.event {
            *lag = game.credit(*side, self.lag(*side).unwrap_or_default());
        }
        step
    }

    /// The effect of an outage on this game, if it has not been applied.
    fn interruption(&self, game: &Game) -> Option<Event> {
        let outages = self.pulse.outages();
        let mut outages = outages.iter();
        outages.find_map(|outage| game.interrupt(outage.began, outage.ended))
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
        let Some(Stored { entries, seats }) = found else {
            self.publish_gone();
            return Err(RoomError::NoSuchGame);
        };
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
            shown.advance(&inside.game, entries, inside.seats);
            (shown.here, shown.seen) = (here, seen);
        });
    }

    pub(super) async fn lock(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().await
    }

    /// Replaces the game.
    pub(super) fn replace(&self, inside: &mut Inside, stored: &Stored) -> Option<()> {
        let game = Game::replay(&stored.entries)?;
        inside.updated = stored.entries.last()?.at;
        inside.seats = stored.seats;
        inside.doubtful = false;
        let mut shown = Shown::new(&self.name, &game, &stored.entries, stored.seats);
        (shown.here, shown.seen) = self.present();
        inside.game = game;
        self.shown.send_replace(Arc::new(shown));
        Some(())
    }

    /// The game no longer exists.
    pub(super) fn publish_gone(&self) {
        self.shown
            .send_modify(|shown| Arc::make_mut(shown).gone = true);
    }

    fn present(&self) -> (BySide<bool>, BySide<Option<Millis>>) {
        let now = self.now();
        self.with_presence(|presence| (presence.here(now), presence.seen(now)))
    }

    /// Notifies everybody when someone joins or leaves.
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

    /// The holder of these seats has just looked or acted.
    pub(crate) fn touch(&self, seats: &[Side]) {
        let now = self.now();
        for &side in seats {
            self.with_presence(|presence| presence.touch(side, now));
        }
        self.publish_presence();
    }

    /// Opens a socket of the holder of these seats. It is closed when the guard is dropped.
    pub(crate) fn enter(self: &Arc<Self>, seats: &[Side]) -> Visit {
        self.sockets.fetch_add(1, Ordering::Relaxed);
        self.watching.fetch_add(1, Ordering::Relaxed);
        let mut visit = Visit {
            room: Arc::clone(self),
            seats: Vec::new(),
        };
        visit.sit(seats);
        visit
    }
}

/// One open socket.
pub(crate) struct Visit {
    room: Arc<Room>,
    seats: Vec<Side>,
}

impl Visit {
    /// It turns out to be the holder of these seats.
    pub(crate) fn sit(&mut self, seats: &[Side]) {
        let now = self.room.now();
        if self.seats == seats {
            return;
        }
        self.each_seat(|presence, side| presence.leave(side, now));
        match (self.seats.is_empty(), seats.is_empty()) {
            (false, true) => self.room.watching.fetch_add(1, Ordering::Relaxed),
            (true, false) => self.room.watching.fetch_sub(1, Ordering::Relaxed),
            _ => 0,
        };
        self.seats = seats.to_vec();
        self.each_seat(|presence, side| presence.enter(side, now));
    }

    /// A measured round trip.
    pub(crate) fn measure(&self, lag: Millis) {
        for &side in &self.seats {
            self.room
                .with_presence(|presence| presence.measure(side, lag));
        }
    }

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
        let now = self.room.now();
        self.each_seat(|presence, side| presence.leave(side, now));
    }
}

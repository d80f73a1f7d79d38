//! Background tasks: time runs out, other processes make moves, people go away, old games are deleted.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use futures_util::{StreamExt, stream};
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{MissedTickBehavior, interval, sleep};

use super::pulse::BEAT_EVERY;
use super::room::PRESUMED_LAG;
use super::{Room, Rooms};
use crate::store::{News, Sight, StoreError};
use crate::table::Millis;

const DUE_EVERY: Duration = Duration::from_secs(1);
const CHANGES_EVERY: Duration = Duration::from_secs(2);
/// The same while no news arrives.
const DEAF_EVERY: Duration = Duration::from_millis(200);
const PRESENCE_EVERY: Duration = Duration::from_secs(1);
/// Presence is reported to the store at every fifth check.
const SEEN_EVERY: u32 = 5;
const MEASURE_EVERY: Duration = Duration::from_secs(30);
const FORGET_EVERY: Duration = Duration::from_secs(3600);
/// Clocks of different machines may differ by this much.
const SKEW: Millis = 10_000;
const AT_ONCE: u32 = 1000;
/// Games that are read at the same time.
const TOGETHER: usize = 8;
/// How long an empty room stays in memory.
const LINGER: Millis = 60_000;
const DAY: Millis = 24 * 3600 * 1000;
/// How long a game that no one has joined is stored.
const WAITING: Millis = 7 * DAY;

impl Rooms {
    /// Runs all background tasks until dropped.
    pub(crate) async fn sweep(self: Arc<Rooms>) {
        tokio::join!(
            self.beat(),
            self.end_games_in_time(),
            self.follow_changes(),
            self.follow_news(),
            self.follow_people(),
            self.forget_games(),
            self.follow_rulings(),
            self.measure(),
        );
    }

    async fn beat(&self) {
        let mut ticks = every(BEAT_EVERY);
        loop {
            ticks.tick().await;
            told("the time", self.pulse.beat(&*self.store).await);
        }
    }

    async fn end_games_in_time(self: &Arc<Rooms>) {
        let mut ticks = every(DUE_EVERY);
        loop {
            ticks.tick().await;
            let Some(due) = told("due games", self.store.due(self.now(), AT_ONCE).await) else {
                continue;
            };
            stream::iter(due)
                .for_each_concurrent(TOGETHER, |game| self.end_in_time(game))
                .await;
        }
    }

    async fn end_in_time(&self, game: String) {
        if let Ok(room) = self.open(&game).await {
            let ended = room.change(&*self.store, PRESUMED_LAG, |_, _| Ok(None));
            if let Err(error) = ended.await {
                tracing::warn!(%game, %error, "a game whose time is up goes on");
            }
        }
    }

    /// Catches up with lost messages.
    async fn follow_changes(&self) {
        let mut since = self.now();
        loop {
            self.time_to_look().await;
            let mut from = since - SKEW;
            while let Some(last) = self.follow_changes_from(from).await {
                since = since.max(last);
                if last == from {
                    break;
                }
                from = last;
            }
        }
    }

    /// More often while no news arrives.
    async fn time_to_look(&self) {
        let looks = CHANGES_EVERY.as_millis() / DEAF_EVERY.as_millis();
        for _ in 0..looks {
            sleep(DEAF_EVERY).await;
            if !self.store.hears() {
                return;
            }
        }
    }

    /// The time of the last change that was processed, if there may be more after it.
    async fn follow_changes_from(&self, from: Millis) -> Option<Millis> {
        let changed = self.store.changed_since(from, AT_ONCE).await;
        let changed = told("changed games", changed)?;
        for (game, updated) in &changed {
            if let Some(room) = self.known(game)
                && room.updated().await < *updated
            {
                let _ = room.catch_up(&*self.store).await;
            }
        }
        changed.last().map(|(_, updated)| *updated)
    }

    /// Everything that has been heard by now is read together: a game that keeps others waiting does not keep all of them waiting.
    async fn follow_news(&self) {
        let mut news = self.store.news();
        loop {
            let mut games = HashSet::new();
            let mut heard = match news.recv().await {
                Ok(heard) => Some(heard),
                Err(RecvError::Lagged(_)) => continue,
                Err(RecvError::Closed) => return,
            };
            while let Some(one) = heard {
                match one {
                    News::Changed(game) => drop(games.insert(game)),
                    News::Came(sight) => self.hear(&sight, false),
                    News::Left(sight) => self.hear(&sight, true),
                }
                heard = news.try_recv().ok();
            }
            stream::iter(games)
                .for_each_concurrent(TOGETHER, async |game| {
                    if let Some(room) = self.known(&game) {
                        let _ = room.catch_up(&*self.store).await;
                    }
                })
                .await;
        }
    }

    /// A player has arrived at a seat at another process, or left it there.
    fn hear(&self, sight: &Sight, left: bool) {
        if let Some(room) = self.known(&sight.game) {
            room.with_presence(|presence| presence.hear(sight.side, sight.at, left));
            room.publish_presence();
        }
    }

    async fn follow_people(&self) {
        let mut ticks = every(PRESENCE_EVERY);
        let mut count: u32 = 0;
        loop {
            ticks.tick().await;
            count = count.wrapping_add(1);
            if count.is_multiple_of(SEEN_EVERY) {
                self.exchange_seen().await;
            }
            for room in self.all() {
                self.tell_moves(&room);
                room.publish_presence();
            }
            self.forget_unused(self.now() - LINGER);
        }
    }

    /// Informs other processes of players who have arrived here or left.
    fn tell_moves(&self, room: &Room) {
        if !self.store.is_shared() {
            return;
        }
        let now = self.now();
        for (side, is_here, at) in room.with_presence(|presence| presence.take_moves(now)) {
            let game = room.name().to_string();
            let sight = Sight { game, side, at };
            self.store.tell(match is_here {
                true => News::Came(sight),
                false => News::Left(sight),
            });
        }
    }

    /// Reports to the store who is connected here, and asks it who is connected elsewhere.
    async fn exchange_seen(&self) {
        let (mut here, now) = (Vec::new(), self.now());
        let rooms = self.all();
        for room in &rooms {
            let seen = room.with_presence(|presence| presence.take_news(now));
            let game = || room.name().to_string();
            here.extend(seen.into_iter().map(|(side, at)| Sight {
                game: game(),
                side,
                at,
            }));
        }
        for some in here.chunks(AT_ONCE as usize) {
            told("who is here", self.store.see(some.to_vec()).await);
        }
        if !self.store.is_shared() {
            return;
        }
        let partial = |room: &&Arc<Room>| {
            room.is_visited() && room.with_presence(|presence| presence.is_partial())
        };
        for room in rooms.iter().filter(partial) {
            if let Some(seen) = told("who is elsewhere", self.store.seen(room.name()).await) {
                room.with_presence(|presence| presence.learn(seen));
            }
        }
    }

    async fn measure(&self) {
        let mut ticks = every(MEASURE_EVERY);
        loop {
            ticks.tick().await;
            if let Some(bytes) = told("its size", self.store.size().await) {
                self.store_bytes.store(bytes, Ordering::Relaxed);
            }
        }
    }

    async fn forget_games(&self) {
        let mut ticks = every(FORGET_EVERY);
        loop {
            ticks.tick().await;
            let now = self.now();
            let others = self.keep.map(|keep| now - keep);
            let forgotten = self.store.forget(now - WAITING, others).await;
            if let Some(games) = told("old games", forgotten)
                && games > 0
            {
                tracing::info!(games, "old games are forgotten");
                self.leave_old_rooms(others.unwrap_or(0).max(now - WAITING))
                    .await;
            }
        }
    }
}

pub(super) fn every(period: Duration) -> tokio::time::Interval {
    let mut ticks = interval(period);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    ticks
}

/// The answer; logs a store that gives none.
pub(super) fn told<T>(what: &str, answer: Result<T, StoreError>) -> Option<T> {
    answer
        .inspect_err(|error| tracing::warn!(what, %error, "the store does not answer"))
        .ok()
}

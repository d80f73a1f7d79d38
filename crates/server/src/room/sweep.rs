//! What happens without anybody asking: time runs out, other processes make moves, people go away, old games are forgotten.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use futures_util::{StreamExt, stream};
use kalah::Side;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{MissedTickBehavior, interval};

use super::Rooms;
use crate::store::StoreError;
use crate::table::Millis;
use crate::time::now;

const DUE_EVERY: Duration = Duration::from_secs(1);
const CHANGES_EVERY: Duration = Duration::from_secs(2);
const PRESENCE_EVERY: Duration = Duration::from_secs(5);
/// The store hears who is here with every third look at them.
const SEEN_EVERY: u32 = 3;
const FORGET_EVERY: Duration = Duration::from_secs(3600);
/// Clocks of different machines may differ by so much.
const SKEW: Millis = 10_000;
const AT_ONCE: u32 = 1000;
/// Games that are read at the same time.
const TOGETHER: usize = 8;
/// An empty room is kept for so long.
const LINGER: Millis = 60_000;
const DAY: Millis = 24 * 3600 * 1000;
/// A game nobody has joined is kept for so long.
const WAITING: Millis = 30 * DAY;

impl Rooms {
    /// Does all of it until it is dropped.
    pub(crate) async fn sweep(self: Arc<Rooms>) {
        tokio::join!(
            self.end_games_in_time(),
            self.follow_changes(),
            self.follow_news(),
            self.follow_people(),
            self.forget_games(),
        );
    }

    async fn end_games_in_time(self: &Arc<Rooms>) {
        let mut ticks = every(DUE_EVERY);
        loop {
            ticks.tick().await;
            let Some(due) = told("due games", self.store.due(now(), AT_ONCE).await) else {
                continue;
            };
            for game in due {
                if let Ok(room) = self.open(&game).await {
                    let ended = room.change(&*self.store, |_, _| Ok(None)).await;
                    if let Err(error) = ended {
                        tracing::warn!(%game, %error, "a game whose time is up goes on");
                    }
                }
            }
        }
    }

    /// Catches what a lost message would have said.
    async fn follow_changes(&self) {
        let mut ticks = every(CHANGES_EVERY);
        let mut since = now();
        loop {
            ticks.tick().await;
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

    /// The time of the last change that was looked at, if there may be more after it.
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
            match news.recv().await {
                Ok(game) => games.insert(game),
                Err(RecvError::Lagged(_)) => continue,
                Err(RecvError::Closed) => return,
            };
            while let Ok(game) = news.try_recv() {
                games.insert(game);
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
                room.publish_presence();
            }
            self.forget_unused(now() - LINGER);
        }
    }

    /// Tells the store who is here, and asks it who is elsewhere.
    async fn exchange_seen(&self) {
        let mut here: Vec<(String, Side)> = Vec::new();
        let rooms = self.all();
        for room in &rooms {
            let sides = room.with_presence(super::presence::Presence::take_news);
            here.extend(sides.map(|side| (room.name().to_string(), side)));
        }
        for some in here.chunks(AT_ONCE as usize) {
            told("who is here", self.store.see(some.to_vec(), now()).await);
        }
        let partial = |room: &&Arc<super::Room>| {
            room.is_visited() && room.with_presence(|presence| presence.is_partial())
        };
        for room in rooms.iter().filter(partial) {
            if let Some(seen) = told("who is elsewhere", self.store.seen(room.name()).await) {
                room.with_presence(|presence| presence.learn(seen));
            }
        }
    }

    async fn forget_games(&self) {
        let mut ticks = every(FORGET_EVERY);
        loop {
            ticks.tick().await;
            let forgotten = self.store.forget(now() - WAITING, None).await;
            if let Some(games) = told("old games", forgotten)
                && games > 0
            {
                tracing::info!(games, "games nobody joined are forgotten");
            }
        }
    }
}

fn every(period: Duration) -> tokio::time::Interval {
    let mut ticks = interval(period);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    ticks
}

/// The answer, or a line in the log about a store that gives none.
fn told<T>(what: &str, answer: Result<T, StoreError>) -> Option<T> {
    answer
        .inspect_err(|error| tracing::warn!(what, %error, "the store does not answer"))
        .ok()
}

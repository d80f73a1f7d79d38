//! Presence: holders of a seat with a socket open in this process, or seen a short time ago in any.

use kalah::{BySide, Side};

use crate::table::Millis;

/// A player unseen for this long counts as away.
pub(crate) const UNSEEN: Millis = 15_000;
/// A player whose last socket has closed counts as away after this time, enough to load the page again.
const LEFT: Millis = 3_000;

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Presence {
    /// Sockets of each seat's holder, in this process.
    sockets: BySide<usize>,
    seen: BySide<Option<Millis>>,
    /// Seen here since the store was last informed.
    fresh: BySide<bool>,
    /// The last sighting was a socket that closed.
    left: BySide<bool>,
    /// What other processes were last informed: whether there are sockets here.
    told: BySide<bool>,
    /// The round-trip time to each.
    lag: BySide<Option<Millis>>,
}

impl Presence {
    pub(crate) fn enter(&mut self, side: Side, now: Millis) {
        self.sockets[side] += 1;
        self.touch(side, now);
    }

    pub(crate) fn leave(&mut self, side: Side, now: Millis) {
        self.sockets[side] = self.sockets[side].saturating_sub(1);
        self.touch(side, now);
        self.left[side] = self.sockets[side] == 0;
    }

    /// The holder of a seat has just acted.
    pub(crate) fn touch(&mut self, side: Side, now: Millis) {
        self.seen[side] = self.seen[side].max(Some(now));
        self.fresh[side] = true;
        self.left[side] = false;
    }

    /// Adds a measured round trip; earlier measurements count as much.
    pub(crate) fn measure(&mut self, side: Side, lag: Millis) {
        self.lag[side] = Some(self.lag[side].map_or(lag, |before| Millis::midpoint(before, lag)));
    }

    /// Of a player with a socket in this process.
    pub(crate) fn lag(&self, side: Side) -> Option<Millis> {
        self.lag[side].filter(|_| self.sockets[side] > 0)
    }

    /// Another process reports that a player has arrived at a seat there, or left it.
    pub(crate) fn hear(&mut self, side: Side, at: Millis, left: bool) {
        self.seen[side] = self.seen[side].max(Some(at));
        self.left[side] = left;
        if left {
            // A player who has left there may be here.
            self.told[side] = false;
        }
    }

    /// Sides that have arrived here or left since other processes were informed, and which of the two, and when.
    pub(crate) fn take_moves(&mut self, now: Millis) -> Vec<(Side, bool, Millis)> {
        let seen = self.seen(now);
        let mut moves = Vec::new();
        for side in Side::BOTH {
            let is_here = self.sockets[side] > 0;
            if is_here != self.told[side]
                && let Some(at) = seen[side]
            {
                self.told[side] = is_here;
                moves.push((side, is_here, at));
            }
        }
        moves
    }

    /// Sightings by other processes.
    pub(crate) fn learn(&mut self, seen: BySide<Option<Millis>>) {
        for side in Side::BOTH {
            self.left[side] &= self.seen[side] >= seen[side];
            self.seen[side] = self.seen[side].max(seen[side]);
        }
    }

    /// Sides to report to the store, and when they were seen.
    pub(crate) fn take_news(&mut self, now: Millis) -> Vec<(Side, Millis)> {
        let seen = self.seen(now);
        let news = |&side: &Side| self.sockets[side] > 0 || self.fresh[side];
        let sights = Side::BOTH.into_iter().filter(news);
        let sights = sights
            .filter_map(|side| Some((side, seen[side]?)))
            .collect();
        self.fresh = BySide::default();
        sights
    }

    /// Whether other processes may know more.
    pub(crate) fn is_partial(&self) -> bool {
        self.sockets.iter().any(|&sockets| sockets == 0)
    }

    pub(crate) fn seen(&self, now: Millis) -> BySide<Option<Millis>> {
        BySide::of(|side| match self.sockets[side] {
            0 => self.seen[side],
            _ => Some(now),
        })
    }

    pub(crate) fn here(&self, now: Millis) -> BySide<bool> {
        let seen = self.seen(now);
        BySide::of(|side| {
            let patience = if self.left[side] { LEFT } else { UNSEEN };
            seen[side].is_some_and(|seen| now - seen < patience)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_closed_socket_is_away_at_once_and_a_client_that_polls_later() {
        let side = Side::South;
        let mut presence = Presence::default();
        let here = |presence: &Presence, now| presence.here(now)[side];
        presence.enter(side, 0);
        presence.enter(side, 0);
        presence.leave(side, 1000);
        assert!(here(&presence, 1_000_000), "another socket is open");
        presence.leave(side, 1_000_000);
        assert!(here(&presence, 1_002_999));
        assert!(!here(&presence, 1_003_000));
        presence.touch(side, 2_000_000);
        assert!(here(&presence, 2_014_999));
        assert!(!here(&presence, 2_015_000));
        // A departure that this process has itself reported to the store is no news.
        presence.leave(side, 2_500_000);
        assert_eq!(presence.take_news(2_504_000), [(side, 2_500_000)]);
        presence.learn(BySide::of(|_| Some(2_500_000)));
        assert!(!here(&presence, 2_504_000));
        // Left here, seen elsewhere.
        presence.enter(side, 3_000_000);
        presence.leave(side, 3_000_000);
        presence.learn(BySide::of(|_| Some(3_001_000)));
        assert!(here(&presence, 3_010_000));
    }

    #[test]
    fn processes_tell_each_other_who_comes_and_leaves() {
        let side = Side::North;
        let (mut one, mut other) = (Presence::default(), Presence::default());
        one.enter(side, 1000);
        assert_eq!(one.take_moves(1500), [(side, true, 1500)]);
        assert_eq!(one.take_moves(1600), []);
        other.hear(side, 1500, false);
        assert!(other.here(10_000)[side]);
        one.leave(side, 2000);
        assert_eq!(one.take_moves(2500), [(side, false, 2000)]);
        other.hear(side, 2000, true);
        assert!(other.here(4_999)[side]);
        assert!(!other.here(5_000)[side]);
        // Left there, but here all the time: processes that have heard of the departure are informed.
        other.enter(side, 6000);
        assert_eq!(other.take_moves(6000), [(side, true, 6000)]);
        other.hear(side, 6500, true);
        assert!(other.here(20_000)[side]);
        assert_eq!(other.take_moves(20_000), [(side, true, 20_000)]);
    }
}

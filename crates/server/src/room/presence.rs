//! Who is here: holders of a seat with a socket open in this process, or seen a short time ago in any.

use kalah::{BySide, Side};

use crate::table::Millis;

/// Not seen for so long is away.
pub(crate) const AWAY: Millis = 30_000;

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Presence {
    /// Sockets of each seat's holder, in this process.
    sockets: BySide<usize>,
    seen: BySide<Option<Millis>>,
    /// Seen here since the store was last told.
    fresh: BySide<bool>,
}

impl Presence {
    pub(crate) fn enter(&mut self, side: Side, now: Millis) {
        self.sockets[side] += 1;
        self.touch(side, now);
    }

    pub(crate) fn leave(&mut self, side: Side, now: Millis) {
        self.sockets[side] = self.sockets[side].saturating_sub(1);
        self.touch(side, now);
    }

    /// The holder of a seat has just done something.
    pub(crate) fn touch(&mut self, side: Side, now: Millis) {
        self.seen[side] = self.seen[side].max(Some(now));
        self.fresh[side] = true;
    }

    /// What other processes have seen.
    pub(crate) fn learn(&mut self, seen: BySide<Option<Millis>>) {
        self.seen = BySide::of(|side| self.seen[side].max(seen[side]));
    }

    /// Sides the store should hear about.
    pub(crate) fn take_news(&mut self) -> impl Iterator<Item = Side> + use<> {
        let news = BySide::of(|side| self.sockets[side] > 0 || self.fresh[side]);
        self.fresh = BySide::default();
        Side::BOTH.into_iter().filter(move |&side| news[side])
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
        self.seen(now)
            .map(|seen| seen.is_some_and(|seen| now - seen < AWAY))
    }
}

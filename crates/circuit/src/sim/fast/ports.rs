//! Ports in the fast engine: while events happen, at rest, and among words alone.

use std::cell::Cell;

use super::correction::Problem;
use super::detail::Detail;
use super::live::Live;
use crate::component::Io;
use crate::netlist::PortId;
use crate::netlist::ids::ById;
use crate::sim::compile::plan::{Piece, Plan, SlotId, SourceId, TapId};
use crate::sim::compile::schedule::{Schedule, tap_slot};
use crate::value::Word;

/// The ports of a part that follows from its inputs.
pub(super) struct WordsIo<'a> {
    pub(super) schedule: &'a Schedule,
    pub(super) words: &'a mut ById<SlotId, Word>,
    pub(super) first_port: u32,
}

impl Io for WordsIo<'_> {
    #[inline]
    fn get(&self, port: usize) -> Word {
        let read = &self.schedule.reads[PortId(self.first_port + port as u32)];
        self.schedule.read(&read.read, self.words)
    }

    #[inline]
    fn set(&mut self, port: usize, value: Word, _: u32) {
        let source = self.schedule.reads[PortId(self.first_port + port as u32)].source;
        if source != SourceId::NONE {
            self.words[SlotId(source.0)] = value;
        }
    }

    fn ticks(&self) -> u64 {
        0
    }
}

#[inline]
pub(super) fn gather(plan: &Plan, pieces: &[Piece<TapId>], words: &ById<SlotId, Word>) -> Word {
    pieces.iter().fold(Word::ZERO, |word, piece| {
        let shown = words[tap_slot(plan, piece.from)].shr(u32::from(piece.shift));
        word.union(shown.and_mask(piece.mask).shl(u32::from(piece.to)))
    })
}

/// The ports of an exact part.
pub(super) struct EventIo<'a> {
    pub(super) plan: &'a Plan,
    pub(super) schedule: &'a Schedule,
    pub(super) live: &'a mut Live,
    pub(super) first_port: u32,
    pub(super) ticks: u64,
    /// A change has arrived at some part that waits or samples.
    pub(super) late: bool,
    /// Where the value of some inputs can be determined at any moment.
    pub(super) detail: &'a Detail,
    pub(super) problem: Cell<Option<Problem>>,
}

impl EventIo<'_> {
    /// A sampled input is read while something is on its way somewhere: its present value if a change has arrived and that
    /// can be determined.
    #[cold]
    fn look(&self, port: PortId) -> Option<Word> {
        let now = self.live.wheel.time as u32;
        if !self.live.is_late(self.plan, self.schedule, port, now) {
            return None;
        }
        if self.schedule.cone.sees(port) {
            // If no closer look was needed, it still sees its value at rest.
            let closer = self.detail.is_at(now);
            return closer.then(|| self.detail.read(self.plan, port));
        }
        self.problem.set(Some(Problem::Port(port)));
        None
    }
}

impl Io for EventIo<'_> {
    #[inline]
    fn get(&self, port: usize) -> Word {
        let port = PortId(self.first_port + port as u32);
        let read = &self.schedule.reads[port];
        if self.late
            && read.sampled
            && let Some(seen) = self.look(port)
        {
            return seen;
        }
        self.schedule.read(&read.read, &self.live.words)
    }

    #[inline]
    fn set(&mut self, port: usize, value: Word, delay: u32) {
        let port = &self.schedule.reads[PortId(self.first_port + port as u32)];
        if port.source != SourceId::NONE && !port.waits {
            self.live.drive(self.schedule, port.source, value, delay);
        }
    }

    fn ticks(&self) -> u64 {
        self.ticks
    }
}

/// The ports of a part that waited.
pub(super) struct RestIo<'a> {
    pub(super) schedule: &'a Schedule,
    pub(super) live: &'a mut Live,
    pub(super) first_port: u32,
    pub(super) ticks: u64,
    pub(super) answered: bool,
}

impl Io for RestIo<'_> {
    #[inline]
    fn get(&self, port: usize) -> Word {
        let read = &self.schedule.reads[PortId(self.first_port + port as u32)];
        self.schedule.read(&read.read, &self.live.words)
    }

    #[inline]
    fn set(&mut self, port: usize, value: Word, _: u32) {
        self.answered = true;
        let port = &self.schedule.reads[PortId(self.first_port + port as u32)];
        if port.source != SourceId::NONE && port.waits {
            self.live.put(self.schedule, port.source, value);
        }
    }

    fn ticks(&self) -> u64 {
        self.ticks
    }
}

//! Edges of clocks that parts wait for. Registers whose enable input is off ignore an edge: they are not even visited,
//! since the information whether they react is updated when their inputs change.
//!
//! ```text
//!   clock ──> rising: lanes 0..64      armed 0b…0110: units of lanes 1 and 2 are evaluated
//!        └──> falling: lanes 64..128
//! ```

use crate::component::Idle;
use crate::netlist::PortId;
use crate::netlist::ids::ById;
use crate::sim::compile::plan::{Lists, SlotId, TapId, UnitId};
use crate::value::Word;

/// A unit that waits for an edge.
#[derive(Clone, Debug)]
pub(super) struct EdgeOf {
    pub(super) unit: UnitId,
    pub(super) bit: u8,
    pub(super) kind: EdgeKind,
    /// The condition under which the edge has no effect.
    pub(super) idles: Vec<IdleBit>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::sim) enum EdgeKind {
    Rising,
    Falling,
    /// Every change.
    Any,
}

/// A bit of a slot that can disable an edge.
#[derive(Clone, Copy, Debug)]
pub(in crate::sim) struct IdleBit {
    pub(in crate::sim) slot: SlotId,
    pub(in crate::sim) bit: u8,
    pub(in crate::sim) when: Idle,
    /// The input that is this bit.
    pub(in crate::sim) port: PortId,
}

impl IdleBit {
    #[inline]
    pub(in crate::sim) fn holds(&self, words: &ById<SlotId, Word>) -> bool {
        self.holds_at(words[self.slot].bit(u32::from(self.bit)))
    }

    #[inline]
    pub(in crate::sim) fn holds_at(&self, bit: Word) -> bool {
        match self.when {
            Idle::Off => bit == Word::ZERO,
            Idle::On => bit == Word::ONE,
            Idle::NotOff => bit != Word::ZERO,
        }
    }
}

/// All units that wait for the same edge: their lanes fill whole blocks of 64.
#[derive(Clone, Copy, Debug)]
pub(in crate::sim) struct EdgeSet {
    pub(in crate::sim) bit: u8,
    pub(in crate::sim) kind: EdgeKind,
    pub(in crate::sim) first_block: u32,
    pub(in crate::sim) blocks: u32,
}

#[derive(Clone, Copy, Debug)]
pub(in crate::sim) struct Lane {
    pub(in crate::sim) unit: UnitId,
    first_idle: u32,
    idles: u32,
}

impl EdgeSet {
    /// Whether a change of a word brings this edge.
    #[inline]
    pub(in crate::sim) fn is_in(&self, before: Word, now: Word) -> bool {
        let (before, now) = (
            before.bit(u32::from(self.bit)),
            now.bit(u32::from(self.bit)),
        );
        match self.kind {
            EdgeKind::Rising => before == Word::ZERO && now == Word::ONE,
            EdgeKind::Falling => before == Word::ONE && now == Word::ZERO,
            EdgeKind::Any => before != now,
        }
    }
}

pub(in crate::sim) struct Edges {
    sets: Lists<TapId, EdgeSet>,
    pub(in crate::sim) lanes: Vec<Lane>,
    idles: Vec<IdleBit>,
    /// By block: its lanes that are in use.
    pub(in crate::sim) used: Vec<u64>,
}

impl Edges {
    /// From lists by tap.
    pub(super) fn new(lists: &[Vec<EdgeOf>]) -> Edges {
        let mut edges = Edges {
            sets: Lists::new([]),
            lanes: Vec::new(),
            idles: Vec::new(),
            used: Vec::new(),
        };
        let sets: Vec<Vec<EdgeSet>> = lists.iter().map(|list| edges.add(list)).collect();
        edges.sets = Lists::new(sets);
        edges
    }

    /// Gives the edges of a tap their lanes.
    fn add(&mut self, list: &[EdgeOf]) -> Vec<EdgeSet> {
        let mut sorts: Vec<(u8, EdgeKind)> =
            list.iter().map(|edge| (edge.bit, edge.kind)).collect();
        sorts.sort_unstable();
        sorts.dedup();
        let set = |(bit, kind): (u8, EdgeKind)| {
            let first_block = self.used.len() as u32;
            let same = |edge: &&EdgeOf| (edge.bit, edge.kind) == (bit, kind);
            let units: Vec<&EdgeOf> = list.iter().filter(same).collect();
            for chunk in units.chunks(64) {
                self.used.push(u64::MAX >> (64 - chunk.len()));
                for edge in chunk {
                    self.lanes.push(Lane {
                        unit: edge.unit,
                        first_idle: self.idles.len() as u32,
                        idles: edge.idles.len() as u32,
                    });
                    self.idles.extend(&edge.idles);
                }
                self.lanes.resize(self.used.len() * 64, NOBODY);
            }
            EdgeSet {
                bit,
                kind,
                first_block,
                blocks: self.used.len() as u32 - first_block,
            }
        };
        sorts.into_iter().map(set).collect()
    }

    /// The conditions under which the edge has no effect on the unit of a lane.
    pub(in crate::sim) fn idles(&self, lane: &Lane) -> &[IdleBit] {
        &self.idles[lane.first_idle as usize..(lane.first_idle + lane.idles) as usize]
    }

    /// The edges a tap can bring.
    #[inline]
    pub(in crate::sim) fn of(&self, tap: TapId) -> &[EdgeSet] {
        self.sets.get(tap)
    }

    /// Whether a change of a tap triggers no unit.
    #[inline]
    pub(in crate::sim) fn is_idle(
        &self,
        tap: TapId,
        before: Word,
        now: Word,
        armed: &[u64],
    ) -> bool {
        let nobody = |set: &EdgeSet| {
            let blocks = set.first_block as usize..(set.first_block + set.blocks) as usize;
            !set.is_in(before, now) || armed[blocks].iter().all(|&lanes| lanes == 0)
        };
        self.of(tap).iter().all(nobody)
    }

    /// The lanes that are in use in the sets of a change of a tap.
    pub(in crate::sim) fn lanes_of(
        &self,
        tap: TapId,
        before: Word,
        now: Word,
    ) -> impl Iterator<Item = &Lane> {
        let sets = self.of(tap).iter();
        let blocks = sets
            .filter(move |set| set.is_in(before, now))
            .flat_map(|set| set.first_block..set.first_block + set.blocks);
        blocks.flat_map(|block| {
            let used = self.used[block as usize].count_ones() as usize;
            &self.lanes[block as usize * 64..block as usize * 64 + used]
        })
    }

    /// Updates whether an edge now triggers the unit of a lane.
    #[inline]
    pub(in crate::sim) fn arm(&self, lane: u32, words: &ById<SlotId, Word>, armed: &mut [u64]) {
        let idles = self.idles(&self.lanes[lane as usize]);
        let idle = idles.iter().any(|bit| bit.holds(words));
        let block = &mut armed[lane as usize / 64];
        let bit = 1 << (lane % 64);
        *block = if idle { *block & !bit } else { *block | bit };
    }

    /// The same for all lanes.
    pub(in crate::sim) fn arm_all(&self, words: &ById<SlotId, Word>, armed: &mut Vec<u64>) {
        armed.clear();
        armed.resize(self.used.len(), 0);
        for lane in 0..self.lanes.len() as u32 {
            if self.used[lane as usize / 64] >> (lane % 64) & 1 != 0 {
                self.arm(lane, words, armed);
            }
        }
    }
}

/// A lane that is not in use.
const NOBODY: Lane = Lane {
    unit: UnitId::NONE,
    first_idle: 0,
    idles: 0,
};

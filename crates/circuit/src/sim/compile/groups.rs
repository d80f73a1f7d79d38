//! Truth tables: parts that wait and depend on few bits are looked up together instead of evaluated one by one.
//!
//! ```text
//!   8 bits of a register ──> 160 gates ──> 16 lines        one table of 256 entries, 16 bits each
//! ```
//!
//! Entries are computed when they are first needed, by evaluating the parts, and shared by all simulations of a
//! design. Inputs that are not all 0 or 1 are never looked up. A part inside that only a table needs is not
//! evaluated at all; its value is computed on demand.

use std::collections::{BTreeMap, HashSet};
use std::sync::atomic::{AtomicU64, Ordering};

use super::modes::{Driver, Modes, Use};
use super::order::Order;
use super::plan::{Piece, Plan, SlotId, SourceId, TapId};
use super::schedule::{Cone, Way};
use crate::component::Reaction;
use crate::netlist::PartId;
use crate::netlist::ids::ById;
use crate::value::{Word, mask};

/// Maximum number of input bits of a table.
const MOST_BITS: u32 = 10;

/// Maximum number of output bits of a table: the highest bit marks a present entry.
const MOST_OUTPUTS: u32 = 31;

const FILLED: u64 = 1 << 63;

/// An output of a group in its word.
#[derive(Clone, Copy, Debug)]
pub(in crate::sim) struct Root {
    pub(in crate::sim) source: SourceId,
    pub(in crate::sim) shift: u8,
    pub(in crate::sim) mask: u32,
}

/// Parts that are looked up together.
pub(in crate::sim) struct Group {
    /// Where the bits of the index are.
    pub(in crate::sim) index: Vec<Piece<SlotId>>,
    /// The parts, in order.
    pub(in crate::sim) members: Vec<Way>,
    /// Values of the parts that others read too.
    pub(in crate::sim) shared: Vec<SlotId>,
    pub(in crate::sim) roots: Vec<Root>,
    /// The bits its roots take.
    pub(in crate::sim) bits: u32,
    /// By bit of the word: its root.
    pub(in crate::sim) root_of_bit: [u8; 32],
    table: Box<[AtomicU64]>,
}

impl Group {
    /// The place in the table; `None` if a bit is neither 0 nor 1.
    #[inline]
    pub(in crate::sim) fn index(&self, words: &ById<SlotId, Word>) -> Option<usize> {
        let (mut index, mut unknown) = (0, 0);
        for piece in &self.index {
            let word = words[piece.from];
            index |= (word.v >> piece.shift & piece.mask) << piece.to;
            unknown |= word.u >> piece.shift & piece.mask;
        }
        (unknown == 0).then_some(index as usize)
    }

    #[inline]
    pub(in crate::sim) fn entry(&self, index: usize) -> Option<Word> {
        let entry = self.table[index].load(Ordering::Relaxed);
        (entry & FILLED != 0).then_some(Word {
            v: (entry >> 32) as u32 & !(1 << 31),
            u: entry as u32,
        })
    }

    pub(in crate::sim) fn fill(&self, index: usize, word: Word) {
        let entry = FILLED | u64::from(word.v) << 32 | u64::from(word.u);
        self.table[index].store(entry, Ordering::Relaxed);
    }
}

/// The fate of the parts that wait.
pub(in crate::sim) struct Grouping {
    pub(in crate::sim) groups: Vec<Group>,
    /// Single parts (by rank) and groups, in an order they can be evaluated in.
    pub(in crate::sim) items: Vec<Item>,
}

#[derive(Clone, Copy, Debug)]
pub(in crate::sim) enum Item {
    Single(u32),
    Group(u32),
}

/// A support, in order, and the sources that depend on it.
type Bundle = (Vec<(SourceId, u32)>, Vec<SourceId>);

/// Bits of sources, by source.
type Support = BTreeMap<SourceId, u32>;

pub(in crate::sim) struct Grouper<'a> {
    pub(in crate::sim) plan: &'a Plan,
    pub(in crate::sim) modes: &'a Modes<'a>,
    pub(in crate::sim) order: &'a Order,
    /// By rank.
    pub(in crate::sim) ways: &'a [Way],
    /// By source: its rank.
    pub(in crate::sim) rank_of_source: &'a ById<SourceId, u32>,
    /// By source: its width.
    pub(in crate::sim) widths: &'a ById<SourceId, u32>,
    pub(in crate::sim) cone: &'a Cone,
}

impl Grouper<'_> {
    pub(in crate::sim) fn group(&self) -> Grouping {
        let supports = self.supports();
        let needed = self.needed(&supports);
        let mut by_support: BTreeMap<Vec<(SourceId, u32)>, Vec<SourceId>> = BTreeMap::new();
        for &source in &needed {
            let support = supports[self.rank_of_source[source] as usize].as_ref();
            let support = support.into_iter().flatten();
            let key = support.map(|(&source, &bits)| (source, bits)).collect();
            by_support.entry(key).or_default().push(source);
        }
        let mut lists: Vec<Bundle> = by_support.into_iter().collect();
        lists.sort_by_key(|(support, _)| std::cmp::Reverse(bits_of(support)));
        let lists = self.merge(lists);
        let mut groups = Vec::new();
        let mut items: Vec<(i64, Item)> = Vec::new();
        for (support, roots) in lists {
            for roots in self.split(&roots) {
                let at = self.position(&support);
                items.push((2 * at + 1, Item::Group(groups.len() as u32)));
                groups.push(self.build(&support, roots, &supports));
            }
        }
        let singles = supports
            .iter()
            .enumerate()
            .filter(|(_, support)| support.is_none());
        items.extend(singles.map(|(rank, _)| (2 * rank as i64, Item::Single(rank as u32))));
        items.sort_by_key(|&(at, _)| at);
        Grouping {
            groups,
            items: items.into_iter().map(|(_, item)| item).collect(),
        }
    }

    /// The last rank a support depends on.
    fn position(&self, support: &[(SourceId, u32)]) -> i64 {
        let ranks = support
            .iter()
            .map(|(source, _)| self.rank_of_source[*source]);
        let ends = ranks.filter(|&rank| rank != u32::MAX).map(|rank| {
            let round = self.order.loop_at(rank);
            round.map_or(i64::from(rank), |(_, places)| i64::from(places.end) - 1)
        });
        ends.max().unwrap_or(-1)
    }

    /// By rank: the bits something depends on, if they are few and it follows from them.
    fn supports(&self) -> Vec<Option<Support>> {
        let mut supports: Vec<Option<Support>> = Vec::with_capacity(self.order.list.len());
        for (rank, driver) in (0..).zip(&self.order.list) {
            let support = match self.order.loop_at(rank) {
                None => self.support(*driver, &supports),
                Some(_) => None,
            };
            supports.push(support);
        }
        supports
    }

    fn support(&self, driver: Driver, known: &[Option<Support>]) -> Option<Support> {
        let pieces: Vec<Piece<TapId>> = match driver {
            Driver::Part(part) => {
                let behaviour = &self.plan.parts[part].behaviour;
                let folded = &self.plan.parts[part];
                let mut sources = (0..folded.ports as usize)
                    .map(|port| self.plan.port_source[folded.port(port)])
                    .filter(|&source| source != SourceId::NONE);
                let too_wide = sources.any(|source| self.widths[source] > MOST_OUTPUTS);
                if behaviour.reaction() != Reaction::Pure || too_wide {
                    return None;
                }
                let inputs = self.modes.inputs(part);
                let waiting = inputs.filter(|(usage, _)| *usage == Use::Wait);
                waiting.map(|(_, piece)| piece).collect()
            }
            Driver::Joint(joint) => {
                let info = &self.plan.joints[joint];
                if self.widths[info.source] > MOST_OUTPUTS {
                    return None;
                }
                info.drivers.iter().flatten().copied().collect()
            }
            Driver::Nobody => return None,
        };
        let mut all = Support::new();
        for piece in pieces.iter().filter(|piece| piece.from != TapId::FLOATING) {
            let (source, _) = self.plan.tap_list[piece.from];
            let rank = self.rank_of_source[source] as usize;
            match known.get(rank) {
                Some(Some(inside)) => {
                    for (&source, &bits) in inside {
                        *all.entry(source).or_default() |= bits;
                    }
                }
                _ if self.modes.constant[source] => {}
                _ => *all.entry(source).or_default() |= piece.mask << piece.shift,
            }
            if all.values().map(|bits| bits.count_ones()).sum::<u32>() > MOST_BITS {
                return None;
            }
        }
        Some(all)
    }

    /// Sources from tables that are also needed elsewhere at once: single parts and sampled inputs.
    fn needed(&self, supports: &[Option<Support>]) -> Vec<SourceId> {
        let tabled = |source: SourceId| {
            let rank = self.rank_of_source[source] as usize;
            supports.get(rank).is_some_and(Option::is_some)
        };
        let mut needed = Vec::new();
        let mut need = |tap: TapId| {
            let (source, _) = self.plan.tap_list[tap];
            if tap != TapId::FLOATING && tabled(source) {
                needed.push(source);
            }
        };
        let single = |driver: Driver| {
            let rank = match driver {
                Driver::Part(part) => self.rank_of_part(part),
                Driver::Joint(joint) => self.rank_of_source[self.plan.joints[joint].source],
                Driver::Nobody => u32::MAX,
            };
            !supports.get(rank as usize).is_some_and(Option::is_some)
        };
        for (part, folded) in self.plan.parts.entries() {
            if folded.is_idle() {
                continue;
            }
            let alone = single(Driver::Part(part));
            for (usage, piece) in self.modes.inputs(part) {
                if usage == Use::Sampled || usage == Use::Wait && alone {
                    need(piece.from);
                }
            }
        }
        for (joint, info) in self.plan.joints.entries() {
            if single(Driver::Joint(joint)) {
                info.drivers
                    .iter()
                    .flatten()
                    .for_each(|piece| need(piece.from));
            }
        }
        // A pin with a pull resistor is passed through only while what it sees is known, so that is watched.
        let watched = self.plan.known.entries().filter(|(_, bits)| **bits != 0);
        needed.extend(
            watched
                .map(|(source, _)| source)
                .filter(|&source| tabled(source)),
        );
        // What may be followed in detail begins with its values at rest.
        needed.extend(self.cone.sources().filter(|&source| tabled(source)));
        needed.sort_unstable();
        needed.dedup();
        needed
    }

    fn rank_of_part(&self, part: PartId) -> u32 {
        self.order
            .rank_of_part
            .get(&part)
            .copied()
            .unwrap_or(u32::MAX)
    }

    /// Puts lists whose support is part of another's into that one, where the order allows it.
    fn merge(&self, lists: Vec<Bundle>) -> Vec<Bundle> {
        let mut merged: Vec<Bundle> = Vec::new();
        for (support, roots) in lists {
            let first = roots.iter().map(|&root| self.rank_of_source[root]).min();
            let first = i64::from(first.unwrap_or(0));
            let fits = |(larger, _): &&mut Bundle| {
                let inside = |(source, bits): &(SourceId, u32)| {
                    let found = larger.binary_search_by_key(source, |&(source, _)| source);
                    found.is_ok_and(|at| larger[at].1 & bits == *bits)
                };
                support.iter().all(inside) && self.position(larger) < first
            };
            match merged.iter_mut().rev().take(256).find(fits) {
                Some((_, others)) => others.extend(roots),
                None => merged.push((support, roots)),
            }
        }
        merged
    }

    /// Roots, as many to a word as it can hold.
    fn split(&self, sources: &[SourceId]) -> Vec<Vec<Root>> {
        let mut words: Vec<Vec<Root>> = Vec::new();
        let mut used = MOST_OUTPUTS;
        for &source in sources {
            let width = self.widths[source];
            if used + width > MOST_OUTPUTS {
                words.push(Vec::new());
                used = 0;
            }
            if let Some(word) = words.last_mut() {
                word.push(Root {
                    source,
                    shift: used as u8,
                    mask: mask(width),
                });
            }
            used += width;
        }
        words
    }

    fn build(
        &self,
        support: &[(SourceId, u32)],
        roots: Vec<Root>,
        supports: &[Option<Support>],
    ) -> Group {
        let mut index = Vec::new();
        let mut to = 0;
        for &(source, bits) in support {
            let mut left = bits;
            while left != 0 {
                let shift = left.trailing_zeros();
                let width = (left >> shift).trailing_ones();
                let ones = mask(width);
                index.push(Piece {
                    from: SlotId(source.0),
                    shift: shift as u8,
                    to: to as u8,
                    mask: ones,
                });
                to += width;
                left &= !(ones << shift);
            }
        }
        let mut ranks: Vec<u32> = Vec::new();
        let mut open: Vec<SourceId> = roots.iter().map(|root| root.source).collect();
        let mut seen = HashSet::new();
        while let Some(source) = open.pop() {
            let rank = self.rank_of_source[source];
            let inside = supports.get(rank as usize).is_some_and(Option::is_some);
            if inside && seen.insert(rank) {
                ranks.push(rank);
                open.extend(
                    self.order.before[rank as usize]
                        .iter()
                        .map(|&(source, _)| source),
                );
            }
        }
        ranks.sort_unstable();
        let mut root_of_bit = [0; 32];
        for (number, root) in roots.iter().enumerate() {
            let bits = root.mask << root.shift;
            (0..32)
                .filter(|bit| bits >> bit & 1 != 0)
                .for_each(|bit: usize| {
                    root_of_bit[bit] = number as u8;
                });
        }
        Group {
            index,
            shared: self.driven_by(&ranks),
            members: ranks.iter().map(|&rank| self.ways[rank as usize]).collect(),
            bits: roots
                .iter()
                .fold(0, |bits, root| bits | root.mask << root.shift),
            roots,
            root_of_bit,
            table: (0..1usize << to).map(|_| AtomicU64::new(0)).collect(),
        }
    }
}

impl Grouper<'_> {
    /// The sources that parts drive, by their ranks.
    fn driven_by(&self, ranks: &[u32]) -> Vec<SlotId> {
        let sources = ranks
            .iter()
            .flat_map(|&rank| match self.order.list[rank as usize] {
                Driver::Joint(joint) => vec![self.plan.joints[joint].source],
                Driver::Nobody => Vec::new(),
                Driver::Part(part) => {
                    let folded = &self.plan.parts[part];
                    let ports = 0..folded.ports as usize;
                    ports
                        .map(|port| self.plan.port_source[folded.port(port)])
                        .collect()
                }
            });
        let sources = sources.filter(|&source| source != SourceId::NONE);
        sources.map(|source| SlotId(source.0)).collect()
    }
}

fn bits_of(support: &[(SourceId, u32)]) -> u32 {
    support.iter().map(|(_, bits)| bits.count_ones()).sum()
}

//! Values in and out of the fast engine: what nets show, what a snapshot keeps, taking over from the exact engine.

use std::sync::OnceLock;

use super::Fast;
use super::live::UNKNOWN;
use super::settling::follow;
use crate::netlist::ids::ById;
use crate::netlist::{Design, NetId, PortId};
use crate::sim::exact::Exact;
use crate::sim::plan::{Origin, SlotId, SourceId, TapId};
use crate::sim::schedule::{INNER, tap_slot};
use crate::sim::states::{Shared, States};
use crate::value::Word;

/// All words, with those that are only worked out when somebody asks.
#[derive(Clone, Default)]
pub(super) struct Asked {
    words: OnceLock<ById<SlotId, Word>>,
}

impl Fast {
    /// What every source drives: at rest that is all there is to know.
    pub(in crate::sim) fn values(&self) -> &[Word] {
        &(**self.all_words())[..self.plan.source_origin.len()]
    }

    /// What every source drives, as far as the engine needs it: those inside tables may show anything.
    pub(in crate::sim) fn words_at_rest(&self) -> &[Word] {
        &(*self.live.words)[..self.plan.source_origin.len()]
    }

    /// All words, with those that are only worked out when somebody asks.
    fn all_words(&self) -> &ById<SlotId, Word> {
        self.asked.words.get_or_init(|| {
            let mut words = self.live.words.clone();
            for (rank, way) in self.schedule.ways.iter().enumerate() {
                if self.schedule.is_inner(rank) {
                    follow(&self.plan, &self.schedule, way, &mut words);
                }
            }
            words
        })
    }

    /// Goes back to what [`Fast::values`] gave.
    pub(in crate::sim) fn set_values(&mut self, values: &[Word]) {
        (*self.live.words)[..values.len()].copy_from_slice(values);
        self.settle_all();
    }

    /// Takes over from the exact engine, which must be at rest.
    pub(in crate::sim) fn take_over(&mut self, exact: &Exact) {
        for (source, origin) in self.plan.source_origin.entries() {
            self.live.words[SlotId(source.0)] = match *origin {
                Origin::Port(port) => exact.drivers[port],
                Origin::Net(net) => exact.nets[net],
            };
        }
        self.settle_all();
    }

    /// Everything follows from the values of the sources.
    fn settle_all(&mut self) {
        let live = &mut self.live;
        live.wheel.clear();
        live.driven
            .copy_from_slice(&(*live.words)[..self.plan.source_origin.len()]);
        live.words[tap_slot(&self.plan, TapId::FLOATING)] = Word::floating(u32::MAX);
        for (tap, &(source, _)) in self.plan.tap_list.entries().skip(1) {
            live.words[tap_slot(&self.plan, tap)] = live.driven[source];
        }
        live.begin();
        live.dirty.fill(0);
        live.skipped.clear();
        live.group_words.fill(UNKNOWN);
        self.schedule.edges.arm_all(&live.words, &mut live.armed);
        live.problem = None;
        self.asked = Asked::default();
    }

    /// Hands the state, at rest, to the exact engine.
    pub(in crate::sim) fn hand_over(
        &self,
        design: &Design,
        shared: &mut Shared,
        exact: &mut Exact,
    ) {
        self.show_clocks(&mut shared.states);
        let nets: Vec<Word> = design.net_ids().map(|net| self.net(net)).collect();
        for (port, &source) in self.plan.port_source.entries() {
            if source != SourceId::NONE {
                exact.drivers[port] = self.value(source);
            }
        }
        exact.resume(design, shared, &nets);
    }

    /// Parts that act at an edge see their clock only then: here they see it as it is now.
    pub(in crate::sim) fn show_clocks(&self, states: &mut States) {
        for &(part, slot, bit) in &self.schedule.clocked {
            if let Some(clock) = states[part].clock_mut() {
                *clock = self.live.words[slot].bit(u32::from(bit));
            }
        }
    }

    fn value(&self, source: SourceId) -> Word {
        match self.schedule.place_of_source[source] == INNER {
            true => self.all_words()[SlotId(source.0)],
            false => self.live.words[SlotId(source.0)],
        }
    }

    /// The value of a net of the design.
    pub(in crate::sim) fn net(&self, net: NetId) -> Word {
        let pieces = self.plan.nets.get(net).iter();
        pieces.fold(Word::ZERO, |word, piece| {
            let value = self.value(piece.from).shr(u32::from(piece.shift));
            word.union(value.and_mask(piece.mask).shl(u32::from(piece.to)))
        })
    }

    /// What a driving port gives its net, if it is a source of its own.
    pub(in crate::sim) fn driver(&self, port: PortId) -> Option<Word> {
        let source = self.plan.port_source[port];
        (source != SourceId::NONE).then(|| self.value(source))
    }
}

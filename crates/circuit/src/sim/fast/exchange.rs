//! Values in and out of the fast engine: nets, snapshots, taking over from the exact engine.

use std::sync::OnceLock;

use super::Fast;
use super::correction::Problem;
use super::live::UNKNOWN;
use super::settling::follow;
use crate::component::State;
use crate::netlist::ids::ById;
use crate::netlist::{Design, NetId, PortId};
use crate::sim::compile::plan::{Origin, Piece, SlotId, SourceId, TapId};
use crate::sim::compile::schedule::{INNER, Way, tap_slot};
use crate::sim::exact::Exact;
use crate::sim::states::{Shared, States};
use crate::value::Word;

/// All words, including those computed on demand.
#[derive(Clone, Default)]
pub(super) struct Asked {
    words: OnceLock<ById<SlotId, Word>>,
}

impl Fast {
    /// The value of every source of this plan.
    pub(super) fn own_values(&self) -> &[Word] {
        &(**self.all_words())[..self.plan.source_origin.len()]
    }

    /// What every source drives, as far as the engine needs it: those inside tables may show anything.
    pub(in crate::sim) fn words_at_rest(&self) -> &[Word] {
        &(*self.live.words)[..self.plan.source_origin.len()]
    }

    /// All words, including those computed on demand.
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

    /// Restores the result of [`Fast::words_at_rest`].
    pub(in crate::sim) fn set_words(&mut self, values: &[Word]) {
        (*self.live.words)[..values.len()].copy_from_slice(values);
        self.settle_all();
    }

    /// Takes over from the exact engine, which must be at rest.
    pub(in crate::sim) fn take_over(&mut self, exact: &Exact, shared: &Shared) {
        self.take_words(exact, &shared.states);
        while !self.is_trustworthy() {
            self.distrust(shared);
            self.take_words(exact, &shared.states);
        }
    }

    fn take_words(&mut self, exact: &Exact, states: &States) {
        for (source, origin) in self.plan.source_origin.entries() {
            self.live.words[SlotId(source.0)] = match *origin {
                Origin::Port(port) => exact.drivers[port],
                Origin::Net(net) => exact.nets[net],
            };
        }
        // A pin says nothing while its net has its value by others; here it does.
        for pin in &self.schedule.direct.pins {
            if let (State::Pin(sent), Some(source)) = (&states[pin.part], pin.source) {
                self.live.words[SlotId(source.0)] = *sent;
            }
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
        if let Some(Problem::Unknown(source)) = live.problem.take() {
            self.suspect = Some(source);
        }
        live.vague.clear();
        for (number, latch) in (0..).zip(&self.schedule.direct.latches) {
            let open = latch.is_open(&live.words);
            live.open[number as usize] = open;
            if open && !latch.data(&self.schedule, &live.words).is_known() {
                live.vague.push(number);
            }
        }
        for (place, way) in self.schedule.waiting.iter().enumerate() {
            if matches!(way, Way::Round(_)) {
                live.mark(place as u32);
            }
        }
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

    /// Parts that act at an edge see their clock only then: here they see it as it is now. So do pins that are passed through.
    pub(in crate::sim) fn show_clocks(&self, states: &mut States) {
        for &(part, slot, bit) in &self.schedule.clocked {
            if let Some(clock) = states[part].clock_mut() {
                *clock = self.live.words[slot].bit(u32::from(bit));
            }
        }
        for pin in &self.plan.trusted {
            states[pin.part] = State::Pin(self.gather(&pin.inside));
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
        self.gather(self.plan.nets.get(net))
    }

    pub(super) fn gather(&self, pieces: &[Piece<SourceId>]) -> Word {
        pieces.iter().fold(Word::ZERO, |word, piece| {
            let value = self.value(piece.from).shr(u32::from(piece.shift));
            word.union(value.and_mask(piece.mask).shl(u32::from(piece.to)))
        })
    }

    /// The value a driving port gives its net, if it is a source.
    pub(in crate::sim) fn driver(&self, port: PortId) -> Option<Word> {
        let source = self.plan.port_source[port];
        (source != SourceId::NONE).then(|| self.value(source))
    }
}

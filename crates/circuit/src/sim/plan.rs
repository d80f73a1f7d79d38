//! The plan of the fast engine: a design with the pin crossings folded away.
//!
//! In a circuit of sub-circuits half of all events only carry a value through a pin, one delay per crossing. Here a
//! reader takes the value straight from the part that drives it, as late as the crossings would have delivered it:
//!
//! ```text
//!   exact:   gate ─1─ net ─1─ pin ─ net ─1─ pin ─ net ─ reader      three events, two evaluations between
//!   plan:    gate ─3───────────────────────────────────── reader      one event
//! ```
//!
//! A *source* is a driving port, or a net with several drivers or a pull resistor (a *joint*). A *tap* is a source
//! seen some delay later. Readers gather their bits from taps.

use crate::component::Behaviour;
use crate::netlist::ids::{ById, Id, numbers};
use crate::netlist::{NetId, PartId, PortId};
use crate::value::Word;

numbers! {
    pub(super) SourceId;
    pub(super) TapId;
    /// A part that does something.
    pub(super) UnitId;
    pub(super) JointId;
    /// A word the engine keeps: what a source drives at rest, or what a tap shows.
    pub(super) SlotId;
}

impl SourceId {
    pub(super) const NONE: SourceId = SourceId(u32::MAX);
}

impl TapId {
    /// The tap that nothing drives: every bit is x.
    pub(super) const FLOATING: TapId = TapId(0);
}

impl UnitId {
    pub(super) const NONE: UnitId = UnitId(u32::MAX);
}

/// Bits of a word of taps (or of sources) in a word that is put together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece<F> {
    pub(super) from: F,
    pub(super) shift: u8,
    pub(super) to: u8,
    /// Before shifting up to its place.
    pub(super) mask: u32,
}

impl<F: Id> Piece<F> {
    #[inline]
    pub(super) fn take(&self, words: &ById<F, Word>) -> Word {
        words[self.from]
            .shr(u32::from(self.shift))
            .and_mask(self.mask)
            .shl(u32::from(self.to))
    }
}

/// What a port reads: one piece in place, or several from a list.
#[derive(Clone, Copy, Debug)]
pub(super) struct Read {
    /// The tap, or the number of the first piece if there are several.
    pub(super) from: u32,
    pub(super) mask: u32,
    pub(super) shift: u8,
    /// How many pieces the list has for it; 0: it is one in place.
    pub(super) many: u8,
}

/// A list of lists in one array.
#[derive(Clone, Debug)]
pub(super) struct Lists<K, T> {
    start: ById<K, u32>,
    items: Vec<T>,
}

impl<K: Id, T> Lists<K, T> {
    pub(super) fn new(lists: impl IntoIterator<Item = Vec<T>>) -> Lists<K, T> {
        let (mut start, mut items) = (vec![0], Vec::new());
        for list in lists {
            items.extend(list);
            start.push(items.len() as u32);
        }
        Lists {
            start: start.into(),
            items,
        }
    }

    #[inline]
    pub(super) fn get(&self, id: K) -> &[T] {
        let start: &[u32] = &self.start;
        &self.items[start[id.index()] as usize..start[id.index() + 1] as usize]
    }
}

impl<K: Id, T> Default for Lists<K, T> {
    fn default() -> Lists<K, T> {
        Lists::new([])
    }
}

/// A net with several drivers, or a pull resistor, or nobody.
pub(super) struct Joint {
    pub(super) source: SourceId,
    pub(super) mask: u32,
    pub(super) pull: Word,
    /// One list of pieces of taps per driver.
    pub(super) drivers: Vec<Vec<Piece<TapId>>>,
}

pub(super) struct FoldedPart {
    pub(super) behaviour: Behaviour,
    pub(super) first_port: PortId,
    pub(super) ports: u32,
    /// For a pin that could not be folded: what it sees outside.
    pub(super) outside: Vec<Piece<TapId>>,
}

impl FoldedPart {
    pub(super) fn is_idle(&self) -> bool {
        matches!(self.behaviour, Behaviour::Passive)
    }

    pub(super) fn port(&self, port: usize) -> PortId {
        PortId(self.first_port.0 + port as u32)
    }
}

pub(super) struct Plan {
    pub(super) parts: ById<PartId, FoldedPart>,
    /// By port: the source it is, or none.
    pub(super) port_source: ById<PortId, SourceId>,
    /// By port: what it reads of the taps.
    pub(super) reads: ById<PortId, Read>,
    pub(super) pieces: Vec<Piece<TapId>>,
    pub(super) port_width: ById<PortId, u32>,
    /// By source: (tap, delay beyond the part's own).
    pub(super) taps: Lists<SourceId, (TapId, u32)>,
    pub(super) joints: ById<JointId, Joint>,
    /// By net of the design: its bits among the sources.
    pub(super) nets: Lists<NetId, Piece<SourceId>>,
    /// By source: the driving port, or the net.
    pub(super) source_origin: ById<SourceId, Origin>,
    /// By tap: its source, and how much later it sees it.
    pub(super) tap_list: ById<TapId, (SourceId, u32)>,
    /// How much later than here the last event of the exact engine can be.
    pub(super) slack: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    Port(PortId),
    Net(NetId),
}

impl Plan {
    /// The pieces of taps a port reads; none if nothing is connected.
    pub(super) fn port_pieces(&self, port: PortId) -> Vec<Piece<TapId>> {
        let read = &self.reads[port];
        match read.many {
            0 if read.from == TapId::FLOATING.0 => Vec::new(),
            0 => vec![Piece {
                from: TapId(read.from),
                shift: read.shift,
                to: 0,
                mask: read.mask,
            }],
            many => {
                let first = read.from as usize;
                self.pieces[first..first + usize::from(many)].to_vec()
            }
        }
    }
}

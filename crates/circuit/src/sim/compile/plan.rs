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
    pub(in crate::sim) SourceId;
    pub(in crate::sim) TapId;
    /// An active part.
    pub(in crate::sim) UnitId;
    pub(in crate::sim) JointId;
    /// A word of the engine: the value of a source at rest, or of a tap.
    pub(in crate::sim) SlotId;
}

impl SourceId {
    pub(in crate::sim) const NONE: SourceId = SourceId(u32::MAX);
}

impl TapId {
    /// The tap that nothing drives: every bit is x.
    pub(in crate::sim) const FLOATING: TapId = TapId(0);
}

impl UnitId {
    pub(in crate::sim) const NONE: UnitId = UnitId(u32::MAX);
}

/// Bits of a word of taps (or of sources) in a word that is put together.
#[derive(Clone, Copy, Debug)]
pub(in crate::sim) struct Piece<F> {
    pub(in crate::sim) from: F,
    pub(in crate::sim) shift: u8,
    pub(in crate::sim) to: u8,
    /// Before shifting up to its place.
    pub(in crate::sim) mask: u32,
}

impl<F: Id> Piece<F> {
    #[inline]
    pub(in crate::sim) fn take(&self, words: &ById<F, Word>) -> Word {
        words[self.from]
            .shr(u32::from(self.shift))
            .and_mask(self.mask)
            .shl(u32::from(self.to))
    }
}

/// The input of a port: one piece in place, or several from a list.
#[derive(Clone, Copy, Debug)]
pub(in crate::sim) struct Read {
    /// The tap, or the number of the first piece if there are several.
    pub(in crate::sim) from: u32,
    pub(in crate::sim) mask: u32,
    pub(in crate::sim) shift: u8,
    /// How many pieces the list has for it; 0: it is one in place.
    pub(in crate::sim) many: u8,
}

/// A list of lists in one array.
#[derive(Clone, Debug)]
pub(in crate::sim) struct Lists<K, T> {
    start: ById<K, u32>,
    items: Vec<T>,
}

impl<K: Id, T> Lists<K, T> {
    pub(in crate::sim) fn new(lists: impl IntoIterator<Item = Vec<T>>) -> Lists<K, T> {
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
    pub(in crate::sim) fn get(&self, id: K) -> &[T] {
        let start: &[u32] = &self.start;
        &self.items[start[id.index()] as usize..start[id.index() + 1] as usize]
    }
}

impl<K: Id, T> Default for Lists<K, T> {
    fn default() -> Lists<K, T> {
        Lists::new([])
    }
}

/// A net with several drivers, a pull resistor, or no driver.
pub(in crate::sim) struct Joint {
    pub(in crate::sim) source: SourceId,
    pub(in crate::sim) mask: u32,
    pub(in crate::sim) pull: Word,
    /// One list of pieces of taps per driver.
    pub(in crate::sim) drivers: Vec<Vec<Piece<TapId>>>,
}

pub(in crate::sim) struct FoldedPart {
    pub(in crate::sim) behaviour: Behaviour,
    pub(in crate::sim) first_port: PortId,
    pub(in crate::sim) ports: u32,
    /// For a pin that could not be folded: its value outside.
    pub(in crate::sim) outside: Vec<Piece<TapId>>,
}

impl FoldedPart {
    pub(in crate::sim) fn is_idle(&self) -> bool {
        matches!(self.behaviour, Behaviour::Passive)
    }

    /// Whether it is a pin that passes its outside value to a net with other drivers or pulls.
    pub(in crate::sim) fn passes_on(&self) -> bool {
        matches!(self.behaviour, Behaviour::Pin(_)) && !self.outside.is_empty()
    }

    pub(in crate::sim) fn port(&self, port: usize) -> PortId {
        PortId(self.first_port.0 + port as u32)
    }
}

pub(in crate::sim) struct Plan {
    pub(in crate::sim) parts: ById<PartId, FoldedPart>,
    /// By port: the source it is, or none.
    pub(in crate::sim) port_source: ById<PortId, SourceId>,
    /// By port: its input from the taps.
    pub(in crate::sim) reads: ById<PortId, Read>,
    pub(in crate::sim) pieces: Vec<Piece<TapId>>,
    pub(in crate::sim) port_width: ById<PortId, u32>,
    /// By source: (tap, delay beyond the part's own).
    pub(in crate::sim) taps: Lists<SourceId, (TapId, u32)>,
    pub(in crate::sim) joints: ById<JointId, Joint>,
    /// By net of the design: its bits among the sources.
    pub(in crate::sim) nets: Lists<NetId, Piece<SourceId>>,
    /// By source: the driving port, or the net.
    pub(in crate::sim) source_origin: ById<SourceId, Origin>,
    /// By tap: its source, and how much later it sees it.
    pub(in crate::sim) tap_list: ById<TapId, (SourceId, u32)>,
    /// How much later than here the last event of the exact engine can be.
    pub(in crate::sim) slack: u32,
    /// Pins with a pull resistor that are assumed to pass on their value, because all of it is known.
    pub(in crate::sim) trusted: Vec<TrustedPin>,
    /// By source: bits that must be known, because such a pin passes them on.
    pub(in crate::sim) known: ById<SourceId, u32>,
}

/// A pin with a pull resistor that passes on its outside value, as long as all of it is known.
pub(in crate::sim) struct TrustedPin {
    pub(in crate::sim) part: PartId,
    pub(in crate::sim) port: PortId,
    /// The bits on its net.
    pub(in crate::sim) inside: Vec<Piece<SourceId>>,
    /// Its input.
    pub(in crate::sim) outside: Vec<SourceId>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::sim) enum Origin {
    Port(PortId),
    Net(NetId),
}

impl Plan {
    /// The pieces of taps a port reads; none if nothing is connected.
    pub(in crate::sim) fn port_pieces(&self, port: PortId) -> Vec<Piece<TapId>> {
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

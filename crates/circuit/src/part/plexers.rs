//! Multiplexers, demultiplexers, decoders, priority encoders and bit selectors.

use super::{Behaviour, Io, Site};
use crate::project::{Kind, View};
use crate::value::{Word, mask};

const DELAY: u32 = 3;

/// What the select and enable inputs ask for.
enum Choice {
    Index(usize),
    /// Every output gets this bit.
    All(Word),
}

/// Select and enable, which multiplexer, demultiplexer and decoder share.
#[derive(Clone, Debug)]
struct Select {
    select: usize,
    /// The enable port, if there is one, and whether it is connected.
    enable: Option<(usize, bool)>,
    disabled: Word,
}

impl Select {
    fn of(site: &Site<'_>, select: usize) -> Select {
        let enable = site
            .attrs
            .flag("enable")
            .then(|| (select + 1, (site.connected)(select + 1)));
        Select {
            select,
            enable,
            disabled: disabled(site.attrs),
        }
    }

    fn after(&self) -> usize {
        self.select + 1 + usize::from(self.enable.is_some())
    }

    #[inline]
    fn choose<I: Io>(&self, io: &I) -> Choice {
        if let Some((port, connected)) = self.enable {
            match io.get(port) {
                Word::ZERO => return Choice::All(self.disabled),
                Word::E if connected => return Choice::All(Word::E),
                _ => {}
            }
        }
        let select = io.get(self.select);
        if select.is_known() {
            Choice::Index(select.v as usize)
        } else if select.has_error() {
            Choice::All(Word::E)
        } else {
            Choice::All(Word::X)
        }
    }
}

fn disabled(attrs: View<'_>) -> Word {
    if attrs.is("disabled", "0") {
        Word::ZERO
    } else {
        Word::X
    }
}

#[derive(Clone, Debug)]
pub struct Multiplexer {
    select: Select,
    mask: u32,
}

/// Demultiplexer, and Decoder as one whose data is always 1.
#[derive(Clone, Debug)]
pub struct Demultiplexer {
    select: Select,
    mask: u32,
    data: Option<usize>,
    /// The bit on outputs that are not selected.
    others: Word,
}

#[derive(Clone, Debug)]
pub struct PriorityEncoder {
    inputs: usize,
    mask: u32,
    disabled: Word,
}

#[derive(Clone, Debug)]
pub struct BitSelector {
    group: u32,
    width: u32,
}

pub(super) fn build(kind: Kind, site: &Site<'_>) -> Behaviour {
    let attrs = site.attrs;
    let bits = attrs.count("select");
    let ways = 1usize << bits;
    match kind {
        Kind::Multiplexer => Behaviour::Multiplexer(Multiplexer {
            select: Select::of(site, ways),
            mask: mask(attrs.count("width")),
        }),
        Kind::Demultiplexer | Kind::Decoder => {
            let select = Select::of(site, ways);
            let others = if attrs.flag("tristate") {
                Word::X
            } else {
                Word::ZERO
            };
            let demultiplexer = kind == Kind::Demultiplexer;
            let data = demultiplexer.then(|| select.after());
            let mask = if demultiplexer {
                mask(attrs.count("width"))
            } else {
                1
            };
            Behaviour::Demultiplexer(Demultiplexer {
                select,
                mask,
                data,
                others,
            })
        }
        Kind::PriorityEncoder => Behaviour::PriorityEncoder(PriorityEncoder {
            inputs: ways,
            mask: mask(bits),
            disabled: disabled(attrs),
        }),
        Kind::BitSelector => Behaviour::BitSelector(BitSelector {
            group: attrs.count("group"),
            width: attrs.count("width"),
        }),
        _ => Behaviour::Passive,
    }
}

impl Multiplexer {
    #[inline]
    pub(super) fn evaluate<I: Io>(&self, io: &mut I) {
        let out = match self.select.choose(io) {
            Choice::Index(index) => io.get(index),
            Choice::All(bit) => Word::repeat(bit, self.mask),
        };
        io.set(self.select.after(), out, DELAY);
    }
}

impl Demultiplexer {
    pub(super) fn evaluate<I: Io>(&self, io: &mut I) {
        let (chosen, others) = match self.select.choose(io) {
            Choice::Index(index) => (index, self.others),
            Choice::All(bit) => (usize::MAX, bit),
        };
        let data = self.data.map_or(Word::ONE, |port| io.get(port));
        let others = Word::repeat(others, self.mask);
        for output in 0..self.select.select {
            io.set(output, if output == chosen { data } else { others }, DELAY);
        }
    }
}

impl PriorityEncoder {
    pub(super) fn evaluate<I: Io>(&self, io: &mut I) {
        let n = self.inputs;
        let enabled = io.get(n + 1) != Word::ZERO;
        let highest = (0..n)
            .rev()
            .find(|&input| io.get(input) == Word::ONE)
            .filter(|_| enabled);
        let out = match highest {
            Some(input) => Word::known(input as u32),
            None if enabled => Word::floating(self.mask),
            None => Word::repeat(self.disabled, self.mask),
        };
        io.set(n, out, DELAY);
        io.set(
            n + 2,
            Word::known(u32::from(enabled && highest.is_none())),
            DELAY,
        );
        io.set(n + 3, Word::known(u32::from(highest.is_some())), DELAY);
    }
}

impl BitSelector {
    pub(super) fn evaluate<I: Io>(&self, io: &mut I) {
        let (data, select) = (io.get(1), io.get(2));
        let out = if !select.is_known() {
            Word::floating(mask(self.group))
        } else {
            let shift = select.v.saturating_mul(self.group);
            if shift >= self.width {
                Word::ZERO
            } else {
                data.shr(shift).and_mask(mask(self.group))
            }
        };
        io.set(0, out, DELAY);
    }
}

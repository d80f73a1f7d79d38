//! What may differ from its value at rest for a moment in a propagation, determined without following any event.

use super::detail::Ground;
use super::live::{Live, NEVER};
use crate::component::Behaviour;
use crate::netlist::ids::ById;
use crate::netlist::{PartId, PortId};
use crate::sim::compile::plan::{Piece, SlotId, SourceId};
use crate::sim::compile::schedule::{Bits, Stir, Watched};
use crate::value::Word;

/// Maximum depth of the analysis.
const DEEPEST: u32 = 100;

/// Bits of a word that may differ from what it is at rest, and those of them that may be neither 0 nor 1.
#[derive(Clone, Copy, Default)]
struct Moved {
    bits: u32,
    vague: u32,
}

impl Moved {
    const ALL: Moved = Moved {
        bits: u32::MAX,
        vague: u32::MAX,
    };
}

#[derive(Clone, Default)]
pub(super) struct Stirring {
    /// The propagation it was last worked out in, and what was found.
    now: u32,
    known: ById<SourceId, (u32, Moved)>,
}

impl Stirring {
    /// The first display with a dot that may have been lit for a moment.
    pub(super) fn find(&mut self, ground: Ground<'_>, live: &Live) -> Option<PartId> {
        let watched = &ground.schedule.cone.watched;
        if !watched.iter().any(|one| one.roots.meets(live.moved)) {
            return None;
        }
        self.begin(ground, live);
        let mut candidates = watched.iter().filter(|one| one.roots.meets(live.moved));
        let found = candidates.find(|watched| self.may_flash(ground, live, watched));
        found.map(|watched| watched.part)
    }

    /// Whether an input sees what it would at rest, whatever has happened so far.
    pub(super) fn rests(&mut self, ground: Ground<'_>, live: &Live, port: PortId) -> bool {
        self.begin(ground, live);
        let bits = Bits::of(ground.plan, port);
        self.input(ground, live, &bits, 0).bits == 0
    }

    /// What has happened so far is all there is.
    fn begin(&mut self, ground: Ground<'_>, live: &Live) {
        let sources = ground.plan.source_origin.len();
        if self.known.len() != sources || self.now == u32::MAX {
            self.known = ById::filled((0, Moved::default()), sources);
            self.now = 0;
        }
        self.now += 1;
        for written in &live.written {
            let was = live.words[SlotId(written.source.0)];
            let (stamp, moved) = &mut self.known[written.source];
            if *stamp != self.now {
                (*stamp, *moved) = (self.now, Moved::default());
            }
            moved.bits |= written.value.differs(was);
            moved.vague |= written.value.u;
        }
    }

    fn may_flash(&mut self, ground: Ground<'_>, live: &Live, watched: &Watched) -> bool {
        let Behaviour::DotMatrix(matrix) = &ground.plan.parts[watched.part].behaviour else {
            return true;
        };
        let was = |port: usize| at_rest(ground, live, &watched.inputs[port]);
        matrix.may_flash(was, |port| {
            self.input(ground, live, &watched.inputs[port], 0).bits
        })
    }

    fn input(&mut self, ground: Ground<'_>, live: &Live, bits: &Bits, depth: u32) -> Moved {
        self.moved(ground, live, &bits.pieces, depth)
    }

    /// The bits of an input that may move.
    fn moved(
        &mut self,
        ground: Ground<'_>,
        live: &Live,
        bits: &[Piece<SourceId>],
        depth: u32,
    ) -> Moved {
        let mut all = Moved::default();
        for piece in bits {
            let moved = self.source(ground, live, piece.from, depth);
            let take = |bits: u32| (bits >> piece.shift & piece.mask) << piece.to;
            all.bits |= take(moved.bits);
            all.vague |= take(moved.vague);
        }
        all
    }

    fn source(&mut self, ground: Ground<'_>, live: &Live, source: SourceId, depth: u32) -> Moved {
        if !ground.schedule.cone.roots(source).meets(live.moved) {
            return Moved::default();
        }
        let (stamp, moved) = self.known[source];
        if stamp == self.now {
            return moved;
        }
        let moved = match ground.schedule.cone.stir(source) {
            // It is exact, and nothing of it was written down.
            None => Moved::default(),
            Some(_) if depth > DEEPEST || live.arrival[source] != NEVER => Moved::ALL,
            Some(stir) => {
                // A loop counts as moving while it is analysed.
                self.known[source] = (self.now, Moved::ALL);
                self.follow(ground, live, stir, depth + 1)
            }
        };
        self.known[source] = (self.now, moved);
        moved
    }

    fn follow(&mut self, ground: Ground<'_>, live: &Live, stir: &Stir, depth: u32) -> Moved {
        match stir {
            Stir::Bits(bits) => {
                let bits = self.moved(ground, live, bits, depth).bits;
                Moved { bits, vague: bits }
            }
            Stir::Gate(mask, inputs) => {
                let (mut all, mut held) = (Moved::default(), 0);
                for (bits, level) in inputs {
                    let (was, moved) = (
                        at_rest(ground, live, bits),
                        self.input(ground, live, bits, depth),
                    );
                    let holds = if *level { was.v } else { !was.v };
                    held |= holds & !was.u & !moved.bits;
                    all.bits |= moved.bits;
                    all.vague |= moved.vague | was.u;
                    if held & mask == *mask {
                        return Moved::default();
                    }
                }
                let bits = all.bits & !held & mask;
                Moved {
                    bits,
                    vague: all.vague & bits,
                }
            }
            Stir::Buffer { control, input } => {
                let (was, moved) = (
                    at_rest(ground, live, control),
                    self.input(ground, live, control, depth),
                );
                match was {
                    _ if moved.bits != 0 => Moved::ALL,
                    Word::ZERO => Moved::default(),
                    Word::ONE => self.input(ground, live, input, depth),
                    _ => Moved::ALL,
                }
            }
            Stir::Multiplexer {
                select,
                enable,
                inputs,
            } => {
                let chooses = enable.iter().chain([select]);
                let mut chooses = chooses.map(|bits| self.input(ground, live, bits, depth).bits);
                if chooses.any(|bits| bits != 0) {
                    return Moved::ALL;
                }
                let select = at_rest(ground, live, select);
                match inputs.get(select.v as usize) {
                    Some(chosen) if select.is_known() => self.input(ground, live, chosen, depth),
                    _ => Moved::ALL,
                }
            }
            Stir::Equal(a, b) => {
                let (a_was, b_was) = (at_rest(ground, live, a), at_rest(ground, live, b));
                let a = self.input(ground, live, a, depth);
                let b = self.input(ground, live, b, depth);
                let unknown = a_was.u | b_was.u | a.vague | b.vague;
                let differs = (a_was.v ^ b_was.v) & !(a.bits | b.bits | a_was.u | b_was.u);
                decided(a.bits | b.bits, differs, unknown)
            }
            Stir::Line {
                select,
                others,
                number,
            } => {
                let was = at_rest(ground, live, select);
                let moved = self.input(ground, live, select, depth);
                let differs = (was.v ^ number) & !moved.bits;
                match self.moved(ground, live, others, depth).bits {
                    0 if was.u | moved.vague == 0 => decided(moved.bits, differs, 0),
                    0 if moved.bits == 0 => Moved::default(),
                    _ => Moved::ALL,
                }
            }
            Stir::Any(bits) => match self.moved(ground, live, bits, depth).bits {
                0 => Moved::default(),
                _ => Moved::ALL,
            },
        }
    }
}

/// Whether two words are equal does not move if a bit in which they differ rests, and all those above are known.
fn decided(moved: u32, differs: u32, unknown: u32) -> Moved {
    match moved == 0 || differs > unknown {
        true => Moved::default(),
        false => Moved {
            bits: u32::MAX,
            vague: if unknown == 0 { 0 } else { u32::MAX },
        },
    }
}

/// The value of an input at rest.
fn at_rest(ground: Ground<'_>, live: &Live, bits: &Bits) -> Word {
    let read = &ground.schedule.reads[bits.port].read;
    ground.schedule.read(read, &live.words)
}

//! What can make a waiting value differ from its value at rest for a moment, without following any event: if nothing can,
//! no closer look is needed.
//!
//! ```text
//!   bus ── = ──┐
//!   select ── AND ──> a dot      select stays 0 all through the half-tick: the dot stays dark, whatever the bus does
//! ```

use crate::component::{Behaviour, Op};
use crate::netlist::{PartId, PortId};
use crate::sim::compile::modes::{Driver, Modes, Use};
use crate::sim::compile::plan::{Piece, Plan, SourceId, TapId};

/// An input, and the bits it is put together from.
pub(in crate::sim) struct Bits {
    pub(in crate::sim) port: PortId,
    pub(in crate::sim) pieces: Box<[Piece<SourceId>]>,
}

impl Bits {
    pub(in crate::sim) fn of(plan: &Plan, port: PortId) -> Bits {
        let pieces = plan.port_pieces(port).into_iter();
        let driven = pieces.filter(|piece| piece.from != TapId::FLOATING);
        Bits {
            port,
            pieces: driven.map(|piece| of_source(plan, &piece)).collect(),
        }
    }
}

/// A piece of a tap as one of its source.
fn of_source(plan: &Plan, piece: &Piece<TapId>) -> Piece<SourceId> {
    Piece {
        from: plan.tap_list[piece.from].0,
        shift: piece.shift,
        to: piece.to,
        mask: piece.mask,
    }
}

/// How a source follows from its inputs.
pub(in crate::sim) enum Stir {
    /// Bit by bit, by several drivers that may disagree.
    Bits(Box<[Piece<SourceId>]>),
    /// Bit by bit, unless an input blocks it: (input, the level at which it does).
    Gate(u32, Box<[(Bits, bool)]>),
    /// By the control of a buffer that lets its input through while it is 1.
    Buffer { control: Bits, input: Bits },
    /// By the selected input.
    Multiplexer {
        select: Bits,
        enable: Option<Bits>,
        inputs: Box<[Bits]>,
    },
    /// Whether two inputs are equal.
    Equal(Bits, Bits),
    /// One of the lines of a decoder: its number.
    Line {
        select: Bits,
        others: Box<[Piece<SourceId>]>,
        number: u32,
    },
    /// In any way.
    Any(Box<[Piece<SourceId>]>),
}

impl Stir {
    pub(super) fn of(plan: &Plan, modes: &Modes<'_>, source: SourceId) -> Stir {
        match modes.driver[source] {
            Driver::Part(part) => part_of(plan, modes, part, source),
            Driver::Joint(joint) => {
                let pieces = plan.joints[joint].drivers.iter().flatten();
                let pieces = pieces.filter(|piece| piece.from != TapId::FLOATING);
                Stir::Bits(pieces.map(|piece| of_source(plan, piece)).collect())
            }
            Driver::Nobody => Stir::Bits(Box::new([])),
        }
    }
}

impl Stir {
    /// Cheapest first.
    pub(super) fn sort(&mut self, cost: impl Fn(&[Piece<SourceId>]) -> u32) {
        if let Stir::Gate(_, inputs) = self {
            inputs.sort_by_key(|(bits, _)| cost(&bits.pieces));
        }
    }
}

fn part_of(plan: &Plan, modes: &Modes<'_>, part: PartId, source: SourceId) -> Stir {
    let folded = &plan.parts[part];
    let bits = |port: usize| Bits::of(plan, folded.port(port));
    if let Some(gate) = folded.behaviour.plain_gate() {
        let holds = match gate.op {
            Op::And => Some(false),
            Op::Or => Some(true),
            Op::One | Op::Parity => None,
        };
        if let Some(level) = holds {
            let inputs = gate.inputs.iter();
            let inputs = inputs.map(|&(port, negated)| (bits(port), level != negated));
            return Stir::Gate(gate.mask, inputs.collect());
        }
    }
    match &folded.behaviour {
        Behaviour::Controlled(buffer) if buffer.straight().is_some() => Stir::Buffer {
            control: bits(2),
            input: bits(1),
        },
        Behaviour::Multiplexer(multiplexer) => {
            let (select, enable, _) = multiplexer.ports();
            Stir::Multiplexer {
                select: bits(select),
                enable: enable.map(bits),
                inputs: (0..select).map(bits).collect(),
            }
        }
        Behaviour::Comparator(_) if plan.port_source[folded.port(3)] == source => {
            Stir::Equal(bits(0), bits(1))
        }
        Behaviour::Demultiplexer(decoder) => {
            let select = decoder.select_port();
            let number = (0..select).find(|&line| plan.port_source[folded.port(line)] == source);
            let others = select + 1..folded.ports as usize;
            match number {
                Some(number) => Stir::Line {
                    select: bits(select),
                    others: others.flat_map(|port| bits(port).pieces).collect(),
                    number: number as u32,
                },
                None => any(plan, modes, part),
            }
        }
        _ => any(plan, modes, part),
    }
}

fn any(plan: &Plan, modes: &Modes<'_>, part: PartId) -> Stir {
    let latch = plan.parts[part].behaviour.open_level().is_some();
    let counts = |usage: Use| usage == Use::Wait || latch && usage == Use::Trigger;
    let inputs = modes.inputs(part).filter(|(usage, _)| counts(*usage));
    let pieces = inputs.map(|(_, piece)| piece);
    let pieces = pieces.filter(|piece| piece.from != TapId::FLOATING);
    Stir::Any(pieces.map(|piece| of_source(plan, &piece)).collect())
}

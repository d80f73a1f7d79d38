//! Nets with several drivers, with the taps they read stored contiguously.

use crate::netlist::ids::ById;
use crate::sim::compile::plan::{JointId, Piece, Plan, SlotId, SourceId};
use crate::value::Word;

use super::slot;

/// All joints of a schedule.
#[derive(Default)]
pub(in crate::sim) struct Joints {
    list: ById<JointId, Joined>,
    pieces: Vec<DriverPiece>,
}

struct Joined {
    source: SourceId,
    mask: u32,
    pull: Word,
    first: u32,
    count: u32,
}

#[derive(Clone, Copy)]
struct DriverPiece {
    piece: Piece<SlotId>,
    /// Nothing more comes from the same driver.
    ends: bool,
}

impl Joints {
    /// Those that wait see values at rest.
    pub(super) fn new(plan: &Plan, waits: &ById<JointId, bool>) -> Joints {
        let mut joints = Joints::default();
        for (joint, info) in plan.joints.entries() {
            let first = joints.pieces.len() as u32;
            for driver in &info.drivers {
                let pieces = driver.iter().map(|piece| Piece {
                    from: slot(plan, piece.from, waits[joint]),
                    shift: piece.shift,
                    to: piece.to,
                    mask: piece.mask,
                });
                let start = joints.pieces.len();
                let inside = pieces.map(|piece| DriverPiece { piece, ends: false });
                joints.pieces.extend(inside);
                match joints.pieces[start..].last_mut() {
                    Some(last) => last.ends = true,
                    None => joints.pieces.push(NOTHING),
                }
            }
            joints.list.add(Joined {
                source: info.source,
                mask: info.mask,
                pull: info.pull,
                first,
                count: joints.pieces.len() as u32 - first,
            });
        }
        joints
    }

    /// The source of a joint, and the value of its drivers and its pull resistor.
    #[inline]
    pub(in crate::sim) fn join(
        &self,
        joint: JointId,
        words: &ById<SlotId, Word>,
    ) -> (SourceId, Word) {
        let info = &self.list[joint];
        let pieces = &self.pieces[info.first as usize..(info.first + info.count) as usize];
        let (mut value, mut driver) = (Word::floating(info.mask), Word::ZERO);
        for DriverPiece { piece, ends } in pieces {
            driver = driver.union(piece.take(words));
            if *ends {
                value = value.combine(driver);
                driver = Word::ZERO;
            }
        }
        (info.source, value.pulled(info.pull))
    }
}

/// A driver without bits.
const NOTHING: DriverPiece = DriverPiece {
    piece: Piece {
        from: SlotId(0),
        shift: 0,
        to: 0,
        mask: 0,
    },
    ends: true,
};

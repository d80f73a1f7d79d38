//! Aligning parts.

use super::document::{Document, Inverse};
use super::{Edit, Refusal, Selection, geometry};
use crate::netlist::ComponentId;
use crate::picture::Bounds;
use crate::project::CircuitId;

/// The lines of the parts that are aligned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Left,
    Right,
    Top,
    Bottom,
    /// Their middles, one above the other.
    Column,
    /// Their middles, side by side.
    Row,
}

impl Side {
    fn of(self, bounds: &Bounds) -> i32 {
        match self {
            Side::Left => bounds.left,
            Side::Right => bounds.right,
            Side::Top => bounds.top,
            Side::Bottom => bounds.bottom,
            Side::Column => (bounds.left + bounds.right) / 2,
            Side::Row => (bounds.top + bounds.bottom) / 2,
        }
    }

    /// The common line.
    fn common(self, lines: &[i32]) -> i32 {
        let (first, last) = (lines.iter().min(), lines.iter().max());
        let (first, last) = (first.copied().unwrap_or(0), last.copied().unwrap_or(0));
        match self {
            Side::Left | Side::Top => first,
            Side::Right | Side::Bottom => last,
            Side::Column | Side::Row => (first + last) / 2,
        }
    }

    fn shift(self, by: i32) -> (i32, i32) {
        // Parts stay on the grid: their edges come as near to the line as that allows.
        let by = (by + 5).div_euclid(10) * 10;
        match self {
            Side::Left | Side::Right | Side::Column => (by, 0),
            Side::Top | Side::Bottom | Side::Row => (0, by),
        }
    }
}

pub(super) fn align(
    document: &mut Document,
    circuit: CircuitId,
    parts: &[ComponentId],
    side: Side,
) -> Result<Inverse, Refusal> {
    let sheet = document.circuit(circuit)?;
    let line = |id: &ComponentId| {
        let part = sheet.components.get(id.0 as usize);
        let part = part.ok_or(Refusal::NoPart(id.0))?;
        Ok(side.of(&geometry::part_bounds(document.project(), part)))
    };
    let lines = parts
        .iter()
        .map(line)
        .collect::<Result<Vec<i32>, Refusal>>()?;
    let common = side.common(&lines);
    let moves = parts.iter().zip(&lines).map(|(&part, line)| Edit::Move {
        circuit,
        what: Selection {
            parts: vec![part],
            wires: Vec::new(),
        },
        by: side.shift(common - line),
        reroute: true,
    });
    let moves: Vec<Edit> = moves.collect();
    document.apply(&Edit::Several(moves))
}

//! Reasons for a move that a person can check by looking at the board.

use kalah::{House, Pit, Position, Side};

/// A pit whose seeds the move takes out of danger, and how many: the other side could capture them next, and no longer
/// can. The largest, if there are several; none if the move earns an extra turn, as the danger may only have been put off.
#[must_use]
pub fn rescued(position: &Position, pit: Pit) -> Option<(Pit, u16)> {
    let (mover, step) = (position.to_move(), position.step(pit).ok()?);
    if step.extra_turn || step.after.is_over() {
        return None;
    }
    let after = threatened(&step.after, mover);
    threatened(&position.with_to_move(mover.other()), mover)
        .into_iter()
        .filter(|(pit, _)| after.iter().all(|(still, _)| still != pit))
        .filter(|(_, seeds)| *seeds > 1)
        .max_by_key(|(_, seeds)| *seeds)
}

/// The pits of `side` that the other side, to move, can capture at once, and their seeds.
fn threatened(position: &Position, side: Side) -> Vec<(Pit, u16)> {
    let captures = position.legal_moves().filter_map(|pit| {
        let capture = position.sow(pit).ok()?.capture?;
        match capture.opposite {
            House::Pit { side: of, pit } if of == side => Some((pit, position.pit(side, pit))),
            _ => None,
        }
    });
    captures.filter(|(_, seeds)| *seeds > 0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use kalah::Rules;

    fn of(text: &str, pit: usize) -> Option<(usize, u16)> {
        let position = Position::new(Rules::default(), &text.parse().unwrap()).unwrap();
        let found = rescued(&position, position.legal(pit).unwrap());
        found.map(|(pit, seeds)| (pit.number(), seeds))
    }

    #[test]
    fn seeds_that_could_be_captured_are_saved_by_moving_them() {
        // North's pit 1 reaches its empty pit 2, opposite south's pit 5.
        let danger = "4,0,0,0,6,0,0/1,0,4,4,4,4,0 s";
        assert_eq!(of(danger, 5), Some((5, 6)));
        assert_eq!(of(danger, 1), None, "they are still there");
        assert_eq!(of("4,0,0,0,6,0,0/1,1,4,4,4,4,0 s", 5), None);
    }
}

//! What a move brings up: finer than the tests, since a rule can be right in one case and wrong in another.

use kalah::{House, Side, Sowing};

use super::diagnosis::passes_other_store;
use super::turn::before_the_end;
use super::unfinished::sown;

/// A case of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Situation {
    /// A lap or more.
    Lap,
    PastOtherStore,
    Capture,
    /// The last seed falls into an empty pit of the own row, and nothing lies opposite.
    NothingOpposite,
    /// The last seed falls into an empty pit of the other row.
    EmptyAcross,
    ExtraTurn,
    /// The game ends although the side to move has several seeds.
    EndWithSeeds,
    /// The game ends because the side to move has none.
    EndWithout,
}

/// With fewer seeds, playing on may lead to the same board as ending.
const SEVERAL: u32 = 4;

impl Situation {
    /// What moves are chosen for if it does not come up by itself.
    pub const STEERED: [Situation; 8] = [
        Situation::Lap,
        Situation::PastOtherStore,
        Situation::Capture,
        Situation::NothingOpposite,
        Situation::EmptyAcross,
        Situation::ExtraTurn,
        Situation::EndWithSeeds,
        Situation::EndWithout,
    ];
}

/// All that a move brings up.
pub(super) fn situations(sowing: &Sowing) -> Vec<Situation> {
    let lap = usize::from(sowing.seeds) >= sowing.before.rules().lap();
    let (in_own_row, in_other_row) = empty_before(sowing);
    let left = before_the_end(sowing);
    let to_play: u32 = left.pits[left.to_move].iter().sum();
    let all = [
        (lap, Situation::Lap),
        (passes_other_store(sowing), Situation::PastOtherStore),
        (sowing.capture.is_some(), Situation::Capture),
        (
            in_own_row && sowing.capture.is_none(),
            Situation::NothingOpposite,
        ),
        (in_other_row, Situation::EmptyAcross),
        (sowing.extra_turn, Situation::ExtraTurn),
        (sowing.over && to_play >= SEVERAL, Situation::EndWithSeeds),
        (sowing.over && to_play == 0, Situation::EndWithout),
    ];
    let all = all.into_iter().filter(|(comes_up, _)| *comes_up);
    all.map(|(_, situation)| situation).collect()
}

/// Whether the last seed fell into a pit of the own row, or of the other one, that was empty before it.
fn empty_before(sowing: &Sowing) -> (bool, bool) {
    let Some(House::Pit { side, pit }) = sowing.path.last().copied() else {
        return (false, false);
    };
    let board = sown(sowing, &sowing.path);
    let was_empty = board.pits[side][pit.index()] == 1;
    let is_own = |own: Side| side == own && was_empty;
    (is_own(sowing.mover), is_own(sowing.mover.other()))
}

#[cfg(test)]
mod tests {
    use kalah::{Pit, Position, Preset, Setup};

    use super::Situation::*;
    use super::*;

    /// What pressing a pit of south brings up, from pits of south and of north.
    fn brought_up(south: [u32; 6], north: [u32; 6], pit: u8) -> Vec<Situation> {
        let rules = Preset::Y2023.rules();
        let mut setup: Setup = Position::start(rules, Side::South).setup();
        setup.pits[Side::South].copy_from_slice(&south);
        setup.pits[Side::North].copy_from_slice(&north);
        let position = Position::new(rules, &setup).expect("a position");
        let pit = Pit::new(pit.into()).expect("a pit");
        situations(&position.sow(pit).expect("a move"))
    }

    #[test]
    fn each_case_of_a_rule_is_one() {
        let full = [1; 6];
        assert_eq!(brought_up([4; 6], [4; 6], 1), []);
        assert_eq!(brought_up([4; 6], [4; 6], 3), [ExtraTurn]);
        assert_eq!(brought_up([1, 0, 1, 0, 0, 0], full, 1), [Capture]);
        let none = [1, 1, 1, 1, 0, 1];
        assert_eq!(brought_up([1, 0, 1, 0, 0, 0], none, 1), [NothingOpposite]);
        let across = [0, 1, 1, 1, 1, 1];
        assert_eq!(brought_up([1, 0, 0, 0, 0, 2], across, 6), [EmptyAcross]);
        assert_eq!(
            brought_up([1, 0, 0, 0, 0, 9], full, 6),
            [PastOtherStore, Capture]
        );
        assert!(brought_up([1, 0, 0, 0, 0, 13], full, 6).contains(&Lap));
        // The last seed leaves the own row: the other side could move, or must not.
        assert_eq!(brought_up([0, 0, 0, 0, 0, 2], full, 6), [EndWithSeeds]);
        let few = [1, 0, 0, 0, 1, 0];
        assert_eq!(brought_up([0, 0, 0, 0, 0, 2], few, 6), []);
        assert_eq!(brought_up([0, 0, 0, 0, 0, 1], full, 6), [EndWithout]);
    }
}

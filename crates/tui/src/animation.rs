//! Moves shown seed by seed. A [`Sowing`] says what happens; this only spreads it over time.

use std::collections::VecDeque;
use std::time::Duration;

use kalah::{BySide, House, Position, Side, Sowing};

/// Seeds on the board while they are being sown: not a position, for the rules know nothing of a hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Counts {
    pub pits: BySide<Vec<u16>>,
    pub stores: BySide<u16>,
}

impl Counts {
    pub(crate) fn of(position: &Position) -> Counts {
        Counts {
            pits: BySide::of(|side| position.pits(side).collect()),
            stores: BySide::of(|side| position.store(side)),
        }
    }

    pub(crate) fn at(&mut self, house: House) -> &mut u16 {
        match house {
            House::Pit { side, pit } => &mut self.pits[side][pit.index()],
            House::Store { side } => &mut self.stores[side],
        }
    }
}

/// One step of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Lift,
    Drop(House),
    Capture,
    Sweep,
}

/// A move in progress.
#[derive(Clone, Debug)]
struct Running {
    sowing: Sowing,
    stages: VecDeque<Stage>,
    counts: Counts,
    hand: u16,
    /// Where the last seed fell so far.
    at: House,
    /// Houses that were emptied by a capture or at the end.
    taken: Vec<House>,
    /// When the next step is due.
    due: Duration,
}

/// Moves waiting to be shown, the first of them being shown.
#[derive(Clone, Debug, Default)]
pub(crate) struct Animation {
    running: Option<Running>,
    waiting: VecDeque<Sowing>,
}

/// The board in the middle of a move.
pub(crate) struct Moment<'a> {
    pub counts: &'a Counts,
    pub mover: Side,
    pub from: House,
    pub at: House,
    pub hand: u16,
    pub taken: &'a [House],
}

impl Animation {
    /// Appends a move to those that wait already.
    pub(crate) fn push(&mut self, sowing: Sowing, now: Duration, beat: Duration) {
        if beat.is_zero() {
            self.skip();
            return;
        }
        self.waiting.push_back(sowing);
        if self.running.is_none() {
            self.next(now, beat);
        }
    }

    pub(crate) fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// Skips to the end.
    pub(crate) fn skip(&mut self) {
        self.running = None;
        self.waiting.clear();
    }

    /// When there is something new to see.
    pub(crate) fn wake(&self) -> Option<Duration> {
        self.running.as_ref().map(|running| running.due)
    }

    /// Advances to the current time.
    pub(crate) fn advance(&mut self, now: Duration, beat: Duration) {
        while let Some(running) = self.running.as_mut().filter(|running| running.due <= now) {
            let due = running.due + beat.max(Duration::from_millis(1));
            match running.stages.pop_front() {
                Some(stage) => {
                    running.happen(stage);
                    running.due = due;
                }
                None => self.next(due, beat),
            }
        }
    }

    fn next(&mut self, now: Duration, beat: Duration) {
        let next = self.waiting.pop_front();
        self.running = next.map(|sowing| Running::new(sowing, now + beat));
    }

    pub(crate) fn moment(&self) -> Option<Moment<'_>> {
        let running = self.running.as_ref()?;
        Some(Moment {
            counts: &running.counts,
            mover: running.sowing.mover,
            from: running.from(),
            at: running.at,
            hand: running.hand,
            taken: &running.taken,
        })
    }
}

impl Running {
    fn new(sowing: Sowing, due: Duration) -> Running {
        let mut stages = VecDeque::from([Stage::Lift]);
        stages.extend(sowing.path.iter().map(|&house| Stage::Drop(house)));
        stages.extend(sowing.capture.map(|_| Stage::Capture));
        if !sowing.sweep.is_empty() {
            stages.push_back(Stage::Sweep);
        }
        let from = House::Pit {
            side: sowing.mover,
            pit: sowing.pit,
        };
        Running {
            counts: Counts::of(&sowing.before),
            stages,
            hand: 0,
            at: from,
            taken: Vec::new(),
            due,
            sowing,
        }
    }

    fn from(&self) -> House {
        House::Pit {
            side: self.sowing.mover,
            pit: self.sowing.pit,
        }
    }

    fn happen(&mut self, stage: Stage) {
        match stage {
            Stage::Lift => {
                let from = self.from();
                self.hand = std::mem::take(self.counts.at(from));
            }
            Stage::Drop(house) => {
                self.hand -= 1;
                *self.counts.at(house) += 1;
                self.at = house;
            }
            Stage::Capture => {
                let Some(capture) = self.sowing.capture else {
                    return;
                };
                let side = self.sowing.mover;
                for house in [capture.own, capture.opposite] {
                    self.take(house, side);
                }
            }
            Stage::Sweep => {
                for (house, _) in self.sowing.sweep.clone() {
                    self.take(house, house.side());
                }
            }
        }
    }

    fn take(&mut self, house: House, side: Side) {
        let seeds = std::mem::take(self.counts.at(house));
        *self.counts.at(House::Store { side }) += seeds;
        self.taken.push(house);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::rng::Rng;
    use kalah::{Preset, Rules};

    const BEAT: Duration = Duration::from_millis(10);

    /// An animation ends with the position after the move, under all rules.
    #[test]
    fn the_end_of_a_move_is_the_position_after_it() {
        let mut rng = Rng::new(7);
        let mut captures = 0;
        for preset in Preset::ALL {
            for _ in 0..30 {
                let mut position = Position::start(preset.rules(), Side::South);
                while !position.is_over() {
                    let moves = position.legal_moves();
                    let pit = moves.nth_pit(rng.below(moves.len())).unwrap();
                    let sowing = position.sow(pit).unwrap();
                    captures += usize::from(sowing.capture.is_some());
                    let mut running = Running::new(sowing.clone(), BEAT);
                    while let Some(stage) = running.stages.pop_front() {
                        running.happen(stage);
                    }
                    assert_eq!(running.counts, Counts::of(&sowing.after), "{sowing:?}");
                    assert_eq!(running.hand, 0);
                    position = sowing.after;
                }
            }
        }
        assert!(captures > 100);
    }

    #[test]
    fn moves_follow_each_other_and_can_be_skipped() {
        let start = Position::start(Rules::default(), Side::South);
        let first = start.sow(start.legal(3).unwrap()).unwrap();
        let second = first.after.sow(first.after.legal(1).unwrap()).unwrap();
        let mut animation = Animation::default();
        animation.push(first.clone(), Duration::ZERO, BEAT);
        animation.push(second.clone(), Duration::ZERO, BEAT);
        assert_eq!(animation.wake(), Some(BEAT));
        animation.advance(BEAT, BEAT);
        assert_eq!(animation.moment().unwrap().hand, 4);
        // Lift, four seeds, and a beat to look at the end.
        animation.advance(5 * BEAT, BEAT);
        assert_eq!(
            *animation.moment().unwrap().counts,
            Counts::of(&first.after)
        );
        animation.advance(6 * BEAT, BEAT);
        assert_eq!(
            *animation.moment().unwrap().counts,
            Counts::of(&second.before)
        );
        let mut late = animation.clone();
        late.advance(100 * BEAT, BEAT);
        assert!(!late.is_running() && late.wake().is_none());
        animation.skip();
        assert!(!animation.is_running());
        animation.push(first, Duration::ZERO, Duration::ZERO);
        assert!(
            !animation.is_running(),
            "no animation when it is switched off"
        );
    }
}

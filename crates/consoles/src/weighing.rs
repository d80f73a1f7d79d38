//! The evaluation a program makes in the machine's turn, pit by pit.

use serde::Serialize;

use crate::story::Event;

/// The verdict on a pit of the machine's in its turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(tag = "verdict", rename_all = "kebab-case")]
pub enum Verdict {
    /// Not evaluated, or skipped: an empty pit.
    #[default]
    Unseen,
    /// Being evaluated.
    Looking,
    /// The store would grow by this many seeds.
    Wins { seeds: u8 },
    /// It would capture; the number of seeds where the program counts them.
    Captures { seeds: Option<u8> },
    /// It would earn another turn.
    Repeats,
    /// This many seeds would stay in the person's row.
    Leaves { seeds: u8 },
    /// It gains nothing.
    Useless,
}

/// A turn of the machine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Weighing {
    /// When it began.
    pub from: u64,
    /// By pit, from 1 on.
    pub pits: [Verdict; 6],
    /// The pit that is being evaluated, or was evaluated last.
    pub at: Option<u8>,
    /// The best one so far, by the program's criteria.
    pub best: Option<u8>,
    /// The chosen pit.
    pub chosen: Option<u8>,
    /// It has moved: this is about the previous turn.
    pub past: bool,
}

/// The last turn in which the machine evaluated something, from the events so far, in order of time.
pub fn weighing(events: &[(u64, Event)]) -> Option<Weighing> {
    let last = events
        .iter()
        .rposition(|(_, event)| event.weighed().is_some())?;
    let ends = |(_, event): &(u64, Event)| {
        event.mover().is_some() || matches!(event, Event::AsksMove | Event::Begins { .. })
    };
    let first = events[..last]
        .iter()
        .rposition(ends)
        .map_or(0, |end| end + 1);
    let mut turn = Weighing {
        from: events[first].0,
        pits: [Verdict::Unseen; 6],
        at: None,
        best: None,
        chosen: None,
        past: events[last..].iter().any(ends),
    };
    for (_, event) in &events[first..=last] {
        turn.note(*event);
    }
    Some(turn)
}

/// The rank of a verdict in the program that reached it; higher is better, and the first of equals stays.
fn worth(verdict: Verdict) -> Option<i32> {
    match verdict {
        Verdict::Wins { seeds } => Some(i32::from(seeds)),
        Verdict::Captures { seeds } => Some(seeds.map_or(1000, i32::from)),
        Verdict::Repeats => Some(1000),
        Verdict::Leaves { seeds } => Some(-i32::from(seeds)),
        Verdict::Unseen | Verdict::Looking | Verdict::Useless => None,
    }
}

impl Weighing {
    fn note(&mut self, event: Event) {
        let (pit, verdict) = match event {
            Event::Looks { pit } => (pit, Verdict::Looking),
            Event::Wins { pit, seeds } => (pit, Verdict::Wins { seeds }),
            Event::Captures { pit, seeds } => (pit, Verdict::Captures { seeds }),
            Event::Repeats { pit } => (pit, Verdict::Repeats),
            Event::Leaves { pit, seeds } => (pit, Verdict::Leaves { seeds }),
            Event::Useless { pit } => (pit, Verdict::Useless),
            Event::Chooses { pit } => {
                self.chosen = Some(pit);
                return;
            }
            _ => return,
        };
        let Some(of) = self.pits.get_mut(usize::from(pit).wrapping_sub(1)) else {
            return;
        };
        // A capture is reported before its growth is compared, so its kind stays visible.
        match (*of, verdict) {
            (Verdict::Captures { .. }, Verdict::Wins { .. }) => {}
            _ => *of = verdict,
        }
        self.at = Some(pit);
        let best = self
            .best
            .and_then(|best| worth(self.pits[usize::from(best) - 1]));
        if worth(verdict).is_some_and(|worth| best.is_none_or(|best| worth > best)) {
            self.best = Some(pit);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kalah::Side;

    #[test]
    fn the_best_pit_is_the_one_with_the_largest_growth_that_was_met_first() {
        let turn = |events: &[Event]| {
            let timed: Vec<(u64, Event)> = (1..).zip(events.iter().copied()).collect();
            weighing(&timed)
        };
        assert_eq!(turn(&[Event::AsksMove]), None);
        let events = [
            Event::Sows {
                side: Side::South,
                pit: 1,
                seeds: 4,
            },
            Event::Passes,
            Event::Wins { pit: 5, seeds: 1 },
            Event::Captures {
                pit: 4,
                seeds: Some(6),
            },
            Event::Wins { pit: 4, seeds: 6 },
            Event::Wins { pit: 3, seeds: 6 },
        ];
        let told = turn(&events).unwrap();
        assert_eq!(told.from, 2);
        assert_eq!(
            (told.at, told.best, told.chosen, told.past),
            (Some(3), Some(4), None, false)
        );
        assert_eq!(told.pits[3], Verdict::Captures { seeds: Some(6) });
        assert_eq!(told.pits[5], Verdict::Unseen);
        let after = [
            Event::Chooses { pit: 4 },
            Event::Sows {
                side: Side::North,
                pit: 4,
                seeds: 3,
            },
        ];
        let told = turn(&[&events[..], &after].concat()).unwrap();
        assert_eq!(
            (told.best, told.chosen, told.past),
            (Some(4), Some(4), true)
        );
    }

    #[test]
    fn few_left_is_better_and_any_move_weighs_nothing() {
        let events = [
            (1, Event::Leaves { pit: 1, seeds: 9 }),
            (2, Event::Leaves { pit: 2, seeds: 4 }),
            (3, Event::Leaves { pit: 6, seeds: 4 }),
        ];
        assert_eq!(weighing(&events).unwrap().best, Some(2));
        let told = weighing(&[(5, Event::Useless { pit: 6 }), (9, Event::AnyMove)]).unwrap();
        assert_eq!((told.best, told.at), (None, Some(6)));
    }
}

//! A game on a console in episodes, as the timeline shows it: settings, moves, and the waiting between them.

use kalah::Side;
use serde::Serialize;

use crate::story::Event;

/// The kind of an episode.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Chapter {
    /// From power-on to the first turn.
    SetUp,
    /// A side chooses and makes its moves: one press of a person, or all moves of the machine's turn.
    Moves { side: Side, pits: Vec<u8> },
    /// It waits for a person's move.
    Waits,
    /// The game has ended.
    Over,
}

/// A stretch of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Episode {
    pub from: u64,
    pub to: u64,
    #[serde(flatten)]
    pub chapter: Chapter,
}

/// The episodes from one moment to another, by the events in between, in order of time. Each begins where the one before ends.
pub fn episodes(start: u64, end: u64, events: &[(u64, Event)]) -> Vec<Episode> {
    let mut all = vec![Episode {
        from: start,
        to: end,
        chapter: Chapter::SetUp,
    }];
    for &(moment, event) in events {
        if moment <= end {
            tell(&mut all, moment, event);
        }
    }
    if let Some(last) = all.last_mut() {
        last.to = end;
    }
    all
}

fn tell(all: &mut Vec<Episode>, moment: u64, event: Event) {
    let Some(now) = all.last_mut() else { return };
    let chapter = match event {
        Event::AsksMove => Chapter::Waits,
        Event::Over => Chapter::Over,
        Event::Sows { side, pit, .. } => match &mut now.chapter {
            Chapter::Moves { side: mover, pits } if *mover == Side::North && side == *mover => {
                pits.push(pit);
                return;
            }
            _ => Chapter::Moves {
                side,
                pits: vec![pit],
            },
        },
        event if event.weighed().is_some() => match &now.chapter {
            Chapter::Moves {
                side: Side::North, ..
            } => return,
            _ => Chapter::Moves {
                side: Side::North,
                pits: Vec::new(),
            },
        },
        _ => return,
    };
    if chapter == now.chapter && !matches!(chapter, Chapter::Moves { .. }) {
        return;
    }
    now.to = moment;
    // Episodes without duration are left out.
    if now.from == now.to {
        all.pop();
    }
    all.push(Episode {
        from: moment,
        to: moment,
        chapter,
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sows(side: Side, pit: u8) -> Event {
        Event::Sows {
            side,
            pit,
            seeds: 4,
        }
    }

    #[test]
    fn a_turn_of_the_machine_is_one_episode_and_every_press_of_a_person_too() {
        let (south, north) = (Side::South, Side::North);
        let events = [
            (10, Event::AsksSettings),
            (50, Event::Begins { seeds: 4 }),
            (60, Event::AsksMove),
            (90, sows(south, 3)),
            (100, Event::ExtraTurn),
            (110, Event::AsksMove),
            (200, Event::Empty),
            (210, Event::AsksMove),
            (300, sows(south, 2)),
            (320, Event::Wins { pit: 6, seeds: 0 }),
            (340, Event::Chooses { pit: 3 }),
            (350, sows(north, 3)),
            (380, Event::ExtraTurn),
            (390, Event::Chooses { pit: 6 }),
            (400, sows(north, 6)),
            (430, Event::AsksMove),
        ];
        let told: Vec<(u64, u64, Chapter)> = episodes(0, 500, &events)
            .into_iter()
            .map(|one| (one.from, one.to, one.chapter))
            .collect();
        let moves = |side, pits: &[u8]| Chapter::Moves {
            side,
            pits: pits.to_vec(),
        };
        let expected = [
            (0, 60, Chapter::SetUp),
            (60, 90, Chapter::Waits),
            (90, 110, moves(south, &[3])),
            (110, 300, Chapter::Waits),
            (300, 320, moves(south, &[2])),
            (320, 430, moves(north, &[3, 6])),
            (430, 500, Chapter::Waits),
        ];
        assert_eq!(told, expected);
    }

    #[test]
    fn episodes_follow_each_other_without_a_gap_whatever_happens() {
        let events = [
            (0, Event::AsksMove),
            (0, sows(Side::North, 1)),
            (7, Event::Over),
            (7, Event::Over),
            (99, Event::AsksMove),
        ];
        let all = episodes(0, 20, &events);
        assert_eq!((all[0].from, all[all.len() - 1].to), (0, 20));
        assert!(all.windows(2).all(|two| two[0].to == two[1].from));
        assert_eq!(all.last().map(|one| &one.chapter), Some(&Chapter::Over));
    }
}

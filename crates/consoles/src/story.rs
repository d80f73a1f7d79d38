//! A running program as a sequence of events: observed at labels of the firmware, from registers and memory.
//!
//! A [`Stop`] is a label at which an event happens. An observer of a machine asks the stop it is at, between two
//! instructions, for its [`Event`]. Nothing here runs or changes anything.

use kalah::Side;

use crate::firmware::Bank;
use crate::machine::{Machine, Registers};
use crate::map::{self, NORTH_STORE, SOUTH_STORE};
use crate::model::Model;

/// An event in a program. Pits are 1 to 6, seen by their owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// It waits for the settings.
    AsksSettings,
    /// It fills the pits.
    Begins {
        seeds: u8,
    },
    /// It waits for a person's move.
    AsksMove,
    /// The person chose a pit without seeds.
    Empty,
    /// The computer starts to evaluate a pit.
    Looks {
        pit: u8,
    },
    /// The computer's store would grow by this many seeds.
    Wins {
        pit: u8,
        seeds: u8,
    },
    /// A capturing move, with the number of seeds where the program counts them.
    Captures {
        pit: u8,
        seeds: Option<u8>,
    },
    /// A move that ends in the store.
    Repeats {
        pit: u8,
    },
    /// This many seeds would stay in the person's row.
    Leaves {
        pit: u8,
        seeds: u8,
    },
    /// A move that gains nothing.
    Useless {
        pit: u8,
    },
    /// No move gains anything, so any will do.
    AnyMove,
    /// The computer has chosen.
    Chooses {
        pit: u8,
    },
    /// A move is made.
    Sows {
        side: Side,
        pit: u8,
        seeds: u8,
    },
    /// The last seed captured the seeds opposite.
    Captured,
    ExtraTurn,
    Passes,
    Over,
}

impl Event {
    /// The mover, if this is a move.
    pub fn mover(self) -> Option<Side> {
        match self {
            Event::Sows { side, .. } => Some(side),
            _ => None,
        }
    }

    /// The pit the machine is evaluating, if it is choosing; the inner option is empty between pits.
    pub(crate) fn weighed(self) -> Option<Option<u8>> {
        match self {
            Event::Looks { pit }
            | Event::Wins { pit, .. }
            | Event::Captures { pit, .. }
            | Event::Repeats { pit }
            | Event::Leaves { pit, .. }
            | Event::Useless { pit }
            | Event::Chooses { pit } => Some(Some(pit)),
            Event::AnyMove => Some(None),
            _ => None,
        }
    }
}

/// A label at which an event happens.
#[derive(Clone, Copy)]
pub struct Stop {
    pub bank: usize,
    pub address: u8,
    tell: Tell,
}

type Tell = fn(&View<'_>) -> Option<Event>;

/// The state an event is derived from.
struct View<'a> {
    registers: Registers,
    peek: &'a dyn Fn(u8) -> u8,
}

impl View<'_> {
    fn r(&self, number: usize) -> u8 {
        self.registers.r[number]
    }

    /// The computer's pit whose index is in the low half of a register.
    fn pit(&self, number: usize) -> u8 {
        (self.r(number) & 15).wrapping_sub(8)
    }

    /// A move from the pit with an index, unless it is empty.
    fn sows(&self, index: u8, seeds: u8) -> Option<Event> {
        let (side, pit) = match index & 15 {
            pit @ 1..SOUTH_STORE => (Side::South, pit),
            pit @ 9..NORTH_STORE => (Side::North, pit - 8),
            _ => return None,
        };
        (seeds > 0).then_some(Event::Sows { side, pit, seeds })
    }

    /// After the capture rule: r1 is 0 if the last seed fell into an empty pit, which is empty again if it captured.
    fn captured(&self) -> Option<Event> {
        let landing = self.r(0);
        let captured = self.r(1) == 0 && (self.peek)(landing) == 0;
        captured.then_some(Event::Captured)
    }
}

impl Stop {
    /// The event there, from the state of a machine that has reached it.
    pub fn tell(&self, machine: &impl Machine) -> Option<Event> {
        let peek = |address| machine.peek(address);
        (self.tell)(&View {
            registers: machine.registers(),
            peek: &peek,
        })
    }
}

/// The labels of a firmware at which events happen; changed firmware may lack some.
pub fn stops(model: Model, banks: &[Bank]) -> Vec<Stop> {
    let table: &[(&str, &str, Tell)] = match model {
        Model::Y2016 | Model::Y2016Mirror => &Y2016,
        Model::Y2022 => &Y2022,
        Model::Y2023 => &Y2023,
    };
    let mut stops = Vec::new();
    for (number, bank) in banks.iter().enumerate() {
        let told = table
            .iter()
            .filter(|(of, ..)| of.is_empty() || *of == bank.name);
        for &(_, label, tell) in told {
            // Labels of different files may have the same name: all of them count, and the event is derived from the state.
            let symbols = bank.program.symbols.iter();
            let alike = symbols.filter(|symbol| symbol.name == label);
            stops.extend(alike.filter_map(|symbol| {
                let address = u8::try_from(symbol.address).ok()?;
                Some(Stop {
                    bank: number,
                    address,
                    tell,
                })
            }));
        }
    }
    stops
}

/// The name of the computer, if it has one.
pub fn computer(model: Model) -> Option<&'static str> {
    (model == Model::Y2023).then_some("Deep Purple")
}

const Y2016: [(&str, &str, Tell); 9] = [
    ("", "fill", |view| Some(Event::Begins { seeds: view.r(3) })),
    ("", "wait", |_| Some(Event::AsksMove)),
    ("", "go", |view| {
        let seeds = (view.peek)(map::y2016::STACK.wrapping_add(view.r(0)));
        let chosen = view.sows(view.r(0), seeds);
        Some(chosen.unwrap_or(Event::Empty))
    }),
    ("mirror", "try", |view| match view.pit(0) {
        pit @ 1..=6 => Some(Event::Looks { pit }),
        _ => None,
    }),
    ("reference", "compare", |view| {
        let pit = ((view.peek)(view.registers.sp) & 15).wrapping_sub(8);
        Some(match view.r(2) {
            0 => Event::Captures { pit, seeds: None },
            seeds => Event::Leaves { pit, seeds },
        })
    }),
    // Capture rule: on the pad, not on the copy, and only if something was captured.
    ("", "no", |view| {
        let captured = view.r(1) == map::y2016::STACK && view.r(2) == 0;
        captured.then_some(Event::Captured)
    }),
    ("", "pass", |_| Some(Event::Passes)),
    // The last seed did not fall into the own store. After a handover r0 is 8, at the beginning the pad.
    ("", "turn", |view| {
        let last = view.r(0) == 0;
        last.then_some(Event::ExtraTurn)
    }),
    ("", "over", |_| Some(Event::Over)),
];

const Y2022: [(&str, &str, Tell); 9] = [
    ("initialisation", "fill", |view| {
        Some(Event::Begins { seeds: view.r(1) })
    }),
    ("human", "wait", |_| Some(Event::AsksMove)),
    ("human", "sow", first_seed),
    ("computer", "sow", first_seed),
    ("computer", "next", |view| match view.pit(0) {
        pit @ 1..=6 => Some(Event::Useless { pit }),
        _ => None,
    }),
    ("computer", "any", |_| Some(Event::AnyMove)),
    ("computer", "play", |view| {
        Some(Event::Chooses { pit: view.pit(0) })
    }),
    ("referee", "no", |view| view.captured()),
    ("referee", "ends", |view| {
        let last = view.r(0) == view.r(3);
        Some(if last {
            Event::ExtraTurn
        } else {
            Event::Passes
        })
    }),
];

/// Before the first seed is sown the pit it comes from is empty.
fn first_seed(view: &View<'_>) -> Option<Event> {
    let lifted = (view.peek)(view.r(0)) == 0;
    lifted.then(|| view.sows(view.r(0), view.r(2))).flatten()
}

const Y2023: [(&str, &str, Tell); 12] = [
    ("main", "ask", |_| Some(Event::AsksSettings)),
    ("main", "fill", |view| {
        Some(Event::Begins { seeds: view.r(1) })
    }),
    ("main", "over", |_| Some(Event::Over)),
    ("user", "wait", |_| Some(Event::AsksMove)),
    ("user", "ask", |view| {
        let again = view.r(2) & map::y2023::ERROR != 0;
        again.then_some(Event::Empty)
    }),
    ("deep_purple", "take", |view| {
        Some(Event::Captures {
            pit: view.pit(0),
            seeds: Some(view.r(2).wrapping_add(1)),
        })
    }),
    ("deep_purple", "repeat", |view| {
        Some(Event::Repeats { pit: view.pit(0) })
    }),
    ("deep_purple", "compare", |view| {
        Some(Event::Wins {
            pit: view.pit(0),
            seeds: view.r(2),
        })
    }),
    ("deep_purple", "play", |view| {
        Some(Event::Chooses { pit: view.pit(0) })
    }),
    ("calculate_holes", "lift", |view| {
        let index = (view.peek)(view.r(0));
        view.sows(index, (view.peek)(index))
    }),
    ("calculate_holes", "pass", |view| {
        Some(view.captured().unwrap_or(Event::Passes))
    }),
    // When reached from `pass`, these registers have other values.
    ("calculate_holes", "done", |view| {
        let last = view.r(0) == view.r(3);
        last.then_some(Event::ExtraTurn)
    }),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::console::Console;
    use crate::fast::Fast;
    use crate::firmware;
    use crate::panel::Phase;

    /// The events of the first moves of a game in which the person always plays the first pit that has seeds.
    fn told(model: Model, moves: usize) -> Vec<Event> {
        let stops = stops(model, firmware::banks(model));
        let mut console = Console::new(Fast::new(model));
        console.start(4, Side::South);
        let mut events = Vec::new();
        for _ in 0..moves {
            let panel = console.panel();
            if panel.phase() == Phase::Over {
                break;
            }
            let pit = panel.pits[0].iter().position(|seeds| *seeds > 0).unwrap();
            console.press(crate::Button::Pit(pit as u8 + 1));
            loop {
                let at = (console.machine.bank(), console.machine.registers().pc);
                let here = stops.iter().filter(|stop| (stop.bank, stop.address) == at);
                events.extend(here.filter_map(|stop| stop.tell(&console.machine)));
                if console.machine.is_waiting() || console.machine.is_stopped() {
                    break;
                }
                console.machine.step();
            }
        }
        events
    }

    #[test]
    fn every_label_of_the_tables_exists() {
        for (model, table) in [
            (Model::Y2016, &Y2016[..]),
            (Model::Y2022, &Y2022),
            (Model::Y2023, &Y2023),
        ] {
            let banks = firmware::banks(model);
            let other = firmware::banks(Model::Y2016Mirror);
            for (bank, label, _) in table {
                let all = banks.iter().chain(other);
                let mut named = all.filter(|one| bank.is_empty() || one.name == *bank);
                let is_there = |one: &Bank| one.program.symbols.iter().any(|at| at.name == *label);
                assert!(named.any(is_there), "{model} {bank} {label}");
            }
        }
    }

    #[test]
    fn the_moves_told_are_the_moves_of_the_game() {
        for model in Model::ALL {
            let events = told(model, 200);
            let mut position = kalah::Position::start(model.rules(4).unwrap(), Side::South);
            let (mut captures, mut extra_turns) = (0, 0);
            for event in &events {
                if let Event::Sows { side, pit, seeds } = *event {
                    assert_eq!(position.to_move(), side, "{model} {event:?}");
                    let pit = kalah::Pit::new(pit.into()).unwrap();
                    assert_eq!(
                        position.pit(side, pit),
                        u16::from(seeds),
                        "{model} {event:?}"
                    );
                    let sowing = position.sow(pit).unwrap();
                    captures += usize::from(sowing.capture.is_some());
                    let own = kalah::House::Store { side };
                    extra_turns += usize::from(sowing.path.last() == Some(&own));
                    position = sowing.after;
                }
            }
            assert!(position.is_over(), "{model}");
            let told = events.iter().filter(|event| **event == Event::Captured);
            assert_eq!(told.count(), captures, "{model}");
            let told = events.iter().filter(|event| **event == Event::ExtraTurn);
            assert_eq!(told.count(), extra_turns, "{model}");
            assert!(extra_turns > 0, "{model}");
            assert!(
                events
                    .iter()
                    .any(|event| matches!(event, Event::Over | Event::Passes))
            );
        }
    }

    #[test]
    fn deep_purple_says_what_it_weighs() {
        let events = told(Model::Y2023, 1);
        let weighed = events
            .iter()
            .filter(|event| matches!(event, Event::Wins { .. }));
        assert!(weighed.count() >= 1, "{events:?}");
        assert!(
            events
                .iter()
                .any(|event| matches!(event, Event::Chooses { .. }))
        );
    }
}

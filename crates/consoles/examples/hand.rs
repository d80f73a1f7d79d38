//! A person at a console, for the recordings in `tests/data`: the presses of a short whole game, as lines for `Games.java`.
//!
//! ```text
//! cargo run -p consoles@0.1.0 --example hand MODEL [draw]
//! ```
//!
//! Wrong presses are among them: of empty pits, of a second button, in the wrong phase, held beyond the next question, after
//! the end.

use consoles::hardware::{self, Places};
use consoles::{Button, Fast, Machine, Model, Outcome};
use engine::rng::Rng;
use kalah::Side;

/// An action of the hand: the half-tick, whether the button goes down, and which one.
type Act = (u64, bool, Button);

struct Hand {
    machine: Fast,
    rng: Rng,
    held: Vec<Button>,
    acts: Vec<Act>,
    /// An empty pit has been pressed.
    mistaken: bool,
}

fn main() {
    let mut words = std::env::args().skip(1);
    let model: Model = words.next().expect("a console").parse().expect("a console");
    let draw = words.next().is_some();
    let games = (0..2000).map(|seed| Hand::game(model, seed));
    let wanted = games.filter(|hand| {
        let outcome = hand.machine.panel().outcome();
        hand.mistaken && (outcome == Some(Outcome::Draw)) == draw
    });
    let shortest = wanted.min_by_key(|hand| hand.machine.half_ticks());
    let hand = shortest.expect("one of them is such a game");
    let places = hardware::places(model);
    for (time, down, button) in hand.acts {
        let act = if down { "press" } else { "release" };
        println!("{act} {time} {}", place(&places, button));
    }
}

fn place(places: &Places, button: Button) -> String {
    let mut buttons = places.buttons.iter();
    let (_, at) = buttons.find(|known| known.0 == button).expect("a button");
    format!("{},{}", at.x, at.y)
}

impl Hand {
    fn game(model: Model, seed: u64) -> Hand {
        let mut hand = Hand {
            machine: Fast::new(model),
            rng: Rng::new(seed),
            held: Vec::new(),
            acts: Vec::new(),
            mistaken: false,
        };
        hand.wait(10);
        hand.click(Button::Pit(3));
        if model.has_settings() {
            let first = Side::BOTH[hand.rng.below(2)];
            for setting in [Button::Seeds(4), Button::First(first)] {
                hand.settle();
                hand.click(Button::Pit(2));
                hand.click(setting);
            }
        }
        while hand.settle() {
            hand.turn();
        }
        hand.wait(20);
        hand.click(Button::Pit(1));
        hand
    }

    fn turn(&mut self) {
        let pit = 1 + self.rng.below(6) as u8;
        self.mistaken |= self.machine.panel().pits[0][usize::from(pit) - 1] == 0;
        self.wait(4);
        self.set(Button::Pit(pit), true);
        self.wait(12);
        match self.rng.below(6) {
            // A second button while one is down.
            0 => self.click(Button::Pit(1 + pit % 6)),
            // Held until the next question.
            1 => drop(self.settle()),
            _ => {}
        }
        self.set(Button::Pit(pit), false);
        if self.rng.below(3) == 0 {
            self.wait(200);
            let any = self.rng.below(Button::ALL.len());
            let button = Button::ALL[any];
            if self.machine.model().has_button(button) && !self.machine.is_waiting() {
                self.click(button);
            }
        }
    }

    /// Runs until the machine waits for a person; false if the game is over.
    fn settle(&mut self) -> bool {
        while !self.machine.is_waiting() && !self.machine.is_stopped() {
            self.machine.half_tick();
        }
        self.machine.is_waiting()
    }

    fn wait(&mut self, most: usize) {
        (0..=self.rng.below(most)).for_each(|_| self.machine.half_tick());
    }

    fn click(&mut self, button: Button) {
        self.set(button, true);
        self.wait(4);
        self.set(button, false);
    }

    fn set(&mut self, button: Button, down: bool) {
        self.held.retain(|&held| held != button);
        if down {
            self.held.push(button);
        }
        let now = self.machine.half_ticks();
        self.acts.push((now, down, button));
        self.machine.hold(&self.held);
    }
}

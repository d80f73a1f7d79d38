//! The hand and the eye: presses buttons, waits until the console asks, reads its displays. Every wait has a limit.

mod acts;
mod waits;

use circuit::sim::{Simulator, Snapshot};
use kalah::{BySide, Side};

use crate::board::Board;
use crate::panel::{Deed, Limits, Signal, Wiring};
use acts::Act;

/// How a wait ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rest {
    YourTurn,
    /// The console asks for its settings.
    Settings,
    Over,
    /// The limit was reached.
    Stuck,
    Oscillating,
}

/// A moment to return to.
#[derive(Clone)]
pub(crate) struct Moment {
    snapshot: Snapshot,
    acts: Vec<Act>,
}

/// A console between two games.
pub(crate) struct Left {
    simulator: Simulator,
    limits: Limits,
    power_on: Snapshot,
    spent: u64,
    in_vain: [u32; 3],
}

/// A console and the person who plays on it.
pub struct Driver<'a> {
    simulator: Simulator,
    wiring: &'a Wiring,
    pub(crate) limits: Limits,
    power_on: Snapshot,
    acts: Vec<Act>,
    /// Half-ticks of all games so far.
    spent: u64,
    /// The last wait reached its limit; the console had asked meanwhile, but never for long.
    seemed_to_rest: bool,
    /// How often a console that seemed to be wrong was given more time in vain, for each reason to doubt.
    in_vain: [u32; 3],
}

impl<'a> Driver<'a> {
    /// Takes a console at power-on.
    pub fn new(simulator: Simulator, wiring: &'a Wiring, limits: Limits) -> Driver<'a> {
        Driver {
            power_on: simulator.snapshot(),
            simulator,
            wiring,
            limits,
            acts: Vec::new(),
            spent: 0,
            seemed_to_rest: false,
            in_vain: [0; 3],
        }
    }

    /// Suspends the console, to be resumed in a new game.
    pub(crate) fn leave(self) -> Left {
        Left {
            simulator: self.simulator,
            limits: self.limits,
            power_on: self.power_on,
            spent: self.spent,
            in_vain: self.in_vain,
        }
    }

    /// Resumes a suspended console. A new game begins with power-on.
    pub(crate) fn again(left: Left, wiring: &'a Wiring) -> Driver<'a> {
        Driver {
            simulator: left.simulator,
            wiring,
            limits: left.limits,
            power_on: left.power_on,
            acts: Vec::new(),
            spent: left.spent,
            seemed_to_rest: false,
            in_vain: left.in_vain,
        }
    }

    /// Switches the console off and on.
    pub fn power_on(&mut self) {
        self.simulator.restore(&self.power_on);
        self.acts.clear();
    }

    pub(crate) fn moment(&self) -> Moment {
        Moment {
            snapshot: self.simulator.snapshot(),
            acts: self.acts.clone(),
        }
    }

    /// Goes back to a moment of this game.
    pub(crate) fn back_to(&mut self, moment: &Moment) {
        self.simulator.restore(&moment.snapshot);
        self.acts.clone_from(&moment.acts);
    }

    pub fn half_ticks(&self) -> u64 {
        self.simulator.ticks()
    }

    /// Half-ticks of all games so far.
    pub fn spent(&self) -> u64 {
        self.spent
    }

    /// Whether the limit of all games together is reached.
    pub(crate) fn is_tired(&self) -> bool {
        self.spent >= self.limits.total
    }

    pub(crate) fn wiring(&self) -> &'a Wiring {
        self.wiring
    }

    pub(crate) fn is_on(&self, signal: &Signal) -> bool {
        signal.is_on(&self.simulator)
    }

    /// Whether a light shows that a move is awaited.
    pub(crate) fn asks(&self) -> bool {
        let mut lights = self.wiring.turn_lights();
        lights.any(|light| self.is_on(light))
    }

    /// Whose turn it is by the lights, if there is one for each of two people and one of them is on.
    pub fn turn(&self) -> Option<Side> {
        let south = self.is_on(self.wiring.your_turn.as_ref()?);
        let north = self.is_on(self.wiring.north_turn.as_ref()?);
        match (south, north) {
            (true, false) => Some(Side::South),
            (false, true) => Some(Side::North),
            _ => None,
        }
    }

    /// The lights that the panel names, and which of them are on.
    pub fn lights(&self) -> Vec<(&'static str, bool)> {
        let wiring = self.wiring;
        let outcome = &wiring.outcome;
        let all = [
            ("your-turn", wiring.your_turn.as_ref()),
            ("north-turn", wiring.north_turn.as_ref()),
            ("over", wiring.over.as_ref()),
            ("error", wiring.error.as_ref()),
            ("south-wins", outcome.south.first()),
            ("north-wins", outcome.north.first()),
            ("draw", outcome.draw.first()),
            ("ask", wiring.ask_settings.as_ref()),
        ];
        let named = all.into_iter();
        named
            .filter_map(|(name, light)| Some((name, self.is_on(light?))))
            .collect()
    }

    /// Presses the reset button, if there is one, and starts again.
    pub fn reset(&mut self, seeds: u16, first: Side) -> Option<Rest> {
        let deed = self.wiring.reset.as_ref()?;
        let before = self.board();
        self.press(&[deed]);
        self.is_noticed(&before);
        Some(self.start(seeds, first))
    }

    pub fn board(&self) -> Board {
        let row = |side: Side| -> Vec<Option<u32>> {
            let houses = self.wiring.houses[side].iter();
            houses.map(|house| house.number(&self.simulator)).collect()
        };
        Board {
            rows: BySide::of(row),
        }
    }

    /// Whether the displays show a board at this moment.
    pub(crate) fn is_showing(&self, board: &Board) -> bool {
        Side::BOTH.into_iter().all(|side| {
            let houses = self.wiring.houses[side].iter();
            let shown = houses.map(|house| house.number(&self.simulator));
            shown.eq(board.rows[side].iter().copied())
        })
    }

    /// One half-tick; false if the circuit oscillates.
    pub(crate) fn half_tick(&mut self) -> bool {
        self.simulator.half_tick();
        self.spent += 1;
        !self.simulator.is_oscillating()
    }

    pub(crate) fn run(&mut self, half_ticks: u64) -> bool {
        (0..half_ticks).all(|_| self.half_tick())
    }

    /// Performs actions, all at once if there are several, and releases what is pressed.
    pub(crate) fn press(&mut self, deeds: &[&Deed]) {
        let longest = deeds.iter().map(|deed| deed.steps.len()).max();
        for index in 0..longest.unwrap_or(0) {
            if index > 0 {
                self.run(self.limits.hold);
            }
            let steps: Vec<_> = deeds
                .iter()
                .filter_map(|deed| deed.steps.get(index))
                .collect();
            for step in &steps {
                let line = step.begin(&mut self.simulator);
                self.note(line);
            }
            self.run(self.limits.hold);
            for step in steps {
                if let Some(line) = step.end(&mut self.simulator) {
                    self.note(line);
                }
            }
        }
    }

    /// Presses the button of a pit, counted from 0.
    pub(crate) fn press_pit(&mut self, side: Side, index: usize) {
        if let Some(deed) = self.wiring.buttons[side].get(index) {
            self.press(&[deed]);
        }
    }

    /// A move of a person and everything up to the next question.
    pub fn play(&mut self, side: Side, index: usize) -> Option<Rest> {
        let before = self.board();
        self.press_pit(side, index);
        self.answer(&before)
    }

    /// The same after a press that a right console ignores: a script of it must not wait for a sign.
    pub(crate) fn answer_to_nothing(&mut self, before: &Board) -> Option<Rest> {
        let done = self.acts.len();
        let rest = self.answer(before);
        self.acts.truncate(done);
        rest
    }

    /// What follows a press; nothing if the console ignores it.
    pub(crate) fn answer(&mut self, before: &Board) -> Option<Rest> {
        let noticed = self.is_noticed(before);
        noticed.then(|| self.wait(self.limits.answer))
    }

    /// From power-on to the first question, with the settings made and the start button pressed if there are any.
    pub fn start(&mut self, seeds: u16, first: Side) -> Rest {
        let wiring = self.wiring;
        let chosen = wiring.seeds.iter().find(|(number, _)| *number == seeds);
        let settings = [chosen.map(|(_, deed)| deed), wiring.first[first].as_ref()];
        let has_settings = settings.iter().any(Option::is_some);
        if wiring.ask_settings.is_some() || !has_settings && wiring.start.is_none() {
            let rest = self.wait(self.limits.start);
            if rest != Rest::Settings {
                return rest;
            }
        } else {
            self.run(self.limits.settle);
        }
        for deed in settings
            .into_iter()
            .chain([wiring.start.as_ref()])
            .flatten()
        {
            self.press(&[deed]);
            self.run(self.limits.settle);
        }
        self.wait_past(Some(Rest::Settings), self.limits.answer)
    }

    /// The boards shown from now on until the console rests, each once, in order.
    pub(crate) fn boards_until(&mut self, end: u64) -> Vec<Board> {
        let mut boards = vec![self.board()];
        while self.half_ticks() < end && self.half_tick() {
            let board = self.board();
            if boards.last() != Some(&board) {
                boards.push(board);
            }
        }
        boards
    }
}

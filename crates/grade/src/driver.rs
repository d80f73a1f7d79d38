//! The hand and the eye: presses buttons, waits until the console asks, reads its displays. Every wait has a limit.

use circuit::netlist::PartId;
use circuit::sim::{Simulator, Snapshot};
use kalah::{BySide, Side};

use crate::board::Board;
use crate::panel::{Limits, Reading, Signal, Wiring};

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

/// A button went down or up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Act {
    half_tick: u64,
    button: PartId,
    down: bool,
}

/// A moment to come back to.
#[derive(Clone)]
pub(crate) struct Moment {
    snapshot: Snapshot,
    acts: Vec<Act>,
}

/// A console and somebody in front of it.
pub struct Driver<'a> {
    simulator: Simulator,
    wiring: &'a Wiring,
    pub(crate) limits: Limits,
    power_on: Snapshot,
    acts: Vec<Act>,
    /// Half-ticks of all games so far.
    spent: u64,
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

    pub(crate) fn spent(&self) -> u64 {
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

    pub(crate) fn asks(&self) -> bool {
        self.is_on(&self.wiring.your_turn)
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

    /// One half-tick; false if the circuit oscillates.
    pub(crate) fn half_tick(&mut self) -> bool {
        self.simulator.half_tick();
        self.spent += 1;
        !self.simulator.is_oscillating()
    }

    fn run(&mut self, half_ticks: u64) -> bool {
        (0..half_ticks).all(|_| self.half_tick())
    }

    fn set(&mut self, buttons: &[PartId], down: bool) {
        let half_tick = self.half_ticks();
        let set: Vec<(PartId, bool)> = buttons.iter().map(|&button| (button, down)).collect();
        let done = self.simulator.set_buttons(&set);
        debug_assert!(done.is_ok(), "the wiring holds buttons only");
        let acts = buttons.iter().map(|&button| Act {
            half_tick,
            button,
            down,
        });
        self.acts.extend(acts);
    }

    /// Presses buttons together and lets go of them.
    pub(crate) fn press(&mut self, buttons: &[PartId]) {
        self.set(buttons, true);
        self.run(self.limits.hold);
        self.set(buttons, false);
    }

    /// Presses the button of a pit, counted from 0.
    pub(crate) fn press_pit(&mut self, index: usize) {
        if let Some(&button) = self.wiring.buttons.get(index) {
            self.press(&[button]);
        }
    }

    fn rest(&self) -> Option<Rest> {
        if self.simulator.is_oscillating() {
            return Some(Rest::Oscillating);
        }
        let wiring = self.wiring;
        if self.is_over() {
            return Some(Rest::Over);
        }
        let settings = wiring.ask_settings.as_ref();
        if settings.is_some_and(|signal| self.is_on(signal)) {
            return Some(Rest::Settings);
        }
        self.asks().then_some(Rest::YourTurn)
    }

    /// The console says that the game is over, by a light of its own or by those of the outcome.
    fn is_over(&self) -> bool {
        let wiring = self.wiring;
        if let Some(over) = &wiring.over {
            return self.is_on(over);
        }
        let outcome = &wiring.outcome;
        let mut lights = outcome
            .south
            .iter()
            .chain(&outcome.north)
            .chain(&outcome.draw);
        lights.any(|light| self.is_on(light))
    }

    /// Waits until the console asks, or says that the game is over, and goes on doing so for a while.
    pub fn wait(&mut self, limit: u64) -> Rest {
        self.wait_past(None, limit)
    }

    /// The same, when one kind of rest is only the end of what was before.
    fn wait_past(&mut self, past: Option<Rest>, limit: u64) -> Rest {
        let end = self.half_ticks().saturating_add(limit);
        loop {
            match self.rest().filter(|rest| Some(*rest) != past) {
                Some(Rest::Oscillating) => return Rest::Oscillating,
                Some(rest) if self.stays(rest) => return rest,
                _ => {}
            }
            if self.half_ticks() >= end || self.is_tired() {
                return Rest::Stuck;
            }
            self.half_tick();
        }
    }

    fn stays(&mut self, rest: Rest) -> bool {
        for _ in 0..self.limits.settle {
            self.half_tick();
            if self.rest() != Some(rest) {
                return false;
            }
        }
        true
    }

    /// Waits for a sign that a press was noticed: the console does not ask any more, or shows something else.
    pub(crate) fn is_noticed(&mut self, before: &Board) -> bool {
        for _ in 0..self.limits.notice {
            if !self.asks() {
                return true;
            }
            if !self.half_tick() {
                return true;
            }
        }
        self.board() != *before
    }

    /// A move of the person and everything up to the next question.
    pub fn play(&mut self, index: usize) -> Option<Rest> {
        let before = self.board();
        self.press_pit(index);
        self.answer(&before)
    }

    /// What follows a press; nothing if the console takes no notice.
    pub(crate) fn answer(&mut self, before: &Board) -> Option<Rest> {
        let noticed = self.is_noticed(before);
        noticed.then(|| self.wait(self.limits.answer))
    }

    /// From power-on to the first question, with the settings made if the console asks for them.
    pub fn start(&mut self, seeds: u16, first: Side) -> Rest {
        let rest = self.wait(self.limits.start);
        if rest != Rest::Settings {
            return rest;
        }
        let seeds = self
            .wiring
            .seeds
            .iter()
            .find(|(number, _)| *number == seeds);
        let presses = [seeds.map(|(_, button)| *button), self.wiring.first[first]];
        for button in presses.into_iter().flatten() {
            self.press(&[button]);
            self.run(self.limits.settle);
        }
        self.wait_past(Some(Rest::Settings), self.limits.answer)
    }

    /// Everything done since power-on as a script of `mancala circuit run`.
    pub(crate) fn script(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let mut now = 0;
        let mut pass = |lines: &mut Vec<String>, until: u64| {
            if until > now {
                lines.push(format!("half-ticks {}", until - now));
                now = until;
            }
        };
        for act in &self.acts {
            pass(&mut lines, act.half_tick);
            let verb = if act.down { "press" } else { "release" };
            let path = self.simulator.design().path(act.button);
            lines.push(format!("{verb} {path}"));
        }
        pass(&mut lines, self.half_ticks());
        lines
    }

    /// Lines of a script that expect a board.
    pub(crate) fn expectations(&self, board: &Board) -> Vec<String> {
        let mut lines = Vec::new();
        for side in Side::BOTH {
            let houses: &[Reading] = &self.wiring.houses[side];
            for (house, seeds) in houses.iter().zip(&board.rows[side]) {
                let seeds = seeds.unwrap_or(0);
                lines.extend(house.expectations(&self.simulator, seeds));
            }
        }
        lines
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

//! Waiting: until the console asks, until a press is noticed, and a little longer before a mark is lost.

use super::{Driver, Rest};
use crate::board::Board;
use crate::panel::Signal;

/// A console that has no light for the end is given this many times its quiet before its game counts as over.
const LONG: u64 = 4;

/// Half-ticks between two looks at a board that should not change.
const GLANCE: u64 = 8;

/// Why a console is given more time before it loses a mark.
#[derive(Clone, Copy)]
enum Doubt {
    /// It asks for a move with a wrong board.
    Asks,
    /// It signals the end of the game with a wrong board.
    Over,
    /// It has not noticed a press, or has no light to show it with.
    Silent,
}

impl Doubt {
    /// How often the time for it is halved, at most.
    fn most(self) -> u32 {
        match self {
            Doubt::Asks => 2,
            Doubt::Over | Doubt::Silent => 5,
        }
    }
}

impl Driver<'_> {
    /// Half-ticks until the console asks or signals the end of the game.
    pub(crate) fn works_for(&mut self, limit: u64) -> u64 {
        let start = self.half_ticks();
        while self.rest().is_none()
            && !self.computer_waits()
            && self.half_ticks() - start < limit
            && self.half_tick()
        {}
        self.half_ticks() - start
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

    /// The console signals the end of the game, by a light for it or by those of the outcome.
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

    /// Waits until the console asks, or signals the end of the game, and keeps doing so for a while.
    pub fn wait(&mut self, limit: u64) -> Rest {
        self.wait_past(None, limit)
    }

    /// The same, when one kind of rest is only the end of an earlier one.
    pub(super) fn wait_past(&mut self, past: Option<Rest>, limit: u64) -> Rest {
        let end = self.half_ticks().saturating_add(limit);
        let has_light = self.wiring.has_turn_light();
        let watches = !has_light || !self.wiring.says_over();
        let (mut board, mut since) = (watches.then(|| self.board()), self.half_ticks());
        // A script waits for the first sign of rest, even if that does not last.
        let mut signs = Vec::new();
        loop {
            match self.rest().filter(|rest| Some(*rest) != past) {
                Some(Rest::Oscillating) => return Rest::Oscillating,
                Some(rest) => {
                    signs.push((rest == Rest::Settings, self.half_ticks()));
                    if self.stays(rest) {
                        let is_same = |(asks, _): &&(bool, u64)| *asks == (rest == Rest::Settings);
                        let began = signs.iter().find(is_same).map_or(0, |(_, began)| *began);
                        self.note_wait(began, self.resting(rest), limit);
                        return rest;
                    }
                }
                None => {}
            }
            if self.half_ticks() >= end || self.is_tired() {
                self.seemed_to_rest = !signs.is_empty();
                return Rest::Stuck;
            }
            self.half_tick();
            if self.computer_waits() {
                self.press_for_computer();
            }
            if watches && self.half_ticks().is_multiple_of(GLANCE) {
                let now = Some(self.board());
                let quiet = self.half_ticks() - since;
                let is_over = || board.as_ref().is_some_and(Board::has_empty_row);
                if now != board {
                    (board, since) = (now, self.half_ticks());
                } else if !has_light && quiet >= self.limits.quiet {
                    return Rest::YourTurn;
                } else if has_light && quiet >= LONG * self.limits.quiet && is_over() {
                    return Rest::Over;
                }
            }
        }
    }

    /// Presses the computer's own button once its light has stayed on for a while.
    fn press_for_computer(&mut self) {
        for _ in 0..self.limits.settle {
            self.half_tick();
            if !self.computer_waits() {
                return;
            }
        }
        if let Some(deed) = &self.wiring.computer_move {
            let before = self.board();
            self.press(&[deed]);
            for _ in 0..self.limits.notice {
                if !self.computer_waits() || self.board() != before || !self.half_tick() {
                    return;
                }
            }
        }
    }

    /// Whether a console that rests with a board it should not show, or has not noticed a press, still does something. A light that
    /// is on early gets a little time; all other cases get as long as an answer may take: a console without lights, one that signals
    /// the end of the game and moves the last seeds then, a press that seemed to do nothing. Each time in vain halves the time of the next
    /// case of its kind. A console that noticed a press late is given longer from then on.
    pub(crate) fn stirs(&mut self, rest: Option<Rest>) -> bool {
        let has_light = self.wiring.has_turn_light();
        let limits = self.limits;
        let (limit, kind) = match rest {
            Some(Rest::YourTurn) if has_light => (limits.quiet, Doubt::Asks),
            Some(Rest::Over) => (limits.answer, Doubt::Over),
            _ => (limits.answer, Doubt::Silent),
        };
        let limit = limit >> self.in_vain[kind as usize].min(kind.most());
        let before = self.board();
        let asked = self.asks();
        for waited in 0..limit {
            if self.is_tired() || !self.half_tick() {
                return false;
            }
            let glances = waited.is_multiple_of(GLANCE);
            if glances && self.board() != before || has_light && self.asks() != asked {
                if rest.is_none() {
                    self.limits.notice = 2 * (self.limits.notice + waited);
                }
                return true;
            }
        }
        self.in_vain[kind as usize] += 1;
        false
    }

    /// Waits a little longer until a light comes on, or the board changes.
    pub(crate) fn wait_for_light(&mut self, light: Option<&Signal>) {
        let before = self.board();
        for _ in 0..self.limits.quiet {
            let is_on = light.is_some_and(|light| self.is_on(light));
            if is_on || self.board() != before || self.is_tired() || !self.half_tick() {
                return;
            }
        }
    }

    /// Whether the console and its board stay at rest.
    fn stays(&mut self, rest: Rest) -> bool {
        let board = self.board();
        (0..self.limits.settle).all(|_| {
            self.half_tick();
            self.rest() == Some(rest) && self.is_showing(&board)
        })
    }

    /// How long the console, once at rest, stays so without input, in half-ticks.
    pub(crate) fn falters(&mut self, limit: u64) -> Option<u64> {
        if !self.seemed_to_rest {
            return None;
        }
        let now = self.moment();
        self.works_for(limit);
        let (rest, began) = (self.rest(), self.half_ticks());
        let mut settle = 0..self.limits.settle;
        let stops = settle.any(|_| !self.half_tick() || self.rest() != rest);
        let lasted = self.half_ticks() - began;
        self.back_to(&now);
        (rest.is_some() && stops).then_some(lasted)
    }

    /// Waits for a sign that a press was noticed: the console does not ask any more, or shows something else.
    pub(crate) fn is_noticed(&mut self, before: &Board) -> bool {
        let has_light = self.wiring.has_turn_light();
        for _ in 0..self.limits.notice {
            if has_light && !self.asks() {
                self.note_wait(self.half_ticks(), self.working(), self.limits.notice);
                return true;
            }
            if !has_light && self.board() != *before {
                return true;
            }
            if !self.half_tick() {
                return true;
            }
        }
        self.board() != *before
    }

    /// Whether the computer's own button has to be pressed.
    fn computer_waits(&self) -> bool {
        let light = self.wiring.north_turn.as_ref();
        self.wiring.computer_move.is_some() && light.is_some_and(|light| self.is_on(light))
    }
}

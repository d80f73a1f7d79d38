//! The hand and the eye: presses buttons, waits until the console asks, reads its displays. Every wait has a limit.

use circuit::sim::{Simulator, Snapshot};
use kalah::{BySide, Side};

use crate::board::Board;
use crate::panel::{Deed, Limits, Reading, Signal, Wiring};

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

/// A console that has no light for the end is given so many times its quiet before its game counts as over.
const LONG: u64 = 4;

/// Something done to the console, as a line of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Act {
    half_tick: u64,
    line: String,
    /// It waits until this half-tick by itself, however long that takes on another console.
    waits: bool,
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
    /// The last wait ended at its limit, and the console had asked meanwhile, but never for long.
    seemed_to_rest: bool,
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

    /// Whether a light says that a move is waited for.
    pub(crate) fn asks(&self) -> bool {
        let lights = [&self.wiring.your_turn, &self.wiring.north_turn];
        lights.into_iter().flatten().any(|light| self.is_on(light))
    }

    /// Whose turn the lights say it is, if there is one for each of two people and one of them is on.
    pub fn turn(&self) -> Option<Side> {
        let south = self.is_on(self.wiring.your_turn.as_ref()?);
        let north = self.is_on(self.wiring.north_turn.as_ref()?);
        match (south, north) {
            (true, false) => Some(Side::South),
            (false, true) => Some(Side::North),
            _ => None,
        }
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

    pub(crate) fn run(&mut self, half_ticks: u64) -> bool {
        (0..half_ticks).all(|_| self.half_tick())
    }

    fn note(&mut self, line: String) {
        let half_tick = self.half_ticks();
        self.acts.push(Act {
            half_tick,
            line,
            waits: false,
        });
    }

    /// Notes that something was waited for until now, if a script can say so.
    fn note_wait(&mut self, half_tick: u64, condition: Option<String>, limit: u64) {
        if let Some(condition) = condition {
            self.acts.push(Act {
                half_tick,
                line: format!("wait until {condition} limit {limit}"),
                waits: true,
            });
        }
    }

    /// What holds, as scripts write it, while the console rests; nothing if scripts cannot say it.
    pub(crate) fn resting(&self, rest: Rest) -> Option<String> {
        let wiring = self.wiring;
        let on = |signal: &Signal| signal.condition(&self.simulator, true);
        if rest == Rest::Settings {
            return on(wiring.ask_settings.as_ref()?);
        }
        let turns = [&wiring.your_turn, &wiring.north_turn]
            .into_iter()
            .flatten();
        let outcome = &wiring.outcome;
        let ends = outcome
            .south
            .iter()
            .chain(&outcome.north)
            .chain(&outcome.draw);
        let ends: Vec<&Signal> = match &wiring.over {
            Some(over) => vec![over],
            None => ends.collect(),
        };
        let all: Option<Vec<String>> = turns.chain(ends).map(on).collect();
        let all = all.filter(|_| wiring.has_turn_light())?;
        Some(all.join(" or "))
    }

    /// What holds while the console asks for nothing.
    pub(crate) fn working(&self) -> Option<String> {
        let wiring = self.wiring;
        let turns = [&wiring.your_turn, &wiring.north_turn]
            .into_iter()
            .flatten();
        let off = |signal: &Signal| signal.condition(&self.simulator, false);
        let all: Option<Vec<String>> = turns.map(off).collect();
        all.filter(|all| !all.is_empty())
            .map(|all| all.join(" and "))
    }

    /// What holds while a board is shown.
    pub(crate) fn showing(&self, board: &Board) -> String {
        let mut all = Vec::new();
        for side in Side::BOTH {
            let houses: &[Reading] = &self.wiring.houses[side];
            for (house, seeds) in houses.iter().zip(&board.rows[side]) {
                all.extend(house.conditions(&self.simulator, seeds.unwrap_or(0)));
            }
        }
        all.join(" and ")
    }

    /// What holds while a light is on, or off.
    pub(crate) fn lit(&self, signal: &Signal, on: bool) -> Option<String> {
        signal.condition(&self.simulator, on)
    }

    /// Does things, all at once if there are several, and lets go of what is pressed.
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

    /// Half-ticks until the console asks or says that the game is over.
    pub(crate) fn works_for(&mut self, limit: u64) -> u64 {
        let start = self.half_ticks();
        while self.rest().is_none() && self.half_ticks() - start < limit && self.half_tick() {}
        self.half_ticks() - start
    }

    /// Half-ticks for which the console rests, once it does, before it stops doing so by itself.
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

    /// Presses the button of a pit, counted from 0.
    pub(crate) fn press_pit(&mut self, side: Side, index: usize) {
        if let Some(deed) = self.wiring.buttons[side].get(index) {
            self.press(&[deed]);
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
            if watches {
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

    /// Whether the console goes on resting, and its board with it.
    fn stays(&mut self, rest: Rest) -> bool {
        let board = self.board();
        (0..self.limits.settle).all(|_| {
            self.half_tick();
            self.rest() == Some(rest) && self.is_showing(&board)
        })
    }

    /// Whether the displays show a board at this moment.
    pub(crate) fn is_showing(&self, board: &Board) -> bool {
        Side::BOTH.into_iter().all(|side| {
            let houses = self.wiring.houses[side].iter();
            let shown = houses.map(|house| house.number(&self.simulator));
            shown.eq(board.rows[side].iter().copied())
        })
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

    /// A move of a person and everything up to the next question.
    pub fn play(&mut self, side: Side, index: usize) -> Option<Rest> {
        let before = self.board();
        self.press_pit(side, index);
        self.answer(&before)
    }

    /// The same after a press that a right console takes no notice of: a script of it must not wait for a sign.
    pub(crate) fn answer_to_nothing(&mut self, before: &Board) -> Option<Rest> {
        let done = self.acts.len();
        let rest = self.answer(before);
        self.acts.truncate(done);
        rest
    }

    /// What follows a press; nothing if the console takes no notice.
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

    /// Everything done since power-on as a script of `mancala circuit run`.
    pub(crate) fn script(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let mut now = 0;
        let pass = |lines: &mut Vec<String>, now: &mut u64, until: u64| {
            if until > *now {
                lines.push(format!("half-ticks {}", until - *now));
                *now = until;
            }
        };
        for act in &self.acts {
            match act.waits {
                true => now = act.half_tick,
                false => pass(&mut lines, &mut now, act.half_tick),
            }
            lines.push(act.line.clone());
        }
        pass(&mut lines, &mut now, self.half_ticks());
        lines
    }

    /// The same with the half-tick of each deed on this very console, as a run that a debugger replays.
    pub(crate) fn deeds(&self) -> Vec<String> {
        let deeds = self.acts.iter().filter(|act| !act.waits);
        deeds
            .map(|act| format!("at {} {}", act.half_tick, act.line))
            .collect()
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

//! The actions on a console and its state, as lines of a script.

use kalah::Side;

use super::{Driver, Rest};
use crate::board::Board;
use crate::panel::{Reading, Signal};

/// An action on the console, as a line of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Act {
    half_tick: u64,
    line: String,
    /// It waits until this half-tick without a condition, however long that takes on another console.
    waits: bool,
}

impl Driver<'_> {
    pub(super) fn note(&mut self, line: String) {
        let half_tick = self.half_ticks();
        self.acts.push(Act {
            half_tick,
            line,
            waits: false,
        });
    }

    /// Records the wait until now, if a script can express it.
    pub(super) fn note_wait(&mut self, half_tick: u64, condition: Option<String>, limit: u64) {
        if let Some(condition) = condition {
            self.acts.push(Act {
                half_tick,
                line: format!("wait until {condition} limit {limit}"),
                waits: true,
            });
        }
    }

    /// A condition, as scripts write it, that holds while the console rests; none if scripts cannot express it.
    pub(crate) fn resting(&self, rest: Rest) -> Option<String> {
        let wiring = self.wiring;
        let on = |signal: &Signal| signal.condition(&self.simulator, true);
        if rest == Rest::Settings {
            return on(wiring.ask_settings.as_ref()?);
        }
        let turns = wiring.turn_lights();
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

    /// A condition that holds while the console asks for nothing.
    pub(crate) fn working(&self) -> Option<String> {
        let wiring = self.wiring;
        let turns = wiring.turn_lights();
        let off = |signal: &Signal| signal.condition(&self.simulator, false);
        let all: Option<Vec<String>> = turns.map(off).collect();
        all.filter(|all| !all.is_empty())
            .map(|all| all.join(" and "))
    }

    /// A condition that holds while a board is shown.
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

    /// A condition that holds while a light is on, or off.
    pub(crate) fn lit(&self, signal: &Signal, on: bool) -> Option<String> {
        signal.condition(&self.simulator, on)
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

    /// The same with the half-tick of each action on this very console, as a run that a debugger replays.
    pub(crate) fn deeds(&self) -> Vec<String> {
        let deeds = self.acts.iter().filter(|act| !act.waits);
        deeds
            .map(|act| format!("at {} {}", act.half_tick, act.line))
            .collect()
    }
}

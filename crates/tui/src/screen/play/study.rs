//! The values of a position's moves, worked out in the background.

use engine::analyse::{Analysis, MoveValue};
use kalah::{Pit, Position};

use crate::work::{Desk, Effect, Reply, Ticket};

/// The position under analysis, and the results so far.
#[derive(Default)]
pub(super) struct Study {
    of: Option<Position>,
    ticket: Option<Ticket>,
    found: Option<Box<Analysis>>,
}

impl Study {
    /// Analyses this position from now on, or none.
    pub(crate) fn want(&mut self, position: Option<&Position>, desk: &mut Desk) {
        let wanted = position.filter(|position| !position.is_over()).copied();
        if wanted == self.of {
            return;
        }
        desk.cancel(&mut self.ticket);
        self.found = None;
        self.of = wanted;
        if let Some(position) = wanted {
            let ticket = desk.ticket();
            self.ticket = Some(ticket);
            desk.ask(Effect::Analyse {
                ticket,
                position: Box::new(position),
            });
        }
    }

    pub(crate) fn hear(&mut self, reply: &Reply) {
        if let Reply::Analysed {
            ticket,
            analysis,
            last,
        } = reply
            && self.ticket == Some(*ticket)
        {
            self.found = Some(analysis.clone());
            if *last {
                self.ticket = None;
            }
        }
    }

    /// The results for the position, if it is this one.
    pub(crate) fn of(&self, position: &Position) -> Option<&Analysis> {
        self.found
            .as_deref()
            .filter(|_| self.of.as_ref() == Some(position))
    }

    /// Better answers may come.
    pub(crate) fn is_going_on(&self) -> bool {
        self.ticket.is_some()
    }
}

/// The moves, the best first; of equals those marked as best, then as the pits stand.
pub(super) fn best_first(analysis: &Analysis) -> Vec<&MoveValue> {
    let mut moves: Vec<&MoveValue> = analysis.moves.iter().collect();
    moves.sort_by_key(|value| {
        let best = analysis.best.contains(&value.pit);
        (!best, std::cmp::Reverse(value.margin), value.pit)
    });
    moves
}

/// Moves in a row, with a slash where the turn passes to the other side.
pub(crate) fn line(position: &Position, moves: &[Pit]) -> String {
    let mut words = Vec::new();
    let mut position = *position;
    for &pit in moves {
        let Ok(step) = position.step(pit) else { break };
        words.push(match step.extra_turn {
            true => format!("{pit}+"),
            false if step.captured > 0 => format!("{pit}x"),
            false => pit.to_string(),
        });
        if step.after.to_move() != position.to_move() && !step.after.is_over() {
            words.push("/".to_owned());
        }
        position = step.after;
    }
    if words.last().is_some_and(|word| word == "/") {
        words.pop();
    }
    words.join(" ")
}

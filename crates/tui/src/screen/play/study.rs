//! What the moves of a position are worth, worked out beside everything else.

use engine::analyse::{Analysis, MoveValue};
use kalah::{Pit, Position};
use texts::wording::{People, Person};
use texts::{Texts, text};

use crate::work::{Desk, Effect, Reply, Ticket};

/// The position looked into, and what is known of it so far.
#[derive(Default)]
pub(super) struct Study {
    of: Option<Position>,
    ticket: Option<Ticket>,
    found: Option<Box<Analysis>>,
}

impl Study {
    /// Looks into this position from now on, or into none.
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

    /// What is known of the position, if it is this one.
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

/// `+8`, or `~+3` while it is an estimate.
pub(crate) fn worth(value: &MoveValue) -> String {
    let about = if value.bounds.is_exact() { "" } else { "~" };
    match value.margin {
        0 => format!("{about}0"),
        margin => format!("{about}{margin:+}"),
    }
}

/// The best move and the reason for it, told to the one who asked.
pub(super) fn hint(
    analysis: &Analysis,
    position: &Position,
    people: &People,
    texts: &Texts,
) -> Option<(Pit, String)> {
    let pit = *analysis.best.first()?;
    let best = analysis.of(pit)?;
    let sowing = position.sow(pit).ok()?;
    let told = texts::wording::sowing(texts, &sowing, people);
    let margin = best.margin.abs();
    let proved = best.bounds.is_exact() && analysis.bounds.is_exact();
    let mut why = match (best.margin.signum(), proved) {
        (1, true) => text!(texts, "play.hint.wins", margin = margin),
        (-1, true) => text!(texts, "play.hint.loses", margin = margin),
        (_, true) => text!(texts, "play.hint.draws"),
        (1, false) => text!(texts, "play.hint.about-wins", margin = margin),
        (-1, false) => text!(texts, "play.hint.about-loses", margin = margin),
        (_, false) => text!(texts, "play.hint.about-draws"),
    };
    let worse = analysis
        .moves
        .iter()
        .filter(|value| value.margin < best.margin);
    if let Some(second) = worse.max_by_key(|value| value.margin)
        && analysis.is_exact()
    {
        let (pit, count) = (second.pit.to_string(), best.margin - second.margin);
        why.push(' ');
        why.push_str(&text!(texts, "play.hint.second", pit = pit, count = count));
    }
    let number = pit.to_string();
    Some((
        pit,
        text!(texts, "play.hint", pit = number, told = told, why = why),
    ))
}

/// Who wins by how much, in a sentence.
pub(super) fn verdict(
    analysis: &Analysis,
    position: &Position,
    people: &People,
    texts: &Texts,
) -> String {
    let (mover, margin) = (position.to_move(), analysis.margin);
    if margin == 0 {
        return match analysis.bounds.is_exact() {
            true => text!(texts, "play.hint.draws"),
            false => text!(texts, "play.hint.about-draws"),
        };
    }
    let winner = if margin > 0 { mover } else { mover.other() };
    let seeds = margin.abs();
    match (people.on(winner), analysis.bounds.is_exact()) {
        (Person::You, true) => text!(texts, "play.hint.wins", margin = seeds),
        (Person::You, false) => text!(texts, "play.hint.about-wins", margin = seeds),
        (other, true) => {
            text!(
                texts,
                "tui.analysis.wins",
                name = other.name(texts),
                margin = seeds
            )
        }
        (other, false) => {
            text!(
                texts,
                "tui.analysis.about",
                name = other.name(texts),
                margin = seeds
            )
        }
    }
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

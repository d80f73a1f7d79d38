//! Sentences about the values of positions and moves: analysis, hints, reviews and the position editor.

use engine::Bounds;
use engine::analyse::{Analysis, MoveValue};
use engine::review::{Play, Review, Reviewed, Verdict};
use kalah::{House, Pit, Preset, Rules, Side, Sowing};

use crate::wording::{People, capitalised, house, list, seeds};
use crate::{Texts, text};

/// A final margin with its proved bounds; `margin` is the best estimate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worth {
    pub bounds: Bounds,
    pub margin: i32,
}

/// How far a value is proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    Exact,
    /// It is the lower bound.
    Least,
    /// It is the upper bound.
    Most,
    /// It is an estimate inside the bounds.
    About,
}

impl Worth {
    /// The values of a position, for the side to move.
    #[must_use]
    pub fn of(analysis: &Analysis) -> Worth {
        Worth {
            bounds: analysis.bounds,
            margin: analysis.margin,
        }
    }

    /// The values of a move, for its mover.
    #[must_use]
    pub fn of_move(value: &MoveValue) -> Worth {
        Worth {
            bounds: value.bounds,
            margin: value.margin,
        }
    }

    #[must_use]
    pub fn proof(self) -> Proof {
        match self.margin {
            _ if self.bounds.is_exact() => Proof::Exact,
            margin if margin == self.bounds.lower => Proof::Least,
            margin if margin == self.bounds.upper => Proof::Most,
            _ => Proof::About,
        }
    }

    /// South's margin, given this side's.
    #[must_use]
    pub fn for_south(self, side: Side) -> Worth {
        match side {
            Side::South => self,
            Side::North => self.negated(),
        }
    }

    /// The same seen from the other side.
    fn negated(self) -> Worth {
        Worth {
            bounds: self.bounds.negated(),
            margin: -self.margin,
        }
    }
}

/// `+8`, `at least +4`, `about -2`
pub fn worth(texts: &Texts, worth: Worth) -> String {
    let margin = match worth.margin {
        0 => "0".to_owned(),
        margin => format!("{margin:+}").replace('-', "\u{2212}"),
    };
    match worth.proof() {
        Proof::Exact => margin,
        Proof::Least => text!(texts, "worth.least", margin = margin),
        Proof::Most => text!(texts, "worth.most", margin = margin),
        Proof::About => text!(texts, "worth.about", margin = margin),
    }
}

/// `+8`, or `~+3` while it is not exact: for places with room for a number only.
#[must_use]
pub fn short(worth: Worth) -> String {
    let about = match worth.proof() {
        Proof::Exact => "",
        _ => "~",
    };
    match worth.margin {
        0 => format!("{about}0"),
        margin => format!("{about}{margin:+}"),
    }
}

/// Who wins with best play, and by how much; `worth` is the side's.
pub fn prospect(texts: &Texts, side: Side, worth: Worth, people: &People) -> String {
    let exact = worth.proof() == Proof::Exact;
    let ahead = match worth.margin {
        ..0 => worth.negated(),
        _ => worth,
    };
    let person = match worth.margin {
        ..0 => people.on(side.other()),
        _ => people.on(side),
    };
    let (you, name) = (person.is_you(), person.name(texts));
    let margin = ahead.margin;
    let sentence = match (margin, exact, you) {
        (0, true, _) => text!(texts, "prospect.draw"),
        (0, false, _) => text!(texts, "prospect.even"),
        (_, true, true) => text!(texts, "prospect.you-win", margin = margin),
        (_, true, false) => text!(texts, "prospect.they-win", name = name, margin = margin),
        _ if ahead.bounds.lower > 0 => {
            let least = ahead.bounds.lower;
            match you {
                true => text!(texts, "prospect.you-win-least", margin = least),
                false => text!(
                    texts,
                    "prospect.they-win-least",
                    name = name,
                    margin = least
                ),
            }
        }
        (_, false, true) => text!(texts, "prospect.you-lead", margin = margin),
        (_, false, false) => text!(texts, "prospect.they-lead", name = name, margin = margin),
    };
    capitalised(&sentence)
}

/// The value of an advised move for its mover.
pub fn advice(texts: &Texts, margin: i32, proved: bool) -> String {
    let by = margin.abs();
    match (margin.signum(), proved) {
        (1, true) => text!(texts, "play.hint.wins", margin = by),
        (-1, true) => text!(texts, "play.hint.loses", margin = by),
        (_, true) => text!(texts, "play.hint.draws"),
        (1, false) => text!(texts, "play.hint.about-wins", margin = by),
        (-1, false) => text!(texts, "play.hint.about-loses", margin = by),
        (_, false) => text!(texts, "play.hint.about-draws"),
    }
}

/// The loss of the best of the worse moves.
pub fn second_best(texts: &Texts, pit: Pit, less: i32) -> String {
    text!(
        texts,
        "play.hint.second",
        pit = pit.to_string(),
        count = less
    )
}

/// The whole hint.
pub fn hint(texts: &Texts, pit: Pit, told: &str, why: &str) -> String {
    let hint = text!(
        texts,
        "play.hint",
        pit = pit.to_string(),
        told = told,
        why = why
    );
    hint.trim_end().to_owned()
}

/// The immediate effect of an advised move, if worth mentioning.
pub fn effect(texts: &Texts, sowing: &Sowing) -> Option<String> {
    match sowing.capture {
        Some(capture) if capture.from_opposite > 0 => {
            let seeds = seeds(texts, capture.from_opposite);
            Some(text!(texts, "hint.captures", seeds = seeds))
        }
        _ if sowing.over => Some(text!(texts, "hint.ends")),
        _ if sowing.extra_turn => Some(text!(texts, "hint.again")),
        _ => None,
    }
}

/// The move saves this many seeds of a pit that the other side could capture.
pub fn rescue(texts: &Texts, pit: Pit, count: u16) -> String {
    let seeds = seeds(texts, count);
    text!(texts, "hint.saves", pit = pit.to_string(), seeds = seeds)
}

/// The quality of a move in a reviewed game: its cost, and the better moves.
pub fn reviewed(texts: &Texts, reviewed: &Reviewed) -> String {
    let cost = match reviewed.cost.is_exact() {
        true => text!(
            texts,
            "review.costs",
            seeds = lost(texts, reviewed.cost.lower)
        ),
        false => text!(
            texts,
            "review.costs-least",
            seeds = lost(texts, reviewed.cost.lower)
        ),
    };
    let best = list(texts, reviewed.analysis.best.iter().copied());
    match (reviewed.verdict, reviewed.cost_at_most()) {
        (Some(Verdict::Best), _) => text!(texts, "review.best"),
        (Some(Verdict::Inexact), _) => text!(texts, "review.inexact", cost = cost, best = best),
        (Some(Verdict::Mistake), _) => text!(texts, "review.mistake", cost = cost, best = best),
        (Some(Verdict::Blunder), _) => text!(texts, "review.blunder", cost = cost, best = best),
        (None, Some(most)) => text!(texts, "review.open-most", seeds = lost(texts, most)),
        (None, None) => text!(texts, "review.open"),
    }
}

fn lost(texts: &Texts, count: i32) -> String {
    seeds(texts, u16::try_from(count).unwrap_or(0))
}

/// A result for its mover: 1 win, 0 draw, -1 loss.
fn result(texts: &Texts, result: i32) -> String {
    match result {
        1 => text!(texts, "review.win"),
        0 => text!(texts, "review.draw"),
        _ => text!(texts, "review.loss"),
    }
}

/// The move after which the result was never again in doubt; or that there is none, or that none is proved. `whole`:
/// whether all moves of the game are in the review.
pub fn turning_point(texts: &Texts, review: &Review, whole: bool, people: &People) -> String {
    let turned = review.turning_move();
    let Some((reviewed, (before, after))) = turned.and_then(|move_| Some((move_, move_.turn()?)))
    else {
        return match whole && review.is_resolved() {
            true => text!(texts, "review.no-turning-point"),
            false => text!(texts, "review.no-proved-turning-point"),
        };
    };
    let played = House::Pit {
        side: reviewed.side,
        pit: reviewed.pit,
    };
    let told = text!(
        texts,
        "review.turning-point",
        number = reviewed.number,
        house = house(texts, played, people),
        before = result(texts, before),
        after = result(texts, after)
    );
    capitalised(&told)
}

/// A side's play in figures, which count only what is proved.
pub fn play(texts: &Texts, play: &Play) -> String {
    let accuracy = play.accuracy.round() as i64;
    let (all, lost) = (
        crate::wording::moves(texts, play.moves),
        lost(texts, play.cost),
    );
    match play.judged {
        _ if play.moves == 0 => text!(texts, "review.no-moves"),
        0 => text!(texts, "review.play-open", moves = all),
        judged if judged == play.moves => text!(
            texts,
            "review.play",
            accuracy = accuracy,
            seeds = lost,
            count = play.blunders
        ),
        judged => text!(
            texts,
            "review.play-partly",
            accuracy = accuracy,
            judged = judged,
            moves = all,
            seeds = lost,
            count = play.blunders
        ),
    }
}

/// Rules by name: the preset they are or come from, with the seeds where these are others.
pub fn rules_name(texts: &Texts, rules: Rules) -> String {
    let alike = |preset: &Preset| {
        let other = preset.rules();
        (other.pits(), other.capture(), other.end(), other.lift())
            == (rules.pits(), rules.capture(), rules.end(), rules.lift())
    };
    let from = (rules.preset()).or_else(|| Preset::ALL.into_iter().find(alike));
    let name = match from {
        Some(from) => preset(texts, from).0,
        None => text!(texts, "online.pits", count = rules.pits()),
    };
    match from.is_some_and(|from| from.rules().seeds() == rules.seeds()) {
        true => name,
        false => {
            let seeds = text!(texts, "online.seeds", count = rules.seeds());
            format!("{name}, {seeds}")
        }
    }
}

/// The name of a preset of the rules, and a line about it.
pub fn preset(texts: &Texts, preset: Preset) -> (String, String) {
    match preset {
        Preset::Standard => (
            text!(texts, "preset.standard"),
            text!(texts, "preset.standard.about"),
        ),
        Preset::Y2016 => (
            text!(texts, "preset.2016"),
            text!(texts, "preset.2016.about"),
        ),
        Preset::Y2022 => (
            text!(texts, "preset.2022"),
            text!(texts, "preset.2022.about"),
        ),
        Preset::Y2023 => (
            text!(texts, "preset.2023"),
            text!(texts, "preset.2023.about"),
        ),
        Preset::AinShamsSteal => (
            text!(texts, "preset.ain-shams-steal"),
            text!(texts, "preset.ain-shams-steal.about"),
        ),
        Preset::AinShamsNoSteal => (
            text!(texts, "preset.ain-shams-no-steal"),
            text!(texts, "preset.ain-shams-no-steal.about"),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(lower: i32, margin: i32, upper: i32) -> (String, String) {
        let texts = Texts::english();
        let known = Worth {
            bounds: Bounds { lower, upper },
            margin,
        };
        let people = People::sides();
        (
            worth(&texts, known),
            prospect(&texts, Side::South, known, &people),
        )
    }

    #[test]
    fn only_what_is_proved_is_said_to_be() {
        let both = |a: &str, b: &str| (a.to_owned(), b.to_owned());
        assert_eq!(told(8, 8, 8), both("+8", "South wins by 8."));
        assert_eq!(told(-2, -2, -2), both("\u{2212}2", "North wins by 2."));
        assert_eq!(told(0, 0, 0), both("0", "A draw."));
        assert_eq!(
            told(4, 4, 12),
            both("at least +4", "South wins by at least 4.")
        );
        assert_eq!(
            told(-20, 6, 12),
            both("about +6", "South is ahead by about 6.")
        );
        assert_eq!(told(-20, 0, 12), both("about 0", "About even."));
        assert_eq!(
            told(-30, -6, -6),
            both("at most \u{2212}6", "North wins by at least 6.")
        );
    }
}

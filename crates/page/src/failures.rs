//! Refusals that the page can translate: each has a key in the catalogue of texts, so that a reader of Russian gets them in
//! Russian. The English here equals the catalogue's; a test compares them.

use std::fmt::Display;

use crate::reply::Failure;

/// A reason with placeholders for values: its key in the catalogue, and its English.
pub struct Reason {
    pub key: &'static str,
    pub english: &'static str,
}

impl Reason {
    const fn new(key: &'static str, english: &'static str) -> Reason {
        Reason { key, english }
    }

    /// Refuses for this reason.
    pub(crate) fn refuses(&'static self) -> Failure {
        self.with(&[])
    }

    /// Refuses for this reason, with its values.
    pub fn with(&'static self, values: &[(&'static str, &dyn Display)]) -> Failure {
        let values: Vec<(&str, String)> = values
            .iter()
            .map(|(name, value)| (*name, value.to_string()))
            .collect();
        let mut message = self.english.to_owned();
        for (name, value) in &values {
            message = message.replace(&format!("{{{name}}}"), value);
        }
        Failure::said(self.key, message, values)
    }
}

pub static NO_ADVICE: Reason = Reason::new(
    "failure.no-advice",
    "there is no move to advise: the game is over",
);
pub static OTHER_POSITION: Reason = Reason::new(
    "failure.other-position",
    "this is the analysis of another position",
);
pub static EXCHANGED_BOUNDS: Reason = Reason::new(
    "failure.exchanged-bounds",
    "the bounds of a value are exchanged",
);
pub static NO_MEMORY: Reason = Reason::new(
    "failure.no-memory",
    "there is not enough memory for the search: {why}",
);
pub static NO_MOVES: Reason = Reason::new("failure.no-moves", "the game has no moves to review");
pub static GAME_OVER: Reason = Reason::new("failure.game-over", "the game is over");
pub static OTHER_PITS: Reason = Reason::new(
    "failure.other-pits",
    "the panel has {panel} pits in a row, the rules have {rules}",
);
pub static NOT_A_MEMORY: Reason = Reason::new("failure.not-a-memory", "this part is not a memory");
pub static LONG_WAVEFORM: Reason = Reason::new(
    "failure.long-waveform",
    "a waveform has at most {most} half-ticks: choose a shorter stretch",
);
pub static LARGE_WAVEFORM: Reason = Reason::new(
    "failure.large-waveform",
    "the waveform has more than {most} MB: choose fewer half-ticks",
);
pub static NO_FIRMWARE_FILE: Reason = Reason::new(
    "failure.no-firmware-file",
    "the firmware of {model} has no file '{name}'",
);
pub static RUN_PROBLEM: Reason = Reason::new("failure.run-problem", "{file}, line {line}: {what}");
pub static NO_RUN: Reason = Reason::new("failure.no-run", "there is no run to replay");
pub static NO_FUTURE: Reason = Reason::new("failure.no-future", "there is no future {number}");
pub static NOTHING_INSIDE: Reason =
    Reason::new("failure.nothing-inside", "{path} has nothing inside");
pub static LONG_PROGRAM: Reason = Reason::new(
    "failure.long-program",
    "the program has {length} bytes of source; {most} is the most",
);
pub static LARGE_RECORD: Reason = Reason::new(
    "failure.large-record",
    "the file is too large to be the record of a game",
);
pub static NO_GAME: Reason = Reason::new(
    "failure.no-game",
    "there is no game {number}: the file holds {count}",
);
pub static NO_CIRCUIT: Reason = Reason::new("failure.no-circuit", "there is no circuit '{path}'");
pub static NO_SUCH_CIRCUIT: Reason =
    Reason::new("failure.no-such-circuit", "there is no such circuit");
pub static BROKEN_LINK: Reason = Reason::new("failure.broken-link", "this link is broken: {why}");
pub static STANDS_IN: Reason = Reason::new(
    "failure.stands-in",
    "a specification stands in for this chip: open its own circuit to build it",
);
pub static NO_CHIP: Reason = Reason::new(
    "failure.no-chip",
    "the specification has mistakes: fix them first",
);

/// All reasons.
#[cfg(test)]
static ALL: [&Reason; 23] = [
    &NO_ADVICE,
    &OTHER_POSITION,
    &EXCHANGED_BOUNDS,
    &NO_MEMORY,
    &NO_MOVES,
    &GAME_OVER,
    &OTHER_PITS,
    &NOT_A_MEMORY,
    &LONG_WAVEFORM,
    &LARGE_WAVEFORM,
    &NO_FIRMWARE_FILE,
    &RUN_PROBLEM,
    &NO_RUN,
    &NO_FUTURE,
    &NOTHING_INSIDE,
    &LONG_PROGRAM,
    &LARGE_RECORD,
    &NO_GAME,
    &NO_CIRCUIT,
    &NO_SUCH_CIRCUIT,
    &BROKEN_LINK,
    &STANDS_IN,
    &NO_CHIP,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_catalogues_have_every_reason_with_its_values() {
        let catalogue = |text: &str| -> serde_json::Map<String, serde_json::Value> {
            serde_json::from_str(text).unwrap()
        };
        let english = catalogue(include_str!("../../texts/en.json"));
        let russian = catalogue(include_str!("../../texts/ru.json"));
        let places = |text: &str| {
            let places = text.split('{').skip(1);
            let mut places: Vec<String> = places
                .filter_map(|rest| Some(rest.split_once('}')?.0.to_owned()))
                .collect();
            places.sort();
            places
        };
        for reason in ALL {
            assert_eq!(english[reason.key], reason.english);
            let translated = russian[reason.key].as_str().unwrap();
            assert_eq!(places(translated), places(reason.english), "{translated}");
        }
    }

    #[test]
    fn values_stand_in_their_places() {
        let failure = NO_GAME.with(&[("number", &7), ("count", &2)]);
        assert_eq!(failure.message(), "there is no game 7: the file holds 2");
    }
}

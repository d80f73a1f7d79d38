//! What a person at the panel, or a script, can do.

use std::str::FromStr;

use console::{Button, Light, Model, Outcome, Phase};
use kalah::Side;

/// A line of a script or of a conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Nothing: an empty line or a comment.
    Nothing,
    /// Press and let go, then wait until the machine waits.
    Press(Button),
    /// A bare number: a pit, or while settings are asked for, seeds.
    Number(u8),
    /// From now on exactly these pits' buttons are down.
    Hold(Vec<Button>),
    /// Let so many half-ticks pass.
    Run(u64),
    /// Wait until the machine waits for a person.
    Settle,
    Show,
    Expect(Expectation),
    Help,
    Quit,
}

/// What a script expects of the panel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expectation {
    Pits(Side, [u8; 6]),
    Stores([u8; 2]),
    Light(Light, bool),
    Lamp(Option<u8>),
    Phase(Phase),
    Outcome(Outcome),
}

impl FromStr for Action {
    type Err = String;

    fn from_str(line: &str) -> Result<Action, String> {
        let line = line.split('#').next().unwrap_or_default();
        let words: Vec<&str> = line.split_whitespace().collect();
        let (Some(&verb), rest) = (words.first(), words.get(1..).unwrap_or_default()) else {
            return Ok(Action::Nothing);
        };
        let verb = verb.to_lowercase();
        match (verb.as_str(), rest) {
            ("press", [pit]) => Ok(Action::Press(Button::Pit(number(pit)?))),
            ("seeds", [seeds]) => Ok(Action::Press(Button::Seeds(number(seeds)?))),
            ("first", [who]) => side(who).map(first),
            ("human" | "you" | "user" | "computer" | "ai", []) => side(&verb).map(first),
            ("hold", [_, ..]) => {
                let pits: Result<Vec<u8>, String> = rest.iter().map(|pit| number(pit)).collect();
                Ok(Action::Hold(pits?.into_iter().map(Button::Pit).collect()))
            }
            ("release", []) => Ok(Action::Hold(Vec::new())),
            ("run", [half_ticks]) => match half_ticks.parse() {
                Ok(count) if count <= MOST_HALF_TICKS => Ok(Action::Run(count)),
                _ => Err(format!(
                    "'{half_ticks}' is no number of half-ticks up to {MOST_HALF_TICKS}"
                )),
            },
            ("settle", []) => Ok(Action::Settle),
            ("show" | "look", []) => Ok(Action::Show),
            ("expect", [what, values @ ..]) => expectation(what, values).map(Action::Expect),
            ("help" | "h" | "?", []) => Ok(Action::Help),
            ("quit" | "q" | "exit", []) => Ok(Action::Quit),
            (digits, []) if digits.parse::<u8>().is_ok() => number(digits).map(Action::Number),
            _ => Err(format!(
                "'{}' is nothing this panel understands; 'help' lists what is",
                line.trim()
            )),
        }
    }
}

/// An hour at a megahertz or so.
const MOST_HALF_TICKS: u64 = 10_000_000_000;

fn first(side: Side) -> Action {
    Action::Press(Button::First(side))
}

fn side(who: &str) -> Result<Side, String> {
    match who.to_lowercase().as_str() {
        "human" | "you" | "user" => Ok(Side::South),
        "computer" | "ai" => Ok(Side::North),
        _ => Err(format!(
            "'{who}' does not play here: it is you (or user, human) or AI (or computer)"
        )),
    }
}

fn number(text: &str) -> Result<u8, String> {
    text.parse()
        .map_err(|_| format!("'{text}' is no number of a button"))
}

fn expectation(what: &str, values: &[&str]) -> Result<Expectation, String> {
    match what {
        "south" => Ok(Expectation::Pits(Side::South, numbers(values)?)),
        "north" => Ok(Expectation::Pits(Side::North, numbers(values)?)),
        "stores" => Ok(Expectation::Stores(numbers(values)?)),
        "on" | "off" => Ok(Expectation::Light(light(&values.join(" "))?, what == "on")),
        "lamp" => match values {
            ["none"] => Ok(Expectation::Lamp(None)),
            [pit] => Ok(Expectation::Lamp(Some(number(pit)?))),
            _ => Err("a lamp is a pit number or none".to_owned()),
        },
        "phase" => named(values).map(Expectation::Phase),
        "outcome" => named(values).map(Expectation::Outcome),
        _ => Err(format!(
            "nothing called '{what}' can be expected; 'help' lists what can"
        )),
    }
}

fn numbers<const N: usize>(values: &[&str]) -> Result<[u8; N], String> {
    let parsed: Option<Vec<u8>> = values
        .iter()
        .map(|value| value.parse::<u8>().ok())
        .collect();
    parsed
        .and_then(|numbers| numbers.try_into().ok())
        .ok_or_else(|| format!("'{}' is not {N} numbers", values.join(" ")))
}

fn light(name: &str) -> Result<Light, String> {
    let all = Model::ALL.map(Model::lights).concat();
    all.into_iter()
        .find(|light| light.name() == name)
        .ok_or_else(|| format!("no console has a light '{name}'"))
}

/// A value by the name it has in JSON.
fn named<T: serde::de::DeserializeOwned>(values: &[&str]) -> Result<T, String> {
    let name = values.join(" ");
    serde_json::from_value(serde_json::Value::from(name.as_str()))
        .map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_understood() {
        let of = |line: &str| line.parse::<Action>().unwrap();
        assert_eq!(of("  # all quiet"), Action::Nothing);
        assert_eq!(of("3"), Action::Number(3));
        assert_eq!(of("press 3 # the third"), Action::Press(Button::Pit(3)));
        assert_eq!(of("first computer"), of("computer"));
        assert_eq!(of("AI"), of("first computer"));
        for word in ["you", "user", "human"] {
            assert_eq!(of(word), Action::Press(Button::First(Side::South)));
        }
        assert_eq!(
            of("hold 1 2"),
            Action::Hold(vec![Button::Pit(1), Button::Pit(2)])
        );
        let lit = Expectation::Light(Light::MakeMove, true);
        assert_eq!(of("expect on make move"), Action::Expect(lit));
        assert_eq!(
            of("expect phase over"),
            Action::Expect(Expectation::Phase(Phase::Over))
        );
        let draw = Expectation::Outcome(Outcome::Draw);
        assert_eq!(of("expect outcome draw"), Action::Expect(draw));
    }

    #[test]
    fn nonsense_is_named() {
        for line in [
            "jump",
            "press",
            "press x",
            "press 300",
            "run -1",
            "run 99999999999",
            "hold",
            "expect",
            "expect south 1 2",
            "expect on moon",
            "expect phase lunch",
            "expect lamp",
            "first nobody",
            "3 4",
        ] {
            let error = line.parse::<Action>().unwrap_err();
            assert!(!error.is_empty(), "{line}");
        }
    }
}

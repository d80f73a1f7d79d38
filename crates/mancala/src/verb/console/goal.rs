//! What a console is run to, as a person writes it.
//!
//! ```text
//! goal   EXPECTATION | at PLACE | change THING | write CELL | waits | halts
//! ```

use console::{Code, Light, Model, Powered, Stop, Stops, Thing};
use expect::Mistake;
use kalah::Side;
use timeline::Watch;

use super::expectation::{self, Expectation, Parts, register, told};
use super::machine::Running;
use crate::wording::words;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Something comes about.
    Stop(Stop),
    /// The console is so.
    Is(Expectation),
}

impl Goal {
    /// Reads what stands in a line from a byte on.
    pub fn read(line: &str, from: usize, code: &Code) -> Result<Goal, Mistake> {
        let text = line[from..].split('#').next().unwrap_or_default();
        let start = from + (text.len() - text.trim_start().len());
        let text = text.trim();
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let rest = rest.trim();
        let end = (start + text.len()).max(start);
        let wrong = |what: String| Mistake::new(start, end, what);
        let stop = match word {
            "at" => Stop::At(code.places(rest).map_err(|error| wrong(told(&error)))?),
            "write" => Stop::Writes(code.cell(rest).map_err(|error| wrong(told(&error)))?),
            "change" => change(rest, code).map_err(wrong)?,
            "waits" if rest.is_empty() => Stop::Waits,
            "halts" if rest.is_empty() => Stop::Halts,
            _ => {
                let expected = expect::expectation(line, from, &mut Parts { code })?;
                return Ok(Goal::Is(expected));
            }
        };
        Ok(Goal::Stop(stop))
    }
}

fn change(name: &str, code: &Code) -> Result<Stop, String> {
    match name {
        "panel" => Ok(Stop::Panel),
        name => thing(name, code).map(Stop::Changes),
    }
}

/// Something that has a value: `south 3`, `north store`, a light, a register or a cell.
pub fn thing(name: &str, code: &Code) -> Result<Thing, String> {
    let words: Vec<&str> = name.split_whitespace().collect();
    let pit = |side, pit: &str| {
        let number = pit.parse().ok().filter(|pit| (1..=6).contains(pit));
        let number = number.ok_or_else(|| words!("expect.no-pit", pit = pit))?;
        Ok(Thing::Pit(side, number))
    };
    match words[..] {
        ["south", "store"] => return Ok(Thing::Store(Side::South)),
        ["north", "store"] => return Ok(Thing::Store(Side::North)),
        ["south", number] => return pit(Side::South, number),
        ["north", number] => return pit(Side::North, number),
        _ => {}
    }
    let lights = Model::ALL.map(Model::lights).concat();
    let light = lights
        .into_iter()
        .find(|light: &Light| light.name() == name);
    match register(name).or(light.map(Thing::Light)) {
        Some(thing) => Ok(thing),
        None => {
            let cell = code.cell(name).map_err(|error| told(&error))?;
            Ok(Thing::Cell(cell))
        }
    }
}

/// Goals to look for; [`Goals::met`] tells which was met.
pub struct Goals<'a> {
    expected: Vec<(usize, &'a Expectation)>,
    stops: Stops,
    /// The numbers of the stops.
    numbers: Vec<usize>,
    met: Option<usize>,
}

impl<'a> Goals<'a> {
    /// Goals with their numbers.
    pub fn new(goals: impl IntoIterator<Item = (usize, &'a Goal)>) -> Goals<'a> {
        let (mut expected, mut stops, mut numbers) = (Vec::new(), Vec::new(), Vec::new());
        for (number, goal) in goals {
            match goal {
                Goal::Is(one) => expected.push((number, one)),
                Goal::Stop(stop) => {
                    stops.push(stop.clone());
                    numbers.push(number);
                }
            }
        }
        Goals {
            expected,
            stops: Stops::new(stops),
            numbers,
            met: None,
        }
    }

    /// The number of the goal that was met last.
    pub fn met(&self) -> Option<usize> {
        self.met
    }

    fn noted(&mut self, met: bool) -> bool {
        if met {
            self.met = self.stops.met().map(|at| self.numbers[at]);
        }
        met
    }
}

impl Watch<Powered<Running>> for Goals<'_> {
    fn holds(&mut self, subject: &Powered<Running>) -> bool {
        let mut expected = self.expected.iter();
        let met = expected.find(|(_, expected)| expectation::is_met(expected, &subject.0));
        if let Some((number, _)) = met {
            self.met = Some(*number);
            return true;
        }
        let met = self.stops.holds(subject);
        self.noted(met)
    }

    fn before(&mut self, subject: &Powered<Running>) {
        self.stops.before(subject);
    }

    fn happened(&mut self, after: &Powered<Running>) -> bool {
        let met = self.stops.happened(after);
        self.noted(met)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goals_are_read() {
        let code = Code::new(Model::Y2023);
        let read = |text: &str| Goal::read(text, 0, &code);
        let stop = |text: &str| match read(text).unwrap() {
            Goal::Stop(stop) => stop,
            Goal::Is(expected) => panic!("{expected:?}"),
        };
        assert_eq!(stop("waits"), Stop::Waits);
        assert_eq!(stop(" halts # at the end"), Stop::Halts);
        assert_eq!(stop("write MESSAGE"), Stop::Writes(0x12));
        assert_eq!(stop("change [MESSAGE]"), Stop::Changes(Thing::Cell(0x12)));
        assert_eq!(stop("change r2"), Stop::Changes(Thing::Register(2)));
        assert_eq!(stop("change panel"), Stop::Panel);
        let pit = Thing::Pit(Side::North, 6);
        assert_eq!(stop("change north 6"), Stop::Changes(pit));
        let error = Thing::Light(Light::Error);
        assert_eq!(stop("change error"), Stop::Changes(error));
        assert!(matches!(stop("at ask"), Stop::At(places) if !places.is_empty()));
        assert!(matches!(read("error is on"), Ok(Goal::Is(_))));
        assert!(matches!(read("[TURN] = 2 and phase busy"), Ok(Goal::Is(_))));
    }

    #[test]
    fn mistakes_are_named_in_their_places() {
        let code = Code::new(Model::Y2023);
        for (text, part, at) in [
            ("until at askk", "did you mean 'ask'?", 6),
            ("until write MESAGE", "did you mean 'MESSAGE'?", 6),
            ("until change south 9", "'9' is not a pit", 6),
            ("until at", "no label or address ''", 6),
            ("until eror is on", "did you mean 'error'?", 6),
            ("until", "something to compare", 5),
        ] {
            let mistake = Goal::read(text, 5, &code).unwrap_err();
            let told = &mistake.message;
            assert!(
                told.contains(part) && mistake.start == at,
                "{text}: {mistake:?}"
            );
        }
    }
}

//! Conditions to run a console to, as a person writes them.
//!
//! ```text
//! goal   EXPECTATION | [at] PLACE | change THING | write CELL | waits | halts
//! ```

use consoles::{Light, Machine, Model, Powered, Stop, Stops, Thing};
use expect::Mistake;
use kalah::Side;
use texts::text;
use timeline::Watch;

use super::Reader;
use super::expectation::{self, Expectation, Parts, register, told};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// A condition becomes true.
    Stop(Stop),
    /// The expectation holds.
    Is(Expectation),
}

impl Condition {
    /// Reads the condition that starts at a byte of a line.
    pub fn read(line: &str, from: usize, reader: Reader<'_>) -> Result<Condition, Mistake> {
        let text = line[from..].split('#').next().unwrap_or_default();
        let start = from + (text.len() - text.trim_start().len());
        let text = text.trim();
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let rest = rest.trim();
        let end = (start + text.len()).max(start);
        let wrong = |what: String| Mistake::new(start, end, what);
        let stop = match word {
            "at" => Stop::At(
                reader
                    .code
                    .places(rest)
                    .map_err(|error| wrong(told(&error, reader.texts)))?,
            ),
            "write" => Stop::Writes(
                reader
                    .code
                    .cell(rest)
                    .map_err(|error| wrong(told(&error, reader.texts)))?,
            ),
            "change" => change(rest, reader).map_err(wrong)?,
            "waits" if rest.is_empty() => Stop::Waits,
            "halts" if rest.is_empty() => Stop::Halts,
            place if is_place(place, rest, reader) => {
                let places = reader.code.places(place);
                Stop::At(places.map_err(|error| wrong(told(&error, reader.texts)))?)
            }
            _ => {
                let expected = expect::expectation(line, from, &mut Parts { reader })?;
                return Ok(Condition::Is(expected));
            }
        };
        Ok(Condition::Stop(stop))
    }
}

/// Whether a condition is a place alone: a word that names nothing with a value.
fn is_place(word: &str, rest: &str, reader: Reader<'_>) -> bool {
    let is_word = !word.is_empty() && rest.is_empty() && !word.contains(['=', '<', '>', '!', '"']);
    let has_value = || expectation::WORDS.contains(&word) || thing(word, reader).is_ok();
    is_word && (reader.code.places(word).is_ok() || !has_value())
}

fn change(name: &str, reader: Reader<'_>) -> Result<Stop, String> {
    match name {
        "panel" => Ok(Stop::Panel),
        name => thing(name, reader).map(Stop::Changes),
    }
}

/// Something that has a value: `south 3`, `north store`, a light, a register or a cell.
pub fn thing(name: &str, reader: Reader<'_>) -> Result<Thing, String> {
    let words: Vec<&str> = name.split_whitespace().collect();
    let pit = |side, pit: &str| {
        let number = pit.parse().ok().filter(|pit| (1..=6).contains(pit));
        let number = number.ok_or_else(|| text!(reader.texts, "expect.no-pit", pit = pit))?;
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
            let cell = reader
                .code
                .cell(name)
                .map_err(|error| told(&error, reader.texts))?;
            Ok(Thing::Cell(cell))
        }
    }
}

/// Watches for a condition.
#[derive(Clone, Debug)]
pub enum Lookout {
    Stop(Stops),
    Is(Expectation),
}

impl Condition {
    pub fn lookout(&self) -> Lookout {
        match self {
            Condition::Stop(stop) => Lookout::Stop(Stops::new(vec![stop.clone()])),
            Condition::Is(expected) => Lookout::Is(expected.clone()),
        }
    }
}

impl<M: Machine> Watch<Powered<M>> for Lookout {
    fn holds(&mut self, subject: &Powered<M>) -> bool {
        match self {
            Lookout::Stop(stops) => stops.holds(subject),
            Lookout::Is(expected) => expectation::is_met(expected, &subject.0),
        }
    }

    fn before(&mut self, subject: &Powered<M>) {
        if let Lookout::Stop(stops) = self {
            stops.before(subject);
        }
    }

    fn happened(&mut self, after: &Powered<M>) -> bool {
        match self {
            Lookout::Stop(stops) => stops.happened(after),
            Lookout::Is(_) => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use consoles::Code;
    use texts::Texts;

    #[test]
    fn goals_are_read() {
        let (code, texts) = (Code::new(Model::Y2023), Texts::english());
        let reader = Reader {
            code: &code,
            texts: &texts,
        };
        let read = |text: &str| Condition::read(text, 0, reader);
        let stop = |text: &str| match read(text).unwrap() {
            Condition::Stop(stop) => stop,
            Condition::Is(expected) => panic!("{expected:?}"),
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
        for place in ["ask", "0x1f", "user.asm:12", "main:ask"] {
            assert_eq!(stop(place), stop(&format!("at {place}")));
        }
        assert!(matches!(read("error is on"), Ok(Condition::Is(_))));
        assert!(matches!(
            read("[TURN] = 2 and phase busy"),
            Ok(Condition::Is(_))
        ));
    }

    #[test]
    fn mistakes_are_named_in_their_places() {
        let (code, texts) = (Code::new(Model::Y2023), Texts::english());
        let reader = Reader {
            code: &code,
            texts: &texts,
        };
        for (text, part, at) in [
            ("until at askk", "did you mean 'ask'?", 6),
            ("until write MESAGE", "did you mean 'MESSAGE'?", 6),
            ("until change south 9", "'9' is not a pit", 6),
            ("until at", "no label or address ''", 6),
            ("until askk", "did you mean 'ask'?", 6),
            ("until nobody:ask", "no bank and no file 'nobody'", 6),
            ("until error", "compares nothing", 6),
            ("until phase", "a value after '=' is missing", 11),
            ("until eror is on", "did you mean 'error'?", 6),
            ("until", "something to compare", 5),
        ] {
            let mistake = Condition::read(text, 5, reader).unwrap_err();
            let told = &mistake.message;
            assert!(
                told.contains(part) && mistake.start == at,
                "{text}: {mistake:?}"
            );
        }
    }
}

//! What a script expects of the panel, the memory and the processor.

use std::fmt;

use consoles::{Light, Machine, Model, NoSuch, Outcome, Phase, Thing};
use expect::{Comparison, Mistake, Phrase, Relation, Subjects, Token, TokenKind};
use kalah::Side;
use serde::Serialize;
use serde::de::DeserializeOwned;
use texts::{Texts, text};

use super::Reader;

pub type Expectation = expect::Expectation<Part, Shown>;

/// The parts of a console that can be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    Pits(Side),
    /// A pit, counted from 1.
    Pit(Side, u8),
    Stores,
    Light(Light),
    /// `on error`: the light is the value.
    Lights(bool),
    Lamp,
    Phase,
    Outcome,
    /// A cell or a register.
    Inside(Thing),
}

/// The kind of value it has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shown {
    Numbers(Vec<u8>),
    On(bool),
    Light(Light),
    Lamp(Option<u8>),
    Phase(Phase),
    Outcome(Option<Outcome>),
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Shown::Numbers(numbers) => {
                let numbers: Vec<String> = numbers.iter().map(u8::to_string).collect();
                f.write_str(&numbers.join(" "))
            }
            Shown::On(on) => f.write_str(if *on { "on" } else { "off" }),
            Shown::Light(light) => f.write_str(light.name()),
            Shown::Lamp(lamp) => match lamp {
                Some(pit) => write!(f, "{pit}"),
                None => f.write_str("none"),
            },
            Shown::Phase(phase) => f.write_str(&name_of(phase)),
            Shown::Outcome(outcome) => match outcome {
                Some(outcome) => f.write_str(&name_of(outcome)),
                None => f.write_str("none"),
            },
        }
    }
}

/// The name a value has in JSON.
fn name_of(value: &impl Serialize) -> String {
    let value = serde_json::to_value(value).unwrap_or_default();
    value.as_str().unwrap_or_default().to_owned()
}

/// Checks an expectation.
pub(super) fn is_met(expectation: &Expectation, machine: &impl Machine) -> bool {
    let condition = &expectation.condition;
    condition.holds(|comparison| holds(comparison, machine))
}

/// Explains why an expectation fails; `None` if it holds.
pub fn wrong(expectation: &Expectation, machine: &impl Machine, texts: &Texts) -> Option<String> {
    if is_met(expectation, machine) {
        return None;
    }
    let wrong = expectation
        .condition
        .comparisons()
        .find(|comparison| !holds(comparison, machine))?;
    let found = shown(wrong, machine).to_string();
    let expected = &wrong.text;
    Some(match &expectation.message {
        None => text!(texts, "expect.wrong", expected = expected, found = found),
        Some(message) => text!(
            texts,
            "expect.wrong.because",
            expected = expected,
            found = found,
            message = message
        ),
    })
}

fn holds(comparison: &Comparison<Part, Shown>, machine: &impl Machine) -> bool {
    let found = shown(comparison, machine);
    match (comparison.relation, &found, &comparison.value) {
        (relation, Shown::Numbers(found), Shown::Numbers(value)) => relation.holds(found, value),
        (_, Shown::On(found), Shown::Light(_)) => {
            let wanted = comparison.subject == Part::Lights(true);
            (*found == wanted) == (comparison.relation == Relation::Equal)
        }
        (relation, found, value) => (found == value) == (relation == Relation::Equal),
    }
}

/// The operand, if the console has it.
fn shown(comparison: &Comparison<Part, Shown>, machine: &impl Machine) -> Shown {
    if let Part::Inside(thing) = comparison.subject {
        return Shown::Numbers(vec![thing.read(machine)]);
    }
    let panel = machine.panel();
    match (comparison.subject, &comparison.value) {
        (Part::Pits(side), _) => Shown::Numbers(panel.pits[side.index()].to_vec()),
        (Part::Pit(side, pit), _) => {
            Shown::Numbers(vec![panel.pits[side.index()][usize::from(pit) - 1]])
        }
        (Part::Stores, _) => Shown::Numbers(panel.stores.to_vec()),
        (Part::Light(light), _) => Shown::On(panel.lights.is_on(light)),
        (Part::Lights(_), Shown::Light(light)) => Shown::On(panel.lights.is_on(*light)),
        (Part::Lights(_) | Part::Inside(_), _) => Shown::On(false),
        (Part::Lamp, _) => {
            let lit = panel.lamps.iter().position(|&on| on);
            Shown::Lamp(lit.map(|index| index as u8 + 1))
        }
        (Part::Phase, _) => Shown::Phase(panel.phase()),
        (Part::Outcome, _) => Shown::Outcome(panel.outcome()),
    }
}

/// The subjects of console expectations.
pub struct Parts<'a> {
    pub reader: Reader<'a>,
}

/// Subjects that are words of the language.
pub(super) const WORDS: [&str; 8] = [
    "south", "north", "stores", "lamp", "phase", "outcome", "on", "off",
];

impl Subjects for Parts<'_> {
    type Subject = Part;
    type Value = Shown;
    const LISTS: bool = true;

    /// `phase over` is `phase is over`.
    fn implied(&self, tokens: &[Token]) -> Option<usize> {
        match &tokens.first()?.kind {
            TokenKind::Word(word) if WORDS.contains(&word.as_str()) => Some(1),
            _ => None,
        }
    }

    fn subject(&mut self, phrase: Phrase<'_>) -> Result<Part, Mistake> {
        let words: Vec<&str> = phrase.text().split_whitespace().collect();
        let part = match words[..] {
            ["stores"] => Part::Stores,
            ["lamp"] => Part::Lamp,
            ["phase"] => Part::Phase,
            ["outcome"] => Part::Outcome,
            ["on"] => Part::Lights(true),
            ["off"] => Part::Lights(false),
            ["south"] => Part::Pits(Side::South),
            ["north"] => Part::Pits(Side::North),
            ["south", pit] => Part::Pit(Side::South, self::pit(phrase, pit, self.reader.texts)?),
            ["north", pit] => Part::Pit(Side::North, self::pit(phrase, pit, self.reader.texts)?),
            _ => return self.inside_or_light(phrase),
        };
        Ok(part)
    }

    fn value(
        &mut self,
        part: &Part,
        relation: Relation,
        phrase: Phrase<'_>,
    ) -> Result<Shown, Mistake> {
        let texts = self.reader.texts;
        let ordered = !matches!(relation, Relation::Equal | Relation::Differs);
        let single = matches!(part, Part::Pit(..) | Part::Inside(_));
        if ordered && (relation == Relation::Contains || !single) {
            let sign = relation.symbol();
            return Err(phrase.mistake(text!(texts, "expect.single-pits", sign = sign)));
        }
        match part {
            Part::Pits(_) => numbers(phrase, 6, texts),
            Part::Pit(..) => numbers(phrase, 1, texts),
            Part::Inside(_) => byte(phrase, texts),
            Part::Stores => numbers(phrase, 2, texts),
            Part::Light(_) => match phrase.text() {
                "on" => Ok(Shown::On(true)),
                "off" => Ok(Shown::On(false)),
                _ => Err(phrase.mistake(text!(texts, "expect.on-or-off"))),
            },
            Part::Lights(_) => light(phrase, texts).map(Shown::Light),
            Part::Lamp => match phrase.text() {
                "none" => Ok(Shown::Lamp(None)),
                pit => match pit.parse() {
                    Ok(pit) => Ok(Shown::Lamp(Some(pit))),
                    Err(_) => Err(phrase.mistake(text!(texts, "expect.lamp"))),
                },
            },
            Part::Phase => {
                let phase = named(phrase).map(Shown::Phase);
                phase.ok_or_else(|| {
                    phrase.mistake(text!(texts, "expect.phase", found = phrase.text()))
                })
            }
            Part::Outcome => match phrase.text() {
                "none" => Ok(Shown::Outcome(None)),
                found => {
                    let outcome = named(phrase).map(|outcome| Shown::Outcome(Some(outcome)));
                    outcome.ok_or_else(|| {
                        phrase.mistake(text!(texts, "expect.outcome", found = found))
                    })
                }
            },
        }
    }
}

impl Parts<'_> {
    /// `[MESSAGE]`, `r0`, a light, or a cell by its bare name.
    fn inside_or_light(&self, phrase: Phrase<'_>) -> Result<Part, Mistake> {
        let text = phrase.text();
        if let Some(thing) = register(text) {
            return Ok(Part::Inside(thing));
        }
        let cell = self.reader.code.cell(text);
        if text.starts_with('[') {
            let cell = cell.map_err(|error| phrase.mistake(told(&error, self.reader.texts)))?;
            return Ok(Part::Inside(Thing::Cell(cell)));
        }
        match (light(phrase, self.reader.texts), cell) {
            (Ok(light), _) => Ok(Part::Light(light)),
            (Err(_), Ok(cell)) if text.starts_with(char::is_alphabetic) => {
                Ok(Part::Inside(Thing::Cell(cell)))
            }
            (Err(mistake), _) => Err(mistake),
        }
    }
}

/// A register of the processor.
pub fn register(name: &str) -> Option<Thing> {
    Some(match name {
        "r0" => Thing::Register(0),
        "r1" => Thing::Register(1),
        "r2" => Thing::Register(2),
        "r3" => Thing::Register(3),
        "pc" => Thing::Pc,
        "sp" => Thing::Sp,
        "ps" => Thing::Ps,
        _ => return None,
    })
}

/// Explains an unknown name.
pub fn told(error: &NoSuch, texts: &Texts) -> String {
    match error {
        NoSuch::Place { name, near: None } => text!(texts, "console.no-place", name = name),
        NoSuch::Place {
            name,
            near: Some(near),
        } => text!(texts, "console.no-place.near", name = name, near = near),
        NoSuch::Line { file, line } => text!(texts, "console.no-line", file = file, line = *line),
        NoSuch::Bank { name, known } => {
            text!(
                texts,
                "console.no-bank",
                name = name,
                known = known.join(", ")
            )
        }
        NoSuch::Cell { name, near: None } => text!(texts, "console.no-cell", name = name),
        NoSuch::Cell {
            name,
            near: Some(near),
        } => text!(texts, "console.no-cell.near", name = name, near = near),
    }
}

/// A byte as the assembler writes it.
fn byte(phrase: Phrase<'_>, texts: &Texts) -> Result<Shown, Mistake> {
    let number = cdm8::debug::expr::number(phrase.text());
    let found = phrase.text();
    number
        .map(|number| Shown::Numbers(vec![number]))
        .map_err(|_| phrase.mistake(text!(texts, "expect.byte", found = found)))
}

fn pit(phrase: Phrase<'_>, text: &str, texts: &Texts) -> Result<u8, Mistake> {
    let number = text.parse().ok().filter(|pit| (1..=6).contains(pit));
    number.ok_or_else(|| phrase.mistake(text!(texts, "expect.no-pit", pit = text)))
}

fn numbers(phrase: Phrase<'_>, count: usize, texts: &Texts) -> Result<Shown, Mistake> {
    let words = phrase.text().split_whitespace();
    let numbers: Option<Vec<u8>> = words.map(|word| word.parse::<u8>().ok()).collect();
    match numbers.filter(|numbers| numbers.len() == count) {
        Some(numbers) => Ok(Shown::Numbers(numbers)),
        None => {
            let found = phrase.text();
            Err(phrase.mistake(text!(texts, "expect.numbers", count = count, found = found)))
        }
    }
}

fn light(phrase: Phrase<'_>, texts: &Texts) -> Result<Light, Mistake> {
    let name = phrase.text();
    let all = Model::ALL.map(Model::lights).concat();
    let names = all.iter().map(|light| light.name()).chain(WORDS);
    let near = diag::nearest(name, names.collect::<Vec<_>>());
    let known = all.iter().copied().find(|light| light.name() == name);
    known.ok_or_else(|| {
        phrase.mistake(match near {
            None => text!(texts, "expect.no-light", name = name),
            Some(near) => text!(texts, "expect.no-light.near", name = name, near = near),
        })
    })
}

/// The value that has this name in JSON.
fn named<T: DeserializeOwned>(phrase: Phrase<'_>) -> Option<T> {
    serde_json::from_value(phrase.text().into()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use consoles::{Code, Fast};

    fn read(text: &str) -> Result<Expectation, Mistake> {
        let (code, texts) = (Code::new(Model::Y2023), Texts::english());
        let reader = Reader {
            code: &code,
            texts: &texts,
        };
        expect::expectation(text, 0, &mut Parts { reader })
    }

    fn found(text: &str) -> Option<String> {
        let mut console = Fast::new(Model::Y2023);
        while !console.is_waiting() {
            console.half_tick();
        }
        wrong(&read(text).unwrap(), &console, &Texts::english())
    }

    #[test]
    fn both_ways_to_write_it() {
        for text in [
            "phase settings",
            "phase is settings",
            "phase != over",
            "on choose settings",
            "choose settings is on and error is off",
            "off error",
            "stores 0 0",
            "stores = 0 0",
            "outcome is none",
            "lamp none",
            "south 3 < 9",
            "[MESSAGE] = 4",
            "MESSAGE = 0x04 and [0x12] < 5",
            "[READY+2] != 0",
            "r0 <= 255 and pc > 0",
        ] {
            assert_eq!(found(text), None, "{text}");
        }
    }

    #[test]
    fn misses_are_told_in_words() {
        assert_eq!(
            found("phase is over else \"too early\"").unwrap(),
            "expected phase is over, found settings (too early)"
        );
        assert_eq!(
            found("stores 1 0").unwrap(),
            "expected stores 1 0, found 0 0"
        );
        assert_eq!(found("on error").unwrap(), "expected on error, found off");
        assert_eq!(
            found("outcome draw").unwrap(),
            "expected outcome draw, found none"
        );
    }

    #[test]
    fn mistakes_are_named() {
        for (text, part) in [
            ("south 1 2", "expected 6 numbers, found '1 2'"),
            ("on moon", "no console has a light 'moon'"),
            ("eror is on", "did you mean 'error'?"),
            ("error is dim", "on or off"),
            ("phase lunch", "found 'lunch'"),
            ("lamp", "a value after"),
            ("south 7 = 1", "not a pit"),
            ("stores > 1 0", "single pits"),
            ("[MESAGE] = 1", "did you mean 'MESSAGE'?"),
            ("[MESSAGE] = 300", "'300' is not a byte"),
            ("r0 contains 3", "single pits"),
        ] {
            let mistake = read(text).unwrap_err();
            assert!(
                mistake.message.contains(part),
                "{text}: {}",
                mistake.message
            );
        }
    }
}

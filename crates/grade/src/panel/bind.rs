//! A panel's names in a circuit.

use circuit::netlist::PartId;
use circuit::project::Kind;
use circuit::reference::{Found, Reference};
use circuit::script::Question;
use circuit::show;
use circuit::sim::{Display, Input, Simulator};
use diag::Diagnostic;
use kalah::BySide;

use super::{Name, OutcomeLights, Panel, Shown};

/// Where the number of a house is read.
#[derive(Clone, Debug)]
pub enum Reading {
    Value(Found),
    /// Digits, the highest first, and their base.
    Digits(Vec<PartId>, u32),
}

/// A light or condition.
pub enum Signal {
    Light(PartId),
    /// Anything but 0.
    Value(Found),
    Question(Question),
}

/// A panel connected to a circuit.
pub struct Wiring {
    pub(crate) houses: BySide<Vec<Reading>>,
    pub(crate) buttons: Vec<PartId>,
    pub(crate) reset: Option<PartId>,
    pub(crate) your_turn: Signal,
    pub(crate) over: Option<Signal>,
    pub(crate) error: Option<Signal>,
    pub(crate) outcome: OutcomeLights<Vec<Signal>>,
    pub(crate) ask_settings: Option<Signal>,
    pub(crate) seeds: Vec<(u16, PartId)>,
    pub(crate) first: BySide<Option<PartId>>,
    pub(crate) lamps: Vec<Signal>,
}

impl Reading {
    /// The number shown, unless the displays show none.
    pub fn number(&self, simulator: &Simulator) -> Option<u32> {
        match self {
            Reading::Value(found) => found.value(simulator).number(),
            Reading::Digits(parts, base) => {
                let mut number = 0;
                let mut blank = true;
                for (index, &part) in parts.iter().enumerate() {
                    let shown = simulator.display(part)?;
                    let digit = show::brief(&shown).chars().next().unwrap_or(' ');
                    let last = index + 1 == parts.len();
                    let digit = match digit {
                        ' ' if blank && !last => 0,
                        digit => {
                            blank = false;
                            digit.to_digit(*base)?
                        }
                    };
                    number = number * base + digit;
                }
                Some(number)
            }
        }
    }

    /// Lines of a script that expect this number.
    pub(crate) fn expectations(&self, simulator: &Simulator, number: u32) -> Vec<String> {
        match self {
            Reading::Value(found) => vec![format!("expect {} = {number}", found.name(simulator))],
            Reading::Digits(parts, base) => {
                let digits = (0..parts.len() as u32).rev();
                let digits = digits.map(|place| number / base.pow(place) % base);
                let lines = parts.iter().zip(digits).map(|(&part, digit)| {
                    let path = simulator.design().path(part);
                    let digit = char::from_digit(digit, 16).unwrap_or('0');
                    format!("expect {path} shows \"{}\"", digit.to_ascii_uppercase())
                });
                lines.collect()
            }
        }
    }
}

impl Signal {
    pub fn is_on(&self, simulator: &Simulator) -> bool {
        match self {
            Signal::Light(part) => match simulator.display(*part) {
                Some(Display::Led(lit)) => lit,
                Some(Display::Dots(rows)) => rows.iter().any(|row| row.contains('#')),
                _ => false,
            },
            Signal::Value(found) => found.value(simulator).number().is_some_and(|n| n != 0),
            Signal::Question(question) => question.holds(simulator),
        }
    }
}

impl Wiring {
    /// Looks up everything a panel names.
    pub fn find(panel: &Panel, simulator: &Simulator) -> Result<Wiring, Vec<Diagnostic>> {
        let mut finder = Finder {
            panel,
            simulator,
            mistakes: Vec::new(),
        };
        let wiring = finder.wiring();
        match wiring {
            Some(wiring) if finder.mistakes.is_empty() => Ok(wiring),
            _ => Err(finder.mistakes),
        }
    }
}

struct Finder<'a> {
    panel: &'a Panel,
    simulator: &'a Simulator,
    mistakes: Vec<Diagnostic>,
}

impl Finder<'_> {
    fn wrong(&mut self, name: &Name, message: impl Into<String>) {
        let mistake = self.panel.source.error(name.at.clone(), message);
        let help = "mancala circuit list FILE prints the names of all parts";
        self.mistakes.push(mistake.help(help));
    }

    fn wiring(&mut self) -> Option<Wiring> {
        let panel = self.panel;
        let signals = |finder: &mut Self, names: &[Name]| -> Vec<Signal> {
            names
                .iter()
                .filter_map(|name| finder.signal(name))
                .collect()
        };
        let your_turn = panel.your_turn.as_ref().and_then(|name| self.signal(name));
        let outcome = OutcomeLights {
            south: signals(self, &panel.outcome.south),
            north: signals(self, &panel.outcome.north),
            draw: signals(self, &panel.outcome.draw),
        };
        let lamps = signals(self, &panel.lamps);
        Some(Wiring {
            houses: BySide::new(self.row(&panel.houses.south), self.row(&panel.houses.north)),
            buttons: panel
                .buttons
                .iter()
                .filter_map(|name| self.button(name))
                .collect(),
            reset: panel.reset.as_ref().and_then(|name| self.button(name)),
            over: panel.over.as_ref().and_then(|name| self.signal(name)),
            error: panel.error.as_ref().and_then(|name| self.signal(name)),
            ask_settings: panel
                .ask_settings
                .as_ref()
                .and_then(|name| self.signal(name)),
            seeds: panel
                .seeds
                .iter()
                .filter_map(|(seeds, name)| Some((*seeds, self.button(name)?)))
                .collect(),
            first: BySide::new(
                panel
                    .first
                    .south
                    .as_ref()
                    .and_then(|name| self.button(name)),
                panel
                    .first
                    .north
                    .as_ref()
                    .and_then(|name| self.button(name)),
            ),
            outcome,
            lamps,
            your_turn: your_turn?,
        })
    }

    fn row(&mut self, row: &[Shown]) -> Vec<Reading> {
        row.iter().filter_map(|shown| self.reading(shown)).collect()
    }

    fn reading(&mut self, shown: &Shown) -> Option<Reading> {
        match shown {
            Shown::One(name) => {
                let found = self.found(name)?;
                let part = found.part();
                match self.simulator.display(part) {
                    Some(Display::HexDigit(..) | Display::Segments(_)) => {
                        Some(Reading::Digits(vec![part], 16))
                    }
                    _ => Some(Reading::Value(found)),
                }
            }
            Shown::Digits(names) => {
                let parts: Vec<PartId> = names.iter().filter_map(|name| self.digit(name)).collect();
                Some(Reading::Digits(parts, self.panel.base))
            }
        }
    }

    fn digit(&mut self, name: &Name) -> Option<PartId> {
        let part = self.part(name)?;
        match self.simulator.display(part) {
            Some(Display::HexDigit(..) | Display::Segments(_)) => Some(part),
            _ => {
                let what = self.simulator.design().info(part).name;
                self.wrong(name, format!("{} is a {what}, not a digit", name.text));
                None
            }
        }
    }

    fn part(&mut self, name: &Name) -> Option<PartId> {
        match self.simulator.find(&name.text) {
            Ok(part) => Some(part),
            Err(error) => {
                self.wrong(name, error.to_string());
                None
            }
        }
    }

    fn found(&mut self, name: &Name) -> Option<Found> {
        let found = Reference::parse(&name.text).and_then(|one| one.find(self.simulator));
        match found {
            Ok(found) => Some(found),
            Err(error) => {
                self.wrong(name, error.to_string());
                None
            }
        }
    }

    fn button(&mut self, name: &Name) -> Option<PartId> {
        let part = self.part(name)?;
        match self.simulator.accepts(&Input::Press(part)) {
            Ok(()) => Some(part),
            Err(error) => {
                self.wrong(name, error.to_string());
                None
            }
        }
    }

    /// A name alone is a light, or a value that is not 0; anything longer is a condition.
    fn signal(&mut self, name: &Name) -> Option<Signal> {
        let alone = Reference::parse(&name.text).ok();
        if let Some(found) = alone.and_then(|one| one.find(self.simulator).ok()) {
            let part = found.part();
            let kind = self.simulator.design().component(part).kind();
            return Some(match kind {
                Some(Kind::Led | Kind::DotMatrix) => Signal::Light(part),
                _ => Signal::Value(found),
            });
        }
        match Question::read(&name.text, self.simulator) {
            Ok(question) => Some(Signal::Question(question)),
            Err(error) => {
                self.wrong(name, error);
                None
            }
        }
    }
}

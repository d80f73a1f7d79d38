//! A panel's names in a circuit.

use std::rc::Rc;

use circuit::project::Kind;
use circuit::reference::{Found, Reference, ReferenceError};
use circuit::script::Question;
use circuit::sim::{Display, Simulator};
use diag::Diagnostic;
use kalah::BySide;

use super::deed::Step;
use super::{Deed, Name, OutcomeLights, Panel, Reading, Shown, Signal, Steps};

/// A panel connected to a circuit.
pub struct Wiring {
    pub(crate) houses: BySide<Vec<Reading>>,
    /// The second row is for a second person; a computer has none.
    pub(crate) buttons: BySide<Vec<Deed>>,
    pub(crate) reset: Option<Deed>,
    pub(crate) start: Option<Deed>,
    pub(crate) your_turn: Option<Signal>,
    pub(crate) north_turn: Option<Signal>,
    /// Both turns are one light, on or off: it shows whose turn it is, and not that a move is awaited.
    one_light: bool,
    pub(crate) over: Option<Signal>,
    pub(crate) error: Option<Signal>,
    pub(crate) outcome: OutcomeLights<Vec<Signal>>,
    pub(crate) ask_settings: Option<Signal>,
    pub(crate) seeds: Vec<(u16, Deed)>,
    pub(crate) first: BySide<Option<Deed>>,
    pub(crate) lamps: Vec<Signal>,
    /// This has to be pressed before the computer moves.
    pub(crate) computer_move: Option<Deed>,
}

impl Wiring {
    /// Whether two people play, and no computer.
    pub fn has_two_people(&self) -> bool {
        !self.buttons.north.is_empty()
    }

    /// Lights that show that a player is to choose a pit. The other side has none if its only action is to let the computer
    /// move.
    pub(crate) fn turn_lights(&self) -> impl Iterator<Item = &Signal> {
        let north = self.north_turn.iter();
        let north = north.filter(|_| self.computer_move.is_none());
        let all = self.your_turn.iter().chain(north);
        all.filter(|_| !self.one_light)
    }

    /// Whether a light shows that a move is awaited.
    pub(crate) fn has_turn_light(&self) -> bool {
        self.turn_lights().next().is_some()
    }

    /// Whether any light signals the end of the game.
    pub(crate) fn says_over(&self) -> bool {
        let outcome = &self.outcome;
        let lights = outcome.south.len() + outcome.north.len() + outcome.draw.len();
        self.over.is_some() || lights > 0
    }

    /// Looks up everything a panel names.
    pub fn find(panel: &Panel, simulator: &Simulator) -> Result<Wiring, Vec<Diagnostic>> {
        let mut finder = Finder {
            panel,
            simulator,
            mistakes: Vec::new(),
            asked: 0,
            unknown: Vec::new(),
        };
        let wiring = finder.wiring();
        match finder.mistakes.len() {
            0 => Ok(wiring),
            _ if finder.is_of_another_console() => Err(vec![finder.of_another_console()]),
            _ => Err(finder.mistakes),
        }
    }
}

/// Whether a text is meant as the name of a part, and not as a condition or a step with an argument.
fn is_plain(text: &str) -> bool {
    text.starts_with('/') && !text.contains([' ', '=', '<', '>', '"'])
}

/// Whether one of two names is the other with `not` before it.
fn is_one_light(panel: &Panel) -> bool {
    let (Some(south), Some(north)) = (&panel.your_turn, &panel.north_turn) else {
        return false;
    };
    let not = |one: &Name, other: &Name| {
        let inner = one.text.strip_prefix("not ");
        inner.is_some_and(|inner| inner.trim() == other.text)
    };
    not(south, north) || not(north, south)
}

struct Finder<'a> {
    panel: &'a Panel,
    simulator: &'a Simulator,
    mistakes: Vec<Diagnostic>,
    /// Names that were found, and those that are not in the circuit.
    asked: usize,
    unknown: Vec<Name>,
}

/// Fewer unknown names than this are mistakes in the file, however many names there are.
const FEW: usize = 4;

impl Finder<'_> {
    fn wrong(&mut self, name: &Name, message: impl Into<String>) {
        let mistake = self.panel.source.error(name.at.clone(), message);
        let help = "mancala circuit list FILE prints the names of all parts";
        self.mistakes.push(mistake.help(help));
    }

    /// Most names are not in this circuit: the file was written for another one.
    fn is_of_another_console(&self) -> bool {
        self.unknown.len() > FEW && 2 * self.unknown.len() > self.asked
    }

    fn of_another_console(&self) -> Diagnostic {
        let examples: Vec<&str> = self
            .unknown
            .iter()
            .take(3)
            .map(|name| &*name.text)
            .collect();
        let message = format!(
            "this panel file describes another console: {} of its {} names are not in this circuit, such as {}",
            self.unknown.len(),
            self.asked,
            examples.join(", ")
        );
        let at = self.unknown.first().map_or(0..0, |name| name.at.clone());
        let help = "mancala grade init FILE proposes a panel file for this one";
        self.panel.source.error(at, message).help(help)
    }

    /// Looks up a name that must be a part; the error suggests similar names.
    fn looked_up(&mut self, name: &Name) -> Result<Found, ReferenceError> {
        self.asked += 1;
        let found = Reference::parse(&name.text).and_then(|one| one.find(self.simulator));
        if let Err(ReferenceError::Path(_)) = &found {
            self.unknown.push(name.clone());
        }
        found
    }

    fn wiring(&mut self) -> Wiring {
        let panel = self.panel;
        let BySide { south, north } = &panel.buttons;
        let seeds = panel.seeds.iter();
        Wiring {
            houses: BySide::new(self.row(&panel.houses.south), self.row(&panel.houses.north)),
            your_turn: self.maybe(panel.your_turn.as_ref()),
            north_turn: self.maybe(panel.north_turn.as_ref()),
            one_light: is_one_light(panel),
            over: self.maybe(panel.over.as_ref()),
            error: self.maybe(panel.error.as_ref()),
            ask_settings: self.maybe(panel.ask_settings.as_ref()),
            outcome: OutcomeLights {
                south: self.signals(&panel.outcome.south),
                north: self.signals(&panel.outcome.north),
                draw: self.signals(&panel.outcome.draw),
            },
            lamps: self.signals(&panel.lamps),
            computer_move: panel
                .computer_move
                .as_ref()
                .and_then(|steps| self.deed(steps)),
            buttons: BySide::new(self.deeds(south), self.deeds(north)),
            reset: panel.reset.as_ref().and_then(|steps| self.deed(steps)),
            start: panel.start.as_ref().and_then(|steps| self.deed(steps)),
            seeds: seeds
                .filter_map(|(seeds, steps)| Some((*seeds, self.deed(steps)?)))
                .collect(),
            first: BySide::of(|side| self.deed(panel.first[side].as_ref()?)),
        }
    }

    fn maybe(&mut self, name: Option<&Name>) -> Option<Signal> {
        name.and_then(|name| self.signal(name))
    }

    fn signals(&mut self, names: &[Name]) -> Vec<Signal> {
        names.iter().filter_map(|name| self.signal(name)).collect()
    }

    fn deeds(&mut self, all: &[Steps]) -> Vec<Deed> {
        all.iter().filter_map(|steps| self.deed(steps)).collect()
    }

    fn deed(&mut self, steps: &Steps) -> Option<Deed> {
        let mut all = Vec::new();
        for name in &steps.0 {
            if is_plain(&name.text)
                && let Err(error @ ReferenceError::Path(_)) = self.looked_up(name)
            {
                self.wrong(name, error.to_string());
                continue;
            }
            match Step::read(&name.text, self.simulator) {
                Ok(step) => all.push(step),
                Err(error) => self.wrong(name, error),
            }
        }
        (all.len() == steps.0.len()).then_some(Deed { steps: all })
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
                        Some(Reading::Digit(part))
                    }
                    Some(display) => {
                        let what = self.simulator.design().info(part).name;
                        let write = match display {
                            Display::Tty(_) => "{ tty = \"...\", number = 1 }",
                            _ => "{ bits = [...] } or { count = [...] }",
                        };
                        let message = format!("{} is a {what}: write {write}", name.text);
                        self.wrong(name, message);
                        None
                    }
                    None => Some(Reading::Value(found)),
                }
            }
            Shown::Digits(digits) => {
                let digits = digits.iter().filter_map(|digit| self.reading(digit));
                Some(Reading::Digits(digits.collect(), self.panel.base))
            }
            Shown::Bcd(name) => self.found(name).map(Reading::Bcd),
            Shown::Bits(names) => Some(Reading::Bits(self.signals(names))),
            Shown::Count(names) => Some(Reading::Count(self.signals(names))),
            Shown::Tty(name, number) => {
                let part = self.found(name)?.part();
                let is_tty = matches!(self.simulator.display(part), Some(Display::Tty(_)));
                if !is_tty {
                    self.wrong(name, format!("{} is not a terminal (TTY)", name.text));
                }
                is_tty.then_some(Reading::Tty(part, *number))
            }
            Shown::Segments(names) => Some(Reading::Segments(self.signals(names))),
        }
    }

    fn found(&mut self, name: &Name) -> Option<Found> {
        match self.looked_up(name) {
            Ok(found) => Some(found),
            Err(error) => {
                self.wrong(name, error.to_string());
                None
            }
        }
    }

    /// A name alone is a light, or a value that is not 0; anything longer is a condition. Each may have `not` before it.
    fn signal(&mut self, name: &Name) -> Option<Signal> {
        if let Some(rest) = name.text.strip_prefix("not ") {
            let inner = Name {
                text: rest.trim().to_owned(),
                at: name.at.clone(),
            };
            return self.signal(&inner).map(|one| Signal::Not(Box::new(one)));
        }
        if is_plain(&name.text)
            && let Err(error @ ReferenceError::Path(_)) = self.looked_up(name)
        {
            self.wrong(name, error.to_string());
            return None;
        }
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
            Ok(question) => Some(Signal::Question(Rc::new(question), name.text.clone())),
            Err(error) => {
                self.wrong(name, error);
                None
            }
        }
    }
}

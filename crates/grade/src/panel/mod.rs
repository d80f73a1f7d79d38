//! The panel file: all that a person needs to know to play on a console.
//!
//! Names are paths as `mancala circuit list` prints them. A panel is read without the circuit; [`Wiring::find`] looks its
//! names up in one. Both report every mistake with its line and column.

mod bind;
mod deed;
mod picture;
mod read;
mod reading;

pub use bind::Wiring;
pub use deed::Deed;
pub(crate) use deed::Step;
pub use picture::Spot;
pub use reading::{Reading, Signal};

use std::ops::Range;

use diag::{Diagnostic, Excerpt};
use kalah::{BySide, Side};

use crate::aspect::Aspect;

/// A name in the file.
#[derive(Clone, Debug)]
pub(crate) struct Name {
    pub text: String,
    pub at: Range<usize>,
}

/// Where the seeds of a house are shown.
#[derive(Clone, Debug)]
pub(crate) enum Shown {
    /// One display, port or memory cell with the whole number.
    One(Name),
    /// One digit each, the highest first.
    Digits(Vec<Shown>),
    /// Four bits for each decimal digit.
    Bcd(Name),
    /// Lights, the highest bit first.
    Bits(Vec<Name>),
    /// As many as are lit.
    Count(Vec<Name>),
    /// Lights a to g.
    Segments(Vec<Name>),
    /// A number on a terminal, counted from 1 at the top or from -1 at the bottom.
    Tty(Name, i64),
}

/// The steps by which something is chosen.
#[derive(Clone, Debug)]
pub(crate) struct Steps(pub Vec<Name>);

/// Time limits, in half-ticks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// From power-on to the first question.
    pub start: u64,
    /// A button is held down.
    pub hold: u64,
    /// From a press to the first sign that it was noticed.
    pub notice: u64,
    /// From a press to the next question, with the computer's moves.
    pub answer: u64,
    /// A console that asks is left alone before the next press.
    pub settle: u64,
    /// A console without a light for "your turn" waits for a move if its board has not changed for this long.
    pub quiet: u64,
    /// All games together.
    pub total: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            start: 100_000,
            hold: 8,
            notice: 400,
            answer: 400_000,
            settle: 40,
            quiet: 2_000,
            total: 400_000_000,
        }
    }
}

/// A console as its panel file describes it.
#[derive(Clone, Debug)]
pub struct Panel {
    pub(crate) source: Source,
    /// The pits from pit 1 on, and the store at the end.
    pub(crate) houses: BySide<Vec<Shown>>,
    /// The base of numbers that several displays show together.
    pub(crate) base: u32,
    /// The person's, and those of a second person instead of a computer.
    pub(crate) buttons: BySide<Vec<Steps>>,
    pub(crate) reset: Option<Steps>,
    /// Pressed after power-on.
    pub(crate) start: Option<Steps>,
    /// `None` if the console has no sign for it.
    pub(crate) your_turn: Option<Name>,
    /// The same for a second person.
    pub(crate) north_turn: Option<Name>,
    pub(crate) over: Option<Name>,
    pub(crate) error: Option<Name>,
    pub(crate) outcome: OutcomeLights<Vec<Name>>,
    pub(crate) ask_settings: Option<Name>,
    pub(crate) seeds: Vec<(u16, Steps)>,
    pub(crate) first: BySide<Option<Steps>>,
    pub(crate) lamps: Vec<Name>,
    /// This has to be pressed before the computer moves.
    pub(crate) computer_move: Option<Steps>,
    /// Who moves first if there is no setting for it.
    pub starts: Side,
    pub limits: Limits,
    points: Vec<(Aspect, u32)>,
    hidden: Vec<Aspect>,
}

/// Lights that say how a game ended.
#[derive(Clone, Debug, Default)]
pub(crate) struct OutcomeLights<T> {
    pub south: T,
    pub north: T,
    pub draw: T,
}

/// The text of a panel file, to point into.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    pub file: String,
    pub text: String,
}

/// A text in quotes, as panel files have it.
pub(crate) fn in_quotes(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

impl Source {
    pub fn error(&self, at: Range<usize>, message: impl Into<String>) -> Diagnostic {
        let start = at.start.min(self.text.len());
        let line_start = self.text[..start].rfind('\n').map_or(0, |at| at + 1);
        let number = self.text[..start].matches('\n').count() + 1;
        let line = self.text[line_start..].lines().next().unwrap_or("");
        let excerpt = Excerpt::new(
            &self.file,
            number,
            line,
            start - line_start,
            at.end.saturating_sub(line_start),
        );
        Diagnostic::error(message).at(excerpt)
    }
}

impl Panel {
    /// Reads a panel file; `file` is its name in messages.
    pub fn parse(file: &str, text: &str) -> Result<Panel, Vec<Diagnostic>> {
        read::read(Source {
            file: file.to_owned(),
            text: diag::without_mark(text).to_owned(),
        })
    }

    /// Pits in a row.
    pub fn pits(&self) -> usize {
        self.buttons.south.len()
    }

    /// The points of an aspect on this console.
    pub(crate) fn points(&self, aspect: Aspect) -> u32 {
        let told = self.points.iter().find(|(of, _)| *of == aspect);
        told.map_or(aspect.default_points(), |(_, points)| *points)
    }

    /// The maximum points of a console with this panel.
    pub fn max_points(&self) -> u32 {
        Aspect::ALL.iter().map(|&aspect| self.points(aspect)).sum()
    }

    /// Takes the points from another panel, and the tests that are hidden from students: a panel that is handed in does not set marks.
    pub fn take_points(&mut self, other: &Panel) {
        self.points.clone_from(&other.points);
        self.hidden.clone_from(&other.hidden);
    }

    /// Uses limits at least as long as these: a panel that is handed in does not make a test easier.
    pub fn look_as_long_as(&mut self, usual: Limits) {
        let own = &mut self.limits;
        own.notice = own.notice.max(usual.notice);
        own.settle = own.settle.max(usual.settle);
        own.quiet = own.quiet.max(usual.quiet);
    }

    /// Drops points and hidden tests that the file names; returns whether there were any.
    pub fn forget_points(&mut self) -> bool {
        let points = std::mem::take(&mut self.points);
        let hidden = std::mem::take(&mut self.hidden);
        !points.is_empty() || !hidden.is_empty()
    }

    pub(crate) fn is_hidden(&self, aspect: Aspect) -> bool {
        self.hidden.contains(&aspect)
    }
}

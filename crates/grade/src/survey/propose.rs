//! A first panel file for an undescribed console: from what its buttons do, and from places, shapes and labels.
//!
//! Anything that is not found is listed, with how to write it, and left for the person to fill in.

mod lights;

use std::fmt::Write;

use circuit::sim::Simulator;
use kalah::{BySide, Side};

use super::board::{Board, survey};
use super::explore::Watch;
use super::sheet::{Sheet, Thing};
use super::words;
use crate::panel::in_quotes;
use crate::panel::{Limits, Panel, Wiring};

/// A proposed panel file, and its gaps.
#[derive(Clone, Debug)]
pub struct Proposal {
    /// TOML, with a comment where something is missing.
    pub text: String,
    pub missing: Vec<String>,
    /// It can be graded with: the board and the buttons of the pits are known.
    pub is_enough: bool,
}

/// Looks at a console, tries its buttons, and proposes a panel file.
pub fn propose(simulator: &mut Simulator) -> Proposal {
    propose_in_time(simulator, &mut |_| true)
}

/// The same, until time is up. What was not found out by then is taken from places and words alone.
pub fn propose_in_time(simulator: &mut Simulator, watch: &mut Watch<'_>) -> Proposal {
    let sheet = Sheet::of(simulator);
    let power_on = simulator.snapshot();
    let mut had_time = true;
    let board = survey(simulator, &sheet, &mut |doing| {
        had_time &= watch(doing);
        had_time
    });
    simulator.restore(&power_on);
    let late = "the time was over before everything was tried; --time gives more of it";
    let late = (!had_time).then(|| late.to_owned());
    let mut writer = Writer {
        sheet: &sheet,
        board: board.as_ref().ok(),
        text: String::from(
            "# Proposed by `mancala grade init`; look at every line before you rely on it.\n\
             # `mancala grade try` shows what is read while you press.\n\n",
        ),
        missing: late
            .into_iter()
            .chain(board.as_ref().err().cloned())
            .collect(),
    };
    writer.write();
    let panel = Panel::parse("panel.toml", &writer.text);
    Proposal {
        is_enough: panel.is_ok_and(|panel| Wiring::find(&panel, simulator).is_ok()),
        text: writer.text,
        missing: writer.missing,
    }
}

struct Writer<'a> {
    sheet: &'a Sheet,
    board: Option<&'a Board>,
    text: String,
    missing: Vec<String>,
}

impl Writer<'_> {
    fn line(&mut self, line: impl AsRef<str>) {
        self.text.push_str(line.as_ref());
        self.text.push('\n');
    }

    fn write(&mut self) {
        self.explain_board();
        for side in Side::BOTH {
            self.row(side);
        }
        self.buttons();
        self.lights();
        self.settings();
        self.limits();
        if !self.missing.is_empty() {
            self.text.push_str("\n# Not found:\n");
            for one in &self.missing {
                let _ = writeln!(self.text, "#   {one}");
            }
        }
    }

    fn explain_board(&mut self) {
        match self.board {
            Some(board) => {
                let how = match board.tried {
                    true => "every button was pressed to see what it does",
                    false => "pressing told nothing, so only places count",
                };
                self.line(format!("# The board was found in {}; {how}.\n", board.what));
                if board.base != 10 {
                    self.line(format!("[board]\nbase = {}\n", board.base));
                }
            }
            None => self.missing.push(
                "where pits and stores are shown: write displays ([\"/Tens\", \"/Units\"]), a value (\"/Probe\", \"/Chip:port\"), \
                 a memory cell (\"/RAM[0x13]\"), { bcd = \"/Pin\" }, { bits = [\"/L2\", \"/L1\", \"/L0\"] }, \
                 { count = [\"/L1\", \"/L2\"] }, { segments = [\"/a\", ..., \"/g\"] } or { tty = \"/TTY\", number = 1 }"
                    .to_owned(),
            ),
        }
    }

    fn row(&mut self, side: Side) {
        let name = match side {
            Side::South => "south",
            Side::North => "north",
        };
        let numbers = |at: &usize| {
            self.board
                .map_or_else(String::new, |board| board.numbers[*at].toml.clone())
        };
        let pits = self
            .board
            .map(|board| &board.ring.pits[side][..])
            .unwrap_or_default();
        let pits: Vec<String> = pits
            .iter()
            .map(|at| format!("    {},", numbers(at)))
            .collect();
        let store = self.board.and_then(|board| board.ring.stores[side]);
        let store = store.map_or_else(|| "[]".to_owned(), |at| numbers(&at));
        if store == "[]" && self.board.is_some() {
            self.missing.push(format!("the store of {name}"));
        }
        self.line(format!("[{name}]\npits = ["));
        for pit in pits {
            self.line(pit);
        }
        self.line(format!("]\nstore = {store}\n"));
    }

    fn buttons(&mut self) {
        let rows = self
            .board
            .map(|board| board.buttons.clone())
            .unwrap_or_default();
        let BySide { south, north } = &rows;
        if south.is_empty() {
            self.missing.push(self.no_buttons());
        }
        self.line("[buttons]\npits = [");
        for choice in south {
            self.line(format!("    {},", choice.toml));
        }
        self.line("]");
        if !north.is_empty() {
            self.line("north = [ # a second person plays the other row");
            for choice in north {
                self.line(format!("    {},", choice.toml));
            }
            self.line("]");
        }
        let start = self.board.and_then(|board| board.start.as_ref());
        if let Some(start) = start {
            self.line(entry("start", start));
        }
        let others = self.free_buttons();
        match words::reset(&others) {
            Some(reset) => self.line(entry("reset", reset)),
            None => self
                .missing
                .push("a button for reset; without one, that is not tested".to_owned()),
        }
        self.text.push('\n');
    }

    /// Buttons that play no pit and do not start a game.
    fn free_buttons(&self) -> Vec<Thing> {
        let is_free = |one: &&Thing| {
            self.board.is_none_or(|board| {
                let mut choices = board.buttons.iter().flatten();
                let starts = board.start.as_ref().is_some_and(|it| it.part == one.part);
                !starts && !choices.any(|choice| choice.deed.uses(one.part))
            })
        };
        let all = self.sheet.buttons.iter();
        all.filter(is_free).cloned().collect()
    }

    fn no_buttons(&self) -> String {
        let mut message = "no buttons that play the person's pits".to_owned();
        let others: Vec<&str> = self
            .sheet
            .others
            .iter()
            .map(|one| one.path.as_str())
            .collect();
        if !others.is_empty() {
            let _ = write!(
                message,
                "; there are {}: write [\"/Pin = 3\", \"/Enter\"], 'type /Keyboard \"3\"' or \"joystick /Stick 14 0\" for each pit",
                others.join(", ")
            );
        }
        message
    }

    /// Settings, if buttons are labelled like some.
    fn settings(&mut self) {
        let others = self.free_buttons();
        let seeds = words::seeds(&others);
        let asks = words::asks(&self.sheet.lights);
        if seeds.is_empty() && asks.is_none() {
            return;
        }
        self.line("\n[settings]");
        if let Some(asks) = asks {
            self.line(entry("ask", asks));
        }
        if let Some(BySide { south, north }) = words::first(&others) {
            let (south, north) = (in_quotes(&south.path), in_quotes(&north.path));
            self.line(format!("first = {{ south = {south}, north = {north} }}"));
        }
        if !seeds.is_empty() {
            self.line("\n[settings.seeds]");
            for (number, button) in seeds {
                self.line(format!("{number} = {}", in_quotes(&button.path)));
            }
        }
    }

    /// A slow clock needs longer waits, and a slow program longer presses.
    fn limits(&mut self) {
        let pace = self.sheet.cycle.div_ceil(2).max(1);
        let hold = self.board.and_then(|board| board.hold);
        let usual = Limits::default();
        let limits = [
            ("start", usual.start),
            ("notice", usual.notice),
            ("answer", usual.answer),
            ("settle", usual.settle),
            ("quiet", usual.quiet),
        ];
        if pace == 1 && hold.is_none() {
            return;
        }
        self.line("\n[limits] # in half-ticks");
        let held = (hold.unwrap_or(usual.hold) * pace).min(1_000_000);
        self.line(match hold {
            Some(_) => format!("hold = {held} # shorter presses are not noticed"),
            None => format!("hold = {held} # the clock is slow"),
        });
        for (name, limit) in limits.into_iter().filter(|_| pace > 1) {
            self.line(format!("{name} = {}", (limit * pace).min(1_000_000)));
        }
    }
}

/// A line of the file with a name, and the words that belong to it.
fn entry(key: &str, thing: &Thing) -> String {
    let (path, words) = (in_quotes(&thing.path), thing.words.trim());
    match words.is_empty() {
        true => format!("{key} = {path}"),
        false => format!("{key} = {path} # {words}"),
    }
}

//! A first panel file for a console nobody has described yet: from what its buttons do, and from places, shapes and labels.
//!
//! What is not found is said, with how to write it, and left for the person to fill in.

use std::fmt::Write;

use circuit::sim::Simulator;
use kalah::{BySide, Side};

use super::Limits;
use super::sheet::{Sheet, Thing};
use super::survey::{Board, survey};
use super::words::{self, Says};

/// A proposed panel file, and what is missing in it.
#[derive(Clone, Debug)]
pub struct Proposal {
    /// TOML, with a comment where something is missing.
    pub text: String,
    pub missing: Vec<String>,
}

/// Looks at a console, tries its buttons, and proposes a panel file.
pub fn propose(simulator: &mut Simulator) -> Proposal {
    let sheet = Sheet::of(simulator);
    let power_on = simulator.snapshot();
    let board = survey(simulator, &sheet);
    simulator.restore(&power_on);
    let mut writer = Writer {
        sheet: &sheet,
        board: board.as_ref().ok(),
        text: String::from(
            "# Proposed by `mancala grade init`; look at every line before you rely on it.\n\
             # `mancala grade try` shows what is read while you press.\n\n",
        ),
        missing: board.as_ref().err().cloned().into_iter().collect(),
    };
    writer.write();
    Proposal {
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
                 { count = [\"/L1\", \"/L2\"] } or { segments = [\"/a\", ..., \"/g\"] }"
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
        for button in south {
            self.line(format!("    \"{}\",", button.path));
        }
        self.line("]");
        if !north.is_empty() {
            self.line("north = [ # a second person plays the other row");
            for button in north {
                self.line(format!("    \"{}\",", button.path));
            }
            self.line("]");
        }
        let start = self.board.and_then(|board| board.start.as_ref());
        if let Some(start) = start {
            self.line(format!(
                "start = \"{}\" # {}",
                start.path,
                start.words.trim()
            ));
        }
        let taken = |one: &&Thing| {
            let mut all = south.iter().chain(north).chain(start);
            !all.any(|other| other.part == one.part)
        };
        let others: Vec<Thing> = self.sheet.buttons.iter().filter(taken).cloned().collect();
        match words::reset(&others) {
            Some(reset) => self.line(format!(
                "reset = \"{}\" # {}",
                reset.path,
                reset.words.trim()
            )),
            None => self
                .missing
                .push("a button labelled reset: reset = \"/Button\"".to_owned()),
        }
        self.text.push('\n');
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

    fn lights(&mut self) {
        self.line("[lights]");
        let mut taken = Vec::new();
        for (says, name) in Says::ALL {
            let found = self.light(says, &taken);
            match found {
                Some((index, light)) => {
                    let words = self.sheet.lights[index].words.trim().to_owned();
                    taken.push(index);
                    self.line(format!("{name} = \"{light}\" # {words}"));
                }
                None => {
                    self.line(format!("# {name} = \"\""));
                    self.missing.push(no_light(says, name));
                }
            }
        }
        let two_people = self
            .board
            .is_some_and(|board| !board.buttons.north.is_empty());
        if two_people {
            self.north_turn();
        }
    }

    /// A light by its words, or "your turn" by what it does while a move is made.
    fn light(&self, says: Says, taken: &[usize]) -> Option<(usize, String)> {
        let lights = &self.sheet.lights;
        let worded = (0..lights.len()).find(|&at| says.fits(&lights[at]) && !taken.contains(&at));
        let path = |at: usize, sign: &str| Some((at, format!("{sign}{}", lights[at].path)));
        if says != Says::YourTurn {
            return path(worded?, "");
        }
        let blinks = self
            .board
            .map(|board| &board.blinks[..])
            .unwrap_or_default();
        let two_people = self
            .board
            .is_some_and(|board| !board.buttons.north.is_empty());
        let asks = |at: usize| {
            blinks.get(at).is_some_and(|blink| match two_people {
                true => blink.before && !blink.after,
                false => blink.before && blink.after && blink.off_between,
            })
        };
        let asks_low = |at: usize| {
            blinks.get(at).is_some_and(|blink| match two_people {
                true => !blink.before && blink.after,
                false => !blink.before && !blink.after && blink.on_between,
            })
        };
        let any = || 0..lights.len();
        match worded {
            Some(at) if asks_low(at) && !asks(at) => path(at, "not "),
            Some(at) => path(at, ""),
            None => match (any().find(|&at| asks(at)), any().find(|&at| asks_low(at))) {
                (Some(at), _) => path(at, ""),
                (None, Some(at)) if !two_people => path(at, "not "),
                _ => None,
            },
        }
    }

    fn north_turn(&mut self) {
        let blinks = self
            .board
            .map(|board| &board.blinks[..])
            .unwrap_or_default();
        let found = blinks.iter().position(|blink| !blink.before && blink.after);
        match found {
            Some(at) => self.line(format!("north-turn = \"{}\"", self.sheet.lights[at].path)),
            None => self
                .missing
                .push("a light for the second person's turn: north-turn = \"/LED\"".to_owned()),
        }
    }

    /// Settings, if buttons are labelled like some.
    fn settings(&mut self) {
        let pits = self
            .board
            .map(|board| board.buttons.clone())
            .unwrap_or_default();
        let free = |one: &&Thing| !pits.iter().flatten().any(|other| other.part == one.part);
        let others: Vec<Thing> = self.sheet.buttons.iter().filter(free).cloned().collect();
        let seeds = words::seeds(&others);
        let asks = words::asks(&self.sheet.lights);
        if seeds.is_empty() && asks.is_none() {
            return;
        }
        self.line("\n[settings]");
        if let Some(asks) = asks {
            self.line(format!("ask = \"{}\" # {}", asks.path, asks.words.trim()));
        }
        if let Some(BySide { south, north }) = words::first(&others) {
            let (south, north) = (&south.path, &north.path);
            self.line(format!(
                "first = {{ south = \"{south}\", north = \"{north}\" }}"
            ));
        }
        if !seeds.is_empty() {
            self.line("\n[settings.seeds]");
            for (number, button) in seeds {
                self.line(format!("{number} = \"{}\"", button.path));
            }
        }
    }

    /// A slow clock needs longer waits.
    fn limits(&mut self) {
        let pace = self.sheet.cycle.div_ceil(2);
        if pace <= 1 {
            return;
        }
        let usual = Limits::default();
        self.line("\n[limits] # in half-ticks; the clock is slow");
        let limits = [
            ("start", usual.start),
            ("hold", usual.hold),
            ("notice", usual.notice),
            ("answer", usual.answer),
            ("settle", usual.settle),
            ("quiet", usual.quiet),
        ];
        for (name, limit) in limits {
            self.line(format!("{name} = {}", (limit * pace).min(1_000_000)));
        }
    }
}

fn no_light(says: Says, name: &str) -> String {
    match says {
        Says::YourTurn => "no light says 'your-turn': write a light, \"not /LED\" or a condition such as '/state = 3'; without \
                           it the console waits when its board has not changed for [limits] quiet half-ticks"
            .to_owned(),
        _ => format!("no light says '{name}'"),
    }
}

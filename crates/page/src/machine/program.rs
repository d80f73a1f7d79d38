//! The processor of a console: source lines, registers, data memory, and a description of its work.

use std::collections::BTreeMap;

use bench::Chronicle;
use consoles::firmware::{self, Bank, File};
use consoles::story::{self, Event};
use consoles::{Machine as _, Model, Phase, Registers, Spot, Wired, map, spots};
use kalah::Side;
use serde::{Deserialize, Serialize};

use super::On;
use super::power::Power;
use crate::reply::{Answer, Failure, Nothing, json, read};

#[derive(Deserialize)]
struct AskState {
    /// All texts of the sheet, not only the changed ones.
    #[serde(default)]
    all: bool,
}

/// The data requested with every picture.
#[derive(Serialize)]
struct State {
    now: u64,
    end: u64,
    future: u32,
    /// The version of an edited circuit; if it has changed, so has the sheet.
    version: usize,
    /// The circuit oscillates.
    stuck: bool,
    /// The period of an endless loop, in half-ticks.
    repeats: Option<u64>,
    texts: Vec<(usize, String)>,
    console: Option<ConsoleState>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ConsoleState {
    bank: usize,
    registers: RegistersView,
    /// The processor begins an instruction with the next half-tick.
    between: bool,
    /// It waits for a person.
    waiting: bool,
    /// The processor has halted.
    halted: bool,
    panel: PanelView,
    /// The length of the log up to now.
    logged: usize,
}

#[derive(Serialize)]
struct RegistersView {
    pc: u8,
    sp: u8,
    ps: u8,
    r: [u8; 4],
}

impl From<Registers> for RegistersView {
    fn from(registers: Registers) -> RegistersView {
        let Registers { pc, sp, ps, r } = registers;
        RegistersView { pc, sp, ps, r }
    }
}

/// The board as a person reads it, from south's side.
#[derive(Serialize)]
struct PanelView {
    south: [u8; 6],
    north: [u8; 6],
    stores: [u8; 2],
    phase: Phase,
    /// The pits a person may press now.
    legal: Vec<u8>,
    lights: Vec<&'static str>,
    lamps: [bool; 6],
}

#[derive(Serialize)]
struct SourceView {
    computer: Option<&'static str>,
    banks: Vec<BankView>,
    /// The data memory: the name of every cell.
    cells: Vec<CellView>,
}

#[derive(Serialize)]
struct BankView {
    name: &'static str,
    bytes: usize,
    /// The contents of the ROM.
    code: Vec<u8>,
    files: Vec<FileView>,
    lines: Vec<LineView>,
}

#[derive(Serialize)]
struct FileView {
    name: &'static str,
    text: String,
    changed: bool,
}

/// Where the code of a line begins.
#[derive(Serialize)]
struct LineView {
    address: u8,
    file: usize,
    line: u32,
    label: Option<String>,
}

#[derive(Serialize)]
struct CellView {
    address: u8,
    label: String,
    /// The name of the stretch it belongs to.
    name: &'static str,
    /// One of many of the same kind, such as the stack.
    many: bool,
}

/// The data memory now.
#[derive(Serialize)]
struct CellsView {
    cells: Vec<u8>,
    heat: Vec<u8>,
    /// The latest addresses, the newest first.
    read: Vec<u8>,
    written: Vec<u8>,
}

#[derive(Deserialize)]
struct AskLog {
    last: usize,
}

#[derive(Serialize)]
struct LogView {
    total: usize,
    entries: Vec<Entry>,
}

#[derive(Serialize)]
struct Entry {
    moment: u64,
    what: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    side: Option<Side>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pit: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seeds: Option<u8>,
}

#[derive(Deserialize)]
struct AskBreakpoints {
    at: Vec<(usize, u8)>,
    /// Cells with breakpoints on writes.
    #[serde(default)]
    cells: Vec<u8>,
}

impl On {
    pub(super) fn wired(&self) -> Answer<&Wired> {
        let console = self.rig().console();
        console.ok_or_else(|| Failure::failed("this is not a console"))
    }

    pub(super) fn state(&mut self, request: &str) -> Answer {
        let AskState { all } = read(request)?;
        let simulator = self.time.subject().simulator();
        let texts = match &mut self.sheet {
            Some(sheet) => sheet.texts(simulator, all),
            None => Vec::new(),
        };
        json(&State {
            now: self.time.now(),
            end: self.time.end(),
            future: self.time.here().number(),
            version: self.version(),
            stuck: simulator.is_oscillating(),
            repeats: self.time.repeats(),
            texts,
            console: self.rig().console().map(|wired| self.console(wired)),
        })
    }

    fn console(&self, wired: &Wired) -> ConsoleState {
        let panel = wired.panel();
        let [south, north] = panel.pits;
        let lights = wired.model().lights().iter();
        let lit = lights.filter(|light| panel.lights.is_on(**light));
        let chronicle = self.rig().chronicle();
        ConsoleState {
            bank: wired.bank(),
            registers: wired.registers().into(),
            between: wired.is_between_instructions(),
            waiting: wired.is_waiting(),
            halted: wired.is_stopped(),
            panel: PanelView {
                south,
                north,
                stores: panel.stores,
                phase: panel.phase(),
                legal: match panel.phase() {
                    Phase::Human => (1..)
                        .zip(south)
                        .filter(|(_, seeds)| *seeds > 0)
                        .map(|(pit, _)| pit)
                        .collect(),
                    _ => Vec::new(),
                },
                lights: lit.map(|light| light.name()).collect(),
                lamps: panel.lamps,
            },
            logged: chronicle.map_or(0, |of| of.until(self.time.now()).len()),
        }
    }

    /// The loaded firmware, and the names of the data memory.
    pub(super) fn source(&self, request: &str) -> Answer {
        read::<Nothing>(request)?;
        let Power::Console { firmware: own, .. } = &self.power else {
            return Err(Failure::failed("this is not a console"));
        };
        let sources = firmware::sources(own.model);
        let all = sources.iter().zip(&own.banks);
        json(&SourceView {
            computer: story::computer(own.model),
            banks: all
                .map(|((_, files), bank)| of_bank(bank, files, &own.changed))
                .collect(),
            cells: cells_of(own.model),
        })
    }

    pub(super) fn cells(&self, request: &str) -> Answer {
        read::<Nothing>(request)?;
        let wired = self.wired()?;
        let traffic = self.rig().chronicle().map(Chronicle::traffic);
        json(&CellsView {
            cells: (0..=255).map(|address| wired.peek(address)).collect(),
            heat: traffic.map_or(Vec::new(), |of| of.heat().collect()),
            read: traffic.map_or(Vec::new(), |of| of.read.clone()),
            written: traffic.map_or(Vec::new(), |of| of.written.clone()),
        })
    }

    /// The latest events of the program, up to now.
    pub(super) fn log(&self, request: &str) -> Answer {
        let AskLog { last } = read(request)?;
        let chronicle = self.rig().chronicle();
        let events = chronicle.map_or(&[][..], |of| of.until(self.time.now()));
        let first = events.len().saturating_sub(last);
        json(&LogView {
            total: events.len(),
            entries: events[first..].iter().map(entry).collect(),
        })
    }

    pub(super) fn set_breakpoints(&mut self, request: &str) -> Answer {
        let AskBreakpoints { at, cells } = read(request)?;
        self.journey = None;
        self.watched = cells.into_iter().collect();
        self.breakpoints = at.into_iter().collect();
        Ok("{}".to_owned())
    }
}

/// Cells that share a name are of the same kind.
const MANY: u8 = 16;

fn cells_of(model: Model) -> Vec<CellView> {
    let of_stretch = |cell: &map::Cell| {
        let &map::Cell { first, last, name } = cell;
        (first..=last).map(move |address| CellView {
            address,
            label: map::label(model, address),
            name,
            many: last - first >= MANY,
        })
    };
    map::of(model).iter().flat_map(of_stretch).collect()
}

fn of_bank(bank: &Bank, files: &[File], changed: &BTreeMap<String, String>) -> BankView {
    let line = |spot: Spot| {
        Some(LineView {
            address: spot.address,
            file: files.iter().position(|file| file.base() == spot.file)?,
            line: spot.line,
            label: spot.label,
        })
    };
    BankView {
        name: bank.name,
        bytes: bank.size(),
        code: bank.image().to_vec(),
        lines: spots(bank).into_iter().filter_map(line).collect(),
        files: files
            .iter()
            .map(|file| {
                let other = changed.get(file.base());
                FileView {
                    name: file.base(),
                    text: other.cloned().unwrap_or_else(|| file.text.to_owned()),
                    changed: other.is_some(),
                }
            })
            .collect(),
    }
}

fn entry(&(moment, event): &(u64, Event)) -> Entry {
    let plain = |what| (what, None, None, None);
    let (what, side, pit, seeds) = match event {
        Event::AsksSettings => plain("asks-settings"),
        Event::Begins { seeds } => ("begins", None, None, Some(seeds)),
        Event::AsksMove => plain("asks-move"),
        Event::Empty => plain("empty"),
        Event::Looks { pit } => ("looks", None, Some(pit), None),
        Event::Wins { pit, seeds } => ("wins", None, Some(pit), Some(seeds)),
        Event::Captures { pit, seeds } => ("captures", None, Some(pit), seeds),
        Event::Repeats { pit } => ("repeats", None, Some(pit), None),
        Event::Leaves { pit, seeds } => ("leaves", None, Some(pit), Some(seeds)),
        Event::Useless { pit } => ("useless", None, Some(pit), None),
        Event::AnyMove => plain("any-move"),
        Event::Chooses { pit } => ("chooses", None, Some(pit), None),
        Event::Sows { side, pit, seeds } => ("sows", Some(side), Some(pit), Some(seeds)),
        Event::Captured => plain("captured"),
        Event::ExtraTurn => plain("extra-turn"),
        Event::Passes => plain("passes"),
        Event::Over => plain("over"),
    };
    Entry {
        moment,
        what,
        side,
        pit,
        seeds,
    }
}

//! Consoles with one thing broken, in the firmware or in the wiring: each loses marks, and in the right test.
//!
//! The tables of all mutants are in a file for each console. A short choice of them is tried in every run of the tests; the rest takes
//! some minutes:
//!
//! ```sh
//! cargo test -p grade --test it mutants -- --ignored
//! ```

mod y2016;
mod y2022;
mod y2023;

use circuit::netlist::PartId;
use circuit::project::{Attrs, Circuit, Component, Image, Kind, Location, Project, What};
use circuit::sim::Simulator;
use console::Model;
use console::firmware::{banks, banks_with, sources};
use grade::{Limits, Panel};
use results::Report;

use crate::bench::{failed, failures, marks, panel_text, project, simulator, source};

/// What is broken.
#[derive(Clone, Copy)]
pub enum Break {
    /// In a file of the firmware this text is replaced by that.
    Firmware(&'static str, &'static str, &'static str),
    /// On the board, the wires that end here are taken out.
    Cut(i32, i32),
    /// The digit here shows this for ever.
    Stuck(i32, i32, u32),
    /// The light here is on for ever.
    Lit(i32, i32),
    /// The parts at two places have changed places.
    Swap((i32, i32), (i32, i32)),
    /// In every chip of a name, the wires that end at a place are taken out.
    Inside(&'static str, (i32, i32)),
}

/// A broken console.
#[derive(Clone, Copy)]
pub struct Mutant {
    pub what: &'static str,
    broken: Break,
    /// The test that must fail; nothing if it behaves like a right console.
    test: Option<&'static str>,
    /// Games that show it, if it is among the short choice.
    quick: Option<u32>,
    /// The computer thinks with what is broken, and may choose other moves than a right one, which a script does not foresee.
    thinks: bool,
}

/// A mutant that loses the marks of a test.
const fn caught(test: &'static str, what: &'static str, broken: Break) -> Mutant {
    Mutant {
        what,
        broken,
        test: Some(test),
        quick: None,
        thinks: false,
    }
}

/// A mutant that behaves like a right console.
const fn same(what: &'static str, broken: Break) -> Mutant {
    Mutant {
        what,
        broken,
        test: None,
        quick: None,
        thinks: false,
    }
}

impl Mutant {
    const fn thinks(mut self) -> Mutant {
        self.thinks = true;
        self
    }

    const fn quick(mut self, games: u32) -> Mutant {
        self.quick = Some(games);
        self
    }
}

const CONSOLES: [(&str, &[Mutant]); 3] = [
    ("2016", y2016::ALL),
    ("2022", y2022::ALL),
    ("2023", y2023::ALL),
];
/// Games of a full run.
const GAMES: u32 = 6;

fn model(year: &str) -> Model {
    match year {
        "2016" => Model::Y2016,
        "2022" => Model::Y2022,
        _ => Model::Y2023,
    }
}

/// Takes out the wires that end at a point of a sheet.
fn cut(sheet: &mut Circuit, x: i32, y: i32) {
    let at = Location::new(x, y);
    let before = sheet.wires.len();
    sheet.wires.retain(|wire| wire.from != at && wire.to != at);
    assert!(sheet.wires.len() < before, "no wire ends at {x},{y}");
}

/// Puts a constant in the place of what the wires at a point bring.
fn hold(sheet: &mut Circuit, x: i32, y: i32, width: u32, value: u32) {
    cut(sheet, x, y);
    sheet.components.push(constant(x, y, width, value));
}

fn constant(x: i32, y: i32, width: u32, value: u32) -> Component {
    let attrs = [
        ("width", width.to_string()),
        ("value", format!("{value:#x}")),
    ];
    Component {
        what: What::Builtin(Kind::Constant),
        location: Location::new(x, y),
        attrs: Attrs::new(attrs.map(|(name, value)| (name.to_owned(), value))),
        contents: None,
        from_library: false,
    }
}

/// The panel of a console. Parts that have changed places have changed names, too, and a panel names places: exchanged names do the
/// same as exchanged parts.
fn panel_for(year: &str, broken: Break) -> Panel {
    let text = exchanged(panel_text(year), broken, "\"");
    Panel::parse("panel.toml", &text).unwrap_or_else(|mistakes| panic!("{mistakes:?}"))
}

fn broken(year: &str, broken: Break) -> Simulator {
    let mut project = project(year, source(&format!("{year}/mancala.circ")));
    rewire(&mut project, broken);
    let board = simulator(project);
    match broken {
        Break::Firmware(file, old, new) => with_firmware(board, year, &program(file, old, new)),
        _ => board,
    }
}

fn rewire(project: &mut Project, broken: Break) {
    let main = project.main().expect("a main circuit").0 as usize;
    let sheet = &mut project.circuits[main];
    match broken {
        Break::Cut(x, y) => cut(sheet, x, y),
        Break::Stuck(x, y, value) => hold(sheet, x, y, 4, value),
        Break::Lit(x, y) => hold(sheet, x, y, 1, 1),
        Break::Inside(name, (x, y)) => cut(chip(project, name), x, y),
        Break::Firmware(..) | Break::Swap(..) => {}
    }
}

fn chip<'p>(project: &'p mut Project, name: &str) -> &'p mut Circuit {
    let mut circuits = project.circuits.iter_mut();
    circuits
        .find(|circuit| circuit.name == name)
        .expect("a chip")
}

/// A change of one file of the firmware.
pub struct Program {
    file: &'static str,
    old: &'static str,
    new: &'static str,
}

pub fn program(file: &'static str, old: &'static str, new: &'static str) -> Program {
    Program { file, old, new }
}

/// A board with changed firmware in its ROMs.
pub fn with_firmware(mut simulator: Simulator, year: &str, program: &Program) -> Simulator {
    let model = model(year);
    let Program { file, old, new } = program;
    let changed = banks_with(model, |name| {
        let mut files = sources(model).iter().flat_map(|(_, files)| *files);
        let text = files.find(|one| one.base() == name)?.text;
        (name == *file).then(|| {
            assert!(text.contains(old), "{file} has no '{old}'");
            text.replacen(old, new, 1)
        })
    });
    let changed =
        changed.unwrap_or_else(|(bank, assembly)| panic!("{bank}: {:?}", assembly.diagnostics));
    for (own, other) in banks(model).iter().zip(&changed) {
        let words = own.image().map(u32::from);
        let design = simulator.design().clone();
        let holds = |&part: &PartId| {
            design.component(part).kind() == Some(Kind::Rom)
                && (0..256).all(|at| simulator.cell(part, at) == Ok(words[at as usize]))
        };
        let rom = design.part_ids().find(holds);
        let image = Image {
            words: other.image().map(u32::from).to_vec(),
        };
        let rom = rom.expect("each bank is in a ROM");
        simulator.load_memory(rom, &image).expect("it fits");
    }
    simulator
}

fn limits(panel: &Panel) -> Limits {
    Limits {
        start: 20_000,
        answer: 40_000,
        total: 4_000_000,
        ..panel.limits
    }
}

pub fn tried(year: &str, mutant: &Mutant, games: u32, shrink: u32) -> Report {
    let panel = panel_for(year, mutant.broken);
    marks(
        broken(year, mutant.broken),
        &panel,
        limits(&panel),
        games,
        shrink,
    )
}

/// What is wrong with the script of a test that failed: it must fail on the mutant, and not on a right console.
fn unproven(year: &str, mutant: &Mutant, report: &Report) -> Option<String> {
    let test = report
        .tests
        .iter()
        .find(|test| Some(test.id.as_str()) == mutant.test)?;
    let script = test.script.clone()?;
    let swapped = exchanged(&script, mutant.broken, "");
    let has_labels = matches!(mutant.broken, Break::Swap(..)) && swapped == script;
    if script.contains("Something else was wrong before") || mutant.thinks || has_labels {
        return None;
    }
    let right = simulator(project(year, source(&format!("{year}/mancala.circ"))));
    let on_mutant = failures(&script, broken(year, mutant.broken));
    let on_right = failures(&swapped, right);
    let is_proof = on_mutant > 0 && on_right == 0;
    let counts = format!("{on_mutant} failures on the mutant, {on_right} on a right console");
    (!is_proof).then(|| format!("{year}, {}: {counts}\n{script}", mutant.what))
}

/// A text with the places of two parts exchanged, if that is what is broken; `behind` follows each place.
fn exchanged(text: &str, broken: Break, behind: &str) -> String {
    let Break::Swap((x, y), (other_x, other_y)) = broken else {
        return text.to_owned();
    };
    let [one, two] = [(x, y), (other_x, other_y)].map(|(x, y)| format!("@{x},{y}{behind}"));
    let text = text.replace(&one, "@@").replace(&two, &one);
    text.replace("@@", &two)
}

/// What is wrong with how mutants were judged.
fn faults(
    year: &str,
    mutants: &[Mutant],
    games: impl Fn(&Mutant) -> u32,
    proves: bool,
) -> Vec<String> {
    let mut faults = Vec::new();
    for mutant in mutants {
        let report = tried(year, mutant, games(mutant), 0);
        if proves {
            faults.extend(unproven(year, mutant, &report));
        }
        let found = failed(&report);
        let is_right = match mutant.test {
            Some(test) => found.contains(&test),
            None => found.is_empty(),
        };
        println!(
            "{} {year} {:?} {found:?}: {}",
            if is_right { "ok " } else { "BAD" },
            mutant.test,
            mutant.what
        );
        if !is_right {
            let told: Vec<&str> = report
                .tests
                .iter()
                .map(|test| test.output.as_str())
                .collect();
            faults.push(format!(
                "{year}, {}: {:?} expected, not {found:?}\n{}",
                mutant.what,
                mutant.test,
                told.join("\n")
            ));
        }
    }
    faults
}

/// Every mutant of a console.
fn all(index: usize) {
    let (year, mutants) = CONSOLES[index];
    let faults = faults(year, mutants, |_| GAMES, true);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The short choice of a console.
fn some(index: usize) {
    let (year, mutants) = CONSOLES[index];
    let quick: Vec<Mutant> = mutants
        .iter()
        .filter(|one| one.quick.is_some())
        .copied()
        .collect();
    let faults = faults(year, &quick, |mutant| mutant.quick.unwrap_or(GAMES), false);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn some_mutants_of_2016_are_caught() {
    some(0);
}

#[test]
fn some_mutants_of_2022_are_caught() {
    some(1);
}

#[test]
fn some_mutants_of_2023_are_caught() {
    some(2);
}

/// The page names every mutant. `UPDATE_GOLDEN=1` writes the tables anew.
#[test]
fn the_page_has_every_mutant() {
    const BEGIN: &str = "<!-- mutants: begin -->\n";
    const END: &str = "<!-- mutants: end -->";
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/grading.md");
    let page = std::fs::read_to_string(path).expect("the page");
    let (before, rest) = page.split_once(BEGIN).expect("where tables begin");
    let (_, after) = rest.split_once(END).expect("where tables end");
    let written = format!("{before}{BEGIN}{}{END}{after}", tables());
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(path, &written).expect("it can be written");
    }
    assert!(
        page == written,
        "UPDATE_GOLDEN=1 writes the tables of docs/grading.md anew"
    );
}

fn tables() -> String {
    let mut text = String::new();
    for (year, mutants) in CONSOLES {
        let equal = mutants.iter().filter(|one| one.test.is_none()).count();
        let caught = mutants.len() - equal;
        text += &format!(
            "\n### {year}: {caught} caught, {equal} that behave alike\n\n| what is broken | where | test |\n|---|---|---|\n"
        );
        for mutant in mutants {
            let place = match mutant.broken {
                Break::Firmware(file, ..) => format!("`{file}`"),
                Break::Inside(chip, _) => format!("chip {chip}"),
                _ => "board".to_owned(),
            };
            let test = mutant
                .test
                .map_or("behaves alike".to_owned(), |test| format!("`{test}`"));
            text += &format!("| {} | {place} | {test} |\n", mutant.what);
        }
    }
    text + "\n"
}

#[test]
#[ignore = "takes a minute"]
fn every_mutant_of_2016_is_caught_by_the_right_test() {
    all(0);
}

#[test]
#[ignore = "takes a minute"]
fn every_mutant_of_2022_is_caught_by_the_right_test() {
    all(1);
}

#[test]
#[ignore = "takes a minute"]
fn every_mutant_of_2023_is_caught_by_the_right_test() {
    all(2);
}

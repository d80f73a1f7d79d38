//! The committed circuits: without findings, right by their vectors, and as the pictures of the guide show them.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use circuit::netlist;
use circuit::picture::Live;
use circuit::project::{Facing, Kind, Location, Project, Wire};
use circuit::read::{Libraries, read};
use circuit::script::{self, Failure, Limits, Stage};
use circuit::sim::{SimOptions, Simulator};
use circuit::svg;
use circuit::vectors;
use consoles::hardware::{self, FILES};
use consoles::{Light, Model};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../hardware")
}

/// Library files by path, from the disk.
struct Disk;

impl Libraries for Disk {
    fn read(&mut self, referring: &str, name: &str) -> Result<(String, Vec<u8>), String> {
        let path = Path::new(referring).parent().unwrap().join(name);
        let path = path.canonicalize().map_err(|error| error.to_string())?;
        let bytes = fs::read(&path).map_err(|error| error.to_string())?;
        Ok((path.to_str().unwrap().to_owned(), bytes))
    }
}

#[test]
fn circuits_load_without_a_complaint() {
    for file in FILES {
        let path = folder().join(file.path);
        let reading = read(path.to_str().unwrap(), &fs::read(&path).unwrap(), &mut Disk);
        let mut complaints = reading.diagnostics;
        complaints.extend(netlist::check(&reading.project));
        assert!(complaints.is_empty(), "{}: {complaints:?}", file.path);
    }
}

/// A stage for a script without prints and files.
struct Plain(Vec<String>);

impl Stage for Plain {
    fn settled(&mut self, _: &mut Simulator, _: bool) {}
    fn print(&mut self, _: &str) {}
    fn failed(&mut self, failure: &Failure) {
        self.0.push(failure.to_string());
    }
    fn file(&mut self, name: &str) -> Result<Vec<u8>, String> {
        Err(format!("there is no {name}"))
    }
}

/// Fourteen drivers of 2016 on pins: written, displayed, read.
#[test]
fn a_bare_chain_of_drivers_is_written_displayed_and_read() {
    let project = project("2016/chain.circ");
    assert_eq!(netlist::check(&project), []);
    let mut chain = Simulator::new(project, None, &SimOptions::default()).unwrap();
    let text = fs::read_to_string(folder().join("2016/chain.script")).unwrap();
    let mut stage = Plain(Vec::new());
    let report = script::run(
        &script::parse(&text),
        &mut chain,
        &mut stage,
        Limits::default(),
    );
    let report = report.unwrap();
    assert_eq!(stage.0, Vec::<String>::new());
    assert!(report.passed() && report.expectations >= 14 * 4);
}

/// The circuit some vectors are for: `# circuit: NAME` in the first line where a file cannot be called so.
fn circuit_of(path: &Path, text: &str) -> String {
    let said = text
        .lines()
        .next()
        .and_then(|line| line.strip_prefix("# circuit: "));
    let stem = path.file_stem().unwrap().to_str().unwrap();
    said.unwrap_or(stem).to_owned()
}

/// The chip `NAME` of a folder is compared with `vectors/NAME.vectors` there.
#[test]
fn chips_do_what_their_vectors_say() {
    let mut sets = 0;
    for file in FILES {
        let path = folder().join(file.path);
        let vectors = path.parent().unwrap().join("vectors");
        let Ok(entries) = fs::read_dir(&vectors) else {
            continue;
        };
        let reading = read(path.to_str().unwrap(), &fs::read(&path).unwrap(), &mut Disk);
        let project = Arc::new(reading.project);
        for entry in entries {
            let path = entry.unwrap().path();
            let text = fs::read_to_string(&path).unwrap();
            let chip = circuit_of(&path, &text);
            let vectors = vectors::parse(&text).unwrap_or_else(|e| panic!("{chip}: {e:?}"));
            let mut chip_alone =
                Simulator::new(project.clone(), Some(&chip), &SimOptions::default()).unwrap();
            let reports = vectors::run(&vectors, &mut chip_alone);
            let reports = reports.unwrap_or_else(|e| panic!("{}: {e:?}", path.display()));
            assert!(!reports.is_empty(), "{} says nothing", path.display());
            for report in reports {
                assert!(report.passed(), "{}: {report:?}", path.display());
            }
            sets += 1;
        }
    }
    assert!(sets > 0, "there are vectors");
}

/// The boards, shown running: picture, file, and the half-ticks it has run. (That of 2023 is shown by its script.)
const BOARDS: [(&str, &str, u64); 2] = [
    ("2016", "2016/mancala.circ", 1200),
    ("2022-board", "2022/mancala.circ", 300),
];

/// The processor and some of its chips.
const PROCESSOR: [(&str, &str); 3] = [
    ("cdm8", "CdM-8"),
    ("cdm8-bus-control", "Bus control"),
    ("cdm8-decoder", "Decoder"),
];

/// The chips of the consoles: folder, file, and the page that shows a picture of each.
const CHIPS: [(&str, &str, &str); 3] = [
    (
        "2016",
        "2016/mancala.circ",
        include_str!("../../../../docs/console-2016.md"),
    ),
    (
        "2022",
        "2022/mancala.circ",
        include_str!("../../../../docs/console-2022.md"),
    ),
    (
        "2023",
        "2023/mancala.circ",
        include_str!("../../../../docs/console-2023.md"),
    ),
];

/// The name of a chip's picture: `>4 +3` of 2023 is `2023-more-than-4-plus-3`.
fn picture_of(console: &str, chip: &str) -> String {
    let plain = chip.replace('+', " plus ").replace('>', " more than ");
    let words = plain.split(|c: char| !c.is_ascii_alphanumeric());
    let words: Vec<String> = words
        .filter(|word| !word.is_empty())
        .map(str::to_ascii_lowercase)
        .collect();
    format!("{console}-{}", words.join("-"))
}

fn project(file: &str) -> Arc<Project> {
    let path = folder().join(file);
    let reading = read(path.to_str().unwrap(), &fs::read(&path).unwrap(), &mut Disk);
    Arc::new(reading.project)
}

/// Compares a picture with the one in the guide; `UPDATE_GOLDEN=1` puts it there.
pub fn check_picture(name: &str, picture: &str) {
    let path = folder().join(format!("../docs/pictures/{name}.svg"));
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&path, picture).unwrap();
    }
    let shown = fs::read_to_string(&path).unwrap();
    assert!(
        shown == picture,
        "docs/pictures/{name}.svg is not what the circuit looks like; UPDATE_GOLDEN=1 draws it again"
    );
}

#[test]
fn pictures_show_the_circuits() {
    for (name, file, half_ticks) in BOARDS {
        let project = project(file);
        let mut simulator = Simulator::new(project.clone(), None, &SimOptions::default()).unwrap();
        simulator.run(half_ticks);
        let live = Live {
            simulator: &simulator,
            instance: netlist::InstanceId::ROOT,
        };
        let board = project.find("Mancala").unwrap();
        check_picture(name, &svg::draw(&project, board, Some(live)));
    }
    let processor = project("cdm8/cdm8.circ");
    for (name, chip) in PROCESSOR {
        let id = processor.find(chip).unwrap_or_else(|| panic!("{chip}"));
        check_picture(name, &svg::draw(&processor, id, None));
    }
}

/// Every chip of a console has its picture on the console's page.
#[test]
fn the_pages_show_every_chip() {
    for (console, file, page) in CHIPS {
        let project = project(file);
        let mut chips = 0;
        let own = project.circuits.iter().filter(|circuit| circuit.file == 0);
        for circuit in own.filter(|circuit| circuit.name != "Mancala") {
            let id = project.find(&circuit.name).unwrap();
            let name = picture_of(console, &circuit.name);
            check_picture(&name, &svg::draw(&project, id, None));
            let shown = format!("](pictures/{name}.svg)");
            assert!(page.contains(&shown), "{console}: no picture {name}");
            chips += 1;
        }
        assert!(chips >= 7, "{console}: {chips}");
    }
}

/// A digit's box, measured from its pin.
const DIGIT: (i32, i32) = (20, 60);

/// Digits can be read: nothing shines through them and no wire runs behind them.
#[test]
fn no_wire_runs_through_a_digit() {
    for (console, file, _) in CHIPS {
        let project = project(file);
        let board = project.circuit(project.find("Mancala").unwrap());
        let digits = board.components.iter();
        let digits = digits.filter(|part| part.kind() == Some(Kind::HexDigit));
        let mut count = 0;
        for digit in digits {
            let background = digit.attrs.of(Kind::HexDigit).text("bg").to_string();
            assert_eq!(background.len(), 7, "{console}: {background} is opaque");
            let Location { x, y } = digit.location;
            for wire in &board.wires {
                let (from, to) = (wire.from, wire.to);
                let across = from.x.max(to.x) > x - DIGIT.0 && from.x.min(to.x) < x + DIGIT.0;
                let along = from.y.max(to.y) > y - DIGIT.1 && from.y.min(to.y) < y;
                assert!(
                    !(across && along),
                    "{console}: {wire:?} runs through {x},{y}"
                );
            }
            count += 1;
        }
        assert_eq!(count, 28, "{console}");
    }
}

/// The text of a tunnel lies beyond its tip.
#[test]
fn no_wire_runs_through_a_tunnel() {
    for file in [
        "2016/mancala.circ",
        "2022/mancala.circ",
        "2023/mancala.circ",
    ] {
        let project = project(file);
        let mut count = 0;
        for circuit in &project.circuits {
            for part in circuit.components.iter() {
                if part.kind() != Some(Kind::Tunnel) {
                    continue;
                }
                let facing = Facing::parse(part.attrs.of(Kind::Tunnel).text("facing"));
                let (dx, dy) = facing.expect("a direction").step(-8, 0);
                let inside = part.location.offset(dx, dy);
                let covers = |wire: &&Wire| {
                    let (from, to) = (wire.from, wire.to);
                    (from.x..=to.x).contains(&inside.x) && (from.y..=to.y).contains(&inside.y)
                };
                let wire = circuit.wires.iter().find(covers);
                assert_eq!(wire, None, "{file}, {}: {}", circuit.name, part.location);
                count += 1;
            }
        }
        assert!(count > 10, "{file}: {count} tunnels");
    }
}

/// Each of the six messages of 2023 has its own colour; a mistake is red, and waiting is not.
#[test]
fn messages_have_colours_of_their_own() {
    let project = project("2023/mancala.circ");
    let board = project.circuit(project.find("Mancala").unwrap());
    let colours: Vec<(Light, u32)> = hardware::places(Model::Y2023)
        .lights
        .iter()
        .map(|(light, at)| {
            let mut parts = board.components.iter();
            let led = parts.find(|part| part.kind() == Some(Kind::Led) && part.location == *at);
            let attrs = &led.unwrap().attrs;
            let colour = attrs.of(Kind::Led).text("color").to_string();
            (*light, u32::from_str_radix(&colour[1..], 16).unwrap())
        })
        .collect();
    for (i, (light, colour)) in colours.iter().enumerate() {
        let same = colours[..i].iter().find(|(_, other)| other == colour);
        assert_eq!(same, None, "{light:?}");
        let [red, green, blue] = [colour >> 16, colour >> 8 & 255, colour & 255];
        let reddish = red > 2 * green && red > 2 * blue;
        assert_eq!(reddish, *light == Light::Error, "{light:?}: {colour:06x}");
    }
}

//! The committed circuits: without a complaint, right by their vectors, and as the pictures of the guide show them.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use circuit::netlist;
use circuit::picture::Live;
use circuit::read::{Libraries, read};
use circuit::sim::{SimOptions, Simulator};
use circuit::svg;
use circuit::vectors;
use console::hardware::FILES;

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

/// Pictures of the guide: file, circuit, and the half-ticks it has run if it is shown running.
const PICTURES: [(&str, &str, &str, Option<u64>); 13] = [
    ("2016", "2016/mancala.circ", "Mancala", Some(1200)),
    (
        "2016-button-driver",
        "2016/mancala.circ",
        "Button driver",
        None,
    ),
    (
        "2016-display-driver",
        "2016/mancala.circ",
        "Display driver",
        None,
    ),
    ("2016-io-0", "2016/mancala.circ", "IO-0", None),
    ("2016-wld", "2016/mancala.circ", "WLD", None),
    ("2022-board", "2022/mancala.circ", "Mancala", Some(300)),
    (
        "2022-button-register",
        "2022/mancala.circ",
        "Button register",
        None,
    ),
    ("2023-Bin_To_BCD", "2023/mancala.circ", "Bin_To_BCD", None),
    (
        "2023-Display_driver",
        "2023/mancala.circ",
        "Display_driver",
        None,
    ),
    (
        "2023-Game_Operator",
        "2023/mancala.circ",
        "Game_Operator",
        None,
    ),
    ("cdm8", "cdm8/cdm8.circ", "CdM-8", None),
    ("cdm8-bus-control", "cdm8/cdm8.circ", "Bus control", None),
    ("cdm8-decoder", "cdm8/cdm8.circ", "Decoder", None),
];

/// Compares a picture with the one in the guide; `UPDATE_GOLDEN=1` puts it there.
pub fn check_picture(name: &str, picture: &str) {
    let path = folder().join(format!("../docs/pictures/{name}.svg"));
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&path, picture).unwrap();
    }
    let shown = fs::read_to_string(&path).unwrap();
    assert!(
        shown == picture,
        "docs/pictures/{name}.svg is not what the circuit looks like; UPDATE_GOLDEN=1 draws it anew"
    );
}

#[test]
fn pictures_show_the_circuits() {
    for (name, file, circuit, half_ticks) in PICTURES {
        let path = folder().join(file);
        let reading = read(path.to_str().unwrap(), &fs::read(&path).unwrap(), &mut Disk);
        let project = Arc::new(reading.project);
        let id = project.find(circuit).unwrap_or_else(|| panic!("{circuit}"));
        let simulator = half_ticks.map(|half_ticks| {
            let options = SimOptions::default();
            let mut simulator = Simulator::new(project.clone(), Some(circuit), &options).unwrap();
            simulator.run(half_ticks);
            simulator
        });
        let live = simulator.as_ref().map(|simulator| Live {
            simulator,
            instance: circuit::netlist::InstanceId::ROOT,
        });
        check_picture(name, &svg::draw(&project, id, live));
    }
}

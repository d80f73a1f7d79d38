//! Changed programs in the ROMs of a console.

use circuit::netlist::PartId;
use circuit::project::{Image, Kind};
use circuit::sim::Simulator;
use consoles::Model;
use consoles::firmware::{banks, banks_with, sources};

/// A change of one file of the firmware.
pub struct Program {
    file: &'static str,
    old: &'static str,
    new: &'static str,
}

pub fn program(file: &'static str, old: &'static str, new: &'static str) -> Program {
    Program { file, old, new }
}

fn model(year: &str) -> Model {
    match year {
        "2016" => Model::Y2016,
        "2022" => Model::Y2022,
        _ => Model::Y2023,
    }
}

/// A file with its changes, if it has any.
fn changed(programs: &[Program], name: &str, text: &str) -> Option<String> {
    let own: Vec<&Program> = programs.iter().filter(|one| one.file == name).collect();
    let change = |text: String, Program { file, old, new }: &Program| {
        assert!(text.contains(old), "{file} has no '{old}'");
        text.replacen(old, new, 1)
    };
    let all = own.iter();
    (!own.is_empty()).then(|| all.fold(text.to_owned(), |text, one| change(text, one)))
}

/// A board with changed firmware in its ROMs.
pub fn with_firmware(mut simulator: Simulator, year: &str, programs: &[Program]) -> Simulator {
    let model = model(year);
    let assembled = banks_with(model, |name| {
        let mut files = sources(model).iter().flat_map(|(_, files)| *files);
        let text = files.find(|one| one.base() == name)?.text;
        changed(programs, name, text)
    });
    let assembled =
        assembled.unwrap_or_else(|(bank, assembly)| panic!("{bank}: {:?}", assembly.diagnostics));
    for (own, other) in banks(model).iter().zip(&assembled) {
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

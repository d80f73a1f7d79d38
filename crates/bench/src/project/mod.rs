//! A circuit from named bytes: read with its libraries, with this program's processor where the course's is missing, and put
//! under power, without the parts whose oscillation has no visible effect.

mod advice;
mod files;
mod images;
mod names;
mod native;
mod power;

pub use advice::{Advice, advice};
pub use files::{File, Files, circuits};
pub use images::forgotten_images;
pub use names::{file_name, is_called, is_processor, short_name};
pub use native::{Native, NativeError, automatic, candidates};
pub use power::{Built, Note, SEED, options, power, power_with};

use circuit::netlist::{self, ComponentId};
use circuit::project::{CircuitId, Project, What};
use circuit::read::{self, Libraries, Reading};
use diag::Diagnostic;

/// The name of this program's own processor among libraries.
pub const PROCESSOR: &str = "builtin:cdm8";
/// The code of the diagnostic for this program's processor replacing another.
pub const STAND_IN: &str = "stand-in";

/// The circuit of this program's own processor.
pub fn processor() -> &'static str {
    consoles::hardware::FILES[0].text
}

/// Reads a project with its libraries; reports findings instead of failing.
pub fn read(name: &str, bytes: &[u8], libraries: &mut dyn Libraries) -> Reading {
    let mut reading = read::read(name, bytes, libraries);
    let parts = stand_ins(&reading.project, libraries);
    let fit = all_fit(&reading.project, &parts);
    if !fit || !parts.is_empty() && !is_by_name(&reading.project) {
        let meets = match fit {
            true => "",
            false => ", but its pins are not where the wires end",
        };
        let message = format!("this program's own CdM-8 stands in for the course's{meets}");
        let told = Diagnostic::warning(STAND_IN, message).in_file(name);
        reading.diagnostics.push(told);
    }
    reading
}

/// Whether a project asks for this program's own processor by the name of its file.
fn is_by_name(project: &Project) -> bool {
    let own = file_name(consoles::hardware::FILES[0].path);
    let mut names = project.files.iter().map(|file| file_name(&file.name));
    names.any(|name| name == own)
}

/// The parts that this program's own processor replaces.
fn stand_ins(project: &Project, libraries: &dyn Libraries) -> Vec<(CircuitId, ComponentId)> {
    let files = project.files.iter();
    let own = files.filter(|file| libraries.stands_in(&file.name));
    let mains: Vec<CircuitId> = own.filter_map(|file| file.main).collect();
    let parts = project.ids().flat_map(|circuit| {
        let mains = &mains;
        let components = project.circuit(circuit).entries();
        let used = components.filter(|(_, part)| match part.what {
            What::Circuit(what) => mains.contains(&what),
            _ => false,
        });
        used.map(move |(component, _)| (circuit, component))
    });
    parts.collect()
}

fn all_fit(project: &Project, parts: &[(CircuitId, ComponentId)]) -> bool {
    let fits = |&(circuit, component): &_| netlist::fits(project, circuit, component);
    parts.iter().all(fits)
}

//! The file of a project made by a program, as if it had been drawn in Logisim.

use super::document::Document;
use super::place::written;
use super::write::{PartText, SheetText, repaired, settings_of_circuit};
use super::{appearance, libraries};
use crate::project::{Circuit, Component, Project, What};

/// The text of the first file of a project. The other files are its libraries, each named as this one refers to it. Parts
/// keep their order.
pub fn project_text(project: &Project) -> String {
    let mut blank = Document::new("");
    for library in project.files.iter().skip(1) {
        let desc = format!("file#{}", library.name);
        blank.write(None, |pen| libraries::add(pen, [desc].into()));
    }
    let own = project.circuits.iter().filter(|circuit| circuit.file == 0);
    let sheets = own.map(|circuit| sheet(&blank, project, circuit));
    let main = project.main().map(|id| project.circuit(id).name.as_str());
    blank.written(main, sheets)
}

fn sheet<'a>(blank: &Document, project: &Project, circuit: &'a Circuit) -> SheetText<'a> {
    let parts = circuit.components.iter();
    SheetText {
        name: &circuit.name,
        settings: settings_of_circuit(&circuit.name, |_| None),
        shapes: appearance::elements(circuit),
        wires: repaired(project, circuit),
        parts: parts.map(|one| part(blank, project, one)).collect(),
    }
}

fn part(blank: &Document, project: &Project, component: &Component) -> PartText {
    let mut component = component.clone();
    let library = match &component.what {
        What::Builtin(kind) => Some(libraries::desc_of(*kind)),
        What::Circuit(id) => match project.circuit(*id).file {
            0 => None,
            file => Some(format!("file#{}", project.files[file].name)),
        },
        What::Unknown { library, .. } => Some(library.clone()),
    };
    component.from_library = matches!(component.what, What::Circuit(_)) && library.is_some();
    PartText {
        library: library.map(|desc| libraries::number(blank, &desc)),
        location: component.location,
        name: component.name(project).to_string(),
        settings: written(&component),
    }
}

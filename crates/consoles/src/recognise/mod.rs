//! Finding the course's processor in any circuit.
//!
//! ```text
//!   sub-circuit ── roles: pins by width, direction and name ──► a candidate
//!                  trial: all opcodes, both side by side     ──► a CdM-8 of some variant, or none
//! ```
//!
//! Names are only where the search begins. A candidate counts if it shows the same on every pin in every clock as the processor
//! of `cdm8`, for all opcodes with varied operands, interrupts, waits and stops. The program on the board does not matter.

mod roles;
mod trial;

use std::sync::Arc;

use cdm8::variant::Variant;
use circuit::netlist::{BuildError, Child, Design, DesignOptions, NativeFactory, PartId};
use circuit::project::{CircuitId, Project, What};
use circuit::sim::SimOptions;

use crate::wired::stand_in;

/// A sub-circuit the native processor can replace.
pub struct Recognised {
    pub path: String,
    pub variant: Variant,
    pub native: NativeFactory,
    /// The processor's pin names, and the circuit's.
    pub names: Vec<(String, String)>,
}

/// A sub-circuit that looked like a CdM-8 but is not one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    pub path: String,
    /// The processor's pin names, and the circuit's.
    pub names: Vec<(String, String)>,
    /// Where it differs from the variant it resembles most.
    pub why: String,
}

/// The processors found in a circuit.
#[derive(Default)]
pub struct Recognition {
    pub found: Vec<Recognised>,
    pub refused: Vec<Refused>,
}

impl Recognition {
    /// The same circuit with native processors.
    pub fn options(&self, mut options: SimOptions) -> SimOptions {
        let natives = self.found.iter();
        let natives = natives.map(|one| (one.path.clone(), one.native.clone()));
        options.design.natives.extend(natives);
        options
    }
}

/// Searches the sub-circuits of a circuit, or of the main one, for processors.
pub fn recognise(project: &Arc<Project>, circuit: Option<&str>) -> Result<Recognition, BuildError> {
    let design = Design::build(project.clone(), circuit, &DesignOptions::default())?;
    let mut recognition = Recognition::default();
    let mut known: Vec<(CircuitId, Result<Variant, String>)> = Vec::new();
    let parts = design.part_ids();
    for part in parts.filter(|&part| matches!(design.inside(part), Some(Child::Instance(_)))) {
        let (What::Circuit(id), pins) = (&design.component(part).what, design.pins_of(part)) else {
            continue;
        };
        let Some(names) = roles::names(&pins) else {
            continue;
        };
        let verdict = match known.iter().find(|(tried, _)| tried == id) {
            Some((_, verdict)) => verdict.clone(),
            None => {
                let verdict = trial::variant(project, *id, &names);
                known.push((*id, verdict.clone()));
                verdict
            }
        };
        let path = design.path(part);
        match verdict.and_then(|variant| {
            let made = stand_in(variant, &pins, &names);
            made.map(|(native, _)| (variant, native))
                .map_err(|unfit| unfit.to_string())
        }) {
            Ok((variant, native)) => recognition.found.push(Recognised {
                path,
                variant,
                native,
                names,
            }),
            Err(why) => recognition.refused.push(Refused { path, names, why }),
        }
    }
    outermost(&design, &mut recognition);
    Ok(recognition)
}

/// A processor inside another is replaced with it.
fn outermost(design: &Design, recognition: &mut Recognition) {
    let part = |path: &str| -> Option<PartId> { design.find(path).ok() };
    let paths: Vec<String> = recognition
        .found
        .iter()
        .map(|one| one.path.clone())
        .collect();
    recognition.found.retain(|one| {
        let inside = |outer: &String| one.path.starts_with(&format!("{outer}/"));
        part(&one.path).is_some() && !paths.iter().any(inside)
    });
}

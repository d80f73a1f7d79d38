//! A project under power.

use std::fmt;
use std::sync::Arc;

use cdm8::variant::Variant;
use circuit::netlist::BuildError;
use circuit::project::Project;
use circuit::sim::{SimOptions, Simulator};
use diag::Diagnostic;

use super::native::{Native, NativeError};

/// The default seed of circuits.
pub const SEED: u64 = 1;
/// Maximum number of parts named in a note.
const MOST_NAMED: usize = 5;

/// A circuit under power, with notes about it.
pub struct Built {
    pub simulator: Simulator,
    pub notes: Vec<Note>,
}

/// Something done without an explicit request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// The native processor of this variant replaces a sub-circuit.
    Native { path: String, variant: Variant },
    /// These parts would oscillate without any visible effect, so they are held still.
    Calmed(Vec<String>),
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Note::Native { path, variant } => write!(
                f,
                "the native CdM-8 ({variant}) stands in for {path}, after both did the same in a trial of all opcodes"
            ),
            Note::Calmed(parts) => {
                let more = if parts.len() > MOST_NAMED {
                    ", ..."
                } else {
                    ""
                };
                let named = &parts[..parts.len().min(MOST_NAMED)];
                write!(
                    f,
                    "{}{more} would oscillate; no output depends on that, so it stands still here",
                    named.join(", ")
                )
            }
        }
    }
}

impl Note {
    /// As a diagnostic of a file.
    pub fn diagnostic(&self, file: &str) -> Diagnostic {
        let code = match self {
            Note::Native { .. } => "native",
            Note::Calmed(_) => "calmed",
        };
        Diagnostic::warning(code, self.to_string()).in_file(file)
    }
}

/// The usual options for running a circuit.
pub fn options(seed: u64) -> SimOptions {
    SimOptions {
        seed,
        ..SimOptions::default()
    }
}

/// A circuit of a project under power, or its main one.
pub fn power(
    project: Arc<Project>,
    circuit: Option<&str>,
    options: &SimOptions,
) -> Result<Built, BuildError> {
    let simulator = Simulator::new(project, circuit, options)?;
    Ok(calm(simulator, options.seed, Vec::new()))
}

/// The same with the native processor where requested.
pub fn power_with(
    native: &Native,
    project: &Arc<Project>,
    circuit: Option<&str>,
    options: &SimOptions,
) -> Result<Built, NativeError> {
    let (simulator, notes) = native.simulator(project, circuit, options)?;
    Ok(calm(simulator, options.seed, notes))
}

/// Without parts that would oscillate though nothing depends on them.
pub(super) fn calm(mut simulator: Simulator, seed: u64, mut notes: Vec<Note>) -> Built {
    if let Some((calm, asleep)) = simulator.calmed(seed) {
        let design = simulator.design();
        let paths = asleep.iter().map(|&part| design.path(part));
        notes.push(Note::Calmed(paths.collect()));
        simulator = calm;
    }
    Built { simulator, notes }
}

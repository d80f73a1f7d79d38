//! The native processor in place of a CdM-8 of gates, after a trial in which both behave the same.

use std::sync::Arc;

use cdm8::variant::Variant;
use circuit::netlist::{BuildError, Child, Design, DesignOptions, PartId, PathError};
use circuit::project::{Project, What};
use circuit::sim::{SimOptions, Simulator};
use consoles::{BusPins, Unfit, recognise, stand_in};
use thiserror::Error;

use super::power::{Built, Note, calm};

/// The sub-circuits a native processor replaces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Native {
    /// Every sub-circuit that proves to be a CdM-8.
    Auto,
    At {
        path: String,
        variant: Variant,
        /// The processor's pins with the names the sub-circuit gives them.
        pins: Vec<(String, String)>,
        /// Length of the trial in half-ticks.
        check: u64,
    },
}

/// Why a native processor cannot be used.
#[derive(Debug, Error)]
pub enum NativeError {
    #[error(transparent)]
    Build(#[from] BuildError),
    #[error(transparent)]
    Unknown(#[from] PathError),
    #[error("{0} is not a sub-circuit")]
    NotASubcircuit(String),
    #[error("{0}")]
    Unfit(Unfit),
    #[error(
        "the sub-circuit is not this processor: after half-tick {half_tick} it puts {gates} on its bus, the native one {native}"
    )]
    Differs {
        half_tick: u64,
        gates: String,
        native: String,
    },
    #[error("no sub-circuit has the pins of a CdM-8; name one with PATH=cdm8:VARIANT")]
    NoneFits,
    #[error("no sub-circuit is a CdM-8; {0}")]
    NoneIs(String),
}

impl Native {
    pub(super) fn simulator(
        &self,
        project: &Arc<Project>,
        circuit: Option<&str>,
        options: &SimOptions,
    ) -> Result<(Simulator, Vec<Note>), NativeError> {
        match self {
            Native::Auto => found(project, circuit, options),
            Native::At {
                path,
                variant,
                pins,
                check,
            } => {
                let part = (path.as_str(), *variant, pins.as_slice());
                let simulator = in_place(part, *check, project, circuit, options)?;
                Ok((simulator, Vec::new()))
            }
        }
    }
}

/// Puts the native processor in the place of one sub-circuit.
fn in_place(
    (path, variant, pins): (&str, Variant, &[(String, String)]),
    check: u64,
    project: &Arc<Project>,
    circuit: Option<&str>,
    options: &SimOptions,
) -> Result<Simulator, NativeError> {
    let design = Design::build(project.clone(), circuit, &DesignOptions::default())?;
    let part = design.find(path)?;
    if design.inside(part).is_none() {
        return Err(NativeError::NotASubcircuit(path.to_owned()));
    }
    let (factory, bus) =
        stand_in(variant, &design.pins_of(part), pins).map_err(NativeError::Unfit)?;
    let mut gates = Simulator::new(project.clone(), circuit, options)?;
    let mut with = options.clone();
    with.design.natives.push((design.path(part), factory));
    let native = Simulator::new(project.clone(), circuit, &with)?;
    compare(&mut gates, &mut native.clone(), check, (part, bus))?;
    Ok(native)
}

/// Runs both and compares what they put on the bus.
fn compare(
    gates: &mut Simulator,
    native: &mut Simulator,
    half_ticks: u64,
    (part, bus): (PartId, BusPins),
) -> Result<(), NativeError> {
    for half_tick in 0..half_ticks {
        let [of_gates, of_native] =
            [&*gates, &*native].map(|simulator| cycle(simulator, part, bus));
        if of_gates != of_native {
            return Err(NativeError::Differs {
                half_tick,
                gates: of_gates,
                native: of_native,
            });
        }
        gates.half_tick();
        native.half_tick();
    }
    Ok(())
}

/// Puts the native processor in the place of every CdM-8 that is found.
fn found(
    project: &Arc<Project>,
    circuit: Option<&str>,
    options: &SimOptions,
) -> Result<(Simulator, Vec<Note>), NativeError> {
    let recognition = recognise(project, circuit)?;
    if recognition.found.is_empty() {
        let refused = recognition.refused.iter();
        let refused: Vec<String> = refused
            .map(|one| format!("{} is none: {}", one.path, one.why))
            .collect();
        return Err(match refused.is_empty() {
            true => NativeError::NoneFits,
            false => NativeError::NoneIs(refused.join("; ")),
        });
    }
    let notes = recognition.found.iter().map(|one| Note::Native {
        path: one.path.clone(),
        variant: one.variant,
    });
    let notes = notes.collect();
    let with = recognition.options(options.clone());
    Ok((Simulator::new(project.clone(), circuit, &with)?, notes))
}

/// The bus; address and data only where they have a meaning.
fn cycle(simulator: &Simulator, part: PartId, bus: BusPins) -> String {
    let bit = |pin: usize| simulator.port(part, pin).number();
    let byte = |pin: usize| simulator.port(part, pin).to_string();
    match (bit(bus.mem), bit(bus.read), bit(bus.data)) {
        (Some(0), _, _) => "nothing".to_owned(),
        (Some(_), Some(0), _) => {
            format!("a write of {} to {}", byte(bus.output), byte(bus.address))
        }
        (Some(_), Some(_), Some(0)) => format!("a fetch from {}", byte(bus.address)),
        (Some(_), Some(_), Some(_)) => format!("a read from {}", byte(bus.address)),
        _ => "unknown strobes".to_owned(),
    }
}

/// A circuit to play on: with the native processor in place of every CdM-8, if there is one. This program's own is recognised by
/// its file, any other has to pass a trial of all opcodes.
pub fn automatic(
    project: &Arc<Project>,
    circuit: Option<&str>,
    options: &SimOptions,
    is_own: &dyn Fn(&str) -> bool,
) -> Result<Built, BuildError> {
    let gates = Simulator::new(project.clone(), circuit, options)?;
    let native = with_natives(&gates, project, circuit, options, is_own);
    Ok(calm(native.unwrap_or(gates), options.seed, Vec::new()))
}

fn with_natives(
    gates: &Simulator,
    project: &Arc<Project>,
    circuit: Option<&str>,
    options: &SimOptions,
    is_own: &dyn Fn(&str) -> bool,
) -> Option<Simulator> {
    let design = gates.design();
    let own = |part: &PartId| match design.component(*part).what {
        What::Circuit(id) => is_own(&project.files[project.circuit(id).file].name),
        _ => false,
    };
    let with = match design.part_ids().find(own) {
        Some(part) => {
            let (factory, _) = stand_in(Variant::Ideal, &design.pins_of(part), &[]).ok()?;
            let mut with = options.clone();
            with.design.natives.push((design.path(part), factory));
            with
        }
        None => {
            let recognition = recognise(project, circuit).ok()?;
            if recognition.found.is_empty() {
                return None;
            }
            recognition.options(options.clone())
        }
    };
    Simulator::new(project.clone(), circuit, &with).ok()
}

/// The paths of sub-circuits that have the pins of a CdM-8.
pub fn candidates(simulator: &Simulator) -> Vec<String> {
    let design = simulator.design();
    let fits = |part: &PartId| {
        matches!(design.inside(*part), Some(Child::Instance(_)))
            && stand_in(Variant::default(), &design.pins_of(*part), &[]).is_ok()
    };
    let parts = design.part_ids().filter(fits);
    parts.take(4).map(|part| design.path(part)).collect()
}

//! From a Logisim project to a circuit that can be debugged: its libraries, its processor, its memories.

use std::sync::Arc;

use bench::project::{self, Built, SEED, file_name};
use cdm8::symbols::Symbols;
use cdm8::variant::Variant;
use circuit::netlist::{Design, PartId};
use circuit::project::{Image, Kind, Project};
use circuit::read::Libraries;
use circuit::reference::Reference;
use circuit::sim::Simulator;
use consoles::{Recognition, recognise};
use serde_json::Value;

use super::circuit::Circuit;
use super::launch::{Launched, code, text};
use super::wires::{Pins, Wires};
use crate::disk::{Disk, folder_of, join, plain};

/// Libraries where the project says, or beside it.
struct Shelf<'a, D> {
    disk: &'a D,
    folder: &'a str,
}

impl<D: Disk> Libraries for Shelf<'_, D> {
    fn read(&mut self, referring: &str, name: &str) -> Result<(String, Vec<u8>), String> {
        let file = file_name(name);
        let name = name.replace('\\', "/");
        let places = [
            join(folder_of(referring), &name),
            join(folder_of(referring), file),
            join(self.folder, file),
        ];
        let mut places = places.iter().map(|place| plain(place));
        let found = places.find_map(|place| Some((place.clone(), self.disk.read(&place)?)));
        found.ok_or_else(|| format!("there is no such file, and no {file} beside the project"))
    }
}

pub(super) fn launch<D: Disk>(disk: &D, arguments: &Value, path: &str) -> Result<Launched, String> {
    let Prepared {
        wires,
        symbols,
        notes,
    } = prepare(disk, arguments, path)?;
    Ok(Launched {
        target: Box::new(Circuit::new(wires, symbols)),
        texts: Vec::new(),
        notes,
    })
}

/// A circuit at its start, with the program in it if one was named.
pub(crate) struct Prepared {
    pub wires: Wires,
    symbols: Symbols,
    /// Notes about it.
    pub notes: Vec<String>,
}

pub(crate) fn prepare<D: Disk>(
    disk: &D,
    arguments: &Value,
    path: &str,
) -> Result<Prepared, String> {
    let mut notes = Vec::new();
    let project = opened(disk, path, &mut notes)?;
    let chosen = Chosen::of(arguments, &project, &mut notes)?;
    let Built {
        mut simulator,
        notes: told,
    } = chosen.power(arguments, &project)?;
    notes.extend(told.iter().map(ToString::to_string));
    let processor = simulator
        .find(&chosen.path)
        .map_err(|error| error.to_string())?;
    let memories = memories(&simulator, arguments, &chosen.path, &mut notes)?;
    let symbols = match text(arguments, "program") {
        Some(program) => load(disk, arguments, program, &mut simulator, memories.0)?,
        None => Symbols::default(),
    };
    let pins = Pins::find(&simulator, processor, &chosen.names)?;
    let wires = Wires::new(simulator, processor, pins, chosen.variant, memories);
    Ok(Prepared {
        wires,
        symbols,
        notes,
    })
}

fn opened<D: Disk>(disk: &D, path: &str, notes: &mut Vec<String>) -> Result<Arc<Project>, String> {
    let bytes = disk
        .read(path)
        .ok_or_else(|| format!("cannot read {path}"))?;
    let mut shelf = Shelf {
        disk,
        folder: folder_of(path),
    };
    let reading = project::read(path, &bytes, &mut shelf);
    let errors: Vec<String> = (reading.diagnostics.iter())
        .filter(|diagnostic| diagnostic.is_error())
        .take(20)
        .map(ToString::to_string)
        .collect();
    if reading.left_out > 0 {
        return Err(format!(
            "{} of {path} cannot be used\n{}",
            diag::count(reading.left_out, "part"),
            errors.join("\n")
        ));
    }
    if reading.project.circuits.is_empty() {
        return Err(format!("{path} has no circuit\n{}", errors.join("\n")));
    }
    notes.extend(errors);
    Ok(Arc::new(reading.project))
}

/// The processor that is followed.
struct Chosen {
    path: String,
    variant: Variant,
    names: Vec<(String, String)>,
    recognition: Recognition,
}

impl Chosen {
    fn of(
        arguments: &Value,
        project: &Arc<Project>,
        notes: &mut Vec<String>,
    ) -> Result<Chosen, String> {
        let sheet = text(arguments, "sheet");
        let recognition = recognise(project, sheet).map_err(|error| error.to_string())?;
        let wanted = match text(arguments, "processor") {
            Some(name) => Some(named(project, sheet, name)?),
            None => None,
        };
        let is_it = |path: &str| wanted.as_deref().is_none_or(|wanted| wanted == path);
        let found: Vec<_> = (recognition.found.iter())
            .filter(|one| is_it(&one.path))
            .collect();
        let refused: Vec<_> = (recognition.refused.iter())
            .filter(|one| is_it(&one.path))
            .collect();
        let (path, names, variant) = match (&found[..], &refused[..]) {
            ([one], _) => (&one.path, &one.names, one.variant),
            ([], [one]) => {
                let told = text(arguments, "variant")
                    .map(str::parse::<Variant>)
                    .transpose();
                let variant = told
                    .map_err(|error| format!("variant: {error}"))?
                    .unwrap_or_default();
                notes.push(format!(
                    "{} has the pins of a CdM-8 and is none: {}. It is compared with {variant} and stops where it differs",
                    one.path, one.why
                ));
                (&one.path, &one.names, variant)
            }
            ([], []) => return Err("no sub-circuit has the pins of a CdM-8".to_owned()),
            (found, refused) => {
                let paths = found.iter().map(|one| &one.path);
                let paths: Vec<&String> =
                    paths.chain(refused.iter().map(|one| &one.path)).collect();
                return Err(several("processor", &paths));
            }
        };
        Ok(Chosen {
            path: path.clone(),
            variant,
            names: names.clone(),
            recognition,
        })
    }

    /// With the processor as it is drawn, or with a native one in its place.
    fn power(&self, arguments: &Value, project: &Arc<Project>) -> Result<Built, String> {
        let mut options = project::options(SEED);
        match text(arguments, "engine") {
            None | Some("gates") => {}
            Some("chips")
                if self
                    .recognition
                    .found
                    .iter()
                    .any(|one| one.path == self.path) =>
            {
                options = self.recognition.options(options);
            }
            Some("chips") => {
                return Err("engine: only a CdM-8 can be replaced by a native one".to_owned());
            }
            Some(other) => return Err(format!("engine: expected gates or chips, found '{other}'")),
        }
        project::power(project.clone(), text(arguments, "sheet"), &options)
            .map_err(|error| error.to_string())
    }
}

/// The canonical form of a part's name.
fn named(project: &Arc<Project>, sheet: Option<&str>, name: &str) -> Result<String, String> {
    let design = Design::build(project.clone(), sheet, &Default::default());
    let design = design.map_err(|error| error.to_string())?;
    let part = design
        .find(name)
        .map_err(|error| format!("processor: {error}"))?;
    Ok(design.path(part))
}

fn several(what: &str, paths: &[&String]) -> String {
    let paths: Vec<&str> = paths.iter().map(|path| path.as_str()).collect();
    format!(
        "the circuit has several: {}; name one as `{what}`",
        paths.join(", ")
    )
}

/// The memories of program and data. A single ROM has the program; without one a single RAM has both.
fn memories(
    simulator: &Simulator,
    arguments: &Value,
    processor: &str,
    notes: &mut Vec<String>,
) -> Result<(Option<PartId>, Option<PartId>), String> {
    let find = |name: &str| match text(arguments, name) {
        None => Ok(None),
        Some(path) => memory(simulator, path)
            .map(Some)
            .map_err(|error| format!("{name}: {error}")),
    };
    let (roms, rams) = (
        all(simulator, Kind::Rom, processor),
        all(simulator, Kind::Ram, processor),
    );
    let paths = |parts: &[PartId]| -> Vec<String> {
        parts
            .iter()
            .map(|part| simulator.design().path(*part))
            .collect()
    };
    let data = match (find("ram")?, &rams[..]) {
        (Some(part), _) => Some(part),
        (None, [only]) => Some(*only),
        (None, []) => None,
        (None, many) => {
            notes.push(several("ram", &paths(many).iter().collect::<Vec<_>>()));
            None
        }
    };
    let code = match (find("rom")?, &roms[..]) {
        (Some(part), _) => Some(part),
        (None, [only]) => Some(*only),
        (None, []) => data,
        (None, many) => return Err(several("rom", &paths(many).iter().collect::<Vec<_>>())),
    };
    match code {
        None => Err("the circuit has no memory of bytes for the program".to_owned()),
        code => Ok((code, data)),
    }
}

fn memory(simulator: &Simulator, path: &str) -> Result<PartId, String> {
    let part = simulator.find(path).map_err(|error| error.to_string())?;
    match is_of_bytes(simulator, part) {
        true => Ok(part),
        false => Err(format!("{path} is not a memory of bytes")),
    }
}

fn is_of_bytes(simulator: &Simulator, part: PartId) -> bool {
    let first = format!("{}[0]", simulator.design().path(part));
    let cell = Reference::parse(&first).and_then(|name| name.find(simulator));
    cell.is_ok_and(|cell| cell.value(simulator).width == 8)
}

/// The memories of bytes that are not inside the processor.
fn all(simulator: &Simulator, kind: Kind, processor: &str) -> Vec<PartId> {
    let design = simulator.design();
    let inside = format!("{processor}/");
    let fits = |part: &PartId| {
        design.component(*part).kind() == Some(kind)
            && !design.path(*part).starts_with(&inside)
            && is_of_bytes(simulator, *part)
    };
    design.part_ids().filter(fits).collect()
}

fn load<D: Disk>(
    disk: &D,
    arguments: &Value,
    program: &str,
    simulator: &mut Simulator,
    memory: Option<PartId>,
) -> Result<Symbols, String> {
    let (bytes, symbols) = code(disk, arguments, program)?;
    let part = memory.ok_or("there is no memory for the program")?;
    let size = simulator.cells(part).unwrap_or(0);
    let used = bytes
        .iter()
        .rposition(|byte| *byte != 0)
        .map_or(0, |last| last + 1);
    if used > size {
        let path = simulator.design().path(part);
        return Err(format!("{path} has {size} cells, {program} takes {used}"));
    }
    let words = bytes
        .iter()
        .take(size)
        .map(|byte| u32::from(*byte))
        .collect();
    simulator
        .load_memory(part, &Image { words })
        .map_err(|error| error.to_string())?;
    Ok(symbols)
}

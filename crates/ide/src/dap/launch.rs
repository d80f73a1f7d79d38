//! From the arguments of `launch` to a target that can be debugged.
//!
//! ```json
//! {"program": "/p/main.asm", "files": ["lib.asm"], "variant": "mark5", "memory": "harvard", "dialect": "cocoide",
//!  "irq": ["100/50:3"], "stopOnEntry": true}
//! {"console": "2023", "firmware": "/p", "engine": "chips"}
//! {"circuit": "/p/board.circ", "program": "/p/main.asm", "rom": "/ROM", "ram": "/RAM", "processor": "/CPU"}
//! ```

use bench::firmware::{self, Unusable};
use bench::{Engine, Firmware};
use cdm8::asm::{self, Compat, Options, Source};
use cdm8::cpu::Cpu;
use cdm8::debug::{Computer, Debugger};
use cdm8::devices::Devices;
use cdm8::memory::{Memory, Organisation};
use cdm8::symbols::Symbols;
use consoles::Model;
use formats::image;
use serde_json::Value;
use timeline::Timeline;

use super::board::Board;
use super::program::Program;
use super::target::Target;
use crate::disk::{Disk, folder_of, join};
use crate::lsp::program_of;

pub struct Launched {
    pub target: Box<dyn Target>,
    /// Texts of sources that are in no file.
    pub texts: Vec<String>,
    /// Notes for the user.
    pub notes: Vec<String>,
}

pub fn launch<D: Disk>(disk: &D, arguments: &Value) -> Result<Launched, String> {
    match (text(arguments, "circuit"), text(arguments, "console")) {
        (Some(path), _) => super::project::launch(disk, arguments, path),
        (None, Some(name)) => console(disk, arguments, name),
        (None, None) => program(disk, arguments),
    }
}

pub(super) fn text<'a>(arguments: &'a Value, name: &str) -> Option<&'a str> {
    arguments[name].as_str().filter(|text| !text.is_empty())
}

fn parsed<T: std::str::FromStr + Default>(arguments: &Value, name: &str) -> Result<T, String>
where
    T::Err: std::fmt::Display,
{
    match text(arguments, name) {
        None => Ok(T::default()),
        Some(value) => value.parse().map_err(|error| format!("{name}: {error}")),
    }
}

fn options(arguments: &Value) -> Result<Options, String> {
    Ok(Options {
        variant: parsed(arguments, "variant")?,
        memory: parsed(arguments, "memory")?,
        compat: match text(arguments, "dialect") {
            Some("devkit") => Some(Compat::Devkit),
            Some("cocoide") => Some(Compat::Cocoide),
            Some(other) => {
                return Err(format!(
                    "dialect: expected devkit or cocoide, found '{other}'"
                ));
            }
            None => None,
        },
        ..Options::default()
    })
}

/// The bytes of a program and its symbols: from a source with what it needs, or from an image.
pub(super) fn code<D: Disk>(
    disk: &D,
    arguments: &Value,
    path: &str,
) -> Result<(Vec<u8>, Symbols), String> {
    let bytes = disk
        .read(path)
        .ok_or_else(|| format!("cannot read {path}"))?;
    let is_image = [".img", ".bin", ".raw", ".rom"]
        .iter()
        .any(|suffix| path.ends_with(suffix));
    let (code, symbols) = match is_image || image::looks_like_text(&bytes) {
        true => (
            image::read_bytes(&bytes).map_err(|error| format!("{path}: {error}"))?,
            Symbols::default(),
        ),
        false => assembled(disk, arguments, path, &options(arguments)?)?,
    };
    if code.iter().skip(256).any(|byte| *byte != 0) {
        return Err(format!("{path}: a CdM-8 memory holds 256 bytes"));
    }
    Ok((code, symbols))
}

fn program<D: Disk>(disk: &D, arguments: &Value) -> Result<Launched, String> {
    let path = text(arguments, "program").ok_or(
        "launch needs `program`, an assembly file or an image, or `console`, or `circuit`",
    )?;
    let options = options(arguments)?;
    let (code, symbols) = code(disk, arguments, path)?;
    let memory = match options.memory {
        Organisation::VonNeumann => Memory::von_neumann(&code),
        Organisation::Harvard => Memory::harvard(&code, &[]),
    };
    let mut devices = Devices::new(memory);
    for plan in arguments["irq"].as_array().into_iter().flatten() {
        let plan = plan.as_str().unwrap_or("");
        devices
            .irq
            .push(plan.parse().map_err(|error| format!("irq: {error}"))?);
    }
    let computer = Computer::new(Cpu::new(options.variant), devices);
    Ok(Launched {
        target: Box::new(Program::new(Debugger::new(
            Timeline::new(computer),
            symbols,
        ))),
        texts: Vec::new(),
        notes: Vec::new(),
    })
}

/// The image and the symbols of a source with the files it needs: the given ones, or those of its folder.
fn assembled<D: Disk>(
    disk: &D,
    arguments: &Value,
    path: &str,
    options: &Options,
) -> Result<(Vec<u8>, Symbols), String> {
    let folder = folder_of(path);
    let given = arguments["files"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str);
    let mut paths = vec![path.to_owned()];
    paths.extend(given.map(|name| join(folder, name)));
    if paths.len() == 1 {
        paths = program_of(disk, path);
    }
    let source = |path: &String| {
        disk.read(path)
            .map(|bytes| Source::new(path.clone(), bytes))
            .ok_or_else(|| format!("cannot read {path}"))
    };
    let sources: Vec<Source> = paths.iter().map(source).collect::<Result<_, _>>()?;
    let assembly = asm::assemble(&sources, options);
    match assembly.image() {
        Some(image) => Ok((image.to_vec(), Symbols::of(&assembly.program, &sources))),
        None => {
            let errors: Vec<String> = assembly
                .errors()
                .take(20)
                .map(ToString::to_string)
                .collect();
            Err(format!("the program has errors\n{}", errors.join("\n")))
        }
    }
}

fn console<D: Disk>(disk: &D, arguments: &Value, name: &str) -> Result<Launched, String> {
    let model: Model = name.parse().map_err(|error| format!("console: {error}"))?;
    let engine = match text(arguments, "engine") {
        None => Engine::Fast,
        Some(name) => name.parse().map_err(|error| format!("engine: {error}"))?,
    };
    let folder = text(arguments, "firmware");
    let own = |name: &str| {
        let bytes = disk.read(&join(folder?, name))?;
        Some(String::from_utf8_lossy(&bytes).into_owned())
    };
    let firmware = match folder {
        None => Firmware::own(model),
        Some(folder) => {
            Firmware::with(model, own).map_err(|error| unusable(model, folder, &error))?
        }
    };
    let mut board = Board::new(&firmware, engine);
    let texts = firmware.texts();
    let texts = texts
        .iter()
        .map(|source| String::from_utf8_lossy(&source.bytes).into_owned())
        .collect();
    if let Some(folder) = folder {
        board.place_files(|name| own(name).map(|_| join(folder, name)));
    }
    Ok(Launched {
        target: Box::new(board),
        texts,
        notes: Vec::new(),
    })
}

/// Why the sources in a folder do not make a console.
fn unusable(model: Model, folder: &str, error: &Unusable) -> String {
    match error {
        Unusable::Foreign => format!(
            "{folder} holds none of the sources of the {model} console: {}",
            firmware::names(model).join(", ")
        ),
        Unusable::Mistakes { bank, assembly } => {
            let errors: Vec<String> = assembly.errors().map(ToString::to_string).collect();
            format!("bank {bank} does not assemble\n{}", errors.join("\n"))
        }
    }
}

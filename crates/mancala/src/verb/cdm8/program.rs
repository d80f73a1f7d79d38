//! Shared by `run`, `test`, `debug` and `dis`: a CdM-8 program from files, and the computer it runs on.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use cdm8::asm::{Compat, Options, Source, Warning, assemble};
use cdm8::cpu::Cpu;
use cdm8::debug::Computer;
use cdm8::debug::expr::{self, Reader};
use cdm8::devices::{Devices, Input, Pulse};
use cdm8::memory::{Memory, Organisation};
use cdm8::symbols::Symbols;
use cdm8::variant::Variant;
use formats::image;

use crate::files;
use crate::ui::Ui;

/// A program ready to load.
pub struct Program {
    pub image: Vec<u8>,
    pub symbols: Symbols,
}

/// The circuit and the memory a program is for.
#[derive(Debug, Clone, clap::Args)]
pub struct Platform {
    /// The circuit: mark5 (the one most projects use), mark5-devkit or ideal
    #[arg(long, default_value = "mark5", value_name = "VARIANT")]
    pub variant: Variant,
    /// harvard (instructions and data apart) or von-neumann (one memory)
    #[arg(long, default_value = "von-neumann", value_name = "KIND")]
    pub memory: Organisation,
}

/// How files become a program.
#[derive(Debug, Clone, clap::Args)]
pub struct Build {
    #[command(flatten)]
    pub target: Platform,
    /// Assemble as this assembler would, bugs included
    #[arg(long, value_name = "DIALECT")]
    pub compat: Option<Dialect>,
    /// Suppress these warnings (`all` suppresses every one); `mancala cdm8 asm --warnings` lists them
    #[arg(short, long, value_name = "WARNING", value_delimiter = ',')]
    pub silence: Vec<String>,
    /// Labels of an image: the file that asm --symbols writes
    #[arg(long, value_name = "FILE")]
    pub symbols: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Dialect {
    Devkit,
    Cocoide,
}

/// The assembler options from the flags that all commands with sources share.
pub fn options(
    target: &Platform,
    compat: Option<Dialect>,
    silence: &[String],
) -> anyhow::Result<Options> {
    let mut options = Options {
        compat: compat.map(|dialect| match dialect {
            Dialect::Devkit => Compat::Devkit,
            Dialect::Cocoide => Compat::Cocoide,
        }),
        variant: target.variant,
        memory: target.memory,
        ..Options::default()
    };
    for name in silence {
        match name.as_str() {
            "all" => options.silenced.extend(Warning::ALL),
            name => {
                let names = Warning::ALL.iter().map(|warning| warning.name());
                let near = diag::nearest(name, names).map_or(
                    "`mancala cdm8 asm --warnings` lists them".to_owned(),
                    |near| format!("did you mean `{near}`?"),
                );
                let warning = name.parse::<Warning>();
                options
                    .silenced
                    .insert(warning.map_err(|error| anyhow::anyhow!("{error}; {near}"))?);
            }
        }
    }
    Ok(options)
}

impl Build {
    fn options(&self) -> anyhow::Result<Options> {
        options(&self.target, self.compat, &self.silence)
    }
}

/// The processor's environment.
#[derive(Debug, Clone, clap::Args)]
pub struct Around {
    #[command(flatten)]
    pub build: Build,
    /// Initial image of the data memory (Harvard only)
    #[arg(long, value_name = "FILE")]
    pub data: Option<PathBuf>,
    /// Interrupt: CLOCK (until acknowledged), FROM-TO, or FROM/PERIOD; then :VECTOR if not 0
    #[arg(long, value_name = "PLAN")]
    pub irq: Vec<Pulse>,
    /// Bytes that successive reads of a data address return, e.g. 0xf0=1,2,3
    #[arg(long, value_name = "ADDRESS=BYTES")]
    pub input: Vec<String>,
}

impl Around {
    /// The computer with a program in it, before its first clock.
    pub fn computer(&self, program: &Program) -> anyhow::Result<Computer> {
        let memory = match (self.build.target.memory, &self.data) {
            (Organisation::VonNeumann, None) => Memory::von_neumann(&program.image),
            (Organisation::VonNeumann, Some(_)) => {
                bail!(
                    "--data is for --memory harvard: a von Neumann machine has its data in the program's memory"
                )
            }
            (Organisation::Harvard, None) => Memory::harvard(&program.image, &[]),
            (Organisation::Harvard, Some(path)) => {
                Memory::harvard(&program.image, &read_image(path)?)
            }
        };
        let mut devices = Devices::new(memory);
        devices.irq.clone_from(&self.irq);
        for text in &self.input {
            devices.inputs.push(parse_input(text, &program.symbols)?);
        }
        Ok(Computer::new(Cpu::new(self.build.target.variant), devices))
    }
}

fn parse_input(text: &str, symbols: &Symbols) -> anyhow::Result<Input> {
    let wrong = |error: String| anyhow::anyhow!("--input {text}: {error}");
    let (address, bytes) = text
        .split_once('=')
        .ok_or_else(|| wrong("write ADDRESS=BYTES, e.g. 0xf0=1,2,3".to_owned()))?;
    let address = constant(address, symbols).map_err(wrong)?;
    let bytes: Result<Vec<u8>, String> = bytes
        .split(',')
        .map(|byte| constant(byte, symbols))
        .collect();
    Ok(Input::new(address, bytes.map_err(wrong)?))
}

/// A number, a label, or a sum of them.
pub fn constant(text: &str, symbols: &Symbols) -> Result<u8, String> {
    let value = Reader { symbols }.value(text)?;
    value
        .as_number()
        .ok_or_else(|| format!("{text:?} is neither a number nor a label"))
}

/// A byte on the command line: 12, 0x0c or 0b1100.
pub fn parse_byte(text: &str) -> Result<u8, String> {
    expr::number(text)
}

/// Reads a memory image of at most 256 bytes; zeros beyond are accepted.
pub fn read_image(path: &Path) -> anyhow::Result<Vec<u8>> {
    let file = files::read(path)?;
    image_of(&file).with_context(|| path.display().to_string())
}

fn image_of(file: &[u8]) -> anyhow::Result<Vec<u8>> {
    let mut bytes = image::read_bytes(file)?;
    let end = bytes
        .iter()
        .rposition(|&byte| byte != 0)
        .map_or(0, |last| last + 1);
    if end > 256 {
        bail!("the image has {end} bytes; a CdM-8 memory holds 256");
    }
    bytes.truncate(256);
    Ok(bytes)
}

/// Writes a file that the user named.
pub fn save(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    files::save(path, bytes)
}

/// Loads a program: one image, or sources to assemble and link. Warnings go to stderr; errors are the error.
pub fn load(paths: &[PathBuf], build: &Build, ui: &mut Ui) -> anyhow::Result<Program> {
    if let [file] = paths
        && let Some(image) = bare_image(file)?
    {
        let symbols = build.symbols.as_deref().map(read_symbols).transpose()?;
        let symbols = symbols.unwrap_or_default();
        return Ok(Program { image, symbols });
    }
    if build.symbols.is_some() {
        bail!("--symbols is for an image: sources bring their labels");
    }
    let sources = read_sources(paths)?;
    let assembly = assemble(&sources, &build.options()?);
    let paint = diag::Paint::when(ui.colour.on(&io::stderr()));
    let (errors, warnings): (Vec<_>, Vec<_>) = assembly
        .diagnostics
        .iter()
        .partition(|diagnostic| diagnostic.is_error());
    for warning in warnings {
        writeln!(ui.err, "{}", warning.render(paint))?;
    }
    match assembly.image() {
        Some(image) => Ok(Program {
            image: image.to_vec(),
            symbols: Symbols::of(&assembly.program, &sources),
        }),
        None => {
            let told: Vec<String> = errors.iter().map(ToString::to_string).collect();
            bail!("the program has errors\n{}", told.join("\n"))
        }
    }
}

/// Reads the labels of a symbol file.
pub fn read_symbols(path: &Path) -> anyhow::Result<Symbols> {
    Symbols::read(&files::read_text_leniently(path)?).map_err(|line| {
        let place = path.display();
        anyhow::anyhow!(
            "{place}:{line}: a symbol is written ADDRESS KIND NAME PLACE, e.g. 0a label loop -"
        )
    })
}

/// The contents of an image file, recognised by its suffix, or because it starts like a Logisim image.
fn bare_image(file: &Path) -> anyhow::Result<Option<Vec<u8>>> {
    let bytes = files::read(file)?;
    let suffix = file.extension().and_then(|suffix| suffix.to_str());
    let raw = matches!(suffix, Some("img" | "bin" | "raw" | "rom"));
    match raw || image::looks_like_text(&bytes) {
        true => image_of(&bytes)
            .with_context(|| file.display().to_string())
            .map(Some),
        false => Ok(None),
    }
}

fn read_sources(files: &[PathBuf]) -> anyhow::Result<Vec<Source>> {
    let read = |file: &PathBuf| Ok(Source::new(file.display().to_string(), files::read(file)?));
    files.iter().map(read).collect()
}

//! What all verbs share: a project from files, a running circuit, scripts and images.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, anyhow, bail};
use circuit::netlist::{self, ComponentId};
use circuit::project::{CircuitId, Image, Project, What};
use circuit::read::{self, MissingLibrary, Reading};
use circuit::script::{self, Problem, Script};
use circuit::sim::{Engine, SimOptions, Simulator};

use timeline::run::Line;

use diag::{Diagnostic, Paint, count};

use super::libraries::{self, LibraryArgs, Noting, PROCESSOR};
use super::native::{self, NativeArgs};
use crate::files;
use crate::phase::Phase;
use crate::ui::Ui;

/// No file of a circuit is larger.
const MOST_BYTES: u64 = 64 << 20;
/// Reading a file of more bytes is worth a word on the terminal.
const LARGE: usize = 1 << 20;
/// So is settling a circuit of more parts.
const MANY_PARTS: usize = 10_000;
/// The seed of consoles that are played on.
const CONSOLE_SEED: u64 = 1;
/// Says that this program's processor takes the place of another.
pub const STAND_IN: &str = "stand-in";

/// A circuit in a file.
#[derive(Clone, Debug, clap::Args)]
pub struct Source {
    /// A Logisim project (.circ)
    file: PathBuf,
    /// The circuit to take, instead of the main one
    #[arg(long, value_name = "NAME")]
    circuit: Option<String>,
    /// Refuse a file with errors or parts not known here, instead of leaving them out
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    libraries: LibraryArgs,
    /// Go on without the parts of libraries that are missing, and without parts not known here
    #[arg(long, conflicts_with = "strict")]
    allow_missing: bool,
}

/// How a circuit runs.
#[derive(Clone, Debug, clap::Args)]
pub struct Running {
    /// Use the exact engine: every event Logisim has, in its order
    #[arg(long)]
    pub exact: bool,
    /// Seed of random generators that have none of their own
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// Fill a memory from an image file (v2.0 raw) before the start; may be given several times
    #[arg(long, value_name = "PATH=IMAGE")]
    load: Vec<String>,
    #[command(flatten)]
    native: NativeArgs,
}

/// Reads a file, but never an endless one.
pub fn read_bytes(path: &Path) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    fs::File::open(path)
        .and_then(|file| file.take(MOST_BYTES + 1).read_to_end(&mut bytes))
        .with_context(|| format!("cannot read {}", path.display()))?;
    if bytes.len() as u64 > MOST_BYTES {
        bail!("{} has more than {MOST_BYTES} bytes", path.display());
    }
    Ok(bytes)
}

/// Reads a text file.
pub fn read_text(path: &Path) -> anyhow::Result<String> {
    String::from_utf8(read_bytes(path)?).map_err(|_| anyhow!("{} is not text", path.display()))
}

/// Reads a project with its libraries, whatever is wrong with it.
pub fn read_project(file: &Path, libraries: &LibraryArgs) -> anyhow::Result<Reading> {
    let bytes = read_bytes(file)?;
    let name = file.display().to_string();
    let phase = (bytes.len() > LARGE).then(|| Phase::new(&format!("reading {name}")));
    let mut shelf = libraries.shelf(file)?;
    let mut reading = read::read(&name, &bytes, &mut shelf);
    drop(phase);
    shelf.all_used()?;
    let parts = parts_of_processor(&reading.project);
    if !parts.is_empty() {
        let meets = match all_fit(&reading.project, &parts) {
            true => "",
            false => ", but its pins are not where the wires end",
        };
        let message = format!("this program's own CdM-8 stands in for the course's{meets}");
        reading
            .diagnostics
            .push(Diagnostic::warning(STAND_IN, message).in_file(&name));
    }
    for library in reading.missing.iter().filter(|library| library.parts > 0) {
        let message = reading.diagnostics.iter_mut().find(|diagnostic| {
            let named = format!("library '{}' ", library.name);
            diagnostic.code == Some("missing-library") && diagnostic.message.starts_with(&named)
        });
        if let Some(message) = message {
            message.help = Some(advice(library, file, &bytes, libraries)?);
        }
    }
    Ok(reading)
}

/// What to do about a missing library.
fn advice(
    library: &MissingLibrary,
    file: &Path,
    bytes: &[u8],
    libraries: &LibraryArgs,
) -> anyhow::Result<String> {
    let short = libraries::short_name(&library.name);
    let given = |file: &str| match short.contains(' ') {
        true => format!("--library \"{short}={file}\""),
        false => format!("--library {short}={file}"),
    };
    let own = "this program's own CdM-8";
    if libraries::is_processor(&library.name) {
        let mut shelf = libraries.shelf(file)?;
        shelf.with_processor(&library.name);
        let project = read::read(&file.display().to_string(), bytes, &mut shelf).project;
        return Ok(match all_fit(&project, &parts_of_processor(&project)) {
            true => format!(
                "{own} has its pins where the wires end; to use it, add {}",
                given(PROCESSOR)
            ),
            false => format!(
                "say where the file is with {}; {own} has its pins in other places and cannot stand in",
                given("FILE")
            ),
        });
    }
    Ok(format!(
        "put the file beside the project, or say where it is with {} or --library-path DIR",
        given("FILE")
    ))
}

/// The parts that this program's own processor stands in for.
fn parts_of_processor(project: &Project) -> Vec<(CircuitId, ComponentId)> {
    let processor = project.files.iter().find(|file| file.name == PROCESSOR);
    let Some(processor) = processor.and_then(|file| file.main) else {
        return Vec::new();
    };
    let parts = project.ids().flat_map(|circuit| {
        let components = project.circuit(circuit).entries();
        let used = components.filter(|(_, part)| part.what == What::Circuit(processor));
        used.map(move |(component, _)| (circuit, component))
    });
    parts.collect()
}

fn all_fit(project: &Project, parts: &[(CircuitId, ComponentId)]) -> bool {
    let fits = |&(circuit, component): &_| netlist::fits(project, circuit, component);
    parts.iter().all(fits)
}

/// Parts are left out, and nobody said that this is fine.
#[derive(Debug)]
pub struct Incomplete(usize);

impl fmt::Display for Incomplete {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (left_out, without) = match self.0 {
            1 => ("1 part is".to_owned(), "it"),
            many => (format!("{many} parts are"), "them"),
        };
        write!(
            f,
            "{left_out} left out; to go on without {without}, add --allow-missing"
        )
    }
}

impl std::error::Error for Incomplete {}

impl Source {
    /// What runs, for a run file: enough to make the same simulator again.
    pub fn head(&self, running: &Running) -> Vec<Line> {
        let mut head = self.head_with(running.seed);
        head.extend(running.load.iter().map(|text| Line::new("load", text)));
        head
    }

    /// The same for a console that was played on.
    pub fn console_head(&self) -> Vec<Line> {
        self.head_with(CONSOLE_SEED)
    }

    fn head_with(&self, seed: u64) -> Vec<Line> {
        let mut head = vec![Line::new("circuit", &self.file.display().to_string())];
        head.extend(self.circuit.iter().map(|name| Line::new("sheet", name)));
        head.push(Line::new("seed", &seed.to_string()));
        head
    }

    pub fn file(&self) -> &Path {
        &self.file
    }

    /// The same for a file of this folder, which need not use every library named on the command line; those in the folder
    /// are there for all.
    pub fn with_file(&self, file: &Path) -> Source {
        Source {
            file: file.to_owned(),
            libraries: self.libraries.for_many(&self.file),
            ..self.clone()
        }
    }

    /// The same but for the file.
    pub fn nowhere(&self) -> Source {
        Source {
            file: PathBuf::new(),
            ..self.clone()
        }
    }

    /// The project as it is read, whatever is wrong with it.
    pub fn reading(&self) -> anyhow::Result<Reading> {
        read_project(&self.file, &self.libraries)
    }

    /// The project and its libraries, each under the file name it is asked for by, the project first.
    pub fn texts(&self) -> anyhow::Result<Vec<(String, String)>> {
        let bytes = read_bytes(&self.file)?;
        let path = self.file.display().to_string();
        let mut noting = Noting {
            shelf: self.libraries.shelf(&self.file)?,
            taken: BTreeMap::new(),
            ambiguous: None,
        };
        read::read(&path, &bytes, &mut noting);
        let own = libraries::file_name(&path).to_owned();
        if let Some(name) = noting
            .ambiguous
            .or(noting.taken.contains_key(&own).then(|| own.clone()))
        {
            bail!("{path} means two files by {name}");
        }
        let files = std::iter::once((own, bytes)).chain(noting.taken);
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        Ok(files.map(|(name, bytes)| (name, text(bytes))).collect())
    }

    /// Refuses an output that is the project, a script or an image that is loaded.
    pub fn keep_apart(
        &self,
        running: &Running,
        script: Option<&Path>,
        output: Option<&Path>,
    ) -> anyhow::Result<()> {
        let images = running.load.iter().filter_map(|text| text.split_once('='));
        let mut inputs: Vec<&Path> = images.map(|(_, file)| Path::new(file)).collect();
        inputs.push(&self.file);
        inputs.extend(self.libraries.files());
        inputs.extend(script);
        files::keep_apart(&inputs, output.as_slice())
    }

    pub fn circuit(&self) -> Option<&str> {
        self.circuit.as_deref()
    }

    /// Reads the project and tells what is wrong with it on stderr.
    pub fn project(&self, ui: &mut Ui) -> anyhow::Result<Arc<Project>> {
        let reading = read_project(&self.file, &self.libraries)?;
        let paint = Paint::when(ui.colour.on(&io::stderr()));
        let (errors, warnings): (Vec<_>, Vec<_>) = reading
            .diagnostics
            .iter()
            .partition(|diagnostic| diagnostic.is_error());
        let stand_ins = warnings.iter().filter(|one| one.code == Some(STAND_IN));
        for told in errors.iter().chain(stand_ins) {
            write!(ui.err, "{}", told.render(paint))?;
        }
        let warnings: Vec<_> = warnings
            .iter()
            .filter(|one| one.code != Some(STAND_IN))
            .collect();
        let (errors, warnings) = (errors.len(), warnings.len());
        if warnings > 0 {
            let file = self.file.display();
            writeln!(
                ui.err,
                "{}; to see them: mancala circuit check {file}",
                count(warnings, "warning")
            )?;
        }
        if errors > 0 && self.strict {
            bail!(
                "{} in the file, and --strict was asked for",
                count(errors, "error")
            );
        }
        if reading.left_out > 0 && !self.allow_missing {
            return Err(Incomplete(reading.left_out).into());
        }
        Ok(Arc::new(reading.project))
    }

    /// A running circuit, settled and with its memories loaded.
    pub fn simulator(&self, running: &Running, ui: &mut Ui) -> anyhow::Result<Simulator> {
        let project = self.project(ui)?;
        let options = SimOptions {
            engine: if running.exact {
                Engine::Exact
            } else {
                Engine::default()
            },
            seed: running.seed,
            ..SimOptions::default()
        };
        let parts: usize = project.circuits.iter().map(|c| c.components.len()).sum();
        let phase = (parts > MANY_PARTS).then(|| Phase::new("letting the circuit settle"));
        let native = running
            .native
            .simulator(&project, self.circuit(), &options)?;
        let mut simulator = match native {
            Some(native) => native,
            None => Simulator::new(project, self.circuit(), &options)
                .with_context(|| self.file.display().to_string())?,
        };
        simulator = calmed(simulator, running.seed, ui)?;
        drop(phase);
        for text in &running.load {
            load_memory(&mut simulator, text).with_context(|| format!("--load {text}"))?;
        }
        Ok(simulator)
    }

    /// A console to be played on: with the native processor where it was asked for, or in place of this program's own CdM-8
    /// unless only gates are wanted.
    pub fn console(
        &self,
        native: &NativeArgs,
        gates: bool,
        ui: &mut Ui,
    ) -> anyhow::Result<Simulator> {
        let project = self.project(ui)?;
        let options = SimOptions {
            seed: CONSOLE_SEED,
            ..SimOptions::default()
        };
        let simulator = Simulator::new(project.clone(), self.circuit(), &options)
            .with_context(|| self.file.display().to_string())?;
        let native = match native.simulator(&project, self.circuit(), &options)? {
            None if !gates => native::automatic(&simulator, &project, self.circuit(), &options),
            asked => asked,
        };
        calmed(native.unwrap_or(simulator), CONSOLE_SEED, ui)
    }
}

/// The simulator without parts that would oscillate though nothing depends on them.
fn calmed(mut simulator: Simulator, seed: u64, ui: &mut Ui) -> anyhow::Result<Simulator> {
    let Some((calm, asleep)) = simulator.calmed(seed) else {
        return Ok(simulator);
    };
    let design = simulator.design();
    let paths: Vec<String> = asleep.iter().take(5).map(|&p| design.path(p)).collect();
    let more = if asleep.len() > 5 { ", ..." } else { "" };
    writeln!(
        ui.err,
        "warning: {}{more} would oscillate; no output depends on that, so it stands still here",
        paths.join(", ")
    )?;
    Ok(calm)
}

fn load_memory(simulator: &mut Simulator, text: &str) -> anyhow::Result<()> {
    let (path, file) = text
        .split_once('=')
        .ok_or_else(|| anyhow!("write PATH=IMAGE, as /ROM@200,100=program.img"))?;
    let part = simulator.find(path)?;
    let image = Image::parse(&read_text(Path::new(file))?).with_context(|| file.to_string())?;
    simulator.load_memory(part, &image)?;
    Ok(())
}

/// Reads a script. What is wrong with it is told together with what does not fit the circuit.
pub fn script(path: &Path) -> anyhow::Result<Script> {
    Ok(script::parse(&read_text(path)?))
}

/// Problems of a script or of vectors as one error, a line each.
pub fn problems(path: &Path, problems: &[Problem]) -> anyhow::Error {
    const MOST: usize = 20;
    let text = read_text(path).unwrap_or_default();
    let file = path.display().to_string();
    let mut told: Vec<String> = problems
        .iter()
        .take(MOST)
        .map(|problem| problem.in_text(&file, &text).to_string())
        .collect();
    if problems.len() > MOST {
        told.push(format!("... and {} more", problems.len() - MOST));
    }
    let mistakes = count(problems.len(), "mistake");
    anyhow!("{mistakes} in {file}\n{}", told.join("\n").trim_end())
}

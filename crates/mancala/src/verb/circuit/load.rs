//! Shared by all circuit commands: a project from files, a running circuit, scripts and images.

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, anyhow, bail};
use bench::project::{self, Advice, Built, Note, PROCESSOR, SEED, STAND_IN};
use chip::draw::StandIn;
use circuit::project::{Image, Project};
use circuit::read::{self, MissingLibrary, Reading};
use circuit::script::{Problem, Script};
use circuit::sim::{Engine, SimOptions, Simulator};
use diag::{Paint, count};
use timeline::run::{HeadLine, Run};

use super::libraries::{LibraryArgs, Noting};
use super::native::NativeArgs;
use crate::files;
use crate::phase::Phase;
use crate::ui::Ui;

/// Reading a larger file shows progress on the terminal.
const LARGE: usize = 1 << 20;
/// So does settling a circuit with more parts.
const MANY_PARTS: usize = 10_000;
/// The word of a run for a specification that stands in for a chip.
const CHIP: &str = "chip";

/// A circuit in a file.
#[derive(Clone, Debug, clap::Args)]
pub struct Source {
    /// A Logisim project (.circ)
    file: PathBuf,
    /// The circuit to use [default: the main one]
    #[arg(long, value_name = "NAME")]
    circuit: Option<String>,
    /// Refuse a file with errors or unknown parts instead of leaving them out
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    libraries: LibraryArgs,
    /// Continue without the parts of missing libraries, and without unknown parts
    #[arg(long, conflicts_with = "strict")]
    allow_missing: bool,
    /// Let this specification stand in for the chip of its name; may be repeated
    #[arg(long = "chip", value_name = "SPEC")]
    chips: Vec<PathBuf>,
}

/// How a circuit runs.
#[derive(Clone, Debug, clap::Args)]
pub struct Running {
    /// Use the exact engine: every event Logisim has, in its order
    #[arg(long)]
    pub exact: bool,
    /// Seed for random generators without one of their own
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// Fill a memory from an image file (v2.0 raw) before the start; may be repeated
    #[arg(long, value_name = "PATH=IMAGE")]
    load: Vec<String>,
    #[command(flatten)]
    native: NativeArgs,
}

/// Reads a project with its libraries, reporting problems instead of failing.
pub fn read_project(file: &Path, libraries: &LibraryArgs) -> anyhow::Result<Reading> {
    let bytes = files::read(file)?;
    let name = file.display().to_string();
    let phase = (bytes.len() > LARGE).then(|| Phase::new(&format!("reading {name}")));
    let mut shelf = libraries.shelf(file)?;
    let mut reading = project::read(&name, &bytes, &mut shelf);
    drop(phase);
    shelf.all_used()?;
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
    let short = project::short_name(&library.name);
    let given = |file: &str| match short.contains(' ') {
        true => format!("--library \"{short}={file}\""),
        false => format!("--library {short}={file}"),
    };
    let own = "this program's own CdM-8";
    let name = file.display().to_string();
    let mut shelf = libraries.shelf(file)?;
    Ok(match project::advice(library, (&name, bytes), &mut shelf) {
        Advice::OwnFits => format!(
            "{own} has its pins where the wires end; to use it, add {}",
            given(PROCESSOR)
        ),
        Advice::OwnDiffers => format!(
            "say where the file is with {}; {own} has its pins in other places and cannot stand in",
            given("FILE")
        ),
        Advice::File => format!(
            "put the file beside the project, or say where it is with {} or --library-path DIR",
            given("FILE")
        ),
    })
}

/// Parts are left out, and the user did not allow that.
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
            "{left_out} left out; to continue without {without}, add --allow-missing"
        )
    }
}

impl std::error::Error for Incomplete {}

impl Source {
    /// The project, for a run file: enough to create the same simulator again.
    pub fn head(&self, running: &Running) -> Vec<HeadLine> {
        let mut head = self.head_with(running.seed);
        head.extend(running.load.iter().map(|text| HeadLine::new("load", text)));
        head
    }

    /// The same for a console that was played on.
    pub fn console_head(&self) -> Vec<HeadLine> {
        self.head_with(SEED)
    }

    fn head_with(&self, seed: u64) -> Vec<HeadLine> {
        let mut head = vec![HeadLine::new("circuit", &self.file.display().to_string())];
        head.extend(self.circuit.iter().map(|name| HeadLine::new("sheet", name)));
        let chips = self.chips.iter();
        head.extend(chips.map(|path| HeadLine::new(CHIP, &path.display().to_string())));
        head.push(HeadLine::new("seed", &seed.to_string()));
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

    /// The same with another circuit of the file.
    pub fn with_circuit(&self, name: &str) -> Source {
        Source {
            circuit: Some(name.to_owned()),
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

    /// The project as read, whatever its problems.
    pub fn reading(&self) -> anyhow::Result<Reading> {
        read_project(&self.file, &self.libraries)
    }

    /// The project and its libraries, each under the file name it is asked for by, the project first.
    pub fn texts(&self) -> anyhow::Result<Vec<(String, String)>> {
        let bytes = files::read(&self.file)?;
        let path = self.file.display().to_string();
        let mut noting = Noting {
            shelf: self.libraries.shelf(&self.file)?,
            taken: BTreeMap::new(),
            ambiguous: None,
        };
        read::read(&path, &bytes, &mut noting);
        let own = project::file_name(&path).to_owned();
        if let Some(name) = noting
            .ambiguous
            .or(noting.taken.contains_key(&own).then(|| own.clone()))
        {
            bail!("{path} means two files by {name}");
        }
        let mut files: Vec<(String, Vec<u8>)> = vec![(own, bytes)];
        files.extend(noting.taken);
        // Specifications stand in for what is missing there too.
        for chip in &self.chips {
            let name = project::file_name(&chip.display().to_string()).to_owned();
            files.push((name, files::read(chip)?));
        }
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        let files = files.into_iter();
        Ok(files.map(|(name, bytes)| (name, text(bytes))).collect())
    }

    /// Refuses an output that is an input: the project, a script or a loaded image.
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
        inputs.extend(self.chips.iter().map(PathBuf::as_path));
        inputs.extend(script);
        files::keep_apart(&inputs, output.as_slice())
    }

    /// With the specifications that stood in for chips when a run was recorded, unless others are named.
    pub fn as_in(&self, run: &Run) -> Source {
        let mut source = self.clone();
        if source.chips.is_empty() {
            let chips = run.head.iter().filter(|line| line.key == CHIP);
            source.chips = chips.map(|line| PathBuf::from(&line.value)).collect();
        }
        source
    }

    pub fn circuit(&self) -> Option<&str> {
        self.circuit.as_deref()
    }

    /// Reads the project and reports its errors on stderr.
    pub fn project(&self, ui: &mut Ui) -> anyhow::Result<Arc<Project>> {
        let mut reading = read_project(&self.file, &self.libraries)?;
        self.stand_in(&mut reading, ui)?;
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

    /// Puts specifications in the place of chips.
    fn stand_in(&self, reading: &mut Reading, ui: &mut Ui) -> anyhow::Result<()> {
        for path in &self.chips {
            let chip = crate::verb::chip::files::one(path, ui)?;
            let given = StandIn::new(&chip)
                .and_then(|stand_in| stand_in.put_into(&mut reading.project))
                .with_context(|| format!("--chip {}", path.display()))?;
            reading.left_out = reading.left_out.saturating_sub(given);
            writeln!(ui.err, "{}: its specification stands in for it", chip.name)?;
        }
        if !self.chips.is_empty() && reading.left_out == 0 {
            let of_parts = ["missing-library", "unknown-component"];
            let missing =
                |told: &diag::Diagnostic| told.code.is_some_and(|code| of_parts.contains(&code));
            reading.diagnostics.retain(|told| !missing(told));
        }
        Ok(())
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
        let named = || self.file.display().to_string();
        let built = match running.native.wanted()? {
            Some(native) => running.native.named(project::power_with(
                &native,
                &project,
                self.circuit(),
                &options,
            )),
            None => project::power(project, self.circuit(), &options).with_context(named),
        };
        let Built {
            mut simulator,
            notes,
        } = built?;
        tell(&notes, ui)?;
        drop(phase);
        for text in &running.load {
            load_memory(&mut simulator, text).with_context(|| format!("--load {text}"))?;
        }
        Ok(simulator)
    }

    /// A console to be played on: with the native processor where it was asked for, or in place of a CdM-8
    /// unless only gates are wanted.
    pub fn console(
        &self,
        native: &NativeArgs,
        gates: bool,
        ui: &mut Ui,
    ) -> anyhow::Result<Simulator> {
        let project = self.project(ui)?;
        let options = project::options(SEED);
        let named = || self.file.display().to_string();
        let built = match native.wanted()? {
            Some(wanted) => native.named(project::power_with(
                &wanted,
                &project,
                self.circuit(),
                &options,
            ))?,
            None if gates => {
                project::power(project, self.circuit(), &options).with_context(named)?
            }
            None => project::automatic(&project, self.circuit(), &options, &is_own)
                .with_context(named)?,
        };
        tell(&built.notes, ui)?;
        Ok(built.simulator)
    }
}

/// Whether a library file is this program's own processor.
pub fn is_own(file: &str) -> bool {
    file == PROCESSOR
        || files::read_text(Path::new(file)).is_ok_and(|there| there == project::processor())
}

/// Reports what was done without an explicit request.
fn tell(notes: &[Note], ui: &mut Ui) -> anyhow::Result<()> {
    for note in notes {
        match note {
            Note::Native { .. } => writeln!(ui.err, "{note}")?,
            Note::Calmed(_) => writeln!(ui.err, "warning: {note}")?,
        }
    }
    Ok(())
}

fn load_memory(simulator: &mut Simulator, text: &str) -> anyhow::Result<()> {
    let (path, file) = text
        .split_once('=')
        .ok_or_else(|| anyhow!("write PATH=IMAGE, as /ROM@200,100=program.img"))?;
    let part = simulator.find(path)?;
    let image =
        Image::parse(&files::read_text(Path::new(file))?).with_context(|| file.to_string())?;
    simulator.load_memory(part, &image)?;
    Ok(())
}

/// Reads a script, or a run as one. Its errors are reported together with what does not fit the circuit.
pub fn script(path: &Path) -> anyhow::Result<Script> {
    let text = files::read_text(path)?;
    bench::script::parse(&text).map_err(|found| problems(path, &found))
}

/// Problems of a script or of vectors as one error, a line each.
pub fn problems(path: &Path, problems: &[Problem]) -> anyhow::Error {
    const MOST: usize = 20;
    let text = files::read_text(path).unwrap_or_default();
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

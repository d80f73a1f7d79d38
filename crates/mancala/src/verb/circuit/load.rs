//! What all verbs share: a project from files, a running circuit, scripts and images.

use std::fs;
use std::io::{self, Read, Write};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, anyhow, bail};
use circuit::project::{Image, Project};
use circuit::read::{self, Reading};
use circuit::script::{self, Problem, Script};
use circuit::sim::{Engine, SimOptions, Simulator};

use diag::{Diagnostic, Excerpt, Paint, count};

use crate::files;
use crate::ui::Ui;

/// No file of a circuit is larger.
const MOST_BYTES: u64 = 64 << 20;

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
pub fn read_project(file: &Path) -> anyhow::Result<Reading> {
    let bytes = read_bytes(file)?;
    let mut libraries = |referring: &str, name: &str| {
        let path = library_path(Path::new(referring), name);
        let bytes = read_bytes(&path).map_err(|error| format!("{error:#}"))?;
        Ok((path.display().to_string(), bytes))
    };
    Ok(read::read(
        &file.display().to_string(),
        &bytes,
        &mut libraries,
    ))
}

/// A library beside the file that refers to it; files made on Windows part folders by `\`.
fn library_path(referring: &Path, name: &str) -> PathBuf {
    let name = name.replace('\\', "/");
    let folder = referring.parent().unwrap_or(Path::new(""));
    let mut plain = PathBuf::new();
    for component in folder.join(name).components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir if plain.file_name().is_some() => {
                plain.pop();
            }
            other => plain.push(other),
        }
    }
    plain
}

impl Source {
    pub fn file(&self) -> &Path {
        &self.file
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
        inputs.extend(script);
        files::keep_apart(&inputs, output.as_slice())
    }

    pub fn circuit(&self) -> Option<&str> {
        self.circuit.as_deref()
    }

    /// Reads the project and tells what is wrong with it on stderr.
    pub fn project(&self, ui: &mut Ui) -> anyhow::Result<Arc<Project>> {
        let reading = read_project(&self.file)?;
        let paint = Paint::when(ui.colour.on(&io::stderr()));
        let (errors, warnings): (Vec<_>, Vec<_>) = reading
            .diagnostics
            .iter()
            .partition(|diagnostic| diagnostic.is_error());
        for error in &errors {
            write!(ui.err, "{}", error.render(paint))?;
        }
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
        let mut simulator = Simulator::new(project, self.circuit(), &options)
            .with_context(|| self.file.display().to_string())?;
        for text in &running.load {
            load_memory(&mut simulator, text).with_context(|| format!("--load {text}"))?;
        }
        Ok(simulator)
    }
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

/// Reads a script; problems are told with the file's name.
pub fn script(path: &Path) -> anyhow::Result<Script> {
    script::parse(&read_text(path)?).map_err(|found| problems(path, &found))
}

/// Problems of a script or of vectors as one error, a line each.
pub fn problems(path: &Path, problems: &[Problem]) -> anyhow::Error {
    const MOST: usize = 20;
    let text = read_text(path).unwrap_or_default();
    let file = path.display().to_string();
    let mut told: Vec<String> = problems
        .iter()
        .take(MOST)
        .map(|problem| shown(problem, &file, diag::without_mark(&text)).to_string())
        .collect();
    if problems.len() > MOST {
        told.push(format!("... and {} more", problems.len() - MOST));
    }
    let mistakes = count(problems.len(), "mistake");
    anyhow!("{mistakes} in {file}\n{}", told.join("\n").trim_end())
}

/// A problem with the word it is about.
fn shown(problem: &Problem, file: &str, text: &str) -> Diagnostic {
    let line = text
        .lines()
        .nth(problem.line.saturating_sub(1))
        .unwrap_or("");
    let start = line.char_indices().nth(problem.column.saturating_sub(1));
    let start = start.map_or(line.len(), |(at, _)| at);
    let word = line[start..]
        .split(char::is_whitespace)
        .next()
        .unwrap_or("");
    let at = Excerpt::new(file, problem.line, line, start, start + word.len());
    Diagnostic::error(&problem.what).at(at)
}

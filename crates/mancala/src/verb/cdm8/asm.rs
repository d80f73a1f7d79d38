//! `mancala cdm8 asm`: assemble and link CdM-8 programs.
//!
//! Exit code 1 if the program has errors, 2 if the command line or a file is at fault.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use cdm8::asm::output::{debug_json, listing, map, symbols};
use cdm8::asm::{Assembly, MEMORY, Source, SourceKind, Warning, assemble, compile, object};
use diag::{Diagnostic, Paint, Place, count};
use formats::image::{self, Style};
use serde_json::{Value, json};

use super::program::{self, Dialect, Platform, save};
use crate::files;
use crate::rows;
use crate::ui::{Answer, Ui};

/// Diagnostics printed in full; the rest is counted.
const MOST_SHOWN: usize = 100;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Assembly sources, macro libraries (.mlb) and objects (.obj .o .lib)
    #[arg(required_unless_present = "warnings")]
    files: Vec<PathBuf>,
    /// Output file: a Logisim image if it ends in .img, else raw bytes; - for stdout [default: FIRST.img]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Only check for errors; write nothing
    #[arg(long, conflicts_with_all = ["output", "compile", "merge"])]
    check: bool,
    /// Assemble to objects without linking: one .obj for each source, or all in OUTPUT
    #[arg(short, long)]
    compile: bool,
    /// Merge objects into OUTPUT [default: merged.obj]
    #[arg(short, long, conflicts_with = "compile")]
    merge: bool,
    /// How a Logisim image is laid out
    #[arg(long, value_name = "STYLE", default_value = "devkit")]
    img_style: ImageStyle,
    /// Generate the code this assembler would, bugs included
    #[arg(long, value_name = "DIALECT")]
    compat: Option<Dialect>,
    #[command(flatten)]
    target: Platform,
    /// Write an address-to-line map as JSON [default: OUTPUT.dbg.json]; with -c, into the objects
    #[arg(long, visible_alias = "debug-info", value_name = "FILE", num_args = 0..=1, require_equals = true)]
    debug: Option<Option<PathBuf>>,
    /// Write a listing: address, bytes, clocks, source (- for stdout)
    #[arg(long, value_name = "FILE")]
    listing: Option<PathBuf>,
    /// Write the labels with their addresses (- for stdout)
    #[arg(long, value_name = "FILE")]
    symbols: Option<PathBuf>,
    /// Write a memory map of the 256 bytes (- for stdout)
    #[arg(long, value_name = "FILE")]
    map: Option<PathBuf>,
    /// Suppress these warnings (`all` suppresses every one)
    #[arg(short, long, value_name = "WARNING", value_delimiter = ',')]
    silence: Vec<String>,
    /// Treat warnings as errors
    #[arg(long)]
    deny_warnings: bool,
    /// List the warnings
    #[arg(long)]
    warnings: bool,
    /// Print the errors and warnings as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum ImageStyle {
    Devkit,
    Cocoide,
}

pub fn run(args: &Args, ui: &mut Ui) -> anyhow::Result<Answer> {
    if args.warnings {
        return list_warnings(ui);
    }
    keep_apart(args)?;
    let sources = read_sources(args)?;
    let options = program::options(&args.target, args.compat, &args.silence)?;
    let assembly = match args.compile || args.merge {
        true => compile(&sources, &options),
        false => assemble(&sources, &options),
    };
    let warned = assembly.diagnostics.len() > assembly.errors().count();
    let good = assembly.is_ok() && !(args.deny_warnings && warned);
    if args.json {
        rows::print_pretty(as_json(&assembly), ui)?;
    } else {
        show(&assembly, ui)?;
    }
    if good {
        write_all(args, &sources, &assembly, ui)?;
    } else if let Some(path) = args.map.as_ref().filter(|_| assembly.is_linked()) {
        // The map is most useful when something does not fit.
        write(path, map::write(&assembly.program).as_bytes(), ui)?;
    }
    Ok(if good { Answer::Yes } else { Answer::No })
}

/// Refuses to write over an input.
fn keep_apart(args: &Args) -> anyhow::Result<()> {
    let inputs: Vec<&Path> = args.files.iter().map(PathBuf::as_path).collect();
    let mut outputs = Vec::new();
    match (args.compile, &args.output) {
        _ if args.check => {}
        (_, Some(output)) => outputs.push(output.clone()),
        (true, None) => outputs.extend(args.files.iter().map(|file| beside(file, "obj"))),
        (false, None) => outputs.push(linked(args)),
    }
    if let Some(debug) = args.debug.as_ref().filter(|_| !args.compile && !args.merge) {
        let default = || linked(args).with_extension("dbg.json");
        outputs.push(debug.clone().unwrap_or_else(default));
    }
    let others = [&args.listing, &args.symbols, &args.map];
    outputs.extend(others.into_iter().flatten().cloned());
    let outputs: Vec<&Path> = outputs.iter().map(PathBuf::as_path).collect();
    files::keep_apart(&inputs, &outputs)
}

/// The destination of the linked program.
fn linked(args: &Args) -> PathBuf {
    let default = || match args.merge {
        true => PathBuf::from("merged.obj"),
        false => beside(&args.files[0], "img"),
    };
    args.output.clone().unwrap_or_else(default)
}

fn list_warnings(ui: &mut Ui) -> anyhow::Result<Answer> {
    for warning in Warning::ALL {
        writeln!(ui.out, "{:<16} {}", warning.name(), warning.about())?;
    }
    Ok(Answer::Yes)
}

fn read_sources(args: &Args) -> anyhow::Result<Vec<Source>> {
    let mut sources = Vec::new();
    for path in &args.files {
        let bytes = files::read(path)?;
        let mut source = Source::new(path.display().to_string(), bytes);
        if args.merge && path.extension().is_none() {
            source.kind = SourceKind::Object;
        }
        match source.kind {
            SourceKind::Object if args.compile => bail!(
                "{}: an object cannot be compiled; link or merge it",
                source.name
            ),
            SourceKind::Assembly if args.merge => bail!(
                "{}: only objects can be merged; compile it with -c first",
                source.name
            ),
            _ => sources.push(source),
        }
    }
    if !sources
        .iter()
        .any(|source| source.kind != SourceKind::MacroLibrary)
    {
        bail!("macro libraries alone make no program: give a source too");
    }
    Ok(sources)
}

/// Prints the diagnostics and counts them.
fn show(assembly: &Assembly, ui: &mut Ui) -> anyhow::Result<()> {
    let paint = Paint::when(ui.colour.on(&io::stderr()));
    let total = assembly.diagnostics.len();
    // If not all can be shown, errors come first.
    let mut shown: Vec<&Diagnostic> = assembly.diagnostics.iter().collect();
    if total > MOST_SHOWN {
        shown.sort_by_key(|diagnostic| !diagnostic.is_error());
    }
    for diagnostic in shown.iter().take(MOST_SHOWN) {
        writeln!(ui.err, "{}", diagnostic.render(paint))?;
    }
    if total > MOST_SHOWN {
        writeln!(ui.err, "... and {} more", total - MOST_SHOWN)?;
    }
    if total > 0 {
        let errors = assembly.errors().count();
        writeln!(
            ui.err,
            "{}, {}",
            count(errors, "error"),
            count(total - errors, "warning")
        )?;
    }
    Ok(())
}

/// The errors of a program, for a message.
pub fn mistakes(assembly: &Assembly) -> String {
    let errors = assembly.errors().take(MOST_SHOWN);
    let errors: Vec<String> = errors.map(|error| error.render(Paint::Plain)).collect();
    errors.join("\n")
}

fn as_json(assembly: &Assembly) -> Value {
    let program = &assembly.program;
    json!({
        "ok": assembly.is_ok(),
        "used": MEMORY - program.free(),
        "free": program.free(),
        "excess": program.excess(),
        "diagnostics": assembly.diagnostics.iter().map(diagnostic_json).collect::<Vec<_>>(),
    })
}

fn diagnostic_json(diagnostic: &Diagnostic) -> Value {
    let place = |at: &Place| {
        at.excerpt().map(|at| json!({"file": at.file, "line": at.line, "column": at.column, "width": at.width, "text": at.text}))
    };
    json!({
        "severity": diagnostic.severity.name(),
        "name": diagnostic.code,
        "message": diagnostic.message,
        "at": diagnostic.at.as_ref().map(place),
        "label": diagnostic.label,
        "notes": diagnostic.notes.iter()
            .map(|note| json!({"message": note.message, "at": note.at.as_ref().map(place)}))
            .collect::<Vec<_>>(),
        "help": diagnostic.help,
    })
}

fn write_all(
    args: &Args,
    sources: &[Source],
    assembly: &Assembly,
    ui: &mut Ui,
) -> anyhow::Result<()> {
    if args.compile || args.merge {
        return write_objects(args, sources, assembly, ui);
    }
    let output = linked(args);
    if !args.check {
        write(&output, &image_bytes(args, assembly, &output), ui)?;
        let used = MEMORY - assembly.program.free();
        if !args.json {
            writeln!(
                ui.err,
                "{}: {used} of {MEMORY} bytes used",
                output.display()
            )?;
        }
    }
    if let Some(file) = &args.debug {
        let path = file
            .clone()
            .unwrap_or_else(|| output.with_extension("dbg.json"));
        write(
            &path,
            debug_json::write(&assembly.program, absolute).as_bytes(),
            ui,
        )?;
    }
    if let Some(path) = &args.listing {
        write(path, listing::write(assembly, sources).as_bytes(), ui)?;
    }
    if let Some(path) = &args.symbols {
        write(path, symbols::write(&assembly.program).as_bytes(), ui)?;
    }
    if let Some(path) = &args.map {
        write(path, map::write(&assembly.program).as_bytes(), ui)?;
    }
    Ok(())
}

fn image_bytes(args: &Args, assembly: &Assembly, output: &Path) -> Vec<u8> {
    let bytes = &assembly.program.image;
    let is_text = output.extension().is_some_and(|suffix| suffix == "img") || is_stdout(output);
    let style = match args.img_style {
        ImageStyle::Devkit => Style::Devkit,
        ImageStyle::Cocoide => Style::Cocoide,
    };
    match is_text {
        true => image::write(bytes, style).into_bytes(),
        false => bytes.to_vec(),
    }
}

fn write_objects(
    args: &Args,
    sources: &[Source],
    assembly: &Assembly,
    ui: &mut Ui,
) -> anyhow::Result<()> {
    let mut modules = assembly.modules.clone();
    for module in &mut modules {
        module.file = module.file.as_deref().map(absolute);
    }
    let debug = args.debug.is_some() || args.merge;
    let together = match (&args.output, args.merge) {
        (Some(output), _) => Some(output.clone()),
        (None, true) => Some(PathBuf::from("merged.obj")),
        (None, false) => None,
    };
    if let Some(output) = together {
        return write(&output, object::text::write(&modules, debug).as_bytes(), ui);
    }
    let assembly = sources
        .iter()
        .filter(|source| source.kind == SourceKind::Assembly);
    for (source, module) in assembly.zip(&modules) {
        let text = object::text::write(std::slice::from_ref(module), debug);
        write(&beside(Path::new(&source.name), "obj"), text.as_bytes(), ui)?;
    }
    Ok(())
}

/// A file of the same stem in the current folder.
fn beside(path: &Path, suffix: &str) -> PathBuf {
    PathBuf::from(path.file_name().unwrap_or_default()).with_extension(suffix)
}

fn absolute(path: &str) -> String {
    std::path::absolute(path).map_or_else(|_| path.to_owned(), |path| path.display().to_string())
}

fn is_stdout(path: &Path) -> bool {
    path.as_os_str() == "-"
}

fn write(path: &Path, bytes: &[u8], ui: &mut Ui) -> anyhow::Result<()> {
    match is_stdout(path) {
        true => ui.out.write_all(bytes).context("cannot write to stdout"),
        false => save(path, bytes),
    }
}

//! The findings of a program, in the words of the assembler.

use cdm8::ide::stretch;
use diag::{Diagnostic, Excerpt, Place};
use serde_json::{Value, json};

use super::{Work, text};
use crate::uri;

/// Maximum number of findings sent per file; a file with more is thoroughly wrong.
const MOST: usize = 200;

/// The findings of a program, file by file; those without a place go to its first file.
pub(super) fn by_file(work: &Work) -> Vec<(String, Vec<Value>)> {
    let mut files: Vec<(String, Vec<Value>)> = work
        .paths
        .iter()
        .map(|path| (path.clone(), Vec::new()))
        .collect();
    for diagnostic in &work.analysis.assembly.diagnostics {
        let file = diagnostic.excerpt().map(|at| at.file.as_str());
        let at = file.and_then(|file| files.iter().position(|(path, _)| path == file));
        if let Some((_, found)) = files.get_mut(at.unwrap_or(0))
            && found.len() < MOST
        {
            found.push(shown(diagnostic));
        }
    }
    files
}

pub fn publish(path: &str, version: Option<i64>, found: &[Value]) -> Value {
    let mut params = json!({"uri": uri::uri(path), "diagnostics": found});
    if let Some(version) = version {
        params["version"] = version.into();
    }
    json!({"jsonrpc": "2.0", "method": "textDocument/publishDiagnostics", "params": params})
}

pub(super) fn shown(diagnostic: &Diagnostic) -> Value {
    let mut message = diagnostic.message.clone();
    if !diagnostic.label.is_empty() {
        message += &format!("\n{}", diagnostic.label);
    }
    if let Some(help) = &diagnostic.help {
        message += &format!("\nhelp: {help}");
    }
    let mut value = json!({
        "range": diagnostic.excerpt().map_or_else(nowhere, range),
        "severity": if diagnostic.is_error() { 1 } else { 2 },
        "source": "mancala",
        "message": message,
    });
    if let Some(code) = diagnostic.code {
        value["code"] = code.into();
    }
    let notes: Vec<Value> = diagnostic.notes.iter().filter_map(note).collect();
    if !notes.is_empty() {
        value["relatedInformation"] = notes.into();
    }
    value
}

fn note(note: &diag::Note) -> Option<Value> {
    let at = note.at.as_ref().and_then(Place::excerpt)?;
    // The built-in macros are in no file.
    let real = at.file.contains(['/', '\\', ':']);
    real.then(|| json!({"location": {"uri": uri::uri(&at.file), "range": range(at)}, "message": note.message}))
}

fn nowhere() -> Value {
    json!({"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}})
}

/// The stretch of an excerpt.
fn range(at: &Excerpt) -> Value {
    let line = at.line.saturating_sub(1) as usize;
    let (start, end) = stretch(at);
    json!({
        "start": text::position(line, &at.text, start),
        "end": text::position(line, &at.text, end),
    })
}

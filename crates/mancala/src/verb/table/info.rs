//! `mancala table info`: the tables.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use engine::table::Header;
use serde_json::{Value, json};

use crate::rows;
use crate::tables::{self, Kept, Tables};
use crate::ui::{Answer, Ui};
use crate::wording::count;

pub fn describe(header: &Header) -> String {
    let seeds = count(header.seeds(), "seed");
    format!("a table of {seeds}, {}", header.variant())
}

pub fn run(tables: &Tables, files: &[PathBuf], json: bool, ui: &mut Ui) -> Result<Answer> {
    let kept = match files {
        [] => tables.list()?,
        files => files
            .iter()
            .map(|file| tables::kept(file))
            .collect::<Result<_>>()?,
    };
    if kept.is_empty() && !json {
        writeln!(
            ui.err,
            "There are no tables in {}; `mancala table build` makes one.",
            tables.folder().display()
        )?;
    }
    let mut answer = Answer::Yes;
    for kept in &kept {
        match json {
            true => rows::print(info_json(kept), ui)?,
            false => writeln!(ui.out, "{}", info_text(kept))?,
        }
        if problem(kept).is_some() && !tables::is_partial(&kept.path) {
            answer = Answer::No;
        }
    }
    Ok(answer)
}

/// The problem with a file, as far as its header and its size show.
fn problem(kept: &Kept) -> Option<String> {
    let header = match &kept.header {
        Ok(header) => header,
        Err(error) => return Some(error.to_string()),
    };
    header
        .check_size(kept.size)
        .err()
        .map(|error| error.to_string())
}

fn info_text(kept: &Kept) -> String {
    let path = kept.path.display();
    match (&kept.header, problem(kept)) {
        (Ok(header), None) => format!(
            "{path}: {}, {} entries, {:.1} MB",
            describe(header),
            header.entries(),
            kept.size as f64 / 1e6
        ),
        (Ok(header), Some(problem)) => format!("{path}: {}, but {problem}", describe(header)),
        (Err(error), _) => format!("{path}: {error}"),
    }
}

fn info_json(kept: &Kept) -> Value {
    let header = kept.header.as_ref().ok();
    json!({
        "file": kept.path.display().to_string(),
        "bytes": kept.size,
        "seeds": header.map(Header::seeds),
        "capture": header.map(|header| header.variant().capture),
        "end": header.map(|header| header.variant().end),
        "lift": header.map(|header| header.variant().lift),
        "entries": header.map(Header::entries),
        "layers_finished": header.map(|header| header.layers().saturating_sub(1)),
        "problem": problem(kept),
    })
}

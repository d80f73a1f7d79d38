//! A diagnostic as the page shows it: in a list, and at its place in a text or a drawing.

use diag::{Diagnostic, Drawing, Place};
use serde::Serialize;

#[derive(Serialize)]
pub struct Finding {
    severity: &'static str,
    code: Option<&'static str>,
    message: String,
    /// The label beside the mark, the notes and the help, one per line.
    more: Vec<String>,
    at: Option<Spot>,
    /// Repairs, where the page can make them: the names of edits.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub repairs: Vec<String>,
}

impl Finding {
    /// The circuit it is about, its code and its place there.
    pub fn problem(&self) -> Option<(&str, &'static str, (i32, i32))> {
        let at = self.at.as_ref()?;
        Some((at.circuit.as_deref()?, self.code?, at.point?))
    }
}

/// A stretch of a line, or a point of a drawing; unknown fields are null.
#[derive(Default, Serialize)]
struct Spot {
    file: Option<String>,
    line: Option<u32>,
    column: Option<u32>,
    width: Option<u32>,
    circuit: Option<String>,
    point: Option<(i32, i32)>,
    /// A description of the place.
    text: String,
}

impl From<&Place> for Spot {
    fn from(place: &Place) -> Spot {
        match place {
            Place::Text(excerpt) => Spot {
                file: Some(excerpt.file.clone()),
                line: Some(excerpt.line),
                column: Some(excerpt.column),
                width: Some(excerpt.width),
                text: excerpt.to_string(),
                ..Spot::default()
            },
            Place::Drawing(drawing) => Spot {
                file: drawing.file.clone(),
                circuit: drawing.name.clone(),
                point: drawing.point,
                // Numbers say little to a person who looks at a picture.
                text: Drawing {
                    point: None,
                    ..drawing.clone()
                }
                .to_string(),
                ..Spot::default()
            },
        }
    }
}

impl From<&Diagnostic> for Finding {
    fn from(diagnostic: &Diagnostic) -> Finding {
        let label = Some(diagnostic.label.clone()).filter(|label| !label.is_empty());
        let notes = diagnostic.notes.iter().map(|note| match &note.at {
            Some(at) => format!("{} ({})", note.message, Spot::from(at).text),
            None => note.message.clone(),
        });
        Finding {
            severity: diagnostic.severity.name(),
            code: diagnostic.code,
            message: diagnostic.message.clone(),
            more: label
                .into_iter()
                .chain(notes)
                .chain(diagnostic.help.clone())
                .collect(),
            at: diagnostic.at.as_ref().map(Spot::from),
            repairs: Vec::new(),
        }
    }
}

/// Maximum number of findings shown; errors come before warnings if there are more.
const MOST: usize = 200;

pub fn findings(diagnostics: &[Diagnostic]) -> Vec<Finding> {
    let mut shown: Vec<&Diagnostic> = diagnostics.iter().collect();
    if shown.len() > MOST {
        shown.sort_by_key(|diagnostic| !diagnostic.is_error());
    }
    shown.into_iter().take(MOST).map(Finding::from).collect()
}

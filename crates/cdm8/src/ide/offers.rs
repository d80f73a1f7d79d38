//! Code actions: the fixes of findings, and expanding a macro in place.

use diag::{Diagnostic, Excerpt, Fix};

use super::Analysis;

/// A replacement for a stretch of a file. Lines count from 0, columns are bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    pub from: (usize, usize),
    pub to: (usize, usize),
    pub text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// A fix of a finding.
    Fix,
    /// A macro is replaced by its expansion.
    Inline,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    pub title: String,
    pub sort: Sort,
    pub edit: Edit,
}

impl Analysis {
    /// The code actions for some lines of a file; a macro is expanded for a single line only.
    pub fn offers(&self, file: usize, first: usize, last: usize) -> Vec<Offer> {
        let Some(of) = self.files.get(file) else {
            return Vec::new();
        };
        let here = |diagnostic: &&Diagnostic| {
            diagnostic.excerpt().is_some_and(|at| {
                let line = (at.line as usize).saturating_sub(1);
                at.file == of.name && (first..=last).contains(&line)
            })
        };
        let found = self.assembly.diagnostics.iter().filter(here);
        let mut offers: Vec<Offer> = found.filter_map(|found| self.fix(file, found)).collect();
        if first == last {
            offers.extend(self.written_out(file, first));
        }
        offers
    }

    fn fix(&self, file: usize, diagnostic: &Diagnostic) -> Option<Offer> {
        let at = diagnostic.excerpt()?;
        let line = (at.line as usize).saturating_sub(1);
        let text = self.files[file].lines.get(line)?;
        let (title, from, to, new) = match diagnostic.fix.as_ref()? {
            Fix::Replace(word) => {
                let (start, end) = stretch(at);
                let title = format!("Replace with `{word}`");
                (title, start, end, word.clone())
            }
            Fix::LineBefore(word) => {
                let indent = &text[..text.len() - text.trim_start().len()];
                let title = format!("Insert `{word}` before this line");
                (title, 0, 0, format!("{indent}{word}\n"))
            }
            Fix::LineAfter(word) => {
                let title = format!("Add a line `{word}`");
                (title, text.len(), text.len(), format!("\n{word}"))
            }
        };
        Some(Offer {
            title,
            sort: Sort::Fix,
            edit: Edit {
                from: (line, from),
                to: (line, to),
                text: new,
            },
        })
    }

    /// The use of a macro replaced by its expansion.
    fn written_out(&self, file: usize, line: usize) -> Option<Offer> {
        let text = self.expansion(file, line)?;
        let end = self.files[file].lines.get(line)?.len();
        Some(Offer {
            title: "Replace the macro with its code".to_owned(),
            sort: Sort::Inline,
            edit: Edit {
                from: (line, 0),
                to: (line, end),
                text,
            },
        })
    }
}

/// The bytes of an excerpt, which counts characters from 1.
pub fn stretch(at: &Excerpt) -> (usize, usize) {
    let byte = |chars: usize| {
        let mut places = at.text.char_indices();
        places.nth(chars).map_or(at.text.len(), |(byte, _)| byte)
    };
    let start = at.column.saturating_sub(1) as usize;
    (byte(start), byte(start + at.width as usize))
}

//! Where a diagnostic points: a stretch of a line, or a point of a drawing.

use std::fmt;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    Text(Excerpt),
    Drawing(Drawing),
}

impl Place {
    pub fn excerpt(&self) -> Option<&Excerpt> {
        match self {
            Place::Text(excerpt) => Some(excerpt),
            Place::Drawing(_) => None,
        }
    }
}

/// A stretch of one source line, with the line itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt {
    pub file: String,
    /// Counted from 1.
    pub line: u32,
    /// In characters, counted from 1.
    pub column: u32,
    /// In characters, at least 1.
    pub width: u32,
    pub text: String,
}

impl Excerpt {
    /// The bytes `start..end` of a line; anything out of bounds is moved within them.
    pub fn new(file: &str, line: usize, text: &str, start: usize, end: usize) -> Excerpt {
        let text = text.trim_end_matches(['\r', '\n']);
        let start = floor(text, start);
        let end = floor(text, end).max(start);
        let chars = |part: &str| u32::try_from(part.chars().count()).unwrap_or(u32::MAX - 1);
        Excerpt {
            file: file.to_owned(),
            line: u32::try_from(line).unwrap_or(u32::MAX),
            column: chars(&text[..start]) + 1,
            width: chars(&text[start..end]).max(1),
            text: text.to_owned(),
        }
    }

    /// A whole line, without the white space around it.
    pub fn line(file: &str, line: usize, text: &str) -> Excerpt {
        let start = text.len() - text.trim_start().len();
        Excerpt::new(file, line, text, start, text.trim_end().len())
    }

    /// The bytes of `text` that are marked.
    pub(crate) fn span(&self) -> std::ops::Range<usize> {
        let byte = |column: usize| {
            let found = self.text.char_indices().nth(column);
            found.map_or(self.text.len(), |(at, _)| at)
        };
        let start = self.column.max(1) as usize - 1;
        byte(start)..byte(start + self.width.max(1) as usize)
    }
}

/// The last character boundary at or before `at`.
fn floor(text: &str, at: usize) -> usize {
    let at = at.min(text.len());
    (0..=at)
        .rev()
        .find(|&at| text.is_char_boundary(at))
        .unwrap_or(0)
}

/// `file:line:column`
impl fmt::Display for Excerpt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// Somewhere in a file of drawn circuits; what is not known is left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawing {
    pub file: Option<String>,
    pub name: Option<String>,
    pub point: Option<(i32, i32)>,
}

/// `file.circ: circuit 'main' at 100,200`
impl fmt::Display for Drawing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = self.file.clone();
        let name = self.name.as_ref().map(|name| format!("circuit '{name}'"));
        let point = self.point.map(|(x, y)| format!("at {x},{y}"));
        let inside: Vec<String> = name.into_iter().chain(point).collect();
        let inside = (!inside.is_empty()).then(|| inside.join(" "));
        let parts: Vec<String> = file.into_iter().chain(inside).collect();
        f.write_str(&parts.join(": "))
    }
}

/// A text without the byte-order mark that some editors put in front of it.
pub fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

//! The colours of a document: the kind of each stretch, in the protocol's encoding.

use cdm8::ide::Role;
use serde_json::{Value, json};

use super::{Work, text};

/// The kinds of tokens, in the order of their numbers.
pub(super) const TYPES: [&str; 11] = [
    "label",
    "keyword",
    "macro",
    "operator",
    "variable",
    "number",
    "string",
    "function",
    "namespace",
    "parameter",
    "comment",
];

fn kind(role: Role) -> Option<&'static str> {
    Some(match role {
        Role::Label | Role::Name => "function",
        Role::Instruction | Role::Keyword | Role::Directive => "keyword",
        Role::Macro => "macro",
        Role::Condition => "operator",
        Role::Register => "variable",
        Role::Number => "number",
        Role::Text => "string",
        Role::Section => "namespace",
        Role::Parameter => "parameter",
        Role::Comment => "comment",
        Role::Sign | Role::Unknown => return None,
    })
}

/// Five numbers for each: lines and columns from the token before, length, kind, whether it is a definition.
#[derive(Default)]
pub struct Written {
    data: Vec<usize>,
    last: (usize, usize),
}

impl Written {
    /// Appends a token: its line, and its bytes.
    pub fn add(
        &mut self,
        text: &str,
        line: usize,
        (start, end): (usize, usize),
        kind: &str,
        defines: bool,
    ) {
        let Some(kind) = TYPES.iter().position(|known| *known == kind) else {
            return;
        };
        let (from, to) = (text::column(text, start), text::column(text, end));
        let (last_line, last_column) = self.last;
        let before = if line == last_line { last_column } else { 0 };
        let numbers = [
            line - last_line,
            from - before,
            to - from,
            kind,
            usize::from(defines),
        ];
        self.data.extend(numbers);
        self.last = (line, from);
    }

    pub fn shown(self) -> Value {
        json!({ "data": self.data })
    }
}

pub fn all(work: &Work, file: usize) -> Value {
    let mut written = Written::default();
    let of = &work.analysis.files[file];
    for (line, content) in of.lines.iter().enumerate() {
        for piece in work.analysis.pieces(file, line) {
            if let Some(kind) = kind(piece.role) {
                let defines = piece.role == Role::Label;
                written.add(content, line, (piece.start, piece.end), kind, defines);
            }
        }
    }
    written.shown()
}

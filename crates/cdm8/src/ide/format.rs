//! The layout of a file: labels at the margin, instructions at one column, operands at the next, structures indented,
//! comments in line. The code is unchanged.

use super::scan::{self, Macros, Piece, Role, Row, Shape};

/// Columns of labels, instructions and operands.
const STEP: usize = 8;
/// The column where comments after code begin, if the code leaves room.
const COMMENT: usize = 32;
/// Columns by which a structure is indented.
const INDENT: usize = 4;

/// The formatted text of a file. Line ends are preserved.
pub fn format(text: &str, library: bool) -> String {
    let lines: Vec<&str> = text.split('\n').collect();
    let owned: Vec<String> = lines
        .iter()
        .map(|line| line.trim_end_matches('\r').to_owned())
        .collect();
    let rows = scan::scan(&owned, library, &Macros::new(), &Macros::new()).rows;
    let mut depth = 0_usize;
    let mut out = String::with_capacity(text.len());
    for (at, (row, line)) in rows.iter().zip(&owned).enumerate() {
        if at > 0 {
            out.push('\n');
        }
        match row.shape {
            Shape::Section | Shape::Macro | Shape::Mend | Shape::End => depth = 0,
            Shape::Middle | Shape::Closes => depth = depth.saturating_sub(1),
            _ => {}
        }
        out += &laid(row, line, depth);
        match row.shape {
            Shape::Opens | Shape::Middle => depth += 1,
            _ => {}
        }
        if lines[at].ends_with('\r') {
            out.push('\r');
        }
    }
    out
}

fn laid(row: &Row, text: &str, depth: usize) -> String {
    if row.shape == Shape::After || row.pieces.is_empty() && !text.trim().is_empty() {
        return text.to_owned();
    }
    let comment = row.comment();
    let count = row.pieces.len() - usize::from(comment.is_some());
    let code = &row.pieces[..count];
    if code.is_empty() {
        // A comment alone stays at the margin or goes where the code is.
        let comment = comment.map_or("", |piece| text[piece.start..piece.end].trim_end());
        let margin = text.starts_with('#') || comment.is_empty();
        return if margin {
            comment.to_owned()
        } else {
            " ".repeat(STEP + depth * INDENT) + comment
        };
    }
    let mut out = statement(row, code, text, depth);
    if let Some(comment) = comment {
        let width = out.chars().count();
        let gap = if width < COMMENT { COMMENT - width } else { 1 };
        out += &" ".repeat(gap);
        out += text[comment.start..comment.end].trim_end();
    }
    out
}

fn statement(row: &Row, code: &[Piece], text: &str, depth: usize) -> String {
    let (labels, rest) = code.split_at(row.labels.min(code.len()));
    let mut out = joined(labels, text);
    let Some((word, operands)) = rest.split_first() else {
        return out;
    };
    let margin = matches!(row.shape, Shape::Macro | Shape::Mend | Shape::End);
    if !margin || !labels.is_empty() {
        pad(&mut out, STEP + depth * INDENT);
    }
    // `lab'` and `b$1` are words in pieces.
    let mut end = word.end;
    let mut taken = 0;
    for piece in operands {
        if piece.start != end || !is_pasted(piece, text) {
            break;
        }
        end = piece.end;
        taken += 1;
    }
    out += &text[word.start..end];
    let operands = &operands[taken..];
    if !operands.is_empty() {
        let plain = matches!(row.shape, Shape::Plain);
        let least = if plain { out.chars().count() + 1 } else { 0 };
        let column = if plain { 2 * STEP + depth * INDENT } else { 0 };
        pad(&mut out, column.max(least));
        out += &joined(operands, text);
    }
    out
}

/// A piece of a macro's body that is part of the word before it.
fn is_pasted(piece: &Piece, text: &str) -> bool {
    piece.role == Role::Parameter
        || text[piece.start..].starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_')
}

fn pad(out: &mut String, column: usize) {
    let width = out.chars().count();
    let gap = column
        .saturating_sub(width)
        .max(usize::from(!out.is_empty()));
    *out += &" ".repeat(gap);
}

/// Pieces with one space after commas, and otherwise with their original spacing.
fn joined(pieces: &[Piece], text: &str) -> String {
    let mut out = String::new();
    let mut before: Option<&Piece> = None;
    for piece in pieces {
        let apart = before.is_some_and(|before| before.end < piece.start);
        let word = &text[piece.start..piece.end];
        let tight = matches!(word, "," | ":" | ">") && piece.role == Role::Sign;
        let after_comma = before.is_some_and(|before| scan::is_sign(before, text, ","));
        if after_comma || apart && !tight {
            out.push(' ');
        }
        out += word;
        before = Some(piece);
    }
    out
}

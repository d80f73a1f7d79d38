//! How wide the screen is, and text that fits it.

use terminal_size::{Height, Width};

/// Columns of an output of unknown width.
const USUAL: usize = 80;
/// Minimum layout width.
const NARROWEST: usize = 20;

/// The columns to lay boards and tables out for: `COLUMNS` if it is set, otherwise the terminal's, otherwise 80.
pub fn width() -> usize {
    known_width().unwrap_or(USUAL)
}

/// The columns at which text is wrapped. Text for a pipe is not wrapped, unless `COLUMNS` asks for it.
pub fn wrap_width() -> usize {
    known_width().unwrap_or(usize::MAX)
}

/// The columns at which errors are wrapped.
pub fn error_width() -> usize {
    let terminal = || terminal_size::terminal_size_of(std::io::stderr());
    wished_or(terminal).unwrap_or(usize::MAX)
}

fn known_width() -> Option<usize> {
    wished_or(|| terminal_size::terminal_size_of(std::io::stdout()))
}

/// The value of `COLUMNS`, otherwise the width of a terminal.
fn wished_or(terminal: impl FnOnce() -> Option<(Width, Height)>) -> Option<usize> {
    let wished = std::env::var("COLUMNS").ok();
    let wished = wished.and_then(|text| text.parse().ok());
    let width = wished
        .filter(|&columns| columns > 0)
        .or_else(|| terminal().map(|(width, _)| usize::from(width.0)))?;
    Some(width.max(NARROWEST))
}

/// The text with lines broken between words where they are longer than `width`. A broken line continues under its
/// start, or under its second column if it has one: two blanks or more lie before it.
pub fn wrap(text: &str, width: usize) -> String {
    let lines: Vec<String> = text
        .split('\n')
        .map(|line| wrap_line(line, width))
        .collect();
    lines.join("\n")
}

fn wrap_line(line: &str, width: usize) -> String {
    if visible(line) <= width {
        return line.to_owned();
    }
    let at = second_column(line).filter(|&at| visible(&line[..at]) <= width / 2);
    let (head, rest) = line.split_at(at.unwrap_or(line.len() - line.trim_start().len()));
    format!("{head}{}", wrap_hanging(rest, width, visible(head)))
}

/// Where the words after the first gap of two blanks or more begin.
fn second_column(line: &str) -> Option<usize> {
    let start = line.len() - line.trim_start().len();
    let gap = start + line[start..].find("  ")?;
    let rest = line[gap..].trim_start();
    Some(line.len() - rest.len())
}

/// A text that begins at `column`, with the rest of its lines beginning there too.
pub fn wrap_hanging(text: &str, width: usize, column: usize) -> String {
    let mut wrapped = String::new();
    let mut at = column;
    for (i, word) in text.split(' ').enumerate() {
        let length = visible(word);
        if i > 0 && at + 1 + length > width {
            wrapped.push('\n');
            wrapped.push_str(&" ".repeat(column));
            at = column;
        } else if i > 0 {
            wrapped.push(' ');
            at += 1;
        }
        wrapped.push_str(word);
        at += length;
    }
    wrapped
}

/// The number of visible characters of a text: colour sequences do not count.
pub fn visible(text: &str) -> usize {
    let mut count = 0;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '\x1b' => {
                // To the letter that ends the sequence.
                chars.by_ref().find(char::is_ascii_alphabetic);
            }
            _ => count += 1,
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_between_words() {
        assert_eq!(wrap("one two three", 8), "one two\nthree");
        assert_eq!(wrap("  one two three", 9), "  one two\n  three");
        assert_eq!(wrap("one\n\ntwo three", 5), "one\n\ntwo\nthree");
        assert_eq!(wrap("unbreakable", 5), "unbreakable");
        assert_eq!(wrap("fits", usize::MAX), "fits");
        assert_eq!(
            wrap("undo  one two three", 14),
            "undo  one two\n      three"
        );
    }

    #[test]
    fn colour_takes_no_room() {
        assert_eq!(visible("\x1b[31mred\x1b[0m"), 3);
        assert_eq!(wrap("\x1b[31mone two\x1b[0m", 7), "\x1b[31mone two\x1b[0m");
    }

    #[test]
    fn a_hanging_text_stays_in_its_column() {
        assert_eq!(
            wrap_hanging("one two three", 10, 4),
            "one\n    two\n    three"
        );
    }
}

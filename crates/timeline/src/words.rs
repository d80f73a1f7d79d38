//! The words that all debuggers share: short forms, and gdb's names for the same things.

use std::borrow::Cow;
use std::fmt::Write;

/// Short forms and other names, with the commands they stand for.
const WORDS: [(&str, &str); 54] = [
    ("?", "help"),
    ("advance", "until"),
    ("assert", "expect"),
    ("b", "break"),
    ("backtrace", "stack"),
    ("bc", "bclock"),
    ("bi", "backi"),
    ("bk", "back"),
    ("br", "break"),
    ("bt", "stack"),
    ("c", "continue"),
    ("cl", "clock"),
    ("clocks", "clock"),
    ("co", "continue"),
    ("cont", "continue"),
    ("d", "delete"),
    ("disas", "code"),
    ("disassemble", "code"),
    ("examine", "mem"),
    ("exit", "quit"),
    ("fin", "finish"),
    ("frame", "where"),
    ("h", "help"),
    ("inspect", "print"),
    ("l", "list"),
    ("m", "mem"),
    ("n", "next"),
    ("ni", "nexti"),
    ("out", "finish"),
    ("output", "print"),
    ("over", "next"),
    ("p", "print"),
    ("q", "quit"),
    ("r", "run"),
    ("rc", "reverse-continue"),
    ("rcontinue", "reverse-continue"),
    ("registers", "regs"),
    ("restart", "start"),
    ("reverse-next", "back"),
    ("reverse-nexti", "backi"),
    ("reverse-step", "back"),
    ("reverse-stepi", "backi"),
    ("rewind", "start"),
    ("rn", "back"),
    ("rs", "back"),
    ("rsi", "backi"),
    ("runtil", "reverse-until"),
    ("s", "step"),
    ("si", "stepi"),
    ("t", "tick"),
    ("tb", "tbreak"),
    ("u", "until"),
    ("w", "watch"),
    ("wr", "writes"),
];

/// What can follow `info`, by any unambiguous prefix, with the command that answers.
const INFO: [(&str, &str); 10] = [
    ("registers", "regs"),
    ("breakpoints", "points"),
    ("watchpoints", "points"),
    ("display", "displays"),
    ("symbols", "symbols"),
    ("functions", "symbols"),
    ("variables", "symbols"),
    ("line", "where"),
    ("frame", "where"),
    ("source", "where"),
];

/// Expands a line to full commands: `b main` is `break main`, `info registers` is `regs`, `x/8i 0` is `code 0 8`.
pub fn expand(line: &str) -> Result<Cow<'_, str>, String> {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let (word, format) = word.split_once('/').unwrap_or((word, ""));
    let full = match word {
        "info" | "i" => return info(rest).map(Cow::Owned),
        "x" => return Ok(Cow::Owned(examine(format, rest))),
        "delete" | "d" if rest.starts_with("display") => {
            let which = rest.trim_start_matches(char::is_alphabetic);
            return Ok(Cow::Owned(format!("undisplay{which}")));
        }
        "delete" | "d" if rest.starts_with("breakpoint") => {
            let which = rest.trim_start_matches(char::is_alphabetic);
            return Ok(Cow::Owned(format!("delete{which}")));
        }
        word => full(word),
    };
    match full == word && format.is_empty() {
        true => Ok(Cow::Borrowed(line)),
        false => Ok(Cow::Owned(format!("{full} {rest}").trim_end().to_owned())),
    }
}

/// Expands a command.
fn full(word: &str) -> &str {
    let known = WORDS.iter().find(|(short, _)| *short == word);
    known.map_or(word, |(_, full)| full)
}

fn info(rest: &str) -> Result<String, String> {
    let (what, more) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let mut known = INFO.iter();
    let found = known.find(|(name, _)| !what.is_empty() && name.starts_with(what));
    match found {
        Some((_, command)) => Ok(format!("{command} {more}").trim_end().to_owned()),
        None => Err("info shows registers, breakpoints, display, symbols or the line".to_owned()),
    }
}

/// `x/8xb 0x10` shows bytes of memory, `x/8i 0x10` code; without a count gdb shows one, which is little.
fn examine(format: &str, rest: &str) -> String {
    let digits = format.find(|c: char| !c.is_ascii_digit());
    let (count, letters) = format.split_at(digits.unwrap_or(format.len()));
    let command = match letters.contains('i') {
        true => "code",
        false => "mem",
    };
    format!("{command} {rest} {count}").trim_end().to_owned()
}

/// Values that are shown after every move of time.
#[derive(Default)]
pub struct Displays {
    list: Vec<(usize, String)>,
    made: usize,
}

impl Displays {
    /// Adds what `print` understands and returns the text that shows it.
    pub fn add(
        &mut self,
        text: &str,
        print: impl FnOnce(&str) -> Result<String, String>,
    ) -> Result<String, String> {
        let value = print(text)?;
        self.made += 1;
        self.list.push((self.made, text.to_owned()));
        Ok(format!("{}: {value}", self.made))
    }

    /// Removes one, or all.
    pub fn remove(&mut self, which: &str) -> Result<String, String> {
        let before = self.list.len();
        self.list
            .retain(|(id, _)| !which.is_empty() && id.to_string() != which);
        match before > self.list.len() || which.is_empty() {
            true => Ok("deleted\n".to_owned()),
            false => Err(format!(
                "there is no display {which}; `info display` lists them"
            )),
        }
    }

    /// The displayed expressions, one per line.
    #[must_use]
    pub fn names(&self) -> String {
        let mut lines = String::new();
        for (id, text) in &self.list {
            let _ = writeln!(lines, "{id}: {text}");
        }
        match lines.is_empty() {
            true => "nothing is displayed; add a value with display VALUE\n".to_owned(),
            false => lines,
        }
    }

    /// Their values, one per line. An expression that can no longer be read says so.
    pub fn values(&self, print: impl Fn(&str) -> Result<String, String>) -> String {
        let mut lines = String::new();
        for (id, text) in &self.list {
            let value = print(text).unwrap_or_else(|error| format!("{text}: {error}\n"));
            let _ = write!(lines, "{id}: {value}");
        }
        lines
    }
}

/// The values of a list, separated by commas or blanks. Text that parses as one value as a whole is one.
pub fn list(text: &str, is_one: impl Fn(&str) -> bool) -> Vec<String> {
    let parts = |by: fn(char) -> bool| {
        let parts = split(text, by).into_iter().map(str::trim);
        let parts = parts.filter(|part| !part.is_empty());
        parts.map(str::to_owned).collect::<Vec<String>>()
    };
    let by_commas = parts(|c| c == ',');
    match &by_commas[..] {
        [only] if !is_one(only) => parts(char::is_whitespace),
        _ => by_commas,
    }
}

/// Splits a text, but not inside quotes or brackets.
fn split(text: &str, by: fn(char) -> bool) -> Vec<&str> {
    let (mut parts, mut start) = (Vec::new(), 0);
    let (mut quoted, mut depth) = (false, 0_u32);
    for (at, c) in text.char_indices() {
        match c {
            '"' => quoted = !quoted,
            '[' | '(' => depth += 1,
            ']' | ')' => depth = depth.saturating_sub(1),
            c if by(c) && !quoted && depth == 0 => {
                parts.push(&text[start..at]);
                start = at + c.len_utf8();
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_forms_and_the_words_of_gdb_are_commands() {
        for (line, full) in [
            ("b main if r0 = 3", "break main if r0 = 3"),
            ("c", "continue"),
            ("info registers", "regs"),
            ("i r", "regs"),
            ("info b", "points"),
            ("info line 12", "where 12"),
            ("disassemble main", "code main"),
            ("x/8xb 0x10", "mem 0x10 8"),
            ("x/4i main", "code main 4"),
            ("x 3", "mem 3"),
            ("p/x r0", "print r0"),
            ("delete breakpoints 2", "delete 2"),
            ("delete display 1", "undisplay 1"),
            ("d", "delete"),
            ("press /go", "press /go"),
            ("", ""),
        ] {
            assert_eq!(expand(line).as_deref(), Ok(full), "{line}");
        }
        assert!(expand("info").is_err());
        assert!(expand("info threads").is_err());
    }

    #[test]
    fn the_words_are_in_order_and_none_stands_for_another_short_form() {
        assert!(WORDS.is_sorted());
        for (short, full) in WORDS {
            assert_eq!(super::full(full), full, "{short}");
        }
    }

    #[test]
    fn a_list_has_commas_or_blanks() {
        let names = ["south 3", "r0", "/a", "\"/two words\"", "[r0, 1]"];
        let is_one = |text: &str| names.contains(&text);
        for (text, parts) in [
            ("r0, south 3", &["r0", "south 3"][..]),
            ("south 3", &["south 3"]),
            ("r0 /a", &["r0", "/a"]),
            ("/a \"/two words\"", &["/a", "\"/two words\""]),
            ("[r0, 1], r0", &["[r0, 1]", "r0"]),
            ("", &[]),
        ] {
            assert_eq!(list(text, is_one), parts, "{text}");
        }
    }

    #[test]
    fn displays_are_numbered() {
        let mut displays = Displays::default();
        let print = |text: &str| match text {
            "x" => Err("no x".to_owned()),
            _ => Ok(format!("{text} = 1\n")),
        };
        assert_eq!(displays.add("a", print).unwrap(), "1: a = 1\n");
        assert!(displays.add("x", print).is_err());
        assert_eq!(displays.add("b", print).unwrap(), "2: b = 1\n");
        displays.remove("1").unwrap();
        assert!(displays.remove("1").is_err());
        assert_eq!(displays.values(print), "2: b = 1\n");
    }
}

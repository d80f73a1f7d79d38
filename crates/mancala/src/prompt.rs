//! One prompt for every conversation: line editing and history at a terminal, plain lines from a pipe.

use std::io::{self, BufRead, IsTerminal, Read, Write};

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Editor, Helper};

/// Maximum length of a line.
const LONGEST_LINE: u64 = 4096;

/// The result of asking for a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// Without the blanks around it and without control characters.
    Line(String),
    /// Ctrl-C. Only at a terminal, and only while the prompt waits: at other times it is a signal.
    Interrupted,
    /// The end of input, or Ctrl-D.
    End,
}

impl Heard {
    /// The line, if there is one.
    pub fn line(self) -> Option<String> {
        match self {
            Heard::Line(line) => Some(line),
            Heard::Interrupted | Heard::End => None,
        }
    }
}

/// Behaviour without a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piped {
    /// Show the prompt and repeat the line, so that a piped conversation reads like an interactive one.
    Echo,
    /// Show neither: only the answers matter.
    Silent,
}

/// Words for completion with Tab: a command first, names after it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words {
    pub commands: Vec<String>,
    pub names: Vec<String>,
}

impl Words {
    /// Where the word at the end of a line begins, and its completions.
    fn ahead(&self, line: &str) -> (usize, Vec<String>) {
        let ends = |c: char| c.is_whitespace() || matches!(c, '"' | '[' | '=' | '<' | '>');
        let start = line.rfind(ends).map_or(0, |at| at + 1);
        let first = line[..start].trim().is_empty();
        let known = if first { &self.commands } else { &self.names };
        let fits = known.iter().filter(|word| word.starts_with(&line[start..]));
        let mut fits: Vec<String> = fits.cloned().collect();
        fits.sort();
        fits.dedup();
        (start, fits)
    }
}

impl Completer for Words {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        at: usize,
        _: &rustyline::Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(self.ahead(&line[..at]))
    }
}

impl Hinter for Words {
    type Hint = String;
}

impl Highlighter for Words {}
impl Validator for Words {}
impl Helper for Words {}

/// The source of lines.
pub struct Prompt<'a>(From<'a>);

enum From<'a> {
    Terminal(Box<Editor<Words, MemHistory>>),
    Pipe {
        input: Box<dyn BufRead + 'a>,
        piped: Piped,
        /// Its first line has been read.
        begun: bool,
    },
}

impl<'a> Prompt<'a> {
    /// Standard input: with an editor if input and output are a terminal.
    pub fn stdin(piped: Piped) -> Prompt<'a> {
        if io::stdin().is_terminal()
            && io::stdout().is_terminal()
            && let Some(editor) = editor()
        {
            return Prompt(From::Terminal(Box::new(editor)));
        }
        // A terminal echoes what is typed.
        let piped = match io::stdin().is_terminal() {
            true => Piped::Silent,
            false => piped,
        };
        Prompt::lines(Box::new(io::stdin().lock()), piped)
    }

    /// Completes these words, on a terminal.
    #[must_use]
    pub fn completing(mut self, words: impl FnOnce() -> Words) -> Prompt<'a> {
        if let From::Terminal(editor) = &mut self.0 {
            editor.set_helper(Some(words()));
        }
        self
    }

    /// Any other text, such as a test's.
    pub fn lines(input: Box<dyn BufRead + 'a>, piped: Piped) -> Prompt<'a> {
        let begun = false;
        Prompt(From::Pipe {
            input,
            piped,
            begun,
        })
    }

    /// Asks for a line. Earlier output to `out` is flushed first; `prompt` may carry colour.
    pub fn hear(&mut self, out: &mut dyn Write, prompt: &str) -> io::Result<Heard> {
        match &mut self.0 {
            From::Terminal(editor) => {
                out.flush()?;
                edit(editor, prompt)
            }
            From::Pipe {
                input,
                piped,
                begun,
            } => {
                let shown = *piped == Piped::Echo || io::stdin().is_terminal();
                if shown {
                    write!(out, "{prompt}")?;
                }
                out.flush()?;
                if !std::mem::replace(begun, true) {
                    crate::lines::skip_mark(input)?;
                }
                let heard = read(input)?;
                match &heard {
                    Heard::Line(line) if *piped == Piped::Echo => writeln!(out, "{line}")?,
                    Heard::End if shown => writeln!(out)?,
                    _ => {}
                }
                Ok(heard)
            }
        }
    }
}

fn editor() -> Option<Editor<Words, MemHistory>> {
    let config = Config::builder()
        .auto_add_history(true)
        .completion_type(CompletionType::List)
        .build();
    let history = MemHistory::with_config(&config);
    Editor::with_history(config, history).ok()
}

fn edit(editor: &mut Editor<Words, MemHistory>, prompt: &str) -> io::Result<Heard> {
    match editor.readline(&(without_colour(prompt), prompt)) {
        Ok(line) => Ok(Heard::Line(clean(&line))),
        Err(ReadlineError::Eof) => Ok(Heard::End),
        Err(ReadlineError::Interrupted) => Ok(Heard::Interrupted),
        Err(ReadlineError::Io(error)) => Err(error),
        Err(error) => Err(io::Error::other(error)),
    }
}

/// The next line; of an overlong one only the beginning.
fn read(input: &mut Box<dyn BufRead + '_>) -> io::Result<Heard> {
    let mut line = Vec::new();
    if input.take(LONGEST_LINE).read_until(b'\n', &mut line)? == 0 {
        return Ok(Heard::End);
    }
    if !line.ends_with(b"\n") {
        input.skip_until(b'\n')?;
    }
    Ok(Heard::Line(clean(&String::from_utf8_lossy(&line))))
}

fn clean(line: &str) -> String {
    line.trim().chars().filter(|c| !c.is_control()).collect()
}

/// The text without its colour sequences (`ESC [ ... m`), to measure its width.
fn without_colour(text: &str) -> String {
    let mut parts = text.split("\x1b[");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        plain += part.split_once('m').map_or(part, |(_, rest)| rest);
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heard(input: &[u8], piped: Piped) -> (Vec<Heard>, String) {
        let mut prompt = Prompt::lines(Box::new(input), piped);
        let mut out = Vec::new();
        let mut all = Vec::new();
        while all.last() != Some(&Heard::End) {
            all.push(prompt.hear(&mut out, "? ").unwrap());
        }
        (all, String::from_utf8(out).unwrap())
    }

    #[test]
    fn piped_lines_are_cleaned_and_repeated() {
        let (all, out) = heard(b"  a \x1b[Ab\r\n\xff\n\nlast", Piped::Echo);
        let lines = ["a [Ab", "\u{fffd}", "", "last"];
        let lines = lines.map(|line| Heard::Line(line.to_owned()));
        assert_eq!(all, [&lines[..], &[Heard::End]].concat());
        assert_eq!(out, "? a [Ab\n? \u{fffd}\n? \n? last\n? \n");
        assert_eq!(heard(b"a\n", Piped::Silent).1, "");
    }

    #[test]
    fn an_overlong_line_is_cut_and_the_next_is_whole() {
        let input = [&b"x".repeat(10_000)[..], b"\nnext\n"].concat();
        let (all, _) = heard(&input, Piped::Silent);
        assert_eq!(all[0].clone().line().unwrap().len(), 4096);
        assert_eq!(all[1], Heard::Line("next".to_owned()));
    }

    #[test]
    fn words_are_completed() {
        let words = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect();
        let known = Words {
            commands: words(&["tick", "type", "back"]),
            names: words(&["/Game/sum", "/Game/RAM", "/clk"]),
        };
        let ahead = |line: &str| known.ahead(line);
        assert_eq!(ahead("t"), (0, words(&["tick", "type"])));
        assert_eq!(ahead(" ba"), (1, words(&["back"])));
        assert_eq!(ahead("print /G"), (6, words(&["/Game/RAM", "/Game/sum"])));
        assert_eq!(ahead("press \"/c"), (7, words(&["/clk"])));
        assert_eq!(ahead("until é/"), (6, Vec::new()));
        assert_eq!(ahead("").1.len(), 3);
    }

    #[test]
    fn colour_has_no_width() {
        assert_eq!(without_colour("\x1b[1;32mSouth\x1b[0m> "), "South> ");
        assert_eq!(without_colour("plain"), "plain");
    }
}

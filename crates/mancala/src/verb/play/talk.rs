//! A dialogue over lines of text.

use std::io::{self, Write};

use crate::paint::Paint;
use crate::prompt::Prompt;
use crate::screen;
use crate::wording::words;

/// Both ends of a dialogue.
pub struct Talk<'a> {
    input: Prompt<'a>,
    out: &'a mut dyn Write,
    pub paint: Paint,
}

impl<'a> Talk<'a> {
    pub fn new(input: Prompt<'a>, out: &'a mut dyn Write, paint: Paint) -> Talk<'a> {
        Talk { input, out, paint }
    }

    /// Prints text, its lines broken between words where the screen is too narrow.
    pub fn say(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "{}", screen::wrap(text, screen::wrap_width()))
    }

    /// Prints an error message.
    pub fn complain(&mut self, problem: &str) -> io::Result<()> {
        let text = self.paint.bad(problem);
        self.say(&text)
    }

    /// Prints preformatted lines.
    pub fn show(&mut self, lines: &[String]) -> io::Result<()> {
        lines
            .iter()
            .try_for_each(|line| writeln!(self.out, "{line}"))
    }

    /// Flushes the output.
    pub fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    /// Shows the prompt and reads an answer; `None` at the end of input, or if it is interrupted.
    pub fn hear(&mut self, prompt: &str) -> io::Result<Option<String>> {
        let wrapped = screen::wrap(prompt, screen::wrap_width());
        let (above, last) = match wrapped.rsplit_once('\n') {
            Some((above, last)) => (Some(above), last),
            None => (None, wrapped.as_str()),
        };
        if let Some(above) = above {
            writeln!(self.out, "{above}")?;
        }
        let heard = self.input.hear(self.out, last)?;
        Ok(heard.line())
    }

    /// A question with the answer that Enter gives.
    pub fn prompt(&self, question: &str, default: &str) -> String {
        format!("{question} {} ", self.paint.faint(&format!("[{default}]")))
    }

    /// Asks until the answer is valid. Enter takes the default; `None` at the end of input, or if the person wants
    /// to leave.
    pub fn ask<T>(
        &mut self,
        question: &str,
        default: &str,
        understand: impl Fn(&str) -> Result<T, String>,
    ) -> io::Result<Option<T>> {
        loop {
            let Some(answer) = self.hear(&self.prompt(question, default))? else {
                return Ok(None);
            };
            let answer = if answer.is_empty() { default } else { &answer };
            if is_quit(answer) {
                return Ok(None);
            }
            match understand(answer) {
                Ok(value) => return Ok(Some(value)),
                Err(problem) => self.complain(&problem)?,
            }
        }
    }
}

/// Whether the user wants to leave.
pub fn is_quit(answer: &str) -> bool {
    matches!(answer.to_lowercase().as_str(), "quit" | "exit" | "q")
}

/// Parses yes and no, and the 1 and 0 of the Python game.
pub fn yes_or_no(answer: &str) -> Result<bool, String> {
    match answer.to_lowercase().as_str() {
        "yes" | "y" | "1" => Ok(true),
        "no" | "n" | "0" => Ok(false),
        _ => Err(words!("ask.yes-or-no", answer = answer)),
    }
}

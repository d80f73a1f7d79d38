//! A conversation over lines of text.

use std::io::{self, BufRead, Read, Write};

use crate::paint::Paint;

/// More than anyone types in a line.
const LONGEST_LINE: u64 = 4096;

/// The two ends of a conversation.
pub struct Talk<'a> {
    input: Box<dyn BufRead + 'a>,
    out: &'a mut dyn Write,
    /// Repeat what was read, so that a conversation held through pipes reads like one.
    echo: bool,
    pub paint: Paint,
}

impl<'a> Talk<'a> {
    pub fn new(
        input: Box<dyn BufRead + 'a>,
        out: &'a mut dyn Write,
        echo: bool,
        paint: Paint,
    ) -> Talk<'a> {
        Talk {
            input,
            out,
            echo,
            paint,
        }
    }

    pub fn say(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "{text}")
    }

    /// Shows what was said so far, before something that takes time.
    pub fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    /// Shows the prompt and reads an answer without the blanks around it; `None` at the end of input.
    pub fn hear(&mut self, prompt: &str) -> io::Result<Option<String>> {
        write!(self.out, "{prompt}")?;
        self.out.flush()?;
        let mut line = Vec::new();
        let read = (&mut self.input)
            .take(LONGEST_LINE)
            .read_until(b'\n', &mut line)?;
        if read == 0 {
            writeln!(self.out)?;
            return Ok(None);
        }
        if !line.ends_with(b"\n") {
            self.skip_line()?;
        }
        let text = String::from_utf8_lossy(&line);
        let answer: String = text.trim().chars().filter(|c| !c.is_control()).collect();
        if self.echo {
            writeln!(self.out, "{answer}")?;
        }
        Ok(Some(answer))
    }

    /// Passes over the rest of an overlong line.
    fn skip_line(&mut self) -> io::Result<()> {
        loop {
            let buffer = self.input.fill_buf()?;
            let end = buffer.iter().position(|&byte| byte == b'\n');
            let length = end.map_or(buffer.len(), |at| at + 1);
            let done = end.is_some() || length == 0;
            self.input.consume(length);
            if done {
                return Ok(());
            }
        }
    }

    /// Asks until the answer can be understood. Enter takes the default; `None` at the end of input.
    pub fn ask<T>(
        &mut self,
        question: &str,
        default: &str,
        understand: impl Fn(&str) -> Result<T, String>,
    ) -> io::Result<Option<T>> {
        loop {
            let prompt = format!("{question} {} ", self.paint.faint(&format!("[{default}]")));
            let Some(answer) = self.hear(&prompt)? else {
                return Ok(None);
            };
            let answer = if answer.is_empty() { default } else { &answer };
            match understand(answer) {
                Ok(value) => return Ok(Some(value)),
                Err(problem) => {
                    let text = self.paint.bad(&problem);
                    self.say(&text)?;
                }
            }
        }
    }
}

/// Understands yes and no, and the 1 and 0 of the Python game.
pub fn yes_or_no(answer: &str) -> Result<bool, String> {
    match answer.to_lowercase().as_str() {
        "yes" | "y" | "1" => Ok(true),
        "no" | "n" | "0" => Ok(false),
        _ => Err(format!("'{answer}' is neither yes nor no.")),
    }
}

//! How a command communicates with its user: data on stdout, messages on stderr, and an answer.

use std::io::{self, IsTerminal, Write};

/// When to use colour. `Auto` means: on a terminal, unless `NO_COLOR` is set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Colour {
    #[default]
    Auto,
    Always,
    Never,
}

impl Colour {
    /// Whether text for `stream` may carry colour.
    pub fn on(self, stream: &impl IsTerminal) -> bool {
        match self {
            Colour::Always => true,
            Colour::Never => false,
            Colour::Auto => {
                std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
                    && std::env::var_os("TERM").is_none_or(|value| value != "dumb")
                    && stream.is_terminal()
            }
        }
    }
}

/// The answer of a command: exit code 0 or 1. Wrong usage or input is an error instead: exit code 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    Yes,
    No,
}

impl Answer {
    /// Yes if both are.
    #[must_use]
    pub fn and(self, other: Answer) -> Answer {
        match self {
            Answer::Yes => other,
            Answer::No => Answer::No,
        }
    }
}

/// What to do once the reader of standard output has gone (`mancala ... | head`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterReader {
    /// Nobody needs the rest: end, and that is no failure.
    End,
    /// The exit code still reports the result: keep working.
    GoOn,
}

/// A stream whose reader may go.
struct Pipe<W> {
    to: W,
    after: AfterReader,
    is_broken: bool,
}

impl<W: Write> Pipe<W> {
    fn new(to: W, after: AfterReader) -> Pipe<W> {
        Pipe {
            to,
            after,
            is_broken: false,
        }
    }

    /// The result of a write, or that there was nothing left to do.
    fn unless_broken<T>(
        &mut self,
        nothing: T,
        write: impl FnOnce(&mut W) -> io::Result<T>,
    ) -> io::Result<T> {
        if self.is_broken {
            return Ok(nothing);
        }
        match write(&mut self.to) {
            Err(error)
                if error.kind() == io::ErrorKind::BrokenPipe && self.after == AfterReader::GoOn =>
            {
                self.is_broken = true;
                Ok(nothing)
            }
            done => done,
        }
    }
}

impl<W: Write> Write for Pipe<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.unless_broken(bytes.len(), |to| to.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.unless_broken((), Write::flush)
    }
}

/// The streams a command writes to.
pub struct Ui {
    /// Data: what a script would read.
    pub out: Box<dyn Write>,
    /// Messages: progress, warnings, advice.
    pub err: Box<dyn Write>,
    pub colour: Colour,
}

impl Ui {
    pub fn new(colour: Colour, after: AfterReader) -> Ui {
        Ui {
            out: Box::new(Pipe::new(io::BufWriter::new(io::stdout()), after)),
            err: Box::new(Pipe::new(io::stderr(), AfterReader::GoOn)),
            colour,
        }
    }

    /// For work in the background of a full screen: nothing is printed.
    pub fn silent() -> Ui {
        Ui {
            out: Box::new(io::sink()),
            err: Box::new(io::sink()),
            colour: Colour::Never,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Takes a few bytes, then the reader is gone.
    struct Few(usize);

    impl Write for Few {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 = (self.0.checked_sub(bytes.len())).ok_or(io::ErrorKind::BrokenPipe)?;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn work_with_a_result_goes_on_when_its_reader_has_gone() {
        let mut ends = Pipe::new(Few(10), AfterReader::End);
        ends.write_all(b"12345678").unwrap();
        let error = ends.write_all(b"12345678").unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
        let mut goes_on = Pipe::new(Few(10), AfterReader::GoOn);
        for _ in 0..5 {
            goes_on.write_all(b"12345678").unwrap();
            goes_on.flush().unwrap();
        }
        assert_eq!(goes_on.to.0, 2);
    }
}

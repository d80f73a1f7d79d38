//! How a verb speaks to its user: data on stdout, talk on stderr, and what it answers.

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

/// What a verb answered: exit code 0 or 1. Wrong usage or input is an error instead: exit code 2.
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

/// The streams a verb writes to.
pub struct Ui {
    /// Data: what a script would read.
    pub out: Box<dyn Write>,
    /// Talk: progress, warnings, advice.
    pub err: Box<dyn Write>,
    pub colour: Colour,
}

impl Ui {
    pub fn new(colour: Colour) -> Ui {
        Ui {
            out: Box::new(io::BufWriter::new(io::stdout())),
            err: Box::new(io::stderr()),
            colour,
        }
    }

    /// For what is done beside a full screen: nothing is said.
    pub fn silent() -> Ui {
        Ui {
            out: Box::new(io::sink()),
            err: Box::new(io::sink()),
            colour: Colour::Never,
        }
    }
}

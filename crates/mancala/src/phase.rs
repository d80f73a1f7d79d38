//! Progress of a command: a line on the terminal, removed at the end. Shown on a terminal only.

use std::io::IsTerminal;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// Work that takes a while. Dropping it clears its line.
pub struct Phase {
    bar: ProgressBar,
    /// The format of the line once the remaining time can be estimated.
    going: Option<ProgressStyle>,
}

/// How often the line is drawn again.
const TICK: Duration = Duration::from_millis(250);

impl Phase {
    /// Work of unknown length: its name, the elapsed time, and whatever [`Phase::say`] adds.
    pub fn new(name: &str) -> Phase {
        let line = "{prefix}, {elapsed}{msg}";
        Phase::begin(ProgressBar::no_length(), [line, line], name)
    }

    /// A piece of work of known size.
    pub fn steps(name: &str, size: u64) -> Phase {
        let lines = [
            "{bar:30} {prefix}{msg}",
            "{bar:30} {prefix}, {percent} %, {eta} left{msg}",
        ];
        Phase::begin(ProgressBar::new(size), lines, name)
    }

    /// This many items with this name.
    pub fn count(things: &str, count: u64) -> Phase {
        let lines = [
            "{bar:30} {pos} of {len} {prefix}, {elapsed}{msg}",
            "{bar:30} {pos} of {len} {prefix}, {elapsed}, {eta} left{msg}",
        ];
        Phase::begin(ProgressBar::new(count), lines, things)
    }

    fn begin(bar: ProgressBar, lines: [&str; 2], name: &str) -> Phase {
        if !std::io::stderr().is_terminal() {
            return Phase {
                bar: ProgressBar::hidden(),
                going: None,
            };
        }
        let style = |line| ProgressStyle::with_template(line).expect("the template is right");
        let [first, then] = lines.map(style);
        let bar = bar.with_style(first).with_prefix(name.to_owned());
        bar.enable_steady_tick(TICK);
        Phase {
            bar,
            going: Some(then),
        }
    }

    /// The progress, after the rest of the line.
    pub fn say(&self, text: &str) {
        self.bar.set_message(format!(", {text}"));
    }

    pub fn step(&self, count: u64) {
        if self.bar.position() == 0
            && let Some(style) = &self.going
        {
            self.bar.set_style(style.clone());
        }
        self.bar.inc(count);
    }
}

impl Drop for Phase {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

//! What a verb is busy with: a line on the terminal, gone when it is done. Where nobody looks, nothing is shown.

use std::io::IsTerminal;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// Something that takes a while. Dropping it clears its line.
pub struct Phase(ProgressBar);

/// What is done sooner is not worth a line.
const SOON: Duration = Duration::from_millis(250);

impl Phase {
    /// Something of unknown length: its name, the time gone, and whatever [`Phase::say`] adds.
    pub fn new(name: &str) -> Phase {
        Phase::begin(ProgressBar::no_length(), "{prefix}, {elapsed}{msg}", name)
    }

    /// So many steps of something.
    pub fn steps(name: &str, count: u64) -> Phase {
        let template = "{bar:30} {prefix}, {percent} %, {eta} left{msg}";
        Phase::begin(ProgressBar::new(count), template, name)
    }

    fn begin(bar: ProgressBar, template: &str, name: &str) -> Phase {
        if !std::io::stderr().is_terminal() {
            return Phase(ProgressBar::hidden());
        }
        let style = ProgressStyle::with_template(template).expect("the template is right");
        let bar = bar.with_style(style).with_prefix(name.to_owned());
        bar.enable_steady_tick(SOON);
        Phase(bar)
    }

    /// How far it is, behind the rest of the line.
    pub fn say(&self, text: &str) {
        self.0.set_message(format!(", {text}"));
    }

    pub fn step(&self, count: u64) {
        self.0.inc(count);
    }
}

impl Drop for Phase {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

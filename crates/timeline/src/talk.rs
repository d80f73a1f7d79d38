//! What the debuggers share: replies to lines, and the commands of time travel.

use std::fmt::Write;

use crate::branch::{BranchId, What};
use crate::budget::{Arrival, Budget};
use crate::drawing;
use crate::ring::Probe;
use crate::subject::Subject;
use crate::timeline::Timeline;

/// The result of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Good,
    /// An expectation failed.
    Failed,
    /// A command that is wrong or cannot be done.
    Wrong,
    Quit,
}

/// The answer to a command: text to show, and its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    pub text: String,
    pub verdict: Verdict,
}

impl Reply {
    pub fn good(text: String) -> Reply {
        Reply {
            text,
            verdict: Verdict::Good,
        }
    }

    /// An expectation failed.
    pub fn failed(text: String) -> Reply {
        Reply {
            text,
            verdict: Verdict::Failed,
        }
    }

    /// An error message.
    pub fn wrong(message: &str) -> Reply {
        Reply {
            text: format!("error: {message}\n"),
            verdict: Verdict::Wrong,
        }
    }

    pub fn quit() -> Reply {
        Reply {
            text: String::new(),
            verdict: Verdict::Quit,
        }
    }
}

/// `120`, `+3` or `-1`: a half-tick by number, or this many from now.
pub fn moment(text: &str, now: u64) -> Result<u64, String> {
    let wrong = || format!("{text:?} is not a half-tick: write 120, +3 or -1");
    let sign = text.chars().next().filter(|c| matches!(c, '+' | '-'));
    let digits = &text[sign.map_or(0, char::len_utf8)..];
    if !digits.starts_with(|c: char| c.is_ascii_digit()) {
        return Err(wrong());
    }
    let number: u64 = digits.parse().map_err(|_| wrong())?;
    Ok(match sign {
        Some('-') => now.saturating_sub(number),
        Some(_) => now.saturating_add(number),
        None => number,
    })
}

/// Redo: takes the next input of this future and the others of its half-tick.
pub fn redo<S: Subject>(
    timeline: &mut Timeline<S>,
    budget: &mut Budget,
) -> Result<Arrival, String> {
    let standing = timeline.after_next();
    let standing = standing.ok_or("nothing to redo: nothing was done after this")?;
    Ok(timeline.return_to(standing, budget))
}

/// All marks, one per line, those of the present moment with a sign; `text` formats an input.
pub fn marks<S: Subject>(timeline: &Timeline<S>, text: impl Fn(&S::Input) -> String) -> String {
    let now = timeline.now();
    let mut lines = String::new();
    for mark in timeline.marks() {
        let here = if mark.moment == now { '>' } else { ' ' };
        let what = match mark.what {
            What::Input(input) => text(input),
            What::Name(name) => name.to_owned(),
        };
        let _ = writeln!(lines, "{here} {:>10}  {what}", mark.moment);
    }
    lines
}

/// All futures, one per line, the present one with a sign.
pub fn futures<S: Subject>(timeline: &Timeline<S>) -> String {
    let mut lines = String::new();
    for (id, parent, end) in timeline.futures() {
        let here = if id == timeline.here() { '>' } else { ' ' };
        let from = parent.map_or("from the start".to_owned(), |(parent, at)| {
            format!("left {} at half-tick {at}", parent.number())
        });
        let number = id.number();
        let _ = writeln!(lines, "{here} {number}  {from}, known to half-tick {end}");
    }
    lines
}

/// The future with a number.
pub fn future<S: Subject>(timeline: &Timeline<S>, number: &str) -> Result<BranchId, String> {
    let mut ids = timeline.futures().map(|(id, ..)| id);
    let found = ids.find(|id| id.number().to_string() == number);
    found.ok_or_else(|| format!("there is no future {number}; futures lists them"))
}

/// Maximum number of recorded changes.
pub const CHANGES: usize = 1 << 20;
/// Half-ticks drawn by default, and at most.
const DRAWN: u64 = 60;
const MOST_DRAWN: u64 = 1000;

/// Starts recording these signals.
pub fn record<S: Subject>(
    timeline: &mut Timeline<S>,
    probes: Vec<Probe<S>>,
) -> Result<String, String> {
    if probes.is_empty() {
        return Err("name what to record".to_owned());
    }
    let (signals, now) = (diag::count(probes.len(), "signal"), timeline.now());
    timeline.record(probes, CHANGES);
    Ok(format!("recording {signals} from half-tick {now}\n"))
}

/// Draws the last N half-ticks of the recording.
pub fn wave<S: Subject>(timeline: &Timeline<S>, count: &str) -> Result<String, String> {
    let number = match count {
        "" => Some(DRAWN),
        digits => digits.parse().ok(),
    };
    let number = number
        .filter(|number| (1..=MOST_DRAWN).contains(number))
        .ok_or_else(|| format!("{count:?} is not a count from 1 to {MOST_DRAWN}"))?;
    let ring = timeline.recording();
    let ring = ring.ok_or("nothing is being recorded; start with record NAME...")?;
    Ok(drawing::wave(ring, timeline.now(), number))
}

/// Reports an unknown command, with the nearest known one.
pub fn unknown(word: &str, commands: &[&str]) -> String {
    match diag::nearest(word, commands.iter().copied()) {
        Some(near) => format!("no command {word:?}; did you mean {near:?}?"),
        None => format!("no command {word:?}; help lists them"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_read_by_number_and_from_now() {
        assert_eq!(moment("120", 7), Ok(120));
        assert_eq!(moment("+3", 7), Ok(10));
        assert_eq!(moment("-9", 7), Ok(0));
        assert_eq!(moment("+18446744073709551615", 7), Ok(u64::MAX));
        for wrong in [
            "",
            "x",
            "+",
            "-+3",
            "++3",
            "1 2",
            "99999999999999999999",
            "é",
        ] {
            assert!(moment(wrong, 7).is_err(), "{wrong}");
        }
    }

    #[test]
    fn an_unknown_command_is_told_with_what_is_near() {
        let commands = ["tick", "clock"];
        assert_eq!(
            unknown("tikc", &commands),
            "no command \"tikc\"; did you mean \"tick\"?"
        );
        assert_eq!(
            unknown("zzzzzz", &commands),
            "no command \"zzzzzz\"; help lists them"
        );
    }
}

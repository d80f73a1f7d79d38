//! The commands that go to moments: by number, by mark, to another future.

use std::fmt::Write;

use timeline::{Leash, What};

use super::{Debugger, is_set};

impl Debugger {
    /// `goto 120`, `goto +3`, `goto -1`: a half-tick by number, or so many from here.
    pub(super) fn goto(&mut self, rest: &str) -> Result<String, String> {
        let wrong = || format!("{rest:?} is not a half-tick: write 120, +3 or -1");
        let sign = rest.chars().next().filter(|c| matches!(c, '+' | '-'));
        let number: u64 = rest[sign.map_or(0, char::len_utf8)..]
            .parse()
            .map_err(|_| wrong())?;
        let now = self.timeline.now();
        let moment = match sign {
            Some('-') => now.saturating_sub(number),
            Some(_) => now.saturating_add(number),
            None => number,
        };
        if moment.saturating_sub(self.timeline.end()) > 2 * self.patience {
            return Err(format!(
                "half-tick {moment} is more than {} ahead of what has been run",
                diag::count(self.patience, "clock")
            ));
        }
        self.travel_to(moment);
        Ok(self.whereabouts() + &self.here())
    }

    /// To a half-tick, forwards or backwards.
    pub fn travel_to(&mut self, moment: u64) {
        let flag = self.interrupt.clone();
        let mut interrupted = move || is_set(flag.as_ref());
        self.timeline
            .goto(moment, &mut Leash::until(&mut interrupted));
    }

    /// `mark NAME`, or all marks.
    pub(super) fn marks(&mut self, rest: &str) -> String {
        if !rest.is_empty() {
            self.timeline.name(rest);
            return format!("half-tick {}: {rest}\n", self.timeline.now());
        }
        let now = self.timeline.now();
        let mut text = String::new();
        for mark in self.timeline.marks() {
            let here = if mark.moment == now { '>' } else { ' ' };
            let what = match mark.what {
                What::Input(input) => input.to_string(),
                What::Name(name) => name.to_owned(),
            };
            let _ = writeln!(text, "{here} {:>10}  {what}", mark.moment);
        }
        match text.is_empty() {
            true => "no marks: nothing was set, and mark NAME names a moment\n".to_owned(),
            false => text,
        }
    }

    /// All futures, or a change to one.
    pub(super) fn futures(&mut self, rest: &str) -> Result<String, String> {
        if !rest.is_empty() {
            let mut ids = self.timeline.futures().map(|(id, ..)| id);
            let wanted = ids.find(|id| id.number().to_string() == rest);
            drop(ids);
            let wanted =
                wanted.ok_or_else(|| format!("there is no future {rest}; futures lists them"))?;
            self.timeline.switch(wanted, &mut Leash::none());
            return Ok(self.whereabouts() + &self.here());
        }
        let mut text = String::new();
        for (id, parent, end) in self.timeline.futures() {
            let here = if id == self.timeline.here() { '>' } else { ' ' };
            let from = parent.map_or("from the start".to_owned(), |(parent, at)| {
                format!("left {} at half-tick {at}", parent.number())
            });
            let number = id.number();
            let _ = writeln!(text, "{here} {number}  {from}, known to half-tick {end}");
        }
        Ok(text)
    }
}

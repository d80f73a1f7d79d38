//! The commands of time travel: by number, by mark, to another future.

use timeline::{Budget, Probe, talk, words};

use super::{Computer, Debugger, is_set};

impl Debugger {
    /// `goto 120`, `goto +3`, `goto -1`: a half-tick by number, or this many from here.
    pub(super) fn goto(&mut self, rest: &str) -> Result<String, String> {
        let moment = talk::moment(rest, self.timeline.now())?;
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
            .goto(moment, &mut Budget::until(&mut interrupted));
    }

    /// To before the last thing that was set.
    pub(super) fn undo(&mut self) -> String {
        let flag = self.interrupt.clone();
        let mut interrupted = move || is_set(flag.as_ref());
        let arrival = self.timeline.undo(&mut Budget::until(&mut interrupted));
        let event = self.arrived(arrival);
        self.report(&event)
    }

    /// Sets again what was set next.
    pub(super) fn redo(&mut self) -> Result<String, String> {
        let flag = self.interrupt.clone();
        let mut interrupted = move || is_set(flag.as_ref());
        let budget = &mut Budget::until(&mut interrupted);
        let arrival = talk::redo(&mut self.timeline, budget)?;
        let event = self.arrived(arrival);
        Ok(self.report(&event))
    }

    /// `mark NAME`, or all marks.
    pub(super) fn marks(&mut self, rest: &str) -> String {
        if !rest.is_empty() {
            self.timeline.name(rest);
            return format!("half-tick {}: {rest}\n", self.timeline.now());
        }
        match talk::marks(&self.timeline, ToString::to_string) {
            none if none.is_empty() => {
                "no marks: nothing was set, and mark NAME names a moment\n".to_owned()
            }
            marks => marks,
        }
    }

    /// All futures, or a change to one.
    pub(super) fn futures(&mut self, rest: &str) -> Result<String, String> {
        if rest.is_empty() {
            return Ok(talk::futures(&self.timeline));
        }
        let future = talk::future(&self.timeline, rest)?;
        self.timeline.switch(future, &mut Budget::unlimited());
        Ok(self.whereabouts() + &self.here())
    }

    /// `record VALUE, VALUE...`: starts recording these.
    pub(super) fn record(&mut self, rest: &str) -> Result<String, String> {
        let texts = words::list(rest, |text| self.reader().value(text).is_ok());
        let probe = |text: &String| {
            let value = self.reader().value(text)?;
            let value = match value.as_number() {
                Some(_) => self.reader().value(&format!("[{text}]"))?,
                None => value,
            };
            Ok(Probe {
                name: text.to_owned(),
                width: 8,
                read: Box::new(move |computer: &Computer| value.read(computer).into()),
            })
        };
        let probes: Result<Vec<Probe<Computer>>, String> = texts.iter().map(probe).collect();
        talk::record(&mut self.timeline, probes?)
    }

    /// `wave [N]`: draws the end of the recording.
    pub(super) fn wave(&self, rest: &str) -> Result<String, String> {
        talk::wave(&self.timeline, rest)
    }
}

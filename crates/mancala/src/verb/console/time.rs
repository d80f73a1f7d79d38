//! Time travel at the table: back and forth, marks, futures, runs.

use std::fmt::Write;
use std::path::Path;

use anyhow::bail;
use console::{Hand, Machine, Model, Powered};
use timeline::{Arrival, Changes, Holds, Leash, Pace, What};

use super::action::Travel;
use super::expectation;
use super::machine::Running;
use super::table::{Next, Source, Table};
use crate::replay;
use crate::wording::words;

/// Half-ticks that a command may look ahead.
const HORIZON: u64 = 100_000_000;

impl Table<'_> {
    /// Does what a run says, from power-on to its end.
    pub fn replay(&mut self, model: Model, path: &Path) -> anyhow::Result<()> {
        let run = replay::read(path)?;
        match run.head.iter().find(|line| line.key == "console") {
            Some(line) if line.value == model.name() => {}
            Some(line) => bail!(
                "{} is a run of the console of {}: --model {}",
                path.display(),
                line.value,
                line.value
            ),
            None => bail!("{} is not the run of a console", path.display()),
        }
        replay::play(path, &run, &mut self.timeline, |text, subject| {
            Hand::read(text, &subject.0)
        })?;
        Ok(())
    }

    pub(super) fn travel(
        &mut self,
        travel: Travel,
        source: Source,
    ) -> anyhow::Result<Result<Next, String>> {
        let from = self.timeline.now();
        let arrival = match travel {
            Travel::Marks => {
                let text = self.marks();
                self.say(&text)?;
                return Ok(Ok(Next::Go));
            }
            Travel::Mark(name) => {
                self.timeline.name(&name);
                return Ok(Ok(Next::Go));
            }
            Travel::Futures => {
                let text = self.futures();
                self.say(&text)?;
                return Ok(Ok(Next::Go));
            }
            Travel::Future(number) => {
                let mut ids = self.timeline.futures().map(|(id, ..)| id);
                let id = ids.find(|id| id.number() == number);
                drop(ids);
                match id {
                    Some(id) => self.timeline.switch(id, &mut Leash::none()),
                    None => return Ok(Err(words!("console.no-future", number = number))),
                }
            }
            Travel::Undo => self.undo(),
            Travel::Redo => {
                if !self.redo()? {
                    return Ok(Err(words!("console.nothing-ahead")));
                }
                Arrival::There
            }
            Travel::Goto(moment) => {
                let moment = moment.from(self.timeline.now());
                if moment > self.timeline.end().saturating_add(HORIZON) {
                    let most = HORIZON.to_string();
                    return Ok(Err(words!("console.too-far", most = most)));
                }
                self.timeline.goto(moment, &mut Leash::none())
            }
            Travel::Step(pace) => self
                .timeline
                .step_forward(pace, &mut Leash::half_ticks(HORIZON)),
            Travel::Back(pace) => self.timeline.step_back(pace, &mut Leash::none()),
            Travel::Change => {
                let watch = &mut Changes::of(|subject: &Powered<Running>| subject.0.panel());
                let leash = &mut Leash::half_ticks(HORIZON);
                self.timeline.until(Pace::HalfTick, watch, leash)
            }
            Travel::BackChange => {
                let watch = &mut Changes::of(|subject: &Powered<Running>| subject.0.panel());
                (self.timeline).back_until(Pace::HalfTick, watch, &mut Leash::none())
            }
            Travel::Until(expected) => {
                let holds = |subject: &Powered<Running>| {
                    expectation::wrong(&expected, &subject.0.panel()).is_none()
                };
                let leash = &mut Leash::half_ticks(HORIZON);
                let arrival = (self.timeline).until(Pace::HalfTick, &mut Holds(holds), leash);
                if arrival != Arrival::There {
                    self.timeline.goto(from, &mut Leash::none());
                    return Ok(Err(words!("console.never")));
                }
                arrival
            }
        };
        match arrival {
            Arrival::Start => self.say(&words!("console.start"))?,
            Arrival::Never => return Ok(Err(words!("console.never"))),
            _ => {}
        }
        self.show_to_person(source)?;
        Ok(Ok(Next::Go))
    }

    /// To before the last thing done.
    fn undo(&mut self) -> Arrival {
        match self.timeline.inputs()[..self.timeline.inputs_done()].last() {
            Some(&(moment, _)) => self.timeline.goto(moment, &mut Leash::none()),
            None => match self.timeline.goto(0, &mut Leash::none()) {
                Arrival::There => Arrival::Start,
                other => other,
            },
        }
    }

    /// Does the next thing done on this future again, and lets the machine answer; false if there is none.
    fn redo(&mut self) -> anyhow::Result<bool> {
        let Some(&(moment, _)) = self.timeline.inputs().get(self.timeline.inputs_done()) else {
            return Ok(false);
        };
        self.timeline.goto(moment, &mut Leash::none());
        while self.timeline.redo() {}
        self.settle()?;
        Ok(true)
    }

    fn marks(&self) -> String {
        let now = self.timeline.now();
        let mut text = String::new();
        for mark in self.timeline.marks() {
            let here = if mark.moment == now { '>' } else { ' ' };
            let what = match mark.what {
                What::Input(hand) => hand.to_string(),
                What::Name(name) => name.to_owned(),
            };
            let _ = writeln!(text, "{here} {:>10}  {what}", mark.moment);
        }
        match text.is_empty() {
            true => words!("console.no-marks"),
            false => text.trim_end().to_owned(),
        }
    }

    fn futures(&self) -> String {
        let lines = self.timeline.futures().map(|(id, parent, end)| {
            let here = if id == self.timeline.here() { '>' } else { ' ' };
            let (number, end) = (id.number(), end.to_string());
            let text = match parent {
                None => words!("console.future", end = end),
                Some((parent, at)) => words!(
                    "console.future-left",
                    parent = parent.number(),
                    at = at.to_string(),
                    end = end
                ),
            };
            format!("{here} {number}  {text}")
        });
        lines.collect::<Vec<String>>().join("\n")
    }
}

//! Time travel at the table: back and forth, marks, futures, runs.

use std::path::Path;

use anyhow::bail;
use console::{Hand, Model, Stop, Stops};
use timeline::{Arrival, Leash, Pace, talk};

use super::action::{Moment, Travel};
use super::goal::{Goal, Goals};
use super::table::{Next, Source, Table};
use crate::replay;
use crate::wording::words;

/// Half-ticks that a command may look ahead.
const HORIZON: u64 = 100_000_000;

fn panel() -> Stops {
    Stops::new(vec![Stop::Panel])
}

impl Table<'_> {
    /// Does what a run says, from power-on to its end; whether the values are then those of the run.
    pub fn replay(&mut self, model: Model, path: &Path) -> anyhow::Result<bool> {
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
        let same = replay::play(path, &run, &mut self.timeline, |text, subject| {
            Hand::read(text, &subject.0)
        })?;
        let same = same != Some(false);
        if !same {
            let name = path.display().to_string();
            self.say(&words!("console.other-values", name = name))?;
        }
        Ok(same)
    }

    pub(super) fn travel(
        &mut self,
        travel: Travel,
        source: Source,
    ) -> anyhow::Result<Result<Next, String>> {
        match &travel {
            Travel::Marks => self.say(&self.marks())?,
            Travel::Futures => self.say(&self.futures())?,
            Travel::Mark(name) => self.timeline.name(name),
            _ => return self.journey(travel, source),
        }
        Ok(Ok(Next::Go))
    }

    fn journey(&mut self, travel: Travel, source: Source) -> anyhow::Result<Result<Next, String>> {
        let arrived = match travel {
            Travel::Marks | Travel::Futures | Travel::Mark(_) => Ok(Arrival::There),
            Travel::Future(number) => self.switch(number),
            Travel::Undo => Ok(self.undo()),
            Travel::Redo => match self.redo()? {
                true => Ok(Arrival::There),
                false => Err(words!("console.nothing-ahead")),
            },
            Travel::Goto(moment) => self.goto(moment),
            Travel::Step(pace) => {
                let leash = &mut Leash::half_ticks(HORIZON);
                Ok(self.timeline.step_forward(pace, leash))
            }
            Travel::Back(pace) => Ok(self.timeline.step_back(pace, &mut Leash::none())),
            Travel::Change => {
                let leash = &mut Leash::half_ticks(HORIZON);
                Ok(self.timeline.until(Pace::HalfTick, &mut panel(), leash))
            }
            Travel::BackChange => {
                let leash = &mut Leash::none();
                Ok(self
                    .timeline
                    .back_until(Pace::HalfTick, &mut panel(), leash))
            }
            Travel::Until(goal) => self.until(&goal, false)?,
            Travel::BackUntil(goal) => self.until(&goal, true)?,
        };
        match arrived {
            Err(problem) => return Ok(Err(problem)),
            Ok(Arrival::Never) => return Ok(Err(words!("console.never"))),
            Ok(Arrival::Start) => self.say(&words!("console.start"))?,
            Ok(_) => {}
        }
        self.show_to_person(source)?;
        Ok(Ok(Next::Go))
    }

    fn switch(&mut self, number: u32) -> Result<Arrival, String> {
        let mut ids = self.timeline.futures().map(|(id, ..)| id);
        let id = ids.find(|id| id.number() == number);
        drop(ids);
        let id = id.ok_or_else(|| words!("console.no-future", number = number))?;
        Ok(self.timeline.switch(id, &mut Leash::none()))
    }

    fn goto(&mut self, moment: Moment) -> Result<Arrival, String> {
        let moment = moment.from(self.timeline.now());
        if moment > self.timeline.end().saturating_add(HORIZON) {
            return Err(words!("console.too-far", most = HORIZON.to_string()));
        }
        Ok(self.timeline.goto(moment, &mut Leash::none()))
    }

    /// To a goal; time stays where it is if there is none.
    fn until(&mut self, goal: &Goal, back: bool) -> anyhow::Result<Result<Arrival, String>> {
        let (from, done) = (self.timeline.now(), self.timeline.inputs_done());
        let goals = &mut Goals::new([(0, goal)]);
        let arrival = match back {
            false => {
                let leash = &mut Leash::half_ticks(HORIZON);
                self.timeline.until(Pace::HalfTick, goals, leash)
            }
            true => {
                let leash = &mut Leash::none();
                self.timeline.back_until(Pace::HalfTick, goals, leash)
            }
        };
        if arrival != Arrival::There {
            self.timeline.goto(from, &mut Leash::none());
            while self.timeline.inputs_done() < done && self.timeline.redo() {}
            return Ok(Err(match back {
                false => words!("console.never"),
                true => words!("console.never-before"),
            }));
        }
        if matches!(goal, Goal::Stop(Stop::At(_))) {
            self.say(&self.place())?;
        }
        Ok(Ok(arrival))
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
        match talk::marks(&self.timeline, ToString::to_string) {
            none if none.is_empty() => words!("console.no-marks"),
            marks => marks.trim_end().to_owned(),
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

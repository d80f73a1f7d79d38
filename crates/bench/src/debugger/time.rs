//! Time travel of a console: back and forth, marks, futures.

use consoles::Stop;
use texts::text;
use timeline::{Arrival, Budget, Pace, talk};

use super::{Debugger, Outcome, Passing, Reply, Said};
use crate::command::{Condition, Moment, Travel};
use crate::futures;
use crate::journey::{Goal, Journey, NoPoints};

/// Maximum number of half-ticks that a command looks ahead.
pub(super) const HORIZON: u64 = 100_000_000;

impl Debugger<'_> {
    pub(super) fn travel<P: Passing>(
        &mut self,
        travel: Travel,
        passing: &mut P,
        said: &mut Vec<Said>,
    ) -> Result<Reply, P::Trouble> {
        match &travel {
            Travel::Marks => said.push(Said::Words(self.marks())),
            Travel::Futures => said.push(Said::Words(self.futures())),
            Travel::Mark(name) => self.time.name(name),
            _ => {
                let arrived = self.go(travel, passing, said)?;
                return Ok(arrived.and_then(|arrival| self.arrived(arrival, said)));
            }
        }
        Ok(Ok(Outcome::Done))
    }

    fn arrived(&self, arrival: Arrival, said: &mut Vec<Said>) -> Reply {
        match arrival {
            Arrival::Never => return Err(text!(self.texts, "console.never")),
            Arrival::Start => said.push(Said::Words(text!(self.texts, "console.start"))),
            _ => {}
        }
        said.push(Said::After);
        Ok(Outcome::Done)
    }

    /// The inner error is a mistake in the command.
    fn go<P: Passing>(
        &mut self,
        travel: Travel,
        passing: &mut P,
        said: &mut Vec<Said>,
    ) -> Result<Result<Arrival, String>, P::Trouble> {
        let arrived = match travel {
            Travel::Marks | Travel::Futures | Travel::Mark(_) => Ok(Arrival::There),
            Travel::Future(number) => {
                let switched = futures::switch(&mut self.time, number);
                switched.ok_or_else(|| text!(self.texts, "console.no-future", number = number))
            }
            Travel::Undo => Ok(self.back_by(Journey::undo(&self.time))),
            Travel::Redo => return self.redo(passing, said),
            Travel::Goto(moment) => self.goto(moment),
            Travel::Step(pace) => Ok(self.ahead(Goal::Step(pace), pace)),
            Travel::Over => Ok(self.over()),
            Travel::Back(pace) => Ok(self.back(Goal::Step(pace), pace)),
            Travel::Change => Ok(self.ahead(Goal::Face, Pace::HalfTick)),
            Travel::BackChange => Ok(self.back(Goal::Face, Pace::HalfTick)),
            Travel::Move => Ok(self.ahead(Goal::Move, Pace::Instruction)),
            Travel::BackMove => Ok(self.back(Goal::Move, Pace::Instruction)),
            Travel::Until(goal) => self.until(&goal, false, said),
            Travel::BackUntil(goal) => self.until(&goal, true, said),
            Travel::BackOn => Ok(self.back_on(said)),
            Travel::Again => {
                let arrival = self.time.goto(self.time.start(), &mut Budget::unlimited());
                self.time.redo_here();
                self.settle(passing, said)?;
                Ok(arrival)
            }
        };
        Ok(arrived)
    }

    pub(super) fn ahead(&mut self, goal: Goal, pace: Pace) -> Arrival {
        let mut way = Journey::ahead(goal, pace);
        let budget = &mut Budget::half_ticks(HORIZON);
        way.go(&mut self.time, &self.story, &mut NoPoints, budget)
            .arrival
    }

    fn back(&mut self, goal: Goal, pace: Pace) -> Arrival {
        self.back_by(Journey::back(goal, pace, &self.time))
    }

    fn back_by(&mut self, mut way: Journey) -> Arrival {
        let budget = &mut Budget::unlimited();
        way.go(&mut self.time, &self.story, &mut NoPoints, budget)
            .arrival
    }

    /// Redoes the next input of this future and lets the machine answer.
    fn redo<P: Passing>(
        &mut self,
        passing: &mut P,
        said: &mut Vec<Said>,
    ) -> Result<Result<Arrival, String>, P::Trouble> {
        let Some(way) = Journey::redo(&self.time) else {
            return Ok(Err(text!(self.texts, "console.nothing-ahead")));
        };
        let arrival = self.back_by(way);
        self.settle(passing, said)?;
        Ok(Ok(arrival))
    }

    fn goto(&mut self, moment: Moment) -> Result<Arrival, String> {
        let moment = moment.from(self.time.now());
        if moment > self.time.end().saturating_add(HORIZON) {
            return Err(text!(
                self.texts,
                "console.too-far",
                most = HORIZON.to_string()
            ));
        }
        Ok(self.time.goto(moment, &mut Budget::unlimited()))
    }

    /// Runs to a goal; time does not move if it is never reached.
    fn until(
        &mut self,
        goal: &Condition,
        back: bool,
        said: &mut Vec<Said>,
    ) -> Result<Arrival, String> {
        let from = self.time.standing();
        let lookout = &mut goal.lookout();
        let arrival = match back {
            false => {
                let budget = &mut Budget::half_ticks(HORIZON);
                self.time.until(Pace::HalfTick, lookout, budget)
            }
            true => {
                let budget = &mut Budget::unlimited();
                self.time.back_until(Pace::HalfTick, lookout, budget)
            }
        };
        if arrival != Arrival::There {
            self.back_by(Journey::to(from));
            return Err(match back {
                false => text!(self.texts, "console.never"),
                true => text!(self.texts, "console.never-before"),
            });
        }
        if matches!(goal, Condition::Stop(Stop::At(_))) {
            said.push(Said::Words(self.place()));
        }
        Ok(arrival)
    }

    /// Back to the last breakpoint.
    fn back_on(&mut self, said: &mut Vec<Said>) -> Arrival {
        let mut way = Journey::back(Goal::Point, Pace::HalfTick, &self.time);
        let budget = &mut Budget::unlimited();
        let stretch = way.go(&mut self.time, &self.story, &mut self.points, budget);
        if let Some(number) = stretch.met {
            self.tell_point(number, said);
        }
        stretch.arrival
    }

    fn marks(&self) -> String {
        match talk::marks(&self.time, ToString::to_string) {
            none if none.is_empty() => text!(self.texts, "console.no-marks"),
            marks => marks.trim_end().to_owned(),
        }
    }

    fn futures(&self) -> String {
        let texts = self.texts;
        let line = |future: &futures::Future| {
            let here = if future.here { '>' } else { ' ' };
            let (number, end) = (future.number, future.end.to_string());
            let text = match future.from {
                None => text!(texts, "console.future", end = end),
                Some((parent, at)) => text!(
                    texts,
                    "console.future-left",
                    parent = parent,
                    at = at.to_string(),
                    end = end
                ),
            };
            format!("{here} {number}  {text}")
        };
        let futures = futures::list(&self.time);
        futures.iter().map(line).collect::<Vec<_>>().join("\n")
    }
}

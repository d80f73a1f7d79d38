//! The commands of time travel.

use timeline::{Arrival, Budget, Pace, Subject, talk};

use super::stops::{Stop, Stops};
use super::{Answer, Debugger};

impl Debugger {
    pub(super) fn here(&self) -> String {
        let (now, end) = (self.timeline.now(), self.timeline.end());
        let end = if end > now {
            format!(", known to {end}")
        } else {
            String::new()
        };
        let state = match self.timeline.subject().is_oscillating() {
            true => ", oscillating",
            false => "",
        };
        format!("half-tick {now}{end}{state}\n")
    }

    pub(super) fn steps(
        &mut self,
        rest: &str,
        pace: Pace,
        back: bool,
        budget: &mut Budget,
    ) -> Answer {
        let count: u64 = match rest {
            "" => 1,
            digits => digits
                .parse()
                .map_err(|_| format!("{digits:?} is not a count"))?,
        };
        let cycle = self.timeline.subject().cycle();
        let unit = if pace == Pace::Clock { cycle } else { 1 };
        let arrival = match (back, count) {
            (true, 1) => self.timeline.step_back(pace, budget),
            (false, 1) => self.timeline.step_forward(pace, budget),
            (true, _) => {
                let way = count.saturating_mul(unit);
                self.timeline
                    .goto(self.timeline.now().saturating_sub(way), budget)
            }
            (false, _) => self.timeline.run(count.saturating_mul(unit), budget),
        };
        Ok(self.told(arrival, ""))
    }

    fn told(&self, arrival: Arrival, met: &str) -> String {
        self.said(arrival, met) + &self.here()
    }

    /// The outcome, without the place.
    fn said(&self, arrival: Arrival, met: &str) -> String {
        match arrival {
            Arrival::There => met.to_owned(),
            Arrival::Start => "this is the start\n".to_owned(),
            Arrival::Stuck => "the circuit oscillates\n".to_owned(),
            Arrival::OutOfBudget => "stopped on the way\n".to_owned(),
            Arrival::Never => format!(
                "never reached: the same states repeat every {}\n",
                diag::count(self.timeline.repeats().unwrap_or(0), "half-tick")
            ),
        }
    }

    pub(super) fn seek(
        &mut self,
        stops: &[(usize, &Stop)],
        back: bool,
        budget: &mut Budget,
    ) -> (String, Option<usize>) {
        let mut stops = Stops::new(stops);
        let from = self.timeline.standing();
        let arrival = match back {
            false => self.timeline.until(Pace::HalfTick, &mut stops, budget),
            true => self.timeline.back_until(Pace::HalfTick, &mut stops, budget),
        };
        let (met, id) = (stops.met, stops.met_id);
        if arrival == Arrival::Never {
            let said = self.said(arrival, &met);
            self.timeline.return_to(from, &mut Budget::unlimited());
            return (said + &self.here(), None);
        }
        let id = id.filter(|_| arrival == Arrival::There);
        (self.told(arrival, &met), id)
    }

    /// To the beginning, with what was done there.
    pub(super) fn start(&mut self, budget: &mut Budget) -> Answer {
        let arrival = self.timeline.goto(0, budget);
        self.timeline.redo_here();
        Ok(self.told(arrival, ""))
    }

    pub(super) fn goto(&mut self, rest: &str, budget: &mut Budget) -> Answer {
        let moment = talk::moment(rest, self.timeline.now())?;
        let arrival = self.timeline.goto(moment, budget);
        Ok(self.told(arrival, ""))
    }

    pub(super) fn undo(&mut self, budget: &mut Budget) -> String {
        let arrival = self.timeline.undo(budget);
        self.told(arrival, "")
    }

    pub(super) fn redo(&mut self, budget: &mut Budget) -> Answer {
        let arrival = talk::redo(&mut self.timeline, budget)?;
        Ok(self.told(arrival, ""))
    }

    pub(super) fn marks(&mut self, rest: &str) -> String {
        if !rest.is_empty() {
            self.timeline.name(rest);
            return format!("half-tick {}: {rest}\n", self.timeline.now());
        }
        let simulator = self.timeline.subject();
        match talk::marks(&self.timeline, |input| input.text(simulator)) {
            none if none.is_empty() => {
                "no marks: nothing was done, and mark NAME names a moment\n".to_owned()
            }
            marks => marks,
        }
    }

    pub(super) fn futures(&mut self, rest: &str, budget: &mut Budget) -> Answer {
        if rest.is_empty() {
            return Ok(talk::futures(&self.timeline));
        }
        let future = talk::future(&self.timeline, rest)?;
        let arrival = self.timeline.switch(future, budget);
        Ok(self.told(arrival, ""))
    }
}

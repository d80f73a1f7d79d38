//! Stop conditions of a command that runs.

use timeline::Watch;

use crate::reference::Found;
use crate::script::Question;
use crate::show;
use crate::sim::Simulator;
use crate::value::Value;

pub(super) enum Stop {
    /// A condition holds.
    Break(Question),
    /// A value changes.
    Watch(Found),
    /// A cell of a memory is written, whatever its value.
    Writes(Found),
}

/// The stop conditions of a command that runs, with the numbers of their breakpoints; 0 for the command's target.
pub(super) struct Stops<'a> {
    stops: &'a [(usize, &'a Stop)],
    before: Vec<Before>,
    /// The stop that was met last.
    pub(super) met: String,
    /// The number of its breakpoint.
    pub(super) met_id: Option<usize>,
}

enum Before {
    Nothing,
    Value(Value),
    /// Writes to the memory so far.
    Writes(u64),
}

impl<'a> Stops<'a> {
    pub(super) fn new(stops: &'a [(usize, &'a Stop)]) -> Stops<'a> {
        Stops {
            stops,
            before: Vec::new(),
            met: String::new(),
            met_id: None,
        }
    }

    fn note(&mut self, id: usize, what: &str) -> bool {
        self.met_id = Some(id);
        self.met = match id {
            0 => what.to_owned(),
            id => format!("breakpoint {id}\n{what}"),
        };
        true
    }
}

/// A sentence about a stop that was met.
fn happened(stop: &Stop, before: &Before, simulator: &Simulator) -> Option<String> {
    match (stop, before) {
        (Stop::Watch(found), Before::Value(was)) => {
            let is = found.value(simulator);
            let (old, new) = (show::value(*was), show::value(is));
            (is != *was).then(|| format!("{}: {old} -> {new}\n", found.name(simulator)))
        }
        (Stop::Writes(found), Before::Writes(before)) => {
            let Found::Cell(part, address) = *found else {
                return None;
            };
            let (writes, latest) = simulator.writes(part)?;
            (writes != *before && latest == address).then(|| {
                let value = show::value(found.value(simulator));
                format!("{} is written: {value}\n", found.name(simulator))
            })
        }
        _ => None,
    }
}

impl Watch<Simulator> for Stops<'_> {
    fn holds(&mut self, simulator: &Simulator) -> bool {
        let mut stops = self.stops.iter();
        let met = stops
            .find(|(_, stop)| matches!(stop, Stop::Break(question) if question.holds(simulator)));
        met.is_some_and(|&(id, _)| self.note(id, ""))
    }

    fn before(&mut self, simulator: &Simulator) {
        let note = |(_, stop): &(usize, &Stop)| match stop {
            Stop::Break(_) => Before::Nothing,
            Stop::Watch(found) => Before::Value(found.value(simulator)),
            Stop::Writes(found) => {
                let writes = simulator.writes(found.part());
                writes.map_or(Before::Nothing, |(count, _)| Before::Writes(count))
            }
        };
        self.before.clear();
        self.before.extend(self.stops.iter().map(note));
    }

    fn happened(&mut self, simulator: &Simulator) -> bool {
        let mut pairs = self.stops.iter().zip(&self.before);
        let met = pairs.find_map(|(&(id, stop), before)| {
            let what = happened(stop, before, simulator)?;
            Some((id, what))
        });
        met.is_some_and(|(id, what)| self.note(id, &what))
    }
}

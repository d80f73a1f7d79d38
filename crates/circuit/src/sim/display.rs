//! The contents of lights, digits, matrices and terminals.

use super::Simulator;
use crate::component::{Display, Light, Seen, State};
use crate::netlist::PartId;
use crate::project::Kind;

impl Simulator {
    /// The display of an output part; `None` for parts that have none.
    pub fn display(&self, part: PartId) -> Option<Display> {
        self.seen(part, Kind::display).flatten()
    }

    /// One light of an output part: of an LED (0), of seven segments (a to g and the point), of a matrix (row by row).
    pub(crate) fn light(&self, part: PartId, light: usize) -> Light {
        let lit = self.seen(part, |kind, seen| kind.light(seen, light));
        lit.unwrap_or(Light::Off)
    }

    fn seen<T>(&self, part: PartId, look: impl FnOnce(Kind, &Seen<'_>) -> T) -> Option<T> {
        let component = self.design.component(part);
        let kind = component.kind()?;
        let seen = Seen {
            attrs: component.attrs.of(kind),
            state: &self.shared.states[part],
            ticks: self.shared.ticks,
            value: &|port| self.port(part, port),
        };
        Some(look(kind, &seen))
    }

    /// Takes the output sent to a terminal since the last call.
    pub fn take_output(&mut self, part: PartId) -> Vec<u8> {
        self.checkpoint.stale = true;
        match &mut self.shared.states[part] {
            State::Tty(tty) => tty.output.drain(..).collect(),
            _ => Vec::new(),
        }
    }
}

//! Stop conditions of a command that runs.

use timeline::{Subject, Watch};

use super::{Computer, Event, Point};
use crate::cpu::Cpu;

type Done<'a> = &'a dyn Fn(&Cpu, &Computer) -> bool;

/// The breakpoints of a debugger and the target of a command, checked at whole instructions.
pub(super) struct Stops<'a> {
    points: &'a [Point],
    /// Forwards: the target, and the clock of the limit.
    done: Option<(Done<'a>, u64)>,
    before: Option<Cpu>,
    watched: Vec<Option<u8>>,
    /// The stop that was met last.
    pub event: Option<Event>,
}

impl<'a> Stops<'a> {
    pub fn forwards(points: &'a [Point], done: Done<'a>, end: u64) -> Stops<'a> {
        Stops {
            done: Some((done, end)),
            ..Stops::backwards(points)
        }
    }

    pub fn backwards(points: &'a [Point]) -> Stops<'a> {
        Stops {
            points,
            done: None,
            before: None,
            watched: Vec::new(),
            event: None,
        }
    }

    fn changed(&self, after: &Computer) -> Option<Event> {
        let mut points = self.points.iter().zip(&self.watched);
        points.find_map(|(point, &old)| {
            let id = point.id;
            match point.changed(old, after) {
                Some((old, new)) => Some(Event::Watch { id, old, new }),
                None if point.written(after) => Some(Event::Write(id)),
                None if self.done.is_some() && point.breaks(after) => Some(Event::Breakpoint(id)),
                None => None,
            }
        })
    }

    fn arrived(&self, after: &Computer) -> Option<Event> {
        let (done, end) = self.done?;
        let before = self.before.as_ref()?;
        match () {
            () if done(before, after) => Some(Event::Done),
            () if after.cpu.clocks >= end => Some(Event::Patience),
            () => None,
        }
    }
}

impl Watch<Computer> for Stops<'_> {
    /// Backwards, a breakpoint counts where the computer is; forwards, where a step has come to.
    fn holds(&mut self, computer: &Computer) -> bool {
        let mut points = self.points.iter().filter(|_| self.done.is_none());
        match points.find(|point| point.breaks(computer)) {
            Some(point) => {
                self.event = Some(Event::Breakpoint(point.id));
                true
            }
            None => false,
        }
    }

    fn before(&mut self, computer: &Computer) {
        // A step may be cut by an input in the middle of an instruction.
        if self.before.is_none() || computer.between_instructions() {
            if self.done.is_some() {
                self.before = Some(computer.cpu.clone());
            }
            self.watched.clear();
            let points = self.points.iter();
            self.watched
                .extend(points.map(|point| point.watched(computer)));
        }
    }

    fn happened(&mut self, after: &Computer) -> bool {
        if !after.between_instructions() {
            return false;
        }
        match self.changed(after).or_else(|| self.arrived(after)) {
            Some(event) => {
                self.event = Some(event);
                true
            }
            None => false,
        }
    }
}

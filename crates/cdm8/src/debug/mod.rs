//! The debugger without its terminal: run control forwards and backwards, breakpoints, watchpoints, and a command
//! language ([`command`]) that turns a line of text into a reply.

pub mod command;
pub mod expr;
mod help;
mod history;
mod show;
#[cfg(test)]
mod tests;

pub use history::{Computer, History};

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::cpu::{Cpu, Stop};
use crate::isa::{OPCODES, Op};
use crate::symbols::{Place, Symbols};
use crate::view;
use expr::{Condition, Value};

/// Clocks after which a command that runs gives the prompt back.
pub const PATIENCE: u64 = 100_000_000;

/// What ended a command that runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// It came where it was meant to.
    Done,
    Breakpoint(usize),
    Watch {
        id: usize,
        old: u8,
        new: u8,
    },
    Stopped(Stop),
    /// The first step there is, reached backwards.
    Start,
    /// Clocks ran out.
    Patience,
    /// The caller asked it to stop.
    Interrupted,
}

/// Where or when to stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Point {
    pub id: usize,
    pub kind: PointKind,
    pub condition: Option<Condition>,
    /// As the user wrote it.
    pub text: String,
    pub hits: u64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PointKind {
    /// Before the instruction at an address.
    Break(u8),
    /// After a change of a value.
    Watch(Value),
}

impl Point {
    fn breaks(&self, computer: &Computer) -> bool {
        let here = matches!(self.kind, PointKind::Break(address) if address == computer.cpu.pc);
        here && computer.cpu.at_boundary() && self.allows(computer)
    }

    /// The value it watches, if it watches one.
    fn watched(&self, computer: &Computer) -> Option<u8> {
        match &self.kind {
            PointKind::Watch(value) => Some(value.read(computer)),
            PointKind::Break(_) => None,
        }
    }

    fn changed(&self, old: Option<u8>, after: &Computer) -> Option<(u8, u8)> {
        let (old, new) = (old?, self.watched(after)?);
        (old != new && self.allows(after)).then_some((old, new))
    }

    fn allows(&self, computer: &Computer) -> bool {
        self.condition
            .as_ref()
            .is_none_or(|condition| condition.holds(computer))
    }
}

/// A breakpoint at a computer, and the values of all points if one watches.
struct Note {
    breakpoint: Option<usize>,
    watched: Vec<Option<u8>>,
}

/// A computer under a debugger.
#[derive(Clone, Debug)]
pub struct Debugger {
    history: History,
    pub symbols: Symbols,
    points: Vec<Point>,
    next_id: usize,
    /// Clocks a command may run.
    pub patience: u64,
    /// Set from outside, it ends a command that runs.
    pub interrupt: Option<Arc<AtomicBool>>,
    /// The command an empty line repeats.
    repeat: String,
}

impl Debugger {
    pub fn new(computer: Computer, symbols: Symbols) -> Debugger {
        Debugger {
            history: History::new(computer),
            symbols,
            points: Vec::new(),
            next_id: 1,
            patience: PATIENCE,
            interrupt: None,
            repeat: String::new(),
        }
    }

    pub fn computer(&self) -> &Computer {
        self.history.now()
    }

    pub fn cpu(&self) -> &Cpu {
        &self.computer().cpu
    }

    /// Steps made since the start.
    pub fn steps(&self) -> u64 {
        self.history.step()
    }

    pub fn points(&self) -> &[Point] {
        &self.points
    }

    pub(crate) fn add_point(
        &mut self,
        kind: PointKind,
        condition: Option<Condition>,
        text: &str,
    ) -> usize {
        let id = self.next_id;
        self.next_id += 1;
        let text = text.to_owned();
        self.points.push(Point {
            id,
            kind,
            condition,
            text,
            hits: 0,
        });
        id
    }

    /// Removes a point; false if there is none of this number.
    pub(crate) fn remove_point(&mut self, id: usize) -> bool {
        let before = self.points.len();
        self.points.retain(|point| point.id != id);
        self.points.len() < before
    }

    pub fn edit(&mut self, change: impl FnOnce(&mut Computer)) {
        self.history.edit(change);
    }

    /// Back to the start.
    pub fn rewind(&mut self) {
        self.history.back_to(0);
    }

    /// One instruction; through a `wait` to its end.
    pub(crate) fn step_instruction(&mut self) -> Event {
        self.run_until(|_, after| !after.cpu.is_waiting())
    }

    /// To the next source line, into calls.
    pub(crate) fn step_line(&mut self) -> Event {
        self.by_line(Debugger::step_instruction)
    }

    /// One instruction; a call as a whole.
    pub(crate) fn over_instruction(&mut self) -> Event {
        let (pc, sp) = (self.cpu().pc, self.cpu().sp);
        let row =
            &OPCODES[usize::from(view::instruction_at(&self.computer().devices.memory, pc).opcode)];
        let back = pc.wrapping_add(row.size());
        // A coroutine may come back with the return address popped or exchanged.
        let frames = match row.op {
            Op::Jsr | Op::Ioi => [sp, sp],
            Op::Crc => [sp, sp.wrapping_add(1)],
            _ => return self.step_instruction(),
        };
        self.run_until(|_, after| after.cpu.pc == back && frames.contains(&after.cpu.sp))
    }

    /// To the next source line, over calls.
    pub(crate) fn over_line(&mut self) -> Event {
        self.by_line(Debugger::over_instruction)
    }

    /// Until the running subroutine or handler has returned.
    pub fn out(&mut self) -> Event {
        let sp = self.cpu().sp;
        self.run_until(|before, after| {
            let returns = matches!(OPCODES[usize::from(after.cpu.ir())].op, Op::Rts | Op::Rti);
            let risen = after.cpu.sp.wrapping_sub(sp);
            returns && before.at_boundary() && (1..128).contains(&risen)
        })
    }

    pub fn go_on(&mut self) -> Event {
        self.run_until(|_, _| false)
    }

    /// Until an address is reached.
    pub fn until(&mut self, address: u8) -> Event {
        self.run_until(|_, after| after.cpu.pc == address && after.cpu.at_boundary())
    }

    pub(crate) fn back_instruction(&mut self) -> Event {
        match self.history.step() {
            0 => Event::Start,
            step => {
                self.history.back_to(step - 1);
                Event::Done
            }
        }
    }

    /// To the beginning of the source line before.
    pub(crate) fn back_line(&mut self) -> Event {
        let mut event = self.back_instruction();
        let Some(line) = self.place().filter(|_| event == Event::Done) else {
            return event;
        };
        while event == Event::Done {
            let step = self.history.step();
            event = self.back_instruction();
            if event == Event::Done && self.place() != Some(line) {
                self.history.forward();
                debug_assert_eq!(self.history.step(), step);
                return Event::Done;
            }
        }
        Event::Done
    }

    /// Back to the last breakpoint passed, or to just before the last change of a watched value.
    pub(crate) fn back_on(&mut self) -> Event {
        let mut last = None;
        let found = self.history.find_back(
            |before| self.note(before),
            |noted, after| {
                let event = self.event_backwards(&noted, after);
                let hit = event.is_some();
                last = event.or(last.take());
                hit
            },
        );
        match (found, last) {
            (Some(step), Some(event)) => {
                self.history.back_to(step);
                event
            }
            _ => {
                self.rewind();
                Event::Start
            }
        }
    }

    /// What of a computer matters for the points when it has made its next step.
    fn note(&self, computer: &Computer) -> Note {
        let watches = self
            .points
            .iter()
            .any(|point| matches!(point.kind, PointKind::Watch(_)));
        let points = self.points.iter().filter(|_| watches);
        Note {
            breakpoint: self
                .points
                .iter()
                .find(|point| point.breaks(computer))
                .map(|point| point.id),
            watched: points.map(|point| point.watched(computer)).collect(),
        }
    }

    fn event_backwards(&self, noted: &Note, after: &Computer) -> Option<Event> {
        let watched = self.points.iter().zip(&noted.watched);
        let change = watched.into_iter().find_map(|(point, &old)| {
            let (old, new) = point.changed(old, after)?;
            Some(Event::Watch {
                id: point.id,
                old,
                new,
            })
        });
        change.or(noted.breakpoint.map(Event::Breakpoint))
    }

    /// The address of the next instruction; on a stopped computer, of the one that stopped it.
    pub fn spot(&self) -> u8 {
        match self.cpu().stopped() {
            None => self.cpu().pc,
            Some(_) => self.cpu().pc.wrapping_sub(1),
        }
    }

    /// The source line of that instruction.
    pub fn place(&self) -> Option<Place> {
        self.symbols.places.get(&self.spot()).copied()
    }

    fn by_line(&mut self, step: fn(&mut Debugger) -> Event) -> Event {
        let (from, pc) = (self.place(), self.cpu().pc);
        let end = self.cpu().clocks.saturating_add(self.patience);
        loop {
            let event = step(self);
            let moved = from.is_none() || self.place() != from || self.cpu().pc == pc;
            if event != Event::Done || moved {
                return event;
            }
            if self.is_interrupted() {
                return Event::Interrupted;
            }
            if self.cpu().clocks >= end {
                return Event::Patience;
            }
        }
    }

    /// Steps until `done` says so of a step, a point is met, the computer stops, or patience ends.
    fn run_until(&mut self, done: impl Fn(&Cpu, &Computer) -> bool) -> Event {
        let end = self.cpu().clocks.saturating_add(self.patience);
        let mut watched = Vec::new();
        loop {
            if let Some(stop) = self.computer().stopped() {
                return Event::Stopped(stop);
            }
            let now = self.history.now();
            let before = now.cpu.clone();
            watched.clear();
            watched.extend(self.points.iter().map(|point| point.watched(now)));
            self.history.forward();
            if let Some(event) = self.point_met(&watched) {
                return event;
            }
            if done(&before, self.history.now()) {
                return Event::Done;
            }
            if self.is_interrupted() {
                return Event::Interrupted;
            }
            if self.cpu().clocks >= end {
                return Event::Patience;
            }
        }
    }

    fn is_interrupted(&self) -> bool {
        let asked = self.interrupt.as_ref();
        asked.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// The first point met by the step just made; `watched` holds the values of all points before it.
    fn point_met(&mut self, watched: &[Option<u8>]) -> Option<Event> {
        let now = self.history.now();
        for (point, &old) in self.points.iter_mut().zip(watched) {
            let id = point.id;
            let event = match point.changed(old, now) {
                Some((old, new)) => Event::Watch { id, old, new },
                None if point.breaks(now) => Event::Breakpoint(id),
                None => continue,
            };
            point.hits += 1;
            return Some(event);
        }
        None
    }
}

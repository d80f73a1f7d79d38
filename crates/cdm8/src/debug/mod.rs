//! The debugger without its terminal: run control forwards and backwards, breakpoints, watchpoints, and a command
//! language ([`command`]) that turns a line of text into a reply.

pub mod command;
mod computer;
pub mod expr;
mod help;
mod show;
mod stops;
#[cfg(test)]
mod tests;
mod travel;

pub use computer::{Computer, Input};

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use timeline::words::Displays;
use timeline::{Arrival, Budget, Pace, Timeline};

use crate::cpu::{Cpu, Stop};
use crate::isa::{OPCODES, Op};
use crate::symbols::{SourceLine, Symbols};
use crate::view;
use expr::{Condition, Value};
use stops::Stops;

/// Clocks after which a running command returns to the prompt.
pub const PATIENCE: u64 = 100_000_000;

/// Why a command stopped running.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// It reached its goal.
    Done,
    Breakpoint(usize),
    Watch {
        id: usize,
        old: u8,
        new: u8,
    },
    Stopped(Stop),
    /// The first step, reached backwards.
    Start,
    /// A byte was written, whatever its value.
    Write(usize),
    /// The limit of clocks was reached.
    Patience,
    /// The stop can never be reached: the state repeats after this many clocks.
    Never(u64),
    /// The caller interrupted it.
    Interrupted,
}

/// Where or when to stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Point {
    pub id: usize,
    pub kind: PointKind,
    pub condition: Option<Condition>,
    /// As typed.
    pub text: String,
    pub hits: u64,
    /// Removed when it is met.
    pub is_temporary: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PointKind {
    /// Before the instruction at an address.
    Break(u8),
    /// After a change of a value.
    Watch(Value),
    /// After a write to an address of data space.
    Write(u8),
}

impl Point {
    fn is_spent(&self) -> bool {
        self.is_temporary && self.hits > 0
    }

    fn breaks(&self, computer: &Computer) -> bool {
        let here = matches!(self.kind, PointKind::Break(address) if address == computer.cpu.pc);
        here && computer.cpu.at_boundary() && self.allows(computer)
    }

    /// The value it watches, if it watches one.
    fn watched(&self, computer: &Computer) -> Option<u8> {
        match &self.kind {
            PointKind::Watch(value) => Some(value.read(computer)),
            PointKind::Break(_) | PointKind::Write(_) => None,
        }
    }

    fn changed(&self, old: Option<u8>, after: &Computer) -> Option<(u8, u8)> {
        let (old, new) = (old?, self.watched(after)?);
        (old != new && self.allows(after)).then_some((old, new))
    }

    fn written(&self, after: &Computer) -> bool {
        matches!(self.kind, PointKind::Write(address) if after.wrote(address)) && self.allows(after)
    }

    fn allows(&self, computer: &Computer) -> bool {
        self.condition
            .as_ref()
            .is_none_or(|condition| condition.holds(computer))
    }
}

/// A computer under a debugger.
pub struct Debugger {
    timeline: Timeline<Computer>,
    pub symbols: Symbols,
    points: Vec<Point>,
    next_id: usize,
    /// Limit of clocks for a command.
    pub patience: u64,
    /// Set from outside to interrupt a running command.
    pub interrupt: Option<Arc<AtomicBool>>,
    /// The command an empty line repeats.
    repeat: String,
    displays: Displays,
}

impl Debugger {
    pub fn new(timeline: Timeline<Computer>, symbols: Symbols) -> Debugger {
        Debugger {
            timeline,
            symbols,
            points: Vec::new(),
            next_id: 1,
            patience: PATIENCE,
            interrupt: None,
            repeat: String::new(),
            displays: Displays::default(),
        }
    }

    pub fn computer(&self) -> &Computer {
        self.timeline.subject()
    }

    pub fn cpu(&self) -> &Cpu {
        &self.computer().cpu
    }

    /// The timeline.
    pub fn timeline(&self) -> &Timeline<Computer> {
        &self.timeline
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
            is_temporary: false,
        });
        id
    }

    /// Removes a breakpoint; false if the number is unknown.
    pub(crate) fn remove_point(&mut self, id: usize) -> bool {
        let before = self.points.len();
        self.points.retain(|point| point.id != id);
        self.points.len() < before
    }

    /// Changes the computer by hand. Going back to before it undoes the change.
    pub fn input(&mut self, input: Input) {
        self.timeline.input(input);
    }

    /// Back to the start, with the values set there.
    pub fn rewind(&mut self) {
        self.timeline.goto(0, &mut Budget::unlimited());
        self.timeline.redo_here();
    }

    /// One instruction; through a `wait` to its end.
    pub fn step_instruction(&mut self) -> Event {
        self.run_until(|_, after| !after.cpu.is_waiting())
    }

    /// To the next source line, into calls.
    pub fn step_line(&mut self) -> Event {
        self.by_line(Debugger::step_instruction)
    }

    /// One instruction; a call as a whole. It starts after what was done at this moment: the stack pointer by which a return
    /// is recognised may have been set.
    pub fn over_instruction(&mut self) -> Event {
        self.timeline.redo_here();
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
    pub fn over_line(&mut self) -> Event {
        self.by_line(Debugger::over_instruction)
    }

    /// Until the running subroutine or handler has returned.
    pub fn out(&mut self) -> Event {
        self.timeline.redo_here();
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

    pub fn back_instruction(&mut self) -> Event {
        let flag = self.interrupt.clone();
        let mut interrupted = move || is_set(flag.as_ref());
        let budget = &mut Budget::until(&mut interrupted);
        let arrival = self.timeline.step_back(Pace::Instruction, budget);
        self.arrived(arrival)
    }

    /// To the beginning of the source line before.
    pub fn back_line(&mut self) -> Event {
        let event = self.back_instruction();
        let Some(line) = self.place().filter(|_| event == Event::Done) else {
            return event;
        };
        let symbols = &self.symbols;
        let flag = self.interrupt.clone();
        let mut interrupted = move || is_set(flag.as_ref());
        let budget = &mut Budget::until(&mut interrupted);
        let mut elsewhere =
            timeline::Holds(|computer: &Computer| place_of(symbols, computer) != Some(line));
        let arrival = (self.timeline).back_until(Pace::Instruction, &mut elsewhere, budget);
        if arrival == Arrival::There {
            self.timeline.step_forward(Pace::Instruction, budget);
        }
        match self.arrived(arrival) {
            Event::Start => Event::Done,
            event => event,
        }
    }

    /// Back to the last breakpoint passed, or to just before the last change of a watched value.
    pub fn back_on(&mut self) -> Event {
        let flag = self.interrupt.clone();
        let mut interrupted = move || is_set(flag.as_ref());
        let budget = &mut Budget::until(&mut interrupted);
        let mut stops = Stops::backwards(&self.points);
        let arrival = self
            .timeline
            .back_until(Pace::Instruction, &mut stops, budget);
        let event = stops.event;
        match (arrival, event) {
            (Arrival::There, Some(event)) => event,
            (arrival, _) => self.arrived(arrival),
        }
    }

    fn arrived(&self, arrival: Arrival) -> Event {
        match arrival {
            Arrival::There => Event::Done,
            Arrival::Start => Event::Start,
            Arrival::OutOfBudget => Event::Interrupted,
            Arrival::Stuck => self
                .computer()
                .stopped()
                .map_or(Event::Done, Event::Stopped),
            Arrival::Never => Event::Never(self.timeline.repeats().unwrap_or(0) / 2),
        }
    }

    /// The address of the next instruction; on a stopped computer, of the one that stopped it.
    pub fn spot(&self) -> u8 {
        spot_of(self.cpu())
    }

    /// The source line of that instruction.
    pub fn place(&self) -> Option<SourceLine> {
        place_of(&self.symbols, self.computer())
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

    /// Steps until `done` holds of a step, a breakpoint is met, the computer stops, or the limit is reached.
    fn run_until(&mut self, done: impl Fn(&Cpu, &Computer) -> bool) -> Event {
        let flag = self.interrupt.clone();
        let mut interrupted = move || is_set(flag.as_ref());
        let budget = &mut Budget::until(&mut interrupted);
        let end = self.cpu().clocks.saturating_add(self.patience);
        let mut stops = Stops::forwards(&self.points, &done, end);
        let arrival = self.timeline.until(Pace::Instruction, &mut stops, budget);
        let event = match (arrival, stops.event) {
            (Arrival::There, Some(event)) => event,
            (arrival, _) => self.arrived(arrival),
        };
        if let Event::Breakpoint(id) | Event::Watch { id, .. } | Event::Write(id) = event {
            let met = self.points.iter_mut().filter(|point| point.id == id);
            met.for_each(|point| point.hits += 1);
        }
        event
    }

    fn is_interrupted(&self) -> bool {
        is_set(self.interrupt.as_ref())
    }
}

fn is_set(flag: Option<&Arc<AtomicBool>>) -> bool {
    flag.is_some_and(|flag| flag.load(Ordering::Relaxed))
}

fn spot_of(cpu: &Cpu) -> u8 {
    match cpu.stopped() {
        None => cpu.pc,
        Some(_) => cpu.pc.wrapping_sub(1),
    }
}

fn place_of(symbols: &Symbols, computer: &Computer) -> Option<SourceLine> {
    symbols.places.get(&spot_of(&computer.cpu)).copied()
}

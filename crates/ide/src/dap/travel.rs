//! A processor on a timeline, in any environment: steps, lines, calls and breakpoints, in both directions.

use cdm8::bus::Space;
use cdm8::debug::Computer;
use cdm8::debug::expr::Reader;
use cdm8::isa::{OPCODES, Op};
use cdm8::symbols::{SourceLine, Symbols};
use timeline::{Arrival, Budget, Hunt, Pace, Standing, Subject, Timeline, Watch, talk};

use super::target::{Motion, Point, PointKind, Stopped};

/// A parsed condition.
pub type Test<S> = Box<dyn Fn(&S) -> bool>;

/// A machine with a processor in it.
pub trait Rig: Subject + Sized + 'static {
    /// Half-ticks between two checks for messages.
    const SLICE: u64;
    /// Maximum number of half-ticks of a step in a line that loops.
    const LONGEST: u64;

    /// A computer in the state of the processor and its memories.
    fn computer(&self) -> Computer;

    /// The program counter and the stack pointer.
    fn place(&self) -> (u8, u8);

    fn bank(&self) -> usize;

    /// A byte of data memory.
    fn peek(&self, address: u8) -> u8;

    fn is_stopped(&self) -> bool;

    /// Whether the last instruction wrote to an address of data memory.
    fn wrote(&self, address: u8) -> bool;

    /// Why nothing more will happen.
    fn waits(&self, arrival: Arrival) -> String;

    /// A fault that has occurred at this moment.
    fn fault(&self) -> Option<String> {
        None
    }

    /// Parses the condition of a breakpoint.
    fn test(&self, text: &str, symbols: &Symbols) -> Result<Test<Self>, String> {
        let condition = Reader { symbols }.condition(text)?;
        Ok(Box::new(move |rig| condition.holds(&rig.computer())))
    }
}

/// A machine on a timeline, with the symbols of its program and its breakpoints.
pub struct Journey<S: Rig> {
    pub timeline: Timeline<S>,
    /// Symbols of each bank.
    pub symbols: Vec<Symbols>,
    points: Vec<(Point, Option<Test<S>>)>,
    /// The motion in progress.
    underway: Option<Underway>,
}

/// State of a motion between two slices.
enum Underway {
    Step(Step),
    Search(Search),
}

/// A step forwards, by lines or instructions.
#[derive(Clone, Copy)]
struct Step {
    from: Option<(usize, SourceLine)>,
    /// When to stop in a line that loops.
    end: u64,
    call: Option<Call>,
}

/// When a subroutine has returned.
#[derive(Clone, Copy)]
enum Call {
    /// At this address, with the stack pointer and bank of the call.
    Returns { to: u8, sp: u8, bank: usize },
    /// When the stack pointer is above this.
    Rises { sp: u8 },
}

impl Call {
    fn is_over<S: Rig>(self, rig: &S) -> bool {
        match self {
            Call::Returns { to, sp, bank } => rig.place() == (to, sp) && rig.bank() == bank,
            Call::Rises { sp } => (1..128).contains(&rig.place().1.wrapping_sub(sp)),
        }
    }
}

/// A search backwards for a breakpoint. Until it ends, the timeline can be anywhere in the past.
struct Search {
    hunt: Hunt,
    origin: Standing,
    met: Option<usize>,
}

impl<S: Rig> Journey<S> {
    pub fn new(rig: S, symbols: Vec<Symbols>) -> Journey<S> {
        Journey {
            timeline: Timeline::new(rig),
            symbols,
            points: Vec::new(),
            underway: None,
        }
    }

    pub fn rig(&self) -> &S {
        self.timeline.subject()
    }

    /// The symbols of the selected bank.
    pub fn names(&self) -> &Symbols {
        &self.symbols[self.rig().bank().min(self.symbols.len() - 1)]
    }

    pub fn reader(&self) -> Reader<'_> {
        Reader {
            symbols: self.names(),
        }
    }

    pub(crate) fn set_points(&mut self, points: &[Point]) -> Vec<Result<usize, String>> {
        // The breakpoint that a search has met may have another number now.
        if matches!(self.underway, Some(Underway::Search(_))) {
            self.pause();
        }
        self.points.clear();
        let mut numbers = Vec::new();
        for point in points {
            let bank = match point.kind {
                PointKind::Code { bank, .. } => bank,
                _ => self.rig().bank(),
            };
            let symbols = &self.symbols[bank.min(self.symbols.len() - 1)];
            let test = point.condition.as_ref();
            let test = test.map(|text| self.rig().test(text, symbols)).transpose();
            numbers.push(test.map(|test| {
                self.points.push((point.clone(), test));
                self.points.len()
            }));
        }
        numbers
    }

    pub fn go(&mut self, motion: Motion, instructions: bool) -> Stopped {
        // Forward motions start after the inputs of this moment: one may have set the stack pointer by which a return is recognised.
        if !matches!(motion, Motion::Back | Motion::ReverseContinue) {
            self.timeline.redo_here();
        }
        match (motion, instructions) {
            (Motion::Continue, _) => {
                let ended = self.run(S::SLICE, &|_| false);
                self.told(ended, true)
            }
            (Motion::ReverseContinue, _) => self.search(),
            (Motion::Into | Motion::Over | Motion::Out, _) => self.forward(motion, instructions),
            (Motion::Back, true) => self.one(false),
            (Motion::Back, false) => self.line_back(),
        }
    }

    /// Ends the motion in progress; a search backwards returns to its origin.
    pub fn pause(&mut self) {
        if let Some(Underway::Search(search)) = self.underway.take() {
            self.timeline
                .return_to(search.origin, &mut Budget::unlimited());
        }
    }

    /// `undo` goes to before the last input, `redo` takes the next one again.
    pub(super) fn undo_or_redo(&mut self, word: &str) -> Result<Arrival, String> {
        self.pause();
        let free = &mut Budget::unlimited();
        match word {
            "undo" => Ok(self.timeline.undo(free)),
            _ => talk::redo(&mut self.timeline, free),
        }
    }

    pub fn restart(&mut self) {
        self.underway = None;
        self.timeline.goto(0, &mut Budget::unlimited());
    }

    /// The source line the program is at.
    fn line(&self) -> Option<(usize, SourceLine)> {
        let (bank, (pc, _)) = (self.rig().bank(), self.rig().place());
        Some((bank, *self.symbols.get(bank)?.places.get(&pc)?))
    }

    fn step(&mut self, forward: bool) -> Arrival {
        match forward {
            true => self
                .timeline
                .step_forward(Pace::Instruction, &mut Budget::half_ticks(S::LONGEST)),
            false => self
                .timeline
                .step_back(Pace::Instruction, &mut Budget::unlimited()),
        }
    }

    /// Runs to a breakpoint, or until `done`.
    fn run(&mut self, most: u64, done: &dyn Fn(&S) -> bool) -> (Arrival, Option<usize>) {
        let mut ahead = Ahead {
            points: &self.points,
            done,
            before: Vec::new(),
            back: false,
            met: None,
        };
        let budget = &mut Budget::half_ticks(most);
        let arrival = self.timeline.until(Pace::Instruction, &mut ahead, budget);
        (arrival, ahead.met)
    }

    /// One slice of a search backwards.
    fn search(&mut self) -> Stopped {
        let mut search = match self.underway.take() {
            Some(Underway::Search(search)) => search,
            _ => Search {
                hunt: self.timeline.hunt(Pace::Instruction),
                origin: self.timeline.standing(),
                met: None,
            },
        };
        let mut ahead = Ahead {
            points: &self.points,
            done: &|_| false,
            before: Vec::new(),
            back: true,
            met: search.met,
        };
        let budget = &mut Budget::half_ticks(S::SLICE);
        let arrival = self.timeline.hunt_on(&mut search.hunt, &mut ahead, budget);
        search.met = ahead.met;
        if arrival == Arrival::OutOfBudget {
            self.underway = Some(Underway::Search(search));
            return Stopped::Working;
        }
        self.told((arrival, search.met), false)
    }

    /// The call to run to the end of: the current one for a step out, the next instruction for a step over.
    fn call(&self, motion: Motion) -> Option<Call> {
        let ((pc, sp), bank) = (self.rig().place(), self.rig().bank());
        match motion {
            Motion::Out => Some(Call::Rises { sp }),
            Motion::Over => {
                let computer = self.rig().computer();
                let opcode = computer.devices.memory.get(Space::Instruction, pc);
                let row = &OPCODES[usize::from(opcode)];
                let to = pc.wrapping_add(row.size());
                (row.op == Op::Jsr).then_some(Call::Returns { to, sp, bank })
            }
            _ => None,
        }
    }

    /// One slice of a step to another line or instruction.
    fn forward(&mut self, motion: Motion, instructions: bool) -> Stopped {
        let mut step = match self.underway.take() {
            Some(Underway::Step(step)) => step,
            _ => Step {
                from: self.line(),
                end: self.timeline.now() + S::LONGEST,
                call: None,
            },
        };
        let slice = self.timeline.now() + S::SLICE;
        loop {
            step.call = step.call.or_else(|| self.call(motion));
            let stopped = match step.call {
                None => self.one(true),
                Some(call) => {
                    let most = slice.saturating_sub(self.timeline.now());
                    let ended = self.run(most, &|rig| call.is_over(rig));
                    self.told(ended, true)
                }
            };
            if stopped != Stopped::Working {
                step.call = None;
                let here = self.line();
                let moved = here.is_some() && here != step.from || step.from.is_none();
                let single = instructions || motion == Motion::Out;
                if stopped != Stopped::Step || moved || single || self.timeline.now() >= step.end {
                    return stopped;
                }
            }
            if stopped == Stopped::Working || self.timeline.now() >= slice {
                self.underway = Some(Underway::Step(step));
                return Stopped::Working;
            }
        }
    }

    /// A single instruction; breakpoints are ignored.
    fn one(&mut self, forward: bool) -> Stopped {
        let arrival = self.step(forward);
        self.told((arrival, None), false)
    }

    /// To the first instruction of the line before.
    fn line_back(&mut self) -> Stopped {
        let from = self.line();
        let mut stopped = self.one(false);
        while stopped == Stopped::Step && (self.line().is_none() || self.line() == from) {
            stopped = self.one(false);
        }
        let line = self.line();
        while stopped == Stopped::Step && self.timeline.now() > 0 {
            let here = self.timeline.now();
            self.one(false);
            if self.line() != line {
                self.timeline.goto(here, &mut Budget::unlimited());
                break;
            }
        }
        stopped
    }

    fn told(&self, (arrival, met): (Arrival, Option<usize>), running: bool) -> Stopped {
        let fault = self.rig().fault().filter(|_| arrival == Arrival::There);
        match (arrival, met) {
            (Arrival::There, Some(id)) => Stopped::Point(id),
            _ if fault.is_some() => Stopped::Fault(fault.unwrap_or_default()),
            _ if self.rig().is_stopped() && arrival != Arrival::Start => {
                Stopped::Ended("the processor has halted".to_owned())
            }
            (Arrival::There, None) => Stopped::Step,
            (Arrival::Start, _) => Stopped::Start,
            (Arrival::Never | Arrival::Stuck, _) => Stopped::Ended(self.rig().waits(arrival)),
            (Arrival::OutOfBudget, _) if running => Stopped::Working,
            (Arrival::OutOfBudget, _) => Stopped::Pause,
        }
    }
}

/// The target of a run.
struct Ahead<'a, S: Rig> {
    points: &'a [(Point, Option<Test<S>>)],
    done: &'a dyn Fn(&S) -> bool,
    /// The former values of data breakpoints.
    before: Vec<u8>,
    back: bool,
    met: Option<usize>,
}

fn allows<S>(test: Option<&Test<S>>, rig: &S) -> bool {
    test.is_none_or(|test| test(rig))
}

impl<S: Rig> Watch<S> for Ahead<'_, S> {
    fn holds(&mut self, rig: &S) -> bool {
        if !self.back && (rig.is_stopped() || rig.fault().is_some()) {
            return true;
        }
        let (pc, _) = rig.place();
        let here = self.points.iter().position(|(point, test)| {
            matches!(point.kind, PointKind::Code { bank, address } if address == pc && bank == rig.bank())
                && allows(test.as_ref(), rig)
        });
        self.met = here.map(|at| at + 1).or(self.met);
        here.is_some() || (self.done)(rig)
    }

    fn before(&mut self, rig: &S) {
        self.before.clear();
        for (point, _) in self.points {
            self.before.push(match point.kind {
                PointKind::Changes(address) | PointKind::Writes(address) => rig.peek(address),
                PointKind::Code { .. } => 0,
            });
        }
    }

    fn happened(&mut self, rig: &S) -> bool {
        let points = self.points.iter().zip(&self.before);
        let at = points
            .enumerate()
            .find_map(|(at, ((point, test), before))| {
                let happened = match point.kind {
                    PointKind::Changes(address) => rig.peek(address) != *before,
                    PointKind::Writes(address) => rig.wrote(address),
                    PointKind::Code { .. } => false,
                };
                (happened && allows(test.as_ref(), rig)).then_some(at)
            });
        self.met = at.map(|at| at + 1).or(self.met);
        at.is_some()
    }
}

//! A machine on the bench: a console, or any circuit, on a timeline, with everything a face shows of it.
//!
//! ```text
//!   name, JSON ──► Machine ── Timeline<Rig> ── consoles::Wired, or circuit::sim::Simulator
//!   JSON       ◄──┤   └────── Sheet: the drawing of one instance, with slots for what changes
//!   bytes      ◄──┘ frame: the slots now
//! ```
//!
//! `power` switches a console on, `circuit` a circuit of the user's; everything else is the same for both, and
//! answers nothing where there is no console.
//! Circuits need the feature `bench`: a page that only shows a console does without.

#[cfg(feature = "bench")]
mod editing;
mod export;
mod faults;
mod link;
mod look;
mod outline;
mod power;
mod program;
mod replay;
mod sheet;
mod story;
mod travel;
mod wave;

use std::collections::BTreeSet;

use bench::{Journey, Rig, Versions};
use circuit::sim::Simulator;
use timeline::{Budget, Limits, Timeline};

#[cfg(feature = "bench")]
use self::editing::Editing;
use self::power::Power;
use self::sheet::Sheet;
use crate::reply::{Answer, Failure, reply};

/// The memory limit of the past: a page shares the computer's memory with other pages.
const PAST: usize = 24 << 20;

/// Milliseconds since some moment.
pub(crate) type Clock = Box<dyn Fn() -> f64>;

/// A console or a circuit under power.
#[derive(Default)]
pub struct Machine {
    clock: Option<Clock>,
    on: Option<On>,
}

/// The state while something is switched on.
struct On {
    time: Timeline<Rig>,
    power: Power,
    sheet: Option<Sheet>,
    /// Banks and addresses.
    breakpoints: BTreeSet<(usize, u8)>,
    /// Cells of data space with breakpoints on writes.
    watched: BTreeSet<u8>,
    /// A step in progress, with its target and direction.
    journey: Option<(travel::Goal, bool, Journey)>,
    /// The recorded signals.
    signals: Vec<String>,
    /// The end of the run being replayed.
    run_end: Option<timeline::run::End>,
    /// The circuit's file under edit.
    #[cfg(feature = "bench")]
    editing: Option<Box<Editing>>,
}

impl Machine {
    /// Without a clock, nothing is cut short by time.
    #[must_use]
    pub fn new(clock: Option<Clock>) -> Machine {
        Machine { clock, on: None }
    }

    /// Answers a request.
    pub fn handle(&mut self, name: &str, request: &str) -> String {
        reply(self.answer(name, request))
    }

    /// The present state of the slots of the open sheet; empty if no sheet is open.
    pub fn frame(&self) -> Vec<u8> {
        let shown = self
            .on
            .as_ref()
            .and_then(|on| Some((on, on.sheet.as_ref()?)));
        let shown = shown.filter(|(_, sheet)| !sheet.unseen);
        shown.map_or(Vec::new(), |(on, sheet)| sheet.frame(on.simulator()))
    }

    fn answer(&mut self, name: &str, request: &str) -> Answer {
        match name {
            "power" => return self.power(request),
            #[cfg(feature = "bench")]
            "circuit" => return self.circuit(request),
            "assemble" => return power::assemble(request),
            "models" => return power::models(request),
            _ => {}
        }
        let on = self.on.as_mut();
        let on = on.ok_or_else(|| Failure::failed("nothing is switched on"))?;
        let clock = self.clock.as_deref();
        let answer = on.answer(name, request, clock);
        #[cfg(feature = "bench")]
        on.follow();
        answer
    }
}

impl On {
    fn answer(&mut self, name: &str, request: &str, clock: Option<&dyn Fn() -> f64>) -> Answer {
        let on = self;
        match name {
            "sheet" => on.open_sheet(request),
            "part" => on.part(request),
            "net" => on.net(request),
            "find" => on.find(request),
            "memory" => on.memory_of(request),
            "faults" => on.faults(request),
            "do" => on.act(request),
            "run" => on.run(request, clock),
            "step" => on.step(request, clock),
            "goto" => on.goto(request, clock),
            "future" => on.switch(request, clock),
            "replayed" => on.replayed(request),
            "marks" => on.marks(request),
            "state" => on.state(request),
            "source" => on.source(request),
            "cells" => on.cells(request),
            "log" => on.log(request),
            "story" => on.story(request),
            "houses" => on.houses(request),
            "datapath" => on.datapath(request),
            "breakpoints" => on.set_breakpoints(request),
            "record" => on.record(request),
            "wave" => on.wave(request),
            "link" => on.link(request),
            "image" => on.image(request),
            "svg" => on.svg(request),
            "vcd" => on.vcd(request),
            #[cfg(feature = "bench")]
            "edit" => on.edit(request),
            #[cfg(feature = "bench")]
            "change" => on.change(request),
            #[cfg(feature = "bench")]
            "look" => on.look_at(request),
            #[cfg(feature = "bench")]
            "file" => on.file(request),
            _ => Err(Failure::unknown(name)),
        }
    }

    fn new(rig: Rig, power: Power) -> On {
        let limits = Limits {
            bytes: PAST,
            ..Limits::default()
        };
        On {
            time: Timeline::with_limits(rig, limits),
            power,
            sheet: None,
            breakpoints: BTreeSet::new(),
            watched: BTreeSet::new(),
            journey: None,
            signals: Vec::new(),
            run_end: None,
            #[cfg(feature = "bench")]
            editing: None,
        }
    }

    fn rig(&self) -> &Rig {
        self.time.subject()
    }

    /// The running version of an edited circuit.
    fn version(&self) -> usize {
        self.rig().versions().map_or(0, Versions::number)
    }

    fn simulator(&self) -> &Simulator {
        self.rig().simulator()
    }
}

/// Calls a function with a budget that ends after some milliseconds, where there is a clock.
fn budgeted<T>(
    clock: Option<&dyn Fn() -> f64>,
    milliseconds: Option<f64>,
    work: impl FnOnce(Budget<'_>) -> T,
) -> T {
    match (clock, milliseconds) {
        (Some(clock), Some(milliseconds)) => {
            let end = clock() + milliseconds;
            let mut over = || clock() >= end;
            work(Budget::until(&mut over))
        }
        _ => work(Budget::unlimited()),
    }
}

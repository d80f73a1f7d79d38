//! A machine on the bench: a console, or any circuit, in time, with everything a face shows of it.
//!
//! ```text
//!   name, JSON ──► Machine ── Timeline<Rig> ── console::Wired, or circuit::sim::Simulator
//!   JSON       ◄──┤   └────── Sheet: the drawing of one instance, with slots for what changes
//!   bytes      ◄──┘ frame: the slots now
//! ```
//!
//! `power` switches a console on, `circuit` a circuit of somebody's own; everything else is the same for both, and
//! answers nothing where there is no console.

mod chronicle;
mod export;
mod faults;
mod link;
mod look;
mod outline;
mod power;
mod program;
mod replay;
mod rig;
mod sheet;
mod travel;
mod wave;

use std::collections::BTreeSet;

use circuit::sim::Simulator;
use timeline::{Hunt, Leash, Limits, Timeline};

use self::power::Power;
use self::rig::Rig;
use self::sheet::Sheet;
use crate::reply::{Answer, Failure, reply};

/// What the past may take: a page shares the memory of somebody's machine with other pages.
const PAST: usize = 24 << 20;

/// Milliseconds since some moment.
type Clock = Box<dyn Fn() -> f64>;

/// A console or a circuit under power.
#[derive(Default)]
pub struct Machine {
    clock: Option<Clock>,
    on: Option<On>,
}

/// What there is while something is on.
struct On {
    time: Timeline<Rig>,
    power: Power,
    sheet: Option<Sheet>,
    /// Banks and addresses.
    breakpoints: BTreeSet<(usize, u8)>,
    /// A search backwards that is not at its end: what it looks for.
    hunt: Option<(travel::Goal, Hunt)>,
    /// Where a step back leads that is not at its end.
    aim: Option<(travel::Goal, u64)>,
    /// The signals that are recorded.
    signals: Vec<String>,
    /// The end of the run that is done again.
    run_end: Option<timeline::run::End>,
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

    /// How the slots of the open sheet look now; nothing if no sheet is open.
    pub fn frame(&self) -> Vec<u8> {
        let shown = self
            .on
            .as_ref()
            .and_then(|on| Some((on, on.sheet.as_ref()?)));
        shown.map_or(Vec::new(), |(on, sheet)| sheet.frame(on.simulator()))
    }

    fn answer(&mut self, name: &str, request: &str) -> Answer {
        match name {
            "power" => return self.power(request),
            "circuit" => return self.circuit(request),
            "assemble" => return power::assemble(request),
            "models" => return power::models(request),
            _ => {}
        }
        let on = self.on.as_mut();
        let on = on.ok_or_else(|| Failure::failed("nothing is switched on"))?;
        let clock = self.clock.as_deref();
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
            "breakpoints" => on.set_breakpoints(request),
            "record" => on.record(request),
            "wave" => on.wave(request),
            "link" => on.link(request),
            "image" => on.image(request),
            "svg" => on.svg(request),
            "vcd" => on.vcd(request),
            _ => Err(Failure::unknown(name)),
        }
    }
}

impl On {
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
            hunt: None,
            aim: None,
            signals: Vec::new(),
            run_end: None,
        }
    }

    fn rig(&self) -> &Rig {
        self.time.subject()
    }

    fn simulator(&self) -> &Simulator {
        self.rig().simulator()
    }
}

/// Calls something with a leash that ends after some milliseconds, where there is a clock.
fn leashed<T>(
    clock: Option<&dyn Fn() -> f64>,
    milliseconds: Option<f64>,
    work: impl FnOnce(Leash<'_>) -> T,
) -> T {
    match (clock, milliseconds) {
        (Some(clock), Some(milliseconds)) => {
            let end = clock() + milliseconds;
            let mut over = || clock() >= end;
            work(Leash::until(&mut over))
        }
        _ => work(Leash::none()),
    }
}

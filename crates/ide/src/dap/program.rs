//! A program alone, under the debugger of `cdm8`.

use cdm8::bus::Space;
use cdm8::debug::{Computer, Debugger, Event};
use cdm8::symbols::Symbols;

use super::target::{Motion, Point, PointKind, Stopped, Target};

/// Clocks between two checks for messages.
const SLICE: u64 = 200_000;

pub struct Program {
    debugger: Debugger,
    symbols: [Symbols; 1],
}

impl Program {
    pub fn new(mut debugger: Debugger) -> Program {
        debugger.patience = SLICE;
        Program {
            symbols: [debugger.symbols.clone()],
            debugger,
        }
    }

    fn step(&mut self, motion: Motion, instructions: bool) -> Event {
        let debugger = &mut self.debugger;
        match (motion, instructions) {
            (Motion::Continue, _) => debugger.go_on(),
            (Motion::Over, true) => debugger.over_instruction(),
            (Motion::Over, false) => debugger.over_line(),
            (Motion::Into, true) => debugger.step_instruction(),
            (Motion::Into, false) => debugger.step_line(),
            (Motion::Out, _) => debugger.out(),
            (Motion::Back, true) => debugger.back_instruction(),
            (Motion::Back, false) => debugger.back_line(),
            (Motion::ReverseContinue, _) => debugger.back_on(),
        }
    }
}

impl Target for Program {
    fn computer(&self) -> Computer {
        self.debugger.computer().clone()
    }

    fn symbols(&self) -> &[Symbols] {
        &self.symbols
    }

    fn set_points(&mut self, points: &[Point]) -> Vec<Result<usize, String>> {
        self.debugger.command("delete");
        points
            .iter()
            .map(|point| self.debugger.add(&written(point)))
            .collect()
    }

    fn go(&mut self, motion: Motion, instructions: bool) -> Stopped {
        // A long call is no reason to stop half-way.
        self.debugger.patience = match motion {
            Motion::Continue => SLICE,
            _ => cdm8::debug::PATIENCE,
        };
        match self.step(motion, instructions) {
            Event::Done => Stopped::Step,
            Event::Breakpoint(id) | Event::Watch { id, .. } | Event::Write(id) => {
                Stopped::Point(id)
            }
            Event::Start => Stopped::Start,
            Event::Stopped(stop) => Stopped::Ended(stop.to_string()),
            Event::Never(clocks) => Stopped::Ended(format!(
                "an endless loop: everything repeats every {clocks} clocks"
            )),
            Event::Patience if motion == Motion::Continue => Stopped::Working,
            Event::Patience | Event::Interrupted => Stopped::Pause,
        }
    }

    fn set(&mut self, what: &str, value: &str) -> Result<u8, String> {
        let reply = self.debugger.command(&format!("set {what} = {value}"));
        match reply.verdict {
            timeline::talk::Verdict::Good => self.debugger.value(what),
            _ => Err(reply.text.trim().to_owned()),
        }
    }

    fn set_byte(&mut self, space: Space, address: u8, value: u8) -> Result<(), String> {
        let code = if space == Space::Instruction {
            "code"
        } else {
            ""
        };
        self.set(&format!("{code}[{address}]"), &value.to_string())
            .map(|_| ())
    }

    fn restart(&mut self) {
        self.debugger.rewind();
    }

    fn command(&mut self, line: &str) -> String {
        self.debugger.patience = cdm8::debug::PATIENCE;
        self.debugger.command(line).text
    }
}

/// A breakpoint in the command language of the debugger.
fn written(point: &Point) -> String {
    let what = match point.kind {
        PointKind::Code { address, .. } => format!("break {address}"),
        PointKind::Changes(address) => format!("watch [{address}]"),
        PointKind::Writes(address) => format!("writes {address}"),
    };
    match &point.condition {
        Some(condition) => format!("{what} if {condition}"),
        None => what,
    }
}

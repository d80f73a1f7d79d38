//! A CdM-8 program on its own: assembled, run, debugged forwards and backwards, tested.

mod build;
mod editor;
mod report;
mod state;

use cdm8::asm::Words;
use cdm8::debug::{Debugger, Event};
use serde::{Deserialize, Serialize};
use timeline::Timeline;

use crate::finding::{Finding, findings};
use crate::reply::{Answer, Failure, Nothing, json, read, reply};
use build::{Build, Built};
use state::State;

/// A program under the debugger, once there is one that assembles.
#[derive(Default)]
pub struct Program {
    debugger: Option<Debugger>,
}

/// Maximum number of clocks per request: the page asks again, and can cancel between two requests.
const MOST_CLOCKS: u64 = 50_000_000;

#[derive(Serialize)]
struct WordsView {
    instructions: Vec<String>,
    directives: Vec<String>,
    macros: Vec<String>,
}

#[derive(Serialize)]
struct Loaded {
    findings: Vec<Finding>,
    state: Option<State>,
}

#[derive(Deserialize)]
struct Step {
    how: How,
}

/// The target of a step.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum How {
    /// The next source line, into calls.
    Line,
    /// The next source line, over calls.
    Over,
    /// Out of the current subroutine.
    Out,
    Instruction,
    BackLine,
    BackInstruction,
    /// The last breakpoint passed.
    BackOn,
    Start,
}

#[derive(Deserialize)]
struct Run {
    clocks: u64,
}

#[derive(Deserialize)]
struct Goto {
    moment: u64,
}

#[derive(Deserialize)]
struct Breakpoints {
    at: Vec<BreakAt>,
}

#[derive(Deserialize)]
struct BreakAt {
    file: String,
    line: usize,
}

/// The lines with breakpoints; a line without code means the next one that has some.
#[derive(Serialize)]
struct Placed {
    lines: Vec<Option<usize>>,
}

#[derive(Deserialize)]
struct Command {
    line: String,
}

#[derive(Serialize)]
struct Said {
    text: String,
    wrong: bool,
    state: State,
}

/// The words of the language, for editors.
pub fn words(request: &str) -> Answer {
    read::<Nothing>(request)?;
    let Words {
        instructions,
        directives,
        macros,
    } = Words::of_the_language();
    json(&WordsView {
        instructions,
        directives,
        macros,
    })
}

impl Program {
    #[must_use]
    pub fn new() -> Program {
        Program::default()
    }

    /// Answers a request.
    pub fn handle(&mut self, name: &str, request: &str) -> String {
        reply(match name {
            "check" => build::check(request),
            "assemble" => build::assemble(request),
            "test" => report::test(request),
            _ if editor::ANSWERS.contains(&name) => editor::answer(name, request),
            "load" => self.load(request),
            "state" => self.state(request),
            "step" => self.step(request),
            "run" => self.run(request),
            "goto" => self.goto(request),
            "breakpoints" => self.breakpoints(request),
            "command" => self.command(request),
            _ => Err(Failure::unknown(name)),
        })
    }

    fn debugger(&mut self) -> Answer<&mut Debugger> {
        let none = || Failure::failed("no program is loaded");
        self.debugger.as_mut().ok_or_else(none)
    }

    /// Assembles, and puts the program into a new computer. If it has errors, the old one stays.
    fn load(&mut self, request: &str) -> Answer {
        let build: Build = read(request)?;
        let Built { assembly, sources } = build.assembled()?;
        let mut loaded = Loaded {
            findings: findings(&assembly.diagnostics),
            state: None,
        };
        if let Some(image) = assembly.image() {
            let time = Timeline::new(build.computer(image)?);
            let debugger = Debugger::new(time, assembly.symbols(&sources));
            loaded.state = Some(State::of(&debugger, Some(&Event::Start)));
            self.debugger = Some(debugger);
        }
        json(&loaded)
    }

    fn state(&mut self, request: &str) -> Answer {
        read::<Nothing>(request)?;
        json(&State::of(self.debugger()?, None))
    }

    fn step(&mut self, request: &str) -> Answer {
        let Step { how } = read(request)?;
        let debugger = self.debugger()?;
        debugger.patience = MOST_CLOCKS;
        let event = match how {
            How::Line => debugger.step_line(),
            How::Over => debugger.over_line(),
            How::Out => debugger.out(),
            How::Instruction => debugger.step_instruction(),
            How::BackLine => debugger.back_line(),
            How::BackInstruction => debugger.back_instruction(),
            How::BackOn => debugger.back_on(),
            How::Start => {
                debugger.rewind();
                Event::Start
            }
        };
        json(&State::of(debugger, Some(&event)))
    }

    /// Runs to a breakpoint, to the end, or for this many clocks.
    fn run(&mut self, request: &str) -> Answer {
        let Run { clocks } = read(request)?;
        let debugger = self.debugger()?;
        debugger.patience = clocks.clamp(1, MOST_CLOCKS);
        let event = debugger.go_on();
        json(&State::of(debugger, Some(&event)))
    }

    /// To a known half-tick.
    fn goto(&mut self, request: &str) -> Answer {
        let Goto { moment } = read(request)?;
        let debugger = self.debugger()?;
        let moment = moment.min(debugger.timeline().end());
        debugger.travel_to(moment);
        json(&State::of(debugger, None))
    }

    fn breakpoints(&mut self, request: &str) -> Answer {
        let Breakpoints { at } = read(request)?;
        let debugger = self.debugger()?;
        debugger.command("delete");
        let lines = at.iter().map(|wanted| place(debugger, wanted));
        json(&Placed {
            lines: lines.collect(),
        })
    }

    /// A line of the debugger's command language.
    fn command(&mut self, request: &str) -> Answer {
        let Command { line } = read(request)?;
        let debugger = self.debugger()?;
        debugger.patience = MOST_CLOCKS;
        let said = debugger.command(&line);
        json(&Said {
            text: said.text,
            wrong: said.verdict == timeline::talk::Verdict::Wrong,
            state: State::of(debugger, None),
        })
    }
}

/// Sets a breakpoint and returns its actual line.
fn place(debugger: &mut Debugger, wanted: &BreakAt) -> Option<usize> {
    let BreakAt { file, line } = wanted;
    let address = debugger.symbols.address_of_line(Some(file), *line)?;
    debugger.command(&format!("break 0x{address:02x}"));
    Some(debugger.symbols.places.get(&address)?.line)
}

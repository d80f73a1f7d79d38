//! The debugger for any circuit, without its terminal: a line of text in, a reply out.

mod help;
mod stops;
mod time;
mod wave;

pub use help::{COMMANDS, HELP};

use std::fmt::Write;

use expect::TokenKind;
use timeline::talk::{Reply, unknown};
use timeline::words::{self, Displays};
use timeline::{Budget, Pace, Timeline};

use crate::reference::{Found, Reference};
use crate::script::Question;
use crate::show;
use crate::sim::{Input, Simulator};
use help::{DEEDS, REPEATED};
use stops::Stop;

/// The target of a command.
enum Seek {
    Holds,
    Changes,
    Writes,
}

struct Point {
    id: usize,
    stop: Stop,
    text: String,
    /// Removed when it is met.
    is_temporary: bool,
}

/// A circuit under a debugger.
pub struct Debugger {
    pub timeline: Timeline<Simulator>,
    points: Vec<Point>,
    next: usize,
    repeat: String,
    displays: Displays,
    /// Half-ticks that a command may run.
    pub patience: u64,
}

type Answer = Result<String, String>;
type Files<'a> = &'a mut dyn FnMut(&str) -> Result<Vec<u8>, String>;
type Over<'a> = &'a mut dyn FnMut() -> bool;

impl Debugger {
    pub fn new(simulator: Simulator) -> Debugger {
        Debugger {
            timeline: Timeline::new(simulator),
            points: Vec::new(),
            next: 1,
            repeat: String::new(),
            displays: Displays::default(),
            patience: 100_000_000,
        }
    }

    /// Executes a line. `file` provides the files it loads, `over` returns whether the user has interrupted.
    pub fn command(&mut self, line: &str, file: Files<'_>, over: Over<'_>) -> Reply {
        let line = match words::expand(line) {
            Ok(line) if line.is_empty() => self.repeat.clone(),
            Ok(line) => line.into_owned(),
            Err(message) => return Reply::wrong(&message),
        };
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
        self.repeat = match REPEATED.contains(&word) {
            true => line.clone(),
            false => String::new(),
        };
        let rest = rest.trim();
        match word {
            "quit" => return Reply::quit(),
            "expect" => return self.expect(rest),
            _ => {}
        }
        let before = self.timeline.standing();
        let mut answer = self.answer(word, rest, &line, file, over);
        if let Ok(text) = &mut answer
            && self.timeline.standing() != before
        {
            *text += &self.displays.values(|name| self.print(name));
        }
        answer.map_or_else(|message| Reply::wrong(&message), Reply::good)
    }

    /// The mistake in a command, if it can be found before anything runs.
    pub fn mistake(&self, line: &str) -> Option<String> {
        let line = match words::expand(line) {
            Ok(line) => line,
            Err(message) => return Some(message),
        };
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
        let rest = rest.trim();
        match word {
            "expect" => Question::read(rest, self.timeline.subject()).err(),
            _ if seeks(word).is_some() => self.stop(word, rest).err(),
            "record" => {
                let wrong = |name: &String| self.find(name).err();
                self.listed(rest).iter().find_map(wrong)
            }
            "print" | "display" => {
                let names = self.names(rest);
                let wrong =
                    |names: Vec<String>| names.iter().find_map(|name| self.find(name).err());
                names.map_or_else(Some, wrong)
            }
            "" => None,
            word if word.starts_with('#') || COMMANDS.contains(&word) => None,
            word => Some(no_command(word)),
        }
    }

    fn answer(
        &mut self,
        word: &str,
        rest: &str,
        line: &str,
        file: Files<'_>,
        over: Over<'_>,
    ) -> Answer {
        let mut budget = Budget::until(over).within(self.patience);
        let budget = &mut budget;
        match word {
            "" => Ok(String::new()),
            comment if comment.starts_with('#') => Ok(String::new()),
            "help" => Ok(HELP.to_owned()),
            "echo" => Ok(format!("{rest}\n")),
            "tick" | "step" => self.steps(rest, Pace::HalfTick, false, budget),
            "clock" => self.steps(rest, Pace::Clock, false, budget),
            "back" | "btick" => self.steps(rest, Pace::HalfTick, true, budget),
            "bclock" => self.steps(rest, Pace::Clock, true, budget),
            "start" => self.start(budget),
            "run" if rest.is_empty() => {
                self.start(budget)?;
                self.go_on(false, budget)
            }
            "run" => Err(format!("run starts over; tick {rest} runs so far")),
            "continue" => self.go_on(false, budget),
            "reverse-continue" => self.go_on(true, budget),
            "break" | "tbreak" | "watch" | "writes" => self.add_point(word, rest),
            "display" => self.display(rest),
            "undisplay" => self.displays.remove(rest),
            "displays" => Ok(self.displays.names()),
            "regs" => Err(
                "a circuit has no registers by name: print NAME shows a value, show all displays"
                    .to_owned(),
            ),
            "points" => Ok(self.points_text()),
            "delete" => self.delete(rest),
            "goto" => self.goto(rest, budget),
            "undo" | "redo" if !rest.is_empty() => Err(format!("{word} stands alone")),
            "undo" => Ok(self.undo(budget)),
            "redo" => self.redo(budget),
            "mark" | "marks" => Ok(self.marks(rest)),
            "future" | "futures" => self.futures(rest, budget),
            "where" => Ok(self.here()),
            "print" => self.print(rest),
            "show" => self.show(rest),
            "record" => self.record(rest),
            "wave" => self.wave(rest),
            _ if seeks(word).is_some() => {
                let stop = self.stop(word, rest)?;
                Ok(self.seek(&[(0, &stop)], word.starts_with('r'), budget).0)
            }
            _ if !DEEDS.contains(&word) => Err(no_command(word)),
            _ => {
                let input = Input::read(line, self.timeline.subject(), file)?;
                self.timeline.input(input);
                Ok(String::new())
            }
        }
    }

    /// Runs to a breakpoint. A temporary one is then removed.
    fn go_on(&mut self, back: bool, budget: &mut Budget) -> Answer {
        let points = std::mem::take(&mut self.points);
        let stops: Vec<(usize, &Stop)> = points.iter().map(|one| (one.id, &one.stop)).collect();
        let (answer, met) = self.seek(&stops, back, budget);
        self.points = points;
        self.points
            .retain(|point| !point.is_temporary || Some(point.id) != met);
        Ok(answer)
    }

    fn display(&mut self, rest: &str) -> Answer {
        if rest.is_empty() {
            return Ok(self.displays.values(|name| self.print(name)));
        }
        let mut displays = std::mem::take(&mut self.displays);
        let added = displays.add(rest, |name| self.print(name));
        self.displays = displays;
        added
    }

    fn stop(&self, word: &str, rest: &str) -> Result<Stop, String> {
        match seeks(word) {
            Some(Seek::Holds) | None => {
                Question::read(rest, self.timeline.subject()).map(Stop::Break)
            }
            Some(Seek::Changes) => self.one(rest).map(Stop::Watch),
            Some(Seek::Writes) => match self.one(rest)? {
                cell @ Found::Cell(..) => Ok(Stop::Writes(cell)),
                Found::Port(..) => Err(format!("{rest} is not a cell: write /RAM[0x13]")),
            },
        }
    }

    /// The names in a text; one with blanks stands in quotes.
    fn names(&self, text: &str) -> Result<Vec<String>, String> {
        let tokens = expect::tokens(text, 0).map_err(|mistake| mistake.message)?;
        let name = |token: &expect::Token| match &token.kind {
            TokenKind::Text(name, suffix) => format!("{name}{suffix}"),
            _ => text[token.start..token.end].to_owned(),
        };
        Ok(tokens.iter().map(name).collect())
    }

    /// The names in a list with commas or blanks.
    fn listed(&self, text: &str) -> Vec<String> {
        let is_one = |name: &str| matches!(self.names(name).as_deref(), Ok([_]));
        let unquoted = |name: &String| match self.names(name) {
            Ok(names) => names.concat(),
            Err(_) => name.clone(),
        };
        words::list(text, is_one).iter().map(unquoted).collect()
    }

    fn one(&self, text: &str) -> Result<Found, String> {
        match &self.names(text)?[..] {
            [name] => self.find(name),
            [] => Err("a name is missing, such as /counter".to_owned()),
            [_, more, ..] => Err(format!(
                "{more:?} is left over; a name with blanks stands in quotes"
            )),
        }
    }

    fn find(&self, text: &str) -> Result<Found, String> {
        let found = Reference::parse(text).and_then(|name| name.find(self.timeline.subject()));
        found.map_err(|error| error.to_string())
    }

    fn add_point(&mut self, word: &str, rest: &str) -> Answer {
        let stop = self.stop(word, rest)?;
        let id = self.next;
        self.next += 1;
        let text = format!("{word} {rest}");
        let told = format!("{id}: {text}\n");
        self.points.push(Point {
            id,
            stop,
            text,
            is_temporary: word == "tbreak",
        });
        Ok(told)
    }

    fn points_text(&self) -> String {
        let line = |point: &Point| format!("{}: {}\n", point.id, point.text);
        match self.points.is_empty() {
            true => "no breakpoints\n".to_owned(),
            false => self.points.iter().map(line).collect(),
        }
    }

    fn delete(&mut self, rest: &str) -> Answer {
        let before = self.points.len();
        self.points
            .retain(|point| !rest.is_empty() && point.id.to_string() != rest);
        match before > self.points.len() || rest.is_empty() {
            true => Ok("deleted\n".to_owned()),
            false => Err(format!(
                "there is no breakpoint {rest}; `info breakpoints` lists them"
            )),
        }
    }

    fn print(&self, rest: &str) -> Answer {
        let mut text = String::new();
        for name in self.names(rest)? {
            let value = self.find(&name)?.value(self.timeline.subject());
            let _ = writeln!(text, "{name} = {}", show::value(value));
        }
        match text.is_empty() {
            true => Err("name what to print, such as /counter".to_owned()),
            false => Ok(text),
        }
    }

    fn show(&self, rest: &str) -> Answer {
        let simulator = self.timeline.subject();
        match rest {
            "" => Ok(show::all(simulator, usize::MAX)),
            names => {
                let part = |name: &String| Ok(show::part(simulator, self.find(name)?.part()));
                self.names(names)?.iter().map(part).collect()
            }
        }
    }

    fn expect(&self, rest: &str) -> Reply {
        let simulator = self.timeline.subject();
        match Question::read(rest, simulator) {
            Err(message) => Reply::wrong(&message),
            Ok(question) if question.holds(simulator) => Reply::good(String::new()),
            Ok(_) => Reply::failed(format!("expectation failed: {rest}\n")),
        }
    }
}

/// The kind of stop that a command is about.
fn seeks(word: &str) -> Option<Seek> {
    match word {
        "until" | "reverse-until" | "break" | "tbreak" => Some(Seek::Holds),
        "change" | "rchange" | "watch" => Some(Seek::Changes),
        "write" | "rwrite" | "writes" => Some(Seek::Writes),
        _ => None,
    }
}

/// Why there is no such command. Those of a processor's debugger have their counterparts here.
fn no_command(word: &str) -> String {
    match word {
        "code" | "list" | "stack" | "next" | "nexti" | "stepi" | "backi" | "finish" => {
            "a circuit has no program: tick and clock step it, back goes back; `mancala cdm8 dap --circuit` debugs a program in a circuit"
                .to_owned()
        }
        "mem" => "print NAME[0x10] shows a cell of a memory, show its first cells".to_owned(),
        _ => unknown(word, &COMMANDS),
    }
}

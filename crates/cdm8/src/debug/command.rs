//! The command language: a line in, a reply out.

use timeline::talk::{Reply, unknown};
use timeline::words;

use super::expr::Reader;
pub use super::help::HELP;
use super::{Debugger, Event, Input, PointKind};
use crate::bus::Space;
use crate::devices::Pulse;
use crate::view;

/// Commands that an empty line repeats.
const REPEATED: [&str; 12] = [
    "step",
    "stepi",
    "next",
    "nexti",
    "finish",
    "continue",
    "back",
    "backi",
    "reverse-continue",
    "clock",
    "tick",
    "until",
];
/// Every command; `timeline::words` has the short forms.
pub const COMMANDS: [&str; 50] = [
    "back",
    "backi",
    "bclock",
    "break",
    "btick",
    "clock",
    "cmem",
    "code",
    "continue",
    "delete",
    "display",
    "displays",
    "echo",
    "expect",
    "finish",
    "future",
    "futures",
    "goto",
    "help",
    "info",
    "irq",
    "list",
    "mark",
    "marks",
    "mem",
    "next",
    "nexti",
    "points",
    "print",
    "quit",
    "record",
    "redo",
    "regs",
    "reverse-continue",
    "run",
    "set",
    "stack",
    "start",
    "step",
    "stepi",
    "symbols",
    "tbreak",
    "tick",
    "undisplay",
    "undo",
    "until",
    "watch",
    "wave",
    "where",
    "writes",
];
/// Maximum number of repetitions of a step in one command.
const MOST_STEPS: u64 = 1_000_000;

/// A count; 1 if none is given.
fn counted(text: &str) -> Result<u64, String> {
    match text {
        "" => Ok(1),
        digits => digits
            .parse()
            .map_err(|_| format!("{digits:?} is not a count")),
    }
}

impl Debugger {
    /// Executes a line of the command language.
    pub fn command(&mut self, line: &str) -> Reply {
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
        let before = self.timeline.standing();
        let mut reply = self
            .answer(word, rest.trim())
            .unwrap_or_else(|message| Reply::wrong(&message));
        self.points.retain(|point| !point.is_spent());
        if self.timeline.standing() != before {
            reply.text += &self.displays.values(|text| self.named(text));
        }
        reply
    }

    /// The mistake in a command, if it can be found before anything runs.
    pub fn mistake(&self, line: &str) -> Option<String> {
        let line = match words::expand(line) {
            Ok(line) => line,
            Err(message) => return Some(message),
        };
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
        let rest = rest.trim();
        let reader = self.reader();
        let condition = |text: &str| reader.condition(text).err();
        let (what, when) = split_if(rest);
        match word {
            "expect" => reader.expectation(rest).err(),
            "break" | "tbreak" | "writes" => self.location(what).err().or_else(|| condition(when?)),
            "watch" => reader.value(what).err().or_else(|| condition(when?)),
            "until" => self.location(rest).err(),
            "print" | "display" => reader.value(rest).err(),
            "irq" if !rest.is_empty() => rest.parse::<Pulse>().err(),
            "" => None,
            word if word.starts_with('#') || COMMANDS.contains(&word) => None,
            word => Some(unknown(word, &COMMANDS)),
        }
    }

    /// Adds a point from a `break`, `watch` or `writes` command; its number.
    pub fn add(&mut self, line: &str) -> Result<usize, String> {
        let id = self.next_id;
        let reply = self.command(line);
        match self.next_id > id {
            true => Ok(id),
            false => Err(reply.text.trim().to_owned()),
        }
    }

    /// The present value of an expression.
    pub fn value(&self, text: &str) -> Result<u8, String> {
        Ok(self.reader().value(text)?.read(self.computer()))
    }

    fn answer(&mut self, word: &str, rest: &str) -> Result<Reply, String> {
        let text = match word {
            "" => String::new(),
            comment if comment.starts_with('#') => String::new(),
            "quit" => return Ok(Reply::quit()),
            "expect" => return self.assert(rest),
            "help" => HELP.to_owned(),
            "echo" => format!("{rest}\n"),
            "break" => self.add_break(rest)?,
            "tbreak" => self.add_temporary_break(rest)?,
            "watch" => self.add_watch(rest)?,
            "writes" => self.add_write(rest)?,
            "display" => self.display(rest)?,
            "undisplay" => self.displays.remove(rest)?,
            "displays" => self.displays.names(),
            "goto" => self.goto(rest)?,
            "tick" => self.goto(&format!("+{}", counted(rest)?))?,
            "btick" => self.goto(&format!("-{}", counted(rest)?))?,
            "bclock" => self.goto(&format!("-{}", counted(rest)?.saturating_mul(2)))?,
            "undo" | "redo" if !rest.is_empty() => return Err(format!("{word} stands alone")),
            "undo" => self.undo(),
            "redo" => self.redo()?,
            "mark" | "marks" => self.marks(rest),
            "future" | "futures" => self.futures(rest)?,
            "record" => self.record(rest)?,
            "wave" => self.wave(rest)?,
            "delete" => self.delete(rest)?,
            "points" => self.points_text(),
            "set" => self.set(rest)?,
            "irq" => self.irq(rest)?,
            "start" => {
                self.rewind();
                self.here()
            }
            "run" if rest.is_empty() => {
                self.rewind();
                let event = self.go_on();
                self.report(&event)
            }
            "run" => return Err(format!("run starts over; clock {rest} runs so far")),
            "until" => {
                let address = self.location(rest)?;
                let event = self.until(address);
                self.report(&event)
            }
            "clock" => self.run_clocks(if rest.is_empty() { "1" } else { rest })?,
            _ => match self.run_command(word, rest)? {
                Some(text) => text,
                None => self.look(word, rest)?,
            },
        };
        Ok(Reply::good(text))
    }

    /// The commands that move the computer, with a count.
    fn run_command(&mut self, word: &str, rest: &str) -> Result<Option<String>, String> {
        let action: fn(&mut Debugger) -> Event = match word {
            "step" => Debugger::step_line,
            "stepi" => Debugger::step_instruction,
            "next" => Debugger::over_line,
            "nexti" => Debugger::over_instruction,
            "finish" => Debugger::out,
            "continue" => Debugger::go_on,
            "back" => Debugger::back_line,
            "backi" => Debugger::back_instruction,
            "reverse-continue" => Debugger::back_on,
            _ => return Ok(None),
        };
        let count = counted(rest)?;
        if !(1..=MOST_STEPS).contains(&count) {
            return Err(format!("a count is 1 to {MOST_STEPS}"));
        }
        let mut event = Event::Done;
        for _ in 0..count {
            event = action(self);
            if event != Event::Done {
                break;
            }
            if self.is_interrupted() {
                event = Event::Interrupted;
                break;
            }
        }
        Ok(Some(self.report(&event)))
    }

    fn look(&mut self, word: &str, rest: &str) -> Result<String, String> {
        let mut words = rest.split_whitespace();
        let (first, second) = (words.next(), words.next());
        let count = |default: usize| match second {
            None => Ok(default),
            Some(digits) => digits
                .parse::<usize>()
                .map_err(|_| format!("{digits:?} is not a count")),
        };
        let from = |default: u8| first.map_or(Ok(default), |first| self.location(first));
        Ok(match word {
            "regs" => format!("{}\n", view::registers(self.cpu())),
            "list" => self.list(from(self.spot())?),
            "code" => self.code(from(self.spot())?, count(8)?),
            "mem" => self.rows(Space::Data, from(0)?, first, count(16)?),
            "cmem" => self.rows(Space::Instruction, from(0)?, first, count(16)?),
            "stack" => self.stack(),
            "print" => self.print(rest)?,
            "where" => self.whereabouts(),
            "symbols" => self.symbols_text(rest),
            _ => return Err(unknown(word, &COMMANDS)),
        })
    }

    fn rows(&self, space: Space, from: u8, given: Option<&str>, count: usize) -> String {
        let count = if given.is_none() { 256 } else { count };
        view::memory_rows(&self.computer().devices.memory, space, from, count)
    }

    pub(super) fn reader(&self) -> Reader<'_> {
        Reader {
            symbols: &self.symbols,
        }
    }

    fn location(&self, text: &str) -> Result<u8, String> {
        match text {
            "" => Err("a location is missing: an address, a label, file.asm:12 or :12".to_owned()),
            _ => self.reader().location(text, self.computer()),
        }
    }

    fn add_break(&mut self, rest: &str) -> Result<String, String> {
        let (place, condition) = split_if(rest);
        let address = self.location(place)?;
        let condition = condition
            .map(|text| self.reader().condition(text))
            .transpose()?;
        let id = self.add_point(PointKind::Break(address), condition, rest);
        Ok(format!("breakpoint {id} at 0x{address:02x}\n"))
    }

    /// A temporary breakpoint.
    fn add_temporary_break(&mut self, rest: &str) -> Result<String, String> {
        let told = self.add_break(rest)?;
        if let Some(point) = self.points.last_mut() {
            point.is_temporary = true;
        }
        Ok(format!("temporary {told}"))
    }

    /// A value with its name, for a display.
    fn named(&self, text: &str) -> Result<String, String> {
        Ok(format!("{text} = {}", self.print(text)?))
    }

    fn display(&mut self, rest: &str) -> Result<String, String> {
        if rest.is_empty() {
            return Ok(self.displays.values(|text| self.named(text)));
        }
        let mut displays = std::mem::take(&mut self.displays);
        let added = displays.add(rest, |text| self.named(text));
        self.displays = displays;
        added
    }

    /// A label alone means the byte at it; watching a constant makes no sense.
    fn add_watch(&mut self, rest: &str) -> Result<String, String> {
        let (what, condition) = split_if(rest);
        let mut value = self.reader().value(what)?;
        if value.as_number().is_some() {
            value = self.reader().value(&format!("[{what}]"))?;
        }
        let condition = condition
            .map(|text| self.reader().condition(text))
            .transpose()?;
        let id = self.add_point(PointKind::Watch(value), condition, rest);
        Ok(format!("watchpoint {id}: {rest}\n"))
    }

    fn add_write(&mut self, rest: &str) -> Result<String, String> {
        let (place, condition) = split_if(rest);
        let address = self.location(place)?;
        let condition = condition
            .map(|text| self.reader().condition(text))
            .transpose()?;
        let id = self.add_point(PointKind::Write(address), condition, rest);
        Ok(format!("writes {id} to 0x{address:02x}\n"))
    }

    fn delete(&mut self, rest: &str) -> Result<String, String> {
        if rest.is_empty() {
            self.points.clear();
            return Ok("all deleted\n".to_owned());
        }
        let id = rest
            .parse()
            .map_err(|_| format!("{rest:?} is not the number of a breakpoint"))?;
        match self.remove_point(id) {
            true => Ok(format!("deleted {id}\n")),
            false => Err(format!(
                "there is no breakpoint {id}; `info breakpoints` lists them"
            )),
        }
    }

    fn set(&mut self, rest: &str) -> Result<String, String> {
        const FORM: &str = "write set THING = VALUE";
        let (thing, value) = rest.split_once('=').ok_or(FORM)?;
        let target = self.reader().thing(thing, self.computer());
        let target = target.map_err(|error| format!("{error}: {FORM}"))?;
        let value = self.reader().value(value)?.read(self.computer());
        self.input(Input::Set(target, value));
        Ok(format!("{} = 0x{value:02x}\n", thing.trim()))
    }

    fn irq(&mut self, rest: &str) -> Result<String, String> {
        if !rest.is_empty() {
            let pulse: Pulse = rest.parse()?;
            self.input(Input::Irq(pulse));
        }
        let plan = &self.computer().devices.irq;
        match plan.is_empty() {
            true => Ok("no interrupts are planned\n".to_owned()),
            false => Ok(plan.iter().map(|pulse| format!("irq {pulse}\n")).collect()),
        }
    }

    fn run_clocks(&mut self, rest: &str) -> Result<String, String> {
        let clocks: u64 = rest
            .parse()
            .map_err(|_| format!("{rest:?} is not a number of clocks"))?;
        let before = std::mem::replace(&mut self.patience, clocks);
        let end = self.timeline.now().saturating_add(clocks.saturating_mul(2));
        let event = self.go_on();
        self.patience = before;
        let event = match event {
            Event::Patience => Event::Done,
            // Nothing more will be met on the way.
            Event::Never(_) => {
                self.travel_to(end);
                Event::Done
            }
            event => event,
        };
        Ok(self.report(&event))
    }

    fn print(&self, rest: &str) -> Result<String, String> {
        let value = self.reader().value(rest)?.read(self.computer());
        let signed = match value as i8 {
            negative @ ..0 => format!(" {negative}"),
            _ => String::new(),
        };
        let letter = match value.is_ascii_graphic() {
            true => format!(" '{}'", value as char),
            false => String::new(),
        };
        let near = self
            .symbols
            .names(value)
            .next()
            .map_or(String::new(), |name| format!(" = {name}"));
        Ok(format!(
            "0x{value:02x} {value}{signed} 0b{value:08b}{letter}{near}\n"
        ))
    }

    fn assert(&self, rest: &str) -> Result<Reply, String> {
        let (condition, message) = self.reader().expectation(rest)?;
        let wrong = match condition.holds(self.computer()) {
            true => None,
            false => condition.wrong(self.computer()),
        };
        let Some((comparison, left, right)) = wrong else {
            return Ok(Reply::good(String::new()));
        };
        let message = message.map_or(String::new(), |message| format!(" ({message})"));
        let (text, relation) = (&comparison.text, comparison.relation.symbol());
        Ok(Reply::failed(format!(
            "assertion failed: {text}: expected {relation} 0x{right:02x}, found 0x{left:02x}{message}\n"
        )))
    }
}

/// `WHAT if CONDITION`.
fn split_if(text: &str) -> (&str, Option<&str>) {
    match text.split_once(" if ") {
        Some((what, condition)) => (what.trim(), Some(condition.trim())),
        None => (text, None),
    }
}

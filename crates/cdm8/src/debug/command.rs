//! The command language: a line in, a reply out.

use timeline::talk::{Reply, unknown};

use super::expr::Reader;
pub use super::help::HELP;
use super::{Debugger, Event, Input, PointKind};
use crate::bus::Space;
use crate::devices::Pulse;
use crate::view;

/// Commands whose repetition an empty line asks for.
const REPEATED: [&str; 20] = [
    "step",
    "s",
    "stepi",
    "si",
    "next",
    "n",
    "nexti",
    "ni",
    "out",
    "finish",
    "continue",
    "c",
    "back",
    "bk",
    "backi",
    "bi",
    "rcontinue",
    "rc",
    "over",
    "clocks",
];
/// Every command and its short form.
pub const COMMANDS: [&str; 66] = [
    "assert",
    "b",
    "back",
    "backi",
    "bi",
    "bk",
    "break",
    "bt",
    "c",
    "clocks",
    "cmem",
    "code",
    "continue",
    "d",
    "delete",
    "echo",
    "exit",
    "finish",
    "future",
    "futures",
    "goto",
    "h",
    "help",
    "?",
    "info",
    "irq",
    "l",
    "list",
    "m",
    "mark",
    "marks",
    "mem",
    "n",
    "next",
    "nexti",
    "ni",
    "out",
    "over",
    "p",
    "points",
    "print",
    "q",
    "quit",
    "r",
    "rc",
    "rcontinue",
    "record",
    "regs",
    "restart",
    "rewind",
    "s",
    "set",
    "si",
    "stack",
    "step",
    "stepi",
    "symbols",
    "u",
    "until",
    "w",
    "watch",
    "wave",
    "where",
    "wr",
    "writes",
    "x",
];
/// The most repetitions of a step in one command.
const MOST_STEPS: u64 = 1_000_000;

impl Debugger {
    /// Does a line of the command language.
    pub fn command(&mut self, line: &str) -> Reply {
        let line = line.trim().to_owned();
        let line = if line.is_empty() {
            self.repeat.clone()
        } else {
            line
        };
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
        self.repeat = match REPEATED.contains(&word) {
            true => line.clone(),
            false => String::new(),
        };
        self.answer(word, rest.trim())
            .unwrap_or_else(|message| Reply::wrong(&message))
    }

    /// What is wrong with a command, if that can be said before anything runs.
    pub fn mistake(&self, line: &str) -> Option<String> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let reader = self.reader();
        let condition = |text: &str| reader.condition(text).err();
        let (what, when) = split_if(rest);
        match word {
            "assert" => reader.expectation(rest).err(),
            "break" | "b" => self.location(what).err().or_else(|| condition(when?)),
            "watch" | "w" => reader.value(what).err().or_else(|| condition(when?)),
            "writes" | "wr" => self.location(what).err().or_else(|| condition(when?)),
            "until" | "u" => self.location(rest).err(),
            "print" | "p" => reader.value(rest).err(),
            "irq" if !rest.is_empty() => rest.parse::<Pulse>().err(),
            "" => None,
            word if word.starts_with('#') || COMMANDS.contains(&word) => None,
            word => Some(unknown(word, &COMMANDS)),
        }
    }

    fn answer(&mut self, word: &str, rest: &str) -> Result<Reply, String> {
        let text = match word {
            "" => String::new(),
            comment if comment.starts_with('#') => String::new(),
            "quit" | "q" | "exit" => return Ok(Reply::quit()),
            "assert" => return self.assert(rest),
            "help" | "h" | "?" => HELP.to_owned(),
            "echo" => format!("{rest}\n"),
            "break" | "b" => self.add_break(rest)?,
            "watch" | "w" => self.add_watch(rest)?,
            "writes" | "wr" => self.add_write(rest)?,
            "goto" => self.goto(rest)?,
            "mark" | "marks" => self.marks(rest),
            "future" | "futures" => self.futures(rest)?,
            "record" => self.record(rest)?,
            "wave" => self.wave(rest)?,
            "delete" | "d" => self.delete(rest)?,
            "points" | "info" => self.points_text(),
            "set" => self.set(rest)?,
            "irq" => self.irq(rest)?,
            "rewind" | "restart" => {
                self.rewind();
                self.here()
            }
            "until" | "u" => {
                let address = self.location(rest)?;
                let event = self.until(address);
                self.report(&event)
            }
            "clocks" => self.run_clocks(rest)?,
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
            "step" | "s" => Debugger::step_line,
            "stepi" | "si" => Debugger::step_instruction,
            "next" | "n" | "over" => Debugger::over_line,
            "nexti" | "ni" => Debugger::over_instruction,
            "out" | "finish" => Debugger::out,
            "continue" | "c" => Debugger::go_on,
            "back" | "bk" => Debugger::back_line,
            "backi" | "bi" => Debugger::back_instruction,
            "rcontinue" | "rc" => Debugger::back_on,
            _ => return Ok(None),
        };
        let count = match rest {
            "" => 1,
            digits => digits
                .parse::<u64>()
                .map_err(|_| format!("{digits:?} is not a count"))?,
        };
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
            "regs" | "r" => format!("{}\n", view::registers(self.cpu())),
            "list" | "l" => self.list(from(self.spot())?),
            "code" | "x" => self.code(from(self.spot())?, count(8)?),
            "mem" | "m" => self.rows(Space::Data, from(0)?, first, count(16)?),
            "cmem" => self.rows(Space::Instruction, from(0)?, first, count(16)?),
            "stack" | "bt" => self.stack(),
            "print" | "p" => self.print(rest)?,
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

    /// A label alone means the byte at it; nobody watches a constant.
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
            .map_err(|_| format!("{rest:?} is not the number of a point"))?;
        match self.remove_point(id) {
            true => Ok(format!("deleted {id}\n")),
            false => Err(format!("there is no point {id}; points lists them")),
        }
    }

    /// A label alone means the byte at it.
    fn set(&mut self, rest: &str) -> Result<String, String> {
        const FORM: &str = "write set THING = VALUE";
        let (thing, value) = rest.split_once('=').ok_or(FORM)?;
        let mut target = self.reader().value(thing)?;
        if target.as_number().is_some() {
            target = self.reader().value(&format!("[{}]", thing.trim()))?;
        }
        let value = self.reader().value(value)?.read(self.computer());
        let Some(target) = target.as_thing().cloned() else {
            return Err(format!("{:?} cannot be set: {FORM}", thing.trim()));
        };
        let target = target.at_present(self.computer());
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

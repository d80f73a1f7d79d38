//! The debugger for any circuit, without its terminal: a line of text in, a reply out.

mod help;
mod stops;
mod time;
mod wave;

pub use help::{COMMANDS, HELP};

use std::fmt::Write;

use expect::TokenKind;
use timeline::talk::{Reply, unknown};
use timeline::{Leash, Pace, Timeline};

use crate::reference::{Found, Reference};
use crate::script::Question;
use crate::show;
use crate::sim::{Input, Simulator};
use help::{DEEDS, REPEATED};
use stops::Stop;

/// What a command looks for.
enum Seek {
    Holds,
    Changes,
    Writes,
}

struct Point {
    id: usize,
    stop: Stop,
    text: String,
}

/// A circuit under a debugger.
pub struct Debugger {
    pub timeline: Timeline<Simulator>,
    points: Vec<Point>,
    next: usize,
    repeat: String,
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
            patience: 100_000_000,
        }
    }

    /// Does a line. `file` gives the files it loads, `over` says when the user has had enough.
    pub fn command(&mut self, line: &str, file: Files<'_>, over: Over<'_>) -> Reply {
        let line = line.trim();
        let line = if line.is_empty() {
            self.repeat.clone()
        } else {
            line.to_owned()
        };
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
        self.repeat = match REPEATED.contains(&word) {
            true => line.clone(),
            false => String::new(),
        };
        let rest = rest.trim();
        match word {
            "quit" | "q" | "exit" => return Reply::quit(),
            "expect" => return self.expect(rest),
            _ => {}
        }
        let answer = self.answer(word, rest, &line, file, over);
        answer.map_or_else(|message| Reply::wrong(&message), Reply::good)
    }

    /// What is wrong with a command, if that can be said before anything runs.
    pub fn mistake(&self, line: &str) -> Option<String> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "expect" => Question::read(rest, self.timeline.subject()).err(),
            _ if seeks(word).is_some() => self.stop(word, rest).err(),
            "print" | "p" | "record" => {
                let names = self.names(rest);
                let wrong =
                    |names: Vec<String>| names.iter().find_map(|name| self.find(name).err());
                names.map_or_else(Some, wrong)
            }
            "" => None,
            word if word.starts_with('#') || COMMANDS.contains(&word) => None,
            word => Some(unknown(word, &COMMANDS)),
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
        let mut leash = Leash::until(over).within(self.patience);
        let leash = &mut leash;
        match word {
            "" => Ok(String::new()),
            comment if comment.starts_with('#') => Ok(String::new()),
            "help" | "h" | "?" => Ok(HELP.to_owned()),
            "echo" => Ok(format!("{rest}\n")),
            "tick" | "t" => self.steps(rest, Pace::HalfTick, false, leash),
            "clock" | "c" => self.steps(rest, Pace::Clock, false, leash),
            "back" | "b" => self.steps(rest, Pace::HalfTick, true, leash),
            "bclock" | "bc" => self.steps(rest, Pace::Clock, true, leash),
            "continue" | "co" | "rcontinue" | "rc" => {
                let points = std::mem::take(&mut self.points);
                let stops: Vec<(usize, &Stop)> =
                    points.iter().map(|one| (one.id, &one.stop)).collect();
                let answer = self.seek(&stops, word.starts_with('r'), leash);
                self.points = points;
                answer
            }
            "break" | "watch" | "writes" => self.add_point(word, rest),
            "points" => Ok(self.points_text()),
            "delete" => self.delete(rest),
            "goto" => self.goto(rest, leash),
            "mark" | "marks" => Ok(self.marks(rest)),
            "future" | "futures" => self.futures(rest, leash),
            "where" => Ok(self.here()),
            "print" | "p" => self.print(rest),
            "show" => self.show(rest),
            "record" => self.record(rest),
            "wave" => self.wave(rest),
            _ if seeks(word).is_some() => {
                let stop = self.stop(word, rest)?;
                self.seek(&[(0, &stop)], word.starts_with('r'), leash)
            }
            _ if !DEEDS.contains(&word) => Err(unknown(word, &COMMANDS)),
            _ => {
                let input = Input::read(line, self.timeline.subject(), file)?;
                self.timeline.input(input);
                Ok(String::new())
            }
        }
    }

    fn stop(&self, word: &str, rest: &str) -> Result<Stop, String> {
        match seeks(word) {
            Some(Seek::Holds) | None => {
                Question::read(rest, self.timeline.subject()).map(Stop::Break)
            }
            Some(Seek::Changes) => self.one(rest).map(Stop::Watch),
            Some(Seek::Writes) => match self.one(rest)? {
                cell @ Found::Cell(..) => Ok(Stop::Writes(cell)),
                Found::Port(..) => Err(format!("{rest} is no cell: write /RAM[0x13]")),
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
        self.points.push(Point { id, stop, text });
        Ok(told)
    }

    fn points_text(&self) -> String {
        let line = |point: &Point| format!("{}: {}\n", point.id, point.text);
        match self.points.is_empty() {
            true => "no points\n".to_owned(),
            false => self.points.iter().map(line).collect(),
        }
    }

    fn delete(&mut self, rest: &str) -> Answer {
        let before = self.points.len();
        self.points
            .retain(|point| !rest.is_empty() && point.id.to_string() != rest);
        match before > self.points.len() || rest.is_empty() {
            true => Ok("deleted\n".to_owned()),
            false => Err(format!("there is no point {rest}; points lists them")),
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
        "until" | "runtil" | "break" => Some(Seek::Holds),
        "change" | "rchange" | "watch" => Some(Seek::Changes),
        "write" | "rwrite" | "writes" => Some(Seek::Writes),
        _ => None,
    }
}

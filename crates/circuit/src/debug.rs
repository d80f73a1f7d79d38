//! The debugger for any circuit, without its terminal: a line of text in, a reply out.

use std::fmt::Write;

use timeline::{Arrival, Leash, Pace, Timeline, Watch, What};

use crate::reference::{Found, Reference};
use crate::script::Question;
use crate::show;
use crate::sim::{Input, Simulator};
use crate::value::Value;

/// What the commands are.
pub const HELP: &str = "\
running         tick|t [N]          half-ticks                       clock|c [N]    clock cycles
                until CONDITION     change NAME                      continue|co    to a point
backwards       back|b [N]          half-ticks                       bclock|bc [N]  clock cycles
                runtil CONDITION    rchange NAME                     rcontinue|rc   to a point
in time         goto N|+N|-N        a half-tick, by number or from here              marks   what was done when
                mark NAME           name this moment                 futures        all there are; future N goes there
stops           break CONDITION     watch NAME                       points         list them; delete [N]
looking         print|p NAME...     show [NAME...]                   where
doing           press NAME  release NAME  set NAME = VALUE  type NAME \"TEXT\"  joystick NAME X Y  load NAME \"FILE\"
scripts         expect CONDITION    echo TEXT    help|h    quit|q    an empty line repeats the last step
names           /Game/sum  /Game/sum:carry  /RAM@680,420[0x13]
conditions      NAME = VALUE        also != < <= > >= and contains for what a display shows; and, or
";

/// What a command came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Good,
    /// An expectation that does not hold.
    Failed,
    /// A command that could not be understood or done.
    Wrong,
    Quit,
}

/// The answer to a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    pub text: String,
    pub verdict: Verdict,
}

enum Stop {
    Break(Question),
    Watch(Found),
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
        const REPEATED: [&str; 16] = [
            "tick",
            "t",
            "clock",
            "c",
            "back",
            "b",
            "bclock",
            "bc",
            "continue",
            "co",
            "rcontinue",
            "rc",
            "change",
            "rchange",
            "until",
            "runtil",
        ];
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
        let verdict = match word {
            "quit" | "q" | "exit" => Verdict::Quit,
            "expect" => return self.expect(rest),
            _ => Verdict::Good,
        };
        match self.answer(word, rest, &line, file, over) {
            Ok(text) => Reply { text, verdict },
            Err(message) => Reply {
                text: format!("error: {message}\n"),
                verdict: Verdict::Wrong,
            },
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
            "" | "quit" | "q" | "exit" => Ok(String::new()),
            comment if comment.starts_with('#') => Ok(String::new()),
            "help" | "h" | "?" => Ok(HELP.to_owned()),
            "echo" => Ok(format!("{rest}\n")),
            "tick" | "t" => self.steps(rest, Pace::HalfTick, false, leash),
            "clock" | "c" => self.steps(rest, Pace::Clock, false, leash),
            "back" | "b" => self.steps(rest, Pace::HalfTick, true, leash),
            "bclock" | "bc" => self.steps(rest, Pace::Clock, true, leash),
            "until" | "runtil" => {
                let stop = Stop::Break(Question::read(rest, self.timeline.subject())?);
                self.seek(&[(0, stop)], word == "runtil", leash)
            }
            "change" | "rchange" => {
                let stop = Stop::Watch(self.find(rest)?);
                self.seek(&[(0, stop)], word == "rchange", leash)
            }
            "continue" | "co" | "rcontinue" | "rc" => {
                let points = std::mem::take(&mut self.points);
                let stops: Vec<(usize, &Stop)> =
                    points.iter().map(|one| (one.id, &one.stop)).collect();
                let answer = self.seek_any(&stops, word.starts_with('r'), leash);
                self.points = points;
                answer
            }
            "break" | "watch" => self.add_point(word, rest),
            "points" => Ok(self.points_text()),
            "delete" => self.delete(rest),
            "goto" => self.goto(rest, leash),
            "mark" | "marks" => Ok(self.marks(rest)),
            "future" | "futures" => self.futures(rest, leash),
            "where" => Ok(self.here()),
            "print" | "p" => self.print(rest),
            "show" => self.show(rest),
            _ => {
                let input = Input::read(line, self.timeline.subject(), file)?;
                self.timeline.input(input);
                Ok(String::new())
            }
        }
    }

    fn find(&self, text: &str) -> Result<Found, String> {
        let found = Reference::parse(text).and_then(|name| name.find(self.timeline.subject()));
        found.map_err(|error| error.to_string())
    }

    fn here(&self) -> String {
        let (now, end) = (self.timeline.now(), self.timeline.end());
        let end = if end > now {
            format!(", known to {end}")
        } else {
            String::new()
        };
        let state = match self.timeline.subject().is_oscillating() {
            true => ", oscillating",
            false => "",
        };
        format!("half-tick {now}{end}{state}\n")
    }

    fn steps(&mut self, rest: &str, pace: Pace, back: bool, leash: &mut Leash) -> Answer {
        let count: u64 = match rest {
            "" => 1,
            digits => digits
                .parse()
                .map_err(|_| format!("{digits:?} is not a count"))?,
        };
        let cycle = timeline::Subject::cycle(self.timeline.subject());
        let unit = if pace == Pace::Clock { cycle } else { 1 };
        let arrival = match (back, count) {
            (true, 1) => self.timeline.step_back(pace, leash),
            (false, 1) => self.timeline.step_forward(pace, leash),
            (true, _) => {
                let way = count.saturating_mul(unit);
                self.timeline
                    .goto(self.timeline.now().saturating_sub(way), leash)
            }
            (false, _) => self.timeline.run(count.saturating_mul(unit), leash),
        };
        Ok(self.told(arrival, ""))
    }

    fn told(&self, arrival: Arrival, met: &str) -> String {
        let what = match arrival {
            Arrival::There => met.to_owned(),
            Arrival::Start => "this is the start\n".to_owned(),
            Arrival::Stuck => "the circuit oscillates\n".to_owned(),
            Arrival::Leash => "still looking: the same command goes on\n".to_owned(),
            Arrival::Never => format!(
                "this never happens: everything repeats after {}\n",
                diag::count(self.timeline.repeats().unwrap_or(0), "half-tick")
            ),
        };
        what + &self.here()
    }

    fn seek(&mut self, stops: &[(usize, Stop)], back: bool, leash: &mut Leash) -> Answer {
        let stops: Vec<(usize, &Stop)> = stops.iter().map(|(id, stop)| (*id, stop)).collect();
        self.seek_any(&stops, back, leash)
    }

    fn seek_any(&mut self, stops: &[(usize, &Stop)], back: bool, leash: &mut Leash) -> Answer {
        let mut stops = Stops {
            stops,
            was: Vec::new(),
            met: String::new(),
        };
        let arrival = match back {
            false => self.timeline.until(Pace::HalfTick, &mut stops, leash),
            true => self.timeline.back_until(Pace::HalfTick, &mut stops, leash),
        };
        let met = stops.met;
        Ok(self.told(arrival, &met))
    }

    fn add_point(&mut self, word: &str, rest: &str) -> Answer {
        let stop = match word {
            "break" => Stop::Break(Question::read(rest, self.timeline.subject())?),
            _ => Stop::Watch(self.find(rest)?),
        };
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

    fn goto(&mut self, rest: &str, leash: &mut Leash) -> Answer {
        let wrong = || format!("{rest:?} is not a half-tick: write 120, +3 or -1");
        let sign = rest.chars().next().filter(|c| matches!(c, '+' | '-'));
        let digits = &rest[sign.map_or(0, char::len_utf8)..];
        let number: u64 = digits.parse().map_err(|_| wrong())?;
        let now = self.timeline.now();
        let moment = match sign {
            Some('-') => now.saturating_sub(number),
            Some(_) => now.saturating_add(number),
            None => number,
        };
        let arrival = self.timeline.goto(moment, leash);
        Ok(self.told(arrival, ""))
    }

    fn marks(&mut self, rest: &str) -> String {
        if !rest.is_empty() {
            self.timeline.name(rest);
            return format!("half-tick {}: {rest}\n", self.timeline.now());
        }
        let (now, simulator) = (self.timeline.now(), self.timeline.subject());
        let mut text = String::new();
        for mark in self.timeline.marks() {
            let here = if mark.moment == now { '>' } else { ' ' };
            let what = match mark.what {
                What::Input(input) => input.text(simulator),
                What::Name(name) => name.to_owned(),
            };
            let _ = writeln!(text, "{here} {:>10}  {what}", mark.moment);
        }
        match text.is_empty() {
            true => "no marks: nothing was done, and mark NAME names a moment\n".to_owned(),
            false => text,
        }
    }

    fn futures(&mut self, rest: &str, leash: &mut Leash) -> Answer {
        if !rest.is_empty() {
            let mut ids = self.timeline.futures().map(|(id, ..)| id);
            let wanted = ids.find(|id| id.number().to_string() == rest);
            drop(ids);
            let none = || format!("there is no future {rest}; futures lists them");
            let arrival = self.timeline.switch(wanted.ok_or_else(none)?, leash);
            return Ok(self.told(arrival, ""));
        }
        let line =
            |(id, parent, end): (timeline::BranchId, Option<(timeline::BranchId, u64)>, u64)| {
                let here = if id == self.timeline.here() { '>' } else { ' ' };
                let from = parent.map_or("from the start".to_owned(), |(parent, at)| {
                    format!("left {} at half-tick {at}", parent.number())
                });
                format!("{here} {}  {from}, known to half-tick {end}\n", id.number())
            };
        Ok(self.timeline.futures().map(line).collect())
    }

    fn print(&self, rest: &str) -> Answer {
        let mut text = String::new();
        for name in rest.split_whitespace() {
            let value = self.find(name)?.value(self.timeline.subject());
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
                let part = |name| Ok(show::part(simulator, self.find(name)?.part()));
                names.split_whitespace().map(part).collect()
            }
        }
    }

    fn expect(&self, rest: &str) -> Reply {
        let simulator = self.timeline.subject();
        match Question::read(rest, simulator) {
            Err(message) => Reply {
                text: format!("error: {message}\n"),
                verdict: Verdict::Wrong,
            },
            Ok(question) if question.holds(simulator) => Reply {
                text: String::new(),
                verdict: Verdict::Good,
            },
            Ok(_) => Reply {
                text: format!("expectation failed: {rest}\n"),
                verdict: Verdict::Failed,
            },
        }
    }
}

/// The stops of a command that runs.
struct Stops<'a> {
    stops: &'a [(usize, &'a Stop)],
    was: Vec<Option<Value>>,
    /// What was met last.
    met: String,
}

impl Stops<'_> {
    fn note(&mut self, id: usize, what: &str) -> bool {
        self.met = match id {
            0 => what.to_owned(),
            id => format!("point {id}\n{what}"),
        };
        true
    }
}

impl Watch<Simulator> for Stops<'_> {
    fn holds(&mut self, simulator: &Simulator) -> bool {
        let mut stops = self.stops.iter();
        let met = stops
            .find(|(_, stop)| matches!(stop, Stop::Break(question) if question.holds(simulator)));
        met.is_some_and(|&(id, _)| self.note(id, ""))
    }

    fn before(&mut self, simulator: &Simulator) {
        let value = |(_, stop): &(usize, &Stop)| match stop {
            Stop::Watch(found) => Some(found.value(simulator)),
            Stop::Break(_) => None,
        };
        self.was.clear();
        self.was.extend(self.stops.iter().map(value));
    }

    fn happened(&mut self, simulator: &Simulator) -> bool {
        for (at, &(id, stop)) in self.stops.iter().enumerate() {
            if let (Stop::Watch(found), Some(Some(was))) = (stop, self.was.get(at))
                && found.value(simulator) != *was
            {
                let (old, new) = (show::value(*was), show::value(found.value(simulator)));
                let name = found.name(simulator);
                return self.note(id, &format!("{name}: {old} -> {new}\n"));
            }
        }
        false
    }
}

//! The console debugger: takes a person's or a script's commands and returns what is to be shown as values. The face
//! that shows them decides how fast time passes.

mod program;
mod time;
mod watching;

use std::convert::Infallible;

use consoles::{Button, Code, Hand, Machine, Phase};
use kalah::Side;
use texts::{Texts, text};
use timeline::words::Displays;
use timeline::{Arrival, Budget, Pace, Timeline, Watch};

use crate::command::{Action, Expectation, Lookout, Reader, wrong};
use crate::engine::{AnyMachine, Running};
use crate::firmware::Firmware;
use crate::journey::Points;
use crate::moves::{self, Story};
use crate::points::PointList;

/// Upper bound for the half-ticks between two questions to the human.
const PATIENCE: u64 = 4_000_000;

/// A console on a timeline, with its breakpoints, displays and recordings.
pub struct Debugger<'t> {
    pub time: Timeline<Running>,
    /// The names in the firmware.
    pub code: Code,
    texts: &'t Texts,
    /// The places in the firmware that report what it does.
    story: Story,
    points: PointList<Lookout>,
    displays: Displays,
}

/// Output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// A sentence, to be wrapped.
    Words(String),
    /// Lines as they are.
    Lines(String),
    /// The panel, as asked for.
    Panel,
    /// The panel, after something happened.
    After,
}

/// The result of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    Done,
    /// An expectation failed.
    Failed(String),
    Quit,
}

/// The result of an action, or why it cannot be done.
pub type Reply = Result<Outcome, String>;

/// How time passes in front of a person.
pub trait Passing {
    type Trouble;

    /// Runs up to a moment, or until the watch is met.
    fn pass(
        &mut self,
        time: &mut Timeline<Running>,
        end: u64,
        ahead: &mut dyn Watch<Running>,
    ) -> Result<(), Self::Trouble>;
}

/// At full speed.
pub struct Rush;

impl Passing for Rush {
    type Trouble = Infallible;

    fn pass(
        &mut self,
        time: &mut Timeline<Running>,
        end: u64,
        ahead: &mut dyn Watch<Running>,
    ) -> Result<(), Infallible> {
        let budget = &mut Budget::half_ticks(end - time.now());
        // The watch can never be met, so time passes without it.
        if time.until(Pace::HalfTick, ahead, budget) == Arrival::Never {
            time.goto(end, &mut Budget::unlimited());
        }
        Ok(())
    }
}

/// Where a run ends: at its goal, or at a breakpoint.
struct Ahead<'a, F> {
    done: F,
    points: &'a mut PointList<Lookout>,
    met: Option<usize>,
}

impl<F> Ahead<'_, F> {
    fn noted(&mut self, met: bool) -> bool {
        if met {
            self.met = Points::<Running>::met(self.points);
        }
        met
    }
}

impl<F: Fn(&AnyMachine) -> bool> Watch<Running> for Ahead<'_, F> {
    fn holds(&mut self, subject: &Running) -> bool {
        let met = self.points.holds(subject);
        self.noted(met) || (self.done)(&subject.0)
    }

    fn before(&mut self, subject: &Running) {
        self.points.before(subject);
    }

    fn happened(&mut self, after: &Running) -> bool {
        let met = self.points.happened(after);
        self.noted(met)
    }
}

impl<'t> Debugger<'t> {
    pub fn new(time: Timeline<Running>, firmware: &Firmware, texts: &'t Texts) -> Debugger<'t> {
        Debugger {
            time,
            code: firmware.code(),
            texts,
            story: Story::new(firmware),
            points: PointList::default(),
            displays: Displays::default(),
        }
    }

    pub fn machine(&self) -> &AnyMachine {
        &self.time.subject().0
    }

    /// Waits for the machine's first question and answers it with the settings that were given.
    pub fn begin<P: Passing>(
        &mut self,
        seeds: Option<u8>,
        first: Option<Side>,
        passing: &mut P,
        said: &mut Vec<Said>,
    ) -> Result<(), P::Trouble> {
        self.settle(passing, said)?;
        if self.machine().panel().phase() != Phase::Settings {
            return Ok(());
        }
        let settings = [seeds.map(Button::Seeds), first.map(Button::First)];
        for button in settings.into_iter().flatten() {
            self.press(button, passing, said)?;
        }
        Ok(())
    }

    /// Executes a line and appends its output in order.
    pub fn obey<P: Passing>(
        &mut self,
        line: &str,
        passing: &mut P,
        said: &mut Vec<Said>,
    ) -> Result<Reply, P::Trouble> {
        let action = match Action::read(line, self.reader()) {
            Ok(action) => action,
            Err(mistake) => return Ok(Err(mistake.message)),
        };
        let before = self.time.standing();
        let reply = self.act(action, passing, said)?;
        if self.time.standing() != before {
            let values = self.displays.values(|name| self.value(name));
            said.extend((!values.is_empty()).then_some(Said::Lines(values)));
        }
        Ok(reply)
    }

    /// The context lines are parsed in.
    pub fn reader(&self) -> Reader<'_> {
        Reader {
            code: &self.code,
            texts: self.texts,
        }
    }

    /// A number while settings are asked for means seeds, until they are chosen.
    fn seeds_chosen(&self) -> bool {
        let done = &self.time.inputs()[..self.time.inputs_done()];
        let chosen = |(_, hand): &(u64, Hand)| matches!(hand, Hand::Press(Button::Seeds(_)));
        done.iter().any(chosen)
    }

    /// What the machine is waiting for, in words, and what an empty line would do.
    pub fn prompt(&self) -> String {
        let (texts, default) = (self.texts, self.default());
        match self.machine().panel().phase() {
            Phase::Settings if !self.seeds_chosen() => {
                text!(texts, "console.ask-seeds", default = default)
            }
            Phase::Settings => text!(texts, "console.ask-first", default = default),
            Phase::Human => text!(texts, "console.ask-pit"),
            Phase::Thinking | Phase::Busy => text!(texts, "console.ask-settle", default = default),
            Phase::Over => text!(texts, "console.ask-quit", default = default),
        }
    }

    /// What an empty line does: take the usual setting, or look again while it is a person's turn.
    pub fn default(&self) -> &'static str {
        match self.machine().panel().phase() {
            Phase::Settings if !self.seeds_chosen() => "4",
            Phase::Settings => "you",
            Phase::Human => "show",
            Phase::Thinking | Phase::Busy => "settle",
            Phase::Over => "quit",
        }
    }

    fn act<P: Passing>(
        &mut self,
        action: Action,
        passing: &mut P,
        said: &mut Vec<Said>,
    ) -> Result<Reply, P::Trouble> {
        match action {
            Action::Nothing => {}
            Action::Quit => return Ok(Ok(Outcome::Quit)),
            Action::Help => said.push(Said::Words(text!(self.texts, "console.help"))),
            Action::Show => said.push(Said::Panel),
            Action::Expect(expected) => return Ok(Ok(self.expect(&expected))),
            Action::Number(number) => {
                let settings = self.machine().panel().phase() == Phase::Settings;
                let button = match settings && !self.seeds_chosen() {
                    true => Button::Seeds(number),
                    false => Button::Pit(number),
                };
                return self.press_and_show(button, passing, said);
            }
            Action::Press(button) => return self.press_and_show(button, passing, said),
            Action::Hold(buttons) => {
                if let Some(problem) = buttons.iter().find_map(|&button| self.missing(button)) {
                    return Ok(Err(problem));
                }
                self.time.input(Hand::Hold(buttons));
            }
            Action::Travel(travel) => return self.travel(travel, passing, said),
            Action::Run(half_ticks) => {
                let end = self.time.now().saturating_add(half_ticks);
                self.advance(end, |_| false, passing, said)?;
            }
            Action::Settle => {
                self.settle(passing, said)?;
                said.push(Said::After);
            }
            action => return Ok(self.look(action, said)),
        }
        Ok(Ok(Outcome::Done))
    }

    fn missing(&self, button: Button) -> Option<String> {
        let model = self.machine().model();
        (!model.has_button(button)).then(|| {
            let (model, button) = (model.to_string(), self.button(button));
            text!(
                self.texts,
                "console.no-button",
                model = model,
                button = button
            )
        })
    }

    /// The name of a button in messages.
    fn button(&self, button: Button) -> String {
        let texts = self.texts;
        match button {
            Button::Pit(number) => text!(texts, "console.button-pit", number = number),
            Button::Seeds(seeds) => text!(texts, "seeds", count = seeds),
            Button::First(Side::South) => text!(texts, "console.button-human"),
            Button::First(Side::North) => text!(texts, "console.button-computer"),
        }
    }

    fn press_and_show<P: Passing>(
        &mut self,
        button: Button,
        passing: &mut P,
        said: &mut Vec<Said>,
    ) -> Result<Reply, P::Trouble> {
        if let Some(problem) = self.missing(button) {
            return Ok(Err(problem));
        }
        self.press(button, passing, said)?;
        said.push(Said::After);
        Ok(Ok(Outcome::Done))
    }

    fn press<P: Passing>(
        &mut self,
        button: Button,
        passing: &mut P,
        said: &mut Vec<Said>,
    ) -> Result<(), P::Trouble> {
        self.time.input(Hand::Press(button));
        self.settle(passing, said)
    }

    fn expect(&self, expected: &Expectation) -> Outcome {
        let problem = wrong(expected, self.machine(), self.texts);
        problem.map_or(Outcome::Done, Outcome::Failed)
    }

    /// Until the machine waits for a person.
    fn settle<P: Passing>(
        &mut self,
        passing: &mut P,
        said: &mut Vec<Said>,
    ) -> Result<(), P::Trouble> {
        let end = self.time.now().saturating_add(PATIENCE);
        self.advance(end, moves::rests, passing, said)
    }

    /// Runs half-tick by half-tick to `end`, until `done`, or to a breakpoint, which is reported.
    fn advance<P: Passing>(
        &mut self,
        end: u64,
        done: impl Fn(&AnyMachine) -> bool,
        passing: &mut P,
        said: &mut Vec<Said>,
    ) -> Result<(), P::Trouble> {
        if self.time.now() >= end || done(self.machine()) {
            return Ok(());
        }
        let points = &mut self.points;
        let mut ahead = Ahead {
            done,
            points,
            met: None,
        };
        passing.pass(&mut self.time, end, &mut ahead)?;
        if let Some(number) = ahead.met {
            self.tell_point(number, said);
        }
        Ok(())
    }
}

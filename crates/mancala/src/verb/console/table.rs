//! A console on the table: actions in, panels out.

use std::io::{self, Write};
use std::path::Path;

use anyhow::bail;
use console::{Button, Code, Hand, Machine, Outcome, Panel, Phase, Powered};
use kalah::Side;
use timeline::Timeline;

use super::action::Action;
use super::draw;
use super::expectation::{self, Expectation};
use super::machine::Running;
use super::points::Points;
use crate::paint::Paint;
use crate::prompt::Prompt;
use crate::screen;
use crate::ui::Answer;
use crate::wording::words;

pub struct Table<'a> {
    pub timeline: Timeline<Powered<Running>>,
    pub out: &'a mut dyn Write,
    pub paint: Paint,
    /// Clocks a second; as fast as possible if none.
    pub hz: Option<u32>,
    pub json: bool,
    /// Draw every change of the panel in its place.
    pub live: bool,
    /// How many lines of such a drawing are the last ones on the screen.
    pub drawn: usize,
    /// The names in the firmware.
    pub code: Code,
    pub points: Points,
}

/// Who says what to do.
#[derive(Clone, Copy)]
pub(super) enum Source {
    Person,
    Script,
}

/// The next line of an input, `None` at its end.
pub trait Lines: FnMut() -> io::Result<Option<String>> {}
impl<T: FnMut() -> io::Result<Option<String>>> Lines for T {}

/// What follows an action.
pub(super) enum Next {
    Go,
    Stop(Answer),
}

impl Table<'_> {
    /// Switches the machine on and makes the settings that are known.
    pub fn begin(&mut self, seeds: Option<u8>, first: Option<Side>) -> anyhow::Result<()> {
        self.settle()?;
        if self.machine().panel().phase() != Phase::Settings {
            return Ok(());
        }
        for button in [seeds.map(Button::Seeds), first.map(Button::First)]
            .into_iter()
            .flatten()
        {
            self.press(button)?;
        }
        Ok(())
    }

    /// Does what a script says.
    pub fn play(&mut self, lines: &mut impl Lines, path: &Path) -> anyhow::Result<Answer> {
        let mut number = 0;
        while let Some(line) = lines()? {
            number += 1;
            match self.obey(&line, Source::Script)? {
                Ok(Next::Go) => {}
                Ok(Next::Stop(answer)) => return Ok(answer),
                Err(problem) => bail!("{}, line {number}: {problem}", path.display()),
            }
        }
        Ok(Answer::Yes)
    }

    /// Does what a person says, until they leave.
    pub fn converse(&mut self, input: &mut Prompt) -> anyhow::Result<Answer> {
        self.show()?;
        loop {
            let prompt = match self.json {
                true => String::new(),
                false => format!("{} ", self.prompt()),
            };
            let Some(line) = input.hear(self.out, &prompt)?.line() else {
                return Ok(Answer::Yes);
            };
            self.drawn = 0;
            let line = if line.is_empty() {
                self.default()
            } else {
                &line
            };
            match self.obey(line, Source::Person)? {
                Ok(Next::Go) => {}
                Ok(Next::Stop(answer)) => return Ok(answer),
                Err(problem) => self.say(&self.paint.bad(&problem))?,
            }
        }
    }

    pub(super) fn machine(&self) -> &Running {
        &self.timeline.subject().0
    }

    /// A number while settings are asked for means seeds, until they are chosen.
    fn seeds_chosen(&self) -> bool {
        let done = &self.timeline.inputs()[..self.timeline.inputs_done()];
        let chosen = |(_, hand): &(u64, Hand)| matches!(hand, Hand::Press(Button::Seeds(_)));
        done.iter().any(chosen)
    }

    pub(super) fn say(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "{}", screen::wrap(text, screen::wrap_width()))
    }

    /// Does what a line says; the inner error is its writer's mistake.
    fn obey(&mut self, line: &str, source: Source) -> anyhow::Result<Result<Next, String>> {
        match Action::read(line, &self.code) {
            Ok(action) => self.act(action, source),
            Err(mistake) => Ok(Err(mistake.message)),
        }
    }

    /// What the machine waits for, in words, with what Enter does.
    fn prompt(&self) -> String {
        let default = self.default();
        match self.machine().panel().phase() {
            Phase::Settings if !self.seeds_chosen() => {
                words!("console.ask-seeds", default = default)
            }
            Phase::Settings => words!("console.ask-first", default = default),
            Phase::Human => words!("console.ask-pit"),
            Phase::Thinking | Phase::Busy => words!("console.ask-settle", default = default),
            Phase::Over => words!("console.ask-quit", default = default),
        }
    }

    /// What Enter does: the usual setting, and while it is a person's turn, to look again.
    fn default(&self) -> &'static str {
        match self.machine().panel().phase() {
            Phase::Settings if !self.seeds_chosen() => "4",
            Phase::Settings => "you",
            Phase::Human => "show",
            Phase::Thinking | Phase::Busy => "settle",
            Phase::Over => "quit",
        }
    }

    /// Does it; the inner error is the person's or script's mistake.
    fn act(&mut self, action: Action, source: Source) -> anyhow::Result<Result<Next, String>> {
        let asks_settings = self.machine().panel().phase() == Phase::Settings;
        match action {
            Action::Nothing => return Ok(Ok(Next::Go)),
            Action::Quit => return Ok(Ok(Next::Stop(Answer::Yes))),
            Action::Help => self.say(&words!("console.help"))?,
            Action::Show => self.show()?,
            Action::Expect(expected) => return self.expect(&expected, source),
            Action::Number(number) => {
                let button = match asks_settings && !self.seeds_chosen() {
                    true => Button::Seeds(number),
                    false => Button::Pit(number),
                };
                return self.press_and_show(button, source);
            }
            Action::Press(button) => return self.press_and_show(button, source),
            Action::Hold(buttons) => {
                if let Some(problem) = buttons.iter().find_map(|&button| self.missing(button)) {
                    return Ok(Err(problem));
                }
                self.timeline.input(Hand::Hold(buttons));
            }
            Action::Travel(travel) => return self.travel(travel, source),
            Action::Break(goal, text) => self.add_point(goal, text)?,
            Action::Points => self.list_points()?,
            Action::Delete(which) => return Ok(self.delete_points(which).map(|()| Next::Go)),
            Action::Where => self.say(&self.whereabouts())?,
            Action::Record(things) => self.record(&things)?,
            Action::Wave(count) => return Ok(self.wave(count)?),
            Action::Run(half_ticks) => self.run(half_ticks)?,
            Action::Settle => {
                self.settle()?;
                self.show_to_person(source)?;
            }
        }
        Ok(Ok(Next::Go))
    }

    fn missing(&self, button: Button) -> Option<String> {
        let model = self.machine().model();
        (!model.has_button(button)).then(|| {
            let (model, button) = (model.to_string(), draw::button(button));
            words!("console.no-button", model = model, button = button)
        })
    }

    fn press_and_show(
        &mut self,
        button: Button,
        source: Source,
    ) -> anyhow::Result<Result<Next, String>> {
        if let Some(problem) = self.missing(button) {
            return Ok(Err(problem));
        }
        self.press(button)?;
        self.show_to_person(source)?;
        Ok(Ok(Next::Go))
    }

    fn press(&mut self, button: Button) -> io::Result<()> {
        self.timeline.input(Hand::Press(button));
        self.settle()
    }

    pub(super) fn show_to_person(&mut self, source: Source) -> io::Result<()> {
        match source {
            Source::Person => self.show(),
            Source::Script if self.json => self.show(),
            Source::Script => Ok(()),
        }
    }

    fn show(&mut self) -> io::Result<()> {
        let panel = self.machine().panel();
        let half_ticks = self.timeline.now();
        if self.json {
            return writeln!(self.out, "{}", draw::json(&panel, half_ticks));
        }
        self.wipe()?;
        writeln!(self.out)?;
        for line in draw::lines(&panel, half_ticks, self.paint) {
            writeln!(self.out, "{line}")?;
        }
        match panel.outcome() {
            Some(outcome) => writeln!(self.out, "\n{}", verdict(outcome, &panel)),
            None => writeln!(self.out),
        }
    }

    fn expect(
        &mut self,
        expected: &Expectation,
        source: Source,
    ) -> anyhow::Result<Result<Next, String>> {
        let Some(problem) = expectation::wrong(expected, self.machine()) else {
            return Ok(Ok(Next::Go));
        };
        match source {
            Source::Person => Ok(Err(problem)),
            Source::Script => {
                self.show()?;
                writeln!(self.out, "{problem}")?;
                Ok(Ok(Next::Stop(Answer::No)))
            }
        }
    }
}

fn verdict(outcome: Outcome, panel: &Panel) -> String {
    let [south, north] = panel.stores;
    match outcome {
        Outcome::HumanWins => words!("console.human-wins", south = south, north = north),
        Outcome::ComputerWins => words!("console.computer-wins", south = south, north = north),
        Outcome::Draw => words!("result.draw", south = south, north = north),
    }
}

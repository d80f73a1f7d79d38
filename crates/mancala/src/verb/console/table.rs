//! A console on the table: actions in, panels out.

use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::bail;
use console::{Button, Hand, Machine, Outcome, Panel, Phase, Powered};
use kalah::Side;
use timeline::{Arrival, Holds, Leash, Pace, Timeline};

use super::action::Action;
use super::draw;
use super::expectation::{self, Expectation};
use super::machine::Running;
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

/// More half-ticks than any console needs between two questions to its human.
const PATIENCE: u64 = 4_000_000;

/// At slow clock rates, how often the panel is looked at.
const FRAME: Duration = Duration::from_millis(20);

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
        match line.parse::<Action>() {
            Ok(action) => self.act(action, source),
            Err(problem) => Ok(Err(problem)),
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
        let panel = self.machine().panel();
        let Some(problem) = expectation::wrong(expected, &panel) else {
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

    /// Until the machine waits for a person, at the clock rate asked for.
    pub(super) fn settle(&mut self) -> io::Result<()> {
        let end = self.timeline.now().saturating_add(PATIENCE);
        self.advance(end, |machine| machine.is_waiting() || machine.is_stopped())
    }

    fn run(&mut self, half_ticks: u64) -> io::Result<()> {
        let end = self.timeline.now().saturating_add(half_ticks);
        self.advance(end, |_| false)
    }

    /// Half-tick by half-tick to `end` or until `done`.
    pub(super) fn advance(&mut self, end: u64, done: impl Fn(&Running) -> bool) -> io::Result<()> {
        let (began, first) = (Instant::now(), self.timeline.now());
        let Some(hz) = self.hz else {
            let leash = &mut Leash::half_ticks(end - first);
            if first < end && !done(self.machine()) {
                let mut done = Holds(|subject: &Powered<Running>| done(&subject.0));
                // What will never be is not waited for; the time passes all the same.
                if self.timeline.until(Pace::HalfTick, &mut done, leash) == Arrival::Never {
                    self.timeline.goto(end, &mut Leash::none());
                }
            }
            return Ok(());
        };
        let mut drawn = self.live.then(|| self.machine().panel());
        while self.timeline.now() < end && !done(self.machine()) {
            self.timeline.run(1, &mut Leash::none());
            let passed = self.timeline.now() - first;
            let due = Duration::from_secs_f64(passed as f64 / (2.0 * f64::from(hz)));
            let ahead = due.saturating_sub(began.elapsed());
            if ahead < FRAME && hz > 25 {
                continue;
            }
            if let Some(last) = &mut drawn {
                let panel = self.machine().panel();
                if panel != *last {
                    self.redraw(&panel)?;
                    *last = panel;
                }
            }
            std::thread::sleep(ahead);
        }
        Ok(())
    }

    /// Draws the panel over the one drawn before.
    fn redraw(&mut self, panel: &Panel) -> io::Result<()> {
        self.wipe()?;
        let lines = draw::lines(panel, self.timeline.now(), self.paint);
        writeln!(self.out)?;
        for line in &lines {
            writeln!(self.out, "{line}")?;
        }
        self.drawn = 1 + lines.len();
        self.out.flush()
    }

    /// Takes a panel drawn in its place off the screen again.
    fn wipe(&mut self) -> io::Result<()> {
        let lines = std::mem::take(&mut self.drawn);
        match lines {
            0 => Ok(()),
            _ => write!(self.out, "\x1b[{lines}A\x1b[J"),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prompt::Piped;
    use console::{Fast, Model};

    /// What a terminal shows of an output that goes up and wipes lines away.
    fn on_screen(output: &str) -> Vec<String> {
        let mut screen: Vec<String> = Vec::new();
        for line in output.lines() {
            let mut line = line;
            while let Some((up, rest)) = line
                .strip_prefix("\x1b[")
                .and_then(|rest| rest.split_once("A\x1b[J"))
            {
                let up: usize = up.parse().unwrap();
                screen.truncate(screen.len() - up);
                line = rest;
            }
            screen.push(line.to_owned());
        }
        screen
    }

    #[test]
    fn the_last_frame_is_shown_once() {
        let mut out = Vec::new();
        let machine: Running = Box::new(Fast::new(Model::Y2016));
        let mut table = Table {
            timeline: Timeline::new(Powered(machine)),
            out: &mut out,
            paint: Paint::new(false),
            hz: Some(4000),
            json: false,
            live: true,
            drawn: 0,
        };
        table.begin(None, None).unwrap();
        let mut input = Prompt::lines(Box::new(&b"3\n"[..]), Piped::Echo);
        table.converse(&mut input).unwrap();
        let output = String::from_utf8(out).unwrap();
        assert!(output.contains("\x1b["), "nothing was drawn in its place");
        let titles = on_screen(&output);
        let titles = titles.iter().filter(|line| line.contains("The console of"));
        assert_eq!(titles.count(), 2, "{output}");
    }
}

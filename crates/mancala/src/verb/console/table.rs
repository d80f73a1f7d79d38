//! A console on the table: actions in, panels out.

use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::bail;
use console::{Button, Console, Machine, Outcome, Panel, Phase};
use kalah::Side;

use super::action::{Action, Expectation, HELP};
use super::draw;
use super::machine::Running;
use crate::paint::Paint;
use crate::ui::Answer;

pub struct Table<'a> {
    pub console: Console<Running>,
    pub out: &'a mut dyn Write,
    pub paint: Paint,
    /// Clocks a second; as fast as possible if none.
    pub hz: Option<u32>,
    pub json: bool,
    /// Draw every change of the panel in its place.
    pub live: bool,
    /// A press of a number while settings are asked for means seeds, until they are chosen.
    pub seeds_chosen: bool,
}

/// Who says what to do.
#[derive(Clone, Copy)]
pub enum Source<'a> {
    Person { echo: bool },
    Script(&'a Path),
}

/// The next line of an input, `None` at its end.
pub trait Lines: FnMut() -> io::Result<Option<String>> {}
impl<T: FnMut() -> io::Result<Option<String>>> Lines for T {}

/// What follows an action.
enum Next {
    Go,
    Stop(Answer),
}

/// At slow clock rates, how often the panel is looked at.
const FRAME: Duration = Duration::from_millis(20);

impl Table<'_> {
    /// Switches the machine on and makes the settings that are known.
    pub fn begin(&mut self, seeds: Option<u8>, first: Option<Side>) -> anyhow::Result<()> {
        self.settle()?;
        if self.console.panel().phase() != Phase::Settings {
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

    pub fn play(&mut self, lines: &mut impl Lines, source: Source) -> anyhow::Result<Answer> {
        let mut number = 0;
        if let Source::Person { .. } = source {
            self.show()?;
        }
        loop {
            number += 1;
            let Some(line) = self.hear(lines, source)? else {
                return Ok(Answer::Yes);
            };
            let problem = match line.parse::<Action>() {
                Ok(action) => match self.act(action, source)? {
                    Ok(Next::Go) => continue,
                    Ok(Next::Stop(answer)) => return Ok(answer),
                    Err(problem) => problem,
                },
                Err(problem) => problem,
            };
            match source {
                Source::Script(path) => bail!("{}, line {number}: {problem}", path.display()),
                Source::Person { .. } => writeln!(self.out, "{}", self.paint.bad(&problem))?,
            }
        }
    }

    fn hear(&mut self, lines: &mut impl Lines, source: Source) -> io::Result<Option<String>> {
        let Source::Person { echo } = source else {
            return lines();
        };
        if !self.json {
            write!(self.out, "{} ", self.prompt())?;
            self.out.flush()?;
        }
        let line = lines()?;
        if !self.json && (echo || line.is_none()) {
            writeln!(self.out, "{}", line.as_deref().unwrap_or_default())?;
        }
        Ok(line)
    }

    fn prompt(&self) -> &'static str {
        match self.console.panel().phase() {
            Phase::Settings if !self.seeds_chosen => "Seeds a pit, 4 to 8?",
            Phase::Settings => "Who moves first, human or computer?",
            Phase::Human => "Press a pit, 1 to 6 (help, quit):",
            Phase::Thinking | Phase::Busy => "(settle lets it work)",
            Phase::Over => "The game is over (quit):",
        }
    }

    /// Does it; the inner error is the person's or script's mistake.
    fn act(&mut self, action: Action, source: Source) -> anyhow::Result<Result<Next, String>> {
        let asks_settings = self.console.panel().phase() == Phase::Settings;
        match action {
            Action::Nothing => return Ok(Ok(Next::Go)),
            Action::Quit => return Ok(Ok(Next::Stop(Answer::Yes))),
            Action::Help => writeln!(self.out, "{HELP}")?,
            Action::Show => self.show()?,
            Action::Expect(expected) => return self.expect(&expected, source),
            Action::Number(number) => {
                let button = match asks_settings && !self.seeds_chosen {
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
                self.console.machine.hold(&buttons);
            }
            Action::Run(half_ticks) => self.run(half_ticks)?,
            Action::Settle => {
                self.settle()?;
                self.show_to_person(source)?;
            }
        }
        Ok(Ok(Next::Go))
    }

    fn missing(&self, button: Button) -> Option<String> {
        let model = self.console.machine.model();
        (!model.has_button(button)).then(|| {
            format!(
                "the {model} console has no button for {}",
                draw::button(button)
            )
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
        self.seeds_chosen |= matches!(button, Button::Seeds(_));
        self.console.press(button);
        self.settle()
    }

    fn show_to_person(&mut self, source: Source) -> io::Result<()> {
        match source {
            Source::Person { .. } => self.show(),
            Source::Script(_) if self.json => self.show(),
            Source::Script(_) => Ok(()),
        }
    }

    fn show(&mut self) -> io::Result<()> {
        let panel = self.console.panel();
        let half_ticks = self.console.machine.half_ticks();
        if self.json {
            return writeln!(self.out, "{}", draw::json(&panel, half_ticks));
        }
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
        let panel = self.console.panel();
        let found = match expected {
            Expectation::Pits(side, pits) => differs(pits, &panel.pits[side.index()]),
            Expectation::Stores(stores) => differs(stores, &panel.stores),
            Expectation::Light(light, on) => differs(on, &panel.lights.is_on(*light)),
            Expectation::Lamp(lamp) => {
                let lit = panel.lamps.iter().position(|&on| on);
                differs(lamp, &lit.map(|index| index as u8 + 1))
            }
            Expectation::Phase(phase) => differs(phase, &panel.phase()),
            Expectation::Outcome(outcome) => differs(&Some(*outcome), &panel.outcome()),
        };
        let Some(found) = found else {
            return Ok(Ok(Next::Go));
        };
        let problem = format!("expected {expected:?}, found {found}");
        match source {
            Source::Person { .. } => Ok(Err(problem)),
            Source::Script(_) => {
                self.show()?;
                writeln!(self.out, "{problem}")?;
                Ok(Ok(Next::Stop(Answer::No)))
            }
        }
    }

    /// Until the machine waits for a person, at the clock rate asked for.
    fn settle(&mut self) -> io::Result<()> {
        self.advance(u64::MAX, |console| {
            console.machine.is_waiting() || console.machine.is_stopped()
        })
    }

    fn run(&mut self, half_ticks: u64) -> io::Result<()> {
        let end = self.console.machine.half_ticks().saturating_add(half_ticks);
        self.advance(end, |_| false)
    }

    /// Half-tick by half-tick to `end` or until `done`.
    fn advance(&mut self, end: u64, done: impl Fn(&Console<Running>) -> bool) -> io::Result<()> {
        let (began, first) = (Instant::now(), self.console.machine.half_ticks());
        let patience = first.saturating_add(Console::<Running>::PATIENCE);
        let end = if end == u64::MAX { patience } else { end };
        let mut drawn = self.live.then(|| self.console.panel());
        let mut lines_drawn = 0;
        while self.console.machine.half_ticks() < end && !done(&self.console) {
            self.console.machine.half_tick();
            let Some(hz) = self.hz else { continue };
            let passed = self.console.machine.half_ticks() - first;
            let due = Duration::from_secs_f64(passed as f64 / (2.0 * f64::from(hz)));
            let ahead = due.saturating_sub(began.elapsed());
            if ahead < FRAME && hz > 25 {
                continue;
            }
            if let Some(last) = &mut drawn {
                let panel = self.console.panel();
                if panel != *last {
                    lines_drawn = self.redraw(&panel, lines_drawn)?;
                    *last = panel;
                }
            }
            std::thread::sleep(ahead);
        }
        Ok(())
    }

    /// Draws the panel over the one drawn before.
    fn redraw(&mut self, panel: &Panel, lines_drawn: usize) -> io::Result<usize> {
        if lines_drawn > 0 {
            write!(self.out, "\x1b[{lines_drawn}A\x1b[J")?;
        }
        let lines = draw::lines(panel, self.console.machine.half_ticks(), self.paint);
        for line in &lines {
            writeln!(self.out, "{line}")?;
        }
        self.out.flush()?;
        Ok(lines.len())
    }
}

/// What was found, if it is not what was expected.
fn differs<T: PartialEq + std::fmt::Debug>(expected: &T, found: &T) -> Option<String> {
    (expected != found).then(|| format!("{found:?}"))
}

fn verdict(outcome: Outcome, panel: &Panel) -> String {
    let [south, north] = panel.stores;
    match outcome {
        Outcome::HumanWins => format!("The human wins, {south} to {north}."),
        Outcome::ComputerWins => format!("The computer wins, {north} to {south}."),
        Outcome::Draw => format!("A draw, {south} to {north}."),
    }
}

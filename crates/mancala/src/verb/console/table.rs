//! A console session: lines in, panels out.

use std::convert::Infallible;
use std::io::{self, IsTerminal, Write};
use std::path::Path;

use anyhow::bail;
use bench::Running;
use bench::debugger::{Debugger, Outcome, Passing, Reply, Rush, Said};
use consoles::{Hand, Machine, Model, Outcome as Winner, Panel};
use kalah::Side;
use timeline::{Timeline, Watch};

use super::draw;
use crate::paint::Paint;
use crate::prompt::Prompt;
use crate::replay;
use crate::rows;
use crate::ui::Answer;
use crate::wording::words;
use crate::{screen, session};

pub struct Table<'a> {
    pub debugger: Debugger<'static>,
    pub face: Face<'a>,
}

/// Where it is shown, and how.
pub struct Face<'a> {
    pub out: &'a mut dyn Write,
    pub paint: Paint,
    /// Clocks per second; `None` for full speed.
    pub hz: Option<u32>,
    pub json: bool,
    /// Draw every change of the panel in its place.
    pub live: bool,
    /// Height of such a drawing at the end of the screen.
    pub drawn: usize,
}

/// The source of commands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Source {
    Person,
    Script,
}

/// The next line of an input, `None` at its end.
pub trait Lines: FnMut() -> io::Result<Option<String>> {}
impl<T: FnMut() -> io::Result<Option<String>>> Lines for T {}

impl Passing for Face<'_> {
    type Trouble = io::Error;

    fn pass(
        &mut self,
        time: &mut Timeline<Running>,
        end: u64,
        ahead: &mut dyn Watch<Running>,
    ) -> io::Result<()> {
        match self.hz {
            None => Rush
                .pass(time, end, ahead)
                .map_err(|never: Infallible| match never {}),
            Some(hz) => self.stroll(time, end, hz, ahead),
        }
    }
}

impl Table<'_> {
    /// Switches the machine on and makes the settings that were given.
    pub fn begin(&mut self, seeds: Option<u8>, first: Option<Side>) -> io::Result<()> {
        let Table { debugger, face } = self;
        debugger.begin(seeds, first, face, &mut Vec::new())
    }

    /// Replays a run, from power-on to its end; whether the values are then those of the run.
    pub fn replay(&mut self, model: Model, path: &Path) -> anyhow::Result<bool> {
        let run = replay::read(path)?;
        match run.head.iter().find(|line| line.key == "console") {
            Some(line) if line.value == model.name() => {}
            Some(line) => bail!(
                "{} is a run of the console of {}: --model {}",
                path.display(),
                line.value,
                line.value
            ),
            None => bail!("{} is not the run of a console", path.display()),
        }
        let same = replay::play(path, &run, &mut self.debugger.time, |text, subject| {
            Hand::read(text, &subject.0)
        })?;
        let same = same != Some(false);
        if !same {
            let name = path.display().to_string();
            self.face
                .say(&words!("console.other-values", name = name))?;
        }
        Ok(same)
    }

    /// Executes a script.
    pub fn play(&mut self, lines: &mut impl Lines, path: &Path) -> anyhow::Result<Answer> {
        let mut number = 0;
        while let Some(line) = lines()? {
            number += 1;
            match self.obey(&line, Source::Script)? {
                Ok(Outcome::Done) => {}
                Ok(Outcome::Quit) => return Ok(Answer::Yes),
                Ok(Outcome::Failed(problem)) => {
                    self.show()?;
                    writeln!(self.face.out, "{problem}")?;
                    return Ok(Answer::No);
                }
                Err(problem) => bail!("{}, line {number}: {problem}", path.display()),
            }
        }
        Ok(Answer::Yes)
    }

    /// Executes a person's commands, until they leave.
    pub fn converse(&mut self, input: &mut Prompt) -> anyhow::Result<Answer> {
        self.show()?;
        let person = io::stdin().is_terminal();
        let mut wrong = Vec::new();
        loop {
            let prompt = match self.face.json {
                true => String::new(),
                false => format!("{} ", self.debugger.prompt()),
            };
            let Some(line) = input.hear(self.face.out, &prompt)?.line() else {
                break;
            };
            self.face.drawn = 0;
            let line = match line.is_empty() {
                true => self.debugger.default(),
                false => &line,
            };
            match self.obey(line, Source::Person)? {
                Ok(Outcome::Done) => {}
                Ok(Outcome::Quit) => break,
                Ok(Outcome::Failed(problem)) | Err(problem) => {
                    wrong.extend((!person).then(|| line.to_owned()));
                    let problem = self.face.paint.bad(&problem);
                    self.face.say(&problem)?;
                }
            }
        }
        session::refuse(&wrong)?;
        Ok(Answer::Yes)
    }

    /// Executes a line and shows the result; the inner error is a mistake in the line.
    fn obey(&mut self, line: &str, source: Source) -> io::Result<Reply> {
        let mut said = Vec::new();
        let reply = self.debugger.obey(line, &mut self.face, &mut said)?;
        for one in said {
            match one {
                Said::Words(text) => self.face.say(&text)?,
                Said::Lines(text) => write!(self.face.out, "{text}")?,
                Said::After if source == Source::Script && !self.face.json => {}
                Said::Panel | Said::After => self.show()?,
            }
        }
        Ok(reply)
    }

    fn show(&mut self) -> io::Result<()> {
        let panel = self.debugger.machine().panel();
        self.face.show(&panel, self.debugger.time.now())
    }
}

impl Face<'_> {
    fn say(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "{}", screen::wrap(text, screen::wrap_width()))
    }

    fn show(&mut self, panel: &Panel, half_ticks: u64) -> io::Result<()> {
        if self.json {
            let panel = rows::versioned(draw::json(panel, half_ticks));
            return writeln!(self.out, "{panel}");
        }
        self.wipe()?;
        writeln!(self.out)?;
        for line in draw::lines(panel, half_ticks, self.paint) {
            writeln!(self.out, "{line}")?;
        }
        match panel.outcome() {
            Some(outcome) => writeln!(self.out, "\n{}", verdict(outcome, panel)),
            None => writeln!(self.out),
        }
    }
}

fn verdict(outcome: Winner, panel: &Panel) -> String {
    let [south, north] = panel.stores;
    match outcome {
        Winner::HumanWins => words!("console.human-wins", south = south, north = north),
        Winner::ComputerWins => words!("console.computer-wins", south = south, north = north),
        Winner::Draw => words!("result.draw", south = south, north = north),
    }
}

//! How time passes at the table: as fast as it can, or at a clock rate with every change of the panel drawn.

use std::io;
use std::time::{Duration, Instant};

use console::{Machine, Panel, Powered};
use timeline::{Arrival, Leash, Pace, Watch};

use super::draw;
use super::machine::Running;
use super::points::Ahead;
use super::table::Table;

/// More half-ticks than any console needs between two questions to its human.
const PATIENCE: u64 = 4_000_000;

/// At slow clock rates, how often the panel is looked at.
const FRAME: Duration = Duration::from_millis(20);

impl Table<'_> {
    /// Until the machine waits for a person, at the clock rate asked for.
    pub(super) fn settle(&mut self) -> io::Result<()> {
        let end = self.timeline.now().saturating_add(PATIENCE);
        self.advance(end, |machine| machine.is_waiting() || machine.is_stopped())
    }

    pub(super) fn run(&mut self, half_ticks: u64) -> io::Result<()> {
        let end = self.timeline.now().saturating_add(half_ticks);
        self.advance(end, |_| false)
    }

    /// Half-tick by half-tick to `end`, until `done`, or to a point, which is told.
    fn advance(&mut self, end: u64, done: impl Fn(&Running) -> bool) -> io::Result<()> {
        if self.timeline.now() >= end || done(self.machine()) {
            return Ok(());
        }
        let points = std::mem::take(&mut self.points);
        let mut ahead = Ahead::new(done, &points);
        let passed = match self.hz {
            None => {
                self.rush(end, &mut ahead);
                Ok(())
            }
            Some(hz) => self.stroll(end, hz, &mut ahead),
        };
        let met = ahead.met;
        self.points = points;
        passed?;
        met.map_or(Ok(()), |number| self.tell_point(number))
    }

    /// As fast as it can.
    fn rush(&mut self, end: u64, ahead: &mut dyn Watch<Powered<Running>>) {
        let leash = &mut Leash::half_ticks(end - self.timeline.now());
        // What will never be is not waited for; the time passes all the same.
        if self.timeline.until(Pace::HalfTick, ahead, leash) == Arrival::Never {
            self.timeline.goto(end, &mut Leash::none());
        }
    }

    /// At a clock rate.
    fn stroll(
        &mut self,
        end: u64,
        hz: u32,
        ahead: &mut dyn Watch<Powered<Running>>,
    ) -> io::Result<()> {
        let (began, first) = (Instant::now(), self.timeline.now());
        let mut drawn = self.live.then(|| self.machine().panel());
        while self.timeline.now() < end {
            ahead.before(self.timeline.subject());
            self.timeline.run(1, &mut Leash::none());
            let subject = self.timeline.subject();
            if ahead.happened(subject) || ahead.holds(subject) {
                break;
            }
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
    pub(super) fn wipe(&mut self) -> io::Result<()> {
        let lines = std::mem::take(&mut self.drawn);
        match lines {
            0 => Ok(()),
            _ => write!(self.out, "\x1b[{lines}A\x1b[J"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paint::Paint;
    use crate::prompt::{Piped, Prompt};
    use crate::verb::console::points::Points;
    use console::{Code, Fast, Model};
    use timeline::Timeline;

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
            code: Code::new(Model::Y2016),
            points: Points::default(),
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

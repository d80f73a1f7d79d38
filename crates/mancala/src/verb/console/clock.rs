//! Running at a clock rate, drawing every change of the panel.

use std::io;
use std::time::{Duration, Instant};

use bench::Running;
use consoles::{Machine, Panel};
use timeline::{Budget, Timeline, Watch};

use super::draw;
use super::table::Face;

/// At slow clock rates, how often the panel is checked.
const FRAME: Duration = Duration::from_millis(20);

impl Face<'_> {
    /// Half-tick by half-tick to `end`, or until something is met.
    pub(super) fn stroll(
        &mut self,
        time: &mut Timeline<Running>,
        end: u64,
        hz: u32,
        ahead: &mut dyn Watch<Running>,
    ) -> io::Result<()> {
        let (began, first) = (Instant::now(), time.now());
        let mut drawn = self.live.then(|| time.subject().0.panel());
        while time.now() < end {
            ahead.before(time.subject());
            time.run(1, &mut Budget::unlimited());
            let subject = time.subject();
            if ahead.happened(subject) || ahead.holds(subject) {
                break;
            }
            let passed = time.now() - first;
            let due = Duration::from_secs_f64(passed as f64 / (2.0 * f64::from(hz)));
            let ahead = due.saturating_sub(began.elapsed());
            if ahead < FRAME && hz > 25 {
                continue;
            }
            if let Some(last) = &mut drawn {
                let panel = time.subject().0.panel();
                if panel != *last {
                    self.redraw(&panel, time.now())?;
                    *last = panel;
                }
            }
            std::thread::sleep(ahead);
        }
        Ok(())
    }

    /// Draws the panel over the one drawn before.
    fn redraw(&mut self, panel: &Panel, half_ticks: u64) -> io::Result<()> {
        self.wipe()?;
        let lines = draw::lines(panel, half_ticks, self.paint);
        writeln!(self.out)?;
        for line in &lines {
            writeln!(self.out, "{line}")?;
        }
        self.drawn = 1 + lines.len();
        self.out.flush()
    }

    /// Removes a panel drawn in place from the screen.
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
    use super::super::table::Table;
    use super::*;
    use crate::paint::Paint;
    use crate::prompt::{Piped, Prompt};
    use crate::wording::texts;
    use bench::debugger::Debugger;
    use bench::{Engine, Firmware};
    use consoles::Model;

    /// The screen of a terminal after output that moves up and wipes lines.
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
        let firmware = Firmware::own(Model::Y2016);
        let time = Timeline::new(Engine::Fast.power_on(&firmware));
        let mut table = Table {
            debugger: Debugger::new(time, &firmware, texts()),
            face: Face {
                out: &mut out,
                paint: Paint::new(false),
                hz: Some(4000),
                json: false,
                live: true,
                drawn: 0,
            },
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

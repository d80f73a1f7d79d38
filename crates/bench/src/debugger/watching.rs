//! Observing a console: breakpoints, the place in the program, values now and over time.

use consoles::{Machine, Thing};
use texts::text;
use timeline::talk;

use super::{Debugger, Outcome, Reply, Said};
use crate::command::{Action, Condition, thing};

/// Counts of seeds in decimal, bytes of the processor in hexadecimal, lights as on and off.
fn shown(thing: Thing, value: u8) -> String {
    match thing {
        Thing::Pit(..) | Thing::Store(_) => value.to_string(),
        Thing::Light(_) => if value == 0 { "off" } else { "on" }.to_owned(),
        _ => format!("0x{value:02x}"),
    }
}

impl Debugger<'_> {
    /// Executes the actions that do not move time.
    pub(super) fn look(&mut self, action: Action, said: &mut Vec<Said>) -> Reply {
        let words = |text: String| Said::Words(text);
        match action {
            Action::Break(goal, text) => said.push(words(self.add_point(&goal, &text, false))),
            Action::BreakOnce(goal, text) => said.push(words(self.add_point(&goal, &text, true))),
            Action::Points => said.push(words(self.list_points())),
            Action::Delete(which) => self.delete_points(which)?,
            Action::Print(things) => said.push(Said::Lines(self.values(&things))),
            Action::Display(name) => said.push(Said::Lines(self.display(&name)?)),
            Action::Undisplay(which) => drop(self.displays.remove(&which)?),
            Action::Displays => said.push(words(self.displays.names().trim_end().to_owned())),
            Action::Memory(from, count) => said.push(Said::Lines(self.memory(from, count))),
            Action::Code(from, count) => said.push(Said::Lines(self.listing(from, count)?)),
            Action::Where => said.push(words(self.whereabouts())),
            Action::Record(things) => said.push(words(self.record(&things))),
            Action::Wave(count) => said.push(Said::Lines(self.wave(count)?)),
            _ => {}
        }
        Ok(Outcome::Done)
    }

    fn add_point(&mut self, condition: &Condition, text: &str, once: bool) -> String {
        let number = self.points.add(condition.lookout(), text, once);
        text!(self.texts, "console.point", number = number, text = text)
    }

    fn list_points(&self) -> String {
        let points = self.points.iter();
        let texts = self.texts;
        let lines = points.map(|point| {
            text!(
                texts,
                "console.point",
                number = point.number,
                text = &point.text
            )
        });
        match self.points.is_empty() {
            true => text!(texts, "console.no-points"),
            false => lines.collect::<Vec<_>>().join("\n"),
        }
    }

    /// Removes one breakpoint, or all of them.
    fn delete_points(&mut self, which: Option<usize>) -> Result<(), String> {
        match which {
            None => self.points.clear(),
            Some(number) if self.points.remove(number) => {}
            Some(number) => return Err(text!(self.texts, "console.no-point", number = number)),
        }
        Ok(())
    }

    /// Reports the breakpoint that was met and the place in the program.
    pub(super) fn tell_point(&mut self, number: usize, said: &mut Vec<Said>) {
        let text = self.points.take(number).unwrap_or_default();
        let met = text!(self.texts, "console.at-point", number = number, text = text);
        said.extend([met, self.place()].map(Said::Words));
    }

    /// The place of the program in the firmware: bank, address, label, line.
    pub(super) fn place(&self) -> String {
        let place = self.next_instruction();
        let bank = self.code.bank(place.bank).unwrap_or("?");
        let mut told = format!("{bank} 0x{:02x}", place.address);
        if let Some(label) = self.code.near(place) {
            told += &format!(" {label}");
        }
        if let Some(spot) = self.code.spot(place) {
            told += &format!("  {}:{}", spot.file, spot.line);
        }
        if let Some(text) = self.code.text(place) {
            told += &format!("  {}", text.trim());
        }
        told
    }

    /// The place and the registers.
    fn whereabouts(&self) -> String {
        let registers = self.machine().registers();
        let [r0, r1, r2, r3] = registers.r;
        format!(
            "{}\nr0 {r0:02x}  r1 {r1:02x}  r2 {r2:02x}  r3 {r3:02x}  pc {:02x}  sp {:02x}  ps {:02x}",
            self.place(),
            registers.pc,
            registers.sp,
            registers.ps
        )
    }

    /// Starts recording these values.
    fn record(&mut self, things: &[(String, Thing)]) -> String {
        let probes = things.iter().map(|(name, thing)| thing.probe(name));
        self.time.record(probes.collect(), talk::CHANGES);
        let at = self.time.now().to_string();
        text!(
            self.texts,
            "console.recording",
            count = things.len(),
            at = at
        )
    }

    /// The value of a name: `r0 = 0x0c`, `south 3 = 4`.
    pub(super) fn value(&self, name: &str) -> Result<String, String> {
        Ok(self.line(name, thing(name, self.reader())?))
    }

    fn line(&self, name: &str, thing: Thing) -> String {
        format!("{name} = {}\n", shown(thing, thing.read(self.machine())))
    }

    fn values(&self, things: &[(String, Thing)]) -> String {
        let lines = things.iter().map(|(name, thing)| self.line(name, *thing));
        lines.collect()
    }

    /// Adds a value to display after every move of time; without a name, lists them.
    fn display(&mut self, name: &str) -> Result<String, String> {
        let mut displays = std::mem::take(&mut self.displays);
        let shown = match name {
            "" => Ok(displays.values(|name| self.value(name))),
            name => displays.add(name, |name| self.value(name)),
        };
        self.displays = displays;
        shown
    }

    /// Dumps memory, sixteen bytes per line.
    fn memory(&self, from: u8, count: usize) -> String {
        let cells: Vec<u8> = (from..=u8::MAX).take(count).collect();
        let row = |row: &[u8]| {
            let bytes = row
                .iter()
                .map(|&cell| Thing::Cell(cell).read(self.machine()));
            let bytes: Vec<String> = bytes.map(|byte| format!("{byte:02x}")).collect();
            format!("{:02x}: {}\n", row[0], bytes.join(" "))
        };
        cells.chunks(16).map(row).collect()
    }

    /// Draws the end of the recording.
    fn wave(&self, count: Option<u64>) -> Result<String, String> {
        let count = count.map_or(String::new(), |count| count.to_string());
        let drawn = talk::wave(&self.time, &count);
        drawn.map_err(|_| text!(self.texts, "console.no-recording"))
    }
}

//! The output of the debugger: the place, source around it, code, stack, breakpoints.

use std::fmt::Write;

use super::{Debugger, Event, PointKind};
use crate::bus::Space;
use crate::isa::{Instruction, Op};
use crate::symbols::SourceLine;
use crate::view;

/// Source lines shown before and after the current one.
const AROUND: usize = 5;
/// Maximum number of stack bytes shown.
const STACK: usize = 16;

impl Debugger {
    /// Why a command stopped, then the place.
    pub(super) fn report(&self, event: &Event) -> String {
        let what = match event {
            Event::Done => String::new(),
            Event::Breakpoint(id) => format!("breakpoint {id}\n"),
            Event::Watch { id, old, new } => {
                let text = self.points.iter().find(|point| point.id == *id);
                let text = text.map_or("", |point| &point.text);
                format!("watchpoint {id}: {text}: 0x{old:02x} -> 0x{new:02x}\n")
            }
            Event::Stopped(stop) => format!("stopped: {stop}\n"),
            Event::Start => "this is the start\n".to_owned(),
            Event::Write(id) => {
                let text = self.points.iter().find(|point| point.id == *id);
                format!("written {id}: {}\n", text.map_or("", |point| &point.text))
            }
            Event::Never(clocks) => format!(
                "an endless loop: everything repeats every {}\n",
                diag::count(*clocks, "clock")
            ),
            Event::Interrupted => "interrupted\n".to_owned(),
            Event::Patience => format!(
                "still running after {}; continue resumes\n",
                diag::count(self.patience, "clock")
            ),
        };
        what + &self.here()
    }

    /// The next instruction with its source line, and the registers.
    pub(super) fn here(&self) -> String {
        let mut text = String::new();
        if let Some(place) = self.place() {
            let line = self.symbols.line(place).unwrap_or("").trim_end();
            let _ = writeln!(text, "{}  {line}", self.symbols.place_text(place));
        }
        let _ = writeln!(text, "{}", self.code_line(self.spot()));
        let _ = writeln!(text, "{}", view::registers(self.cpu()));
        text
    }

    /// Clocks, steps and the place as text.
    pub(super) fn whereabouts(&self) -> String {
        let near = self.symbols.near(self.cpu().pc);
        let near = near.map_or(String::new(), |name| format!(" ({name})"));
        let (clocks, half_tick) = (self.cpu().clocks, self.timeline.now());
        let state = match self.computer().stopped() {
            Some(stop) => format!(", stopped: {stop}"),
            None if self.cpu().is_waiting() => ", in wait".to_owned(),
            None => String::new(),
        };
        format!(
            "at 0x{:02x}{near}, clock {clocks}, half-tick {half_tick}{state}\n",
            self.cpu().pc
        )
    }

    pub(super) fn code_line(&self, address: u8) -> String {
        let memory = &self.computer().devices.memory;
        view::code_line(memory, address, &self.symbols, self.cpu().variant())
    }

    /// Instructions from an address on, the next one marked.
    pub(super) fn code(&self, from: u8, count: usize) -> String {
        let mut text = String::new();
        let mut address = from;
        for _ in 0..count.min(256) {
            let _ = writeln!(text, "{} {}", self.mark(address), self.code_line(address));
            let size = self.instruction(address).size();
            match address.checked_add(size) {
                Some(next) => address = next,
                None => break,
            }
        }
        text
    }

    fn instruction(&self, address: u8) -> Instruction {
        view::instruction_at(&self.computer().devices.memory, address)
    }

    /// `>` at the next instruction, `*` at a breakpoint.
    fn mark(&self, address: u8) -> char {
        let breaks = |kind: &PointKind| *kind == PointKind::Break(address);
        match () {
            () if address == self.spot() => '>',
            () if self.points.iter().any(|point| breaks(&point.kind)) => '*',
            () => ' ',
        }
    }

    /// Source lines around the line of an address; code if there is no source.
    pub(super) fn list(&self, address: u8) -> String {
        let Some(&place) = self.symbols.places.get(&address) else {
            return self.code(address, 2 * AROUND + 1);
        };
        let Some(file) = self
            .symbols
            .files
            .get(place.file)
            .filter(|file| !file.lines.is_empty())
        else {
            return self.code(address, 2 * AROUND + 1);
        };
        let mut text = String::new();
        let first = place.line.saturating_sub(AROUND).max(1);
        for number in first..=(place.line + AROUND).min(file.lines.len()) {
            let line = SourceLine {
                file: place.file,
                line: number,
            };
            let mark = self.line_mark(line);
            let _ = writeln!(
                text,
                "{mark} {number:>4}  {}",
                file.lines[number - 1].trim_end()
            );
        }
        text
    }

    fn line_mark(&self, line: SourceLine) -> char {
        let mut addresses = self
            .symbols
            .places
            .iter()
            .filter(|(_, place)| **place == line);
        let marks: Vec<char> = addresses
            .by_ref()
            .map(|(&address, _)| self.mark(address))
            .collect();
        ['>', '*']
            .into_iter()
            .find(|mark| marks.contains(mark))
            .unwrap_or(' ')
    }

    /// The bytes above SP; one that follows a `jsr` is shown as a return address.
    pub(super) fn stack(&self) -> String {
        let sp = self.cpu().sp;
        let mut text = format!("sp 0x{sp:02x}\n");
        if sp == 0 {
            text.push_str("the stack is empty, or nothing has set sp: it starts at 0 and grows down from 0xff\n");
            return text;
        }
        let memory = &self.computer().devices.memory;
        for address in (sp..=255).take(STACK) {
            let value = memory.get(Space::Data, address);
            let note = self.caller(value).unwrap_or_default();
            let _ = writeln!(text, "  [0x{address:02x}] {value:02x}{note}");
        }
        text
    }

    /// Of a byte that could be a return address: the call it returns to.
    fn caller(&self, value: u8) -> Option<String> {
        let call = value.checked_sub(2)?;
        let found = self.instruction(call);
        if found.row().op != Op::Jsr {
            return None;
        }
        let text = view::instruction(found, &self.symbols, self.cpu().variant());
        let near = self.symbols.near(value);
        let near = near.map_or(String::new(), |name| format!(" = {name}"));
        Some(format!("{near}  returns behind {text}"))
    }

    pub(super) fn points_text(&self) -> String {
        if self.points.is_empty() {
            return "no breakpoints or watchpoints\n".to_owned();
        }
        let mut text = String::new();
        for point in &self.points {
            let what = match &point.kind {
                PointKind::Break(address) => format!("break 0x{address:02x}"),
                PointKind::Watch(_) => "watch".to_owned(),
                PointKind::Write(address) => format!("writes 0x{address:02x}"),
            };
            let _ = writeln!(
                text,
                "{:>3}  {what}  {}  met {}",
                point.id,
                point.text,
                diag::count(point.hits as usize, "time")
            );
        }
        text
    }

    pub(super) fn symbols_text(&self, start: &str) -> String {
        let mut labels: Vec<_> = self
            .symbols
            .labels
            .iter()
            .filter(|(name, _)| name.starts_with(start))
            .collect();
        labels.sort_by_key(|(name, address)| (*address, name.clone()));
        let line = |(name, address): &(String, u8)| format!("0x{address:02x}  {name}\n");
        match labels.is_empty() {
            true => "no such symbols\n".to_owned(),
            false => labels.into_iter().map(line).collect(),
        }
    }
}

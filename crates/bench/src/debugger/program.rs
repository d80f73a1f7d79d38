//! The program of a console: its lines, and steps over calls.

use consoles::{CodeAddress, Machine};
use texts::text;
use timeline::{Arrival, Budget, Holds, Pace};

use super::Debugger;
use super::time::HORIZON;
use crate::engine::Running;
use crate::journey::Goal;

/// Lines shown before the next instruction.
const BEFORE: usize = 2;

impl Debugger<'_> {
    pub(super) fn next_instruction(&self) -> CodeAddress {
        let machine = self.machine();
        CodeAddress {
            bank: machine.bank(),
            address: machine.registers().pc,
        }
    }

    /// Lines of the program, the next instruction marked.
    pub(super) fn listing(
        &self,
        from: Option<CodeAddress>,
        count: usize,
    ) -> Result<String, String> {
        let next = self.next_instruction();
        let start = from.unwrap_or(next);
        let lines = self.code.lines(start.bank);
        let at = lines.partition_point(|line| line.address < start.address);
        let first = match from {
            Some(_) => at,
            None => at.saturating_sub(BEFORE),
        };
        let shown: String = lines[first..]
            .iter()
            .take(count)
            .map(|line| {
                let place = CodeAddress {
                    bank: start.bank,
                    address: line.address,
                };
                let mark = if place == next { '>' } else { ' ' };
                let label = line.label.as_deref().unwrap_or_default();
                let text = self.code.text(place).map(without_label).unwrap_or_default();
                let shown = format!("{mark} 0x{:02x}  {label:10} {text}", line.address);
                let spot = format!("{}:{}", line.file, line.line);
                format!("{shown:44} {spot}\n")
            })
            .collect();
        match shown.is_empty() {
            true => Err(text!(
                self.texts,
                "console.no-place",
                name = start.address.to_string()
            )),
            false => Ok(shown),
        }
    }

    /// One instruction; a call with everything up to its return.
    pub(super) fn over(&mut self) -> Arrival {
        let registers = self.machine().registers();
        let (back, sp) = (registers.pc.wrapping_add(2), registers.sp);
        let arrival = self.ahead(Goal::Step(Pace::Instruction), Pace::Instruction);
        let called = {
            let machine = self.machine();
            let now = machine.registers().sp;
            now == sp.wrapping_sub(1) && machine.peek(now) == back && machine.registers().pc != back
        };
        if !called {
            return arrival;
        }
        let returned = |running: &Running| {
            let registers = running.0.registers();
            registers.pc == back && registers.sp == sp
        };
        let budget = &mut Budget::half_ticks(HORIZON);
        self.time
            .until(Pace::Instruction, &mut Holds(returned), budget)
    }
}

/// A line of assembly without the label before the instruction.
fn without_label(line: &str) -> &str {
    let code = line.split(['#', ';']).next().unwrap_or(line);
    code.rsplit_once([':', '>'])
        .map_or(code, |(_, code)| code)
        .trim()
}

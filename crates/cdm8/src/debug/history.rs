//! A computer that can be taken back to any step it has made.
//!
//! The computer is deterministic and small, so its past needs no log: every so many steps the whole state is put aside as
//! a mark, and an earlier step is reached by going back to the mark before it and stepping forward again.
//!
//! ```text
//! step   0        256       512   now
//!        mark     mark      mark--->
//!                 ^ back to 300: restore this mark, 44 steps
//! ```

use crate::cpu::{Cpu, Stop};
use crate::devices::Devices;

/// The processor and what it is plugged into.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Computer {
    pub cpu: Cpu,
    pub devices: Devices,
}

impl Computer {
    pub fn new(cpu: Cpu, devices: Devices) -> Computer {
        Computer { cpu, devices }
    }

    pub fn step(&mut self) {
        self.cpu.step(&mut self.devices);
    }

    /// Why it cannot go on, if so; a `wait` that nothing will end counts.
    pub fn stopped(&self) -> Option<Stop> {
        use crate::bus::Bus;
        let for_ever = self.cpu.is_waiting() && self.devices.is_silent();
        self.cpu.stopped().or(for_ever.then_some(Stop::Waiting))
    }
}

const MARKS: usize = 4096;
const SPACING: u64 = 256;

#[derive(Clone, Debug)]
struct Mark {
    step: u64,
    computer: Computer,
    /// Made after an edit by hand, which stepping would not repeat.
    edited: bool,
}

#[derive(Clone, Debug)]
pub struct History {
    now: Computer,
    step: u64,
    marks: Vec<Mark>,
    spacing: u64,
    /// The step at which the next mark is due, a multiple of the spacing.
    next_mark: u64,
}

impl History {
    pub fn new(computer: Computer) -> History {
        let mut history = History {
            now: computer,
            step: 0,
            marks: Vec::new(),
            spacing: SPACING,
            next_mark: 0,
        };
        history.mark(false);
        history
    }

    pub fn now(&self) -> &Computer {
        &self.now
    }

    /// Steps made since the start.
    pub fn step(&self) -> u64 {
        self.step
    }

    pub fn forward(&mut self) {
        self.now.step();
        self.step += 1;
        if self.step >= self.next_mark {
            self.mark(false);
        }
    }

    /// Changes the computer by hand. Going back to this step comes to the changed computer.
    pub fn edit(&mut self, change: impl FnOnce(&mut Computer)) {
        change(&mut self.now);
        if self.marks.last().is_some_and(|mark| mark.step == self.step) {
            self.marks.pop();
        }
        self.mark(true);
    }

    /// Goes back to an earlier step; everything after it is forgotten.
    pub(crate) fn back_to(&mut self, step: u64) {
        if step >= self.step {
            return;
        }
        let kept = self.marks.partition_point(|mark| mark.step <= step).max(1);
        self.marks.truncate(kept);
        let mark = &self.marks[kept - 1];
        (self.now, self.step) = (mark.computer.clone(), mark.step);
        self.next_mark = self.step - self.step % self.spacing + self.spacing;
        while self.step < step {
            self.now.step();
            self.step += 1;
        }
    }

    /// The latest step before now at which `hit` says so of the step from it. It is asked with the computer after each
    /// step, and with what `before` noted of the computer before it.
    pub(crate) fn find_back<T>(
        &self,
        mut before: impl FnMut(&Computer) -> T,
        mut hit: impl FnMut(T, &Computer) -> bool,
    ) -> Option<u64> {
        let mut end = self.step;
        for mark in self.marks.iter().rev() {
            let mut computer = mark.computer.clone();
            let mut found = None;
            for step in mark.step..end {
                let noted = before(&computer);
                computer.step();
                if hit(noted, &computer) {
                    found = Some(step);
                }
            }
            if found.is_some() {
                return found;
            }
            end = mark.step;
        }
        None
    }

    fn mark(&mut self, edited: bool) {
        let (step, computer) = (self.step, self.now.clone());
        self.marks.push(Mark {
            step,
            computer,
            edited,
        });
        if self.marks.len() > MARKS {
            self.spacing *= 2;
            let spacing = self.spacing;
            self.marks
                .retain(|mark| mark.edited || mark.step.is_multiple_of(spacing));
        }
        self.next_mark = step - step % self.spacing + self.spacing;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::Memory;
    use crate::variant::Variant;
    use proptest::prelude::*;

    fn computer(code: &[u8]) -> Computer {
        let devices = Devices::new(Memory::von_neumann(code));
        Computer::new(Cpu::new(Variant::Ideal), devices)
    }

    proptest! {
        #[test]
        fn going_back_gives_the_machine_that_was(code in proptest::collection::vec(any::<u8>(), 256), steps in 1..2000usize, back in 0..2000usize) {
            let mut history = History::new(computer(&code));
            let mut seen = vec![history.now().clone()];
            for _ in 0..steps {
                history.forward();
                seen.push(history.now().clone());
            }
            let target = back.min(steps);
            history.back_to(target as u64);
            prop_assert_eq!(history.now(), &seen[target]);
            for _ in target..steps {
                history.forward();
            }
            prop_assert_eq!(history.now(), &seen[steps]);
        }
    }

    #[test]
    fn an_edit_stays_in_the_past() {
        let mut history = History::new(computer(&[0x8C, 0xEE, 0x00]));
        for _ in 0..10 {
            history.forward();
        }
        history.edit(|computer| computer.cpu.r[0] = 100);
        for _ in 0..600 {
            history.forward();
        }
        history.back_to(12);
        assert_eq!(history.now().cpu.r[0], 101);
        history.back_to(10);
        assert_eq!(history.now().cpu.r[0], 100);
        history.back_to(9);
        assert_eq!(history.now().cpu.r[0], 5);
        history.forward();
        assert_eq!(history.now().cpu.r[0], 5);
    }

    #[test]
    fn marks_thin_out_and_the_past_stays_reachable() {
        let mut history = History::new(computer(&[0x8C, 0xEE, 0x00]));
        for _ in 0..MARKS as u64 * SPACING * 3 {
            history.forward();
        }
        assert!(history.marks.len() <= MARKS);
        history.back_to(2 * 77);
        assert_eq!(history.now().cpu.r[0], 77);
        let at_five = |computer: &Computer| computer.cpu.r[0] == 5;
        assert_eq!(history.find_back(at_five, |hit, _| hit), Some(10));
    }
}

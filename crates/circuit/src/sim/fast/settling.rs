//! When everything else is at rest: those that wait, once each, in order.

use super::Fast;
use super::correction::Problem;
use super::live::{Live, NEVER, UNKNOWN};
use super::ports::{RestIo, WordsIo};
use crate::component::{Behaviour, State};
use crate::netlist::PartId;
use crate::netlist::ids::ById;
use crate::sim::plan::{Plan, SlotId};
use crate::sim::schedule::{NO_RANK, Schedule, Way};
use crate::sim::states::Shared;
use crate::value::Word;

impl Fast {
    /// Everything else is at rest: now those that wait.
    pub(super) fn settle(&mut self, plan: &Plan, schedule: &Schedule, shared: &mut Shared) {
        let live = &mut self.live;
        live.catch_up(plan, schedule);
        let mut changed = std::mem::take(&mut live.changed);
        for source in changed.drain(..) {
            live.arrival[source] = NEVER;
            for control in schedule.guards.of(source) {
                if !control.is_shut(&live.driven) {
                    live.problem.get_or_insert(Problem::Control(*control));
                }
            }
            if schedule.place_of_source[source] == NO_RANK {
                live.put(schedule, source, live.driven[source]);
            }
        }
        live.changed = changed;
        live.begin();
        for block in 0..live.dirty.len() {
            while live.dirty[block] != 0 {
                let bit = live.dirty[block].trailing_zeros();
                live.dirty[block] &= live.dirty[block] - 1;
                self.evaluations += 1;
                match &schedule.waiting[block * 64 + bit as usize] {
                    Way::Gate(gate) | Way::Guarded(gate, _) => {
                        let (source, value) = schedule.gates.evaluate(gate, &live.words);
                        live.put(schedule, source, value);
                    }
                    Way::Joint(joint) => {
                        let (source, value) = schedule.joints.join(*joint, &live.words);
                        live.put(schedule, source, value);
                    }
                    &Way::Arm(lane) => schedule.edges.arm(lane, &live.words, &mut live.armed),
                    Way::Group(group) => live.settle_group(plan, schedule, *group as usize),
                    &Way::Direct(number) => {
                        let part = &schedule.direct.parts[number as usize];
                        match schedule.direct.value(schedule, part, &live.words) {
                            Some(value) => live.put(schedule, part.source, value),
                            None => live.settle_part(plan, schedule, shared, part.part),
                        }
                    }
                    Way::Register(_) => {}
                    Way::Ports(part) => live.settle_part(plan, schedule, shared, *part),
                    &Way::Clocked(part, slot, bit) => {
                        let clock = live.words[slot].bit(u32::from(bit));
                        if let Some(seen) = shared.states[part].clock_mut() {
                            *seen = clock;
                        }
                        live.settle_part(plan, schedule, shared, part);
                    }
                }
            }
        }
    }
}

impl Live {
    fn settle_part(&mut self, plan: &Plan, schedule: &Schedule, shared: &mut Shared, part: PartId) {
        let folded = &plan.parts[part];
        let mut io = RestIo {
            schedule,
            live: self,
            first_port: folded.first_port.0,
            ticks: shared.ticks,
            answered: false,
        };
        folded.behaviour.evaluate(&mut shared.states[part], &mut io);
        // A memory that does not know its address stays as it was, and what that was depends on the way here.
        if !io.answered && matches!(folded.behaviour, Behaviour::Memory(_)) {
            self.problem.get_or_insert(Problem::Part(part));
        }
    }

    #[inline]
    fn settle_group(&mut self, plan: &Plan, schedule: &Schedule, number: usize) {
        let group = &schedule.groups[number];
        let word = match group.index(&self.words) {
            Some(index) => group.entry(index).unwrap_or_else(|| {
                let word = self.work_out(plan, schedule, number);
                group.fill(index, word);
                word
            }),
            None => self.work_out(plan, schedule, number),
        };
        let last = std::mem::replace(&mut self.group_words[number], word);
        let mut changed = match last == UNKNOWN {
            true => group.bits,
            false => word.differs(last) & group.bits,
        };
        while changed != 0 {
            let root =
                &group.roots[usize::from(group.root_of_bit[changed.trailing_zeros() as usize])];
            changed &= !(root.mask << root.shift);
            let value = word.shr(u32::from(root.shift)).and_mask(root.mask);
            self.put(schedule, root.source, value);
        }
    }

    /// The word of a group from its parts.
    #[cold]
    fn work_out(&mut self, plan: &Plan, schedule: &Schedule, number: usize) -> Word {
        let group = &schedule.groups[number];
        let before: Vec<Word> = group.shared.iter().map(|&slot| self.words[slot]).collect();
        for member in &group.members {
            follow(plan, schedule, member, &mut self.words);
        }
        let word = group.roots.iter().fold(Word::ZERO, |word, root| {
            let value = self.words[SlotId(root.source.0)];
            word.union(value.shl(u32::from(root.shift)))
        });
        for (&slot, before) in group.shared.iter().zip(before) {
            self.words[slot] = before;
        }
        word
    }
}

/// Puts what something that follows from its inputs drives among the words.
pub(super) fn follow(plan: &Plan, schedule: &Schedule, way: &Way, words: &mut ById<SlotId, Word>) {
    match way {
        Way::Gate(gate) | Way::Guarded(gate, _) => {
            let (source, value) = schedule.gates.evaluate(gate, words);
            words[SlotId(source.0)] = value;
        }
        Way::Joint(joint) => {
            let (source, value) = schedule.joints.join(*joint, words);
            words[SlotId(source.0)] = value;
        }
        Way::Ports(_) | Way::Direct(_) => {
            let part = match way {
                Way::Direct(number) => schedule.direct.parts[*number as usize].part,
                Way::Ports(part) => *part,
                _ => return,
            };
            let folded = &plan.parts[part];
            let mut io = WordsIo {
                schedule,
                words,
                first_port: folded.first_port.0,
            };
            folded.behaviour.evaluate(&mut State::None, &mut io);
        }
        Way::Clocked(..) | Way::Register(_) | Way::Group(_) | Way::Arm(_) => {}
    }
}

//! When everything else is at rest: the waiting parts, once each, in order.

use super::Fast;
use super::correction::Problem;
use super::live::{Live, NEVER, UNKNOWN};
use super::ports::{RestIo, WordsIo};
use crate::component::{Behaviour, State};
use crate::netlist::PartId;
use crate::netlist::ids::ById;
use crate::sim::compile::plan::{Plan, SlotId};
use crate::sim::compile::schedule::{NO_RANK, Schedule, Way};
use crate::sim::states::Shared;
use crate::value::Word;

impl Fast {
    /// Everything else is at rest: now the waiting parts.
    pub(super) fn settle(&mut self, plan: &Plan, schedule: &Schedule, shared: &mut Shared) {
        let live = &mut self.live;
        if !live.vague.is_empty() {
            live.check_vague(plan, schedule);
        }
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
        let mut block = 0;
        while block < live.dirty.len() {
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
                    &Way::Compare(number) => {
                        let comparator = &schedule.direct.comparators[number as usize];
                        for (source, value) in comparator.values(schedule, &live.words) {
                            live.put(schedule, source, value);
                        }
                    }
                    Way::Register(_) | Way::Nothing => {}
                    &Way::Latch(number) => live.settle_latch(schedule, shared, number),
                    &Way::Pin(number) => live.settle_pin(schedule, shared, number),
                    &Way::Round(number) => {
                        if !live.is_open(schedule, number) {
                            live.problem.get_or_insert(Problem::Round(number));
                            return;
                        }
                    }
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
            block = live.next_block(schedule, block);
        }
    }
}

impl Live {
    /// The block after one that is done: back in a loop if something there has to be evaluated again.
    #[inline]
    fn next_block(&self, schedule: &Schedule, block: usize) -> usize {
        let first = schedule.round_from[block] as usize;
        let again = self.dirty[first..block].iter().position(|&left| left != 0);
        again.map_or(block + 1, |back| first + back)
    }

    /// Whether the switches of a loop are set so that it is open.
    fn is_open(&mut self, schedule: &Schedule, number: u32) -> bool {
        let round = &schedule.rounds[number as usize];
        let key = round.key(schedule, &self.words);
        let known = &mut self.open_keys[number as usize];
        match known.contains(&key) {
            true => true,
            false if round.of.is_open(key) => {
                known.push(key);
                true
            }
            false => false,
        }
    }

    fn settle_pin(&mut self, schedule: &Schedule, shared: &mut Shared, number: u32) {
        let pin = &schedule.direct.pins[number as usize];
        let State::Pin(sent) = &mut shared.states[pin.part] else {
            return;
        };
        match pin.value(&self.words, *sent) {
            Some(value) => {
                *sent = value;
                if let Some(source) = pin.source {
                    self.put(schedule, source, value);
                }
            }
            None => drop(self.problem.get_or_insert(Problem::Part(pin.part))),
        }
    }

    /// Open latches that do not know their data must not see any of it change.
    #[cold]
    fn check_vague(&mut self, plan: &Plan, schedule: &Schedule) {
        for &number in &self.vague {
            let latch = &schedule.direct.latches[number as usize];
            let followed = schedule.cone.follows(latch.part);
            if !followed && self.is_late(plan, schedule, latch.input, NEVER - 1) {
                self.problem.get_or_insert(Problem::Part(latch.part));
            }
        }
        let mut vague = std::mem::take(&mut self.vague);
        vague.retain(|&number| {
            let latch = &schedule.direct.latches[number as usize];
            let known = latch.data(schedule, &self.words).is_known();
            self.open[number as usize] && !known
        });
        self.vague = vague;
    }

    /// A latch at rest: if it is open, it has the value of its data. If that is not known, it has the last one that was, and
    /// which that is depends on the way here.
    fn settle_latch(&mut self, schedule: &Schedule, shared: &mut Shared, number: u32) {
        let latch = &schedule.direct.latches[number as usize];
        let State::Clocked { value, .. } = &mut shared.states[latch.part] else {
            return;
        };
        if latch.is_open(&self.words) {
            let data = latch.data(schedule, &self.words);
            match data.is_known() {
                true => *value = data.v,
                false if !schedule.cone.follows(latch.part) => {
                    self.problem.get_or_insert(Problem::Part(latch.part));
                }
                // What it knew last, it holds already.
                false => {}
            }
        }
        let out = Word::known(*value);
        if let Some(source) = latch.source {
            self.put(schedule, source, out);
        }
    }

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
        &Way::Compare(number) => {
            let comparator = &schedule.direct.comparators[number as usize];
            for (source, value) in comparator.values(schedule, words) {
                words[SlotId(source.0)] = value;
            }
        }
        Way::Clocked(..)
        | Way::Register(_)
        | Way::Group(_)
        | Way::Arm(_)
        | Way::Latch(_)
        | Way::Pin(_)
        | Way::Round(_)
        | Way::Nothing => {}
    }
}

//! The time wheel: events by time, for times less than one turn ahead.

use crate::value::Word;

/// A driver takes a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Event<D> {
    pub(super) driver: D,
    pub(super) value: Word,
}

const SLOTS: usize = 2048;

/// The longest delay an event may have. Logisim's longest is 1088, a multiplier of 32 bits.
pub(super) const LONGEST: u32 = SLOTS as u32 - 1;

#[derive(Clone)]
pub(super) struct Wheel<D> {
    slots: Vec<Vec<Event<D>>>,
    /// One bit per slot: it has events.
    filled: [u64; SLOTS / 64],
    pub(super) time: u64,
    count: usize,
}

impl<D: Copy> Wheel<D> {
    pub(super) fn new() -> Wheel<D> {
        Wheel {
            slots: vec![Vec::new(); SLOTS],
            filled: [0; SLOTS / 64],
            time: 0,
            count: 0,
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    pub(super) fn clear(&mut self) {
        self.slots.iter_mut().for_each(Vec::clear);
        self.filled.fill(0);
        self.count = 0;
    }

    #[inline]
    pub(super) fn push(&mut self, driver: D, value: Word, delay: u32) {
        let slot = (self.time + u64::from(delay.clamp(1, LONGEST))) as usize % SLOTS;
        self.slots[slot].push(Event { driver, value });
        self.filled[slot / 64] |= 1 << (slot % 64);
        self.count += 1;
    }

    /// Moves to the next time that has events and takes them; `spare` (empty) takes their place.
    #[inline]
    pub(super) fn take(&mut self, spare: &mut Vec<Event<D>>) -> bool {
        if self.count == 0 {
            return false;
        }
        let slot = self.next_slot();
        let ahead = (slot + SLOTS - self.time as usize % SLOTS) % SLOTS;
        self.time += ahead as u64;
        self.filled[slot / 64] &= !(1 << (slot % 64));
        std::mem::swap(&mut self.slots[slot], spare);
        self.count -= spare.len();
        true
    }

    /// The next time that has events.
    pub(super) fn next_time(&self) -> Option<u64> {
        let ahead = || (self.next_slot() + SLOTS - self.time as usize % SLOTS) % SLOTS;
        (self.count != 0).then(|| self.time + ahead() as u64)
    }

    /// All pending events, in order, with their remaining delays.
    pub(super) fn events(&self) -> Vec<(u32, Event<D>)> {
        let now = self.time as usize % SLOTS;
        let slots = (1..SLOTS).map(|ahead| (ahead as u32, &self.slots[(now + ahead) % SLOTS]));
        let events = slots.flat_map(|(delay, slot)| slot.iter().map(move |&event| (delay, event)));
        events.collect()
    }

    #[inline]
    fn next_slot(&self) -> usize {
        let now = self.time as usize % SLOTS;
        let first = self.filled[now / 64] & (u64::MAX << (now % 64));
        if first != 0 {
            return now / 64 * 64 + first.trailing_zeros() as usize;
        }
        for step in 1..=SLOTS / 64 {
            let word = (now / 64 + step) % (SLOTS / 64);
            if self.filled[word] != 0 {
                return word * 64 + self.filled[word].trailing_zeros() as usize;
            }
        }
        now
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_come_in_order_of_time() {
        let mut wheel = Wheel::new();
        let mut taken = Vec::new();
        let mut order = Vec::new();
        for (driver, delay) in [(0, 2047), (1, 1), (2, 64), (3, 1), (4, 65), (5, 0)] {
            wheel.push(driver, Word::ZERO, delay);
        }
        while wheel.take(&mut taken) {
            order.push((
                wheel.time,
                taken.iter().map(|event| event.driver).collect::<Vec<_>>(),
            ));
            taken.clear();
            if wheel.time == 65 {
                wheel.push(9, Word::ZERO, 2047);
            }
        }
        assert_eq!(
            order,
            [
                (1, vec![1, 3, 5]),
                (64, vec![2]),
                (65, vec![4]),
                (2047, vec![0]),
                (2112, vec![9])
            ]
        );
        assert!(wheel.is_empty());
    }
}

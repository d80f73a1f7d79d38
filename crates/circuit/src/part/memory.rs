//! Memory: flip-flops, registers, counters, shift registers, random generators, RAM and ROM.

use std::sync::Arc;

use super::{Behaviour, Io, State};
use crate::project::{Image, Kind, View};
use crate::value::{Word, mask};

/// When a clocked part acts. An edge is an exact 0 then 1 (or 1 then 0); by way of x or E there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trigger {
    Rising,
    Falling,
    High,
    Low,
}

impl Trigger {
    pub(super) fn of(attrs: View<'_>) -> Trigger {
        match attrs.text("trigger") {
            "falling" => Trigger::Falling,
            "high" => Trigger::High,
            "low" => Trigger::Low,
            _ => Trigger::Rising,
        }
    }

    /// Remembers the clock's level and tells whether the part acts now.
    #[inline]
    pub(super) fn fires(self, last: &mut Word, now: Word) -> bool {
        let before = std::mem::replace(last, now);
        match self {
            Trigger::Rising => before == Word::ZERO && now == Word::ONE,
            Trigger::Falling => before == Word::ONE && now == Word::ZERO,
            Trigger::High => now == Word::ONE,
            Trigger::Low => now == Word::ZERO,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flip {
    D,
    T,
    JK,
    SR,
}

#[derive(Clone, Debug)]
pub struct FlipFlop {
    flip: Flip,
    trigger: Trigger,
}

#[derive(Clone, Debug)]
pub struct Register {
    trigger: Trigger,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OnGoal {
    Wrap,
    Stay,
    Continue,
    Load,
}

#[derive(Clone, Debug)]
pub struct Counter {
    mask: u32,
    max: u32,
    on_goal: OnGoal,
    trigger: Trigger,
}

#[derive(Clone, Debug)]
pub struct ShiftRegister {
    length: usize,
    parallel: bool,
    trigger: Trigger,
}

#[derive(Clone, Debug)]
pub struct Random {
    mask: u32,
    seed: u32,
    trigger: Trigger,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bus {
    Rom,
    /// One data port, written on a clock edge while output is off.
    Combined,
    /// One data port, written whenever output is off.
    Asynchronous,
    /// A data input of its own with write enable.
    Separate,
}

/// RAM and ROM.
#[derive(Clone, Debug)]
pub struct Memory {
    pub(crate) bus: Bus,
    pub(crate) address_bits: u32,
    pub(crate) mask: u32,
    pub(crate) contents: Option<Arc<Image>>,
}

pub(super) fn build(kind: Kind, attrs: View<'_>) -> Behaviour {
    let trigger = Trigger::of(attrs);
    let flip_flop = |flip| Behaviour::FlipFlop(FlipFlop { flip, trigger });
    match kind {
        Kind::DFlipFlop => flip_flop(Flip::D),
        Kind::TFlipFlop => flip_flop(Flip::T),
        Kind::JkFlipFlop => flip_flop(Flip::JK),
        Kind::SrFlipFlop => flip_flop(Flip::SR),
        Kind::Register => Behaviour::Register(Register { trigger }),
        Kind::Counter => Behaviour::Counter(counter(attrs, trigger)),
        Kind::ShiftRegister => {
            let length = attrs.count("length") as usize;
            Behaviour::ShiftRegister(ShiftRegister {
                length,
                parallel: attrs.flag("parallel"),
                trigger,
            })
        }
        Kind::Random => Behaviour::Random(Random {
            mask: mask(attrs.count("width")),
            seed: attrs.number("seed"),
            trigger,
        }),
        Kind::Ram => {
            let bus = match attrs.text("bus") {
                "separate" => Bus::Separate,
                "asynch" => Bus::Asynchronous,
                _ => Bus::Combined,
            };
            Behaviour::Memory(memory(attrs, bus))
        }
        Kind::Rom => Behaviour::Memory(memory(attrs, Bus::Rom)),
        _ => Behaviour::Passive,
    }
}

fn counter(attrs: View<'_>, trigger: Trigger) -> Counter {
    let mask = mask(attrs.count("width"));
    let on_goal = match attrs.text("ongoal") {
        "stay" => OnGoal::Stay,
        "continue" => OnGoal::Continue,
        "load" => OnGoal::Load,
        _ => OnGoal::Wrap,
    };
    Counter {
        mask,
        max: attrs.number("max") & mask,
        on_goal,
        trigger,
    }
}

fn memory(attrs: View<'_>, bus: Bus) -> Memory {
    Memory {
        bus,
        address_bits: attrs.count("addrWidth"),
        mask: mask(attrs.count("dataWidth")),
        contents: None,
    }
}

impl FlipFlop {
    #[inline]
    pub(super) fn evaluate<I: Io>(&self, state: &mut State, io: &mut I) {
        const DELAY: u32 = 5;
        let State::Clocked { value, clock } = state else {
            return;
        };
        let n = if matches!(self.flip, Flip::D | Flip::T) {
            1
        } else {
            2
        };
        let fires = self.trigger.fires(clock, io.get(n));
        if io.get(n + 3) == Word::ONE {
            *value = 0;
        } else if io.get(n + 4) == Word::ONE {
            *value = 1;
        } else if fires && io.get(n + 5) != Word::ZERO {
            *value = self.next(*value, io);
        }
        io.set(n + 1, Word::known(*value), DELAY);
        io.set(n + 2, Word::known(*value ^ 1), DELAY);
    }

    fn next<I: Io>(&self, value: u32, io: &I) -> u32 {
        let first = io.get(0);
        match self.flip {
            Flip::D if first.is_known() => first.v,
            Flip::D => value,
            Flip::T => value ^ u32::from(first == Word::ONE),
            Flip::JK | Flip::SR => match (first, io.get(1)) {
                (Word::ZERO, Word::ONE) => 0,
                (Word::ONE, Word::ZERO) => 1,
                (Word::ONE, Word::ONE) if self.flip == Flip::JK => value ^ 1,
                _ => value,
            },
        }
    }
}

impl Register {
    #[inline]
    pub(super) fn evaluate<I: Io>(&self, state: &mut State, io: &mut I) {
        let State::Clocked { value, clock } = state else {
            return;
        };
        let fires = self.trigger.fires(clock, io.get(2));
        if io.get(3) == Word::ONE {
            *value = 0;
        } else if fires && io.get(4) != Word::ZERO {
            let data = io.get(1);
            if data.is_known() {
                *value = data.v;
            }
        }
        io.set(0, Word::known(*value), 8);
    }
}

impl Counter {
    pub(super) fn evaluate<I: Io>(&self, state: &mut State, io: &mut I) {
        const DELAY: u32 = 8;
        let State::Clocked { value, clock } = state else {
            return;
        };
        let fires = self.trigger.fires(clock, io.get(2));
        let cleared = io.get(3) == Word::ONE;
        let (load, count) = (io.get(4) == Word::ONE, io.get(5) != Word::ZERO);
        if cleared {
            *value = 0;
        } else if fires {
            *value = self.next(*value, load, count, io.get(1)) & self.mask;
        }
        let goal = if load && count { 0 } else { self.max };
        io.set(0, Word::known(*value), DELAY);
        io.set(6, Word::known(u32::from(!cleared && *value == goal)), DELAY);
    }

    fn next(&self, value: u32, load: bool, count: bool, data: Word) -> u32 {
        let data = if data.is_known() { data.v } else { 0 };
        let too_much = data as i32 > self.max as i32;
        let data = if too_much { data & self.max } else { data };
        let step = if load {
            value.wrapping_sub(1)
        } else {
            value.wrapping_add(1)
        };
        let goal = if load { 0 } else { self.max };
        match (count, load) {
            (false, false) => value,
            (false, true) => data,
            _ if value != goal => step,
            _ => match self.on_goal {
                OnGoal::Wrap if load => self.max,
                OnGoal::Wrap => 0,
                OnGoal::Stay => value,
                OnGoal::Continue => step,
                OnGoal::Load => data,
            },
        }
    }
}

impl ShiftRegister {
    pub(super) fn initial(&self) -> State {
        State::Shift {
            stages: vec![Word::ZERO; self.length].into(),
            clock: Word::ZERO,
        }
    }

    pub(super) fn evaluate<I: Io>(&self, state: &mut State, io: &mut I) {
        const DELAY: u32 = 4;
        let State::Shift { stages, clock } = state else {
            return;
        };
        let fires = self.trigger.fires(clock, io.get(2));
        if io.get(3) == Word::ONE {
            stages.fill(Word::ZERO);
        } else if fires && self.parallel && io.get(5) == Word::ONE {
            for (i, stage) in stages.iter_mut().enumerate() {
                *stage = io.get(6 + 2 * i);
            }
        } else if fires && io.get(1) != Word::ZERO {
            stages.rotate_right(1);
            stages[0] = io.get(0);
        }
        io.set(4, stages[self.length - 1], DELAY);
        if self.parallel {
            for (i, &stage) in stages.iter().enumerate() {
                io.set(7 + 2 * i, stage, DELAY);
            }
        }
    }
}

const MULTIPLIER: u64 = 0x5_DEEC_E66D;
const SEED_BITS: u64 = (1 << 48) - 1;

impl Random {
    /// Without a seed of its own the generator takes one from outside, where Logisim takes the time of day.
    pub(super) fn initial(&self, seed: u64) -> State {
        let start = if self.seed != 0 {
            i64::from(self.seed as i32) as u64
        } else {
            (seed ^ MULTIPLIER) & SEED_BITS
        };
        State::Random {
            value: start as u32,
            seed: start,
            reset: start,
            clock: Word::ZERO,
        }
    }

    pub(super) fn evaluate<I: Io>(&self, state: &mut State, io: &mut I) {
        let State::Random {
            value,
            seed,
            reset,
            clock,
        } = state
        else {
            return;
        };
        let fires = self.trigger.fires(clock, io.get(1));
        if io.get(3) == Word::ONE {
            *seed = *reset;
            *value = *reset as u32;
        } else if fires && io.get(2) != Word::ZERO {
            *seed = seed.wrapping_mul(MULTIPLIER).wrapping_add(0xB) & SEED_BITS;
            *value = (*seed >> 12) as u32;
        }
        io.set(0, Word::known(*value & self.mask), 4);
    }
}

impl Memory {
    pub(super) fn initial(&self) -> State {
        let cells = Cells::new(self.address_bits, self.contents.clone());
        State::Memory {
            cells,
            clock: Word::ZERO,
        }
    }

    #[inline]
    pub(super) fn evaluate<I: Io>(&self, state: &mut State, io: &mut I) {
        const DELAY: u32 = 10;
        let State::Memory { cells, clock } = state else {
            return;
        };
        let selected = io.get(2) != Word::ZERO;
        let (reading, clearing, fires) = if self.bus == Bus::Rom {
            (true, false, false)
        } else {
            let fires = self.bus == Bus::Asynchronous || Trigger::Rising.fires(clock, io.get(5));
            (io.get(3) != Word::ZERO, io.get(4) == Word::ONE, fires)
        };
        if clearing {
            cells.clear();
        }
        if !selected {
            return io.set(0, Word::floating(self.mask), DELAY);
        }
        let address = io.get(1);
        if !address.is_known() {
            return;
        }
        if fires && !clearing {
            self.write(cells, address.v, reading, io);
        }
        let out = if reading {
            Word::known(cells.get(address.v) & self.mask)
        } else {
            Word::floating(self.mask)
        };
        io.set(0, out, DELAY);
    }

    fn write<I: Io>(&self, cells: &mut Cells, address: u32, reading: bool, io: &I) {
        let separate = self.bus == Bus::Separate;
        let store = if separate {
            io.get(6) != Word::ZERO
        } else {
            !reading
        };
        if store {
            let data = io.get(if separate { 7 } else { 0 });
            // An undefined value counts as -1.
            let value = if data.is_known() { data.v } else { u32::MAX };
            cells.set(address, value & self.mask);
        }
    }
}

const PAGE_BITS: u32 = 12;
const PAGE: usize = 1 << PAGE_BITS;

/// The cells of a memory. A page takes memory only once it is written; until then the contents from the file show.
#[derive(Clone, Debug)]
pub struct Cells {
    base: Option<Arc<Image>>,
    pages: Vec<Option<Box<[u32]>>>,
    size: usize,
    /// Some page may hold something.
    written: bool,
    /// A cell changed since this was last asked.
    changed: bool,
}

impl Cells {
    pub fn new(address_bits: u32, base: Option<Arc<Image>>) -> Cells {
        Cells {
            base,
            pages: Vec::new(),
            size: 1 << address_bits,
            written: false,
            changed: false,
        }
    }

    pub fn len(&self) -> usize {
        self.size
    }

    pub fn is_empty(&self) -> bool {
        self.size == 0
    }

    #[inline]
    pub fn get(&self, address: u32) -> u32 {
        let at = address as usize;
        match self.pages.get(at >> PAGE_BITS) {
            Some(Some(page)) => page[at & (page.len() - 1)],
            _ => self.base_word(at),
        }
    }

    fn base_word(&self, at: usize) -> u32 {
        self.base
            .as_ref()
            .and_then(|base| base.words.get(at))
            .copied()
            .unwrap_or(0)
    }

    /// Writes a cell; addresses beyond the size are ignored.
    pub fn set(&mut self, address: u32, value: u32) {
        let at = address as usize;
        if at >= self.size {
            return;
        }
        let page = at >> PAGE_BITS;
        if self.pages.len() <= page {
            self.pages.resize(page + 1, None);
        }
        if self.pages[page].is_none() {
            let first = page << PAGE_BITS;
            let words = (first..first + PAGE.min(self.size))
                .map(|at| self.base_word(at))
                .collect();
            self.pages[page] = Some(words);
        }
        if let Some(words) = &mut self.pages[page] {
            let index = at & (words.len() - 1);
            self.changed |= words[index] != value;
            self.written |= value != 0;
            words[index] = value;
        }
    }

    /// All cells 0.
    pub fn clear(&mut self) {
        if self.written || self.base.is_some() {
            self.base = None;
            self.pages
                .iter_mut()
                .flatten()
                .for_each(|page| page.fill(0));
            self.written = false;
            self.changed = true;
        }
    }

    /// Whether a cell changed since the last call.
    pub(crate) fn take_changed(&mut self) -> bool {
        std::mem::take(&mut self.changed)
    }

    /// Replaces the contents: the image from address 0 on, 0 beyond it.
    pub fn load(&mut self, image: Arc<Image>) {
        self.pages.clear();
        self.base = Some(image);
        self.written = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_keep_the_image_below() {
        let image = Arc::new(Image {
            words: vec![1, 2, 3],
        });
        let mut cells = Cells::new(13, Some(image.clone()));
        cells.set(1, 9);
        cells.set(5000, 7);
        cells.set(9000, 7);
        assert_eq!(
            [0, 1, 2, 3, 5000, 9000].map(|at| cells.get(at)),
            [1, 9, 3, 0, 7, 0]
        );
        cells.clear();
        assert_eq!([0, 1, 2, 5000].map(|at| cells.get(at)), [0; 4]);
        cells.load(image);
        assert_eq!([0, 1, 2, 5000].map(|at| cells.get(at)), [1, 2, 3, 0]);
    }
}

//! `Subject`: what a timeline needs from the thing it moves.

/// The size of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    HalfTick,
    /// To the end of a clock cycle.
    Clock,
    /// To the boundary between two instructions.
    Instruction,
}

/// A deterministic machine that runs in half-ticks: the same state leads to the same future.
///
/// Between two inputs its future follows from its state alone. `save` writes all of that state except the number of the
/// moment: two moments with the same bytes, a multiple of [`Subject::rhythm`] apart, have the same future. Whatever
/// depends on the number (an interrupt planned for a certain clock) has to be part of the bytes.
pub trait Subject {
    /// An input from outside.
    type Input: Clone + PartialEq;

    /// Half-ticks since the start.
    fn moment(&self) -> u64;

    fn half_tick(&mut self);

    /// Applies an input, at once and between two half-ticks. Inputs that make no sense have been refused before.
    fn take(&mut self, input: &Self::Input);

    /// Appends the state. Similar states should have their bytes in the same places: checkpoints are stored as
    /// differences.
    fn save(&self, state: &mut Vec<u8>);

    /// Restores a saved state, at a moment.
    fn load(&mut self, moment: u64, state: &[u8]);

    /// Appends the visible values: the same whichever engine runs it.
    fn values(&self, values: &mut Vec<u8>);

    /// Runs this many half-ticks, at full speed.
    fn run(&mut self, half_ticks: u64) {
        for _ in 0..half_ticks {
            self.half_tick();
        }
    }

    /// Half-ticks of a clock cycle.
    fn cycle(&self) -> u64 {
        2
    }

    /// Half-ticks after which all counters of half-ticks are back where they were.
    fn rhythm(&self) -> u64 {
        self.cycle()
    }

    /// Whether the next half-tick begins an instruction. Without a processor every clock does.
    fn between_instructions(&self) -> bool {
        self.moment().is_multiple_of(self.cycle())
    }

    /// Whether a pace stops at this moment.
    fn is_at(&self, pace: Pace) -> bool {
        match pace {
            Pace::HalfTick => true,
            Pace::Clock => self.moment().is_multiple_of(self.cycle()),
            Pace::Instruction => self.between_instructions(),
        }
    }

    /// Runs a step of a pace, but at most this many half-ticks (1 or more).
    fn step(&mut self, pace: Pace, most: u64) {
        for _ in 0..most {
            self.half_tick();
            if self.is_at(pace) || self.is_stuck() {
                return;
            }
        }
    }

    /// Estimated nanoseconds of work so far, over all moments; it never decreases. Checkpoints are
    /// spaced by it, and it has no other effect. A subject that does not count has half-ticks of 100 ns.
    fn effort(&self) -> Option<u64> {
        None
    }

    /// Whether it cannot continue without input.
    fn is_stuck(&self) -> bool {
        false
    }
}

/// Reads a saved state, in the order it was written. Missing bytes read as 0.
pub struct Reader<'a>(pub &'a [u8]);

impl<'a> Reader<'a> {
    pub fn bytes(&mut self, count: usize) -> &'a [u8] {
        let (taken, rest) = self.0.split_at(count.min(self.0.len()));
        self.0 = rest;
        taken
    }

    pub fn u8(&mut self) -> u8 {
        self.bytes(1).first().copied().unwrap_or(0)
    }

    pub fn u32(&mut self) -> u32 {
        let mut word = [0; 4];
        let bytes = self.bytes(4);
        word[..bytes.len()].copy_from_slice(bytes);
        u32::from_le_bytes(word)
    }

    pub fn u64(&mut self) -> u64 {
        u64::from(self.u32()) | u64::from(self.u32()) << 32
    }
}

/// A digest of bytes, the same on every platform.
pub fn digest(bytes: &[u8]) -> u64 {
    const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;
    let mix = |sum: u64, word: u64| (sum.rotate_left(23) ^ word).wrapping_mul(FACTOR);
    let chunks = bytes.chunks_exact(8);
    let rest = chunks.remainder();
    let mut sum = chunks.fold(bytes.len() as u64, |sum, chunk| {
        mix(sum, Reader(chunk).u64())
    });
    sum = mix(sum, Reader(rest).u64());
    sum ^ sum >> 29
}

//! A toy: a counter that is busy for a while after every input and then turns in a small circle.

use timeline::{Pace, Reader, Subject};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Toy {
    pub moment: u64,
    pub value: u32,
    pub busy: u32,
    pub turn: u8,
    /// A large part that seldom changes.
    pub memory: [u8; 64],
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Poke(pub u8);

/// Half-ticks of a turn when idle.
pub const ROUND: u8 = 6;

impl Toy {
    pub fn new() -> Toy {
        Toy {
            moment: 0,
            value: 1,
            busy: 40,
            turn: 0,
            memory: [0; 64],
        }
    }
}

impl Subject for Toy {
    type Input = Poke;

    fn moment(&self) -> u64 {
        self.moment
    }

    fn half_tick(&mut self) {
        self.moment += 1;
        if self.busy > 0 {
            self.busy -= 1;
            self.value = self
                .value
                .wrapping_mul(1_664_525)
                .wrapping_add(1_013_904_223);
            self.memory[self.value as usize % 64] = (self.value >> 8) as u8;
        } else {
            self.turn = (self.turn + 1) % ROUND;
        }
    }

    fn take(&mut self, Poke(number): &Poke) {
        self.value ^= u32::from(*number);
        self.busy += u32::from(*number);
        self.turn = 0;
    }

    fn save(&self, state: &mut Vec<u8>) {
        state.extend(self.value.to_le_bytes());
        state.extend(self.busy.to_le_bytes());
        state.push(self.turn);
        state.extend(self.memory);
    }

    fn load(&mut self, moment: u64, state: &[u8]) {
        let mut state = Reader(state);
        self.moment = moment;
        (self.value, self.busy, self.turn) = (state.u32(), state.u32(), state.u8());
        self.memory.copy_from_slice(state.bytes(64));
    }

    fn values(&self, values: &mut Vec<u8>) {
        self.save(values);
    }

    /// An instruction ends where the value says so, every third half-tick at the latest.
    fn between_instructions(&self) -> bool {
        self.value.is_multiple_of(3) || self.moment.is_multiple_of(6) || self.turn == 1
    }

    fn step(&mut self, pace: Pace, most: u64) {
        for _ in 0..most {
            self.half_tick();
            if self.is_at(pace) {
                return;
            }
        }
    }
}

/// Plain running: everything from the start.
pub fn plainly(inputs: &[(u64, Poke)], done: usize, moment: u64) -> Toy {
    let mut toy = Toy::new();
    for (at, input) in &inputs[..done] {
        while toy.moment < *at {
            toy.half_tick();
        }
        toy.take(input);
    }
    while toy.moment < moment {
        toy.half_tick();
    }
    toy
}

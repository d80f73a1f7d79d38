//! Running unobserved: a circuit that returns to an earlier state repeats itself, so whole periods
//! are skipped. A console that waits for a person loops like that for as long as the person thinks.
//!
//! One earlier state is stored, and a later one after twice as many half-ticks (Brent's cycle detection). Comparing
//! costs next to nothing: the word that differed last mostly differs again.

use super::{Engine, Simulator};
use crate::component::State;
use crate::value::Word;

/// Half-ticks before a state is stored: most runs are shorter than that.
const PATIENCE: u64 = 256;

/// A state that may come again.
struct Kept {
    ticks: u64,
    words: Vec<Word>,
    states: Vec<State>,
    /// Where it differed from the state it was last compared with.
    word: usize,
    state: usize,
}

impl Simulator {
    /// Runs up to `half_ticks` half-ticks; stops when the circuit oscillates. Returns how many were done. Repetitions are
    /// skipped, so this may take less time than the same number of [`half_tick`](Simulator::half_tick)s.
    pub fn run(&mut self, half_ticks: u64) -> u64 {
        let start = self.ticks();
        let end = start.saturating_add(half_ticks);
        let rhythm = match half_ticks > PATIENCE {
            true => self.rhythm(),
            false => 0,
        };
        let (mut kept, mut due): (Option<Kept>, u64) = (None, start.saturating_add(PATIENCE));
        while self.ticks() < end {
            self.half_tick();
            if self.is_oscillating() {
                break;
            }
            let now = self.ticks();
            if rhythm == 0 || self.running != Engine::Fast {
                continue;
            }
            if let Some(before) = &mut kept
                && (now - before.ticks).is_multiple_of(rhythm)
                && self.is_like(before)
            {
                let period = now - before.ticks;
                self.pass_over((end - now) / period * period);
                kept = None;
                due = u64::MAX;
            } else if now >= due {
                due = now.saturating_add(now - start);
                kept = self.keep();
            }
        }
        self.ticks() - start
    }

    fn keep(&self) -> Option<Kept> {
        let words = self.fast.as_ref()?.words_at_rest().to_vec();
        Some(Kept {
            ticks: self.ticks(),
            words,
            states: self.shared.states.list.to_vec(),
            word: 0,
            state: 0,
        })
    }

    /// Whether the circuit is in an earlier state: then everything that follows is the same, later.
    fn is_like(&self, kept: &mut Kept) -> bool {
        let Some(fast) = &self.fast else { return false };
        let (words, states) = (fast.words_at_rest(), &*self.shared.states.list);
        let known = |list: &[Word]| list.get(kept.word).copied();
        if known(words) != known(&kept.words) {
            return false;
        }
        let mut pairs = words.iter().zip(&kept.words);
        if let Some(word) = pairs.position(|(now, before)| now != before) {
            kept.word = word;
            return false;
        }
        let (now, before) = (self.ticks(), kept.ticks);
        let same = |number: usize| kept.states[number].is_like(before, &states[number], now);
        if kept.state < states.len() && !same(kept.state) {
            return false;
        }
        let different = (0..states.len()).find(|&number| !same(number));
        kept.state = different.unwrap_or(kept.state);
        different.is_none()
    }

    /// This many half-ticks later, in the same state.
    fn pass_over(&mut self, half_ticks: u64) {
        let now = self.shared.ticks;
        for state in self.shared.states.list.iter_mut() {
            state.shift(now, now + half_ticks);
        }
        self.shared.ticks += half_ticks;
        self.checkpoint.stale = true;
    }
}

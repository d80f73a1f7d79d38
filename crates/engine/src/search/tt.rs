//! The transposition table of the packed board.
//!
//! ```text
//!   bucket, 64 bytes = one cache line:   | entry | entry | entry | entry | entry | entry | entry | entry |
//!
//!   entry   bit 63..57   56..54   53..47            46..40            39..0
//!             seeds       best    (upper+seeds)/2   (lower+seeds)/2   rest of the key
//! ```
//!
//! An entry is one atomic word, so threads share the table without locks and never see half an entry. Keys are exact: a
//! position has a number (see [`super::packed`]) that a reversible mixing spreads over `key_bits` bits; the bucket
//! is its upper part, and the entry keeps the lower 40 bits, which together are the whole number. All zeros is an empty
//! entry, for a position without seeds is never stored. `best` is a pit index, 7 if none is known.
//!
//! A full bucket evicts its entry with the fewest seeds in pits: it cost the least.

use std::io;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::Known;
use crate::memory::{Words, prefetch};

const BUCKET: usize = 8;
const REST_BITS: u32 = 40;
const REST: u64 = (1 << REST_BITS) - 1;
const NO_BEST: u64 = 7;

/// The slot of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    bucket: usize,
    rest: u64,
}

impl Slot {
    /// Combines bucket and rest into one number.
    #[inline(always)]
    pub(crate) fn stamp(self) -> u64 {
        (self.bucket as u64) << 40 ^ self.rest
    }
}

pub struct Transpositions {
    words: Words,
    buckets: u64,
    key_bits: u32,
}

/// An entry with its whole key, as a checkpoint stores it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keyed {
    /// The mixed key.
    pub key: u64,
    /// Bits 40 and up of the entry.
    pub facts: u32,
}

impl Transpositions {
    /// A table of about `bytes` for numbers below 2^`key_bits`.
    pub fn new(bytes: usize, key_bits: u32) -> io::Result<Transpositions> {
        let fewest = 1u64 << key_bits.saturating_sub(REST_BITS);
        let buckets = ((bytes / (8 * BUCKET)) as u64).max(fewest).max(1);
        Ok(Transpositions {
            words: Words::zeroed(buckets as usize * BUCKET)?,
            buckets,
            key_bits: key_bits.max(2),
        })
    }

    pub(crate) fn key_bits(&self) -> u32 {
        self.key_bits
    }

    /// The slot of a position's number, prefetched.
    #[inline(always)]
    pub fn locate(&self, number: u64) -> Slot {
        let slot = self.place(mix(number, self.key_bits));
        prefetch(&raw const self.words.as_slice()[slot.bucket]);
        slot
    }

    #[inline(always)]
    fn place(&self, key: u64) -> Slot {
        let spread = key << (64 - self.key_bits);
        let bucket = ((u128::from(spread) * u128::from(self.buckets)) >> 64) as usize;
        Slot {
            bucket: bucket * BUCKET,
            rest: key & REST,
        }
    }

    #[inline(always)]
    fn bucket(&self, slot: Slot) -> &[AtomicU64; BUCKET] {
        self.words.as_slice()[slot.bucket..]
            .first_chunk()
            .expect("buckets are whole")
    }

    #[inline(always)]
    pub fn probe(&self, slot: Slot, seeds: i32) -> Option<Known> {
        for word in self.bucket(slot) {
            let entry = word.load(Relaxed);
            if entry & REST == slot.rest && entry != 0 {
                return Some(unpack(entry, seeds));
            }
        }
        None
    }

    /// Adds facts about a position to its entry.
    #[inline(always)]
    pub fn store(&self, slot: Slot, seeds: i32, known: Known) {
        let bucket = self.bucket(slot);
        let mut victim = &bucket[0];
        let mut fewest = u64::MAX;
        for word in bucket {
            let entry = word.load(Relaxed);
            if entry & REST == slot.rest && entry != 0 {
                let merged = unpack(entry, seeds).merged(known);
                word.store(pack(slot.rest, seeds, merged), Relaxed);
                return;
            }
            if entry >> 57 < fewest {
                fewest = entry >> 57;
                victim = word;
            }
        }
        victim.store(pack(slot.rest, seeds, known), Relaxed);
    }

    /// Every entry with at least `seeds` seeds in pits.
    pub fn entries(&self, seeds: u64) -> impl Iterator<Item = Keyed> {
        let buckets = self.words.as_slice().chunks_exact(BUCKET).enumerate();
        buckets.flat_map(move |(bucket, words)| {
            words
                .iter()
                .map(|word| word.load(Relaxed))
                .filter(move |&entry| entry != 0 && entry >> 57 >= seeds)
                .map(move |entry| Keyed {
                    key: self.whole_key(bucket as u64, entry & REST),
                    facts: (entry >> REST_BITS) as u32,
                })
        })
    }

    /// The key that has this bucket and this rest: the keys of a bucket are a run of at most 2^40.
    fn whole_key(&self, bucket: u64, rest: u64) -> u64 {
        let space = 1u128 << self.key_bits;
        let first = (u128::from(bucket) * space).div_ceil(u128::from(self.buckets)) as u64;
        first + (rest.wrapping_sub(first) & REST)
    }

    /// Restores an entry of [`Transpositions::entries`]; false if it is not a valid one.
    pub(crate) fn put_back(&self, keyed: Keyed) -> bool {
        let seeds = (keyed.facts >> 17) as i32;
        if keyed.key >> self.key_bits != 0 || seeds == 0 || keyed.facts >> 24 != 0 {
            return false;
        }
        let slot = self.place(keyed.key);
        let known = unpack(u64::from(keyed.facts) << REST_BITS, seeds);
        let sound = known.lower <= known.upper && known.upper <= seeds;
        if sound {
            self.store(slot, seeds, known);
        }
        sound
    }
}

/// Spreads numbers below 2^bits over all of that range, each to a place of its own: an odd factor and a shifted
/// exclusive-or can both be undone.
#[inline(always)]
fn mix(number: u64, bits: u32) -> u64 {
    let mask = u64::MAX >> (64 - bits);
    let mut key = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) & mask;
    key ^= key >> (bits / 2);
    key.wrapping_mul(0xd134_2543_de82_ef95) & mask
}

#[inline(always)]
fn pack(rest: u64, seeds: i32, known: Known) -> u64 {
    let half = |value: i32| ((value + seeds) >> 1) as u64;
    let best = known.best.map_or(NO_BEST, u64::from);
    rest | half(known.lower) << 40 | half(known.upper) << 47 | best << 54 | (seeds as u64) << 57
}

#[inline(always)]
fn unpack(entry: u64, seeds: i32) -> Known {
    let value = |shift: u32| 2 * (entry >> shift & 0x7f) as i32 - seeds;
    let best = entry >> 54 & 7;
    Known {
        lower: value(40),
        upper: value(47),
        best: (best != NO_BEST).then_some(best as u8),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(lower: i32, upper: i32, best: Option<u8>) -> Known {
        Known { lower, upper, best }
    }

    #[test]
    fn mixing_gives_every_number_its_own_key() {
        for bits in [2, 5, 11, 16] {
            let mut seen = vec![false; 1 << bits];
            (0..1u64 << bits).for_each(|number| seen[mix(number, bits) as usize] = true);
            assert!(seen.into_iter().all(|hit| hit), "{bits} bits");
        }
    }

    #[test]
    fn bucket_and_rest_are_the_whole_key() {
        for bytes in [64, 640, 4096, 100_000] {
            let table = Transpositions::new(bytes, 45).unwrap();
            for number in (0..1u64 << 45).step_by(987_654_321_987) {
                let key = mix(number, 45);
                let slot = table.place(key);
                assert_eq!(
                    table.whole_key((slot.bucket / BUCKET) as u64, slot.rest),
                    key
                );
            }
        }
    }

    #[test]
    fn entries_keep_extreme_values_apart() {
        for seeds in [1, 2, 48, 127] {
            for facts in [
                known(-seeds, seeds, None),
                known(seeds, seeds, Some(0)),
                known(-seeds, -seeds, Some(5)),
            ] {
                let entry = pack(REST, seeds, facts);
                assert_eq!(unpack(entry, seeds), facts);
                assert_eq!(entry >> 57, seeds as u64);
            }
        }
    }

    #[test]
    fn bounds_of_one_position_meet_in_one_entry() {
        let table = Transpositions::new(64, 30).unwrap();
        let slot = table.locate(77);
        table.store(slot, 20, known(-20, 4, None));
        table.store(slot, 20, known(2, 20, Some(3)));
        assert_eq!(table.probe(slot, 20), Some(known(2, 4, Some(3))));
        assert_eq!(table.entries(0).count(), 1);
    }

    #[test]
    fn a_full_bucket_gives_up_its_cheapest_position() {
        let table = Transpositions::new(64, 30).unwrap();
        for number in 0..9 {
            let seeds = 20 + number as i32;
            table.store(table.locate(number), seeds, known(0, 0, None));
        }
        assert_eq!(table.probe(table.locate(0), 20), None);
        assert!((1..9).all(|n| table.probe(table.locate(n), 20 + n as i32).is_some()));
    }
}

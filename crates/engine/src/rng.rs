//! A small generator of pseudo-random numbers that gives the same numbers for the same seed on every
//! machine and in every version of this program.

/// A stream of numbers from a seed: a counter, scrambled.
#[derive(Clone, Debug)]
pub struct Rng {
    counter: u64,
}

const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

fn scramble(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl Rng {
    #[must_use]
    pub fn new(seed: u64) -> Rng {
        Rng {
            counter: scramble(seed.wrapping_add(STEP)),
        }
    }

    /// An independent stream: number `index` of this one's children.
    #[must_use]
    pub fn child(seed: u64, index: u64) -> Rng {
        Rng::new(scramble(seed ^ STEP).wrapping_add(scramble(index)))
    }

    pub fn number(&mut self) -> u64 {
        self.counter = self.counter.wrapping_add(STEP);
        scramble(self.counter)
    }

    /// A number from 0 to before `n`, each as likely as the others to within n in 2^64.
    ///
    /// # Panics
    /// If `n` is 0.
    pub fn below(&mut self, n: usize) -> usize {
        assert!(n > 0, "there is no number below 0");
        ((u128::from(self.number()) * n as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_of_a_seed_never_change() {
        let mut rng = Rng::new(1);
        let first: Vec<usize> = (0..12).map(|_| rng.below(6)).collect();
        let mut again = Rng::new(1);
        assert_eq!(first, (0..12).map(|_| again.below(6)).collect::<Vec<_>>());
        assert_eq!(first, [2, 5, 0, 4, 1, 4, 3, 1, 1, 1, 3, 5]);
    }

    #[test]
    fn every_number_comes_about_equally_often() {
        let mut rng = Rng::child(7, 3);
        let mut counts = [0; 6];
        (0..60_000).for_each(|_| counts[rng.below(6)] += 1);
        assert!(
            counts.iter().all(|count| (9_600..10_400).contains(count)),
            "{counts:?}"
        );
    }
}

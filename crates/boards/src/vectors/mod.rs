//! Test vectors of chips, from independent descriptions: the purpose of each chip, in plain arithmetic.
//!
//! They are independent of the circuits: `consoles` tests that the circuits agree with the vectors.

mod operator;
mod steps;
mod table;
mod units;

/// Every file of vectors that is generated here, with its path under `hardware/`. The others are written by hand.
pub(crate) fn files() -> Vec<(String, String)> {
    let units = units::tables().into_iter();
    let units = units.map(|(unit, table)| (format!("cdm8/vectors/{unit}.vectors"), table.text()));
    let operator = "2023/vectors/Game_Operator.vectors".to_string();
    units.chain([(operator, operator::vectors())]).collect()
}

/// Numbers from a seed: xorshift.
pub struct Dice(pub u64);

impl Dice {
    pub fn roll(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 16
    }

    pub fn byte(&mut self) -> u8 {
        self.roll() as u8
    }

    /// True once in `n`.
    pub fn once_in(&mut self, n: u64) -> bool {
        self.roll().is_multiple_of(n)
    }
}

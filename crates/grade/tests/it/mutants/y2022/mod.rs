//! The faults in consoles of 2022.

mod board;
mod firmware;

use super::Mutant;

pub const PROGRAMS: &[Mutant] = firmware::ALL;
pub const CIRCUITS: &[Mutant] = board::ALL;

//! The plain memory bus, in both organisations.
//!
//! ```text
//!               Harvard                von Neumann
//! bytes 0..256  instruction space      one memory for both
//! bytes 256..   data space             (unused)
//! ```

use std::fmt;
use std::str::FromStr;

use crate::bus::{Bus, Space};

/// How the two address spaces map to memories.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Organisation {
    /// A ROM for instructions, a RAM for data.
    Harvard,
    /// One RAM for both.
    #[default]
    VonNeumann,
}

impl Organisation {
    pub const ALL: [Organisation; 2] = [Organisation::Harvard, Organisation::VonNeumann];

    pub const fn name(self) -> &'static str {
        match self {
            Organisation::Harvard => "harvard",
            Organisation::VonNeumann => "von-neumann",
        }
    }
}

impl fmt::Display for Organisation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Organisation {
    type Err = String;

    fn from_str(text: &str) -> Result<Organisation, String> {
        Organisation::ALL
            .into_iter()
            .find(|organisation| organisation.name() == text)
            .ok_or_else(|| format!("no memory organisation {text:?}: harvard or von-neumann"))
    }
}

/// 256 bytes, or two times 256.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Memory {
    bytes: [u8; 512],
    organisation: Organisation,
}

impl Memory {
    /// Two memories; bytes beyond the given are zero, bytes beyond 256 are left out.
    pub fn harvard(code: &[u8], data: &[u8]) -> Memory {
        let mut memory = Memory {
            bytes: [0; 512],
            organisation: Organisation::Harvard,
        };
        memory.load(Space::Instruction, code);
        memory.load(Space::Data, data);
        memory
    }

    /// One memory for both spaces.
    pub fn von_neumann(bytes: &[u8]) -> Memory {
        let mut memory = Memory {
            bytes: [0; 512],
            organisation: Organisation::VonNeumann,
        };
        memory.load(Space::Instruction, bytes);
        memory
    }

    pub fn organisation(&self) -> Organisation {
        self.organisation
    }

    /// Puts bytes at the start of a space.
    pub fn load(&mut self, space: Space, bytes: &[u8]) {
        let count = bytes.len().min(256);
        self.space_mut(space)[..count].copy_from_slice(&bytes[..count]);
    }

    pub fn space(&self, space: Space) -> &[u8; 256] {
        let start = self.index(space, 0);
        self.bytes[start..]
            .first_chunk()
            .expect("both starts leave 256 bytes")
    }

    pub(crate) fn space_mut(&mut self, space: Space) -> &mut [u8; 256] {
        let start = self.index(space, 0);
        self.bytes[start..]
            .first_chunk_mut()
            .expect("both starts leave 256 bytes")
    }

    pub fn get(&self, space: Space, address: u8) -> u8 {
        self.bytes[self.index(space, address)]
    }

    /// Sets a byte from outside, even one that the processor could not write.
    pub fn set(&mut self, space: Space, address: u8, value: u8) {
        let index = self.index(space, address);
        self.bytes[index] = value;
    }

    /// The spaces that are separate memories: two, or one under the name of data space.
    pub fn spaces(&self) -> &'static [Space] {
        match self.organisation {
            Organisation::Harvard => &[Space::Instruction, Space::Data],
            Organisation::VonNeumann => &[Space::Data],
        }
    }

    #[inline]
    fn index(&self, space: Space, address: u8) -> usize {
        let apart = space == Space::Data && self.organisation == Organisation::Harvard;
        usize::from(apart) << 8 | usize::from(address)
    }
}

impl fmt::Debug for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Memory({})", self.organisation)
    }
}

impl Bus for Memory {
    #[inline]
    fn read(&mut self, space: Space, address: u8) -> u8 {
        self.get(space, address)
    }

    #[inline]
    fn write(&mut self, address: u8, value: u8) {
        self.set(Space::Data, address, value);
    }

    fn is_silent(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn harvard_keeps_the_spaces_apart_and_von_neumann_does_not() {
        let mut harvard = Memory::harvard(&[1], &[2; 300]);
        harvard.write(0, 9);
        assert_eq!(harvard.read(Space::Instruction, 0), 1);
        assert_eq!(harvard.read(Space::Data, 0), 9);
        assert_eq!(harvard.space(Space::Data)[255], 2);
        let mut one = Memory::von_neumann(&[1]);
        one.write(0, 9);
        assert_eq!(one.read(Space::Instruction, 0), 9);
    }
}

//! The bytes of a table, wherever they come from.

use memmap2::{Mmap, MmapMut, MmapOptions};

use super::file::HEADER;

/// Bytes a table can read from: a vector or a read-only memory map.
#[derive(Debug)]
pub enum Bytes {
    Vector(Vec<u8>),
    Map(Mmap),
}

impl Bytes {
    #[inline]
    pub fn as_slice(&self) -> &[u8] {
        match self {
            Bytes::Vector(bytes) => bytes,
            Bytes::Map(bytes) => bytes,
        }
    }
}

impl From<Vec<u8>> for Bytes {
    fn from(bytes: Vec<u8>) -> Bytes {
        Bytes::Vector(bytes)
    }
}

impl From<Mmap> for Bytes {
    fn from(bytes: Mmap) -> Bytes {
        Bytes::Map(bytes)
    }
}

/// Zeroed memory to build a table in; on large pages where the system has them, since neither building nor looking up is
/// kind to the address cache. Its bytes are as far from the beginning of a page as they will be in a file, behind the
/// header: a writer can then hand whole pages to the disk.
#[derive(Debug)]
pub struct Memory(MmapMut);

impl Memory {
    /// `None` if there is not so much memory.
    pub fn zeroed(size: usize) -> Option<Memory> {
        let map = MmapOptions::new().len(HEADER + size).map_anon().ok()?;
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        Some(Memory(map))
    }

    pub fn as_slice(&self) -> &[u8] {
        &self.0[HEADER..]
    }

    pub fn as_mut_slice(&mut self) -> &mut [u8] {
        &mut self.0[HEADER..]
    }

    pub fn freeze(self) -> Option<Bytes> {
        self.0.make_read_only().ok().map(Bytes::Map)
    }
}

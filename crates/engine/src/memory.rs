//! Memory for tables that are read at random: zeroed, aligned, on huge pages where the system has them, and prefetched.
//!
//! Where there is no memory map, in a browser, it is plain memory. The only place of the engine that needs `unsafe`: a
//! prefetch has no safe form, and neither has viewing mapped bytes as atomic words.
#![allow(unsafe_code)]

pub(crate) use mapped::Words;
pub use mapped::{Bytes, Zeroed};

/// Prefetches the cache line at an address. Any address will do.
#[inline(always)]
pub(crate) fn prefetch<T>(address: *const T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a prefetch of any address only affects speed.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(address.cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = address;
}

#[cfg(not(target_family = "wasm"))]
mod mapped {
    use std::io;
    use std::sync::atomic::AtomicU64;

    use memmap2::{Mmap, MmapMut};

    fn map(bytes: usize) -> io::Result<MmapMut> {
        let map = MmapMut::map_anon(bytes.max(1))?;
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage); // a kernel without huge pages is only slower
        Ok(map)
    }

    /// Zeroed atomic words on huge pages.
    pub(crate) struct Words {
        map: MmapMut,
        len: usize,
    }

    impl Words {
        /// `len` words, all zero. Memory is only allocated when it is first written.
        pub(crate) fn zeroed(len: usize) -> io::Result<Words> {
            let map = map(len * size_of::<AtomicU64>())?;
            Ok(Words { map, len })
        }

        #[inline]
        pub fn as_slice(&self) -> &[AtomicU64] {
            // SAFETY: the mapping is page-aligned, at least `len` words long, lives as long as `self`, holds initialised
            // bytes (any bytes are a valid AtomicU64) and is only ever reached through these atomics.
            unsafe { std::slice::from_raw_parts(self.map.as_ptr().cast::<AtomicU64>(), self.len) }
        }
    }

    /// Zeroed bytes that begin with a page.
    #[derive(Debug)]
    pub struct Zeroed(MmapMut);

    impl Zeroed {
        /// `None` if there is not this much memory.
        pub fn new(len: usize) -> Option<Zeroed> {
            map(len).ok().map(Zeroed)
        }

        pub fn as_slice(&self) -> &[u8] {
            &self.0
        }

        pub(crate) fn as_mut_slice(&mut self) -> &mut [u8] {
            &mut self.0
        }

        pub(crate) fn freeze(self) -> Option<Bytes> {
            self.0.make_read_only().ok().map(Bytes::Map)
        }
    }

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

    impl From<Mmap> for Bytes {
        fn from(bytes: Mmap) -> Bytes {
            Bytes::Map(bytes)
        }
    }
}

#[cfg(target_family = "wasm")]
mod mapped {
    use std::io;
    use std::sync::atomic::AtomicU64;

    pub(crate) struct Words(Vec<AtomicU64>);

    impl Words {
        pub(crate) fn zeroed(len: usize) -> io::Result<Words> {
            let mut words = Vec::new();
            let room = words.try_reserve_exact(len);
            room.map_err(|_| io::ErrorKind::OutOfMemory)?;
            words.resize_with(len, AtomicU64::default);
            Ok(Words(words))
        }

        #[inline]
        pub fn as_slice(&self) -> &[AtomicU64] {
            &self.0
        }
    }

    #[derive(Debug)]
    pub struct Zeroed(Vec<u8>);

    impl Zeroed {
        pub fn new(len: usize) -> Option<Zeroed> {
            let mut bytes = Vec::new();
            bytes.try_reserve_exact(len).ok()?;
            bytes.resize(len, 0);
            Some(Zeroed(bytes))
        }

        pub fn as_slice(&self) -> &[u8] {
            &self.0
        }

        pub(crate) fn as_mut_slice(&mut self) -> &mut [u8] {
            &mut self.0
        }

        pub(crate) fn freeze(self) -> Option<Bytes> {
            Some(Bytes::Vector(self.0))
        }
    }

    /// Bytes a table can read from.
    #[derive(Debug)]
    pub enum Bytes {
        Vector(Vec<u8>),
    }

    impl Bytes {
        #[inline]
        pub fn as_slice(&self) -> &[u8] {
            let Bytes::Vector(bytes) = self;
            bytes
        }
    }
}

impl From<Vec<u8>> for Bytes {
    fn from(bytes: Vec<u8>) -> Bytes {
        Bytes::Vector(bytes)
    }
}

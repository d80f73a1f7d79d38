//! Memory for tables that are read at random: zeroed, cache-line aligned, on huge pages where the system has them, and
//! prefetched. The only place of the search that needs `unsafe`: a prefetch has no safe form, and neither has looking at
//! mapped bytes as atomic words.
#![allow(unsafe_code)]

use std::io;
use std::sync::atomic::AtomicU64;

use memmap2::MmapMut;

/// Zeroed atomic words on huge pages.
pub struct Words {
    map: MmapMut,
    len: usize,
}

impl Words {
    /// `len` words, all zero. The memory is only taken when it is first written.
    pub fn zeroed(len: usize) -> io::Result<Words> {
        let map = MmapMut::map_anon(len.max(1) * size_of::<AtomicU64>())?;
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage); // a kernel without huge pages is only slower
        Ok(Words { map, len })
    }

    #[inline]
    #[must_use]
    pub fn as_slice(&self) -> &[AtomicU64] {
        // SAFETY: the mapping is page-aligned, at least `len` words long, lives as long as `self`, holds initialised
        // bytes (any bytes are a valid AtomicU64) and is only ever reached through these atomics.
        unsafe { std::slice::from_raw_parts(self.map.as_ptr().cast::<AtomicU64>(), self.len) }
    }
}

/// Asks for the cache line of `value` before it is needed.
#[inline(always)]
pub fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a prefetch of any address has no effect but on speed.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}

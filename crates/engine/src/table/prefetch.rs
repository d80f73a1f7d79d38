//! Asking the processor to fetch a byte before it is read.
//!
//! `unsafe` because the instruction has no safe name; it reads nothing, faults on nothing and takes any address. Without
//! it a search waits for main memory at every lookup instead of once for all children.
#![allow(unsafe_code)]

#[inline(always)]
pub fn prefetch(bytes: &[u8], index: usize) {
    let address = bytes.as_ptr().wrapping_add(index);
    #[cfg(target_arch = "x86_64")]
    // SAFETY: prefetching has no effect that a program can see, whatever the address.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(address.cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = address;
}

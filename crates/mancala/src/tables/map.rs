//! Mapping a table into memory.
//!
//! `unsafe` because there is no guarantee that no other program cuts the file off or writes to it meanwhile. Tables are never
//! written in place: a finished one was renamed to its name, and only a new file ever takes that name. The gain is that a
//! table of gigabytes is there at once and shared between programs.
#![allow(unsafe_code)]

use std::fs::File;
use std::io;
use std::path::Path;

use memmap2::Mmap;

pub fn map(path: &Path) -> io::Result<Mmap> {
    let file = File::open(path)?;
    if !file.metadata()?.is_file() {
        return Err(io::Error::other("this is not a file"));
    }
    // SAFETY: see above; a file that is changed while it is mapped breaks the promise its folder makes.
    unsafe { Mmap::map(&file) }
}

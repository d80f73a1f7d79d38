//! Mapping a table into memory.
//!
//! `unsafe` because there is no guarantee that no other program truncates the file or writes to it meanwhile. Tables are never
//! written in place: a finished one was renamed to its name, and only a new file ever takes that name. The gain is that a
//! table of gigabytes is available at once and shared between programs.
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
    // SAFETY: see above; changing a file while it is mapped breaks the rules of its folder.
    unsafe { Mmap::map(&file) }
}

//! The file of a table that is being built, read and written past the page cache where that pays.
//!
//! Data in the page cache takes room in memory a second time, and on a virtual machine getting fresh memory costs
//! more than building its contents. A table of 30 seeds would need 22 GB instead of 11. So large layers go straight
//! between the memory they are built in and the disk. The system demands that both places are aligned alike: [`Builder`] stores
//! layers in memory at the same distance from a page as in the file, and the ends of a layer, which share their pages with
//! its neighbours, go through the cache.
//!
//! ```text
//!   pages     |        |        |        |        |        |
//!   layers  ...  layer  |            layer           |  layer ...
//!                  cache     straight (whole pages)   cache
//! ```
//!
//! [`Builder`]: engine::table::Builder

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::Path;

/// What places in memory and in the file have to be multiples of.
const PAGE: usize = 4096;
/// Smaller layers go through the cache: it is as fast, and the next reader of the table finds them there.
const LARGE: usize = 16 << 20;
/// Bytes read or written at once.
const PIECE: usize = 16 << 20;

/// A file with two ways to its bytes.
pub struct Disk {
    cached: File,
    /// `None` where the system has no such way.
    straight: Option<File>,
}

impl Disk {
    /// Opens a file for reading and writing, creating it if necessary.
    pub fn open(path: &Path) -> io::Result<Disk> {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let cached = options.open(path)?;
        Ok(Disk {
            cached,
            straight: open_straight(path, true),
        })
    }

    /// Opens a file to be read.
    pub fn open_to_read(path: &Path) -> io::Result<Disk> {
        Ok(Disk {
            cached: File::open(path)?,
            straight: open_straight(path, false),
        })
    }

    /// The file, for all but its layers.
    pub fn file(&mut self) -> &mut File {
        &mut self.cached
    }

    pub fn read(&mut self, offset: u64, bytes: &mut [u8]) -> io::Result<()> {
        let pages = whole_pages(bytes, offset);
        let done = match &mut self.straight {
            Some(file) => read_straight(file, offset, pages, bytes),
            None => 0..0,
        };
        for part in [0..done.start, done.end..bytes.len()] {
            self.cached
                .seek(SeekFrom::Start(offset + part.start as u64))?;
            self.cached.read_exact(&mut bytes[part])?;
        }
        Ok(())
    }

    pub fn write(&mut self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        let pages = whole_pages(bytes, offset);
        let done = match &mut self.straight {
            Some(file) => write_straight(file, offset, pages, bytes),
            None => 0..0,
        };
        for part in [0..done.start, done.end..bytes.len()] {
            self.cached
                .seek(SeekFrom::Start(offset + part.start as u64))?;
            self.cached.write_all(&bytes[part])?;
        }
        Ok(())
    }
}

#[cfg(target_os = "linux")]
fn open_straight(path: &Path, write: bool) -> Option<File> {
    use std::os::unix::fs::OpenOptionsExt;
    let mut options = OpenOptions::new();
    options
        .read(true)
        .write(write)
        .custom_flags(libc::O_DIRECT)
        .open(path)
        .ok()
}

#[cfg(not(target_os = "linux"))]
fn open_straight(_path: &Path, _write: bool) -> Option<File> {
    None
}

/// The whole pages of a large layer, if memory and file agree where pages begin.
fn whole_pages(bytes: &[u8], offset: u64) -> Range<usize> {
    let within = (offset % PAGE as u64) as usize;
    let start = (PAGE - within) % PAGE;
    if bytes.len() < LARGE || bytes.as_ptr().addr() % PAGE != within {
        return 0..0;
    }
    start..start + (bytes.len() - start) / PAGE * PAGE
}

/// Reads as many of these pages as it can. The rest is left to the cache, which also reports the true error.
fn read_straight(
    file: &mut File,
    offset: u64,
    pages: Range<usize>,
    bytes: &mut [u8],
) -> Range<usize> {
    for piece in pieces(pages.clone()) {
        let there = file.seek(SeekFrom::Start(offset + piece.start as u64));
        if there.is_err() || file.read_exact(&mut bytes[piece.clone()]).is_err() {
            return pages.start..piece.start;
        }
    }
    pages
}

fn write_straight(file: &mut File, offset: u64, pages: Range<usize>, bytes: &[u8]) -> Range<usize> {
    for piece in pieces(pages.clone()) {
        let there = file.seek(SeekFrom::Start(offset + piece.start as u64));
        if there.is_err() || file.write_all(&bytes[piece.clone()]).is_err() {
            return pages.start..piece.start;
        }
    }
    pages
}

fn pieces(pages: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let end = pages.end;
    pages
        .step_by(PIECE)
        .map(move |start| start..(start + PIECE).min(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bytes that begin so far behind a page.
    fn at(within: usize, len: usize, memory: &mut Vec<u8>) -> &mut [u8] {
        memory.resize(len + 2 * PAGE, 0);
        let start = (PAGE - memory.as_ptr().addr() % PAGE) % PAGE + within;
        &mut memory[start..start + len]
    }

    #[test]
    fn what_is_written_is_read_back_whatever_the_places() {
        let folder = tempfile::tempdir().unwrap();
        let len = LARGE + PIECE + 12_345;
        for (in_memory, in_file) in [(512, 512), (0, 0), (512, 513), (100, 8292)] {
            let path = folder.path().join(format!("{in_memory}-{in_file}"));
            let mut memory = Vec::new();
            let bytes = at(in_memory, len, &mut memory);
            for (i, byte) in bytes.iter_mut().enumerate() {
                *byte = ((i * 31) >> 7) as u8;
            }
            let mut disk = Disk::open(&path).unwrap();
            disk.write(in_file, bytes).unwrap();
            let written = std::fs::read(&path).unwrap();
            assert!(written[in_file as usize..] == *bytes);

            let mut memory = Vec::new();
            let back = at(in_memory, len, &mut memory);
            let mut disk = Disk::open_to_read(&path).unwrap();
            disk.read(in_file, back).unwrap();
            assert!(written[in_file as usize..] == *back);
            assert!(disk.read(in_file + 1, back).is_err(), "beyond the end");
        }
    }

    #[test]
    fn only_whole_pages_of_large_layers_go_straight() {
        let mut memory = Vec::new();
        let bytes = at(512, LARGE, &mut memory);
        assert_eq!(whole_pages(bytes, 512), 3584..3584 + LARGE - PAGE);
        assert_eq!(whole_pages(bytes, 4096 + 512).start, 3584);
        assert_eq!(whole_pages(bytes, 576), 0..0);
        assert_eq!(whole_pages(&bytes[..LARGE - 1], 512), 0..0);
    }
}

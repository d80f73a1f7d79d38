//! A zip archive of a folder: what Windows opens without further programs.

use std::fs;
use std::io::{Cursor, Write};
use std::path::Path;

use anyhow::{Context, Result};
use flate2::write::DeflateEncoder;
use flate2::{Compression, Crc};

/// 1 January 1980, the first day the format knows: the same files make the same archive.
const DATE: u16 = 1 << 5 | 1;
/// Needs deflate; names are UTF-8; deflated.
const VERSION: u16 = 20;
const UTF8: u16 = 1 << 11;
const DEFLATED: u16 = 8;

/// Writes everything below `root/name` into an archive, with `name/` before each.
pub fn write(archive: &Path, root: &Path, name: &str) -> Result<()> {
    let mut names = Vec::new();
    list(root, name, &mut names)?;
    names.sort();
    let mut out = Cursor::new(Vec::new());
    let mut directory = Vec::new();
    for name in &names {
        let entry = Entry::new(name, &fs::read(root.join(name))?, out.position())?;
        out.write_all(&0x0403_4b50_u32.to_le_bytes())?;
        out.write_all(&entry.header())?;
        out.write_all(name.as_bytes())?;
        out.write_all(&entry.data)?;
        directory.extend(entry.in_directory());
    }
    let start = u32::try_from(out.position())?;
    out.write_all(&directory)?;
    out.write_all(&end(
        u16::try_from(names.len())?,
        u32::try_from(directory.len())?,
        start,
    ))?;
    fs::write(archive, out.into_inner())
        .with_context(|| format!("cannot write {}", archive.display()))
}

fn list(root: &Path, name: &str, names: &mut Vec<String>) -> Result<()> {
    for entry in fs::read_dir(root.join(name))? {
        let entry = entry?;
        let name = format!("{name}/{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            list(root, &name, names)?;
        } else {
            names.push(name);
        }
    }
    Ok(())
}

struct Entry<'n> {
    name: &'n str,
    checksum: u32,
    length: u32,
    data: Vec<u8>,
    start: u32,
}

impl Entry<'_> {
    fn new<'n>(name: &'n str, contents: &[u8], start: u64) -> Result<Entry<'n>> {
        let mut checksum = Crc::new();
        checksum.update(contents);
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(contents)?;
        Ok(Entry {
            name,
            checksum: checksum.sum(),
            length: u32::try_from(contents.len())?,
            data: encoder.finish()?,
            start: u32::try_from(start)?,
        })
    }

    /// What the header before the data and the entry of the directory share.
    fn header(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for word in [VERSION, UTF8, DEFLATED, 0, DATE] {
            bytes.extend(word.to_le_bytes());
        }
        for long in [self.checksum, self.data.len() as u32, self.length] {
            bytes.extend(long.to_le_bytes());
        }
        for word in [self.name.len() as u16, 0] {
            bytes.extend(word.to_le_bytes());
        }
        bytes
    }

    fn in_directory(&self) -> Vec<u8> {
        let mut bytes = 0x0201_4b50_u32.to_le_bytes().to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(self.header());
        bytes.extend([0; 10]);
        bytes.extend(self.start.to_le_bytes());
        bytes.extend(self.name.as_bytes());
        bytes
    }
}

fn end(entries: u16, length: u32, start: u32) -> Vec<u8> {
    let mut bytes = 0x0605_4b50_u32.to_le_bytes().to_vec();
    for word in [0, 0, entries, entries] {
        bytes.extend(word.to_le_bytes());
    }
    bytes.extend(length.to_le_bytes());
    bytes.extend(start.to_le_bytes());
    bytes.extend([0; 2]);
    bytes
}

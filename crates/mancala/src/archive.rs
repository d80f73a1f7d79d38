//! Zip archives, as learning platforms hand out what was handed in. Nothing is unpacked to the disk: `files` reads what is in them.
//!
//! ```text
//!   local header, data │ local header, data │ ... │ central directory: a header per file │ end: where the directory is
//! ```

use std::collections::BTreeSet;
use std::io::{self, Read};

use flate2::Crc;
use flate2::read::DeflateDecoder;

const END: &[u8] = b"PK\x05\x06";
const CENTRAL: &[u8] = b"PK\x01\x02";
const LOCAL: &[u8] = b"PK\x03\x04";
/// The end may have a comment of this many bytes behind it.
const LONGEST_COMMENT: usize = 0xffff;
const STORED: u16 = 0;
const DEFLATED: u16 = 8;
/// A bit of the flags: the data needs a password.
const ENCRYPTED: u16 = 1;

/// An archive that was read.
pub struct Archive {
    bytes: Vec<u8>,
    files: Vec<Entry>,
}

struct Entry {
    /// With `/` between folders.
    name: String,
    flags: u16,
    method: u16,
    crc: u32,
    packed: usize,
    header: usize,
}

impl Archive {
    pub fn new(bytes: Vec<u8>) -> io::Result<Archive> {
        let files = directory(&bytes).ok_or_else(|| invalid("it is not a whole zip archive"))?;
        Ok(Archive { bytes, files })
    }

    pub fn has_file(&self, name: &str) -> bool {
        self.files.iter().any(|file| file.name == name)
    }

    /// What lies in a folder of it, by name; the archive itself is the folder without a name.
    pub fn names_in(&self, folder: &str) -> BTreeSet<&str> {
        let inside = |file: &'_ Entry| -> Option<usize> {
            let rest = match folder {
                "" => file.name.as_str(),
                _ => file.name.strip_prefix(folder)?.strip_prefix('/')?,
            };
            Some(file.name.len() - rest.len())
        };
        let rests = self.files.iter().filter_map(|file| {
            let start = inside(file)?;
            file.name[start..].split('/').next()
        });
        rests.collect()
    }

    /// The contents of a file in it, unless they are longer than this.
    pub fn contents(&self, name: &str, most: u64) -> io::Result<Vec<u8>> {
        let file = self.files.iter().find(|file| file.name == name);
        let file = file.ok_or(io::ErrorKind::NotFound)?;
        if file.flags & ENCRYPTED != 0 {
            return Err(invalid("the archive has a password; pack it without one"));
        }
        let data = self
            .packed(file)
            .ok_or_else(|| invalid("the archive is damaged"))?;
        let mut contents = Vec::new();
        match file.method {
            STORED => contents.extend_from_slice(data),
            DEFLATED => {
                let mut unpacked = DeflateDecoder::new(data).take(most + 1);
                unpacked.read_to_end(&mut contents)?;
            }
            other => {
                return Err(invalid(&format!(
                    "it is packed by method {other}, which is not known here; pack it as a plain zip archive"
                )));
            }
        }
        if contents.len() as u64 > most {
            return Err(invalid(&format!(
                "it is larger than {} MB unpacked",
                most >> 20
            )));
        }
        let mut crc = Crc::new();
        crc.update(&contents);
        match crc.sum() == file.crc {
            true => Ok(contents),
            false => Err(invalid("the archive is damaged")),
        }
    }

    fn packed(&self, file: &Entry) -> Option<&[u8]> {
        let header = self.bytes.get(file.header..)?;
        let names = usize::from(u16_at(header, 26)?) + usize::from(u16_at(header, 28)?);
        let data = header.strip_prefix(LOCAL)?.get(26 + names..)?;
        data.get(..file.packed)
    }
}

fn invalid(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why)
}

/// The files that the central directory names.
fn directory(bytes: &[u8]) -> Option<Vec<Entry>> {
    let last = bytes.len().checked_sub(22)?;
    let mut ends = (last.saturating_sub(LONGEST_COMMENT)..=last).rev();
    let end = ends.find(|&at| bytes[at..].starts_with(END))?;
    let count = u16_at(bytes, end + 10)?;
    let size = u32_at(bytes, end + 12)? as usize;
    let start = end.checked_sub(size)?;
    // What lies before the archive moves all of it.
    let moved = start.checked_sub(u32_at(bytes, end + 16)? as usize)?;
    let mut at = start;
    let mut files = Vec::new();
    for _ in 0..count {
        let header = bytes.get(at..end)?;
        header.strip_prefix(CENTRAL)?;
        let [name, extra, comment] = [28, 30, 32].map(|at| u16_at(header, at).map(usize::from));
        let name = header.get(46..46 + name?)?;
        at += 46 + name.len() + extra? + comment?;
        let name = text(name).replace('\\', "/");
        let is_plain = |part: &str| !matches!(part, "" | "." | "..");
        // Folders end with a slash; a name that leads out of the archive is no name.
        if name.split('/').all(is_plain) {
            files.push(Entry {
                name,
                flags: u16_at(header, 8)?,
                method: u16_at(header, 10)?,
                crc: u32_at(header, 16)?,
                packed: u32_at(header, 20)? as usize,
                header: moved.checked_add(u32_at(header, 42)? as usize)?,
            });
        }
    }
    Some(files)
}

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    let field = bytes.get(at..at + 2)?.try_into().ok()?;
    Some(u16::from_le_bytes(field))
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    let field = bytes.get(at..at + 4)?.try_into().ok()?;
    Some(u32::from_le_bytes(field))
}

/// A name in UTF-8, or as Windows in Russian writes it: in code page 866.
fn text(name: &[u8]) -> String {
    let letter = |byte: u8| {
        let code = match byte {
            0..0x80 => u32::from(byte),
            0x80..0xb0 => 0x410 + u32::from(byte - 0x80),
            0xe0..0xf0 => 0x440 + u32::from(byte - 0xe0),
            0xf0 => 0x401,
            0xf1 => 0x451,
            _ => 0xfffd,
        };
        char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)
    };
    match std::str::from_utf8(name) {
        Ok(name) => name.to_owned(),
        Err(_) => name.iter().copied().map(letter).collect(),
    }
}

#[cfg(test)]
pub mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::DeflateEncoder;

    use super::*;

    /// An archive of these files, each packed if that is wanted.
    pub fn packed(files: &[(&[u8], &[u8], bool)]) -> Vec<u8> {
        let (mut bytes, mut central) = (Vec::new(), Vec::new());
        for &(name, contents, deflates) in files {
            let mut crc = Crc::new();
            crc.update(contents);
            let data = match deflates {
                false => contents.to_vec(),
                true => {
                    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
                    encoder.write_all(contents).unwrap();
                    encoder.finish().unwrap()
                }
            };
            let at = bytes.len() as u32;
            let mut fields = vec![20, 0, if deflates { DEFLATED } else { STORED }, 0, 0];
            fields.extend([crc.sum() as u16, (crc.sum() >> 16) as u16]);
            fields.extend([data.len() as u16, (data.len() >> 16) as u16]);
            fields.extend([contents.len() as u16, (contents.len() >> 16) as u16]);
            fields.extend([name.len() as u16, 0]);
            let header: Vec<u8> = fields
                .iter()
                .flat_map(|field| field.to_le_bytes())
                .collect();
            bytes.extend([LOCAL, &header, name, &data].concat());
            let place = [&[0; 10][..], &at.to_le_bytes()].concat();
            central.extend([CENTRAL, &[20, 0], &header, &place, name].concat());
        }
        let count = (files.len() as u16).to_le_bytes();
        let size = (central.len() as u32).to_le_bytes();
        let start = (bytes.len() as u32).to_le_bytes();
        let end = [END, &[0; 4], &count, &count, &size, &start, &[0, 0]].concat();
        [bytes, central, end].concat()
    }

    const FILES: &[(&[u8], &[u8], bool)] = &[
        (b"anna/", b"", false),
        (b"anna/console.circ", b"<project/>", false),
        (b"anna\\lib\\cdm8.circ", &[7; 5000], true),
        (b"\x8f\xa0\xad\xa5\xab\xec.toml", b"[south]", true),
        (b"../outside", b"x", false),
    ];

    #[test]
    fn files_are_found_by_name_whatever_packed_them() {
        for before in [&b""[..], b"a program that unpacks itself"] {
            let archive = Archive::new([before, &packed(FILES)].concat()).unwrap();
            let names = |folder| Vec::from_iter(archive.names_in(folder));
            assert_eq!(names(""), ["anna", "Панель.toml"]);
            assert_eq!(names("anna"), ["console.circ", "lib"]);
            assert_eq!(names("anna/lib"), ["cdm8.circ"]);
            assert_eq!(names("ann"), Vec::<&str>::new());
            assert!(archive.has_file("anna/console.circ") && !archive.has_file("anna"));
            let contents = |name| archive.contents(name, 5000).unwrap();
            assert_eq!(contents("anna/console.circ"), b"<project/>");
            assert_eq!(contents("anna/lib/cdm8.circ"), [7; 5000]);
            assert_eq!(contents("Панель.toml"), b"[south]");
            let missing = archive.contents("anna/none", 5000).unwrap_err();
            assert_eq!(missing.kind(), io::ErrorKind::NotFound);
        }
    }

    #[test]
    fn what_cannot_be_read_is_said() {
        let told = |bytes: Vec<u8>, most: u64| match Archive::new(bytes) {
            Ok(archive) => archive.contents("anna/lib/cdm8.circ", most).map(|_| ()),
            Err(error) => Err(error),
        };
        let told = |bytes, most| told(bytes, most).unwrap_err().to_string();
        let whole = packed(FILES);
        assert_eq!(
            told(b"<project/>".to_vec(), 9),
            "it is not a whole zip archive"
        );
        assert_eq!(
            told(whole[..whole.len() - 30].to_vec(), 9),
            "it is not a whole zip archive"
        );
        assert_eq!(told(whole.clone(), 4999), "it is larger than 0 MB unpacked");
        let central = whole.windows(4).rposition(|at| at == CENTRAL).unwrap();
        let third = whole[..central - 1]
            .windows(4)
            .rposition(|at| at == CENTRAL)
            .unwrap();
        let third = whole[..third - 1]
            .windows(4)
            .rposition(|at| at == CENTRAL)
            .unwrap();
        let changed = |at: usize, byte: u8| {
            let mut bytes = whole.clone();
            bytes[third + at] = byte;
            told(bytes, 5000)
        };
        assert_eq!(
            changed(8, 1),
            "the archive has a password; pack it without one"
        );
        assert!(changed(10, 14).contains("packed by method 14"));
        assert_eq!(changed(16, 0), "the archive is damaged");
        assert_eq!(changed(44, 1), "the archive is damaged");
    }

    /// Any bytes give an archive or an error, and so does every file in it.
    #[test]
    fn damage_is_an_error_at_worst() {
        let whole = packed(FILES);
        for at in 0..whole.len() {
            for byte in [0, 1, 0x7f, 0xff] {
                let mut bytes = whole.clone();
                bytes[at] = byte;
                let Ok(archive) = Archive::new(bytes) else {
                    continue;
                };
                for file in &archive.files {
                    let _ = archive.contents(&file.name, 10_000);
                }
            }
        }
    }
}

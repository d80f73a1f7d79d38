//! The file format of a table.
//!
//! ```text
//!   offset  0   "KALAHTAB"
//!           8   format version                     little-endian, as all numbers here
//!          12   pits | capture | end | seeds       one byte each; capture is 3 more where seeds are lifted one by one
//!          16   layers finished                    from layer 0 on; all of them in a table that can be used
//!          24   size of the whole file
//!         32   checksum of layer 0, layer 1, ...  0 for those that are missing
//!         504   checksum of the 504 bytes before
//!         512   layer 0, layer 1, ...              see `layout`
//! ```
//!
//! The layers of a smaller table are the first of a larger one, byte for byte. A file that is being built differs from a
//! finished one in the number of its layers alone, which is why one that was interrupted can be continued.

use std::ops::Range;
use std::sync::Mutex;

use kalah::End;
use thiserror::Error;

use super::layout::Layout;
use super::row::{MAX_SEEDS, PITS};
use super::{Table, Variant, capture_from_byte, capture_to_byte};
use crate::memory::Bytes;
use crate::threads;

/// The bytes before the first layer.
pub const HEADER: usize = 512;
/// The version this program writes, and the newest it reads.
pub(crate) const VERSION: u32 = 1;

const MAGIC: &[u8; 8] = b"KALAHTAB";
const CHECKSUMS: usize = 32;
const OWN_CHECKSUM: usize = HEADER - 8;

/// Why a file is not a valid table.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum FileError {
    #[error("this is not an endgame table")]
    Foreign,
    #[error(
        "this table has format version {0}, and this program knows only versions up to {VERSION}: use a newer program, or build the table again"
    )]
    Newer(u32),
    #[error("the table is cut off: it has {found} bytes and should have {expected}")]
    CutOff { expected: u64, found: u64 },
    #[error("the table has {found} bytes and should have {expected}: something was added to it")]
    TooLong { expected: u64, found: u64 },
    #[error("the table is unfinished: it has {finished} of {seeds} layers")]
    Unfinished { finished: usize, seeds: usize },
    #[error("the head of the table is damaged")]
    DamagedHeader,
    #[error("the table is damaged: layer {0} does not have the checksum it should have")]
    DamagedLayer(usize),
    #[error("the table is for other rules: {found}, not {wanted}")]
    OtherRules { found: Variant, wanted: Variant },
}

/// The header of a file.
#[derive(Clone, Debug)]
pub struct Header {
    variant: Variant,
    layout: Layout,
    /// The number of finished layers, from layer 0 on.
    checksums: Vec<u64>,
}

impl Header {
    /// The header of a file without any layer.
    ///
    /// # Panics
    /// If there are more than [`MAX_SEEDS`] seeds.
    #[must_use]
    pub fn new(variant: Variant, seeds: usize) -> Header {
        Header {
            variant,
            layout: Layout::new(seeds, variant.end),
            checksums: Vec::new(),
        }
    }

    #[must_use]
    pub fn variant(&self) -> Variant {
        self.variant
    }

    #[must_use]
    pub fn seeds(&self) -> usize {
        self.layout.seeds()
    }

    /// The positions that have a meaningful entry.
    #[must_use]
    pub fn entries(&self) -> u64 {
        self.layout.entries()
    }

    /// The same for one layer.
    ///
    /// # Panics
    /// If there is no such layer.
    #[must_use]
    pub fn entries_in(&self, layer: usize) -> u64 {
        self.layout.entries_in(layer)
    }

    /// The finished layers, layer 0 included.
    #[must_use]
    pub fn layers(&self) -> usize {
        self.checksums.len()
    }

    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.layers() == self.seeds() + 1
    }

    /// The size of the file once it is finished.
    #[must_use]
    pub fn file_size(&self) -> u64 {
        (HEADER + self.layout.size()) as u64
    }

    /// Where in the file a layer is.
    ///
    /// # Panics
    /// If there is no such layer.
    #[must_use]
    pub fn layer_range(&self, layer: usize) -> Range<u64> {
        let range = self.layout.layer(layer);
        (HEADER + range.start) as u64..(HEADER + range.end) as u64
    }

    /// Records the next layer as finished.
    pub fn push_layer(&mut self, bytes: &[u8]) {
        self.checksums.push(checksum(bytes));
    }

    /// Discards all layers from this one on.
    pub fn truncate_layers(&mut self, layers: usize) {
        self.checksums.truncate(layers);
    }

    /// Whether these are the bytes of a finished layer.
    #[must_use]
    pub(crate) fn is_layer(&self, layer: usize, bytes: &[u8]) -> bool {
        self.checksums.get(layer) == Some(&checksum(bytes))
    }

    #[must_use]
    pub fn to_bytes(&self) -> [u8; HEADER] {
        let mut bytes = [0; HEADER];
        bytes[..8].copy_from_slice(MAGIC);
        bytes[8..12].copy_from_slice(&VERSION.to_le_bytes());
        bytes[12] = PITS as u8;
        bytes[13] = capture_to_byte(self.variant.capture, self.variant.lift);
        bytes[14] = self.variant.end as u8;
        bytes[15] = self.seeds() as u8;
        bytes[16..24].copy_from_slice(&(self.layers() as u64).to_le_bytes());
        bytes[24..32].copy_from_slice(&self.file_size().to_le_bytes());
        for (to, sum) in bytes[CHECKSUMS..OWN_CHECKSUM]
            .chunks_exact_mut(8)
            .zip(&self.checksums)
        {
            to.copy_from_slice(&sum.to_le_bytes());
        }
        let own = checksum(&bytes[..OWN_CHECKSUM]);
        bytes[OWN_CHECKSUM..].copy_from_slice(&own.to_le_bytes());
        bytes
    }

    /// Reads the header of a file; the bytes after it are ignored.
    pub fn from_bytes(bytes: &[u8]) -> Result<Header, FileError> {
        if !bytes.starts_with(MAGIC) {
            return Err(FileError::Foreign);
        }
        let Some(header) = bytes.get(..HEADER) else {
            return Err(FileError::CutOff {
                expected: HEADER as u64,
                found: bytes.len() as u64,
            });
        };
        let version = number(&header[8..12]) as u32;
        if version > VERSION {
            return Err(FileError::Newer(version));
        }
        if number(&header[OWN_CHECKSUM..]) != checksum(&header[..OWN_CHECKSUM]) {
            return Err(FileError::DamagedHeader);
        }
        Header::from_sound(header).ok_or(FileError::DamagedHeader)
    }

    fn from_sound(header: &[u8]) -> Option<Header> {
        let end = [End::Either, End::Mover];
        let (capture, lift) = capture_from_byte(header[13])?;
        let variant = Variant {
            capture,
            end: *end.get(usize::from(header[14]))?,
            lift,
        };
        let seeds = usize::from(header[15]);
        let layers = number(&header[16..24]);
        let sound = number(&header[8..12]) == u64::from(VERSION)
            && usize::from(header[12]) == PITS
            && variant == variant.rules().into()
            && (1..=MAX_SEEDS).contains(&seeds)
            && layers <= seeds as u64 + 1;
        if !sound {
            return None;
        }
        let checksums = header[CHECKSUMS..OWN_CHECKSUM].chunks_exact(8).map(number);
        let header_read = Header {
            checksums: checksums.take(layers as usize).collect(),
            ..Header::new(variant, seeds)
        };
        (header_read.file_size() == number(&header[24..32])).then_some(header_read)
    }

    /// Refuses a file that is not whole.
    pub fn check_size(&self, found: u64) -> Result<(), FileError> {
        let seeds = self.seeds();
        if !self.is_complete() {
            let finished = self.layers().saturating_sub(1);
            return Err(FileError::Unfinished { finished, seeds });
        }
        let expected = self.file_size();
        match found.cmp(&expected) {
            std::cmp::Ordering::Less => Err(FileError::CutOff { expected, found }),
            std::cmp::Ordering::Equal => Ok(()),
            std::cmp::Ordering::Greater => Err(FileError::TooLong { expected, found }),
        }
    }
}

fn number(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .rev()
        .fold(0, |number, &byte| number << 8 | u64::from(byte))
}

impl Table {
    /// The table of a file, every layer compared with its checksum.
    pub fn from_bytes(bytes: impl Into<Bytes>, threads: usize) -> Result<Table, FileError> {
        let table = Table::from_trusted_bytes(bytes)?;
        table.check_layers(threads)?;
        Ok(table)
    }

    /// The table of a file whose layers have been checked before: only its header and its size are checked.
    pub fn from_trusted_bytes(bytes: impl Into<Bytes>) -> Result<Table, FileError> {
        let bytes = bytes.into();
        let header = Header::from_bytes(bytes.as_slice())?;
        header.check_size(bytes.as_slice().len() as u64)?;
        Ok(Table {
            variant: header.variant,
            layout: header.layout,
            bytes,
            has_checksums: true,
        })
    }

    /// Refuses a table for other rules.
    pub fn expect(self, wanted: Variant) -> Result<Table, FileError> {
        let found = self.variant;
        if found == wanted {
            return Ok(self);
        }
        Err(FileError::OtherRules { found, wanted })
    }

    /// Checks every layer against its checksum. A table that was built in memory has none, and passes.
    pub(crate) fn check_layers(&self, threads: usize) -> Result<(), FileError> {
        if !self.has_checksums {
            return Ok(());
        }
        let bytes = self.bytes.as_slice();
        let header = Header::from_bytes(bytes)?;
        let damaged = Mutex::new(None);
        // The largest layers first: they take longest.
        let layers = Mutex::new((0..=self.max_seeds()).rev());
        let next = || layers.lock().expect("no thread panics").next();
        let check = || {
            while let Some(layer) = next() {
                let range = self.layout.layer(layer);
                if !header.is_layer(layer, &bytes[HEADER + range.start..HEADER + range.end]) {
                    let mut damaged = damaged.lock().expect("no thread panics");
                    *damaged = Some(damaged.map_or(layer, |other: usize| other.min(layer)));
                }
            }
        };
        threads::together(threads, check);
        let damaged = damaged.into_inner().expect("no thread panics");
        damaged.map_or(Ok(()), |layer| Err(FileError::DamagedLayer(layer)))
    }
}

/// The checksum of layers and books. It reads 32 bytes per step; every step can be undone, so no change of a single word goes
/// unnoticed.
#[must_use]
pub fn checksum(bytes: &[u8]) -> u64 {
    const ODD: [u64; 4] = [
        0x9e37_79b9_7f4a_7c15,
        0xc2b2_ae3d_27d4_eb4f,
        0x1656_67b1_9e37_79f9,
        0xd6e8_feb8_6659_fd93,
    ];
    let mut sums = ODD;
    let mut take = |step: &[u8; 32]| {
        for (i, sum) in sums.iter_mut().enumerate() {
            let word = u64::from_le_bytes(step[8 * i..8 * i + 8].try_into().expect("eight bytes"));
            *sum = (*sum ^ word).wrapping_mul(ODD[i]).rotate_left(29);
        }
    };
    let (steps, rest) = bytes.as_chunks::<32>();
    steps.iter().for_each(&mut take);
    let mut last = [0; 32];
    last[..rest.len()].copy_from_slice(rest);
    take(&last);
    let joined = sums.iter().fold(bytes.len() as u64, |joined, sum| {
        (joined ^ sum).wrapping_mul(ODD[0]).rotate_left(31)
    });
    joined ^ joined >> 32
}

#[cfg(test)]
mod tests {
    use kalah::Rules;

    use super::*;
    use crate::rng::Rng;

    #[test]
    fn a_checksum_sees_every_byte_and_the_order() {
        let bytes: Vec<u8> = (0..200).collect();
        let sum = checksum(&bytes);
        for i in 0..bytes.len() {
            let mut other = bytes.clone();
            other[i] ^= 0x10;
            assert_ne!(checksum(&other), sum, "byte {i}");
        }
        let mut swapped = bytes.clone();
        swapped.swap(3, 67);
        assert_ne!(checksum(&swapped), sum);
        assert_ne!(checksum(&bytes[..199]), sum);
        assert_ne!(checksum(&[]), checksum(&[0]));
    }

    /// Headers whose checksum is right and whose fields are arbitrary: accepted only if they are what would be written.
    #[test]
    fn a_head_of_nonsense_is_refused_even_with_a_right_checksum() {
        let mut rng = Rng::new(3);
        let sound = Header::new(Rules::default().into(), 9).to_bytes();
        let mut refused = 0;
        for _ in 0..20_000 {
            let mut bytes = sound;
            for _ in 0..=rng.below(4) {
                bytes[8 + rng.below(40)] = rng.number() as u8;
            }
            let own = checksum(&bytes[..OWN_CHECKSUM]);
            bytes[OWN_CHECKSUM..].copy_from_slice(&own.to_le_bytes());
            match Header::from_bytes(&bytes) {
                Ok(header) => assert_eq!(header.to_bytes()[..CHECKSUMS], bytes[..CHECKSUMS]),
                Err(_) => refused += 1,
            }
        }
        assert!(refused > 10_000, "{refused}");
    }

    #[test]
    fn a_header_comes_back_as_it_was() {
        let variant = Variant {
            capture: kalah::Capture::Always,
            end: End::Mover,
            lift: kalah::Lift::Each,
        };
        let mut header = Header::new(variant, 9);
        header.push_layer(&[1, 2, 3]);
        let back = Header::from_bytes(&header.to_bytes()).unwrap();
        assert_eq!(
            (back.variant(), back.seeds(), back.layers()),
            (variant, 9, 1)
        );
        assert!(back.is_layer(0, &[1, 2, 3]));
        assert!(!back.is_layer(0, &[1, 2, 4]));
        assert!(!back.is_layer(1, &[]));
    }
}

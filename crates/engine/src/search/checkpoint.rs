//! Checkpoints: the state of a long solve as bytes, so that it can resume in a later run.
//!
//! ```text
//!   "mancala checkpoint 1\n"
//!   pits, capture, end, bits of a key      a byte each
//!   length, then the position as text      2 bytes, lowest first; text
//!   lower and upper bound of the margin    4 bytes each
//!   number of entries                      8 bytes
//!   entries: mixed key | facts             7 and 3 bytes each, see `tt`
//!   checksum of all that                   8 bytes
//! ```
//!
//! The entries are those of the positions with the most seeds: they took longest to compute.

use std::io::{self, Read, Write};

use kalah::{End, Position, Rules, Setup};
use thiserror::Error;

use super::drive::Boards;
use super::tt::{Keyed, Transpositions};
use super::{Bounds, Solver};
use crate::table::capture_to_byte;

const MAGIC: &[u8] = b"mancala checkpoint 1\n";

/// Why a checkpoint cannot be used.
#[derive(Debug, Error)]
pub enum CheckpointError {
    #[error("this is not a checkpoint of format 1")]
    Magic,
    #[error("the checkpoint belongs to other rules or a larger position")]
    OtherRules,
    #[error("the checkpoint is damaged")]
    Damaged,
    #[error("the checkpoint is cut off or cannot be read: {0}")]
    Io(#[from] io::Error),
}

/// The state of a solve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    pub position: Position,
    /// The final margin of the side to move.
    pub bounds: Bounds,
}

/// Computes the checksum of bytes on their way.
struct Summed<T> {
    inner: T,
    sum: u64,
}

impl<T> Summed<T> {
    fn new(inner: T) -> Summed<T> {
        Summed {
            inner,
            sum: 0xcbf2_9ce4_8422_2325,
        }
    }

    fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.sum = (self.sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

impl<W: Write> Summed<W> {
    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.add(bytes);
        self.inner.write_all(bytes)
    }
}

impl<R: Read> Summed<R> {
    fn take<const N: usize>(&mut self) -> io::Result<[u8; N]> {
        let mut bytes = [0; N];
        self.inner.read_exact(&mut bytes)?;
        self.add(&bytes);
        Ok(bytes)
    }
}

impl Solver {
    /// Writes a checkpoint with at most `most` positions; returns how many. The search may continue meanwhile.
    pub fn save(&self, checkpoint: &Checkpoint, most: u64, out: impl Write) -> io::Result<u64> {
        let mut out = Summed::new(out);
        let known = self.transpositions();
        out.put(MAGIC)?;
        out.put(&self.signature())?;
        let position = checkpoint.position.to_string();
        out.put(&(position.len() as u16).to_le_bytes())?;
        out.put(position.as_bytes())?;
        out.put(&checkpoint.bounds.lower.to_le_bytes())?;
        out.put(&checkpoint.bounds.upper.to_le_bytes())?;
        let written = match known {
            Some(known) => put_entries(known, most, &mut out)?,
            None => {
                out.put(&0u64.to_le_bytes())?;
                0
            }
        };
        let sum = out.sum;
        out.inner.write_all(&sum.to_le_bytes())?;
        Ok(written)
    }

    /// Takes over a checkpoint. After an error the solver may hold wrong entries and must not be used.
    pub fn restore(&self, input: impl Read) -> Result<Checkpoint, CheckpointError> {
        let mut input = Summed::new(input);
        if input.take::<{ MAGIC.len() }>()? != MAGIC {
            return Err(CheckpointError::Magic);
        }
        if input.take::<4>()? != self.signature() {
            return Err(CheckpointError::OtherRules);
        }
        let length = u16::from_le_bytes(input.take()?);
        let mut text = Vec::new();
        for _ in 0..length {
            text.extend(input.take::<1>()?);
        }
        let bounds = Bounds {
            lower: i32::from_le_bytes(input.take()?),
            upper: i32::from_le_bytes(input.take()?),
        };
        let count = u64::from_le_bytes(input.take()?);
        for _ in 0..count {
            self.restore_entry(input.take()?)?;
        }
        let sum = input.sum;
        if input.take::<8>()? != sum.to_le_bytes() {
            return Err(CheckpointError::Damaged);
        }
        let position = position(self.rules(), &text).ok_or(CheckpointError::Damaged)?;
        Ok(Checkpoint { position, bounds })
    }

    fn restore_entry(&self, bytes: [u8; 10]) -> Result<(), CheckpointError> {
        let mut key = [0; 8];
        key[..7].copy_from_slice(&bytes[..7]);
        let entry = Keyed {
            key: u64::from_le_bytes(key),
            facts: u32::from_le_bytes([bytes[7], bytes[8], bytes[9], 0]),
        };
        let known = self.transpositions().ok_or(CheckpointError::Damaged)?;
        match known.put_back(entry) {
            true => Ok(()),
            false => Err(CheckpointError::Damaged),
        }
    }

    fn transpositions(&self) -> Option<&Transpositions> {
        match self.boards() {
            Boards::Packed(packed) => Some(&packed.known),
            Boards::Wide(_) => None,
        }
    }

    fn signature(&self) -> [u8; 4] {
        let rules = self.rules();
        let bits = self.transpositions().map_or(0, Transpositions::key_bits);
        [
            rules.pits() as u8,
            capture_to_byte(rules.capture(), rules.lift()),
            u8::from(rules.end() == End::Mover),
            bits as u8,
        ]
    }
}

fn position(rules: Rules, text: &[u8]) -> Option<Position> {
    let setup: Setup = std::str::from_utf8(text).ok()?.parse().ok()?;
    Position::new(rules, &setup).ok()
}

/// Writes the number of entries and the entries, without a copy in memory, which could be as large as the table. A running
/// search changes the table between counting and writing: surplus entries are left out, and missing ones at the end are
/// made up for by writing an entry twice, which changes nothing when it is read.
fn put_entries<W: Write>(
    known: &Transpositions,
    most: u64,
    out: &mut Summed<W>,
) -> io::Result<u64> {
    let (fewest, count) = counted(known, most);
    let Some(mut last) = known.entries(fewest).next().filter(|_| count > 0) else {
        out.put(&0u64.to_le_bytes())?;
        return Ok(0);
    };
    out.put(&count.to_le_bytes())?;
    let mut entries = known.entries(fewest);
    for _ in 0..count {
        last = entries.next().unwrap_or(last);
        out.put(&last.key.to_le_bytes()[..7])?;
        out.put(&last.facts.to_le_bytes()[..3])?;
    }
    Ok(count)
}

/// The minimum number of seeds of the positions to save, so that there are at most `most`, and their number.
fn counted(known: &Transpositions, most: u64) -> (u64, u64) {
    let mut counts = [0u64; 128];
    for entry in known.entries(0) {
        counts[(entry.facts >> 17) as usize & 127] += 1;
    }
    let mut kept = 0;
    for seeds in (0..128).rev() {
        if kept + counts[seeds] > most {
            return (seeds as u64 + 1, kept);
        }
        kept += counts[seeds];
    }
    (0, kept)
}

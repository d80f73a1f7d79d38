//! A book as bytes.
//!
//! ```text
//!   "mancala book 2\n"
//!   pits a side, seeds a pit, capture (0 opposite, 1 always, 2 off), end (0 either, 1 mover)
//!   number of entries, 4 bytes
//!   entry: distance of the board's number from the one before, times 8, plus the best pit less 1; then the value
//!   checksum of all before, 8 bytes
//! ```
//!
//! Entries are sorted by the board's number. The first part of one is written seven bits a byte, the lowest first, and in
//! all bytes but the last the highest bit is set; the value is one byte. Numbers are little-endian.

use kalah::{End, Pit, Rules};
use thiserror::Error;

use super::{Book, Entry};
use crate::search::board_of;
use crate::table::{capture_from_byte, capture_to_byte, checksum};

const MAGIC: &[u8] = b"mancala book 2\n";
/// The bytes before the first entry.
const HEADER: usize = MAGIC.len() + 8;
const CHECKSUM: usize = 8;

/// Why bytes are not a book.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum BookError {
    #[error("this is not an opening book of format 2")]
    Magic,
    #[error("the book is damaged: its checksum is not that of its contents")]
    Damaged,
    #[error("the book's rules do not exist")]
    Rules,
    #[error("entry {0} of the book means nothing")]
    Entry(usize),
    #[error("the book has extra data after the last entry")]
    TooLong,
}

impl Book {
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(rules_to_bytes(self.rules));
        bytes.extend((self.entries.len() as u32).to_le_bytes());
        let mut before = 0;
        for (&number, entry) in &self.entries {
            put(
                &mut bytes,
                (number - before) << 3 | entry.best.index() as u64,
            );
            bytes.push(entry.value as u8);
            before = number;
        }
        let sum = checksum(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    pub fn from_bytes(bytes: &[u8]) -> Result<Book, BookError> {
        if !bytes.starts_with(MAGIC) {
            return Err(BookError::Magic);
        }
        let sound = |(body, sum): &(&[u8], &[u8; CHECKSUM])| {
            body.len() >= HEADER && checksum(body).to_le_bytes() == **sum
        };
        let whole = bytes.split_last_chunk().filter(sound);
        let (body, _) = whole.ok_or(BookError::Damaged)?;
        Book::from_sound(&body[MAGIC.len()..]).ok_or(BookError::Damaged)?
    }

    /// The rest after the first line. `None` if it is too short for a header.
    fn from_sound(bytes: &[u8]) -> Option<Result<Book, BookError>> {
        let (rules, bytes) = bytes.split_first_chunk()?;
        let (count, bytes) = bytes.split_first_chunk()?;
        let Some(rules) = rules_from_bytes(*rules) else {
            return Some(Err(BookError::Rules));
        };
        Some(read_entries(rules, u32::from_le_bytes(*count), bytes))
    }
}

fn read_entries(rules: Rules, count: u32, mut bytes: &[u8]) -> Result<Book, BookError> {
    let mut book = Book::new(rules);
    let mut number = 0u64;
    for i in 1..=count as usize {
        let mut read = || {
            let first = take(&mut bytes)?;
            let value = bytes.split_off_first().copied()? as i8;
            number = number.checked_add(first >> 3).filter(|_| first >> 3 > 0)?;
            let best = Pit::new((first & 7) as usize + 1)?;
            let position = board_of(rules, number)?;
            let possible = i16::from(value).unsigned_abs() <= position.seeds_in_pits();
            let legal = position.legal_moves().contains(best);
            (possible && legal).then_some(Entry { value, best })
        };
        let entry = read().ok_or(BookError::Entry(i))?;
        book.entries.insert(number, entry);
    }
    match bytes {
        [] => Ok(book),
        _ => Err(BookError::TooLong),
    }
}

/// Writes a number, seven bits a byte.
fn put(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Reads such a number, if it is encoded in the shortest way.
fn take(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..63).step_by(7) {
        let byte = *bytes.split_off_first()?;
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(number).filter(|_| byte > 0 || shift == 0);
        }
    }
    None
}

fn rules_to_bytes(rules: Rules) -> [u8; 4] {
    let capture = capture_to_byte(rules.capture(), rules.lift());
    let end = u8::from(rules.end() == End::Mover);
    [rules.pits() as u8, rules.seeds() as u8, capture, end]
}

fn rules_from_bytes([pits, seeds, capture, end]: [u8; 4]) -> Option<Rules> {
    let (capture, lift) = capture_from_byte(capture)?;
    let end = match end {
        0 => End::Either,
        1 => End::Mover,
        _ => return None,
    };
    let rules = Rules::new(pits.into(), seeds.into(), capture, end).ok()?;
    Some(rules.with_lift(lift))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;
    use crate::search::number;
    use kalah::{Position, Side};

    fn book(rules: Rules, moves: usize) -> Book {
        let mut book = Book::new(rules);
        let mut rng = Rng::new(1);
        let mut position = Position::start(rules, Side::South);
        for _ in 0..moves {
            let legal = position.legal_moves();
            let best = legal.nth_pit(rng.below(legal.len())).unwrap();
            let value = -(position.seeds_in_pits() as i8);
            let entry = Entry { value, best };
            book.entries.insert(number(&position).unwrap(), entry);
            position = position.step_legal(best).after;
            if position.is_over() {
                position = Position::start(rules, Side::South);
            }
        }
        book
    }

    #[test]
    fn a_book_comes_back_as_it_was() {
        for (rules, moves) in [
            ("standard", 0),
            ("standard", 300),
            ("pits=3 seeds=2", 40),
            ("ain-shams-no-steal", 9),
        ] {
            let book = book(rules.parse().unwrap(), moves);
            assert_eq!(Book::from_bytes(&book.to_bytes()), Ok(book));
        }
    }

    #[test]
    fn every_change_of_a_byte_is_found() {
        let bytes = book(Rules::default(), 40).to_bytes();
        assert_eq!(Book::from_bytes(b"mancala"), Err(BookError::Magic));
        for i in 0..bytes.len() {
            assert!(Book::from_bytes(&bytes[..i]).is_err());
            let mut changed = bytes.clone();
            changed[i] ^= 4;
            assert!(Book::from_bytes(&changed).is_err(), "byte {i}");
        }
    }

    /// Nonsense with a right checksum is refused, or is a book that is written as it was read.
    #[test]
    fn nonsense_is_no_book_even_with_a_right_checksum() {
        let sound = book(Rules::default(), 40).to_bytes();
        let mut rng = Rng::new(2);
        let mut refused = 0;
        for _ in 0..20_000 {
            let mut bytes = sound[..sound.len() - CHECKSUM].to_vec();
            bytes.truncate(bytes.len() - rng.below(3));
            for _ in 0..=rng.below(3) {
                let at = MAGIC.len() + rng.below(bytes.len() - MAGIC.len());
                bytes[at] = rng.number() as u8;
            }
            let sum = checksum(&bytes);
            bytes.extend(sum.to_le_bytes());
            match Book::from_bytes(&bytes) {
                Ok(book) => assert_eq!(book.to_bytes(), bytes),
                Err(_) => refused += 1,
            }
        }
        assert!(refused > 10_000, "{refused}");
    }
}

//! The opening book: exact values of positions that take too long to solve in a game.
//!
//! ```text
//!   "mancala book 1\n"   pits a side, seeds a pit, capture (0 opposite, 1 always, 2 off), end (0 either, 1 mover)
//!   number of entries, 4 bytes, lowest first
//!   entry: the board's number, 7 bytes, lowest first | margin to come for the side to move | best pit
//! ```
//!
//! Entries are sorted by the board's number (see `search::packed`), which leaves stores and the side to move out. The book
//! built in is made by `mancala book build`; it holds what perfect play can meet, whatever the opponent does, down to
//! positions that are solved at once.

use std::collections::{BTreeMap, HashSet, VecDeque};
use std::sync::OnceLock;

use kalah::{Capture, End, Pit, Position, Rules, Side};
use thiserror::Error;

use crate::search::{Bounds, Limits, Solver, number};

const MAGIC: &[u8] = b"mancala book 1\n";
const ENTRY: usize = 9;
/// The book that comes with the program.
static BUILT_IN: &[u8] = include_bytes!("../book/standard.book");

/// A book in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    rules: Rules,
    entries: BTreeMap<u64, Entry>,
}

/// What the book says of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The margin to come for the side to move.
    pub value: i8,
    pub best: Pit,
}

/// Why bytes are no book.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum BookError {
    #[error("this is not an opening book of format 1")]
    Magic,
    #[error("the book is {found} bytes long instead of {expected}")]
    Length { expected: usize, found: usize },
    #[error("the book's rules do not exist")]
    Rules,
    #[error("entry {0} of the book is damaged")]
    Entry(usize),
}

impl Book {
    #[must_use]
    pub fn new(rules: Rules) -> Book {
        Book {
            rules,
            entries: BTreeMap::new(),
        }
    }

    #[must_use]
    pub fn rules(&self) -> Rules {
        self.rules
    }

    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// What the book says of a position.
    #[must_use]
    pub fn get(&self, position: &Position) -> Option<Entry> {
        let entry = *self.entries.get(&key(self.rules, position)?)?;
        position.legal_moves().contains(entry.best).then_some(entry)
    }

    /// The boards' numbers and what the book says of them.
    pub fn entries(&self) -> impl Iterator<Item = (u64, Entry)> + '_ {
        self.entries.iter().map(|(&number, &entry)| (number, entry))
    }

    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(header(self.rules));
        bytes.extend((self.entries.len() as u32).to_le_bytes());
        for (number, entry) in &self.entries {
            bytes.extend(&number.to_le_bytes()[..7]);
            bytes.extend([entry.value as u8, entry.best.number() as u8]);
        }
        bytes
    }

    pub fn from_bytes(bytes: &[u8]) -> Result<Book, BookError> {
        let body = bytes.strip_prefix(MAGIC).ok_or(BookError::Magic)?;
        let short = BookError::Length {
            expected: MAGIC.len() + 8,
            found: bytes.len(),
        };
        let (head, body) = body.split_first_chunk::<4>().ok_or(short.clone())?;
        let (count, body) = body.split_first_chunk::<4>().ok_or(short)?;
        let count = u32::from_le_bytes(*count) as usize;
        if body.len() as u64 != count as u64 * ENTRY as u64 {
            return Err(BookError::Length {
                expected: MAGIC.len() + 8 + count.saturating_mul(ENTRY),
                found: bytes.len(),
            });
        }
        let rules = rules_of(*head).ok_or(BookError::Rules)?;
        let mut book = Book::new(rules);
        for (i, bytes) in body.chunks_exact(ENTRY).enumerate() {
            let entry = read_entry(bytes, rules).ok_or(BookError::Entry(i + 1))?;
            book.entries.insert(entry.0, entry.1);
        }
        match book.len() == count {
            true => Ok(book),
            false => Err(BookError::Entry(count)),
        }
    }
}

fn header(rules: Rules) -> [u8; 4] {
    let capture = match rules.capture() {
        Capture::Opposite => 0,
        Capture::Always => 1,
        Capture::Off => 2,
    };
    let end = u8::from(rules.end() == End::Mover);
    [rules.pits() as u8, rules.seeds() as u8, capture, end]
}

fn rules_of([pits, seeds, capture, end]: [u8; 4]) -> Option<Rules> {
    let capture = match capture {
        0 => Capture::Opposite,
        1 => Capture::Always,
        2 => Capture::Off,
        _ => return None,
    };
    let end = match end {
        0 => End::Either,
        1 => End::Mover,
        _ => return None,
    };
    Rules::new(pits.into(), seeds.into(), capture, end).ok()
}

fn read_entry(bytes: &[u8], rules: Rules) -> Option<(u64, Entry)> {
    let (number, rest) = bytes.split_at_checked(7)?;
    let mut whole = [0; 8];
    whole[..7].copy_from_slice(number);
    let &[value, best] = rest else { return None };
    let best = Pit::new(best.into()).filter(|pit| pit.number() <= rules.pits())?;
    let value = value as i8;
    Some((u64::from_le_bytes(whole), Entry { value, best }))
}

/// The number of a position's board, if the book's rules are its rules.
fn key(rules: Rules, position: &Position) -> Option<u64> {
    let other = position.rules();
    let same = (rules.pits(), rules.capture(), rules.end())
        == (other.pits(), other.capture(), other.end());
    number(position).filter(|_| same && !position.is_over())
}

/// The book that comes with the program.
pub fn built_in() -> &'static Book {
    static BOOK: OnceLock<Book> = OnceLock::new();
    BOOK.get_or_init(|| Book::from_bytes(BUILT_IN).expect("a test reads the book that is built in"))
}

/// The best move of a position, if the book that comes with the program knows it.
#[must_use]
pub fn best(position: &Position) -> Option<Pit> {
    built_in().get(position).map(|entry| entry.best)
}

/// What to put into a book.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Positions with fewer seeds in pits are left out: they are solved when they are met.
    pub fewest_seeds: u16,
}

/// Builds a book: from the start position on, every position perfect play can meet as either side, the earliest first.
/// What `book` already holds is not solved again. `step` hears of each position; when the limits stop the search, the book
/// is returned as it stands.
pub fn build(
    solver: &Solver,
    plan: Plan,
    mut book: Book,
    limits: &Limits,
    step: &mut dyn FnMut(&Book),
) -> Book {
    let rules = book.rules();
    let mut seen = HashSet::new();
    let start = Position::start(rules, Side::South);
    // The position, and whether the side to move is the one that plays perfectly.
    let mut open = VecDeque::from([(start, true), (start, false)]);
    while let Some((position, ours)) = open.pop_front() {
        if position.is_over() || position.seeds_in_pits() < plan.fewest_seeds {
            continue;
        }
        let Some(number) = key(rules, &position) else {
            continue;
        };
        if !seen.insert((number, ours)) {
            continue;
        }
        if !ours {
            open.extend(
                position
                    .legal_moves()
                    .map(|pit| after(&position, pit, ours)),
            );
            continue;
        }
        let Some(entry) = solve(solver, &position, &book, number, limits) else {
            break;
        };
        book.entries.insert(number, entry);
        step(&book);
        open.push_back(after(&position, entry.best, ours));
    }
    book
}

fn after(position: &Position, pit: Pit, ours: bool) -> (Position, bool) {
    let after = position.step_legal(pit).after;
    (after, ours == (after.to_move() == position.to_move()))
}

fn solve(
    solver: &Solver,
    position: &Position,
    book: &Book,
    number: u64,
    limits: &Limits,
) -> Option<Entry> {
    if let Some(&entry) = book.entries.get(&number) {
        return Some(entry);
    }
    let valued = solver.value(position, limits);
    let value = valued.bounds.exact()?;
    let line = solver.line(position, value, 1, limits);
    Some(Entry {
        value: (value - position.margin(position.to_move())) as i8,
        best: *line.first()?,
    })
}

/// Whether a book's entry is right, by solving its position again; none if stopped.
pub fn check(solver: &Solver, position: &Position, entry: Entry, limits: &Limits) -> Option<bool> {
    let margin = position.margin(position.to_move());
    let value = margin + i32::from(entry.value);
    let guess = Some(value);
    let all = Bounds::of_seeds(i32::MAX / 2);
    let exact = solver
        .value_from(position, all, guess, limits)
        .bounds
        .exact()?;
    let after = position.step_legal(entry.best).after;
    let reached = solver.value(&after, limits).bounds.exact()?;
    let reached = if after.to_move() == position.to_move() {
        reached
    } else {
        -reached
    };
    Some(exact == value && reached == value)
}

/// The position of a board's number, south to move, both stores empty.
#[must_use]
pub fn position_of(rules: Rules, board: u64) -> Option<Position> {
    crate::search::board_of(rules, board)
}

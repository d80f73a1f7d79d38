//! The board of any size: [`kalah::Position`] itself. Slower, and right by construction.

use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use kalah::{MAX_PITS, Pit, Position, Side};

use super::Known;
use super::deepen::FINE;
use super::space::{Child, Space};

/// The seeds of both rows, the mover's first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Key([u128; 2]);

#[derive(Clone, Copy)]
struct Entry {
    key: Key,
    known: Known,
    seeds: i32,
}

/// Two neighbouring entries: the first stores the most expensive position, the second the latest.
type Pair = Mutex<[Option<Entry>; 2]>;

/// Entries live in blocks that are allocated when they are first used: a short search takes little memory, and
/// no time to clear it.
pub(crate) struct WideSpace {
    drawers: Vec<OnceLock<Box<[Pair]>>>,
}

/// Pairs in a block.
const DRAWER: usize = 1 << 6;

impl WideSpace {
    pub fn new(hash: usize) -> WideSpace {
        let count = (hash / size_of::<Pair>() / DRAWER).clamp(1, (1 << 26) / DRAWER);
        WideSpace {
            drawers: (0..count).map(|_| OnceLock::new()).collect(),
        }
    }

    fn pair(&self, key: &Key) -> MutexGuard<'_, [Option<Entry>; 2]> {
        let hash = hash(key);
        let drawer = (u128::from(hash) * self.drawers.len() as u128) >> 64;
        let empty = || (0..DRAWER).map(|_| Mutex::new([None; 2])).collect();
        let drawer = self.drawers[drawer as usize].get_or_init(empty);
        let pair = drawer[hash as usize % DRAWER].lock();
        pair.unwrap_or_else(PoisonError::into_inner)
    }
}

/// Room for every move, off the stack.
pub(crate) struct Room<T>(Box<[Option<T>; MAX_PITS as usize]>);

impl<T: Copy> Default for Room<T> {
    fn default() -> Room<T> {
        Room(Box::new([None; MAX_PITS as usize]))
    }
}

impl<T> AsRef<[Option<T>]> for Room<T> {
    fn as_ref(&self) -> &[Option<T>] {
        &*self.0
    }
}

impl<T> AsMut<[Option<T>]> for Room<T> {
    fn as_mut(&mut self) -> &mut [Option<T>] {
        &mut *self.0
    }
}

fn hash(Key([own, other]): &Key) -> u64 {
    let fold = |row: u128| (row ^ row >> 61) as u64;
    let mut z = fold(*own).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ^ fold(*other)
            .wrapping_mul(0xa24b_aed4_963e_e407)
            .rotate_left(32);
    z = (z ^ (z >> 31)).wrapping_mul(0xd134_2543_de82_ef95);
    z ^ (z >> 32)
}

fn row(board: &Position, side: Side) -> u128 {
    board
        .pits(side)
        .fold(0, |row, seeds| row << 10 | u128::from(seeds))
}

/// How many more seeds the row of the side to move has.
fn more_seeds(board: &Position) -> i32 {
    let sum = |side| i32::from(board.pits(side).sum::<u16>());
    sum(board.to_move()) - sum(board.to_move().other())
}

impl Space for WideSpace {
    const DEEPEST: u32 = 1000;
    type Board = Position;
    type Slot = Key;
    type TableIndex = ();
    type Room<T: Copy> = Room<T>;

    fn moves(&self, board: &Position) -> u16 {
        board
            .legal_moves()
            .fold(0, |bits, pit| bits | 1 << pit.index())
    }

    fn play(&self, board: &Position, pit: usize) -> Child<Position> {
        let mover = board.to_move();
        let pit = Pit::new(pit + 1).expect("moves come from the board");
        let step = board.step_legal(pit);
        let over = step.after.is_over();
        Child {
            board: step.after,
            banked: step.after.margin(mover) - board.margin(mover),
            extra_turn: step.extra_turn,
            over,
        }
    }

    fn guess(&self, board: &Position) -> i32 {
        FINE / 2 * more_seeds(board)
    }

    fn promise(&self, child: &Child<Position>, pit: u8, _goal: i32) -> i32 {
        let guess = more_seeds(&child.board);
        let guess = if child.extra_turn {
            guess + 1000
        } else {
            -guess
        };
        24 * child.banked + 2 * guess + i32::from(pit)
    }

    fn locate(&self, board: &Position) -> Key {
        let mover = board.to_move();
        Key([row(board, mover), row(board, mover.other())])
    }

    fn probe(&self, slot: &Key, _seeds: i32) -> Option<Known> {
        let pair = self.pair(slot);
        pair.iter()
            .flatten()
            .find(|entry| entry.key == *slot)
            .map(|entry| entry.known)
    }

    fn store(&self, slot: &Key, seeds: i32, known: Known) {
        let mut pair = self.pair(slot);
        let new = Entry {
            key: *slot,
            known,
            seeds,
        };
        for entry in pair.iter_mut().flatten() {
            if entry.key == *slot {
                entry.known = entry.known.merged(known);
                return;
            }
        }
        let keep = pair[0].is_some_and(|first| first.seeds > seeds);
        pair[usize::from(keep)] = Some(new);
    }

    fn stamp(&self, slot: &Key) -> u64 {
        hash(slot)
    }

    fn table_seeds(&self) -> i32 {
        0
    }

    fn ask_table(&self, _board: &Position) {}

    fn table_value(&self, (): ()) -> i32 {
        unreachable!("there is no table for this board")
    }
}

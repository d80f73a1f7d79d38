//! The search's interface to a board. There are two: [`super::packed`] for up to six pits a side, which is fast, and
//! [`super::wide`] for the rest, which plays by the general rules.

use super::Known;

/// A move made on a board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Child<B> {
    pub board: B,
    /// Seeds the mover banked. If the game is over: the margin of all seeds that were left, leftovers included.
    pub banked: i32,
    /// The mover moves again.
    pub extra_turn: bool,
    pub over: bool,
}

pub(crate) trait Space: Sync {
    /// The longest line of moves that is followed. Games on large boards can be long enough to overflow a thread's stack.
    const DEEPEST: u32;
    type Board: Copy + Sync;
    /// The slot of a board in the transposition table.
    type Slot: Copy + Sync;
    /// The place of a board's value in an endgame table.
    type TableIndex: Copy;
    /// Room for one item per possible move.
    type Room<T: Copy>: Default + AsRef<[Option<T>]> + AsMut<[Option<T>]>;

    /// The moves of the side to move, one bit per pit, pit 1 first.
    fn moves(&self, board: &Self::Board) -> u16;
    fn play(&self, board: &Self::Board, pit: usize) -> Child<Self::Board>;
    /// An estimate of what the side to move will gain from here on, in parts of a seed, [`super::deepen::FINE`] to a seed.
    fn guess(&self, board: &Self::Board) -> i32;
    /// The promise of a move where the goal is `goal`, for ordering: higher ones first.
    fn promise(&self, child: &Child<Self::Board>, pit: u8, goal: i32) -> i32;
    /// Finds the slot of a board and prefetches it.
    fn locate(&self, board: &Self::Board) -> Self::Slot;
    fn probe(&self, slot: &Self::Slot, seeds: i32) -> Option<Known>;
    fn store(&self, slot: &Self::Slot, seeds: i32, known: Known);
    /// A hash of a slot, with rare collisions.
    fn stamp(&self, slot: &Self::Slot) -> u64;
    /// Boards with at most this many seeds in pits have their value in an endgame table.
    fn table_seeds(&self) -> i32;
    /// Prefetches a board's table value.
    fn ask_table(&self, board: &Self::Board) -> Self::TableIndex;
    /// The value at a place returned by [`Space::ask_table`].
    fn table_value(&self, place: Self::TableIndex) -> i32;
}

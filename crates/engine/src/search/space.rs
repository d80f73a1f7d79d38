//! What the search needs of a board. There are two: [`super::packed`] for up to six pits a side, which is fast, and
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
    /// The longest line of moves that is followed. Games on large boards can be so long that a thread's stack would not do.
    const DEEPEST: u32;
    type Board: Copy + Sync;
    /// Where a board would be kept.
    type Slot: Copy + Sync;
    /// Where a board's value is in an endgame table.
    type TableIndex: Copy;
    /// Room for as many things as there can be moves.
    type Room<T: Copy>: Default + AsRef<[Option<T>]> + AsMut<[Option<T>]>;

    /// The moves of the side to move, one bit per pit, pit 1 first.
    fn moves(&self, board: &Self::Board) -> u16;
    fn play(&self, board: &Self::Board, pit: usize) -> Child<Self::Board>;
    /// A guess of what the side to move will gain from here on, in parts of a seed, [`super::deepen::FINE`] to a seed.
    fn guess(&self, board: &Self::Board) -> i32;
    /// How much a move promises where the goal is `goal`, to order moves by: the higher the sooner.
    fn promise(&self, child: &Child<Self::Board>, pit: u8, goal: i32) -> i32;
    /// Finds the place of a board and asks for it from memory.
    fn locate(&self, board: &Self::Board) -> Self::Slot;
    fn probe(&self, slot: &Self::Slot, seeds: i32) -> Option<Known>;
    fn store(&self, slot: &Self::Slot, seeds: i32, known: Known);
    /// A number for a slot, different for different boards but for rare bad luck.
    fn stamp(&self, slot: &Self::Slot) -> u64;
    /// Boards with at most this many seeds in pits have their value in an endgame table.
    fn table_seeds(&self) -> i32;
    /// Asks for a board's table value from memory.
    fn ask_table(&self, board: &Self::Board) -> Self::TableIndex;
    /// The value at a place [`Space::ask_table`] gave.
    fn table_value(&self, place: Self::TableIndex) -> i32;
}

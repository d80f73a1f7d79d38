//! Test vectors in Logisim-evolution's text format, and truth tables, which are written in it too.
//!
//! ```text
//!   # a full adder             comment
//!   A B Cin Sum Cout           columns: labels of pins, with [WIDTH] if not one bit
//!   0 1  1   0   1             a row: inputs are set, the circuit settles, outputs are compared
//! ```
//!
//! With a column `<seq>` rows of one `<set>` run one after the other on one circuit; otherwise every row starts afresh.

mod cell;
mod parse;
mod run;
mod table;

pub use parse::parse;
pub use run::{RowReport, run};
pub use table::{Table, TableError, table};

use crate::value::Word;

/// A file of test vectors.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Vectors {
    /// Line of the header.
    pub line: usize,
    pub columns: Vec<Column>,
    pub rows: Vec<Row>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    pub name: String,
    pub width: u32,
    /// Where it stands in the header, from 1.
    pub column: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    pub line: usize,
    pub set: u64,
    /// 0: the row stands alone.
    pub seq: u64,
    /// Half-ticks to run before comparing.
    pub ticks: u64,
    /// One a column.
    pub cells: Vec<Cell>,
}

/// A value of a row; bits not in `care` may be anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    pub word: Word,
    pub care: u32,
}

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
pub use table::{Table, TableError, TableForm};

use crate::value::Word;

/// A file of test vectors.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Vectors {
    /// Line of the header.
    pub(crate) line: usize,
    pub(crate) columns: Vec<Column>,
    pub(crate) rows: Vec<Row>,
}

impl Vectors {
    pub fn row_count(&self) -> usize {
        self.rows.len()
    }

    /// Maximum number of half-ticks of a row.
    pub fn limit_ticks(&mut self, most: u64) {
        for row in &mut self.rows {
            row.ticks = row.ticks.min(most);
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Column {
    pub(crate) name: String,
    pub(crate) width: u32,
    /// Where it stands in the header, from 1.
    pub(crate) column: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) line: usize,
    pub(crate) set: u64,
    /// 0: the row stands alone.
    pub(crate) seq: u64,
    /// Half-ticks to run before comparing.
    pub(crate) ticks: u64,
    /// One per column.
    pub(crate) cells: Vec<Cell>,
}

/// A value of a row; bits not in `care` may be anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cell {
    pub(crate) word: Word,
    pub(crate) care: u32,
}

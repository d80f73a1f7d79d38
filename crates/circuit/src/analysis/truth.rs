//! A truth table with don't-cares: from expressions, from a circuit, or typed in.

use super::expression::Expression;
use super::{MOST_VARIABLES, names};
use crate::sim::Simulator;
use crate::value::Value;
use crate::vectors::{Table, TableError};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    Zero,
    One,
    /// Don't care.
    Any,
}

/// An output in every row; in the first row all inputs are 0, and the first input is the highest bit.
pub type Column = Vec<Cell>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Truth {
    pub inputs: Vec<String>,
    pub outputs: Vec<(String, Column)>,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TruthError {
    #[error(transparent)]
    Table(#[from] TableError),
    #[error(
        "a table has at most {MOST_VARIABLES} input bits and {MOST_VARIABLES} output bits, not {inputs} and {outputs}"
    )]
    TooLarge { inputs: usize, outputs: usize },
}

impl Cell {
    pub fn letter(self) -> char {
        match self {
            Cell::Zero => '0',
            Cell::One => '1',
            Cell::Any => '-',
        }
    }

    /// `0`, `1`, or `-` and `x` for don't care.
    pub fn read(letter: char) -> Option<Cell> {
        match letter {
            '0' => Some(Cell::Zero),
            '1' => Some(Cell::One),
            '-' | 'x' | 'X' => Some(Cell::Any),
            _ => None,
        }
    }
}

impl From<bool> for Cell {
    fn from(value: bool) -> Cell {
        if value { Cell::One } else { Cell::Zero }
    }
}

/// The value of an expression in every row.
impl Expression {
    pub fn column(&self, inputs: usize) -> Column {
        let rows = 0..1usize << inputs;
        rows.map(|row| Cell::from(self.value(row, inputs)))
            .collect()
    }
}

impl Truth {
    /// The truth table of a circuit without memory. Pins of several bits count bit by bit; values that are neither 0 nor 1 are don't-cares.
    pub fn of(simulator: &Simulator) -> Result<Truth, TruthError> {
        let table = Table::new(simulator, MOST_VARIABLES as u32)?;
        let (inputs, outputs) = table.pins();
        let bits = |pins: &[(String, u32)]| pins.iter().map(|(_, width)| *width as usize).sum();
        let (wide_in, wide_out): (usize, usize) = (bits(&inputs), bits(&outputs));
        if wide_out > MOST_VARIABLES || wide_in > MOST_VARIABLES {
            return Err(TruthError::TooLarge {
                inputs: wide_in,
                outputs: wide_out,
            });
        }
        let named = |pins: &[(String, u32)]| pins.iter().flat_map(bit_names).collect::<Vec<_>>();
        let all = names::distinct(&named(&inputs), &named(&outputs));
        let mut columns: Vec<Column> = vec![Column::new(); wide_out];
        for row in table {
            let cells = row?.into_iter().skip(inputs.len()).flat_map(cells);
            for (column, cell) in columns.iter_mut().zip(cells) {
                column.push(cell);
            }
        }
        Ok(Truth {
            inputs: all.0,
            outputs: all.1.into_iter().zip(columns).collect(),
        })
    }
}

/// `a` of four bits as a3 a2 a1 a0.
fn bit_names((name, width): &(String, u32)) -> Vec<String> {
    match width {
        1 => vec![name.clone()],
        width => (0..*width)
            .rev()
            .map(|bit| format!("{name}{bit}"))
            .collect(),
    }
}

fn cells(value: Value) -> Vec<Cell> {
    let cell = |bit: u32| Cell::read(value.symbol(bit)).unwrap_or(Cell::Any);
    (0..u32::from(value.width)).rev().map(cell).collect()
}

//! The numbers a console may show its board with: digits, matrices, values, registers, cells of memories.

use circuit::reference::Found;
use circuit::sim::Simulator;

use super::explore::{Number, signal_of, value_of};
use super::sheet::{Sheet, Thing};
use crate::panel::in_quotes;
use crate::panel::{Reading, Signal};

/// Digits of one number stand no further apart than this, or this if houses with one digit stand between those with two.
const APART: [i32; 2] = [120, 60];
/// No memory with more cells holds a board that could be found this way.
const MOST_CELLS: u32 = 4096;
/// Rows shorter than this are found everywhere in a memory.
const SHORTEST_ROW: u32 = 4;

/// Numbers of one kind, with which a console might show its whole board.
pub(super) struct Family {
    pub what: &'static str,
    pub numbers: Vec<Number>,
}

/// All families outside memories, the likeliest first.
pub(super) fn families(sheet: &Sheet, simulator: &Simulator) -> Vec<Family> {
    let pairs = |apart: i32| -> Vec<Number> {
        let pairs = side_by_side(&sheet.digits, apart);
        pairs.iter().map(|pair| joined(pair)).collect()
    };
    let singles = sheet
        .digits
        .iter()
        .map(|digit| joined(std::slice::from_ref(digit)));
    let matrix = |matrix: &Thing| Number {
        toml: format!("{{ count = {} }}", in_quotes(&matrix.path)),
        reading: Reading::Count(vec![signal_of(matrix.part, simulator)]),
        x: matrix.x,
        y: matrix.y,
    };
    let values = |things: &[Thing]| -> Vec<Number> {
        let each = things.iter();
        each.filter_map(|thing| {
            Some(Number {
                toml: in_quotes(&thing.path),
                reading: Reading::Value(value_of(thing.part, simulator)?),
                x: thing.x,
                y: thing.y,
            })
        })
        .collect()
    };
    let matrices = || -> Vec<Number> { sheet.matrices.iter().map(matrix).collect() };
    let mixed = || -> Vec<Number> {
        let all = [
            pairs(APART[1]),
            values(&sheet.values),
            bars(&sheet.lights, simulator),
            matrices(),
        ];
        let kinds = all.iter().filter(|numbers| !numbers.is_empty()).count();
        let all = all.into_iter().filter(|_| kinds > 1);
        all.flatten().collect()
    };
    let all = [
        ("digits", pairs(APART[0])),
        ("digits", pairs(APART[1])),
        ("single digits", singles.collect()),
        ("pins and probes", values(&sheet.values)),
        ("rows of lights", bars(&sheet.lights, simulator)),
        ("dot matrices", matrices()),
        ("displays of several kinds", mixed()),
        ("registers", values(&sheet.registers)),
    ];
    let all = all
        .into_iter()
        .map(|(what, numbers)| Family { what, numbers });
    all.filter(|family| family.numbers.len() > 5).collect()
}

fn joined(digits: &[Thing]) -> Number {
    let names: Vec<String> = digits.iter().map(|one| in_quotes(&one.path)).collect();
    let (x, y) = (digits[0].x, digits[0].y);
    let mut readings: Vec<Reading> = digits.iter().map(|one| Reading::Digit(one.part)).collect();
    match readings.len() {
        1 => Number {
            toml: names.concat(),
            reading: readings.swap_remove(0),
            x,
            y,
        },
        _ => Number {
            toml: format!("[{}]", names.join(", ")),
            reading: Reading::Digits(readings, 10),
            x,
            y,
        },
    }
}

/// Digits side by side, two to a number.
fn side_by_side(digits: &[Thing], apart: i32) -> Vec<Vec<Thing>> {
    let mut sorted = digits.to_vec();
    sorted.sort_by_key(|one| (one.sheet, one.y, one.x));
    let mut numbers: Vec<Vec<Thing>> = Vec::new();
    for digit in sorted {
        let joins = numbers.last().is_some_and(|number| {
            let last = &number[number.len() - 1];
            let is_beside = last.y == digit.y && digit.x - last.x <= apart;
            number.len() < 2 && last.sheet == digit.sheet && is_beside
        });
        match numbers.last_mut() {
            Some(number) if joins => number.push(digit),
            _ => numbers.push(vec![digit]),
        }
    }
    numbers
}

/// Columns of lights close together: a light for each seed.
fn bars(lights: &[Thing], simulator: &Simulator) -> Vec<Number> {
    const CLOSE: i32 = 20;
    let mut sorted = lights.to_vec();
    sorted.sort_by_key(|one| (one.sheet, one.x, one.y));
    let mut columns: Vec<Vec<Thing>> = Vec::new();
    for light in sorted {
        let joins = columns.last().is_some_and(|column| {
            let last = &column[column.len() - 1];
            last.sheet == light.sheet && last.x == light.x && light.y - last.y <= CLOSE
        });
        match columns.last_mut() {
            Some(column) if joins => column.push(light),
            _ => columns.push(vec![light]),
        }
    }
    columns.retain(|column| column.len() > 3);
    let number = |column: Vec<Thing>| {
        let names: Vec<String> = column.iter().map(|one| in_quotes(&one.path)).collect();
        let lights: Vec<Signal> = column
            .iter()
            .map(|one| signal_of(one.part, simulator))
            .collect();
        Number {
            toml: format!("{{ count = [{}] }}", names.join(", ")),
            reading: Reading::Count(lights),
            x: column[0].x,
            y: column[0].y,
        }
    };
    columns.into_iter().map(number).collect()
}

/// Cells of a memory that hold a start position: twice a row of equal numbers with a 0 after it.
pub(super) fn cells(memory: &Thing, simulator: &Simulator) -> Option<Family> {
    let count = (0..MOST_CELLS).take_while(|&at| simulator.cell(memory.part, at).is_ok());
    let cells: Vec<u32> = count
        .filter_map(|at| simulator.cell(memory.part, at).ok())
        .collect();
    let mut runs: Vec<(u32, u32, u32)> = Vec::new();
    let mut start = 0;
    while start < cells.len() {
        let seeds = cells[start];
        let length = cells[start..]
            .iter()
            .take_while(|&&one| one == seeds)
            .count();
        let end = start + length;
        let is_row = (1..=12).contains(&seeds) && length as u32 >= SHORTEST_ROW;
        if is_row && cells.get(end) == Some(&0) {
            runs.push((start as u32, length as u32, seeds));
        }
        start = end;
    }
    let rows = runs.iter().enumerate().find_map(|(index, one)| {
        let mut later = runs[index + 1..].iter();
        let other = later.find(|other| (other.1, other.2) == (one.1, one.2))?;
        Some([*one, *other])
    })?;
    let number = |at: u32, y: i32| Number {
        toml: in_quotes(&format!("{}[{at:#x}]", memory.path)),
        reading: Reading::Value(Found::Cell(memory.part, at)),
        x: 10 * at as i32,
        y,
    };
    let numbers = rows.into_iter().zip(0..);
    let numbers = numbers
        .flat_map(|((start, length, _), y)| (start..=start + length).map(move |at| number(at, y)));
    Some(Family {
        what: "memory cells",
        numbers: numbers.collect(),
    })
}

//! Test vectors from a specification, in the format of `circuit::vectors`.

use std::fmt::Write;
use std::sync::Arc;

use circuit::{Value, mask};

use crate::chip::{Chip, Role};
use crate::run::Runner;

/// A run: the inputs at each step, in the order of the specification.
pub type Rows = Vec<Vec<Value>>;

/// The runs with the outputs the specification demands. A run ends where the behaviour becomes undefined.
pub fn write(chip: &Arc<Chip>, runs: &[Rows]) -> String {
    let sequential = chip.has_memory();
    let mut lines = vec![heading(chip, sequential)];
    for (set, rows) in (1..).zip(runs) {
        let mut runner = Runner::new(chip.clone());
        for (step, row) in (1..).zip(rows) {
            for (input, &value) in row.iter().enumerate() {
                runner.set(input, value);
            }
            if !runner.is_defined() {
                break;
            }
            let mut line: Vec<String> = match sequential {
                true => vec![format!("{set}"), format!("{step}")],
                false => Vec::new(),
            };
            line.extend(row.iter().map(|&value| cell(value, false)));
            line.extend(runner.outputs().into_iter().map(|value| cell(value, true)));
            lines.push(line);
        }
    }
    aligned(&lines)
}

fn heading(chip: &Chip, sequential: bool) -> Vec<String> {
    let steer = ["<set>", "<seq>"].map(String::from);
    let mut words: Vec<String> = match sequential {
        true => steer.to_vec(),
        false => Vec::new(),
    };
    for role in [Role::Input, Role::Output] {
        words.extend(chip.of(role).map(|net| {
            let net = &chip.nets[net];
            let name = plain(&net.name);
            match net.width {
                1 => name,
                width => format!("{name}[{width}]"),
            }
        }));
    }
    words
}

/// A name without the characters that have a meaning in a table.
pub fn plain(name: &str) -> String {
    let special = |c: char| c.is_whitespace() || c.is_control() || "@[]:=<>\"#≠,".contains(c);
    name.replace(special, "_")
}

/// An output that may be anything is `x`, a floating one `z`.
fn cell(value: Value, output: bool) -> String {
    let width = u32::from(value.width);
    match value.number() {
        Some(number) if width > 4 => {
            format!("0x{number:0digits$x}", digits = width.div_ceil(4) as usize)
        }
        _ if width > 1 && value == Value::floating(width) => "<float>".into(),
        _ if output && value.word.v & value.word.u == mask(width) => "<DC>".into(),
        _ => digits(value),
    }
}

/// Bit by bit. A 0 before an x would begin a hexadecimal number, so that 0 is not demanded.
fn digits(value: Value) -> String {
    let digit = |bit| match bit {
        'x' => 'z',
        'E' => 'x',
        known => known,
    };
    let digits: String = value.bits().chars().map(digit).collect();
    match digits.strip_prefix("0x") {
        Some(rest) => format!("xx{rest}"),
        None => digits,
    }
}

fn aligned(lines: &[Vec<String>]) -> String {
    let columns = lines.first().map_or(0, Vec::len);
    let width = |column: usize| {
        let cells = lines.iter().map(|line| line[column].chars().count());
        cells.max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for line in lines {
        let cells = line.iter().zip(&widths);
        let cells: Vec<String> = cells
            .map(|(cell, width)| format!("{cell:<width$}"))
            .collect();
        let _ = writeln!(text, "{}", cells.join("  ").trim_end());
    }
    text
}

/// Rows that characterise a chip: all inputs if there are at most `most` of them, else random runs.
pub fn choose(chip: &Arc<Chip>, most: usize, seed: u64) -> Vec<Rows> {
    let widths: Vec<u32> = chip
        .of(Role::Input)
        .map(|net| chip.nets[net].width)
        .collect();
    let bits: u32 = widths.iter().sum();
    if !chip.has_memory() && bits < 24 && 1usize << bits <= most {
        let rows = (0..1u32 << bits).map(|number| {
            let mut left = bits;
            let values = widths.iter().map(|&width| {
                left -= width;
                Value::known(width, number >> left)
            });
            values.collect()
        });
        return vec![rows.collect()];
    }
    random(chip, &widths, most, seed)
}

/// Runs of sixteen steps. Every second step a trigger falls or rises, so that something happens.
fn random(chip: &Arc<Chip>, widths: &[u32], most: usize, seed: u64) -> Vec<Rows> {
    const STEPS: usize = 16;
    let mut random = crate::check::Random(seed | 1);
    let triggers = trigger_inputs(chip);
    let mut runs = Vec::new();
    let mut left = most;
    while left > 0 {
        let steps = STEPS.min(left);
        left -= steps;
        let mut row: Vec<Value> = widths.iter().map(|&width| Value::known(width, 0)).collect();
        let mut rows = vec![row.clone()];
        while rows.len() < steps {
            let moving = rows.len().is_multiple_of(2) && !triggers.is_empty();
            if moving {
                let input = triggers[random.below(triggers.len() as u64) as usize];
                row[input] = Value::known(1, row[input].word.v ^ 1);
            } else {
                for _ in 0..2 {
                    let input = random.below(widths.len() as u64) as usize;
                    row[input] = Value::known(widths[input], random.next() as u32);
                }
            }
            rows.push(row.clone());
        }
        runs.push(rows);
    }
    runs
}

/// One-bit inputs that triggers depend on.
fn trigger_inputs(chip: &Chip) -> Vec<usize> {
    let mut read = Vec::new();
    chip.blocks
        .iter()
        .for_each(|block| crate::lang::names(&block.trigger, &mut read));
    let mut seen = vec![false; chip.nets.len()];
    while let Some(net) = read.pop() {
        if !std::mem::replace(&mut seen[net], true) {
            let drivers = chip.nets[net].drivers.iter();
            drivers.for_each(|driver| crate::lang::names(driver, &mut read));
        }
    }
    let inputs = chip.of(Role::Input).enumerate();
    inputs
        .filter(|(_, net)| seen[*net] && chip.nets[*net].width == 1)
        .map(|(input, _)| input)
        .collect()
}

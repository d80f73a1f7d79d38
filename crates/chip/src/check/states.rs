//! Enumerates every state of a small machine on the real simulator.

use std::collections::HashMap;

use circuit::Value;

use super::bench::{Bench, Moment};
use super::{Difference, Effort, Proof, Verdict};

/// Breadth first, so that the first difference is a shortest one. `None` if there are too many.
pub(super) fn explore(bench: &mut Bench, effort: &Effort) -> Option<Verdict> {
    let rows = all_inputs(bench, effort.states)?;
    bench.reset();
    let start = bench.save();
    // By state: the number of its predecessor, and the row that led from there.
    let mut seen: HashMap<Moment, usize> = HashMap::from([(start.clone(), 0)]);
    let mut from: Vec<(usize, usize)> = vec![(0, 0)];
    let mut moments = vec![start];
    let mut next = 0;
    while next < moments.len() {
        if moments.len() * rows.len() > effort.states {
            return None;
        }
        for (number, row) in rows.iter().enumerate() {
            bench.load(&moments[next]);
            bench.row(row);
            if !bench.runner.is_defined() {
                continue;
            }
            if !bench.wrong().is_empty() {
                let run = path(&from, &rows, next, number);
                return bench
                    .replay(&run, true)
                    .map(|difference: Difference| Verdict::Differs(difference));
            }
            let moment = bench.save();
            if !seen.contains_key(&moment) {
                seen.insert(moment.clone(), moments.len());
                moments.push(moment);
                from.push((next, number));
            }
        }
        next += 1;
    }
    Some(Verdict::Proven(Proof::AllStates {
        states: moments.len(),
    }))
}

/// All values of all inputs together, if there are few.
fn all_inputs(bench: &Bench, most: usize) -> Option<Vec<Vec<Value>>> {
    let chip = bench.runner.chip();
    let inputs = chip.of(crate::chip::Role::Input);
    if inputs.into_iter().any(|net| chip.nets[net].floats) {
        return None;
    }
    let bits: u32 = bench.inputs.iter().map(|pin| pin.width).sum();
    if bits > 16 || 1usize << bits > most {
        return None;
    }
    let rows = (0..1u32 << bits).map(|number| {
        let mut left = number;
        let pins = bench.inputs.iter();
        pins.map(|pin| {
            let value = Value::known(pin.width, left);
            left = left.checked_shr(pin.width).unwrap_or(0);
            value
        })
        .collect()
    });
    Some(rows.collect())
}

fn path(
    from: &[(usize, usize)],
    rows: &[Vec<Value>],
    mut state: usize,
    last: usize,
) -> Vec<Vec<Value>> {
    let mut path = vec![rows[last].clone()];
    while state != 0 {
        let (before, row) = from[state];
        path.push(rows[row].clone());
        state = before;
    }
    path.reverse();
    path
}

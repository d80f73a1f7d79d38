//! Single components, value and delay, with x, E and unconnected inputs.

use std::collections::BTreeMap;
use std::sync::Arc;

use circuit::component::{Behaviour, Io, Site, State};
use circuit::project::{Attrs, GateUndefined, Image, Kind};
use circuit::{Value, Word};
use serde_json::Value as Json;

use crate::data::{attrs, json_lines};

/// The contents of every ROM in the recordings.
const ROM: &str = "addr/data: 8 8\n1 2 3*aa 4*5 ff 0 7";

#[test]
fn every_recorded_evaluation() {
    let sets = json_lines("vectors");
    assert_eq!(sets.len(), 1102);
    let (mut steps, mut wrong) = (0, Vec::new());
    for set in &sets {
        let recorded = set["steps"].as_array().unwrap();
        steps += recorded.len();
        wrong.extend(check(set, recorded));
    }
    assert_eq!(steps, 39_467);
    let shown = wrong[..wrong.len().min(20)].join("\n");
    assert!(
        wrong.is_empty(),
        "{} sets differ, the first:\n{shown}",
        wrong.len()
    );
}

/// The first step of a set that differs.
fn check(set: &Json, steps: &[Json]) -> Option<String> {
    let name = set["name"].as_str().unwrap();
    let kind = Kind::find(&set["lib"].as_str().unwrap()[1..], name).unwrap();
    let attrs = attrs(&set["attrs"]);
    let strict = set["gateUndefined"] == "error";
    let mut state = None;
    for (number, step) in steps.iter().enumerate() {
        let inputs: Vec<&str> = step[0].as_str().unwrap().split(' ').collect();
        let behaviour = behaviour(kind, &attrs, strict, &inputs);
        let mut state_now = match state.take() {
            Some(state) if set["seq"] == true => state,
            _ => initial(kind, &behaviour),
        };
        let mut bench = Bench::new(set, &inputs);
        behaviour.evaluate(&mut state_now, &mut bench);
        state = Some(state_now);
        let wanted = step[1].as_str().unwrap();
        if bench.outputs() != parse_outputs(wanted) {
            let found = bench.outputs();
            return Some(format!(
                "{name} {} step {number}: {} gives {wanted}, not {found:?}",
                set["attrs"],
                inputs.join(" ")
            ));
        }
    }
    None
}

fn behaviour(kind: Kind, attrs: &Attrs, strict: bool, inputs: &[&str]) -> Behaviour {
    let gate_undefined = if strict {
        GateUndefined::Error
    } else {
        GateUndefined::Ignore
    };
    let connected = |port: usize| !inputs[port].starts_with('u');
    Behaviour::build(
        kind,
        &Site {
            attrs: attrs.of(kind),
            gate_undefined,
            connected: &connected,
        },
    )
}

fn initial(kind: Kind, behaviour: &Behaviour) -> State {
    let mut state = behaviour.initial_state(0);
    if let (Kind::Rom, State::Memory { cells, .. }) = (kind, &mut state) {
        cells.load(Arc::new(Image::parse_contents(ROM).unwrap()));
    }
    state
}

struct Bench {
    inputs: Vec<Word>,
    widths: Vec<u32>,
    set: BTreeMap<usize, (String, u32)>,
}

impl Bench {
    fn new(set: &Json, inputs: &[&str]) -> Bench {
        let widths: Vec<u32> = set["ports"]
            .as_array()
            .unwrap()
            .iter()
            .map(|port| port[2].as_u64().unwrap() as u32)
            .collect();
        let word = |(token, &width): (&&str, &u32)| match token.trim_start_matches('u') {
            "." => Value::floating(width).word,
            bits => Value::from_bits(bits).unwrap().word,
        };
        Bench {
            inputs: inputs.iter().zip(&widths).map(word).collect(),
            widths,
            set: BTreeMap::new(),
        }
    }

    fn outputs(&self) -> BTreeMap<usize, (String, u32)> {
        self.set.clone()
    }
}

fn parse_outputs(text: &str) -> BTreeMap<usize, (String, u32)> {
    let output = |token: &str| {
        let (port, rest) = token.split_once('=')?;
        let (bits, delay) = rest.split_once('@')?;
        Some((port.parse().ok()?, (bits.to_string(), delay.parse().ok()?)))
    };
    text.split_whitespace()
        .map(|token| output(token).unwrap())
        .collect()
}

impl Io for Bench {
    fn get(&self, port: usize) -> Word {
        self.inputs[port]
    }

    fn set(&mut self, port: usize, value: Word, delay: u32) {
        self.set
            .insert(port, (value.with_width(self.widths[port]).bits(), delay));
    }

    fn ticks(&self) -> u64 {
        0
    }
}

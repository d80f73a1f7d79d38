//! A difference in the words of a specification: the fault, and the inputs that show it.

use circuit::netlist::{InstanceId, PartId};
use circuit::project::Kind;
use circuit::sim::{Input, Simulator};
use circuit::{Value, show};

use crate::check::{Difference, Wrong};
use crate::chip::{Chip, Role};

/// A kind of difference at an output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It drives a value where it should float.
    Drives,
    /// It floats where it should drive a value.
    Floats,
    /// The circuit oscillates.
    Restless,
    Differs,
}

/// A value as a word if it is not a number.
pub fn text(value: Value) -> String {
    let width = u32::from(value.width);
    match value {
        _ if value == Value::floating(width) => "float".to_owned(),
        _ if value.word.v & value.word.u == circuit::mask(width) => "any".to_owned(),
        _ => show::value(value),
    }
}

impl Wrong {
    pub fn fault(&self) -> Fault {
        let floats = |value: Value| value == Value::floating(value.width.into());
        match (floats(self.expected), floats(self.found)) {
            _ if self.expected == self.found => Fault::Restless,
            (true, _) => Fault::Drives,
            (_, true) => Fault::Floats,
            _ => Fault::Differs,
        }
    }
}

impl Chip {
    /// The names of the inputs, in the order of a run's rows.
    pub fn inputs(&self) -> Vec<&str> {
        let inputs = self.of(Role::Input);
        inputs.map(|net| self.nets[net].name.as_str()).collect()
    }
}

impl Difference {
    /// The changes of each step: (input, value). The first step sets all.
    pub fn changes(&self) -> impl Iterator<Item = Vec<(usize, Value)>> + '_ {
        let rows = &self.rows;
        (0..rows.len()).map(|step| {
            let now = rows[step].iter().copied().enumerate();
            now.filter(|&(input, value)| step == 0 || rows[step - 1][input] != value)
                .collect()
        })
    }

    /// The changes of each step as text: `data=5 clock=1`; empty for a first step of only zeros.
    pub fn steps(&self, names: &[&str]) -> Vec<String> {
        let step = |(step, changes): (usize, Vec<(usize, Value)>)| {
            let all_zero = step == 0 && changes.iter().all(|(_, value)| value.number() == Some(0));
            let set = changes.iter();
            let set: Vec<String> = set
                .map(|&(input, value)| format!("{}={}", names[input], text(value)))
                .collect();
            match all_zero && self.rows.len() > 1 {
                true => String::new(),
                false => set.join(" "),
            }
        };
        self.changes().enumerate().map(step).collect()
    }

    /// The same as acts on the pins of a circuit, step by step.
    pub fn inputs(&self, names: &[&str], simulator: &Simulator) -> Vec<Input> {
        let set = |(input, value): (usize, Value)| {
            let part = pin(simulator, names[input], false)?;
            Some(Input::Set(part, value))
        };
        self.changes().flatten().filter_map(set).collect()
    }
}

/// The pin of the top circuit with a label.
pub fn pin(simulator: &Simulator, name: &str, output: bool) -> Option<PartId> {
    let design = simulator.design();
    let mut parts = design.parts_of(InstanceId::ROOT);
    parts.find(|&part| {
        let component = design.component(part);
        component.kind() == Some(Kind::Pin)
            && component.label().unwrap_or("") == name
            && component.attrs.of(Kind::Pin).flag("output") == output
    })
}

//! Combinational analysis on the page: a circuit as a table, a table as expressions.

use std::sync::Arc;

use bench::project::{SEED, options};
use circuit::analysis::{Cell, Column, Form, MOST_VARIABLES, Truth, minimise, parse};
use circuit::project::CircuitId;
use circuit::sim::Simulator;

use super::Editing;
use super::protocol::{OutputView, TruthView, WrongText};
use crate::reply::{Answer, Failure};

impl Editing {
    /// The truth table of the circuit.
    pub(super) fn truth(&self, circuit: CircuitId) -> Answer<TruthView> {
        let project = self.document.project();
        let name = project.circuit(circuit).name.clone();
        let simulator = Simulator::new(Arc::new(project.clone()), Some(&name), &options(SEED));
        let simulator = simulator.map_err(Failure::refused)?;
        let Truth { inputs, outputs } = Truth::of(&simulator).map_err(Failure::refused)?;
        let outputs = outputs
            .iter()
            .map(|(name, column)| output(name, column, &inputs));
        let outputs = outputs.collect();
        Ok(TruthView { inputs, outputs })
    }
}

fn output(name: &str, column: &[Cell], inputs: &[String]) -> OutputView {
    let text = |form| minimise(column, form).text(inputs);
    OutputView {
        name: name.to_string(),
        column: column.iter().map(|cell| cell.letter()).collect(),
        sum: text(Form::SumOfProducts),
        product: text(Form::ProductOfSums),
        error: None,
    }
}

fn wrong(name: &str, message: String, (from, to): (usize, usize)) -> OutputView {
    OutputView {
        name: name.to_string(),
        column: String::new(),
        sum: String::new(),
        product: String::new(),
        error: Some(WrongText { message, from, to }),
    }
}

fn fits(inputs: &[String]) -> Answer<()> {
    match inputs.len() {
        0 => Err(Failure::refused("a table needs an input")),
        1..=MOST_VARIABLES => Ok(()),
        count => Err(Failure::refused(format!(
            "a table has at most {MOST_VARIABLES} inputs, not {count}"
        ))),
    }
}

/// The tables of expressions; a mistake in one does not affect the others.
pub(super) fn expressions(inputs: Vec<String>, outputs: &[(String, String)]) -> Answer<TruthView> {
    fits(&inputs)?;
    let view = |(name, text): &(String, String)| match parse(text, &inputs) {
        Ok(Some(expression)) => output(name, &expression.column(inputs.len()), &inputs),
        Ok(None) => wrong(name, "there is no expression".to_string(), (0, 0)),
        Err(error) => wrong(name, error.to_string(), (error.from, error.to)),
    };
    let outputs = outputs.iter().map(view).collect();
    Ok(TruthView { inputs, outputs })
}

/// Expressions for columns.
pub(super) fn minimised(inputs: Vec<String>, outputs: &[(String, String)]) -> Answer<TruthView> {
    fits(&inputs)?;
    let rows = 1 << inputs.len();
    let view = |(name, text): &(String, String)| {
        let column: Option<Column> = text.chars().map(Cell::read).collect();
        match column.filter(|column| column.len() == rows) {
            Some(column) => output(name, &column, &inputs),
            None => wrong(
                name,
                format!("a column has {rows} of 0, 1 and -"),
                (0, text.chars().count()),
            ),
        }
    };
    let outputs = outputs.iter().map(view).collect();
    Ok(TruthView { inputs, outputs })
}

//! `--stdin`: positions from standard input, one per line, each answered separately.

use std::io::Write;

use anyhow::{Result, bail};
use kalah::{Position, Side};
use serde_json::{Value, json};

use crate::args::RuleArgs;
use crate::interrupt;
use crate::lines::Lines;
use crate::rows::{self, Csv};
use crate::ui::{Answer, Ui};
use crate::wording::count;

/// A command that answers positions.
pub trait Answers {
    /// A position that will be asked for: preparations that all of them need can be made at once.
    fn expect(&mut self, position: &Position);

    /// The result; `exact` says whether all of it is proved.
    fn answer(&mut self, position: &Position, ui: &mut Ui) -> Result<Value>;

    /// The rows of an answer, for CSV.
    fn rows(answer: &Value) -> Vec<Value> {
        vec![answer.clone()]
    }
}

/// Answers every line; with a table as CSV, else as JSON.
pub fn run<A: Answers>(
    rules: &RuleArgs,
    answers: &mut A,
    mut csv: Option<Csv>,
    ui: &mut Ui,
) -> Result<Answer> {
    let mut lines = Lines::of_stdin();
    let (mut number, mut wrong, mut exact) = (0, 0, true);
    loop {
        for line in lines.gather() {
            if let Ok(position) = read(rules, line) {
                answers.expect(&position);
            }
        }
        let Some(line) = lines.next().transpose()? else {
            break;
        };
        number += 1;
        let answer = read(rules, &line).and_then(|position| answers.answer(&position, ui));
        match (answer, &mut csv) {
            (Ok(value), None) => {
                exact &= value["exact"] == true;
                rows::print(value, ui)?;
            }
            (Ok(value), Some(csv)) => {
                exact &= value["exact"] == true;
                for row in A::rows(&value) {
                    csv.row(&row, ui)?;
                }
            }
            (Err(error), None) => {
                wrong += 1;
                rows::print(json!({"line": number, "error": format!("{error:#}")}), ui)?;
            }
            (Err(error), Some(_)) => {
                wrong += 1;
                writeln!(ui.err, "line {number}: {error:#}")?;
            }
        }
        ui.out.flush()?;
        if interrupt::asked() {
            exact = false;
            break;
        }
    }
    if wrong > 0 {
        let lines = count(number, "line");
        bail!("{wrong} of {lines} could not be read as a position; the answers say why");
    }
    Ok(if exact { Answer::Yes } else { Answer::No })
}

fn read(rules: &RuleArgs, line: &str) -> Result<Position> {
    match line.trim() {
        "" => bail!("the line is empty"),
        text => rules.position(Some(text), Side::South),
    }
}

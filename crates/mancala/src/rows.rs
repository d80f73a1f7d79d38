//! Results as objects of JSON or as lines of CSV.

use std::io::Write;

use anyhow::Result;
use serde_json::Value;

use crate::ui::Ui;

/// The version of all JSON output: it is incremented when a field is removed or changes its meaning. New fields may be added
/// without that.
pub const VERSION: u32 = 1;

/// An object with its version, or a list of such objects.
pub fn versioned(mut value: Value) -> Value {
    match &mut value {
        Value::Object(fields) => {
            fields.insert("version".to_owned(), VERSION.into());
        }
        Value::Array(list) => {
            let objects = list.iter_mut().map(|one| versioned(one.take()));
            return Value::from_iter(objects.collect::<Vec<Value>>());
        }
        _ => {}
    }
    value
}

/// Prints an object on a line.
pub fn print(value: Value, ui: &mut Ui) -> Result<()> {
    Ok(writeln!(ui.out, "{}", versioned(value))?)
}

/// Prints an object on many lines.
pub fn print_pretty(value: Value, ui: &mut Ui) -> Result<()> {
    serde_json::to_writer_pretty(&mut ui.out, &versioned(value))?;
    Ok(writeln!(ui.out)?)
}

/// A table: a line of names, then a line for each row.
pub struct Csv {
    columns: &'static [&'static str],
    begun: bool,
}

impl Csv {
    pub fn new(columns: &'static [&'static str]) -> Csv {
        let begun = false;
        Csv { columns, begun }
    }

    /// Prints the fields of an object that are columns, in this order. Lists are separated by blanks; missing and null fields are
    /// null is empty.
    pub fn row(&mut self, value: &Value, ui: &mut Ui) -> Result<()> {
        if !std::mem::replace(&mut self.begun, true) {
            writeln!(ui.out, "{}", self.columns.join(","))?;
        }
        let cells = self
            .columns
            .iter()
            .map(|column| quoted(&text(&value[*column])));
        Ok(writeln!(
            ui.out,
            "{}",
            cells.collect::<Vec<String>>().join(",")
        )?)
    }
}

fn text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(list) => list.iter().map(text).collect::<Vec<String>>().join(" "),
        other => other.to_string(),
    }
}

/// Quoted where necessary, as RFC 4180 demands.
fn quoted(text: &str) -> String {
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn cells_survive_commas_and_quotes() {
        assert_eq!(quoted("4,4/4,4 s"), "\"4,4/4,4 s\"");
        assert_eq!(quoted("a \"b\""), "\"a \"\"b\"\"\"");
        assert_eq!(text(&json!([1, 2, null])), "1 2 ");
        assert_eq!(text(&json!(null)), "");
        assert_eq!(text(&json!(true)), "true");
    }
}

//! A Boolean expression over numbered variables.

use std::fmt::Write;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expression {
    Constant(bool),
    /// A variable, by its number among the inputs.
    Variable(usize),
    Not(Box<Expression>),
    And(Vec<Expression>),
    Or(Vec<Expression>),
    Xor(Vec<Expression>),
}

/// Precedence.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Or,
    Xor,
    And,
    Atom,
}

impl Expression {
    pub(super) fn negated(self) -> Expression {
        Expression::Not(Box::new(self))
    }

    /// Its value in a row of the table: the first of `inputs` variables is the highest bit.
    pub fn value(&self, row: usize, inputs: usize) -> bool {
        let of = |part: &Expression| part.value(row, inputs);
        match self {
            Expression::Constant(value) => *value,
            Expression::Variable(number) => row >> (inputs - 1 - number) & 1 == 1,
            Expression::Not(inner) => !of(inner),
            Expression::And(parts) => parts.iter().all(of),
            Expression::Or(parts) => parts.iter().any(of),
            Expression::Xor(parts) => parts.iter().filter(|part| of(part)).count() % 2 == 1,
        }
    }

    /// In Logisim's notation: `~a b + c`.
    pub fn text(&self, names: &[String]) -> String {
        let mut text = String::new();
        self.write(&mut text, names, Level::Or);
        text
    }

    fn level(&self) -> Level {
        match self {
            Expression::Or(_) => Level::Or,
            Expression::Xor(_) => Level::Xor,
            Expression::And(_) => Level::And,
            _ => Level::Atom,
        }
    }

    fn write(&self, text: &mut String, names: &[String], around: Level) {
        let level = self.level();
        if level < around {
            text.push('(');
        }
        match self {
            Expression::Constant(value) => text.push(if *value { '1' } else { '0' }),
            Expression::Variable(number) => {
                let name = names.get(*number).map_or("?", String::as_str);
                text.push_str(name);
            }
            Expression::Not(inner) => {
                text.push('~');
                inner.write(text, names, Level::Atom);
            }
            Expression::And(parts) => list(text, names, parts, " ", level),
            Expression::Or(parts) => list(text, names, parts, " + ", level),
            Expression::Xor(parts) => list(text, names, parts, " ^ ", level),
        }
        if level < around {
            text.push(')');
        }
    }
}

fn list(text: &mut String, names: &[String], parts: &[Expression], between: &str, level: Level) {
    for (number, part) in parts.iter().enumerate() {
        if number > 0 {
            let _ = text.write_str(between);
        }
        part.write(text, names, level);
    }
}

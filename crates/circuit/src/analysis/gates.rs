//! Expressions as gates.

use super::expression::Expression;
use crate::project::Kind;

/// The permitted gates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GateStyle {
    /// No gate has more than two inputs.
    pub two_inputs: bool,
    /// NAND gates only.
    pub nand_only: bool,
}

/// A tree of gates. A NAND gate with one operand has it at both inputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Node {
    Input(usize),
    Constant(bool),
    Gate(Kind, Vec<Node>),
}

/// Maximum number of inputs of a gate.
const WIDEST: usize = 32;

pub(super) fn gates(expression: &Expression, style: GateStyle) -> Node {
    match style.nand_only {
        true => nand(&narrow(expression, style), false),
        false => plain(&narrow(expression, style)),
    }
}

/// The number of gates, counted no further than `most`.
pub(super) fn count(expression: &Expression, style: GateStyle, most: usize) -> usize {
    match expression {
        Expression::Constant(_) | Expression::Variable(_) => 1,
        Expression::Not(inner) => 1 + count(inner, style, most),
        Expression::Xor(parts) if style.nand_only => parts.iter().fold(1, |sum: usize, part| {
            // Both operands are drawn twice.
            match sum > most {
                true => sum,
                false => 2 * (sum + count(part, style, most)) + 1,
            }
        }),
        Expression::And(parts) | Expression::Or(parts) | Expression::Xor(parts) => {
            1 + parts
                .iter()
                .map(|part| count(part, style, most))
                .sum::<usize>()
                + parts.len()
        }
    }
}

/// No operation has more operands than gates have inputs.
fn narrow(expression: &Expression, style: GateStyle) -> Expression {
    let of = |part: &Expression| narrow(part, style);
    let widest = if style.two_inputs { 2 } else { WIDEST };
    match expression {
        Expression::Not(inner) => of(inner).negated(),
        Expression::And(parts) => grouped(parts.iter().map(of).collect(), widest, Expression::And),
        Expression::Or(parts) => grouped(parts.iter().map(of).collect(), widest, Expression::Or),
        // A wider XOR gate does not compute parity.
        Expression::Xor(parts) => grouped(parts.iter().map(of).collect(), 2, Expression::Xor),
        other => other.clone(),
    }
}

fn grouped(
    mut parts: Vec<Expression>,
    widest: usize,
    join: fn(Vec<Expression>) -> Expression,
) -> Expression {
    if parts.len() < 2 {
        return parts.pop().unwrap_or(Expression::Constant(false));
    }
    if parts.len() <= widest {
        return join(parts);
    }
    let size = parts
        .len()
        .div_ceil(widest.min(parts.len().div_ceil(widest)).max(2));
    let chunks = parts.chunks(size);
    let groups = chunks.map(|chunk| grouped(chunk.to_vec(), widest, join));
    grouped(groups.collect(), widest, join)
}

fn plain(expression: &Expression) -> Node {
    let all = |parts: &[Expression]| parts.iter().map(plain).collect();
    match expression {
        Expression::Constant(value) => Node::Constant(*value),
        Expression::Variable(number) => Node::Input(*number),
        Expression::Not(inner) => Node::Gate(Kind::Not, vec![plain(inner)]),
        Expression::And(parts) => Node::Gate(Kind::And, all(parts)),
        Expression::Or(parts) => Node::Gate(Kind::Or, all(parts)),
        Expression::Xor(parts) => Node::Gate(Kind::Xor, all(parts)),
    }
}

/// Everything as NAND gates; inverted operands cost no extra gate where that can be avoided.
fn nand(expression: &Expression, inverted: bool) -> Node {
    let invert = |node, inverted| match inverted {
        true => Node::Gate(Kind::Nand, vec![node]),
        false => node,
    };
    let all = |parts: &[Expression], inverted| -> Node {
        let parts = parts.iter().map(|part| nand(part, inverted));
        Node::Gate(Kind::Nand, parts.collect())
    };
    match expression {
        Expression::Constant(value) => Node::Constant(*value != inverted),
        Expression::Variable(number) => invert(Node::Input(*number), inverted),
        Expression::Not(inner) => nand(inner, !inverted),
        Expression::And(parts) => invert(all(parts, false), !inverted),
        Expression::Or(parts) => invert(all(parts, true), inverted),
        Expression::Xor(parts) => match &parts[..] {
            [a, b] => {
                let other = |x: &Expression| x.clone().negated();
                let same = Expression::And(vec![a.clone(), other(b)]);
                let unlike = Expression::And(vec![other(a), b.clone()]);
                nand(&Expression::Or(vec![same, unlike]), inverted)
            }
            _ => nand(
                parts.first().unwrap_or(&Expression::Constant(false)),
                inverted,
            ),
        },
    }
}

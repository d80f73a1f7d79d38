//! Expressions as parts: which gate, comparator, multiplexer or buffer a person would take.

use circuit::project::Kind;

use super::plan::{Plan, Source, Val, ones};
use crate::chip::{Chip, Expr, ExprKind, Extension, Op, Role};

pub(super) struct Synth<'a> {
    pub(super) chip: &'a Chip,
    pub(super) plan: Plan,
    /// The source of each net, once it is known: latches from the start.
    pub(super) nets: Vec<Option<Val>>,
}

/// A value and its enable; without it the wire floats.
struct Driven {
    value: Option<Val>,
    holds: Val,
}

impl<'a> Synth<'a> {
    pub(super) fn new(chip: &'a Chip) -> Synth<'a> {
        let mut synth = Synth {
            chip,
            plan: Plan::default(),
            nets: vec![None; chip.nets.len()],
        };
        for input in chip.of(Role::Input) {
            synth.nets[input] = Some(Val {
                source: Source::Pin(input),
                width: chip.nets[input].width,
                inverted: false,
            });
        }
        synth
    }

    /// Signals and outputs, each after those it reads.
    pub(super) fn nets(&mut self) {
        for &net in &self.chip.order {
            if self.nets[net].is_none() {
                let value = self.net(net);
                self.nets[net] = Some(value);
            }
        }
    }

    fn net(&mut self, net: usize) -> Val {
        let net_of = &self.chip.nets[net];
        let drivers: Vec<Val> = net_of
            .drivers
            .iter()
            .map(|driver| self.value(driver))
            .collect();
        let first = drivers.first().copied();
        let first = first.unwrap_or(Val::number(0, net_of.width));
        // One wire with an input: the wire is read.
        let wire = drivers
            .iter()
            .find(|val| matches!(val.source, Source::Pin(_)));
        match (drivers.len(), wire) {
            (0 | 1, _) => first,
            (_, Some(&wire)) if net_of.role == Role::Output => wire,
            _ => {
                let sources = drivers
                    .into_iter()
                    .map(|val| self.plan.plain(val))
                    .collect();
                self.plan.shared.push((net, sources));
                Val {
                    source: Source::Shared(net),
                    width: net_of.width,
                    inverted: false,
                }
            }
        }
    }

    /// Everything that drives an output.
    pub(super) fn drivers(&mut self, output: usize) -> Vec<Source> {
        let drivers = &self.chip.nets[output].drivers;
        let vals: Vec<Val> = drivers.iter().map(|driver| self.value(driver)).collect();
        let mut sources: Vec<Source> = Vec::new();
        for val in vals {
            let source = self.plan.plain(val);
            if !sources.contains(&source) {
                sources.push(source);
            }
        }
        sources
    }

    pub(super) fn value(&mut self, expr: &Expr) -> Val {
        match &expr.kind {
            ExprKind::Number(value) => Val::number(*value, expr.width),
            ExprKind::Any | ExprKind::Float => Val::number(0, expr.width),
            ExprKind::Net(net) => {
                let known = self.nets[*net];
                known.unwrap_or_else(|| Val::number(0, expr.width))
            }
            ExprKind::Not(inner) => self.value(inner).not(),
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b),
            ExprKind::If(..) if floats(expr) => self.floating(expr),
            ExprKind::If(condition, yes, no) => self.choice(condition, yes, no),
            ExprKind::Select(inner, low) => {
                let inner = self.value(inner);
                self.plan.slice(inner, *low, expr.width)
            }
            ExprKind::Extend(inner, extension) => self.extend(inner, *extension, expr.width),
            ExprKind::Join(parts) => {
                let parts: Vec<Val> = parts.iter().map(|part| self.value(part)).collect();
                match parts
                    .iter()
                    .map(|part| part.constant())
                    .collect::<Option<Vec<u64>>>()
                {
                    Some(_) => Val::number(joined(&parts), expr.width),
                    None => self.plan.join(&parts),
                }
            }
            ExprKind::Call(function, arguments, output) => {
                self.call(*function, arguments, *output, expr.width)
            }
        }
    }

    fn call(&mut self, function: usize, arguments: &[Expr], output: usize, width: u32) -> Val {
        let mut inputs = Vec::new();
        for (number, argument) in arguments.iter().enumerate() {
            let value = self.value(argument);
            inputs.push((number, self.plan.plain(value)));
        }
        let callee = &self.chip.functions[function];
        let port = arguments.len() + output;
        let name = callee.name.clone();
        self.plan.call(&name, inputs, port, width)
    }

    fn extend(&mut self, inner: &Expr, extension: Extension, width: u32) -> Val {
        let value = self.value(inner);
        if value.width == width {
            return value;
        }
        let top = |low: u64| low | ones(width) & !ones(value.width);
        let highest = |low: u64| low >> (value.width - 1) & 1 == 1;
        match (value.constant(), extension) {
            (Some(low), Extension::One) => Val::number(top(low), width),
            (Some(low), Extension::Sign) if highest(low) => Val::number(top(low), width),
            (Some(low), _) => Val::number(low, width),
            (None, Extension::Zero) => self.plan.extend(value, width, "zero"),
            (None, Extension::One) => self.plan.extend(value, width, "one"),
            (None, Extension::Sign) => self.plan.extend(value, width, "sign"),
        }
    }

    fn binary(&mut self, op: Op, a: &Expr, b: &Expr) -> Val {
        match op {
            Op::And | Op::Or => {
                let mut operands = Vec::new();
                self.operands(op, a, &mut operands);
                self.operands(op, b, &mut operands);
                let kind = if op == Op::And { Kind::And } else { Kind::Or };
                return self.plan.gate(kind, operands);
            }
            Op::Add => return self.sum(a, b),
            _ => {}
        }
        let (a, b) = (self.value(a), self.value(b));
        match op {
            Op::Xor => self.plan.xor(a, b),
            Op::Equal => self.equal(a, b),
            Op::Unequal => self.equal(a, b).not(),
            Op::Greater => self.compare(a, b, 2),
            Op::Less => self.compare(a, b, 4),
            Op::LessOrEqual => self.compare(a, b, 2).not(),
            Op::GreaterOrEqual => self.compare(a, b, 4).not(),
            Op::Subtract => self.plan.arithmetic(Kind::Subtractor, a, b, None, 2),
            Op::Multiply => self.plan.arithmetic(Kind::Multiplier, a, b, None, 2),
            Op::Divide => self.plan.arithmetic(Kind::Divider, a, b, None, 2),
            _ => self.plan.arithmetic(Kind::Divider, a, b, None, 4),
        }
    }

    /// The operands of a chain such as `a ^ b ^ c`.
    fn operands(&mut self, op: Op, expr: &Expr, into: &mut Vec<Val>) {
        match &expr.kind {
            ExprKind::Binary(other, a, b) if *other == op => {
                self.operands(op, a, into);
                self.operands(op, b, into);
            }
            _ => {
                let value = self.value(expr);
                into.push(value);
            }
        }
    }

    /// A single bit that is added last is the carry.
    fn sum(&mut self, a: &Expr, b: &Expr) -> Val {
        if let ExprKind::Binary(Op::Add, x, y) = &a.kind
            && let ExprKind::Extend(bit, Extension::Zero) = &b.kind
            && bit.width == 1
        {
            let (x, y, carry) = (self.value(x), self.value(y), self.value(bit));
            return self.plan.arithmetic(Kind::Adder, x, y, Some(carry), 2);
        }
        let (a, b) = (self.value(a), self.value(b));
        self.plan.arithmetic(Kind::Adder, a, b, None, 2)
    }

    fn equal(&mut self, a: Val, b: Val) -> Val {
        if a.width == 1 {
            return self.plan.xor(a, b).not();
        }
        self.compare(a, b, 3)
    }

    fn compare(&mut self, a: Val, b: Val, port: usize) -> Val {
        // Numbers stand at the right.
        if a.constant().is_some() && b.constant().is_none() {
            return self.plan.compare(b, a, 6 - port);
        }
        self.plan.compare(a, b, port)
    }

    fn choice(&mut self, condition: &Expr, yes: &Expr, no: &Expr) -> Val {
        if let Some(found) = self.cases(condition, yes, no) {
            return found;
        }
        let condition = self.value(condition);
        let (yes, no) = (self.value(yes), self.value(no));
        self.choose(condition, yes, no)
    }

    /// `if`, as gates where one side is constant.
    pub(super) fn choose(&mut self, condition: Val, yes: Val, no: Val) -> Val {
        match condition.constant() {
            Some(0) => return no,
            Some(_) => return yes,
            None if yes == no => return yes,
            None => {}
        }
        let known = |val: Val| if val.width == 1 { val.constant() } else { None };
        match (known(yes), known(no)) {
            (Some(0), Some(_)) => condition.not(),
            (Some(_), Some(_)) => condition,
            (Some(0), _) => self.plan.gate(Kind::And, vec![condition.not(), no]),
            (Some(_), _) => self.plan.gate(Kind::Or, vec![condition, no]),
            (_, Some(0)) => self.plan.gate(Kind::And, vec![condition, yes]),
            (_, Some(_)) => self.plan.gate(Kind::Or, vec![condition.not(), yes]),
            _ if condition.inverted => self.plan.multiplexer(condition.not(), &[yes, no]),
            _ => self.plan.multiplexer(condition, &[no, yes]),
        }
    }

    /// `if x = 0 then ... else if x = 1 then ...` as one multiplexer.
    fn cases(&mut self, condition: &Expr, yes: &Expr, no: &Expr) -> Option<Val> {
        let select = compared(condition)?;
        if !(2..=MOST_SELECT).contains(&select.width) {
            return None;
        }
        let select_val = self.value(select);
        let mut arms: Vec<(u64, &Expr)> = Vec::new();
        let (mut condition, mut yes, mut rest) = (condition, yes, no);
        loop {
            let mut values = Vec::new();
            if !self.values_of(condition, select_val, &mut values) {
                break;
            }
            for value in values {
                if arms.iter().all(|(known, _)| *known != value) {
                    arms.push((value, yes));
                }
            }
            let ExprKind::If(next, then, otherwise) = &rest.kind else {
                return self.case_multiplexer(select_val, &arms, rest);
            };
            if compared(next).is_none() {
                return self.case_multiplexer(select_val, &arms, rest);
            }
            let mut probe = Vec::new();
            if !self.values_of(next, select_val, &mut probe) {
                return self.case_multiplexer(select_val, &arms, rest);
            }
            (condition, yes, rest) = (next, then, otherwise);
        }
        None
    }

    fn case_multiplexer(&mut self, select: Val, arms: &[(u64, &Expr)], rest: &Expr) -> Option<Val> {
        let ways = 1_u64 << select.width;
        if arms.len() < 2 || 4 * (arms.len() as u64 + 1) <= ways {
            return None;
        }
        let rest = self.value(rest);
        let mut options = vec![rest; ways as usize];
        for (value, expr) in arms {
            let value = *value;
            let option = self.value(expr);
            *options.get_mut(value as usize)? = option;
        }
        Some(self.plan.multiplexer(select, &options))
    }

    /// The numbers for which a condition such as `x = 1 or x = 3` holds.
    fn values_of(&mut self, condition: &Expr, select: Val, into: &mut Vec<u64>) -> bool {
        match &condition.kind {
            ExprKind::Binary(Op::Equal, a, b) => match b.kind {
                ExprKind::Number(number) => {
                    into.push(number);
                    self.value(a) == select
                }
                _ => false,
            },
            ExprKind::Binary(Op::Or, a, b) => {
                self.values_of(a, select, into) && self.values_of(b, select, into)
            }
            _ => false,
        }
    }

    /// An expression that releases its wire some of the time.
    fn floating(&mut self, expr: &Expr) -> Val {
        let driven = self.driven(expr);
        let value = driven.value.unwrap_or(Val::number(0, expr.width));
        match driven.holds.constant() {
            Some(1) => value,
            _ => self.plan.buffer(value, driven.holds),
        }
    }

    fn driven(&mut self, expr: &Expr) -> Driven {
        match &expr.kind {
            ExprKind::Float => Driven {
                value: None,
                holds: Val::number(0, 1),
            },
            ExprKind::If(condition, yes, no) if floats(expr) => {
                let condition = self.value(condition);
                let (yes, no) = (self.driven(yes), self.driven(no));
                let value = match (yes.value, no.value) {
                    (Some(yes), Some(no)) => Some(self.choose(condition, yes, no)),
                    (yes, no) => yes.or(no),
                };
                let holds = self.choose(condition, yes.holds, no.holds);
                Driven { value, holds }
            }
            _ => Driven {
                value: Some(self.value(expr)),
                holds: Val::number(1, 1),
            },
        }
    }
}

/// Maximum selector width of a multiplexer.
const MOST_SELECT: u32 = 4;

/// The object a condition compares with numbers.
fn compared(condition: &Expr) -> Option<&Expr> {
    match &condition.kind {
        ExprKind::Binary(Op::Equal, a, b) => {
            matches!(b.kind, ExprKind::Number(_)).then_some(a.as_ref())
        }
        ExprKind::Binary(Op::Or, a, _) => compared(a),
        _ => None,
    }
}

/// Whether a choice may release its wire.
fn floats(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Float => true,
        ExprKind::If(_, yes, no) => floats(yes) || floats(no),
        _ => false,
    }
}

fn joined(parts: &[Val]) -> u64 {
    parts.iter().fold(0, |sum, part| {
        sum << part.width | part.constant().unwrap_or(0)
    })
}

//! Widths of expressions. A number has no width by itself and takes that of its neighbour.

use super::super::tree::{Kind, Name, Op, Span, Tree};
use super::Resolver;
use crate::chip::{Expr, ExprKind, Extension, Role};

impl Resolver<'_> {
    /// The expression in a width, or a message.
    pub(super) fn typed(&mut self, tree: &Tree, width: u32) -> Option<Expr> {
        let expr = self.any_width(tree, Some(width))?;
        self.fit(expr, width, tree)
    }

    fn fit(&mut self, expr: Expr, width: u32, tree: &Tree) -> Option<Expr> {
        if expr.width == width {
            return Some(expr);
        }
        let have = expr.width;
        let help = match have < width {
            true => format!("`.bitextender({have}->{width},Zero)` puts zeros on top"),
            false => format!("`.select(0:{})` takes the lowest bits", width - 1),
        };
        let text = format!(
            "this has {}, and {width} {} wanted here",
            diag::count(have, "bit"),
            if width == 1 { "is" } else { "are" }
        );
        self.error(tree.at, text, Some(help));
        None
    }

    /// The expression in its own width; `hint` is for one that has none.
    fn any_width(&mut self, tree: &Tree, hint: Option<u32>) -> Option<Expr> {
        let free = hint.unwrap_or(32);
        match &tree.kind {
            Kind::Number(value) => self.number(*value, free, tree.at),
            Kind::Float => Some(Expr {
                kind: ExprKind::Float,
                width: free,
            }),
            Kind::Any => Some(Expr {
                kind: ExprKind::Any,
                width: free,
            }),
            Kind::Name(name) => {
                let number = self.find(&Name {
                    text: name.clone(),
                    at: tree.at,
                })?;
                let width = self.nets[number].width;
                let kind = ExprKind::Net(number);
                Some(Expr { kind, width })
            }
            Kind::Not(inner) => {
                let inner = self.any_width(inner, hint)?;
                let width = inner.width;
                let kind = ExprKind::Not(Box::new(inner));
                Some(Expr { kind, width })
            }
            Kind::Binary(op, a, b) => self.binary(*op, a, b, hint),
            Kind::If(condition, yes, no) => {
                let condition = self.typed(condition, 1);
                let (yes, no) = self.pair(yes, no, hint)?;
                let width = yes.width;
                let kind = ExprKind::If(Box::new(condition?), Box::new(yes), Box::new(no));
                Some(Expr { kind, width })
            }
            Kind::Select(of, low, high) => self.select(of, *low, *high, tree.at),
            Kind::Extend(of, from, to, extension) => {
                self.extend(of, *from, *to, *extension, tree.at)
            }
            Kind::Join(parts) => self.join(parts, tree.at),
            Kind::Call(name, arguments) => self.only_output(name, arguments, tree.at),
            Kind::Output(call, output) => self.output(call, output, tree.at),
        }
    }

    fn number(&mut self, value: u64, width: u32, at: Span) -> Option<Expr> {
        if value >> width != 0 {
            let text = format!("{value} does not fit into {}", diag::count(width, "bit"));
            self.error(at, text, None);
            return None;
        }
        let kind = ExprKind::Number(value);
        Some(Expr { kind, width })
    }

    fn binary(&mut self, op: Op, a: &Tree, b: &Tree, hint: Option<u32>) -> Option<Expr> {
        let hint = if op.compares() { None } else { hint };
        let (a, b) = self.pair(a, b, hint)?;
        let width = if op.compares() { 1 } else { a.width };
        let kind = ExprKind::Binary(op, Box::new(a), Box::new(b));
        Some(Expr { kind, width })
    }

    /// Two expressions of the same width: that of the one that has a width.
    fn pair(&mut self, a: &Tree, b: &Tree, hint: Option<u32>) -> Option<(Expr, Expr)> {
        match (has_width(a), has_width(b)) {
            (false, true) => {
                let right = self.any_width(b, hint)?;
                let left = self.typed(a, right.width)?;
                Some((left, right))
            }
            _ => {
                let left = self.any_width(a, hint);
                let Some(left) = left else {
                    self.any_width(b, hint);
                    return None;
                };
                let right = self.typed(b, left.width)?;
                Some((left, right))
            }
        }
    }

    fn select(&mut self, of: &Tree, low: u64, high: u64, at: Span) -> Option<Expr> {
        let inner = self.any_width(of, None)?;
        if high >= u64::from(inner.width) {
            let text = format!("there is no bit {high}: bits are 0 to {}", inner.width - 1);
            self.error(at, text, None);
            return None;
        }
        let width = (high - low + 1) as u32;
        let kind = ExprKind::Select(Box::new(inner), low as u32);
        Some(Expr { kind, width })
    }

    fn extend(
        &mut self,
        of: &Tree,
        from: Option<u64>,
        to: u64,
        extension: Extension,
        at: Span,
    ) -> Option<Expr> {
        let inner = self.any_width(of, from.map(|from| from.clamp(1, 32) as u32))?;
        let have = u64::from(inner.width);
        if to > 32 || to < have {
            let text = format!("{have} bits cannot be extended to {to}");
            self.error(at, text, None);
            return None;
        }
        if let Some(from) = from.filter(|&from| from != have) {
            let text = format!(
                "the extender is said to take {from} bits, but its input has {have}; all {have} are extended"
            );
            let lost = if from < have {
                format!(
                    "write ({have}->{to}); with {from} bits, numbers from {} up would lose their highest bits",
                    1u64 << from.min(32)
                )
            } else {
                format!("write ({have}->{to})")
            };
            self.warn("extender-width", at, text, &lost);
        }
        let kind = ExprKind::Extend(Box::new(inner), extension);
        Some(Expr {
            kind,
            width: to as u32,
        })
    }

    fn join(&mut self, parts: &[Tree], at: Span) -> Option<Expr> {
        let mut joined = Vec::new();
        for part in parts {
            if !has_width(part) {
                let text = "a number in `join` has no width";
                let help = "write it as an extended bit: `0.bitextender(1->4,Zero)`".to_owned();
                self.error(part.at, text, Some(help));
                return None;
            }
            joined.push(self.any_width(part, None)?);
        }
        let width: u32 = joined.iter().map(|part| part.width).sum();
        if !(1..=32).contains(&width) {
            let text = format!("{width} bits are joined; there may be 1 to 32");
            self.error(at, text, None);
            return None;
        }
        let kind = ExprKind::Join(joined);
        Some(Expr { kind, width })
    }

    /// A call of a chip with one output.
    fn only_output(&mut self, name: &str, arguments: &[Tree], at: Span) -> Option<Expr> {
        let (function, arguments) = self.call(name, arguments, at)?;
        let chip = self.functions[function].1.clone();
        let outputs: Vec<usize> = chip.of(Role::Output).collect();
        let [output] = outputs[..] else {
            let example = chip.nets[outputs[0]].name.clone();
            let text = format!("the chip `{name}` has several outputs");
            let help = format!("say which: `{name}(...).{example}`");
            self.error(at, text, Some(help));
            return None;
        };
        let width = chip.nets[output].width;
        let kind = ExprKind::Call(function, arguments, 0);
        Some(Expr { kind, width })
    }

    fn output(&mut self, call: &Tree, output: &str, at: Span) -> Option<Expr> {
        let Kind::Call(name, arguments) = &call.kind else {
            let text = format!("there is no `.{output}` here");
            let help =
                "there are `.select(...)` and `.bitextender(...)`, and outputs of a chip that is called"
                    .to_owned();
            self.error(at, text, Some(help));
            return None;
        };
        let (function, arguments) = self.call(name, arguments, at)?;
        let chip = self.functions[function].1.clone();
        let outputs: Vec<usize> = chip.of(Role::Output).collect();
        let place = outputs
            .iter()
            .position(|&net| chip.nets[net].name == output);
        let Some(place) = place else {
            let known = outputs.iter().map(|&net| chip.nets[net].name.as_str());
            let near = diag::nearest(output, known);
            let help = near.map(|near| format!("did you mean `{near}`?"));
            let text = format!("the chip `{name}` has no output `{output}`");
            self.error(at, text, help);
            return None;
        };
        let width = chip.nets[outputs[place]].width;
        let kind = ExprKind::Call(function, arguments, place);
        Some(Expr { kind, width })
    }

    /// The function and its arguments; a narrow argument gets zeros on top.
    pub(super) fn call(
        &mut self,
        name: &str,
        arguments: &[Tree],
        at: Span,
    ) -> Option<(usize, Vec<Expr>)> {
        let Some(function) = self.functions.iter().position(|(known, _)| known == name) else {
            let known = self.functions.iter().map(|(name, _)| name.as_str());
            let help = match diag::nearest(name, known) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("write `Depends on combinational chips: {name}`"),
            };
            let text = format!("no chip `{name}` is known here");
            self.error(at, text, Some(help));
            return None;
        };
        let chip = self.functions[function].1.clone();
        let inputs: Vec<usize> = chip.of(Role::Input).collect();
        if inputs.len() != arguments.len() {
            let text = format!(
                "the chip `{name}` has {}, and here {}",
                diag::count(inputs.len(), "input"),
                match arguments.len() {
                    1 => "is 1 value".to_owned(),
                    many => format!("are {many} values"),
                }
            );
            self.error(at, text, None);
            return None;
        }
        let mut values = Vec::new();
        for (tree, &input) in arguments.iter().zip(&inputs) {
            let wanted = chip.nets[input].width;
            let value = self.any_width(tree, Some(wanted))?;
            values.push(match value.width < wanted {
                true => Expr {
                    kind: ExprKind::Extend(Box::new(value), Extension::Zero),
                    width: wanted,
                },
                false => self.fit(value, wanted, tree)?,
            });
        }
        Some((function, values))
    }
}

/// Whether a tree has an intrinsic width.
fn has_width(tree: &Tree) -> bool {
    match &tree.kind {
        Kind::Number(_) | Kind::Float | Kind::Any => false,
        Kind::Not(inner) => has_width(inner),
        Kind::Binary(op, a, b) => op.compares() || has_width(a) || has_width(b),
        Kind::If(_, a, b) => has_width(a) || has_width(b),
        _ => true,
    }
}

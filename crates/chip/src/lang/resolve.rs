//! Looks up the names of a specification and finds contradictions.

mod widths;

use std::collections::HashMap;
use std::sync::Arc;

use diag::{Diagnostic, Excerpt, nearest};

use super::lex::Source;
use super::tree::{Block as BlockTree, Declared, Equation, Kind, Name, Span, Specification, Tree};
use crate::chip::{Block, Chip, Expr, ExprKind, Net, Role};
use crate::contradiction::{Contradiction, contradictions};

/// Finds a chip called as a function, by name.
pub(super) type Shelf<'a> = &'a mut dyn FnMut(&str) -> Option<Arc<Chip>>;

pub(super) struct Resolver<'a> {
    source: &'a Source<'a>,
    problems: Vec<Diagnostic>,
    nets: Vec<Net>,
    by_name: HashMap<String, usize>,
    /// Where each net was declared, and where it got its equation.
    declared: Vec<Span>,
    defined: HashMap<usize, Span>,
    functions: Vec<(String, Arc<Chip>)>,
}

/// The chip, if there is no error, and all diagnostics.
pub(super) fn resolve(
    written: &Specification,
    source: &Source<'_>,
    shelf: Shelf<'_>,
) -> (Option<Chip>, Vec<Diagnostic>) {
    let mut resolver = Resolver {
        source,
        problems: Vec::new(),
        nets: Vec::new(),
        by_name: HashMap::new(),
        declared: Vec::new(),
        defined: HashMap::new(),
        functions: Vec::new(),
    };
    resolver.declare_all(written);
    resolver.look_for_chips(written, shelf);
    resolver.wires(written);
    for equation in &written.equations {
        resolver.equation(equation);
    }
    resolver.outputs_by_name(written);
    let blocks: Vec<Block> = written
        .blocks
        .iter()
        .filter_map(|block| resolver.block(block))
        .collect();
    resolver.look_for_gaps(&blocks);
    let order = resolver.order();
    let failed = resolver.problems.iter().any(Diagnostic::is_error);
    let chip = Chip {
        name: written.name.clone(),
        nets: resolver.nets,
        blocks,
        functions: resolver
            .functions
            .into_iter()
            .map(|(_, chip)| chip)
            .collect(),
        order,
    };
    ((!failed).then_some(chip), resolver.problems)
}

impl Resolver<'_> {
    fn excerpt(&self, at: Span) -> Excerpt {
        self.source.excerpt(at.line, at.start, at.end)
    }

    fn error(&mut self, at: Span, text: impl Into<String>, help: Option<String>) {
        let problem = Diagnostic::error(text).at(self.excerpt(at));
        self.problems.push(problem.maybe_help(help));
    }

    fn warn(&mut self, code: &'static str, at: Span, text: impl Into<String>, help: &str) {
        let problem = Diagnostic::warning(code, text).at(self.excerpt(at));
        self.problems.push(problem.help(help));
    }

    fn declare_all(&mut self, written: &Specification) {
        if written.name.is_empty() {
            let help = "write `Name: ...` after `Chip Specification`".to_owned();
            self.error(written.at, "the chip has no name", Some(help));
        }
        for pin in &written.pins {
            let role = match pin.input {
                true => Role::Input,
                false => Role::Output,
            };
            let number = self.declare(&pin.declared, role);
            if let Some(number) = number {
                self.nets[number].side = pin.side;
            }
        }
        for signal in &written.signals {
            self.declare(signal, Role::Signal);
        }
        for latch in &written.latches {
            self.declare(latch, Role::Latch);
        }
        if !self.nets.iter().any(|net| net.role == Role::Output) {
            let help = "write `Output: ...` under `I/O Pins`".to_owned();
            self.error(written.at, "the chip has no output", Some(help));
        }
    }

    fn declare(&mut self, declared: &Declared, role: Role) -> Option<usize> {
        let name = &declared.name.text;
        if super::expression::is_reserved(name) && !self.is_quoted(declared.name.at) {
            let help = format!("write it in quotation marks: \"{name}\"");
            let text = format!("`{name}` is a word of the language");
            self.error(declared.name.at, text, Some(help));
        }
        if let Some(&first) = self.by_name.get(name) {
            let text = format!("`{name}` is declared twice");
            let earlier = self.excerpt(self.declared[first]);
            let problem = Diagnostic::error(text).at(self.excerpt(declared.name.at));
            self.problems
                .push(problem.note("the first is here", Some(earlier)));
            return None;
        }
        let number = self.nets.len();
        self.by_name.insert(name.clone(), number);
        self.declared.push(declared.name.at);
        self.nets.push(Net {
            name: name.clone(),
            width: declared.width,
            role,
            side: None,
            drivers: Vec::new(),
            floats: false,
        });
        Some(number)
    }

    fn is_quoted(&self, at: Span) -> bool {
        let line = self.source.lines.get(at.line).copied().unwrap_or("");
        line.get(at.start..)
            .is_some_and(|text| text.starts_with('"'))
    }

    fn look_for_chips(&mut self, written: &Specification, shelf: Shelf<'_>) {
        for dependency in &written.dependencies {
            let name = &dependency.name;
            let Some(chip) = shelf(&name.text) else {
                let text = format!("the chip `{}` has no specification", name.text);
                let help = format!("put `{}.chip` beside this file", name.text);
                self.error(name.at, text, Some(help));
                continue;
            };
            if chip.has_memory() {
                let text = format!("the chip `{}` remembers", name.text);
                let help = "only combinational chips can be called".to_owned();
                self.error(name.at, text, Some(help));
                continue;
            }
            let widths = |role| -> Vec<u32> {
                let nets = chip.of(role);
                nets.map(|net| chip.nets[net].width).collect()
            };
            let actual = (widths(Role::Input), widths(Role::Output));
            if let Some(said) = &dependency.widths
                && *said != actual
            {
                let list = |widths: &[u32]| {
                    let texts: Vec<String> = widths.iter().map(u32::to_string).collect();
                    texts.join(",")
                };
                let text = format!(
                    "the chip `{}` has the pins ({}->{}), not ({}->{})",
                    name.text,
                    list(&actual.0),
                    list(&actual.1),
                    list(&said.0),
                    list(&said.1)
                );
                self.error(name.at, text, None);
            }
            self.functions.push((name.text.clone(), chip));
        }
    }

    /// Outputs that are wires: `dataout(8)=data`.
    fn wires(&mut self, written: &Specification) {
        for pin in &written.pins {
            let Some(joined) = &pin.joined else { continue };
            let Some(&number) = self.by_name.get(&pin.declared.name.text) else {
                continue;
            };
            if let Some(value) = self.typed(joined, pin.declared.width) {
                self.nets[number].drivers.push(value);
            }
        }
    }

    fn equation(&mut self, equation: &Equation) {
        match equation.targets.as_slice() {
            [target] => {
                let Some(number) = self.target(target) else {
                    return;
                };
                let width = self.nets[number].width;
                if let Some(value) = self.typed(&equation.value, width) {
                    self.drive(number, value);
                }
            }
            targets => self.several(targets, &equation.value),
        }
    }

    /// `(tens, units) = BCD(content)`
    fn several(&mut self, targets: &[Name], value: &Tree) {
        let numbers: Vec<Option<usize>> = targets.iter().map(|name| self.target(name)).collect();
        let Kind::Call(name, arguments) = &value.kind else {
            let text = "only a chip gives several values at once";
            return self.error(value.at, text, None);
        };
        let Some((function, arguments)) = self.call(name, arguments, value.at) else {
            return;
        };
        let chip = self.functions[function].1.clone();
        let outputs: Vec<usize> = chip.of(Role::Output).collect();
        if outputs.len() != targets.len() {
            let text = format!(
                "the chip `{name}` has {}, and here are {}",
                diag::count(outputs.len(), "output"),
                diag::count(targets.len(), "name")
            );
            return self.error(value.at, text, None);
        }
        for (at, (number, target)) in numbers.into_iter().zip(targets).enumerate() {
            let Some(number) = number else { continue };
            let width = chip.nets[outputs[at]].width;
            if width != self.nets[number].width {
                let text = format!(
                    "`{}` has {}, this output of `{name}` {width}",
                    target.text,
                    diag::count(self.nets[number].width, "bit")
                );
                self.error(target.at, text, None);
                continue;
            }
            let kind = ExprKind::Call(function, arguments.clone(), at);
            self.drive(number, Expr { kind, width });
        }
    }

    fn drive(&mut self, number: usize, value: Expr) {
        let joined: Vec<usize> = self.nets[number]
            .drivers
            .iter()
            .filter_map(|driver| match driver.kind {
                ExprKind::Net(input) => Some(input),
                _ => None,
            })
            .collect();
        for input in joined {
            self.nets[input].floats |= self.nets[input].role == Role::Input;
        }
        self.nets[number].drivers.push(value);
    }

    /// The target of an equation, which may be defined once.
    fn target(&mut self, name: &Name) -> Option<usize> {
        let number = self.find(name)?;
        let text = match self.nets[number].role {
            Role::Input => format!(
                "`{}` is an input: it gets its value from outside",
                name.text
            ),
            Role::Latch => {
                let help = format!("write `{} := ...` under `on ... edge of ...`", name.text);
                let text = format!("`{}` is a latch: it takes a value at an edge", name.text);
                self.error(name.at, text, Some(help));
                return None;
            }
            Role::Signal | Role::Output => match self.defined.insert(number, name.at) {
                None => return Some(number),
                Some(first) => {
                    let text = format!("`{}` is defined twice: this contradicts itself", name.text);
                    let earlier = self.excerpt(first);
                    let problem = Diagnostic::error(text).at(self.excerpt(name.at));
                    let problem = problem.note("the first equation is here", Some(earlier));
                    let help = "where two sources share a wire, give each `if ... else float` a name of its own and choose between them in one equation";
                    self.problems.push(problem.help(help));
                    return None;
                }
            },
        };
        self.error(name.at, text, None);
        None
    }

    fn find(&mut self, name: &Name) -> Option<usize> {
        if let Some(&number) = self.by_name.get(&name.text) {
            return Some(number);
        }
        let near = nearest(&name.text, self.by_name.keys().map(String::as_str));
        let help = match near {
            Some(near) => format!("did you mean `{near}`?"),
            None => "declare it as a pin, or under `Signals:` or `Latches:`".to_owned(),
        };
        let text = format!("unknown name `{}`", name.text);
        self.error(name.at, text, Some(help));
        None
    }

    fn block(&mut self, written: &BlockTree) -> Option<Block> {
        let trigger = self.typed(&written.trigger, 1);
        let enabled = match &written.enabled {
            Some(condition) => Some(self.typed(condition, 1)?),
            None => None,
        };
        let mut assignments: Vec<(usize, Expr)> = Vec::new();
        for (name, value) in &written.assignments {
            let Some(number) = self.find(name) else {
                continue;
            };
            if self.nets[number].role != Role::Latch {
                let help = format!("declare `{}` under `Latches:`", name.text);
                let text = format!("`{}` is no latch: it cannot remember a value", name.text);
                self.error(name.at, text, Some(help));
                continue;
            }
            if assignments.iter().any(|(earlier, _)| *earlier == number) {
                let text = format!(
                    "`{}` takes two values at once: this contradicts itself",
                    name.text
                );
                self.error(name.at, text, None);
                continue;
            }
            let width = self.nets[number].width;
            if let Some(value) = self.typed(value, width) {
                assignments.push((number, value));
            }
        }
        if written.assignments.is_empty() {
            let text = "nothing happens here";
            let help = "write `latch := value` below".to_owned();
            self.error(written.at, text, Some(help));
        }
        Some(Block {
            edge: written.edge,
            trigger: trigger?,
            enabled,
            assignments,
        })
    }

    /// Outputs without an equation whose names give their value: `posout` is `mypos`, as in the notes.
    fn outputs_by_name(&mut self, written: &Specification) {
        for pin in written.pins.iter().filter(|pin| !pin.input) {
            let name = &pin.declared.name;
            let Some(&number) = self.by_name.get(&name.text) else {
                continue;
            };
            if !self.nets[number].drivers.is_empty() || self.defined.contains_key(&number) {
                continue;
            }
            let Some(own) = self.own_signal(&name.text, pin.declared.width) else {
                let help = format!(
                    "write `{} = ...` under `Combinational`; `= any` if it does not matter",
                    name.text
                );
                let text = format!("nothing says what the output `{}` is", name.text);
                self.error(name.at, text, Some(help));
                continue;
            };
            let signal = self.nets[own].name.clone();
            let text = format!(
                "nothing says what the output `{}` is; it is taken to be `{signal}`",
                name.text
            );
            let help = format!("write `{} = {signal}` under `Combinational`", name.text);
            self.warn("output-by-name", name.at, text, &help);
            let value = Expr {
                kind: ExprKind::Net(own),
                width: pin.declared.width,
            };
            self.nets[number].drivers.push(value);
        }
    }

    fn own_signal(&self, output: &str, width: u32) -> Option<usize> {
        let sides = ["", "south", "north", "east", "west"];
        let stem = sides
            .iter()
            .find_map(|side| output.strip_suffix(side)?.strip_suffix("out"))?;
        let number = *self.by_name.get(&format!("my{stem}"))?;
        let net = &self.nets[number];
        (net.role == Role::Signal && net.width == width).then_some(number)
    }

    /// Signals without an equation, latches that never take a value.
    fn look_for_gaps(&mut self, blocks: &[Block]) {
        for number in 0..self.nets.len() {
            let (name, at) = (self.nets[number].name.clone(), self.declared[number]);
            match self.nets[number].role {
                Role::Signal if !self.defined.contains_key(&number) => {
                    let help = format!("write `{name} = ...` under `Combinational`");
                    let text = format!("nothing says what the signal `{name}` is");
                    self.error(at, text, Some(help));
                }
                Role::Latch => {
                    let mut taken = blocks.iter().flat_map(|block| &block.assignments);
                    if !taken.any(|(latch, _)| *latch == number) {
                        let text = format!("the latch `{name}` never takes a value: it stays 0");
                        let help = "give it one under `Behaviour`, or leave it out";
                        self.warn("idle-latch", at, text, help);
                    }
                }
                _ => {}
            }
        }
    }

    /// Signals and outputs, each after those it depends on.
    fn order(&mut self) -> Vec<usize> {
        let mut order = Vec::new();
        let mut state = vec![0u8; self.nets.len()];
        for root in 0..self.nets.len() {
            let mut path = vec![root];
            while let Some(&net) = path.last() {
                if state[net] != 0 {
                    path.pop();
                    if state[net] == 1 {
                        state[net] = 2;
                        order.push(net);
                    }
                    continue;
                }
                state[net] = 1;
                let mut before = Vec::new();
                self.nets[net]
                    .drivers
                    .iter()
                    .for_each(|driver| names(driver, &mut before));
                if let Some(&again) = before.iter().find(|&&other| state[other] == 1) {
                    self.circle(again, net);
                    return Vec::new();
                }
                path.extend(before.into_iter().filter(|&other| state[other] == 0));
            }
        }
        order.retain(|&net| matches!(self.nets[net].role, Role::Signal | Role::Output));
        order
    }

    fn circle(&mut self, a: usize, b: usize) {
        let (first, second) = (self.nets[a].name.clone(), self.nets[b].name.clone());
        let text = match a == b {
            true => format!("`{first}` depends on itself"),
            false => format!("`{first}` and `{second}` depend on each other"),
        };
        let at = self.defined.get(&a).copied().unwrap_or(self.declared[a]);
        let help = "what has to be remembered needs a latch".to_owned();
        self.error(at, text, Some(help));
    }
}

/// What a specification says about the same thing twice, or without end.
pub(super) fn contradicts(
    chip: &Arc<Chip>,
    written: &Specification,
    source: &Source<'_>,
) -> Vec<Diagnostic> {
    let at = |block: usize| {
        let Span { line, start, end } = written.blocks[block].at;
        source.excerpt(line, start, end)
    };
    let told = |one: Contradiction| match one {
        Contradiction::TwoValues { latch, blocks } => {
            let name = &chip.nets[latch].name;
            let text =
                format!("`{name}` can get two different values at this edge; the later one counts");
            Diagnostic::warning("two-values", text)
                .at(at(blocks[1]))
                .note("the other value comes from here", Some(at(blocks[0])))
                .help("exclude one where the other applies, in `enabled by`")
        }
        Contradiction::Restless { latch, block } => {
            let name = &chip.nets[latch].name;
            let text = format!("`{name}` need not come to rest: what holds it changes with it");
            Diagnostic::warning("restless", text)
                .at(at(block))
                .help("let it change at an edge, with `on ... edge of ... do:`")
        }
    };
    contradictions(chip).into_iter().map(told).collect()
}

/// The nets an expression reads.
pub(crate) fn names(expr: &Expr, found: &mut Vec<usize>) {
    match &expr.kind {
        ExprKind::Net(net) => found.push(*net),
        ExprKind::Number(_) | ExprKind::Float | ExprKind::Any => {}
        ExprKind::Not(a) | ExprKind::Select(a, _) | ExprKind::Extend(a, _) => names(a, found),
        ExprKind::Binary(_, a, b) => {
            names(a, found);
            names(b, found);
        }
        ExprKind::If(a, b, c) => [a, b, c].into_iter().for_each(|part| names(part, found)),
        ExprKind::Join(all) | ExprKind::Call(_, all, _) => {
            all.iter().for_each(|part| names(part, found));
        }
    }
}

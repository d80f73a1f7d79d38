//! Phase 6: names to numbers. Turns the laid-out sections of a file into an object module.
//!
//! A name is looked up among the section's externals, its own labels, the labels of the file's
//! absolute sections, the other parts of the same relocatable section, and the `set` constants.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::Compat;
use super::ast::{Atom, Constant, Expr};
use super::context::Context;
use super::emit::template::Templates;
use super::emit::{Block, Deferred, Fixup};
use super::object::{Entry, Label, Location, Module, Placement, Section, Use, common_alignment};
use super::source::Span;
use super::warning::Warning;
use diag::Diagnostic;
use diag::nearest;

/// Maximum depth of constants that refer to constants.
const MAX_CONSTANTS: usize = 50;

/// Turns the sections of the file `name` into a module.
pub fn resolve(
    context: &mut Context,
    name: &str,
    blocks: &[Block],
    templates: &Templates,
    constants: &[Constant],
) -> Module {
    let scope = Scope::new(context, blocks, templates, constants);
    let mut module = Module {
        file: Some(name.to_owned()),
        ..Module::default()
    };
    let mut places = Vec::with_capacity(blocks.len());
    let mut used = HashSet::new();
    for index in 0..blocks.len() {
        let (at, base) = module.place(&scope, index);
        let mut filler = Filler {
            context,
            scope: &scope,
            index,
            base,
            used: &mut used,
        };
        filler.fill(&mut module.sections[at]);
        places.push((at, base));
    }
    for (index, (at, base)) in places.into_iter().enumerate() {
        let is_used = |label| used.contains(&(index, label));
        module.describe(context, &blocks[index], at, base, is_used);
    }
    module
}

/// Where each block goes, and what its names mean.
struct Scope<'a> {
    blocks: &'a [Block],
    templates: &'a Templates,
    constants: HashMap<&'a str, &'a Constant>,
    /// Name to (block, label) among absolute sections.
    absolute: HashMap<&'a str, (usize, usize)>,
    /// Offset of a block in its relocatable section.
    bases: Vec<u32>,
}

impl<'a> Scope<'a> {
    fn new(
        context: &mut Context,
        blocks: &'a [Block],
        templates: &'a Templates,
        constants: &'a [Constant],
    ) -> Scope<'a> {
        let mut scope = Scope {
            blocks,
            templates,
            constants: HashMap::new(),
            absolute: HashMap::new(),
            bases: Vec::new(),
        };
        scope.join_parts();
        scope.collect_absolute(context);
        scope.collect_constants(context, constants);
        scope
    }

    /// Concatenates the parts of each relocatable section.
    fn join_parts(&mut self) {
        let mut sizes: HashMap<&str, u32> = HashMap::new();
        for block in self.blocks {
            if block.address.is_some() {
                self.bases.push(0);
                continue;
            }
            let size = sizes.entry(&block.name).or_insert(0);
            let base = size.next_multiple_of(block.align);
            *size = base + block.bytes.len() as u32;
            self.bases.push(base);
        }
    }

    /// Of a label in several absolute sections, the one at the highest section address is visible outside them.
    fn collect_absolute(&mut self, context: &mut Context) {
        for (index, block) in self.blocks.iter().enumerate() {
            let Some(address) = block.address else {
                continue;
            };
            for (at, label) in block.labels.iter().enumerate() {
                let Some(&(other, first)) = self.absolute.get(label.name.as_str()) else {
                    self.absolute.insert(&label.name, (index, at));
                    continue;
                };
                warn_duplicate(
                    context,
                    &label.name,
                    label.span,
                    self.blocks[other].labels[first].span,
                );
                if self.blocks[other].address.unwrap_or(0) <= address {
                    self.absolute.insert(&label.name, (index, at));
                }
            }
        }
    }

    fn collect_constants(&mut self, context: &mut Context, constants: &'a [Constant]) {
        for constant in constants {
            let name = &constant.name;
            if let Some(first) = self.constants.insert(&name.text, constant) {
                let at = context.lines.excerpt(first.name.span);
                let error =
                    Diagnostic::error(format!("the constant `{}` is set already", name.text))
                        .note("the first definition", Some(at));
                context.tell(error, name.span);
            } else if self.absolute.contains_key(name.text.as_str()) {
                context.error(name.span, format!("`{}` is a label already", name.text));
            }
        }
    }

    fn label(&self, (block, label): (usize, usize)) -> Found<'a> {
        let block_ref = &self.blocks[block];
        let offset = i64::from(block_ref.labels[label].offset);
        match block_ref.address {
            Some(address) => Found::Number(address + offset, Some((block, label))),
            None => Found::Own(offset, block, label),
        }
    }

    /// The meaning of `name` in block `index`.
    fn find(&self, index: usize, name: &str) -> Option<Found<'a>> {
        let block = &self.blocks[index];
        if let Some(name) = block.externals.get(name) {
            return Some(Found::External(name));
        }
        if let Some(&label) = block.by_name.get(name) {
            return Some(self.label((index, label)));
        }
        if let Some(&at) = self.absolute.get(name) {
            return Some(self.label(at));
        }
        let parts = self.blocks.iter().enumerate().filter(|(_, other)| {
            block.address.is_none() && other.address.is_none() && other.name == block.name
        });
        for (other, part) in parts {
            if let Some(&label) = part.by_name.get(name) {
                return Some(self.label((other, label)));
            }
        }
        self.constants
            .get(name)
            .map(|constant| Found::Constant(constant))
    }
}

fn warn_duplicate(context: &mut Context, name: &str, again: Span, first: Span) {
    let at = context.lines.excerpt(first);
    let message = format!("the label `{name}` is in several absolute sections of this file");
    let warning = Diagnostic::warning(Warning::DuplicateLabel, message)
        .note("it is also here", Some(at))
        .help("each section uses its own; elsewhere the one in the section with the higher address counts");
    context.tell(warning, again);
}

enum Found<'a> {
    /// A number, with the absolute label it comes from.
    Number(i64, Option<(usize, usize)>),
    /// An offset in this relocatable section, with block and label.
    Own(i64, usize, usize),
    External(&'a str),
    Constant(&'a Constant),
}

/// The sum of an expression so far.
#[derive(Default)]
struct Sum<'a> {
    value: i64,
    /// Part of `value` that comes from other blocks' places in the section.
    shift: i64,
    /// Own labels added minus own labels subtracted.
    own: i32,
    /// Externals: how often added, minus how often subtracted.
    externals: BTreeMap<&'a str, i32>,
    failed: bool,
    has_name: bool,
}

struct Filler<'a, 'b, 'c> {
    context: &'a mut Context<'b>,
    scope: &'a Scope<'c>,
    index: usize,
    /// Offset of the block in its section.
    base: u32,
    /// Block and label of every name mentioned.
    used: &'a mut HashSet<(usize, usize)>,
}

impl<'c> Filler<'_, '_, 'c> {
    fn fill(&mut self, section: &mut Section) {
        let scope = self.scope;
        let block = &scope.blocks[self.index];
        section.bytes.resize(self.base as usize, 0);
        section.bytes.extend(&block.bytes);
        for fixup in &block.fixups {
            let offset = self.base + fixup.offset;
            let byte = match &fixup.target {
                Deferred::Offset(target) => self.branch(block, *target, offset, section),
                Deferred::Expr(expr, here) => self.value(fixup, expr, *here, offset, section),
            };
            if let Some(slot) = section.bytes.get_mut(offset as usize) {
                *slot = byte;
            }
        }
        section.relocations.sort_unstable();
    }

    fn branch(&mut self, block: &Block, target: u32, offset: u32, section: &mut Section) -> u8 {
        match block.address {
            Some(address) => (address + i64::from(target)) as u8,
            None => {
                section.relocations.push(offset);
                (self.base + target) as u8
            }
        }
    }

    fn value(
        &mut self,
        fixup: &Fixup,
        expr: &Expr,
        here: u32,
        offset: u32,
        section: &mut Section,
    ) -> u8 {
        let mut sum = Sum::default();
        self.add(&mut sum, expr, false, here, 0);
        if sum.failed || !self.is_sound(&sum, expr.span) {
            return 0;
        }
        let wraps = self.context.is_compat(Compat::Cocoide) && sum.has_name;
        if !(-128..=255).contains(&sum.value) && !wraps {
            self.out_of_range(&sum, fixup.span);
            return 0;
        }
        if let Some((name, _)) = sum.externals.iter().find(|(_, count)| **count == 1) {
            section.uses.push(Use {
                name: (*name).to_owned(),
                offset,
                span: Some(fixup.span),
            });
        } else if sum.own == 1 {
            section.relocations.push(offset);
        }
        (sum.value + sum.shift) as u8
    }

    fn out_of_range(&mut self, sum: &Sum, span: Span) {
        let help = match sum.value {
            256 if sum.has_name => Some("address 256 is past the end of memory".to_owned()),
            -256..=-129 => Some(format!("the low byte is {}", sum.value & 255)),
            256..=65535 => Some(format!("the low byte is 0x{:02x}", sum.value & 255)),
            _ => None,
        };
        let message = match sum.value {
            value @ -65_535..=65_535 => format!("{value} does not fit into a byte"),
            _ => "this value is far too large for a byte".to_owned(),
        };
        let error = Diagnostic::error(message)
            .label("expected -128 to 255")
            .maybe_help(help);
        self.context.tell(error, span);
    }

    fn add(&mut self, sum: &mut Sum<'c>, expr: &Expr, negate: bool, here: u32, depth: usize) {
        for term in &expr.terms {
            let negative = term.negative != negate;
            let sign = if negative { -1 } else { 1 };
            match &term.atom {
                Atom::Number(number) => sum.value += sign * number,
                Atom::Here => {
                    sum.has_name = true;
                    match self.scope.blocks[self.index].address {
                        Some(address) => sum.value += sign * (address + i64::from(here)),
                        None => self.own(sum, sign, i64::from(here), self.index),
                    }
                }
                Atom::Name(name) => {
                    sum.has_name = true;
                    self.add_name(sum, name, sign, term.span, here, depth);
                }
            }
        }
    }

    fn own(&mut self, sum: &mut Sum<'c>, sign: i64, offset: i64, block: usize) {
        sum.value += sign * offset;
        sum.shift += sign * i64::from(self.scope.bases[block]);
        sum.own += sign as i32;
    }

    fn add_name(
        &mut self,
        sum: &mut Sum<'c>,
        name: &str,
        sign: i64,
        span: Span,
        here: u32,
        depth: usize,
    ) {
        if let Some((template, field)) = self.scope.templates.of(name) {
            match self.scope.templates.offset(template, field) {
                Some(offset) => sum.value += sign * offset,
                None => {
                    sum.failed = true;
                    self.unknown_field(template, field, span);
                }
            }
            return;
        }
        match self.scope.find(self.index, name) {
            None => {
                sum.failed = true;
                self.unknown_label(name, span);
            }
            Some(Found::Number(value, label)) => {
                self.used.extend(label);
                sum.value += sign * value;
            }
            Some(Found::Own(offset, block, label)) => {
                self.used.insert((block, label));
                self.own(sum, sign, offset, block);
            }
            Some(Found::External(name)) => {
                *sum.externals.entry(name).or_default() += sign as i32;
            }
            Some(Found::Constant(constant)) if depth < MAX_CONSTANTS => {
                self.add(sum, &constant.value, sign < 0, here, depth + 1);
            }
            Some(Found::Constant(_)) => {
                sum.failed = true;
                self.context
                    .error(span, format!("the constant `{name}` is defined by itself"));
            }
        }
    }

    /// Whether the linker can express the sum: a number, an own address, or an external and a number.
    fn is_sound(&mut self, sum: &Sum, span: Span) -> bool {
        let externals = || sum.externals.values().filter(|count| **count != 0);
        let problem = if externals().any(|count| *count < 0) {
            (
                "an external cannot be subtracted",
                "its address is known only to the linker",
            )
        } else if externals().count() > 1 {
            (
                "two externals in one value",
                "at most one external can be added",
            )
        } else if externals().any(|count| *count > 1) {
            (
                "an external added twice",
                "at most one external can be added",
            )
        } else if externals().count() == 1 && sum.own != 0 {
            (
                "an external and a label of this relocatable section",
                "their sum is not an address",
            )
        } else if sum.own < 0 {
            (
                "a label of this relocatable section is subtracted",
                "only the distance of two labels is a number: `b - a`",
            )
        } else if sum.own > 1 {
            (
                "labels of this relocatable section are added",
                "only the distance of two labels is a number: `b - a`",
            )
        } else {
            return true;
        };
        self.context
            .tell(Diagnostic::error(problem.0).label(problem.1), span);
        false
    }

    fn unknown_field(&mut self, template: &str, field: &str, span: Span) {
        let near = nearest(field, self.scope.templates.fields(template));
        let mut fields: Vec<&str> = self.scope.templates.fields(template).collect();
        fields.sort_unstable();
        let error = Diagnostic::error(format!("template `{template}` has no field `{field}`"))
            .label(format!("expected one of: {}", fields.join(", ")))
            .did_you_mean(near.map(|near| format!("{template}.{near}")).as_deref());
        self.context.tell(error, span);
    }

    fn unknown_label(&mut self, name: &str, span: Span) {
        let own = &self.scope.blocks[self.index];
        let elsewhere = self.scope.blocks.iter().find_map(|block| {
            let label = &block.labels[*block.by_name.get(name)?];
            Some((block, label))
        });
        if let Some((block, label)) = elsewhere {
            let at = self.context.lines.excerpt(label.span);
            let help = match label.entry {
                true => format!("declare it in this section: `{name}: ext`"),
                false => {
                    format!("make it an entry there, `{name}>`, and declare it here: `{name}: ext`")
                }
            };
            let error =
                Diagnostic::error(format!("the label `{name}` is not known in this section"))
                    .note(format!("it is a label of rsect `{}`", block.name), Some(at))
                    .help(help);
            return self.context.tell(error, span);
        }
        let names = own.by_name.keys().map(String::as_str);
        let names = names.chain(own.externals.iter().map(String::as_str));
        let names = names
            .chain(self.scope.absolute.keys().copied())
            .chain(self.scope.constants.keys().copied());
        // Nobody reads the hundredth guess.
        let names = names.take(if self.context.diagnostics.len() < 100 {
            usize::MAX
        } else {
            0
        });
        let near = nearest(name, names);
        let misplaced = crate::isa::find(name).filter(|_| near.is_none());
        let help = misplaced
            .map(|_| "an instruction cannot be an operand; is a line break missing?".to_owned());
        let error = Diagnostic::error(format!("the label `{name}` is not defined"))
            .label("expected a label, a constant or a template field")
            .maybe_help(help)
            .did_you_mean(near);
        self.context.tell(error, span);
    }
}

impl Module {
    /// The section a block belongs to, created if necessary, and the block's offset in it.
    fn place(&mut self, scope: &Scope, index: usize) -> (usize, u32) {
        let block = &scope.blocks[index];
        let place = match block.address {
            Some(address) => Placement::Absolute(u32::try_from(address).unwrap_or(u32::MAX)),
            None => Placement::Relocatable(block.name.clone()),
        };
        let known = self
            .sections
            .iter()
            .position(|s| block.address.is_none() && s.place == place);
        let at = known.unwrap_or_else(|| {
            let mut section = Section::new(place);
            section.span = Some(block.span);
            self.sections.push(section);
            self.sections.len() - 1
        });
        let section = &mut self.sections[at];
        section.align = common_alignment(section.align, block.align);
        (at, scope.bases[index])
    }

    /// Adds labels, entries, items and source locations of a block.
    fn describe(
        &mut self,
        context: &Context,
        block: &Block,
        at: usize,
        base: u32,
        is_used: impl Fn(usize) -> bool,
    ) {
        let section = &mut self.sections[at];
        for (index, label) in block.labels.iter().enumerate() {
            let offset = base + label.offset;
            section.labels.push(Label {
                name: label.name.clone(),
                offset,
                entry: label.entry,
                used: is_used(index),
                span: label.span,
            });
            if label.entry {
                let address = block.address.unwrap_or(0) + i64::from(offset);
                let at = u32::try_from(address).unwrap_or(u32::MAX);
                let entry = Entry {
                    name: label.name.clone(),
                    at,
                    span: Some(label.span),
                };
                match block.address {
                    Some(_) => self.entries.push(entry),
                    None => section.entries.push(entry),
                }
            }
        }
        for item in &block.items {
            let offset = base + item.offset;
            let (_, line) = context.lines.written_at(item.span.line);
            section.locations.push(Location {
                offset,
                line,
                column: 0,
            });
            section.items.push(super::object::Item { offset, ..*item });
        }
    }
}

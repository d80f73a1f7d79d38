//! Phase 5: statements to bytes. The size of every statement is known immediately, so one walk over a section
//! lays it out; operands that name labels are left as [`Fixup`]s for [`resolve`](super::resolve).

pub(crate) mod data;
mod instruction;
mod structure;
pub mod template;

use std::collections::{HashMap, HashSet};

use self::template::Templates;
use super::ast::{Expr, LabelKind, Labels, Name, SectionKind, Stmt};
use super::context::Context;
use super::expand::library::Library;
use super::object::{Item, ItemKind};
use super::source::Span;
use diag::Diagnostic;

/// No section may grow beyond this; the memory has 256 bytes.
const MAX_SECTION: usize = 1 << 16;

/// A section laid out.
pub struct Block {
    /// The address, or the name of a relocatable section.
    pub address: Option<i64>,
    pub name: String,
    pub span: Span,
    pub bytes: Vec<u8>,
    pub align: u32,
    pub labels: Vec<LabelAt>,
    pub by_name: HashMap<String, usize>,
    pub externals: HashSet<String>,
    pub fixups: Vec<Fixup>,
    pub items: Vec<Item>,
}

pub struct LabelAt {
    pub name: String,
    pub offset: u32,
    pub entry: bool,
    pub span: Span,
}

/// A byte whose value is known only when all labels are.
pub struct Fixup {
    pub offset: u32,
    pub target: Deferred,
    pub span: Span,
}

pub enum Deferred {
    /// A sum, with the offset of the statement for `*`.
    Expr(Expr, u32),
    /// An offset in the same section: the branches of structures.
    Offset(u32),
}

/// Lays out the sections of a file.
pub(crate) fn emit(
    context: &mut Context,
    sections: &[super::ast::Section],
    templates: &Templates,
    library: &Library,
    externals: &[Name],
) -> Vec<Block> {
    let mut blocks = Vec::new();
    for section in sections {
        let (address, name) = match &section.kind {
            SectionKind::Absolute(address) => (Some(*address), String::new()),
            SectionKind::Relocatable(name) => (None, name.clone()),
            SectionKind::Template(_) => continue,
        };
        let block = Block {
            address,
            name,
            span: section.span,
            bytes: Vec::new(),
            align: 1,
            labels: Vec::new(),
            by_name: HashMap::new(),
            externals: externals.iter().map(|name| name.text.clone()).collect(),
            fixups: Vec::new(),
            items: Vec::new(),
        };
        let mut emitter = Emitter {
            context,
            templates,
            library,
            block,
            external_spans: HashMap::new(),
            saved: Vec::new(),
            structures: structure::Structures::default(),
            stretch: 0,
            too_large: false,
        };
        emitter.statements(&section.body);
        emitter.finish();
        blocks.push(emitter.block);
    }
    blocks
}

struct Emitter<'a, 'b> {
    context: &'a mut Context<'b>,
    templates: &'a Templates,
    library: &'a Library,
    block: Block,
    external_spans: HashMap<String, Span>,
    /// Registers of `save`, with their places; `None` for a `save` that was itself wrong.
    saved: Vec<(Option<u8>, Span)>,
    structures: structure::Structures,
    /// The most that `align` could add to the bytes: cdm-devkit names structures by that.
    stretch: u32,
    too_large: bool,
}

impl Emitter<'_, '_> {
    fn statements(&mut self, statements: &[Stmt]) {
        for statement in statements {
            match statement {
                Stmt::Labels(labels) => self.labels(labels),
                Stmt::Op(op) => self.op(op),
                Stmt::If(statement) => self.if_statement(statement),
                Stmt::While(statement) => self.while_statement(statement),
                Stmt::Do(statement) => self.do_statement(statement),
                Stmt::Leave(leave) => self.leave(leave),
            }
        }
    }

    /// The offset of the next byte.
    fn here(&self) -> u32 {
        self.block.bytes.len() as u32
    }

    fn labels(&mut self, labels: &Labels) {
        for name in &labels.names {
            match labels.kind {
                LabelKind::External => self.external(name),
                kind => self.label(name, kind == LabelKind::Entry),
            }
        }
    }

    fn external(&mut self, name: &Name) {
        if let Some(&index) = self.block.by_name.get(&name.text) {
            return self.duplicate(name, self.block.labels[index].span);
        }
        self.block.externals.insert(name.text.clone());
        self.external_spans.insert(name.text.clone(), name.span);
    }

    fn label(&mut self, name: &Name, entry: bool) {
        if let Some(&index) = self.block.by_name.get(&name.text) {
            return self.duplicate(name, self.block.labels[index].span);
        }
        if let Some(&span) = self.external_spans.get(&name.text) {
            return self.duplicate(name, span);
        }
        if let Some((template, _)) = self.templates.of(&name.text) {
            let error = Diagnostic::error(format!(
                "the label `{}` looks like a field of template `{template}`",
                name.text
            ))
            .help("rename the label or the template");
            self.context.tell(error, name.span);
        }
        self.block
            .by_name
            .insert(name.text.clone(), self.block.labels.len());
        self.block.labels.push(LabelAt {
            name: name.text.clone(),
            offset: self.here(),
            entry,
            span: name.span,
        });
    }

    fn duplicate(&mut self, name: &Name, first: Span) {
        let at = self.context.lines.excerpt(first);
        let error = Diagnostic::error(format!(
            "the label `{}` is defined already in this section",
            name.text
        ))
        .note("the first definition", Some(at))
        .help("give one of them another name");
        self.context.tell(error, name.span);
    }

    /// Appends the bytes of one statement.
    fn bytes(&mut self, kind: ItemKind, span: Span, bytes: &[u8]) {
        if !self.has_room(bytes.len(), span) {
            return;
        }
        self.block.items.push(Item {
            offset: self.here(),
            size: bytes.len() as u32,
            kind,
            span,
            listed: span,
        });
        self.block.bytes.extend(bytes);
    }

    fn has_room(&mut self, size: usize, span: Span) -> bool {
        if self.block.bytes.len() + size > MAX_SECTION && !self.too_large {
            self.too_large = true;
            let error = Diagnostic::error("this section is far too large")
                .label("the memory has 256 bytes");
            self.context.tell(error, span);
        }
        !self.too_large
    }

    /// Appends an opcode and a byte to be filled in.
    fn with_target(&mut self, kind: ItemKind, span: Span, opcode: u8, target: Deferred, at: Span) {
        let offset = self.here() + 1;
        self.bytes(kind, span, &[opcode, 0]);
        if !self.too_large {
            self.block.fixups.push(Fixup {
                offset,
                target,
                span: at,
            });
        }
    }

    fn finish(&mut self) {
        for (register, span) in std::mem::take(&mut self.saved) {
            let Some(register) = register else { continue };
            let error = Diagnostic::error(format!("`save r{register}` without `restore`"))
                .label("expected a `restore` before the section ends");
            self.context.tell(error, span);
        }
        self.structures_done();
    }
}

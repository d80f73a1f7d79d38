//! Templates: names for offsets.

use std::collections::HashMap;

use super::data::constant;
use crate::asm::Compat;
use crate::asm::ast::{LabelKind, Op, Section, SectionKind, Stmt, Value};
use crate::asm::context::Context;
use crate::asm::source::Span;
use crate::asm::warning::Warning;
use diag::Diagnostic;

#[derive(Clone, Debug, Default)]
pub struct Template {
    /// Field to offset; `_` is the size.
    pub fields: HashMap<String, i64>,
}

#[derive(Clone, Debug, Default)]
pub struct Templates {
    by_name: HashMap<String, Template>,
}

impl Templates {
    /// The template and field that a name with a dot refers to, if its first part is a template.
    pub fn of<'n>(&self, name: &'n str) -> Option<(&'n str, &'n str)> {
        let (template, field) = name.split_once('.')?;
        self.by_name
            .contains_key(template)
            .then_some((template, field))
    }

    pub fn offset(&self, template: &str, field: &str) -> Option<i64> {
        self.by_name.get(template)?.fields.get(field).copied()
    }

    pub fn fields(&self, template: &str) -> impl Iterator<Item = &str> {
        let fields = self.by_name.get(template).into_iter();
        fields.flat_map(|template| template.fields.keys().map(String::as_str))
    }
}

/// Reads the templates among the sections of a file.
pub fn read(context: &mut Context, sections: &[Section]) -> Templates {
    let mut templates = Templates::default();
    for section in sections {
        let SectionKind::Template(name) = &section.kind else {
            continue;
        };
        let template = layout(context, section);
        if templates.by_name.insert(name.clone(), template).is_some() {
            let message = format!("template `{name}` is defined again; the last definition counts");
            context.tell(
                Diagnostic::warning(Warning::TemplateAgain, message),
                section.span,
            );
        }
    }
    templates
}

fn layout(context: &mut Context, section: &Section) -> Template {
    let mut template = Template::default();
    let mut size = 0i64;
    for statement in &section.body {
        match statement {
            Stmt::Labels(labels) => {
                if labels.kind != LabelKind::Plain {
                    let span = labels.names.first().map_or(section.span, |name| name.span);
                    let error = Diagnostic::error("a template has neither entries nor externals")
                        .label("expected a plain label, with `:`");
                    context.tell(error, span);
                }
                for name in &labels.names {
                    if template.fields.insert(name.text.clone(), size).is_some() {
                        let message = format!("the template has a field `{}` already", name.text);
                        context.error(name.span, message);
                    }
                }
            }
            Stmt::Op(op) => size = (size + size_of(context, op)).clamp(0, 1 << 20),
            other => structure(context, span_of(other, section.span)),
        }
    }
    template.fields.insert("_".to_owned(), size);
    template
}

fn span_of(statement: &Stmt, default: Span) -> Span {
    match statement {
        Stmt::If(statement) => statement.span,
        Stmt::While(statement) => statement.span,
        Stmt::Do(statement) => statement.span,
        Stmt::Leave(statement) => statement.span,
        _ => default,
    }
}

/// cdm-devkit skips structures in a template, with everything inside them.
fn structure(context: &mut Context, span: Span) {
    if context.is_compat(Compat::Cocoide) {
        return not_allowed(context, span);
    }
    let message = "cdm-devkit ignores this in a template, with everything inside it";
    let warning = Diagnostic::warning(Warning::TemplateCode, message)
        .help("a template holds only labels, `ds` and `dc`; code goes into an `asect` or `rsect`");
    context.tell(warning, span);
}

fn not_allowed(context: &mut Context, span: Span) {
    let error = Diagnostic::error("a template holds only labels, `ds` and `dc`")
        .label("expected a label, `ds` or `dc`")
        .help("code goes into an `asect` or `rsect`");
    context.tell(error, span);
}

fn size_of(context: &mut Context, op: &Op) -> i64 {
    match op.word.text.as_str() {
        "dc" => op
            .operands
            .iter()
            .map(|operand| match &operand.value {
                Value::Str(text) => text.len() as i64,
                _ => 1,
            })
            .sum(),
        "ds" => {
            let size = match op.operands.as_slice() {
                [operand] => match &operand.value {
                    Value::Expr(expr) => constant(expr),
                    _ => None,
                },
                _ => None,
            };
            match size {
                Some(size @ 0..) => size,
                Some(_) => {
                    context.error(op.span, "the size of `ds` is negative");
                    0
                }
                None => {
                    context.tell(
                        Diagnostic::error("`ds` takes one number").label("expected a number"),
                        op.span,
                    );
                    0
                }
            }
        }
        _ => {
            not_allowed(context, op.span);
            0
        }
    }
}

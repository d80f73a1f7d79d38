//! Nests the items of a file: sections hold statements, structures hold statements.
//!
//! A closer that does not fit is either a slip (`fi` for `wend`) or a sign that the inner closer is
//! missing. The reading that leaves fewer errors in the rest of the section wins.

use std::ops::Range;

use super::line::Item;
use crate::asm::Compat;
use crate::asm::ast::{
    Condition, Do, Else, If, Joint, LabelKind, Section, SectionKind, Stmt, Test, Unit, While,
};
use crate::asm::context::Context;
use crate::asm::lex::code_length;
use crate::asm::source::Span;
use crate::isa::Cond;
use diag::{Diagnostic, Fix};

pub fn build(
    context: &mut Context,
    items: Vec<(Item, Span)>,
    range: Range<usize>,
    ended: bool,
) -> Unit {
    let shape: Vec<Shape> = items.iter().map(|(item, _)| Shape::of(item)).collect();
    let mut builder = Builder {
        context,
        unit: Unit::default(),
        frames: Vec::new(),
        shape,
        at: 0,
        too_deep: 0,
    };
    for (index, (item, span)) in items.into_iter().enumerate() {
        builder.at = index + 1;
        builder.item(item, span);
    }
    builder.close_all(None);
    if !ended {
        builder.no_end(range);
    }
    builder.unit
}

/// The three structures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Structure {
    If,
    While,
    Do,
}

impl Structure {
    fn opener(self) -> &'static str {
        match self {
            Structure::If => "if",
            Structure::While => "while",
            Structure::Do => "do",
        }
    }

    fn closer(self) -> &'static str {
        match self {
            Structure::If => "fi",
            Structure::While => "wend",
            Structure::Do => "until",
        }
    }
}

/// An item, for nesting.
#[derive(Clone, Copy)]
enum Shape {
    Opens(Structure),
    Closes(Structure),
    Section,
    Other,
}

impl Shape {
    fn of(item: &Item) -> Shape {
        match item {
            Item::If => Shape::Opens(Structure::If),
            Item::While => Shape::Opens(Structure::While),
            Item::Do => Shape::Opens(Structure::Do),
            Item::Fi => Shape::Closes(Structure::If),
            Item::Wend => Shape::Closes(Structure::While),
            Item::Until(_) => Shape::Closes(Structure::Do),
            Item::Section(_) | Item::End => Shape::Section,
            _ => Shape::Other,
        }
    }
}

/// The part of an `if`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Condition,
    Then,
    Else,
}

/// A structure not yet closed.
struct Frame {
    structure: Structure,
    span: Span,
    stage: Stage,
    /// The statements being collected.
    current: Vec<Stmt>,
    conditions: Vec<Condition>,
    then: Vec<Stmt>,
    then_seen: bool,
    else_span: Option<Span>,
    test: Option<Test>,
    /// The `until` of a `while`.
    until: Option<Test>,
}

impl Frame {
    fn new(structure: Structure, span: Span) -> Frame {
        Frame {
            structure,
            span,
            stage: Stage::Condition,
            current: Vec::new(),
            conditions: Vec::new(),
            then: Vec::new(),
            then_seen: false,
            else_span: None,
            test: None,
            until: None,
        }
    }

    /// The statement, closed at `end`.
    fn finish(mut self, end: Span) -> Stmt {
        let never = Test {
            cond: Cond::Eq,
            span: self.span,
        };
        let last = std::mem::take(&mut self.current);
        match self.structure {
            Structure::Do => Stmt::Do(Do {
                span: self.span,
                body: last,
                test: self.test.unwrap_or(never),
            }),
            // Without a condition at its start it is a `do`.
            Structure::While if self.until.is_some() && self.stage == Stage::Condition => {
                Stmt::Do(Do {
                    span: self.span,
                    body: last,
                    test: self.until.unwrap_or(never),
                })
            }
            Structure::While => Stmt::While(While {
                span: self.span,
                end,
                code: self.then,
                test: self.test.unwrap_or(never),
                body: last,
                until: self.until,
            }),
            Structure::If => {
                let (then, otherwise) = match self.else_span {
                    Some(span) => (self.then, Some(Else { span, body: last })),
                    None => (last, None),
                };
                Stmt::If(If {
                    span: self.span,
                    conditions: self.conditions,
                    then,
                    otherwise,
                })
            }
        }
    }
}

struct Builder<'a, 'b> {
    context: &'a mut Context<'b>,
    unit: Unit,
    frames: Vec<Frame>,
    shape: Vec<Shape>,
    /// Index of the item after the current one.
    at: usize,
    /// Structures beyond [`MAX_NESTING`] that are open.
    too_deep: usize,
}

/// Deeper than any real program; the later phases recurse.
const MAX_NESTING: usize = 150;

impl Builder<'_, '_> {
    fn item(&mut self, item: Item, span: Span) {
        match item {
            Item::Section(kind) => self.section(kind, span),
            Item::End => self.close_all(Some(span)),
            Item::Constant(constant) => self.unit.constants.push(constant),
            Item::Labels(labels)
                if self.unit.sections.is_empty() && labels.kind == LabelKind::External =>
            {
                self.unit.externals.extend(labels.names);
            }
            Item::Labels(labels) => self.push(Stmt::Labels(labels), span),
            Item::Op(op) => self.push(Stmt::Op(op), span),
            Item::Leave(leave) => self.push(Stmt::Leave(leave), span),
            Item::If => self.open(Structure::If, span),
            Item::While => self.open(Structure::While, span),
            Item::Do => self.open(Structure::Do, span),
            Item::Is(test, joint) => self.is(test, joint),
            Item::Stays(test) => self.stays(test),
            Item::Then => self.then(span),
            Item::Else => self.otherwise(span),
            Item::Fi => self.close(Structure::If, span, None),
            Item::Wend => self.close(Structure::While, span, None),
            Item::Until(test) => self.close(Structure::Do, span, Some(test)),
        }
    }

    fn section(&mut self, kind: SectionKind, span: Span) {
        self.close_all(Some(span));
        self.unit.sections.push(Section {
            kind,
            span,
            body: Vec::new(),
        });
    }

    /// Adds a statement to the innermost list. Code before the first section is reported once.
    fn push(&mut self, statement: Stmt, span: Span) {
        if let Some(frame) = self.frames.last_mut() {
            frame.current.push(statement);
            return;
        }
        if self.unit.sections.is_empty() {
            let what = match statement {
                Stmt::Labels(_) => "a label",
                _ => "code",
            };
            let error = Diagnostic::error(format!("{what} before the first section"))
                .label("expected `asect`, `rsect` or `tplate`; only `name: ext` may come before")
                .help("start the program with `asect 0`");
            self.context.tell(error, span);
            let kind = SectionKind::Absolute(0);
            self.unit.sections.push(Section {
                kind,
                span,
                body: Vec::new(),
            });
        }
        if let Some(section) = self.unit.sections.last_mut() {
            section.body.push(statement);
        }
    }

    fn open(&mut self, structure: Structure, span: Span) {
        if self.frames.len() < MAX_NESTING {
            self.frames.push(Frame::new(structure, span));
            return;
        }
        if self.too_deep == 0 {
            let message = format!("more than {MAX_NESTING} structures inside each other");
            self.context.error(span, message);
        }
        self.too_deep += 1;
    }

    fn is(&mut self, test: Test, joint: Joint) {
        let problem = match self.frames.last() {
            None => Diagnostic::error("`is` without `if`"),
            Some(frame) => match (frame.structure, frame.stage) {
                (Structure::If, Stage::Condition) => return self.condition(test, joint),
                (Structure::While, Stage::Condition) => Diagnostic::error("`is` in a `while`")
                    .help("the condition of `while` is `stays`"),
                (Structure::If, _) => Diagnostic::error("a second `is` in one `if`")
                    .help("join conditions with `is z, and` or `is z, or`"),
                _ => Diagnostic::error("`is` without `if`"),
            },
        };
        let problem = self.with_opener(problem);
        self.context.tell(problem, test.span);
        self.repair(Structure::While, test);
    }

    fn stays(&mut self, test: Test) {
        let problem = match self.frames.last() {
            Some(frame) => match (frame.structure, frame.stage) {
                (Structure::While, Stage::Condition) => return self.start_body(test),
                (Structure::While, _) => Diagnostic::error("a second `stays` in one `while`"),
                (Structure::If, Stage::Condition) => {
                    Diagnostic::error("`stays` in an `if`").help("the condition of `if` is `is`")
                }
                (Structure::Do, _) => Diagnostic::error("`stays` in a `do` loop")
                    .help("`do ... until` tests at its end; a loop that tests first is `while ... stays ... wend`"),
                _ => Diagnostic::error("`stays` without `while`"),
            },
            None => Diagnostic::error("`stays` without `while`")
                .help("put `while` on a line before the code of the condition"),
        };
        let problem = self.with_opener(problem);
        self.context.tell(problem, test.span);
        self.repair(Structure::If, test);
    }

    /// Takes a condition introduced by the wrong word for the intended one.
    fn repair(&mut self, meant_not: Structure, test: Test) {
        match self.frames.last() {
            Some(frame) if frame.stage == Stage::Condition && frame.structure == meant_not => {
                match meant_not {
                    Structure::While => self.start_body(test),
                    _ => self.condition(test, Joint::Last),
                }
            }
            _ => {}
        }
    }

    fn condition(&mut self, test: Test, joint: Joint) {
        if let Some(frame) = self.frames.last_mut() {
            let code = std::mem::take(&mut frame.current);
            frame.conditions.push(Condition { code, test, joint });
            if joint == Joint::Last {
                frame.stage = Stage::Then;
            }
        }
    }

    fn start_body(&mut self, test: Test) {
        if let Some(frame) = self.frames.last_mut() {
            frame.then = std::mem::take(&mut frame.current);
            frame.test = Some(test);
            frame.stage = Stage::Then;
        }
    }

    fn then(&mut self, span: Span) {
        let problem = match self
            .frames
            .last_mut()
            .filter(|frame| frame.structure == Structure::If)
        {
            None => "`then` without `if`",
            Some(frame) => match frame.stage {
                Stage::Condition => "`then` before the last `is`",
                Stage::Then if !frame.then_seen && frame.current.is_empty() => {
                    frame.then_seen = true;
                    return;
                }
                _ => "`then` must follow the last `is`",
            },
        };
        let problem = self.with_opener(Diagnostic::error(problem));
        self.context.tell(problem, span);
    }

    fn otherwise(&mut self, span: Span) {
        let problem = match self.frames.last_mut() {
            Some(frame) if frame.structure == Structure::If => match frame.stage {
                Stage::Then => {
                    frame.then = std::mem::take(&mut frame.current);
                    frame.else_span = Some(span);
                    frame.stage = Stage::Else;
                    return;
                }
                Stage::Condition => "`else` before the `is` of its `if`",
                Stage::Else => "a second `else` in one `if`",
            },
            _ => "`else` without `if`",
        };
        let problem = self.with_opener(Diagnostic::error(problem));
        self.context.tell(problem, span);
    }

    fn close(&mut self, structure: Structure, span: Span, test: Option<Test>) {
        if self.too_deep > 0 {
            self.too_deep -= 1;
            return;
        }
        let fits = self
            .frames
            .iter()
            .rposition(|frame| frame.structure == structure);
        let top = self.frames.len().wrapping_sub(1);
        match fits {
            _ if self.frames.is_empty() => return self.stray(structure, span),
            Some(index) if index == top => {}
            Some(index) if self.inner_are_missing(index) => {
                while self.frames.len() > index + 1 {
                    self.unclosed(Some((span, &format!("`{}`", structure.closer()))));
                }
            }
            _ if self.closes_while(structure) => {
                self.frames[top].until = test;
            }
            _ => self.slip(structure, span),
        }
        if let Some(frame) = self.frames.last_mut() {
            frame.test = frame
                .test
                .or(test.filter(|_| frame.structure == Structure::Do));
        }
        self.finish(span);
    }

    /// CocoIDE lets `until` close a `while`.
    fn closes_while(&self, structure: Structure) -> bool {
        let open = self.frames.last().map(|frame| frame.structure);
        (structure, open) == (Structure::Do, Some(Structure::While))
            && self.context.is_compat(Compat::Cocoide)
    }

    fn stray(&mut self, structure: Structure, span: Span) {
        let (closer, opener) = (structure.closer(), structure.opener());
        let error = Diagnostic::error(format!("`{closer}` without `{opener}`"))
            .label(format!("no `{opener}` is open here"));
        self.context.tell(error, span);
    }

    fn slip(&mut self, structure: Structure, span: Span) {
        let Some(frame) = self.frames.last() else {
            return;
        };
        let (found, wanted) = (structure.closer(), frame.structure.closer());
        let error = Diagnostic::error(format!(
            "`{found}` does not close this `{}`",
            frame.structure.opener()
        ))
        .label(format!("expected `{wanted}`"))
        .help(match (structure, frame.structure) {
            (Structure::Do, Structure::While) => {
                "`until` closes `do`; CocoIDE takes it here too: `--compat cocoide`".to_owned()
            }
            _ => format!("`{found}` closes `{}`", structure.opener()),
        });
        let error = self.with_opener(error);
        self.context.tell(error, span);
    }

    /// Whether the frames above `index` lack their closers, rather than this closer being a slip.
    fn inner_are_missing(&self, index: usize) -> bool {
        let stack = |length: usize| -> Vec<Structure> {
            self.frames[..length]
                .iter()
                .map(|frame| frame.structure)
                .collect()
        };
        let rest = &self.shape[self.at..];
        let missing = self.frames.len() - 1 - index + faults(stack(index), rest);
        let slip = 1 + faults(stack(self.frames.len() - 1), rest);
        missing < slip
    }

    /// Reports that the innermost structure is not closed, and closes it. `met` is the item that ends it instead.
    fn unclosed(&mut self, met: Option<(Span, &str)>) {
        let Some(frame) = self.frames.pop() else {
            return;
        };
        let (opener, closer) = (frame.structure.opener(), frame.structure.closer());
        let mut error = Diagnostic::error(format!(
            "this `{opener}` is not closed: `{closer}` is missing"
        ));
        error = match met {
            None => error.label(format!("expected `{closer}` before the end of the file")),
            Some((_, what)) => {
                let at = self.context.lines.excerpt(frame.span);
                let error = match frame.structure {
                    // An `until` needs a condition that cannot be guessed.
                    Structure::Do => error,
                    _ => error.fix(Fix::LineBefore(closer.to_owned())),
                };
                error
                    .label(format!("expected `{closer}` before {what}"))
                    .note(format!("the `{opener}` begins here"), Some(at))
            }
        };
        let span = met.map_or(frame.span, |(span, _)| span);
        self.context.tell(error, span);
        self.push(frame.finish(span), span);
    }

    fn close_all(&mut self, at: Option<Span>) {
        self.too_deep = 0;
        while !self.frames.is_empty() {
            self.unclosed(at.map(|span| (span, "the section ends")));
        }
    }

    /// Closes the innermost structure.
    fn finish(&mut self, span: Span) {
        let Some(frame) = self.frames.pop() else {
            return;
        };
        let lacks = match frame.structure {
            Structure::If if frame.stage == Stage::Condition => Some("is"),
            Structure::While if frame.stage == Stage::Condition && frame.until.is_none() => {
                Some("stays")
            }
            _ => None,
        };
        if let Some(word) = lacks {
            let opener = frame.structure.opener();
            let error =
                Diagnostic::error(format!("this `{opener}` has no `{word}`")).help(format!(
                    "`{opener}`, then code that sets the flags, then `{word}` with a condition"
                ));
            self.context.tell(error, frame.span);
        }
        self.push(frame.finish(span), span);
    }

    fn with_opener(&self, diagnostic: Diagnostic) -> Diagnostic {
        match self.frames.last() {
            None => diagnostic,
            Some(frame) => {
                let message = format!(
                    "the innermost open structure is this `{}`",
                    frame.structure.opener()
                );
                diagnostic.note(message, Some(self.context.lines.excerpt(frame.span)))
            }
        }
    }

    fn no_end(&mut self, range: Range<usize>) {
        let error = Diagnostic::error("the file has no `end`")
            .label("expected `end` after this")
            .help("add a line `end`")
            .fix(Fix::LineAfter("end".to_owned()));
        let filled = |index: &usize| code_length(&self.context.lines.lines[*index].text) > 0;
        let last = range.clone().rev().find(filled).or(range.last());
        match last {
            Some(index) => {
                let length = self.context.lines.lines[index].text.len() as u32;
                let span = Span {
                    line: index as u32,
                    start: 0,
                    end: length,
                };
                self.context.tell(error, span);
            }
            None => self.context.diagnostics.push(error),
        }
    }
}

/// How many closers do not fit, and structures stay open, to the end of the section.
fn faults(mut stack: Vec<Structure>, rest: &[Shape]) -> usize {
    let mut count = 0;
    for shape in rest.iter().take(2_000) {
        match *shape {
            Shape::Opens(structure) => stack.push(structure),
            Shape::Closes(structure) => {
                count += usize::from(stack.last() != Some(&structure));
                stack.pop();
            }
            Shape::Section => break,
            Shape::Other => {}
        }
    }
    count + stack.len()
}

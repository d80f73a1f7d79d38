//! `if`, `while`, `do` and the branches they need.
//!
//! ```text
//! if C is c T else E fi            while C stays c S wend      do S until c
//!
//!       C                          cond: C                     body: S
//!       b!c else                         b!c end               cond: b!c body
//! then: T                                S                     end:
//!       br fi                            br cond
//! else: E                          end:
//! fi:
//! ```
//!
//! Every structure has private labels. cdm-devkit names them by the address at which the structure
//! starts, so two that start at one address share them and the last definition counts for both;
//! `shared` reproduces that, or finds the cases to warn about.

use std::collections::HashMap;

use super::{Deferred, Emitter, Fixup};
use crate::asm::Compat;
use crate::asm::ast::{Do, Else, If, Joint, Leave, Test, While};
use crate::asm::object::ItemKind;
use crate::asm::source::Span;
use crate::asm::warning::Warning;
use crate::isa::Cond;
use diag::{Diagnostic, count};

/// The role of a label in its structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Role {
    Or(u32),
    Then,
    Else,
    /// After the structure.
    Finally,
    Cond,
    Body,
}

#[derive(Clone, Copy)]
struct Mark {
    own: usize,
    shared: usize,
}

struct Loop {
    end: Mark,
    again: Mark,
    /// Where CocoIDE's `continue` goes.
    start: Mark,
    is_do: bool,
}

struct Reference {
    mark: Mark,
    offset: u32,
    span: Span,
}

#[derive(Default)]
pub struct Structures {
    own: Vec<u32>,
    shared: Vec<u32>,
    by_start: HashMap<(u32, Role), usize>,
    references: Vec<Reference>,
    loops: Vec<Loop>,
}

impl Structures {
    fn mark(&mut self, start: u32, role: Role) -> Mark {
        self.own.push(0);
        let next = self.shared.len();
        let shared = *self.by_start.entry((start, role)).or_insert(next);
        if shared == next {
            self.shared.push(0);
        }
        Mark {
            own: self.own.len() - 1,
            shared,
        }
    }

    fn define(&mut self, mark: Mark, offset: u32) {
        self.own[mark.own] = offset;
        self.shared[mark.shared] = offset;
    }
}

impl Emitter<'_, '_> {
    /// The start of a structure as cdm-devkit counts it.
    fn start(&self) -> u32 {
        self.here() + self.stretch
    }

    fn mark(&mut self, start: u32, role: Role) -> Mark {
        self.structures.mark(start, role)
    }

    fn define(&mut self, mark: Mark) {
        let here = self.here();
        self.structures.define(mark, here);
    }

    fn branch(&mut self, cond: Cond, mark: Mark, span: Span) {
        let offset = self.here() + 1;
        self.bytes(ItemKind::Branch, span, &[0xE0 + cond.code(), 0]);
        self.structures
            .references
            .push(Reference { mark, offset, span });
    }

    /// The branch away if the condition does not hold. CocoIDE makes none for `true`.
    fn branch_unless(&mut self, test: Test, mark: Mark) {
        if test.cond == Cond::Always {
            if self.context.is_compat(Compat::Cocoide) {
                return;
            }
            self.context.differs(
                test.span,
                "CocoIDE makes no branch for `true`, cdm-devkit makes one (2 bytes)",
            );
        }
        self.branch(test.cond.inverse(), mark, test.span);
    }

    pub(crate) fn if_statement(&mut self, statement: &If) {
        let start = self.start();
        let [then, otherwise, finally] =
            [Role::Then, Role::Else, Role::Finally].map(|role| self.mark(start, role));
        let mut count = 0;
        let mut next_or = self.mark(start, Role::Or(count));
        for condition in &statement.conditions {
            self.statements(&condition.code);
            match condition.joint {
                Joint::And => self.branch_unless(condition.test, next_or),
                Joint::Last => self.branch_unless(condition.test, otherwise),
                Joint::Or => {
                    self.branch(condition.test.cond, then, condition.test.span);
                    self.define(next_or);
                    count += 1;
                    next_or = self.mark(start, Role::Or(count));
                }
            }
        }
        self.define(then);
        self.statements(&statement.then);
        let part = statement
            .otherwise
            .as_ref()
            .filter(|part| self.has_else(part));
        if let Some(part) = part {
            self.branch(Cond::Always, finally, part.span);
        }
        self.define(next_or);
        self.define(otherwise);
        if let Some(part) = part {
            self.statements(&part.body);
            self.define(finally);
        }
    }

    /// Whether an `else` generates code: an empty one does in CocoIDE only.
    fn has_else(&mut self, part: &Else) -> bool {
        if part.body.is_empty() {
            let message = "CocoIDE makes a branch for an empty `else`, cdm-devkit makes none";
            self.context.differs(part.span, message);
        }
        !part.body.is_empty() || self.context.is_compat(Compat::Cocoide)
    }

    pub(crate) fn while_statement(&mut self, statement: &While) {
        let start = self.start();
        let again = self.mark(start, Role::Cond);
        let end = self.mark(start, Role::Finally);
        self.structures.loops.push(Loop {
            end,
            again,
            start: again,
            is_do: false,
        });
        self.define(again);
        self.statements(&statement.code);
        self.branch_unless(statement.test, end);
        self.statements(&statement.body);
        match statement.until {
            Some(test) => self.branch_unless(test, again),
            None => self.branch(Cond::Always, again, statement.span),
        }
        if let Some(item) = self.block.items.last_mut() {
            item.listed = statement.end;
        }
        self.define(end);
        self.structures.loops.pop();
    }

    pub(crate) fn do_statement(&mut self, statement: &Do) {
        let start = self.start();
        let body = self.mark(start, Role::Body);
        let again = self.mark(start, Role::Cond);
        let end = self.mark(start, Role::Finally);
        self.structures.loops.push(Loop {
            end,
            again,
            start: body,
            is_do: true,
        });
        self.define(body);
        self.statements(&statement.body);
        self.define(again);
        self.branch_unless(statement.test, body);
        self.define(end);
        self.structures.loops.pop();
    }

    pub fn leave(&mut self, leave: &Leave) {
        let word = if leave.continues { "continue" } else { "break" };
        let depth = self.structures.loops.len();
        if depth == 0 {
            let error = Diagnostic::error(format!("`{word}` outside a loop"))
                .label("expected an enclosing `while` or `do`");
            return self.context.tell(error, leave.span);
        }
        if leave.levels > depth {
            let loops = count(depth, "loop");
            let message = format!("`{word} {}` inside only {loops}", leave.levels);
            return self.context.error(leave.span, message);
        }
        let target = &self.structures.loops[depth - leave.levels];
        let (end, again, start, is_do) = (target.end, target.again, target.start, target.is_do);
        let mark = match leave.continues {
            false => end,
            true if is_do && self.context.is_compat(Compat::Cocoide) => start,
            true => again,
        };
        if leave.continues && is_do {
            let message = "`continue` in a `do` goes to the `until` in cdm-devkit, to the start of the loop in CocoIDE";
            self.context.differs(leave.span, message);
        }
        self.branch(Cond::Always, mark, leave.span);
    }

    /// Turns the branches into fixups, now that every label of the section is known.
    pub(crate) fn structures_done(&mut self) {
        let structures = std::mem::take(&mut self.structures);
        for Reference { mark, offset, span } in structures.references {
            let (own, shared) = (structures.own[mark.own], structures.shared[mark.shared]);
            let devkit = self.context.is_compat(Compat::Devkit);
            if own != shared && !self.context.is_compat(Compat::Cocoide) {
                self.warn_shared(span, devkit);
            }
            let target = Deferred::Offset(if devkit { shared } else { own });
            self.block.fixups.push(Fixup {
                offset,
                target,
                span,
            });
        }
    }

    fn warn_shared(&mut self, span: Span, devkit: bool) {
        let message = "cdm-devkit sends this branch to the wrong place: its structure starts at the same address as another";
        let help = match devkit {
            true => {
                "compiled that way, as asked; put an instruction between the two structures' starts"
            }
            false => {
                "compiled correctly here; for cdm-devkit put an instruction between the two structures' starts"
            }
        };
        let warning = Diagnostic::warning(Warning::NestedStart, message).help(help);
        self.context.tell(warning, span);
    }
}

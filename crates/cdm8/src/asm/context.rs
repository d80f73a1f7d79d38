//! The context shared by every phase after macro expansion: the lines, the options, and where to report.

use super::source::{Lines, Span};
use super::warning::Warning;
use super::{Compat, Options};
use diag::Diagnostic;

pub struct Context<'a> {
    pub lines: &'a Lines,
    pub options: &'a Options,
    pub diagnostics: &'a mut Vec<Diagnostic>,
}

impl Context<'_> {
    /// Reports a diagnostic at a place.
    pub fn tell(&mut self, diagnostic: Diagnostic, span: Span) {
        let placed = self.lines.place(diagnostic, span);
        self.diagnostics.push(placed);
    }

    pub fn error(&mut self, span: Span, message: impl Into<String>) {
        self.tell(Diagnostic::error(message), span);
    }

    pub(crate) fn is_compat(&self, compat: Compat) -> bool {
        self.options.compat == Some(compat)
    }

    /// Warns that the dialects generate different code for a text, unless the user has chosen one.
    pub fn differs(&mut self, span: Span, message: impl Into<String>) {
        if self.options.compat.is_none() {
            let warning = Diagnostic::warning(Warning::Dialect, message)
                .help("this is the meaning of cdm-devkit; `--compat devkit` or `--compat cocoide` chooses");
            self.tell(warning, span);
        }
    }

    /// Warns that only CocoIDE accepts a text, unless the user has chosen CocoIDE.
    pub(crate) fn only_cocoide(&mut self, span: Span, what: &str) {
        if !self.is_compat(Compat::Cocoide) {
            let message = format!("cdm-devkit does not accept {what}, only CocoIDE does");
            self.tell(Diagnostic::warning(Warning::Dialect, message), span);
        }
    }
}

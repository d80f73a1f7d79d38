//! Phase 2: macros, text to text. The result is the list of lines the parser reads.
//!
//! A line is cut into `labels: word operand, operand`. If word and operand count name a macro, the
//! line is replaced by the macro's body, itself expanded.

pub mod library;
mod stacks;
mod substitute;

use std::collections::HashSet;
use std::rc::Rc;

use self::library::{Library, Macro, body_code_length, check_characters, definition, header};
use self::stacks::Stacks;
use self::substitute::{Bindings, substitute};
use super::lex;
use super::source::{Expansion, Line, Lines};
use super::warning::Warning;
use diag::{Diagnostic, count};

/// Limits that only a runaway macro reaches.
const MAX_DEPTH: usize = 120;
const MAX_LINES: usize = 50_000;
const MAX_LINE_LENGTH: usize = 8_192;

/// Expands the text of one file onto the end of `lines`. Definitions stay in `library`.
pub(crate) fn expand(
    lines: &mut Lines,
    name: &str,
    text: &str,
    library: &mut Library,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let file = lines.add_file(name);
    let mut expander = Expander {
        first_line: lines.lines.len(),
        lines,
        library,
        diagnostics,
        nonce: 0,
        stacks: Stacks::default(),
        told: HashSet::new(),
        exhausted: false,
        unwinding: false,
    };
    expander.file(file, text);
}

struct Expander<'a> {
    lines: &'a mut Lines,
    library: &'a mut Library,
    diagnostics: &'a mut Vec<Diagnostic>,
    first_line: usize,
    /// How many expansions the file has had.
    nonce: u32,
    stacks: Stacks,
    /// Body lines whose fault has already been reported.
    told: HashSet<(u32, u32)>,
    /// The file has become too large; nothing more is expanded.
    exhausted: bool,
    /// The current outermost use is abandoned.
    unwinding: bool,
}

impl Expander<'_> {
    fn file(&mut self, file: u32, text: &str) {
        let mut open: Option<Macro> = None;
        let mut ended = false;
        let mut ignored: Option<Line> = None;
        for (index, text) in text.split('\n').enumerate() {
            let line = Line {
                text: text.strip_suffix('\r').unwrap_or(text).to_owned(),
                file,
                number: index as u32 + 1,
                expansion: None,
            };
            if ended {
                let clean = check_characters(self.lines, &line, self.diagnostics);
                let code = !line.text[..lex::code_length(&line.text)].trim().is_empty();
                if clean && code && ignored.is_none() {
                    ignored = Some(line);
                }
            } else if let Some(definition) = open.take() {
                open = self.body_line(definition, line);
            } else if let Some(rest) = macro_header(&line.text) {
                let parsed = header(self.lines, &line, rest, self.diagnostics);
                let (name, arity) = parsed.unwrap_or_default();
                open = Some(definition(name, arity, line));
            } else if line.text[..lex::code_length(&line.text)].trim() == "mend" {
                let error = Diagnostic::error("`mend` without a `macro`");
                self.error(error, &line, 0, line.text.len());
            } else {
                ended = self.line(line, 0);
            }
        }
        if let Some(open) = open {
            let error = Diagnostic::error(format!("macro `{}` has no `mend`", open.title()))
                .label("opened here")
                .help("end the body with a line holding only `mend`");
            self.error(error, &open.header, 0, open.header.text.len());
            // Its body has swallowed the `end`.
            let text = "end".to_owned();
            self.push(Line {
                text,
                ..open.header
            });
        }
        if let Some(line) = ignored {
            self.after_end(&line);
        }
        self.left_on_stacks(file);
    }

    /// Warns about the first line after the end of a program, which is ignored.
    fn after_end(&mut self, line: &Line) {
        let warning = Diagnostic::warning(Warning::AfterEnd, "nothing after `end` is read")
            .help("move `end` to the last line, or delete what follows it");
        let start = line.text.len() - line.text.trim_start().len();
        let end = line.text[..lex::code_length(&line.text)].trim_end().len();
        self.error(warning, line, start, end);
    }

    fn left_on_stacks(&mut self, file: u32) {
        for (number, left) in self.stacks.left() {
            let left = count(left, "value");
            let message = format!("macro stack {number} still holds {left} at the end of the file");
            let name = &self.lines.files[file as usize];
            let warning = Diagnostic::warning(Warning::MacroStack, format!("{name}: {message}"));
            self.diagnostics
                .push(warning.help("a structure made of macros may not be closed"));
        }
    }

    /// Adds a line to an open definition; returns the definition while it stays open.
    fn body_line(&mut self, mut open: Macro, mut line: Line) -> Option<Macro> {
        let code = line.text[..body_code_length(&line.text)].trim_matches([' ', '\t']);
        if code == "mend" {
            if !open.name.is_empty() {
                self.library.define(self.lines, open, self.diagnostics);
            }
            return None;
        }
        if macro_header(&line.text).is_some() {
            let at = self
                .lines
                .excerpt_of(&open.header, 0, open.header.text.len() as u32);
            let error = Diagnostic::error("a macro definition inside another")
                .note(format!("macro `{}` is still open", open.title()), Some(at))
                .help("close the first with `mend`");
            self.error(error, &line, 0, line.text.len());
            line.text.clear();
        } else if !check_characters(self.lines, &line, self.diagnostics) {
            line.text.clear();
        }
        open.body.push(line);
        Some(open)
    }

    /// Expands a line if it is a use of a macro, else adds it. Returns whether it was `end`.
    fn line(&mut self, line: Line, depth: usize) -> bool {
        let cut = Cut::of(&line.text);
        let Some(definition) = self
            .library
            .get(cut.word(&line.text), cut.operands.len())
            .cloned()
        else {
            let end = cut.labels == 0 && matches!(cut.word(&line.text), "end" | "end.");
            self.push(line);
            return end;
        };
        if cut.labels > 0 {
            let mut labels = line.clone();
            labels.text.truncate(cut.labels);
            self.push(labels);
        }
        let operands: Vec<String> = cut
            .operands
            .iter()
            .map(|(s, e)| line.text[*s..*e].to_owned())
            .collect();
        self.expand(&definition, &line, &cut, &operands, depth)
    }

    fn expand(
        &mut self,
        definition: &Rc<Macro>,
        line: &Line,
        cut: &Cut,
        operands: &[String],
        depth: usize,
    ) -> bool {
        if depth == 0 {
            self.unwinding = false;
        }
        if depth >= MAX_DEPTH && !self.unwinding {
            self.unwinding = true;
            let title = definition.title();
            let error = Diagnostic::error(format!("macro `{title}` expands itself without end"));
            self.error(error, line, cut.word.0, cut.end);
        }
        if self.exhausted || self.unwinding {
            return false;
        }
        self.nonce += 1;
        let id = self.lines.expansions.len() as u32;
        self.lines.expansions.push(Expansion {
            name: definition.title(),
            invocation: line.clone(),
            start: cut.word.0 as u32,
            end: cut.end as u32,
        });
        let mut bindings = Bindings::new(operands, self.nonce);
        for body in &definition.body {
            let ended = self.expanded_line(body, id, &mut bindings, depth);
            if ended || self.exhausted || self.unwinding || bindings.is_given_up() {
                return ended;
            }
        }
        false
    }

    fn expanded_line(
        &mut self,
        body: &Line,
        id: u32,
        bindings: &mut Bindings,
        depth: usize,
    ) -> bool {
        let made = Line {
            text: body.text.clone(),
            expansion: Some(id),
            ..*body
        };
        let result = substitute(&body.text, bindings);
        if let Some((start, end)) = result.dollar_zero {
            let warning =
                Diagnostic::warning(Warning::DollarZero, "`$0` stands for the last operand")
                    .help("write the number of the operand");
            self.tell_once(warning, &made, start, end);
        }
        let text = match result.text {
            Ok(text) => text,
            Err(fault) => {
                let error = Diagnostic::error(fault.message).label(fault.label);
                self.tell_once(error, &made, fault.start, fault.end);
                return false;
            }
        };
        let line = Line { text, ..made };
        if line.text.len() > MAX_LINE_LENGTH {
            let cut = Cut::default();
            self.exhausted(&line, &cut, "a macro makes a line without end");
            return false;
        }
        match self.directive(&line, bindings) {
            true => false,
            false => self.line(line, depth + 1),
        }
    }

    /// The directives that only macro bodies have. Returns whether the line was one.
    fn directive(&mut self, line: &Line, bindings: &mut Bindings) -> bool {
        let cut = Cut::of(&line.text);
        let operands: Vec<&str> = cut
            .operands
            .iter()
            .map(|(s, e)| &line.text[*s..*e])
            .collect();
        let result = match cut.word(&line.text) {
            "unique" => bindings.unique(&operands),
            "lchk" => stacks::check_label(&operands),
            word => match self.stacks.directive(word, &operands, bindings) {
                Some(result) => result,
                None => return false,
            },
        };
        if cut.labels > 0 {
            let mut labels = line.clone();
            labels.text.truncate(cut.labels);
            self.push(labels);
        }
        if let Err(message) = result {
            bindings.give_up();
            self.error(Diagnostic::error(message), line, cut.word.0, cut.end);
        }
        true
    }

    fn push(&mut self, line: Line) {
        if self.lines.lines.len() - self.first_line >= MAX_LINES {
            let message = format!("more than {MAX_LINES} lines after macro expansion");
            self.exhausted(&line, &Cut::default(), &message);
            return;
        }
        self.lines.lines.push(line);
    }

    fn exhausted(&mut self, line: &Line, cut: &Cut, message: &str) {
        if !self.exhausted {
            self.exhausted = true;
            let end = if cut.end > 0 {
                cut.end
            } else {
                line.text.len()
            };
            self.error(Diagnostic::error(message), line, cut.word.0, end);
        }
    }

    /// A fault of a body line, reported at its first expansion only.
    fn tell_once(&mut self, diagnostic: Diagnostic, line: &Line, start: usize, end: usize) {
        if self.told.insert((line.file, line.number)) {
            self.error(diagnostic, line, start, end);
        }
    }

    fn error(&mut self, diagnostic: Diagnostic, line: &Line, start: usize, end: usize) {
        let placed = self
            .lines
            .place_on(diagnostic, line, start as u32, end as u32);
        self.diagnostics.push(placed);
    }
}

/// The rest after the word `macro` of a definition header; `None` if the line is not a header.
fn macro_header(text: &str) -> Option<&str> {
    let rest = text.trim_start_matches([' ', '\t']).strip_prefix("macro")?;
    let next = rest.trim_start_matches([' ', '\t']).chars().next();
    let separate = rest.starts_with([' ', '\t', '#']) || rest.is_empty();
    (separate && !matches!(next, Some(':' | '>' | ','))).then_some(rest)
}

/// A line split as the macro layer sees it; all numbers are bytes of the line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Cut {
    /// Where the label part ends: after the last `:` or `>`.
    labels: usize,
    word: (usize, usize),
    operands: Vec<(usize, usize)>,
    /// Where the code ends.
    end: usize,
}

impl Cut {
    fn of(text: &str) -> Cut {
        let end = lex::code_length(text);
        let code = &text[..end];
        let (labels, _) = marks(code, 0);
        let word_start =
            labels + (code.len() - labels - code[labels..].trim_start_matches([' ', '\t']).len());
        let length = code[word_start..].find([' ', '\t', ',']);
        let word_end = length.map_or(end, |length| word_start + length);
        let mut cut = Cut {
            labels,
            word: (word_start, word_end),
            operands: Vec::new(),
            end,
        };
        let (_, commas) = marks(code, word_end);
        if code[word_end..].trim_matches([' ', '\t']).is_empty() {
            return cut;
        }
        let mut start = word_end;
        for comma in commas.into_iter().chain([end]) {
            cut.operands.push(trim(code, start, comma));
            start = comma + 1;
        }
        cut
    }

    fn word<'a>(&self, text: &'a str) -> &'a str {
        &text[self.word.0..self.word.1]
    }
}

/// The end of the label part and the commas from `from` on, literals apart.
fn marks(code: &str, from: usize) -> (usize, Vec<usize>) {
    let (mut labels, mut commas) = (0, Vec::new());
    let mut at = from;
    while let Some(c) = code[at..].chars().next() {
        match c {
            '"' | '\'' => {
                at += lex::literal_length(&code[at..]).unwrap_or(1);
                continue;
            }
            ':' | '>' => labels = at + 1,
            ',' => commas.push(at),
            _ => {}
        }
        at += c.len_utf8();
    }
    (labels, commas)
}

fn trim(code: &str, start: usize, end: usize) -> (usize, usize) {
    let text = &code[start..end];
    let lead = text.len() - text.trim_start_matches([' ', '\t']).len();
    let length = text.trim_matches([' ', '\t']).len();
    (start + lead, start + lead + length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_cut() {
        let text = "a, b: m r0, \"x,y:z\" , 'c' # k: v";
        let cut = Cut::of(text);
        assert_eq!(cut.labels, 5);
        assert_eq!(cut.word(text), "m");
        let operands: Vec<&str> = cut.operands.iter().map(|(s, e)| &text[*s..*e]).collect();
        assert_eq!(operands, ["r0", "\"x,y:z\"", "'c'"]);
        assert_eq!(Cut::of("  ").operands, []);
        assert_eq!(Cut::of("m ,5").operands.len(), 2);
    }

    #[test]
    fn headers_and_labels_named_macro() {
        assert!(macro_header("  macro foo/2").is_some());
        assert!(macro_header("macro: halt").is_none());
        assert!(macro_header("macro, x: halt").is_none());
        assert!(macro_header("macros 1").is_none());
    }
}

//! Reads the sections of a specification. Total: after a mistake it continues at the next line.

use diag::{Diagnostic, nearest};

use super::lex::{Lexed, Source, Token, What};
use super::tree::{Block, Declared, Dependency, Equation, Name, Pin, Span, Specification};
use crate::chip::{Edge, Side};

/// A mistake was found and recorded.
#[derive(Debug)]
pub(super) struct Stop;

pub(super) type Parsed<T> = Result<T, Stop>;

pub(super) struct Parser<'a> {
    pub(super) source: &'a Source<'a>,
    tokens: Vec<Token>,
    comments: Vec<Option<String>>,
    next: usize,
    pub(super) problems: Vec<Diagnostic>,
    /// The nesting depth of the expression being read.
    pub(super) depth: u32,
    /// The side said by the comment of an earlier line, for `"`.
    side: Option<Side>,
}

/// The first token of a line.
enum Head {
    Start,
    End,
    Name,
    Depends,
    Pins {
        input: bool,
    },
    Signals,
    Latches,
    On,
    While,
    Enabled,
    /// A heading without a meaning.
    Heading,
}

type Make = fn() -> Head;

const HEADS: &[(&str, Make)] = &[
    ("end chip specification", || Head::End),
    ("chip specification", || Head::Start),
    ("depends on combinational chips :", || Head::Depends),
    ("depends on chips :", || Head::Depends),
    ("depends on :", || Head::Depends),
    ("i / o pins", || Head::Heading),
    ("internal", || Head::Heading),
    ("combinational", || Head::Heading),
    ("behaviour", || Head::Heading),
    ("behavior", || Head::Heading),
    ("name :", || Head::Name),
    ("inputs :", || Head::Pins { input: true }),
    ("input :", || Head::Pins { input: true }),
    ("outputs :", || Head::Pins { input: false }),
    ("output :", || Head::Pins { input: false }),
    ("signals :", || Head::Signals),
    ("signal :", || Head::Signals),
    ("latches :", || Head::Latches),
    ("latch :", || Head::Latches),
    ("enabled by :", || Head::Enabled),
    ("on", || Head::On),
    ("while", || Head::While),
];

impl<'a> Parser<'a> {
    pub(super) fn new(source: &'a Source<'a>, lexed: Lexed) -> Parser<'a> {
        Parser {
            source,
            tokens: lexed.tokens,
            comments: lexed.comments,
            next: 0,
            problems: lexed.problems,
            depth: 0,
            side: None,
        }
    }

    /// All specifications of the text.
    pub(super) fn file(&mut self) -> Vec<Specification> {
        let mut found = Vec::new();
        let mut current: Option<Specification> = None;
        while let Some(token) = self.peek() {
            let span = span(token);
            let head = self.head();
            match (&head, &mut current) {
                (Some(Head::Start), _) => {
                    found.extend(current.take());
                    let begun = Specification {
                        at: span,
                        ..Specification::default()
                    };
                    current = Some(begun);
                }
                (Some(Head::End), Some(_)) => found.extend(current.take()),
                (_, None) => {
                    // Prose before and after a specification, as in the notes.
                    self.next_line();
                }
                (_, Some(specification)) => {
                    if self.line(head.as_ref(), specification).is_err() {
                        self.next_line();
                    }
                }
            }
        }
        if let Some(open) = current {
            let at = self.excerpt(open.at);
            let warning = Diagnostic::warning("no-end", "the specification does not end");
            self.problems.push(
                warning
                    .at(at)
                    .help("write `End Chip Specification` after it"),
            );
            found.push(open);
        }
        found
    }

    fn line(&mut self, head: Option<&Head>, into: &mut Specification) -> Parsed<()> {
        match head {
            Some(Head::Name) => {
                into.at = self.before();
                into.name = self.rest_of_line();
            }
            Some(Head::Depends) => self.list(|parser| {
                let dependency = parser.dependency()?;
                into.dependencies.push(dependency);
                Ok(())
            })?,
            Some(&Head::Pins { input }) => {
                let side = self.side_said();
                self.list(|parser| {
                    let pin = parser.pin(input, side)?;
                    into.pins.push(pin);
                    Ok(())
                })?;
            }
            Some(Head::Signals) => self.list(|parser| {
                let declared = parser.declared()?;
                into.signals.push(declared);
                Ok(())
            })?,
            Some(Head::Latches) => self.list(|parser| {
                let register = parser
                    .peek()
                    .is_some_and(|token| is_word(token, "register"));
                if register && matches!(parser.peek_at(1), Some(What::Word(_) | What::Quoted(_))) {
                    parser.next += 1;
                }
                let declared = parser.declared()?;
                into.latches.push(declared);
                Ok(())
            })?,
            Some(Head::On) => {
                let block = self.on_edge()?;
                into.blocks.push(block);
            }
            Some(Head::While) => {
                let at = self.before();
                let trigger = self.expression()?;
                self.word("do")?;
                self.sign(":")?;
                into.blocks.push(Block {
                    edge: None,
                    trigger,
                    assignments: Vec::new(),
                    enabled: None,
                    at,
                });
            }
            Some(Head::Enabled) => self.enabled(into)?,
            Some(Head::Heading | Head::Start | Head::End) => {}
            None => self.statement(into)?,
        }
        Ok(())
    }

    fn enabled(&mut self, into: &mut Specification) -> Parsed<()> {
        let at = self.before();
        let condition = self.expression()?;
        match into.blocks.last_mut() {
            None => return self.fail(at, "there is nothing to enable before this line", ""),
            Some(block) if block.enabled.is_some() => {
                let text = "this behaviour has a condition already; join the two with `^`";
                return self.fail(at, text, "");
            }
            Some(block) => block.enabled = Some(condition),
        }
        Ok(())
    }

    fn on_edge(&mut self) -> Parsed<Block> {
        let at = self.before();
        let edge = match self.peek() {
            Some(token) if is_word(token, "falling") => Edge::Falling,
            Some(token) if is_word(token, "rising") => Edge::Rising,
            _ => return self.expected("`falling edge of` or `rising edge of`"),
        };
        self.next += 1;
        self.word("edge")?;
        self.word("of")?;
        let trigger = self.expression()?;
        self.word("do")?;
        self.sign(":")?;
        Ok(Block {
            edge: Some(edge),
            trigger,
            assignments: Vec::new(),
            enabled: None,
            at,
        })
    }

    /// `name = ...`, `(a, b) = ...` or `latch := ...`.
    fn statement(&mut self, into: &mut Specification) -> Parsed<()> {
        if self.is_sign("(") {
            self.next += 1;
            let mut targets = vec![self.name("a name")?];
            while self.is_sign(",") {
                self.next += 1;
                targets.push(self.name("a name")?);
            }
            self.sign(")")?;
            self.sign("=")?;
            let value = self.expression()?;
            into.equations.push(Equation { targets, value });
            return Ok(());
        }
        let target = self.name("a heading, an equation or a behaviour")?;
        if self.is_sign("=") {
            self.next += 1;
            let value = self.expression()?;
            let targets = vec![target];
            into.equations.push(Equation { targets, value });
            return Ok(());
        }
        if !self.is_sign(":=") {
            let heads = HEADS.iter().map(|(head, _)| *head);
            let words = heads.filter_map(|head| head.split(' ').next());
            let near = nearest(&target.text, words).map(|word| format!("did you mean `{word}`?"));
            let text = format!("nothing is said of `{}` here", target.text);
            let at = self.excerpt(target.at);
            let problem = Diagnostic::error(text).at(at);
            let problem = problem.label("expected `=` or `:=` after it");
            self.problems.push(problem.maybe_help(near));
            return Err(Stop);
        }
        self.next += 1;
        let value = self.expression()?;
        match into.blocks.last_mut() {
            Some(block) => block.assignments.push((target, value)),
            None => {
                let help = "write `on falling edge of clock do:` or the like before it";
                let text = format!("nothing says when `{}` takes this value", target.text);
                // It has been read to its end: the next line is not part of the mistake.
                let _: Parsed<()> = self.fail(target.at, &text, help);
            }
        }
        Ok(())
    }

    /// `BCD(8->4,4)`, or a name alone.
    fn dependency(&mut self) -> Parsed<Dependency> {
        let name = self.name("the name of a chip")?;
        if !self.is_sign("(") {
            return Ok(Dependency { name, widths: None });
        }
        self.next += 1;
        let inputs = self.widths()?;
        self.sign("->")?;
        let outputs = self.widths()?;
        self.sign(")")?;
        Ok(Dependency {
            name,
            widths: Some((inputs, outputs)),
        })
    }

    fn widths(&mut self) -> Parsed<Vec<u32>> {
        let mut widths = vec![self.width()?];
        while self.is_sign(",") {
            self.next += 1;
            widths.push(self.width()?);
        }
        Ok(widths)
    }

    fn width(&mut self) -> Parsed<u32> {
        let at = self.here();
        match self.number("a width")? {
            width @ 1..=32 => Ok(width as u32),
            _ => self.fail(at, "a width is 1 to 32 bits", ""),
        }
    }

    fn declared(&mut self) -> Parsed<Declared> {
        let name = self.name("a name")?;
        let mut width = 1;
        if self.is_sign("(") {
            self.next += 1;
            width = self.width()?;
            self.sign(")")?;
        }
        Ok(Declared { name, width })
    }

    fn pin(&mut self, input: bool, side: Option<Side>) -> Parsed<Pin> {
        let declared = self.declared()?;
        let mut joined = None;
        if self.is_sign("=") {
            self.next += 1;
            let at = self.here();
            let value = self.expression()?;
            if input {
                let text = "an input gets its value from outside";
                return self.fail(at, text, "an output can be a wire: `Output: dataout=data`");
            }
            joined = Some(value);
        }
        Ok(Pin {
            declared,
            input,
            joined,
            side,
        })
    }

    /// Items with commas between them; a comma at the end of a line does not end the list unless a heading follows.
    fn list(&mut self, mut item: impl FnMut(&mut Self) -> Parsed<()>) -> Parsed<()> {
        let empty = self.peek().is_none_or(|token| token.first);
        if empty {
            return Ok(());
        }
        item(self)?;
        while self.is_sign(",") {
            self.next += 1;
            if self.peek().is_none_or(|token| token.first) && self.at_head() {
                break;
            }
            item(self)?;
        }
        Ok(())
    }

    /// The side the comment of this line says; `"` is the one said before.
    fn side_said(&mut self) -> Option<Side> {
        let line = self.before().line;
        let comment = self.comments.get(line).cloned().flatten();
        let Some(comment) = comment else {
            self.side = None;
            return None;
        };
        let lower = comment.to_lowercase();
        let sides = [
            ("west", Side::West),
            ("east", Side::East),
            ("north", Side::North),
            ("south", Side::South),
        ];
        let said = sides.iter().find(|(word, _)| lower.starts_with(word));
        match said {
            Some((_, side)) => self.side = Some(*side),
            None if lower.starts_with(['"', '”', '“']) => {}
            None => self.side = None,
        }
        self.side
    }

    fn at_head(&self) -> bool {
        HEADS.iter().any(|(head, _)| self.matches(head))
    }

    /// The heading the next line begins with, which is passed over.
    fn head(&mut self) -> Option<Head> {
        if !self.peek().is_some_and(|token| token.first) {
            return None;
        }
        let (head, make) = HEADS.iter().find(|(head, _)| self.matches(head))?;
        self.next += head.split(' ').count();
        Some(make())
    }

    fn matches(&self, head: &str) -> bool {
        head.split(' ').enumerate().all(|(index, word)| {
            match self.tokens.get(self.next + index).map(|token| &token.what) {
                Some(What::Word(text)) => text.eq_ignore_ascii_case(word),
                Some(What::Sign(sign)) => *sign == word,
                _ => false,
            }
        })
    }

    pub(super) fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.next)
    }

    pub(super) fn peek_at(&self, ahead: usize) -> Option<&What> {
        self.tokens.get(self.next + ahead).map(|token| &token.what)
    }

    pub(super) fn advance(&mut self) {
        self.next += 1;
    }

    pub(super) fn is_sign(&self, sign: &str) -> bool {
        matches!(self.peek().map(|token| &token.what), Some(What::Sign(found)) if *found == sign)
    }

    pub(super) fn is_word(&self, word: &str) -> bool {
        self.peek().is_some_and(|token| is_word(token, word))
    }

    /// The rest of the line as written.
    fn rest_of_line(&mut self) -> String {
        let token = self.before();
        let text = self.source.lines.get(token.line).copied().unwrap_or("");
        let text = text.get(token.end..).unwrap_or("");
        let text = text.split('#').next().unwrap_or("");
        self.skip_line(token.line);
        text.trim().trim_matches('"').to_owned()
    }

    fn skip_line(&mut self, line: usize) {
        while self.peek().is_some_and(|token| token.line <= line) {
            self.next += 1;
        }
    }

    /// To the first token of the next line.
    fn next_line(&mut self) {
        self.next += 1;
        while self.peek().is_some_and(|token| !token.first) {
            self.next += 1;
        }
    }

    pub(super) fn name(&mut self, wanted: &str) -> Parsed<Name> {
        let Some(token) = self.peek() else {
            return self.expected(wanted);
        };
        let name = match &token.what {
            What::Word(text) | What::Quoted(text) => Name {
                text: text.clone(),
                at: span(token),
            },
            _ => return self.expected(wanted),
        };
        self.next += 1;
        Ok(name)
    }

    pub(super) fn number(&mut self, wanted: &str) -> Parsed<u64> {
        match self.peek().map(|token| &token.what) {
            Some(What::Number(value)) => {
                let value = *value;
                self.next += 1;
                Ok(value)
            }
            _ => self.expected(wanted),
        }
    }

    pub(super) fn sign(&mut self, sign: &str) -> Parsed<()> {
        if !self.is_sign(sign) {
            return self.expected(&format!("`{sign}`"));
        }
        self.next += 1;
        Ok(())
    }

    pub(super) fn word(&mut self, word: &str) -> Parsed<()> {
        if !self.is_word(word) {
            return self.expected(&format!("`{word}`"));
        }
        self.next += 1;
        Ok(())
    }

    pub(super) fn expected<T>(&mut self, wanted: &str) -> Parsed<T> {
        let (at, found) = match self.peek() {
            Some(token) => {
                let at = self.source.at(token);
                let text = self.source.lines[token.line].get(token.start..token.end);
                (at, format!("found `{}`", text.unwrap_or("")))
            }
            None => (self.excerpt(self.before()), "the text ends here".to_owned()),
        };
        let problem = Diagnostic::error(format!("expected {wanted}"));
        self.problems.push(problem.at(at).label(found));
        Err(Stop)
    }

    pub(super) fn fail<T>(&mut self, at: Span, text: &str, help: &str) -> Parsed<T> {
        let at = self.excerpt(at);
        let help = (!help.is_empty()).then(|| help.to_owned());
        let problem = Diagnostic::error(text).at(at);
        self.problems.push(problem.maybe_help(help));
        Err(Stop)
    }

    pub(super) fn here(&self) -> Span {
        self.peek().map_or(self.before(), span)
    }

    /// The token before the current one.
    pub(super) fn before(&self) -> Span {
        let before = self.next.checked_sub(1);
        before
            .and_then(|at| self.tokens.get(at))
            .map_or_else(Span::default, span)
    }

    fn excerpt(&self, span: Span) -> diag::Excerpt {
        self.source.excerpt(span.line, span.start, span.end)
    }
}

pub(super) fn span(token: &Token) -> Span {
    Span {
        line: token.line,
        start: token.start,
        end: token.end,
    }
}

fn is_word(token: &Token, word: &str) -> bool {
    matches!(&token.what, What::Word(text) if text.eq_ignore_ascii_case(word))
}

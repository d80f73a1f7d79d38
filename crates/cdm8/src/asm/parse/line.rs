//! One line: labels, then an instruction, a section header or a part of a structure.

use super::operand::{self, Cursor};
use crate::asm::Compat;
use crate::asm::ast::{Constant, Joint, LabelKind, Labels, Leave, Name, Op, SectionKind, Test};
use crate::asm::context::Context;
use crate::asm::expand::library::bad_character;
use crate::asm::lex::{self, Token, TokenKind};
use crate::asm::source::Span;
use crate::isa::Cond;
use crate::isa::{self, Operands};
use diag::{Diagnostic, Fix, nearest};

pub enum Item {
    Labels(Labels),
    Op(Op),
    Section(SectionKind),
    Constant(Constant),
    If,
    Is(Test, Joint),
    Then,
    Else,
    Fi,
    While,
    Stays(Test),
    Wend,
    Do,
    Until(Test),
    Leave(Leave),
    End,
}

pub(crate) const KEYWORDS: [&str; 17] = [
    "asect", "break", "continue", "do", "else", "end", "ext", "fi", "if", "is", "rsect", "stays",
    "then", "tplate", "until", "wend", "while",
];

/// Parses the line into items.
pub fn parse(context: &mut Context, line: u32, items: &mut Vec<(Item, Span)>) {
    let lines = context.lines;
    let text = lines.lines[line as usize].text.as_str();
    let tokens = lex::tokens(text);
    let tokens = &tokens[..usable(context, line, text, &tokens)];
    let mut cursor = Cursor::new(text, tokens, line);
    if tokens.is_empty() || end_of_file(&cursor) {
        if !tokens.is_empty() {
            items.push((Item::End, cursor.span_here()));
        }
        return;
    }
    let labels = labels(context, &mut cursor);
    if cursor.is_done() {
        items.extend(labels.map(|(labels, span)| (Item::Labels(labels), span)));
        return;
    }
    let labelled = labels.is_some();
    let start = cursor.span_here();
    if let Some((mut labels, span)) = labels {
        if cursor.peek_text() == Some("ext") {
            external(context, &mut cursor, &mut labels);
        }
        items.push((Item::Labels(labels), span));
        if cursor.is_done() {
            return;
        }
    }
    if let Some(item) = statement(context, &mut cursor, labelled) {
        items.push((item, cursor.since(start)));
    }
}

/// Number of tokens before the first invalid one, which is reported.
fn usable(context: &mut Context, line: u32, text: &str, tokens: &[Token]) -> usize {
    let setting = tokens
        .iter()
        .any(|token| token.kind == TokenKind::Name && token.text(text) == "set");
    let wrong = |token: &Token| match token.kind {
        TokenKind::Bad | TokenKind::Unclosed => true,
        TokenKind::Equals => !setting,
        _ => false,
    };
    let Some(at) = tokens.iter().position(wrong) else {
        return tokens.len();
    };
    let token = tokens[at];
    let found = token.text(text);
    let span = Span {
        line,
        start: token.start,
        end: token.end,
    };
    let diagnostic = match token.kind {
        TokenKind::Unclosed => Diagnostic::error("this quote is not closed on its line")
            .label(format!("expected another `{}`", &found[..1])),
        _ => bad_character(found.chars().next().unwrap_or(' ')),
    };
    context.tell(diagnostic, span);
    // The part before it on the line is half a statement: only labels are sound.
    let labels = tokens[..at]
        .iter()
        .rposition(|t| matches!(t.kind, TokenKind::Colon | TokenKind::Greater));
    labels.map_or(0, |colon| colon + 1)
}

fn end_of_file(cursor: &Cursor) -> bool {
    let next = cursor.kind_at(1);
    matches!(cursor.peek_text(), Some("end" | "end."))
        && !matches!(
            next,
            Some(TokenKind::Colon | TokenKind::Greater | TokenKind::Comma)
        )
}

/// The labels in front of the statement, if any; the cursor is after them afterwards.
fn labels(context: &mut Context, cursor: &mut Cursor) -> Option<(Labels, Span)> {
    // No statement starts with a text, and `br loop:` is a branch: such a colon belongs to an operand.
    let after_target = |at: usize| {
        at >= 2 && at + 1 == cursor.len() && {
            let row = isa::find(cursor.text_at(at - 2));
            row.is_some_and(|row| row.operands == Operands::Imm)
        }
    };
    let is_mark = |at: &usize| match cursor.kind_at(*at) {
        Some(TokenKind::Colon) => {
            cursor.kind_at(at + 1) != Some(TokenKind::Str) && !after_target(*at)
        }
        kind => kind == Some(TokenKind::Greater),
    };
    let marks: Vec<usize> = (0..cursor.len()).filter(is_mark).collect();
    let (&first, &last) = (marks.first()?, marks.last()?);
    if first != last {
        let error = Diagnostic::error("more than one `:` or `>` on a line")
            .help("several labels of one place: `a, b: halt`, or each on its own line");
        context.tell(error, cursor.span_at(last));
    }
    let start = cursor.span_here();
    let mut names = Vec::new();
    let mut name_due = true;
    for at in 0..first {
        let (kind, span) = (cursor.kind_at(at), cursor.span_at(at));
        let text = cursor.text_at(at);
        match (kind, name_due) {
            (Some(TokenKind::Name), true) if text == "." => {
                context.error(span, "the name `.` is reserved");
            }
            (Some(TokenKind::Name), true) => names.push(Name {
                text: text.to_owned(),
                span,
            }),
            (Some(TokenKind::Comma), false) => {}
            _ => {
                context.tell(bad_label(kind, text, name_due), span);
                break;
            }
        }
        name_due = !name_due;
    }
    if first == 0 {
        let error = Diagnostic::error("a label needs a name").label("expected a name before this");
        context.tell(error, start);
    }
    let kind = match cursor.kind_at(first) {
        Some(TokenKind::Greater) => LabelKind::Entry,
        _ => LabelKind::Plain,
    };
    cursor.skip(last + 1);
    Some((Labels { names, kind }, cursor.since(start)))
}

fn bad_label(kind: Option<TokenKind>, text: &str, name_due: bool) -> Diagnostic {
    match kind {
        Some(TokenKind::Register) => {
            Diagnostic::error(format!("the register `{text}` cannot be a label"))
                .label("expected a name")
        }
        Some(TokenKind::Number) if name_due => {
            Diagnostic::error("a label cannot start with a digit")
                .label("expected a name")
                .help(format!("for example `l{text}`"))
        }
        _ if name_due => Diagnostic::error("this is not a label").label("expected a name"),
        _ => Diagnostic::error("text before the `:` or `>` of a label")
            .label("expected `,`, `:` or `>`"),
    }
}

fn external(context: &mut Context, cursor: &mut Cursor, labels: &mut Labels) {
    let span = cursor.span_here();
    cursor.skip(1);
    if labels.kind == LabelKind::Entry {
        let error = Diagnostic::error("a label cannot be both an entry and external")
            .label("`ext` says it is defined elsewhere, `>` that it is defined here")
            .help("write `:` for an external");
        context.tell(error, span);
    }
    labels.kind = LabelKind::External;
    cursor.expect_end(context, "after `ext`");
}

fn statement(context: &mut Context, cursor: &mut Cursor, labelled: bool) -> Option<Item> {
    let span = cursor.span_here();
    let word = cursor.word(context)?;
    let is_structure = KEYWORDS.contains(&word) && word != "ext";
    if labelled && is_structure && !context.is_compat(Compat::Cocoide) {
        let error = Diagnostic::error(format!("`{word}` cannot share its line with a label"))
            .help("put the label on the line before");
        context.tell(error, span);
    }
    match word {
        "asect" | "rsect" | "tplate" => section(context, cursor, word),
        "is" => {
            let test = test(context, cursor, span)?;
            let joint = joint(context, cursor);
            Some(Item::Is(test, joint))
        }
        "stays" => closed(context, cursor, |context, cursor| {
            test(context, cursor, span).map(Item::Stays)
        }),
        "until" => closed(context, cursor, |context, cursor| {
            test(context, cursor, span).map(Item::Until)
        }),
        "break" | "continue" => leave(context, cursor, word, span),
        "ext" => {
            let error =
                Diagnostic::error("`ext` without a label").help("for example `putchar: ext`");
            context.tell(error, span);
            None
        }
        "set" => constant(context, cursor),
        "end" | "end." => Some(Item::End),
        word => match bare(word) {
            Some(item) => closed(context, cursor, |_, _| Some(item)),
            None => instruction(context, cursor, word, span),
        },
    }
}

/// The keywords that stand alone.
fn bare(word: &str) -> Option<Item> {
    Some(match word {
        "if" => Item::If,
        "then" => Item::Then,
        "else" => Item::Else,
        "fi" => Item::Fi,
        "while" => Item::While,
        "wend" => Item::Wend,
        "do" => Item::Do,
        _ => return None,
    })
}

/// A statement after which the line must end.
fn closed(
    context: &mut Context,
    cursor: &mut Cursor,
    parse: impl FnOnce(&mut Context, &mut Cursor) -> Option<Item>,
) -> Option<Item> {
    let item = parse(context, cursor);
    if item.is_some() {
        let before = cursor.previous_text();
        cursor.expect_end(context, &format!("after `{before}`"));
    }
    item
}

fn section(context: &mut Context, cursor: &mut Cursor, word: &str) -> Option<Item> {
    let kind = match word {
        "asect" => SectionKind::Absolute(operand::address(context, cursor)?),
        _ => {
            let name = section_name(context, cursor, word)?;
            match word {
                "rsect" => SectionKind::Relocatable(name),
                _ => SectionKind::Template(name),
            }
        }
    };
    cursor.expect_end(context, &format!("after `{word}`"));
    Some(Item::Section(kind))
}

fn section_name(context: &mut Context, cursor: &mut Cursor, word: &str) -> Option<String> {
    let span = cursor.span_here();
    let Some(TokenKind::Name) = cursor.kind_at(0) else {
        let error = Diagnostic::error(format!("`{word}` needs a name")).label("expected a name");
        context.tell(error, span);
        cursor.skip(cursor.len());
        return Some(String::new());
    };
    let name = cursor.text_at(0).to_owned();
    cursor.skip(1);
    if word == "tplate" && name.contains('.') {
        let error = Diagnostic::error("the name of a template has no dot")
            .help("`T.field` means the field `field` of template `T`");
        context.tell(error, span);
    } else if name == "." {
        context.error(span, "the name `.` is reserved");
    }
    Some(name)
}

/// The condition of `is`, `stays` or `until`.
fn test(context: &mut Context, cursor: &mut Cursor, start: Span) -> Option<Test> {
    let span = cursor.span_here();
    let name = cursor.peek_text().unwrap_or("");
    let cond = match (cursor.kind_at(0), Cond::named(name)) {
        (Some(TokenKind::Name), Some(cond)) => cond,
        (Some(TokenKind::Name), None) => {
            context.tell(unknown_condition(name, ""), span);
            Cond::Eq
        }
        _ => {
            let error = Diagnostic::error("a condition is missing")
                .label("expected eq, ne, lt, ge, mi, ...");
            context.tell(error, span);
            Cond::Eq
        }
    };
    if cursor
        .kind_at(0)
        .is_some_and(|kind| kind != TokenKind::Comma)
    {
        cursor.skip(1);
    }
    Some(Test {
        cond,
        span: cursor.since(start),
    })
}

/// Other assemblers' names for conditions, with ours.
const FOREIGN: [(&str, &str, &str); 26] = [
    ("a", "hi", "unsigned above"),
    ("ae", "hs", "unsigned above or equal"),
    ("b", "lo", "unsigned below"),
    ("be", "ls", "unsigned below or equal"),
    ("c", "cs", "carry set"),
    ("nc", "cc", "carry clear"),
    ("e", "eq", "equal"),
    ("g", "gt", "signed greater"),
    ("l", "lt", "signed less"),
    ("gte", "ge", "signed greater or equal"),
    ("geq", "ge", "signed greater or equal"),
    ("lte", "le", "signed less or equal"),
    ("leq", "le", "signed less or equal"),
    ("neq", "ne", "not equal"),
    ("gtu", "hi", "unsigned above"),
    ("geu", "hs", "unsigned above or equal"),
    ("ltu", "lo", "unsigned below"),
    ("leu", "ls", "unsigned below or equal"),
    ("hr", "hi", "unsigned above"),
    ("hg", "hi", "unsigned above"),
    ("he", "hs", "unsigned above or equal"),
    ("le.u", "ls", "unsigned below or equal"),
    ("n", "mi", "negative"),
    ("v", "vs", "overflow"),
    ("nv", "vc", "no overflow"),
    ("always", "true", "always"),
];

/// The error for an unknown condition; `prefix` is `b` in a branch.
pub(crate) fn unknown_condition(name: &str, prefix: &str) -> Diagnostic {
    let lower = name.to_ascii_lowercase();
    let foreign = FOREIGN.iter().find(|(foreign, _, _)| *foreign == lower);
    let names = Cond::ALL
        .into_iter()
        .flat_map(|cond| cond.names().iter().copied());
    let error = Diagnostic::error(format!("unknown condition `{name}`"))
        .label("signed: lt le gt ge; unsigned: lo ls hi hs; eq ne mi pl vs vc cs cc");
    match foreign {
        Some((_, ours, meaning)) => error
            .help(format!("for {meaning} write `{prefix}{ours}`"))
            .fix(Fix::Replace(format!("{prefix}{ours}"))),
        None => {
            let near = nearest(name, names).map(|near| format!("{prefix}{near}"));
            error.did_you_mean(near.as_deref())
        }
    }
}

/// What follows the condition of `is`.
fn joint(context: &mut Context, cursor: &mut Cursor) -> Joint {
    if cursor.is_done() {
        return Joint::Last;
    }
    let span = cursor.span_here();
    if cursor.kind_at(0) != Some(TokenKind::Comma) {
        let error = match cursor.peek_text() {
            Some("and" | "or") => Diagnostic::error("a comma is missing").label("expected `,`"),
            _ => Diagnostic::error("unexpected text after the condition")
                .label("expected `, and`, `, or` or nothing"),
        };
        context.tell(error, span);
        if !matches!(cursor.peek_text(), Some("and" | "or")) {
            return Joint::Last;
        }
    } else {
        cursor.skip(1);
    }
    let span = cursor.span_here();
    let joint = match cursor.peek_text() {
        Some("and") => Joint::And,
        Some("or") => Joint::Or,
        _ => {
            let error = Diagnostic::error("a compound condition is joined by `and` or `or`")
                .label("expected `and` or `or`");
            context.tell(error, span);
            Joint::And
        }
    };
    cursor.skip(1);
    cursor.expect_end(context, "after the condition");
    joint
}

fn leave(context: &mut Context, cursor: &mut Cursor, word: &str, span: Span) -> Option<Item> {
    let mut levels = 1;
    if cursor.kind_at(0) == Some(TokenKind::Number) {
        let at = cursor.span_here();
        match lex::number(cursor.text_at(0)) {
            Ok(number @ 1..=4) => {
                context.only_cocoide(at, &format!("a number after `{word}`"));
                levels = number as usize;
            }
            _ => {
                let error = Diagnostic::error(format!("`{word}` leaves 1 to 4 loops"))
                    .label("expected 1 to 4");
                context.tell(error, at);
            }
        }
        cursor.skip(1);
    }
    cursor.expect_end(context, &format!("after `{word}`"));
    Some(Item::Leave(Leave {
        span: cursor.since(span),
        continues: word == "continue",
        levels,
    }))
}

fn constant(context: &mut Context, cursor: &mut Cursor) -> Option<Item> {
    let span = cursor.span_here();
    if cursor.kind_at(0) != Some(TokenKind::Name) || cursor.kind_at(1) != Some(TokenKind::Equals) {
        let error =
            Diagnostic::error("this is not a constant").label("expected `set NAME = value`");
        context.tell(error, span);
        return None;
    }
    let name = Name {
        text: cursor.text_at(0).to_owned(),
        span,
    };
    context.only_cocoide(span, "`set`");
    cursor.skip(2);
    let value = operand::expression(context, cursor)?;
    cursor.expect_end(context, "after the value");
    Some(Item::Constant(Constant { name, value }))
}

fn instruction(context: &mut Context, cursor: &mut Cursor, word: &str, span: Span) -> Option<Item> {
    let word = Name {
        text: word.to_owned(),
        span,
    };
    let operands = operand::operands(context, cursor);
    Some(Item::Op(Op {
        word,
        operands,
        span: cursor.since(span),
    }))
}

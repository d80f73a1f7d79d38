//! A diagnostic as text, in the form familiar from compilers.

use std::fmt;

use annotate_snippets::renderer::DEFAULT_TERM_WIDTH;
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use crate::{Diagnostic, Excerpt, Place, Severity};

/// Whether the text of a diagnostic carries terminal colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    Plain,
    Coloured,
}

impl Paint {
    pub fn when(coloured: bool) -> Paint {
        match coloured {
            true => Paint::Coloured,
            false => Paint::Plain,
        }
    }
}

impl Diagnostic {
    /// The text of `Display`, with the given paint, ending in a newline.
    pub fn render(&self, paint: Paint) -> String {
        let renderer = match paint {
            Paint::Plain => Renderer::plain(),
            Paint::Coloured => Renderer::styled(),
        };
        let level = match self.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
        };
        let mut title = level.primary_title(printable(&self.message));
        if let Some(code) = self.code {
            title = title.id(code);
        }
        let mut main = placed(Group::with_title(title), self.at.as_ref(), &self.label);
        let mut groups = Vec::new();
        for note in &self.notes {
            let message = printable(&note.message);
            match &note.at {
                None => main = main.element(Level::NOTE.message(message)),
                Some(at) => {
                    let group = Group::with_title(Level::NOTE.secondary_title(message));
                    groups.push(placed(group, Some(at), ""));
                }
            }
        }
        if let Some(help) = &self.help {
            main = main.element(Level::HELP.message(printable(help)));
        }
        groups.insert(0, main);
        let text = renderer.term_width(DEFAULT_TERM_WIDTH).render(&groups);
        text + "\n"
    }

    /// One line: `error: file.circ: circuit 'main' at 100,200: message [code]`.
    pub fn brief(&self) -> String {
        let place = match &self.at {
            None => String::new(),
            Some(Place::Text(excerpt)) => format!("{excerpt}: "),
            Some(Place::Drawing(drawing)) => format!("{drawing}: "),
        };
        let code = self.code.map_or(String::new(), |code| format!(" [{code}]"));
        let severity = self.severity.name();
        format!("{severity}: {place}{}{code}", printable(&self.message))
    }
}

fn placed<'a>(group: Group<'a>, at: Option<&'a Place>, label: &'a str) -> Group<'a> {
    match at {
        None => group,
        Some(Place::Drawing(drawing)) => group.element(Origin::path(drawing.to_string())),
        Some(Place::Text(excerpt)) => group.element(snippet(excerpt, label)),
    }
}

fn snippet<'a>(
    excerpt: &'a Excerpt,
    label: &'a str,
) -> Snippet<'a, annotate_snippets::Annotation<'a>> {
    let mut mark = AnnotationKind::Primary.span(excerpt.span());
    if !label.is_empty() {
        mark = mark.label(printable(label));
    }
    Snippet::source(excerpt.text.as_str())
        .line_start(excerpt.line as usize)
        .path(excerpt.file.as_str())
        .annotation(mark)
}

/// Text that cannot move the cursor or change colours.
fn printable(text: &str) -> String {
    let safe = |c: char| match c {
        '\n' => c,
        c if c.is_control() => '\u{fffd}',
        c => c,
    };
    text.chars().map(safe).collect()
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(Paint::Plain))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn marked(text: &str, start: usize, end: usize) -> Diagnostic {
        let at = Excerpt::new("prog.asm", 3, text, start, end);
        Diagnostic::error("wrong").label("this").at(at)
    }

    #[test]
    fn a_place_with_label_note_and_help() {
        let diagnostic = marked("    psh r0\r", 4, 7)
            .help("did you mean `push`?")
            .note("alone", None)
            .note("defined here", Some(Excerpt::line("lib.mlb", 12, "  x")));
        let expected = "\
error: wrong
  --> prog.asm:3:5
   |
 3 |     psh r0
   |     ^^^ this
   |
   = note: alone
   = help: did you mean `push`?
note: defined here
  --> lib.mlb:12:3
   |
12 |   x
   |   ^
";
        assert_eq!(diagnostic.to_string(), expected);
        let coloured = diagnostic.render(Paint::Coloured);
        assert!(coloured.contains("\x1b["), "{coloured}");
    }

    #[test]
    fn columns_count_characters_also_behind_tabs_and_letters_of_two_bytes() {
        let text = marked("\tä: psh", 5, 8).to_string();
        assert!(text.contains(" --> prog.asm:3:5\n"), "{text}");
        assert!(
            text.contains("3 |     ä: psh\n  |        ^^^ this"),
            "{text}"
        );
    }

    #[test]
    fn a_drawing_and_a_whole_program() {
        let diagnostic = Diagnostic::warning("bad-wire", "a wire of no length")
            .in_file("x.circ")
            .in_circuit("main")
            .at_point((10, 20));
        assert_eq!(
            diagnostic.to_string(),
            "warning[bad-wire]: a wire of no length\n--> x.circ: circuit 'main' at 10,20\n"
        );
        assert_eq!(
            diagnostic.brief(),
            "warning: x.circ: circuit 'main' at 10,20: a wire of no length [bad-wire]"
        );
        assert_eq!(
            Diagnostic::error("no\x1bthing").to_string(),
            "error: no\u{fffd}thing\n"
        );
    }

    proptest! {
        #[test]
        fn any_place_in_any_text_can_be_shown(
            text in "[ -~\té\u{feff}\u{200b}\r]{0,200}", start in 0usize..300, end in 0usize..300, line in any::<u16>(),
        ) {
            let at = Excerpt::new("f", line.into(), &text, start, end);
            let shown = Diagnostic::error("x").at(at.clone()).to_string();
            let place = format!("--> {at}");
            prop_assert!(shown.contains(&place));
        }
    }
}

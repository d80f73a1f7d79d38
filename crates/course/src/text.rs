//! The text of a task in one language: Markdown with a title, the goal, the background, and three hints.
//!
//! ```text
//!   # Title
//!   The goal, in two sentences.
//!   ## What you need to know       any number of sections
//!   ...
//!   ## Hints                       the last section: a list of three
//!   1. a question
//!   2. the part
//!   3. the wiring
//! ```

use diag::Diagnostic;

use crate::lines::Problem;

/// Stages of hints.
const HINTS: usize = 3;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Section {
    pub title: String,
    /// Markdown.
    pub body: String,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    pub title: String,
    pub goal: String,
    pub know: Vec<Section>,
    pub hints: Vec<String>,
}

impl Text {
    pub fn read(file: &str, text: &str) -> Result<Text, Problem> {
        let wrong = |what: &str| Problem::new(Diagnostic::error(what).in_file(file));
        let text = diag::without_mark(text).replace("\r\n", "\n");
        let (head, sections) = cut(&text);
        let (title, goal) = head.trim().split_once('\n').unwrap_or((head.trim(), ""));
        let title = title
            .strip_prefix("# ")
            .ok_or_else(|| wrong("a text begins with `# Title`"))?;
        let mut sections = sections;
        let hints = sections.pop().map(|last| list(&last.body));
        let hints = hints.filter(|hints| hints.len() == HINTS).ok_or_else(|| {
            wrong("the last section of a text is a list of three hints: 1. 2. 3.")
        })?;
        match goal.trim() {
            "" => Err(wrong("the goal stands below the title")),
            goal => Ok(Text {
                title: title.trim().to_owned(),
                goal: goal.to_owned(),
                know: sections,
                hints,
            }),
        }
    }

    /// All its parts, each with a name for its place.
    pub fn pieces(&self) -> impl Iterator<Item = (String, &str)> {
        let goal = [("the goal".to_owned(), self.goal.as_str())];
        let know = self.know.iter();
        let know = know.map(|one| (format!("\"{}\"", one.title), one.body.as_str()));
        let hints = (1..).zip(&self.hints);
        let hints = hints.map(|(number, hint)| (format!("hint {number}"), hint.as_str()));
        goal.into_iter().chain(know).chain(hints)
    }

    /// The files its pictures show: `![words](demo.circ)`.
    pub fn pictures(&self) -> Vec<&str> {
        let bodies = self.pieces().map(|(_, body)| body);
        let after = bodies.flat_map(|body| body.split("![").skip(1));
        after
            .filter_map(|rest| rest.split_once("](")?.1.split_once(')'))
            .map(|(name, _)| name)
            .collect()
    }
}

/// The text before the first `## `, and the sections. Code blocks may contain anything.
fn cut(text: &str) -> (String, Vec<Section>) {
    let (mut head, mut sections, mut fenced) = (String::new(), Vec::<Section>::new(), false);
    for line in text.lines() {
        fenced ^= line.starts_with("```");
        if let Some(title) = line.strip_prefix("## ").filter(|_| !fenced) {
            let title = title.trim().to_owned();
            let body = String::new();
            sections.push(Section { title, body });
            continue;
        }
        let body = sections.last_mut().map_or(&mut head, |last| &mut last.body);
        body.push_str(line);
        body.push('\n');
    }
    for section in &mut sections {
        section.body = section.body.trim().to_owned();
    }
    (head, sections)
}

/// The items of a numbered list, each with the lines that belong to it.
fn list(body: &str) -> Vec<String> {
    let mut items: Vec<String> = Vec::new();
    for line in body.lines() {
        let next = format!("{}. ", items.len() + 1);
        match (line.strip_prefix(&next), items.last_mut()) {
            (Some(item), _) => items.push(item.trim().to_owned()),
            (None, Some(item)) => {
                item.push('\n');
                item.push_str(line.strip_prefix("   ").unwrap_or(line));
            }
            (None, None) if line.trim().is_empty() => {}
            (None, None) => return Vec::new(),
        }
    }
    items.iter().map(|item| item.trim().to_owned()).collect()
}

/// The words between single backquotes.
pub fn code(body: &str) -> Vec<&str> {
    let mut fenced = false;
    let lines = body.lines().filter(|line| {
        let fence = line.starts_with("```");
        fenced ^= fence;
        !fence && !fenced
    });
    lines
        .flat_map(|line| line.split('`').skip(1).step_by(2))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{Text, code};

    const TEXT: &str = "# A lamp\n\nLight it. `lamp` is 1.\n\n## Gates\nAn `AND Gate`.\n```\n## not a title `x`\n```\n\n## Hints\n1. Which?\n2. The `AND Gate`,\n   that one.\n3. Wire it.\n";

    #[test]
    fn a_text_is_taken_apart() {
        let text = Text::read("text.en.md", TEXT).unwrap();
        assert_eq!(text.title, "A lamp");
        assert_eq!(text.goal, "Light it. `lamp` is 1.");
        assert_eq!(text.know.len(), 1);
        assert_eq!(text.hints[1], "The `AND Gate`,\nthat one.");
        assert_eq!(code(&text.know[0].body), ["AND Gate"]);
    }

    #[test]
    fn what_is_missing_is_told() {
        for broken in [
            "",
            "A lamp",
            "# A lamp\n## Hints\n1. a\n2. b\n3. c\n",
            "# A\ngoal\n## Hints\n1. a\n2. b\n",
        ] {
            assert!(Text::read("text.en.md", broken).is_err(), "{broken:?}");
        }
    }
}

//! Files of lines that begin with a word: `course.txt`, `task.txt`.

use diag::{Diagnostic, Excerpt};

/// A mistake in a line.
pub type Problem = Box<Diagnostic>;

/// A line with something on it.
#[derive(Clone, Copy)]
pub struct Line<'a> {
    file: &'a str,
    number: usize,
    whole: &'a str,
    pub word: &'a str,
    /// The text after the word.
    pub rest: &'a str,
}

impl Line<'_> {
    pub fn error(&self, message: impl Into<String>) -> Problem {
        Box::new(Diagnostic::error(message).at(Excerpt::line(self.file, self.number, self.whole)))
    }

    /// An unknown keyword.
    pub fn unknown(&self, known: &[&'static str]) -> Problem {
        let near = diag::nearest(self.word, known.iter().copied());
        let problem = self.error(format!("unknown word '{}'", self.word));
        match near {
            Some(near) => problem.help(format!("did you mean `{near}`?")).into(),
            None => problem
                .help(format!("known are {}", known.join(", ")))
                .into(),
        }
    }

    /// A number from 1 to `most`.
    pub fn number(&self, most: u32) -> Result<u32, Problem> {
        let number = self.rest.parse().ok();
        let number = number.filter(|number| (1..=most).contains(number));
        number
            .ok_or_else(|| self.error(format!("'{}' is not a number from 1 to {most}", self.rest)))
    }

    /// Names with commas between them.
    pub fn list(&self) -> Vec<String> {
        let names = self.rest.split(',').map(str::trim);
        let names = names.filter(|name| !name.is_empty());
        names.map(str::to_owned).collect()
    }
}

/// The lines of a file; `#` at the start of a line is a comment.
pub fn lines<'a>(file: &'a str, text: &'a str) -> impl Iterator<Item = Line<'a>> {
    let numbered = (1..).zip(diag::without_mark(text).lines());
    numbered.filter_map(move |(number, whole)| {
        let line = whole.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let said = !word.is_empty() && !word.starts_with('#');
        said.then_some(Line {
            file,
            number,
            whole,
            word,
            rest: rest.trim(),
        })
    })
}

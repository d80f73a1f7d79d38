//! Reads conditions and expectations; what subjects and values mean is up to the adapter.

use crate::{
    Comparison, Condition, Expectation, Mistake, Phrase, Relation, Subjects, Token, TokenKind,
    tokens,
};

const RELATIONS: &str = "=, !=, <, <=, >, >=, 'is' or 'contains'";

/// Reads an expectation from a byte of a line to its end.
pub fn expectation<A: Subjects>(
    line: &str,
    from: usize,
    adapter: &mut A,
) -> Result<Expectation<A::Subject, A::Value>, Mistake> {
    let tokens = tokens(line, from)?;
    let mut cursor = Cursor::new(line, &tokens);
    let expectation = cursor.expectation(adapter)?;
    cursor.finish()?;
    Ok(expectation)
}

/// Reads a condition from a byte of a line to its end.
pub fn condition<A: Subjects>(
    line: &str,
    from: usize,
    adapter: &mut A,
) -> Result<Condition<A::Subject, A::Value>, Mistake> {
    let tokens = tokens(line, from)?;
    let mut cursor = Cursor::new(line, &tokens);
    let condition = cursor.condition(adapter)?;
    cursor.finish()?;
    Ok(condition)
}

/// A place among the tokens of a line.
#[derive(Clone, Copy, Debug)]
pub struct Cursor<'a> {
    line: &'a str,
    tokens: &'a [Token],
    at: usize,
}

impl<'a> Cursor<'a> {
    pub fn new(line: &'a str, tokens: &'a [Token]) -> Cursor<'a> {
        Cursor {
            line,
            tokens,
            at: 0,
        }
    }

    pub fn peek(&self) -> Option<&'a TokenKind> {
        self.tokens.get(self.at).map(|token| &token.kind)
    }

    /// The next token alone.
    pub fn phrase(&self) -> Phrase<'a> {
        let end = self.tokens.len().min(self.at + 1);
        self.part(self.at.min(end), end)
    }

    pub fn advance(&mut self) {
        self.at += 1;
    }

    fn part(&self, from: usize, to: usize) -> Phrase<'a> {
        Phrase {
            line: self.line,
            tokens: &self.tokens[from..to],
        }
    }

    /// The bytes of the next token; at the end of the line, the position after the last one.
    fn place(&self) -> (usize, usize) {
        match (self.tokens.get(self.at), self.tokens.last()) {
            (Some(token), _) => (token.start, token.end),
            (None, Some(last)) => (last.end, last.end),
            (None, None) => (self.line.len(), self.line.len()),
        }
    }

    pub fn wrong(&self, message: impl Into<String>) -> Mistake {
        let (start, end) = self.place();
        Mistake::new(start, end, message)
    }

    /// `wanted` was expected here.
    pub fn missing(&self, wanted: &str) -> Mistake {
        match self.peek() {
            None => self.wrong(format!("{wanted} is missing at the end of the line")),
            Some(found) => self.wrong(format!("expected {wanted}, found {}", found.describe())),
        }
    }

    pub fn finish(&self) -> Result<(), Mistake> {
        match self.peek() {
            None => Ok(()),
            Some(extra) => {
                Err(self.wrong(format!("{} is too much on this line", extra.describe())))
            }
        }
    }

    /// Takes a word if it comes next.
    pub fn skip(&mut self, wanted: &str) -> bool {
        let found = self.is_word(self.at, wanted);
        self.at += usize::from(found);
        found
    }

    /// Takes a text if one comes next.
    pub fn take_text(&mut self) -> Option<String> {
        let text = match self.peek() {
            Some(TokenKind::Text(text, suffix)) if suffix.is_empty() => text.clone(),
            _ => return None,
        };
        self.at += 1;
        Some(text)
    }

    fn is_word(&self, at: usize, wanted: &str) -> bool {
        let token = self.tokens.get(at).map(|token| &token.kind);
        matches!(token, Some(TokenKind::Word(word)) if word == wanted)
    }

    /// A relation as a sign or a word.
    fn relation_at(&self, at: usize) -> Option<Relation> {
        match &self.tokens.get(at)?.kind {
            TokenKind::Relation(relation) => Some(*relation),
            TokenKind::Word(word) => match word.as_str() {
                "is" | "shows" => Some(Relation::Equal),
                "contains" => Some(Relation::Contains),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether what follows a value starts here: `and`, `or`, `else`, `points` and a number.
    fn ends_value(&self, at: usize) -> bool {
        match &self.tokens[at].kind {
            TokenKind::Word(word) => match word.as_str() {
                "and" | "or" | "else" => true,
                "points" => self.number_at(at + 1).is_some(),
                _ => false,
            },
            _ => false,
        }
    }

    fn number_at(&self, at: usize) -> Option<u32> {
        match &self.tokens.get(at)?.kind {
            TokenKind::Word(word) => word.parse().ok(),
            _ => None,
        }
    }

    pub fn expectation<A: Subjects>(
        &mut self,
        adapter: &mut A,
    ) -> Result<Expectation<A::Subject, A::Value>, Mistake> {
        let condition = self.condition(adapter)?;
        let due = self.skip("else");
        let message = self.take_text();
        if due && message.is_none() {
            return Err(self.missing("a message in quotes"));
        }
        let points = match self.skip("points") {
            true => Some(self.points()?),
            false => None,
        };
        Ok(Expectation {
            condition,
            message,
            points,
        })
    }

    /// A number of points.
    pub fn points(&mut self) -> Result<u32, Mistake> {
        const MOST: u32 = 1_000_000;
        match self.number_at(self.at) {
            Some(points) if points <= MOST => {
                self.at += 1;
                Ok(points)
            }
            Some(_) => Err(self.wrong(format!("at most {MOST} points"))),
            None => Err(self.missing("a number of points")),
        }
    }

    pub fn condition<A: Subjects>(
        &mut self,
        adapter: &mut A,
    ) -> Result<Condition<A::Subject, A::Value>, Mistake> {
        let mut any = Vec::new();
        loop {
            let mut all = vec![self.comparison(adapter)?];
            while self.skip("and") {
                all.push(self.comparison(adapter)?);
            }
            any.push(all);
            if !self.skip("or") {
                return Ok(Condition { any });
            }
        }
    }

    /// Where the subject ends, and the relation after it.
    fn relation<A: Subjects>(&self, adapter: &A) -> Result<(usize, Relation), Mistake> {
        let here = self.at..self.tokens.len();
        let end = here.clone().find(|&at| self.ends_value(at));
        let mut before = self.at..end.unwrap_or(here.end);
        if let Some(found) = before.find_map(|at| Some((at, self.relation_at(at)?))) {
            return Ok(found);
        }
        match adapter.implied(&self.tokens[here.clone()]) {
            Some(count) if count > 0 => Ok(((self.at + count).min(here.end), Relation::Equal)),
            _ => {
                let left = self.part(here.start, here.end);
                let shown: String = left.text().chars().take(40).collect();
                Err(left.mistake(format!("'{shown}' compares nothing: expected {RELATIONS}")))
            }
        }
    }

    fn comparison<A: Subjects>(
        &mut self,
        adapter: &mut A,
    ) -> Result<Comparison<A::Subject, A::Value>, Mistake> {
        let from = self.at;
        if self.peek().is_none() {
            return Err(self.missing("something to compare"));
        }
        if self.relation_at(from).is_some() {
            return Err(self.missing("something to compare"));
        }
        let (at, relation) = self.relation(adapter)?;
        let subject = adapter.subject(self.part(from, at))?;
        self.at = at + usize::from(self.relation_at(at).is_some());
        let end = match A::LISTS {
            true => (self.at..self.tokens.len()).find(|&at| self.ends_value(at)),
            false => Some(self.at + 1),
        };
        let end = end.unwrap_or(self.tokens.len()).min(self.tokens.len());
        if end <= self.at {
            return Err(self.missing(&format!("a value after '{}'", relation.symbol())));
        }
        let value = adapter.value(&subject, relation, self.part(self.at, end))?;
        self.at = end;
        let text = self.part(from, end).text().to_owned();
        Ok(Comparison {
            subject,
            relation,
            value,
            text,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Subjects are words, values their texts.
    struct Words<const LISTS: bool>;

    impl<const LISTS: bool> Subjects for Words<LISTS> {
        type Subject = String;
        type Value = String;
        const LISTS: bool = LISTS;

        fn subject(&mut self, phrase: Phrase<'_>) -> Result<String, Mistake> {
            match phrase.text() {
                "nobody" => Err(phrase.mistake("unknown")),
                text => Ok(text.to_owned()),
            }
        }

        fn value(
            &mut self,
            _: &String,
            _: Relation,
            phrase: Phrase<'_>,
        ) -> Result<String, Mistake> {
            Ok(phrase.text().to_owned())
        }
    }

    fn list(line: &str) -> Result<Expectation<String, String>, Mistake> {
        expectation(line, 0, &mut Words::<true>)
    }

    fn one(line: &str) -> Result<Expectation<String, String>, Mistake> {
        expectation(line, 0, &mut Words::<false>)
    }

    #[test]
    fn subject_relation_value_message_points() {
        let found = one(" /a[3]>=0x1f \"too small\" points 2 # why").unwrap();
        let comparison = &found.condition.any[0][0];
        assert_eq!(comparison.subject, "/a[3]");
        assert_eq!(comparison.relation, Relation::AtLeast);
        assert_eq!(comparison.value, "0x1f");
        assert_eq!(found.message.as_deref(), Some("too small"));
        assert_eq!(found.points, Some(2));
    }

    #[test]
    fn lists_take_everything_up_to_a_word_that_ends_them() {
        let found = list("output 1 = 1 2 \"ab\" else \"no\" points 3").unwrap();
        assert_eq!(found.condition.any[0][0].subject, "output 1");
        assert_eq!(found.condition.any[0][0].value, "1 2 \"ab\"");
        assert_eq!(found.message.as_deref(), Some("no"));
        assert_eq!(found.points, Some(3));
        let points = list("points = points").unwrap();
        assert_eq!(points.condition.any[0][0].value, "points");
    }

    #[test]
    fn and_binds_more_than_or() {
        let found = list("a = 1 and b is 2 or c contains 3").unwrap();
        let shape: Vec<usize> = found.condition.any.iter().map(Vec::len).collect();
        assert_eq!(shape, [2, 1]);
        assert!(
            found
                .condition
                .holds(|comparison| comparison.subject == "c")
        );
        assert!(
            !found
                .condition
                .holds(|comparison| comparison.subject == "a")
        );
    }

    #[test]
    fn mistakes_have_their_places() {
        let place = |line: &str| {
            let mistake = one(line).unwrap_err();
            (line[mistake.start..mistake.end].to_owned(), mistake.message)
        };
        assert_eq!(place("x = 1 and nobody = 2").0, "nobody");
        assert!(place("x = ").1.contains("a value after '=' is missing"));
        assert!(place("x 1").1.contains("compares nothing"));
        assert!(place("= 1").1.starts_with("expected something to compare"));
        assert!(place("x = 1 2").1.contains("too much"));
        assert!(place("x = \"a").1.contains("not closed"));
        assert!(place("x = 1 points y").1.contains("a number of points"));
        assert!(place("x = 1 else y").1.contains("a message in quotes"));
        assert!(place("").1.contains("something to compare"));
        let shown = one("é = 'ab'")
            .unwrap_err()
            .in_line("t.script", 7, "é = 'ab'");
        assert_eq!(shown.excerpt().unwrap().to_string(), "t.script:7:5");
    }

    proptest! {
        #[test]
        fn any_line_gives_an_answer(line in "[a-z0-9 =<>!\"'#\\\\é≠]{0,40}", from in 0usize..50) {
            for mistake in [
                expectation(&line, from, &mut Words::<true>).err(),
                expectation(&line, from, &mut Words::<false>).err(),
            ].into_iter().flatten() {
                prop_assert!(mistake.start <= mistake.end && mistake.end <= line.len());
                prop_assert!(line.is_char_boundary(mistake.start) && line.is_char_boundary(mistake.end));
            }
        }
    }
}

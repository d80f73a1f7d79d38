//! A text with places for values.

use std::borrow::Cow;

/// A value for a place in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value<'a> {
    Text(Cow<'a, str>),
    /// A number; under the name `count` it chooses the plural.
    Number(i64),
}

impl<'a> From<&'a str> for Value<'a> {
    fn from(text: &'a str) -> Value<'a> {
        Value::Text(Cow::Borrowed(text))
    }
}

impl<'a> From<&'a String> for Value<'a> {
    fn from(text: &'a String) -> Value<'a> {
        Value::Text(Cow::Borrowed(text))
    }
}

impl From<String> for Value<'_> {
    fn from(text: String) -> Self {
        Value::Text(Cow::Owned(text))
    }
}

macro_rules! numbers {
    ($($number:ty),*) => {$(
        impl From<$number> for Value<'_> {
            fn from(number: $number) -> Self {
                Value::Number(number.into())
            }
        }
    )*};
}

numbers!(u8, u16, u32, i32, i64);

impl From<usize> for Value<'_> {
    fn from(number: usize) -> Self {
        Value::Number(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

/// Pieces of a text, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Template(Vec<Piece>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    Words(String),
    Place(String),
}

impl Template {
    /// `{name}` is a place, `{{` and `}}` are braces. The error is a sentence about the text.
    pub(crate) fn parse(text: &str) -> Result<Template, &'static str> {
        let mut pieces = Vec::new();
        let mut words = String::new();
        let mut rest = text;
        while let Some(at) = rest.find(['{', '}']) {
            let (before, brace) = rest.split_at(at);
            words.push_str(before);
            let doubled = ["{{", "}}"].into_iter().find(|two| brace.starts_with(two));
            if let Some(two) = doubled {
                words.push_str(&two[1..]);
                rest = &brace[2..];
                continue;
            }
            let Some(inside) = brace.strip_prefix('{') else {
                return Err("a '}' closes nothing");
            };
            let Some((name, after)) = inside.split_once('}') else {
                return Err("a '{' is not closed");
            };
            let plain = |c: char| c.is_ascii_lowercase() || c == '_';
            if name.is_empty() || !name.chars().all(plain) {
                return Err("a place has a name of small letters");
            }
            pieces.push(Piece::Words(std::mem::take(&mut words)));
            pieces.push(Piece::Place(name.to_owned()));
            rest = after;
        }
        words.push_str(rest);
        pieces.push(Piece::Words(words));
        Ok(Template(pieces))
    }

    /// The names of its places.
    pub(crate) fn places(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter_map(|piece| match piece {
            Piece::Words(_) => None,
            Piece::Place(name) => Some(name.as_str()),
        })
    }

    /// The text with its places filled; the error is the name of a place without a value.
    pub(crate) fn fill(&self, values: &[(&str, Value)]) -> Result<String, String> {
        let mut text = String::new();
        for piece in &self.0 {
            match piece {
                Piece::Words(words) => text.push_str(words),
                Piece::Place(name) => match values.iter().find(|(known, _)| known == name) {
                    Some((_, Value::Text(value))) => text.push_str(value),
                    Some((_, Value::Number(value))) => text.push_str(&value.to_string()),
                    None => return Err(name.clone()),
                },
            }
        }
        Ok(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_filled() {
        let template = Template::parse("{who} has {{{count}}} seeds, {who}").unwrap();
        assert_eq!(
            template.places().collect::<Vec<_>>(),
            ["who", "count", "who"]
        );
        let values = [("who", Value::from("north")), ("count", Value::from(3u8))];
        assert_eq!(
            template.fill(&values).unwrap(),
            "north has {3} seeds, north"
        );
        assert_eq!(template.fill(&values[..1]), Err("count".to_owned()));
    }

    #[test]
    fn stray_braces_are_refused() {
        for text in ["{", "}", "{a", "a}", "{}", "{A}", "{a b}"] {
            assert!(Template::parse(text).is_err(), "{text}");
        }
    }
}

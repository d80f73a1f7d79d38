//! A text in every language of a course.

/// The separator between languages in a file.
const BETWEEN: &str = " | ";

/// The same words in several languages; a language without words uses the first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words(Vec<(String, String)>);

impl Words {
    /// Reads `English | Russian`, in the order of the languages. Fewer texts than languages are allowed, more are not.
    pub fn read(text: &str, languages: &[String]) -> Result<Words, String> {
        let texts: Vec<&str> = text.split(BETWEEN).map(str::trim).collect();
        if texts.len() > languages.len() {
            return Err(format!(
                "{}, but the course has {}: {}",
                diag::count(texts.len(), "text"),
                diag::count(languages.len(), "language"),
                languages.join(", ")
            ));
        }
        let own = languages.iter().cloned().zip(texts);
        let own = own.map(|(language, text)| (language, text.to_owned()));
        Ok(Words(own.collect()))
    }

    pub fn of(pairs: impl IntoIterator<Item = (String, String)>) -> Words {
        Words(pairs.into_iter().collect())
    }

    pub fn in_language(&self, language: &str) -> &str {
        let own = self.0.iter().find(|(of, _)| of == language);
        own.or(self.0.first()).map_or("", |(_, text)| text)
    }

    pub fn all(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(of, text)| (of.as_str(), text.as_str()))
    }

    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|(_, text)| text.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::Words;

    #[test]
    fn languages_are_told_apart() {
        let languages = ["en".to_owned(), "ru".to_owned()];
        let both = Words::read("one | раз", &languages).unwrap();
        assert_eq!(both.in_language("en"), "one");
        assert_eq!(both.in_language("ru"), "раз");
        assert_eq!(both.in_language("fr"), "one");
        let one = Words::read("a|b", &languages).unwrap();
        assert_eq!(one.in_language("ru"), "a|b");
        assert!(Words::read("one | two | three", &languages).is_err());
    }
}

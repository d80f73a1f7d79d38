//! Languages and their plurals.

/// A language of the user interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    English,
    Russian,
}

/// A plural form, as the Unicode tables name them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    One,
    Few,
    Many,
    Other,
}

impl Form {
    /// Its name in a file of texts.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Form::One => "one",
            Form::Few => "few",
            Form::Many => "many",
            Form::Other => "other",
        }
    }
}

impl Language {
    pub const ALL: [Language; 2] = [Language::English, Language::Russian];

    /// The code of the language: `en`, `ru`.
    pub fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Russian => "ru",
        }
    }

    /// The language of a code.
    pub fn of(code: &str) -> Option<Language> {
        Language::ALL
            .into_iter()
            .find(|language| language.code() == code)
    }

    /// The forms that a text with a count must have.
    pub(crate) fn forms(self) -> &'static [Form] {
        match self {
            Language::English => &[Form::One, Form::Other],
            Language::Russian => &[Form::One, Form::Few, Form::Many],
        }
    }

    /// The form for this many things.
    pub(crate) fn form(self, count: i64) -> Form {
        let count = count.unsigned_abs();
        match self {
            Language::English if count == 1 => Form::One,
            Language::English => Form::Other,
            Language::Russian => match (count % 10, count % 100) {
                (_, 11..=14) => Form::Many,
                (1, _) => Form::One,
                (2..=4, _) => Form::Few,
                _ => Form::Many,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn english_has_two_forms() {
        let forms = [0, 1, 2, 11, -1].map(|count| Language::English.form(count));
        use Form::{One, Other};
        assert_eq!(forms, [Other, One, Other, Other, One]);
    }

    #[test]
    fn russian_has_three_forms() {
        use Form::{Few, Many, One};
        let cases = [
            (0, Many),
            (1, One),
            (2, Few),
            (4, Few),
            (5, Many),
            (11, Many),
            (12, Many),
            (14, Many),
            (21, One),
            (22, Few),
            (25, Many),
            (101, One),
            (111, Many),
            (112, Many),
        ];
        for (count, form) in cases {
            assert_eq!(Language::Russian.form(count), form, "{count}");
        }
    }
}

//! All texts of one language.

use std::collections::BTreeMap;

use serde_json::Value as Json;
use thiserror::Error;

use crate::language::{Form, Language};
use crate::template::{Template, Value};

/// The texts of a language, by key.
#[derive(Clone, Debug)]
pub struct Texts {
    language: Language,
    entries: BTreeMap<String, Entry>,
}

#[derive(Clone, Debug)]
enum Entry {
    Plain(Template),
    /// The forms of the language, in the order of `Language::forms`.
    Counted(Vec<Template>),
}

/// Why a file is not a catalogue.
#[derive(Debug, Error)]
pub enum CatalogueError {
    #[error("the catalogue is not JSON")]
    Json(#[from] serde_json::Error),
    #[error("a catalogue is one object of keys and texts")]
    NotAnObject,
    #[error("'{key}': {problem}")]
    Text { key: String, problem: &'static str },
    #[error("'{key}' needs the forms {needed} and no others")]
    Forms { key: String, needed: String },
}

/// Why there is no text.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum TextError {
    #[error("there is no text '{0}'")]
    Unknown(String),
    #[error("the text '{key}' has no value for {{{name}}}")]
    NoValue { key: String, name: String },
}

const COUNT: &str = "count";

impl Texts {
    /// The texts of a language.
    pub fn of(language: Language) -> Texts {
        let json = match language {
            Language::English => return Texts::english(),
            Language::Russian => include_str!("../ru.json"),
        };
        Texts::parse(language, json).expect("a test reads the texts of every language")
    }

    /// The texts in English, the language every text exists in.
    pub fn english() -> Texts {
        Texts::parse(Language::English, include_str!("../en.json"))
            .expect("a test reads the English texts")
    }

    /// Reads a catalogue.
    pub fn parse(language: Language, json: &str) -> Result<Texts, CatalogueError> {
        let Json::Object(object) = serde_json::from_str(json)? else {
            return Err(CatalogueError::NotAnObject);
        };
        let mut entries = BTreeMap::new();
        for (key, value) in object {
            let entry = entry(language, &key, &value)?;
            entries.insert(key, entry);
        }
        Ok(Texts { language, entries })
    }

    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.entries.keys().map(String::as_str)
    }

    /// The names of the places in a text, sorted, each once; `count` among them if the text has plurals.
    pub fn places(&self, key: &str) -> Option<Vec<&str>> {
        let mut names: Vec<&str> = match self.entries.get(key)? {
            Entry::Plain(template) => template.places().collect(),
            Entry::Counted(forms) => {
                let names = forms.iter().flat_map(Template::places);
                names.chain([COUNT]).collect()
            }
        };
        names.sort_unstable();
        names.dedup();
        Some(names)
    }

    /// The text of a key, its places filled.
    pub fn format(&self, key: &str, values: &[(&str, Value)]) -> Result<String, TextError> {
        let no_value = |name: String| TextError::NoValue {
            key: key.to_owned(),
            name,
        };
        let template = match self.entries.get(key) {
            None => return Err(TextError::Unknown(key.to_owned())),
            Some(Entry::Plain(template)) => template,
            Some(Entry::Counted(forms)) => {
                let count = values.iter().find_map(|(name, value)| match value {
                    Value::Number(count) if *name == COUNT => Some(*count),
                    _ => None,
                });
                let count = count.ok_or_else(|| no_value(COUNT.to_owned()))?;
                let form = self.language.form(count);
                let known = self
                    .language
                    .forms()
                    .iter()
                    .position(|&known| known == form);
                known
                    .and_then(|index| forms.get(index))
                    .unwrap_or(&forms[0])
            }
        };
        template.fill(values).map_err(no_value)
    }

    /// Like `format`. A missing text shows its key, so that the program keeps running; tests check that none is missing.
    pub fn text(&self, key: &str, values: &[(&str, Value)]) -> String {
        self.format(key, values)
            .unwrap_or_else(|_| format!("<{key}>"))
    }
}

fn entry(language: Language, key: &str, value: &Json) -> Result<Entry, CatalogueError> {
    let template = |value: &Json| {
        let text = value
            .as_str()
            .ok_or("a text is a string, or an object of plural forms");
        text.and_then(Template::parse)
            .map_err(|problem| CatalogueError::Text {
                key: key.to_owned(),
                problem,
            })
    };
    let Json::Object(forms) = value else {
        return Ok(Entry::Plain(template(value)?));
    };
    let needed = language.forms();
    let found = |form: &Form| forms.get(form.name());
    let templates: Option<Vec<&Json>> = needed.iter().map(found).collect();
    match templates.filter(|templates| templates.len() == forms.len()) {
        Some(values) => {
            let templates: Result<Vec<Template>, _> = values.into_iter().map(template).collect();
            Ok(Entry::Counted(templates?))
        }
        None => {
            let names: Vec<&str> = needed.iter().map(|form| form.name()).collect();
            Err(CatalogueError::Forms {
                key: key.to_owned(),
                needed: names.join(", "),
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text;

    const RUSSIAN: &str = r#"{
        "seeds": {"one": "{count} зерно", "few": "{count} зерна", "many": "{count} зёрен"},
        "move": "{name}: {seeds}."
    }"#;

    #[test]
    fn texts_and_plurals() {
        let texts = Texts::parse(Language::Russian, RUSSIAN).unwrap();
        let seeds = |count: u16| text!(texts, "seeds", count = count);
        assert_eq!(seeds(1), "1 зерно");
        assert_eq!(seeds(3), "3 зерна");
        assert_eq!(seeds(11), "11 зёрен");
        assert_eq!(
            text!(texts, "move", name = "север", seeds = seeds(2)),
            "север: 2 зерна."
        );
        assert_eq!(texts.places("seeds"), Some(vec!["count"]));
        assert_eq!(texts.places("move"), Some(vec!["name", "seeds"]));
    }

    const FILES: [(Language, &str); 2] = [
        (Language::English, include_str!("../en.json")),
        (Language::Russian, include_str!("../ru.json")),
    ];

    #[test]
    fn no_text_is_there_twice() {
        for (language, json) in FILES {
            let texts = Texts::parse(language, json).unwrap();
            let keys = json.lines().filter(|line| line.starts_with("  \""));
            assert_eq!(keys.count(), texts.keys().count(), "{language:?}");
        }
    }

    #[test]
    fn all_languages_have_the_same_texts() {
        let [english, russian] =
            FILES.map(|(language, json)| Texts::parse(language, json).unwrap());
        let mut problems = Vec::new();
        for key in english.keys() {
            match russian.places(key) {
                None => problems.push(format!("ru.json has no '{key}'")),
                Some(places) if Some(&places) != english.places(key).as_ref() => {
                    problems.push(format!("'{key}' has other places in ru.json: {places:?}"));
                }
                Some(_) => {}
            }
        }
        let unknown = russian.keys().filter(|key| english.places(key).is_none());
        problems.extend(unknown.map(|key| format!("en.json has no '{key}'")));
        assert!(problems.is_empty(), "{}", problems.join("\n"));
    }

    #[test]
    fn what_is_missing_is_named() {
        let texts = Texts::parse(Language::Russian, RUSSIAN).unwrap();
        assert_eq!(
            texts.format("no", &[]),
            Err(TextError::Unknown("no".into()))
        );
        let none = TextError::NoValue {
            key: "seeds".into(),
            name: "count".into(),
        };
        assert_eq!(texts.format("seeds", &[]), Err(none));
        assert_eq!(text!(texts, "no"), "<no>");
    }

    #[test]
    fn bad_catalogues_are_refused_by_key() {
        let error = |json: &str| {
            Texts::parse(Language::English, json)
                .unwrap_err()
                .to_string()
        };
        assert_eq!(error("["), "the catalogue is not JSON");
        assert_eq!(error("[]"), "a catalogue is one object of keys and texts");
        assert_eq!(error(r#"{"a": "{"}"#), "'a': a '{' is not closed");
        assert_eq!(
            error(r#"{"a": 1}"#),
            "'a': a text is a string, or an object of plural forms"
        );
        let forms = "'a' needs the forms one, other and no others";
        assert_eq!(error(r#"{"a": {"one": "x"}}"#), forms);
        assert_eq!(
            error(r#"{"a": {"one": "x", "other": "y", "few": "z"}}"#),
            forms
        );
    }
}

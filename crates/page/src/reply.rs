//! Answers as text.

use std::collections::BTreeMap;
use std::fmt::Display;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// Why there is no answer: a sentence for the person who asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Failure {
    kind: &'static str,
    message: String,
    /// The key of this message in the catalogue of texts, if it has one, and the values for its places.
    #[serde(skip_serializing_if = "Option::is_none")]
    key: Option<&'static str>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    values: BTreeMap<&'static str, String>,
}

impl Failure {
    /// The request cannot be met, and says why.
    pub fn refused(why: impl Display) -> Failure {
        Failure {
            kind: "refused",
            message: why.to_string(),
            key: None,
            values: BTreeMap::new(),
        }
    }

    /// The same with a key for translation.
    pub fn said(
        key: &'static str,
        message: String,
        values: Vec<(&'static str, String)>,
    ) -> Failure {
        Failure {
            key: Some(key),
            values: values.into_iter().collect(),
            ..Failure::refused(message)
        }
    }

    /// The page asked for something that does not exist.
    pub fn failed(why: impl Display) -> Failure {
        Failure {
            kind: "failed",
            ..Failure::refused(why)
        }
    }

    pub fn message(&self) -> &str {
        &self.message
    }

    pub fn unknown(name: &str) -> Failure {
        Failure::failed(format!("unknown request '{name}'"))
    }
}

/// An answer, or why there is none.
pub type Answer<T = String> = Result<T, Failure>;

/// A request without arguments.
#[derive(Deserialize)]
pub struct Nothing {}

/// Parses a request.
pub fn read<T: DeserializeOwned>(request: &str) -> Answer<T> {
    serde_json::from_str(request).map_err(|error| Failure::failed(format!("bad request: {error}")))
}

/// The JSON of a value.
pub fn json<T: Serialize>(value: &T) -> Answer {
    serde_json::to_string(value).map_err(Failure::failed)
}

/// The text that goes back to the page.
pub fn reply(answer: Answer) -> String {
    match answer {
        Ok(value) => format!("{{\"ok\":{value}}}"),
        Err(failure) => match json(&failure) {
            Ok(failure) => format!("{{\"failure\":{failure}}}"),
            Err(_) => "{\"failure\":{\"kind\":\"failed\",\"message\":\"\"}}".to_owned(),
        },
    }
}

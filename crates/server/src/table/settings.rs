//! What the two agree on before they play.

use kalah::Rules;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

use super::clock::Clock;

/// Fixed when a game is made. South moves first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    pub rules: Rules,
    #[serde(default)]
    pub clock: Clock,
    /// Listed in the lobby; otherwise only people with the link find it.
    #[serde(default)]
    pub open: bool,
}

/// A player's display name: at most 40 characters, none of them invisible. May be empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Name(String);

impl Name {
    const LONGEST: usize = 40;

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for Name {
    type Error = String;

    fn try_from(text: String) -> Result<Name, String> {
        let text = text.trim();
        if text.chars().count() > Name::LONGEST {
            return Err(format!("a name has at most {} characters", Name::LONGEST));
        }
        match text.chars().find(|&letter| is_invisible(letter)) {
            Some(letter) => Err(refused(letter)),
            None => Ok(Name(text.to_owned())),
        }
    }
}

impl From<Name> for String {
    fn from(name: Name) -> String {
        name.0
    }
}

/// A name that is being requested. Names that are stored already are taken as they are.
pub(crate) fn asked_name<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Name, D::Error> {
    let name = Name::deserialize(deserializer)?;
    match name.0.chars().find(|&letter| shows_nothing(letter)) {
        Some(letter) => Err(D::Error::custom(refused(letter))),
        None => Ok(name),
    }
}

fn refused(letter: char) -> String {
    let number = u32::from(letter);
    format!("a name cannot contain the character U+{number:04X}")
}

/// Control characters, and those that turn the direction of the text around them.
fn is_invisible(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// Unicode's default ignorable code points, and letters that look like a space: two names could differ in nothing else.
fn shows_nothing(letter: char) -> bool {
    matches!(letter,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
        | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

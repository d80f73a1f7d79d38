//! What the two agree on before they play.

use kalah::Rules;
use serde::{Deserialize, Serialize};

use super::clock::Clock;

/// Fixed when a game is made. South moves first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    pub rules: Rules,
    #[serde(default)]
    pub clock: Clock,
    /// Listed in the lobby; otherwise only who has the link finds it.
    #[serde(default)]
    pub open: bool,
}

/// What a player wants to be called: at most 40 characters, none of them invisible. May be empty.
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
            Some(letter) => Err(format!(
                "a name cannot contain the character U+{:04X}",
                u32::from(letter)
            )),
            None => Ok(Name(text.to_owned())),
        }
    }
}

impl From<Name> for String {
    fn from(name: Name) -> String {
        name.0
    }
}

/// Control characters, and those that turn the direction of the text around them or show nothing.
fn is_invisible(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

//! The commands a person can type on their turn.

use super::talk::is_quit;
use crate::wording::words;

/// A parsed line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    Pit(usize),
    Undo,
    Redo,
    Hint,
    Save(String),
    History,
    Rules,
    Board,
    Help,
    Resign,
    Quit,
}

impl Command {
    /// Parses a line; an error is a sentence for the person.
    pub fn parse(line: &str) -> Result<Command, String> {
        if let Ok(number) = line.parse() {
            return Ok(Command::Pit(number));
        }
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let command = match word.to_lowercase().as_str() {
            "undo" | "u" => Command::Undo,
            "redo" | "r" => Command::Redo,
            "hint" | "h" => Command::Hint,
            "save" if rest.trim().is_empty() => return Err(words!("play.save-what")),
            "save" => return Ok(Command::Save(rest.trim().to_owned())),
            "history" => Command::History,
            "rules" => Command::Rules,
            "board" => Command::Board,
            "help" | "?" => Command::Help,
            "resign" => Command::Resign,
            quit if is_quit(quit) => Command::Quit,
            "" => return Err(words!("play.type-a-pit")),
            _ => return Err(words!("play.unknown", line = line)),
        };
        match rest.trim() {
            "" => Ok(command),
            extra => Err(words!("play.extra", word = word, extra = extra)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_words_and_names_are_understood() {
        assert_eq!(Command::parse("6"), Ok(Command::Pit(6)));
        assert_eq!(Command::parse("UNDO"), Ok(Command::Undo));
        assert_eq!(
            Command::parse("save my game"),
            Ok(Command::Save("my game".into()))
        );
        let keys = ["u", "r", "h", "q"].map(Command::parse);
        let meant = [Command::Undo, Command::Redo, Command::Hint, Command::Quit];
        assert_eq!(keys, meant.map(Ok));
    }

    #[test]
    fn everything_else_is_explained() {
        for line in [
            "",
            "-1",
            "6 6",
            "fly",
            "save",
            "save  ",
            "undo 2",
            "99999999999999999999",
        ] {
            assert!(Command::parse(line).is_err(), "{line}");
        }
    }
}

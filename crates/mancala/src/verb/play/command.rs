//! What a person can type on their turn.

/// A line understood.
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

pub const HELP: &str = "\
a number     sow the seeds of that pit
undo, redo   take back your last move with what followed it, or make it again
hint         what a good player would do
save NAME    keep the game under that name from now on
history      the moves so far
rules        the rules of this game
board        draw the board again
resign       give up
quit         leave; the game is kept";

impl Command {
    /// Understands a line; an error is a sentence for the person.
    pub fn parse(line: &str) -> Result<Command, String> {
        if let Ok(number) = line.parse() {
            return Ok(Command::Pit(number));
        }
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let command = match word.to_lowercase().as_str() {
            "undo" | "u" => Command::Undo,
            "redo" => Command::Redo,
            "hint" => Command::Hint,
            "save" if rest.trim().is_empty() => {
                return Err("Save under which name? Type save NAME.".into());
            }
            "save" => return Ok(Command::Save(rest.trim().to_owned())),
            "history" => Command::History,
            "rules" => Command::Rules,
            "board" => Command::Board,
            "help" | "?" => Command::Help,
            "resign" => Command::Resign,
            "quit" | "exit" | "q" => Command::Quit,
            "" => return Err("Type the number of a pit, or help.".into()),
            _ => {
                return Err(format!(
                    "'{line}' is neither the number of a pit nor a command; type help to see them."
                ));
            }
        };
        match rest.trim() {
            "" => Ok(command),
            extra => Err(format!(
                "'{word}' takes nothing after it, but there is '{extra}'."
            )),
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
        assert_eq!(Command::parse("q"), Ok(Command::Quit));
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

//! Input: keys and the mouse, independent of the terminal they come from.

/// A key press.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    Char(char),
    Enter,
    Escape,
    Left,
    Right,
    Up,
    Down,
    Home,
    End,
    PageUp,
    PageDown,
    Tab,
    Backspace,
    /// Ctrl-U: clear the line.
    Clear,
    /// Ctrl-C: leave, whatever is on the screen.
    Interrupt,
}

/// An action of a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    Key(Key),
    Click { column: u16, row: u16 },
    Scroll { down: bool },
}

/// The letters of a Russian keyboard and of a Latin one, key by key.
const CYRILLIC: &str = "йцукенгшщзфывапролдячсмитьЙЦУКЕНГШЩЗФЫВАПРОЛДЯЧСМИТЬ";
const LATIN: &str = "qwertyuiopasdfghjklzxcvbnmQWERTYUIOPASDFGHJKLZXCVBNM";

impl Key {
    /// The command on this key, on either of the two keyboards.
    pub(crate) fn command(self) -> Key {
        let Key::Char(typed) = self else {
            return self;
        };
        let same_key = CYRILLIC.chars().zip(LATIN.chars());
        let mut latin = same_key.filter(|(cyrillic, _)| *cyrillic == typed);
        Key::Char(latin.next().map_or(typed, |(_, latin)| latin))
    }

    /// The number of the pit on this key: the digits, then 0, - and = for the pits 10 to 12 of wide boards.
    pub(crate) fn pit(self) -> Option<usize> {
        match self {
            Key::Char(digit @ '1'..='9') => Some(digit as usize - '0' as usize),
            Key::Char('0') => Some(10),
            Key::Char('-') => Some(11),
            Key::Char('=') => Some(12),
            _ => None,
        }
    }
}

/// Handles a key while text is typed: a letter more, one less, or all of them gone. Returns whether it was such a key.
pub(crate) fn edit(typed: &mut String, key: Key, longest: usize) -> bool {
    match key {
        Key::Backspace => drop(typed.pop()),
        Key::Clear => typed.clear(),
        Key::Char(letter) if typed.chars().count() < longest => typed.push(letter),
        Key::Char(_) => {}
        _ => return false,
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_typed_shortened_and_cleared() {
        let mut typed = String::new();
        for letter in "луна".chars() {
            assert!(edit(&mut typed, Key::Char(letter), 3));
        }
        assert_eq!(typed, "лун");
        edit(&mut typed, Key::Backspace, 3);
        assert_eq!(typed, "лу");
        assert!(edit(&mut typed, Key::Clear, 3) && typed.is_empty());
        assert!(!edit(&mut typed, Key::Enter, 3));
    }

    #[test]
    fn commands_work_on_a_russian_keyboard() {
        assert_eq!(CYRILLIC.chars().count(), LATIN.chars().count());
        assert_eq!(Key::Char('р').command(), Key::Char('h'));
        assert_eq!(Key::Char('Ы').command(), Key::Char('S'));
        assert_eq!(Key::Char('h').command(), Key::Char('h'));
        assert_eq!(Key::Enter.command(), Key::Enter);
    }
}

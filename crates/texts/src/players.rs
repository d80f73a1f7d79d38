//! The players by their names on the command line: display names, and a description of each.

use crate::{Texts, text};

/// The prefix of the consoles' names.
const CONSOLE: &str = "console:";

/// The display name of a player in a list.
pub fn title(texts: &Texts, player: &str) -> String {
    if let Some(model) = player.strip_prefix(CONSOLE) {
        return match model {
            "2016-mirror" => text!(texts, "player.console-mirror", model = "2016"),
            _ => text!(texts, "player.console", model = model),
        };
    }
    match player {
        "level:1" => text!(texts, "player.level.1"),
        "level:2" => text!(texts, "player.level.2"),
        "level:3" => text!(texts, "player.level.3"),
        "level:4" => text!(texts, "player.level.4"),
        "level:5" => text!(texts, "player.level.5"),
        "level:6" => text!(texts, "player.level.6"),
        "level:7" => text!(texts, "player.level.7"),
        "level:8" => text!(texts, "player.level.8"),
        "level:9" => text!(texts, "player.level.9"),
        "level:10" => text!(texts, "player.level.10"),
        "random" => text!(texts, "player.random"),
        "mirror" => text!(texts, "player.mirror"),
        "reference" => text!(texts, "player.reference"),
        "opportunist" => text!(texts, "player.opportunist"),
        "deep-purple" => text!(texts, "player.deep-purple"),
        "easy" => text!(texts, "player.easy"),
        "medium" => text!(texts, "player.medium"),
        "hard" => text!(texts, "player.hard"),
        "ain-shams:0" => text!(texts, "player.ain-shams-0"),
        "ain-shams:1" => text!(texts, "player.ain-shams-1"),
        "ain-shams:2" => text!(texts, "player.ain-shams-2"),
        "perfect" => text!(texts, "player.perfect"),
        other => other.to_owned(),
    }
}

/// A line about a player's character; empty if there is nothing to say.
pub fn about(texts: &Texts, player: &str) -> String {
    match player {
        "level:1" => text!(texts, "player.level.1.about"),
        "level:2" => text!(texts, "player.level.2.about"),
        "level:3" => text!(texts, "player.level.3.about"),
        "level:4" => text!(texts, "player.level.4.about"),
        "level:5" => text!(texts, "player.level.5.about"),
        "level:6" => text!(texts, "player.level.6.about"),
        "level:7" => text!(texts, "player.level.7.about"),
        "level:8" => text!(texts, "player.level.8.about"),
        "level:9" => text!(texts, "player.level.9.about"),
        "level:10" => text!(texts, "player.level.10.about"),
        "random" => text!(texts, "player.random.about"),
        "mirror" => text!(texts, "player.mirror.about"),
        "reference" => text!(texts, "player.reference.about"),
        "opportunist" => text!(texts, "player.opportunist.about"),
        "deep-purple" => text!(texts, "player.deep-purple.about"),
        "easy" => text!(texts, "player.easy.about"),
        "medium" => text!(texts, "player.medium.about"),
        "hard" => text!(texts, "player.hard.about"),
        "ain-shams:0" => text!(texts, "player.ain-shams-0.about"),
        "ain-shams:1" => text!(texts, "player.ain-shams-1.about"),
        "ain-shams:2" => text!(texts, "player.ain-shams-2.about"),
        "perfect" => text!(texts, "player.perfect.about"),
        "console:2016" => text!(texts, "player.console-2016.about"),
        "console:2016-mirror" => text!(texts, "player.console-2016-mirror.about"),
        "console:2022" => text!(texts, "player.console-2022.about"),
        "console:2023" => text!(texts, "player.console-2023.about"),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_have_names_and_characters() {
        let texts = Texts::english();
        assert_eq!(title(&texts, "level:3"), "Moss");
        assert_eq!(title(&texts, "console:2023"), "Console of 2023");
        assert_eq!(title(&texts, "search:2s"), "search:2s");
        assert!(about(&texts, "level:10").ends_with('.'));
        assert_eq!(about(&texts, "search:2s"), "");
    }
}

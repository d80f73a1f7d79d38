//! The settings file: TOML that people may edit, and of which the program changes no more than it has to.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use kalah::{BySide, Rules, Side};
use play::HUMAN;
use texts::Language;
use toml_edit::{DocumentMut, Item, Table, value};
use tui::{Choice, Seat, Settings, ThemeName};

use super::face;
use crate::files;

/// The contents of a file. Language, theme and symbols are left to the terminal where it has none.
pub struct Filed {
    pub settings: Settings,
    pub language: Option<Language>,
    pub theme: Option<ThemeName>,
    pub ascii: Option<bool>,
}

pub struct SettingsFile {
    path: PathBuf,
    document: DocumentMut,
    filed: Filed,
    /// As last seen by the program: only later changes are written.
    known: Settings,
}

const KEYS: [&str; 10] = [
    "language",
    "theme",
    "ascii",
    "speed",
    "mouse",
    "analysis",
    "difficulty",
    "game",
    "watch",
    "recent",
];
const GAME_KEYS: [&str; 3] = ["opponent", "rules", "first"];
const WATCH_KEYS: [&str; 4] = ["south", "north", "rules", "first"];

impl SettingsFile {
    /// Reads the file; without one, the defaults apply.
    pub fn open(path: PathBuf) -> Result<SettingsFile> {
        let text = match path.exists() {
            true => files::read_text(&path)?,
            false => String::new(),
        };
        let document: DocumentMut = text
            .parse()
            .map_err(|error: toml_edit::TomlError| {
                anyhow::anyhow!("{}", error.to_string().trim_end())
            })
            .with_context(|| format!("the settings file {}", path.display()))?;
        let filed =
            read(&document).with_context(|| format!("the settings file {}", path.display()))?;
        Ok(SettingsFile {
            known: filed.settings.clone(),
            path,
            document,
            filed,
        })
    }

    pub fn settings(&self) -> &Filed {
        &self.filed
    }

    /// The settings the program starts with. Flags and the environment are in them, and do not go into the file.
    pub fn start_from(&mut self, settings: &Settings) {
        self.known = settings.clone();
    }

    /// Writes the changed settings.
    pub fn remember(&mut self, settings: &Settings) -> Result<()> {
        let Settings {
            language,
            theme,
            ascii,
            speed,
            mouse,
            analysis,
            difficulty,
            game,
            watch,
            recent,
        } = settings;
        let known = std::mem::replace(&mut self.known, settings.clone());
        let document = &mut self.document;
        if *language != known.language {
            document["language"] = value(language.code());
        }
        if *theme != known.theme {
            document["theme"] = value(theme.name());
        }
        if *ascii != known.ascii {
            document["ascii"] = value(*ascii);
        }
        if *speed != known.speed {
            document["speed"] = value(speed.name());
        }
        if *mouse != known.mouse {
            document["mouse"] = value(*mouse);
        }
        if *analysis != known.analysis {
            document["analysis"] = value(*analysis);
        }
        if *difficulty != known.difficulty {
            document["difficulty"] = value(difficulty.to_string());
        }
        if *game != known.game {
            let table = table(document, "game");
            table["opponent"] = value(written(&game.seats.north));
            write_choice(table, game);
        }
        if *watch != known.watch {
            let table = table(document, "watch");
            table["south"] = value(written(&watch.seats.south));
            table["north"] = value(written(&watch.seats.north));
            write_choice(table, watch);
        }
        if *recent != known.recent {
            document["recent"] = value(toml_edit::Array::from_iter(recent));
        }
        let text = document.to_string();
        files::write_whole(&self.path, text.as_bytes())
            .with_context(|| format!("the settings cannot be saved in {}", self.path.display()))
    }
}

fn table<'a>(document: &'a mut DocumentMut, name: &str) -> &'a mut Table {
    let item = document.entry(name).or_insert_with(toml_edit::table);
    if !item.is_table() {
        *item = toml_edit::table();
    }
    item.as_table_mut().expect("it is a table now")
}

fn write_choice(table: &mut Table, choice: &Choice) {
    table["rules"] = value(choice.rules.to_string());
    table["first"] = value(choice.first.to_string());
}

fn written(seat: &Seat) -> &str {
    seat.player().unwrap_or(HUMAN)
}

fn read(document: &DocumentMut) -> Result<Filed> {
    known_keys(document.as_table(), &KEYS, "")?;
    let mut settings = Settings::default();
    let language = word(document.get("language"), "language")?;
    let language = language
        .map(face::language)
        .transpose()
        .map_err(anyhow::Error::msg)?;
    let theme = word(document.get("theme"), "theme")?;
    let theme = theme
        .map(face::theme)
        .transpose()
        .map_err(anyhow::Error::msg)?;
    let ascii = switch(document.get("ascii"), "ascii")?;
    if let Some(name) = word(document.get("speed"), "speed")? {
        settings.speed = face::speed(name).map_err(anyhow::Error::msg)?;
    }
    if let Some(mouse) = switch(document.get("mouse"), "mouse")? {
        settings.mouse = mouse;
    }
    if let Some(analysis) = switch(document.get("analysis"), "analysis")? {
        settings.analysis = analysis;
    }
    if let Some(name) = word(document.get("difficulty"), "difficulty")? {
        settings.difficulty = name.parse().map_err(anyhow::Error::msg)?;
    }
    if let Some(item) = document.get("recent") {
        let names = item.as_array().into_iter().flatten();
        let names: Option<Vec<String>> =
            names.map(|name| name.as_str().map(str::to_owned)).collect();
        settings.recent = names
            .filter(|_| item.is_array())
            .context("recent is a list of texts in quotes: [\"a.asm\", \"b.circ\"]")?;
    }
    if let Some(table) = section(document.get("game"), "game", &GAME_KEYS)? {
        read_choice(table, "game", &mut settings.game)?;
        if let Some(name) = word(table.get("opponent"), "game.opponent")? {
            settings.game.seats = BySide::new(Seat::Person, seat(name)?);
        }
    }
    if let Some(table) = section(document.get("watch"), "watch", &WATCH_KEYS)? {
        read_choice(table, "watch", &mut settings.watch)?;
        for side in Side::BOTH {
            if let Some(name) = word(table.get(&side.to_string()), "watch.south and watch.north")? {
                settings.watch.seats[side] = seat(name)?;
            }
        }
    }
    Ok(Filed {
        settings,
        language,
        theme,
        ascii,
    })
}

fn read_choice(table: &Table, name: &str, choice: &mut Choice) -> Result<()> {
    if let Some(rules) = word(table.get("rules"), &format!("{name}.rules"))? {
        choice.rules = rules.parse::<Rules>()?;
    }
    match word(table.get("first"), &format!("{name}.first"))? {
        None => {}
        Some("south") => choice.first = Side::South,
        Some("north") => choice.first = Side::North,
        Some(other) => bail!("{name}.first is south or north, not '{other}'"),
    }
    Ok(())
}

fn seat(name: &str) -> Result<Seat> {
    if name == HUMAN {
        return Ok(Seat::Person);
    }
    crate::players::parse(name)?;
    Ok(Seat::Player(name.to_owned()))
}

fn known_keys(table: &Table, known: &[&str], section: &str) -> Result<()> {
    for (key, _) in table {
        if !known.contains(&key) {
            bail!(
                "unknown setting '{section}{key}': there are {}",
                known.join(", ")
            );
        }
    }
    Ok(())
}

fn section<'a>(item: Option<&'a Item>, name: &str, keys: &[&str]) -> Result<Option<&'a Table>> {
    let Some(item) = item else {
        return Ok(None);
    };
    let table = item
        .as_table()
        .with_context(|| format!("{name} is a section: [{name}]"))?;
    known_keys(table, keys, &format!("{name}."))?;
    Ok(Some(table))
}

fn word<'a>(item: Option<&'a Item>, name: &str) -> Result<Option<&'a str>> {
    let text = |item: &'a Item| {
        item.as_str()
            .with_context(|| format!("{name} is a text in quotes"))
    };
    item.map(text).transpose()
}

fn switch(item: Option<&Item>, name: &str) -> Result<Option<bool>> {
    let text = |item: &Item| {
        item.as_bool()
            .with_context(|| format!("{name} is true or false"))
    };
    item.map(text).transpose()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tui::Speed;

    fn parsed(text: &str) -> Result<Filed> {
        read(&text.parse::<DocumentMut>()?)
    }

    /// The file in docs/terminal.md shows the defaults.
    #[test]
    fn the_documented_file_is_the_usual_settings() {
        let page = include_str!("../../../../../../docs/terminal.md");
        let (_, rest) = page.split_once("```toml\n").unwrap();
        let (text, _) = rest.split_once("```").unwrap();
        let filed = parsed(text).unwrap();
        assert_eq!(filed.settings, Settings::default());
        for key in KEYS {
            assert!(text.contains(key), "{key} is not documented");
        }
    }

    #[test]
    fn only_what_changes_is_written_and_comments_stay() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a").join("settings.toml");
        let mut file = SettingsFile::open(path.clone()).unwrap();
        let mut settings = file.settings().settings.clone();
        // A flag: it must not appear in the file later.
        settings.ascii = true;
        file.start_from(&settings);
        settings.speed = Speed::Fast;
        file.remember(&settings).unwrap();
        assert_eq!(
            std::fs::read_to_string(&path).unwrap(),
            "speed = \"fast\"\n"
        );

        std::fs::write(&path, "# mine\nspeed = \"fast\" # quick\n").unwrap();
        let mut file = SettingsFile::open(path.clone()).unwrap();
        let mut settings = file.settings().settings.clone();
        assert_eq!(settings.speed, Speed::Fast);
        settings.game.seats.north = Seat::Player("hard".into());
        settings.theme = ThemeName::Light;
        file.remember(&settings).unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(
            text.starts_with("# mine\nspeed = \"fast\" # quick\n"),
            "{text}"
        );
        let again = SettingsFile::open(path).unwrap();
        assert_eq!(again.settings().settings.game, settings.game);
        assert_eq!(again.settings().theme, Some(ThemeName::Light));
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (text, words) in [
            ("them = 1", "unknown setting 'them'"),
            ("theme = \"pink\"", "unknown theme 'pink': there are dark"),
            ("theme = 1", "theme is a text in quotes"),
            ("mouse = \"no\"", "mouse is true or false"),
            ("recent = 1", "recent is a list of texts"),
            ("recent = [1]", "recent is a list of texts"),
            ("game = 1", "game is a section: [game]"),
            ("[game]\nopponent = \"nobody\"", "unknown player 'nobody'"),
            ("[game]\nfirst = \"me\"", "game.first is south or north"),
            ("[watch]\nrules = \"none\"", "unknown rules 'none'"),
            ("[watch]\neast = 1", "unknown setting 'watch.east'"),
        ] {
            let error = format!("{:#}", parsed(text).err().expect(text));
            assert!(error.contains(words), "{text}: {error}");
        }
    }
}

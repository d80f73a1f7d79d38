//! Flags of the full screen, and whether there is one.

use std::io::IsTerminal;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::builder::FalseyValueParser;
use texts::Language;
use tui::{Settings, Speed, ThemeName};

use crate::ui::Colour;

/// The appearance of the full screen. Flags win over the environment, the environment over the settings file.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Full screen")]
pub struct FaceArgs {
    /// Plain line-by-line mode instead of the full screen (the default in a pipe)
    #[arg(long, env = "MANCALA_PLAIN", value_parser = FalseyValueParser::new())]
    plain: bool,
    /// The language of the full screen: en, ru [default: the system's]
    #[arg(long, value_name = "CODE", env = "MANCALA_LANGUAGE", value_parser = language)]
    language: Option<Language>,
    /// Colours: dark, light, safe (colour-blind safe), sixteen, none
    #[arg(long, value_name = "NAME", env = "MANCALA_THEME", value_parser = theme)]
    theme: Option<ThemeName>,
    /// Draw with ASCII characters only
    #[arg(long, env = "MANCALA_ASCII", value_parser = FalseyValueParser::new())]
    ascii: bool,
    /// How fast seeds are sown: slow, normal, fast, off
    #[arg(long, value_name = "HOW", env = "MANCALA_SPEED", value_parser = speed)]
    speed: Option<Speed>,
    /// Whether clicks choose pits: on, off
    #[arg(long, value_name = "WHETHER", env = "MANCALA_MOUSE", value_parser = on_or_off)]
    mouse: Option<bool>,
    /// The settings file, instead of settings.toml in the platform's configuration folder
    #[arg(long, value_name = "FILE", env = "MANCALA_SETTINGS")]
    settings: Option<PathBuf>,
}

pub(super) fn language(code: &str) -> Result<Language, String> {
    let named = Language::ALL.into_iter().find(|known| known.code() == code);
    let codes = Language::ALL.map(Language::code).join(", ");
    named.ok_or_else(|| format!("unknown language '{code}': there are {codes}"))
}

pub(super) fn theme(name: &str) -> Result<ThemeName, String> {
    let named = ThemeName::ALL
        .into_iter()
        .find(|theme| theme.name() == name);
    let names = ThemeName::ALL.map(ThemeName::name).join(", ");
    named.ok_or_else(|| format!("unknown theme '{name}': there are {names}"))
}

pub(super) fn speed(name: &str) -> Result<Speed, String> {
    let named = Speed::ALL.into_iter().find(|speed| speed.name() == name);
    let names = Speed::ALL.map(Speed::name).join(", ");
    named.ok_or_else(|| format!("unknown speed '{name}': there are {names}"))
}

fn on_or_off(word: &str) -> Result<bool, String> {
    match word {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err(format!("'{word}' is neither on nor off")),
    }
}

impl FaceArgs {
    /// Whether there is a user at a terminal that can show a full screen, and the settings allow it.
    pub fn can_fill_the_screen(&self) -> bool {
        let terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
        let dumb = variable("TERM").is_some_and(|term| term == "dumb");
        let unknown = cfg!(unix) && variable("TERM").is_none();
        terminal && !self.plain && !dumb && !unknown
    }

    pub(super) fn settings_path(&self) -> Result<PathBuf> {
        use etcetera::BaseStrategy;
        if let Some(path) = &self.settings {
            return Ok(path.clone());
        }
        let strategy = etcetera::choose_base_strategy().context(
            "there is no home folder to keep settings in; name a file with --settings, or use --plain",
        )?;
        Ok(strategy.config_dir().join("mancala").join("settings.toml"))
    }

    /// The settings of the file, overridden by the environment and the flags.
    pub(super) fn apply(&self, filed: &super::settings::Filed, colour: Colour) -> Settings {
        let mut settings = filed.settings.clone();
        let language = self.language.or(filed.language);
        settings.language = language.unwrap_or_else(language_of_system);
        settings.theme = self.theme.or(filed.theme).unwrap_or_else(theme_of_terminal);
        settings.ascii = self.ascii || filed.ascii.unwrap_or_else(speaks_ascii);
        settings.speed = self.speed.unwrap_or(settings.speed);
        settings.mouse = self.mouse.unwrap_or(settings.mouse);
        if !colour.on(&std::io::stdout()) {
            settings.theme = ThemeName::Plain;
        }
        settings
    }
}

fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

/// Sixteen colours where a terminal is known to have no more. Few of them report their background.
fn theme_of_terminal() -> ThemeName {
    let term = variable("TERM").unwrap_or_default();
    let few = ["linux", "vt", "ansi", "cons25"];
    if few.iter().any(|name| term.starts_with(name)) && variable("COLORTERM").is_none() {
        return ThemeName::Sixteen;
    }
    let background = variable("COLORFGBG").and_then(|pair| pair.rsplit(';').next()?.parse().ok());
    match background {
        Some(7 | 15) => ThemeName::Light,
        Some(0..=u8::MAX) | None => ThemeName::Dark,
    }
}

/// The first language of the system's list that there are texts in.
fn language_of_system() -> Language {
    let named = ["LC_ALL", "LC_MESSAGES", "LANG"]
        .into_iter()
        .find_map(variable);
    let named = named.unwrap_or_default();
    let known = Language::ALL.into_iter();
    let mut spoken = known.filter(|language| named.starts_with(language.code()));
    spoken.next().unwrap_or(Language::English)
}

/// Whether the language settings restrict output to ASCII.
fn speaks_ascii() -> bool {
    let set = ["LC_ALL", "LC_CTYPE", "LANG"]
        .into_iter()
        .find_map(variable);
    let unicode = |locale: String| {
        let locale = locale.to_lowercase();
        locale.contains("utf-8") || locale.contains("utf8")
    };
    cfg!(unix) && set.is_some_and(|locale| !unicode(locale))
}

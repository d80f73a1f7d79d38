//! The operator's settings: from flags, environment variables and a file, in that order of precedence.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use clap::builder::FalseyValueParser;
use server::{AnalysisConfig, Limits};
use toml_edit::{DocumentMut, Item, Table, Value};

use super::log;
use super::span::{Span, span};
use crate::files;

const PORT: u16 = 2023;

#[derive(Debug, Default, clap::Args)]
pub struct SettingArgs {
    /// The port; 0 takes any free one [default: 2023]
    #[arg(long, env = "MANCALA_PORT")]
    port: Option<u16>,
    /// The address to listen on; 0.0.0.0 is every address of this machine, so that others can connect [default: 127.0.0.1]
    #[arg(long, value_name = "ADDRESS", value_parser = address, env = "MANCALA_BIND")]
    bind: Option<IpAddr>,
    /// Where games between people are stored: a file, or postgres://USER:PASSWORD@HOST/NAME [default: site.sqlite in the data folder]
    #[arg(
        long,
        global = true,
        value_name = "PLACE",
        env = "MANCALA_DATABASE",
        hide_env_values = true
    )]
    database: Option<String>,
    /// The address visitors use, if a proxy is in front: in full, with https
    #[arg(
        long,
        value_name = "URL",
        value_delimiter = ',',
        env = "MANCALA_ORIGIN"
    )]
    origin: Option<Vec<String>>,
    /// A proxy in front names the visitor in X-Forwarded-For
    #[arg(long, env = "MANCALA_BEHIND_PROXY", value_parser = FalseyValueParser::new())]
    behind_proxy: bool,
    /// Delete games in which nothing has happened for this long, e.g. 1y, 8w or 30d [default: never]
    #[arg(long, value_name = "TIME", value_parser = span, env = "MANCALA_KEEP_GAMES")]
    keep_games: Option<Span>,
    /// Write every request to standard error: plain or json [default: only what goes wrong]
    #[arg(long, value_name = "FORMAT", env = "MANCALA_LOG")]
    log: Option<log::Format>,
    /// Change a limit, e.g. games-per-hour=20; docs/site.md lists them
    #[arg(
        long,
        value_name = "NAME=NUMBER",
        value_delimiter = ',',
        env = "MANCALA_LIMIT"
    )]
    limit: Vec<String>,
    /// A TOML file with any of these settings
    #[arg(long, global = true, value_name = "FILE", env = "MANCALA_CONFIG")]
    config: Option<PathBuf>,
}

/// All settings, resolved.
pub struct Settings {
    pub address: SocketAddr,
    /// `None` is the file in the data folder.
    pub database: Option<String>,
    pub origins: Vec<String>,
    pub behind_proxy: bool,
    pub keep_games: Option<Span>,
    pub log: Option<log::Format>,
    pub limits: Limits,
    pub analysis: AnalysisConfig,
}

impl SettingArgs {
    pub fn settings(&self) -> Result<Settings> {
        let mut settings = Settings {
            address: SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), PORT),
            database: None,
            origins: Vec::new(),
            behind_proxy: false,
            keep_games: None,
            log: None,
            limits: Limits::default(),
            analysis: AnalysisConfig::default(),
        };
        if let Some(path) = &self.config {
            let text = files::read_text(path)?;
            settings
                .read(&text)
                .with_context(|| path.display().to_string())?;
        }
        self.override_in(&mut settings)?;
        for origin in &settings.origins {
            check_origin(origin)?;
        }
        Ok(settings)
    }

    fn override_in(&self, settings: &mut Settings) -> Result<()> {
        if let Some(port) = self.port {
            settings.address.set_port(port);
        }
        if let Some(bind) = self.bind {
            settings.address.set_ip(bind);
        }
        if let Some(origins) = &self.origin {
            settings.origins.clone_from(origins);
        }
        settings.behind_proxy |= self.behind_proxy;
        settings.database = self.database.clone().or(settings.database.take());
        settings.keep_games = self.keep_games.or(settings.keep_games);
        settings.log = self.log.or(settings.log);
        for limit in &self.limit {
            let wrong =
                || anyhow!("'{limit}' is not a limit: write NAME=NUMBER, e.g. games-per-hour=20");
            let (name, number) = limit.split_once('=').ok_or_else(wrong)?;
            let number = number.trim().parse().map_err(|_| wrong())?;
            set_limit(&mut settings.limits, name.trim(), number)?;
        }
        Ok(())
    }
}

impl Settings {
    fn read(&mut self, text: &str) -> Result<()> {
        let document: DocumentMut = text.parse()?;
        for (key, item) in document.iter() {
            self.set(key, item)
                .with_context(|| format!("setting '{key}'"))?;
        }
        Ok(())
    }

    fn set(&mut self, key: &str, item: &Item) -> Result<()> {
        match key {
            "port" => self.address.set_port(number(item)?.try_into()?),
            "bind" => self
                .address
                .set_ip(address(&string(item)?).map_err(|error| anyhow!(error))?),
            "database" => self.database = Some(string(item)?),
            "origin" => self.origins = strings(item)?,
            "behind-proxy" => self.behind_proxy = item.as_bool().context("is true or false")?,
            "keep-games" => {
                let kept = span(&string(item)?).map_err(|error| anyhow!(error))?;
                self.keep_games = Some(kept);
            }
            "log" => {
                let name = string(item)?;
                let format = <log::Format as clap::ValueEnum>::from_str(&name, false);
                self.log = Some(format.map_err(|_| anyhow!("'{name}' is neither plain nor json"))?);
            }
            "limits" => {
                for (name, item) in table(item)?.iter() {
                    set_limit(&mut self.limits, name, number(item)?)?;
                }
            }
            "analysis" => {
                for (name, item) in table(item)?.iter() {
                    set_analysis(&mut self.analysis, name, number(item)?)?;
                }
            }
            _ => bail!(
                "unknown: there are port, bind, database, origin, behind-proxy, keep-games, log, [limits] and [analysis]"
            ),
        }
        Ok(())
    }
}

const LIMITS: &str = "connections, connections-each, sockets, sockets-each, rooms, reads-per-second, actions-per-second, \
     games-per-hour, waiting-each, analyses-per-minute, pictures-per-minute";

fn set_limit(limits: &mut Limits, name: &str, number: u64) -> Result<()> {
    let small = || u32::try_from(number).with_context(|| format!("{number} is too many"));
    let large = || usize::try_from(number).with_context(|| format!("{number} is too many"));
    match name {
        "connections" => limits.connections = large()?,
        "connections-each" => limits.connections_each = large()?,
        "sockets" => limits.sockets = large()?,
        "sockets-each" => limits.sockets_each = large()?,
        "rooms" => limits.rooms = large()?,
        "reads-per-second" => limits.reads_per_second = small()?,
        "actions-per-second" => limits.actions_per_second = small()?,
        "games-per-hour" => limits.games_per_hour = small()?,
        "waiting-each" => limits.waiting_each = large()?,
        "analyses-per-minute" => limits.analyses_per_minute = small()?,
        "pictures-per-minute" => limits.pictures_per_minute = small()?,
        _ => bail!("unknown limit '{name}': there are {LIMITS}"),
    }
    Ok(())
}

fn set_analysis(analysis: &mut AnalysisConfig, name: &str, number: u64) -> Result<()> {
    let range = |least: u64, most: u64| match (least..=most).contains(&number) {
        true => Ok(number as usize),
        false => bail!("{name} = {number}: there can be {least} to {most}"),
    };
    match name {
        "threads" => analysis.threads = range(0, 256)?,
        "queue" => analysis.queue = range(0, 10_000)?,
        "seconds" => analysis.most_time = Duration::from_secs(range(1, 60)? as u64),
        "megabytes" => analysis.hash = range(1, 4096)? << 20,
        _ => bail!("unknown: '{name}' is none of threads, queue, seconds and megabytes"),
    }
    Ok(())
}

fn number(item: &Item) -> Result<u64> {
    let number = item.as_integer().context("is a whole number")?;
    u64::try_from(number).context("is not negative")
}

fn string(item: &Item) -> Result<String> {
    item.as_str()
        .map(str::to_owned)
        .context("is a text in quotes")
}

/// One text, or a list of them.
fn strings(item: &Item) -> Result<Vec<String>> {
    match item.as_array() {
        None => Ok(vec![string(item)?]),
        Some(list) => list
            .iter()
            .map(|value: &Value| value.as_str().map(str::to_owned))
            .collect::<Option<_>>()
            .context("is a list of texts in quotes"),
    }
}

fn table(item: &Item) -> Result<&Table> {
    item.as_table().context("is a table: write it in brackets")
}

fn address(text: &str) -> Result<IpAddr, String> {
    let wrong = |_| {
        format!(
            "'{text}' is not an address: 127.0.0.1 is this machine alone, 0.0.0.0 every address of it"
        )
    };
    text.parse().map_err(wrong)
}

fn check_origin(origin: &str) -> Result<()> {
    let rest = origin
        .strip_prefix("https://")
        .or_else(|| origin.strip_prefix("http://"));
    match rest {
        Some(host) if !host.is_empty() && !host.contains('/') => Ok(()),
        _ => bail!("'{origin}' is not an origin: write https://play.example, without a path"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Settings> {
        let file = tempfile::NamedTempFile::new()?;
        std::fs::write(file.path(), text)?;
        let args = SettingArgs {
            port: Some(7),
            limit: vec!["rooms=9".into()],
            config: Some(file.path().to_owned()),
            ..SettingArgs::default()
        };
        args.settings()
    }

    #[test]
    fn a_flag_goes_before_the_file() {
        let text = "port = 80\nbind = \"0.0.0.0\"\norigin = [\"https://a.example\"]\nbehind-proxy = true\nkeep-games = \"1y\"\nlog = \"json\"\n\
                    [limits]\nrooms = 5\nsockets = 6\n[analysis]\nthreads = 2\nmegabytes = 8\n";
        let settings = read(text).unwrap();
        assert_eq!(settings.address.to_string(), "0.0.0.0:7");
        assert_eq!(settings.origins, ["https://a.example"]);
        assert_eq!(settings.keep_games, span("1y").ok());
        assert_eq!((settings.limits.rooms, settings.limits.sockets), (9, 6));
        assert_eq!(
            (settings.analysis.threads, settings.analysis.hash),
            (2, 8 << 20)
        );
    }

    #[test]
    fn what_is_wrong_in_the_file_is_named() {
        for (text, expected) in [
            ("prot = 1", "setting 'prot': unknown: there are port, bind,"),
            ("port = \"x\"", "setting 'port': is a whole number"),
            ("port = 70000", "setting 'port': out of range"),
            (
                "log = \"loud\"",
                "setting 'log': 'loud' is neither plain nor json",
            ),
            (
                "[limits]\ngames = 1",
                "setting 'limits': unknown limit 'games': there are connections,",
            ),
            (
                "[analysis]\nseconds = 0",
                "setting 'analysis': seconds = 0: there can be 1 to 60",
            ),
            (
                "origin = \"play.example\"",
                "'play.example' is not an origin",
            ),
        ] {
            let error = read(text).err().expect(text);
            let message = format!("{error:#}");
            assert!(message.contains(expected), "{message}");
        }
    }
}

//! `mancala serve admin`, `export` and `import`: operators' commands, with a server running or not.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use kalah::Side;
use serde_json::Value;
use server::operate::{Operator, Person};
use server::store::{Filed, Network, Ruling, Store};

use super::span::{Span, span};
use crate::ui::{Answer, Ui};

#[derive(Debug, clap::Args)]
pub struct AdminArgs {
    #[command(subcommand)]
    deed: Deed,
    /// Who you are, for the log [default: the user of this machine]
    #[arg(long, global = true, value_name = "NAME")]
    by: Option<String>,
    /// Why, for the log
    #[arg(
        long,
        global = true,
        value_name = "TEXT",
        default_value = "",
        hide_default_value = true
    )]
    why: String,
}

#[derive(Debug, clap::Subcommand)]
enum Deed {
    /// List games, the last changed first
    List {
        /// Only those in this state
        #[arg(long)]
        status: Option<Status>,
        /// Only those with a player of this name
        #[arg(long, value_name = "NAME")]
        player: Option<String>,
        /// At most this many
        #[arg(long, value_name = "COUNT", default_value_t = 50)]
        most: usize,
        /// Print JSON, one game per line
        #[arg(long)]
        json: bool,
    },
    /// Remove games
    Remove {
        /// The ids of the games
        #[arg(value_name = "GAME", required = true)]
        games: Vec<String>,
    },
    /// Remove the names of a game's players permanently
    HideName {
        /// The id of the game
        game: String,
        /// Only of this side
        #[arg(long)]
        side: Option<WhichSide>,
    },
    /// End games without a winner
    End {
        /// The ids of the games
        #[arg(value_name = "GAME", required = true)]
        games: Vec<String>,
    },
    /// Forget a person: remove their name and seats from all games, and games that have no other player
    Forget {
        /// All players of this name
        #[arg(
            long,
            value_name = "NAME",
            required_unless_present = "secret",
            conflicts_with = "secret"
        )]
        player: Option<String>,
        /// The person whose browser has this cookie `player`, or who holds a seat with this secret
        #[arg(long)]
        secret: Option<String>,
        /// Remove all of their games entirely, even those with another player
        #[arg(long)]
        games: bool,
    },
    /// Refuse visitors from an address or a network for a time
    Ban {
        /// e.g. 203.0.113.7, 203.0.113.0/24 or 2001:db8::/48
        network: Network,
        /// How long, e.g. 12h, 7d or 1y
        #[arg(long = "for", value_name = "TIME", value_parser = span)]
        time: Span,
    },
    /// End a ban
    Unban {
        /// The address or network
        network: Network,
    },
    /// List bans
    Bans,
    /// Show the log of these commands
    Log {
        /// Print JSON, one line each
        #[arg(long)]
        json: bool,
    },
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Status {
    Waiting,
    Playing,
    Over,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum WhichSide {
    South,
    North,
}

impl AdminArgs {
    pub async fn run(&self, store: &dyn Store, ui: &mut Ui) -> Result<Answer> {
        let operator = Operator {
            store,
            name: self.by.clone().unwrap_or_else(user),
        };
        self.deed.run(&operator, &self.why, ui).await
    }
}

impl Deed {
    async fn run(&self, operator: &Operator<'_>, why: &str, ui: &mut Ui) -> Result<Answer> {
        let out = &mut ui.out;
        match self {
            Deed::List {
                status,
                player,
                most,
                json,
            } => {
                let wanted = |game: &Filed| fits(game, *status, player.as_deref());
                for game in operator.list(*most, wanted).await? {
                    writeln!(
                        out,
                        "{}",
                        if *json {
                            as_json(&game)
                        } else {
                            as_line(&game)
                        }
                    )?;
                }
            }
            Deed::Remove { games } => {
                for game in games {
                    operator.remove(game, why).await?;
                    writeln!(out, "{game} is removed")?;
                }
            }
            Deed::HideName { game, side } => {
                let sides = match side {
                    Some(WhichSide::South) => vec![Side::South],
                    Some(WhichSide::North) => vec![Side::North],
                    None => joined(operator, game).await?,
                };
                operator.hide(game, &sides, why).await?;
                writeln!(out, "{game} shows no such name any more")?;
            }
            Deed::End { games } => {
                for game in games {
                    operator.end(game, why).await?;
                    writeln!(out, "{game} is over")?;
                }
            }
            Deed::Forget {
                player,
                secret,
                games,
            } => {
                let person = match (player, secret) {
                    (Some(name), _) => Person::Name(name.clone()),
                    (None, secret) => Person::Secret(secret.clone().unwrap_or_default()),
                };
                let count = operator.forget(&person, *games, why).await?;
                writeln!(out, "forgotten in {}", number_of_games(count))?;
                return Ok(if count > 0 { Answer::Yes } else { Answer::No });
            }
            Deed::Ban { network, time } => {
                operator.ban(*network, time.millis(), why).await?;
                writeln!(out, "{network} is not let in for {time}")?;
            }
            Deed::Unban { network } => {
                operator.unban(*network, why).await?;
                writeln!(out, "{network} is let in again")?;
            }
            Deed::Bans => {
                for ban in operator.bans().await? {
                    writeln!(
                        out,
                        "{}  until {}  {}",
                        ban.network,
                        time(ban.until),
                        ban.why
                    )?;
                }
            }
            Deed::Log { json } => {
                for ruling in operator.log().await? {
                    writeln!(out, "{}", ruling_line(&ruling, *json)?)?;
                }
            }
        }
        Ok(Answer::Yes)
    }
}

/// The sides of a game that have a player.
async fn joined(operator: &Operator<'_>, game: &str) -> Result<Vec<Side>> {
    let found = operator.list(1, |filed| filed.game == game).await?;
    let Some(game) = found.first() else {
        bail!("there is no game {game}");
    };
    let state = state(game);
    let has = |side: &Side| !state["players"][side.to_string()].is_null();
    Ok(Side::BOTH.into_iter().filter(has).collect())
}

fn state(game: &Filed) -> Value {
    serde_json::from_str(&game.state).unwrap_or_default()
}

fn fits(game: &Filed, status: Option<Status>, player: Option<&str>) -> bool {
    let state = state(game);
    let word = status.map(|status| match status {
        Status::Waiting => "waiting",
        Status::Playing => "playing",
        Status::Over => "over",
    });
    let is_called = |name: &str| Side::BOTH.iter().any(|&side| name_of(&state, side) == name);
    word.is_none_or(|word| state["status"] == word) && player.is_none_or(is_called)
}

fn name_of(state: &Value, side: Side) -> &str {
    state["players"][side.to_string()].as_str().unwrap_or("-")
}

fn as_json(game: &Filed) -> String {
    let mut state = state(game);
    state["game"] = game.game.clone().into();
    state["updated"] = game.updated.into();
    state.to_string()
}

/// For people: names are untrusted text, so their control characters and quotes are escaped.
fn as_line(game: &Filed) -> String {
    let state = state(game);
    let status = state["status"].as_str().unwrap_or("?");
    let moves = state["moves"].as_array().map_or(0, Vec::len);
    let (south, north) = (name_of(&state, Side::South), name_of(&state, Side::North));
    format!(
        "{}  {}  {status:7}  {moves:3} moves  {south:?} {north:?}",
        game.game,
        time(game.updated)
    )
}

fn ruling_line(ruling: &Ruling, json: bool) -> Result<String> {
    if json {
        return Ok(serde_json::to_string(ruling)?);
    }
    let Ruling {
        at,
        by,
        what,
        subject,
        detail,
        ..
    } = ruling;
    let line = format!("{}  {by}  {}  {subject}  {detail}", time(*at), what.word());
    Ok(line.trim_end().to_owned())
}

fn time(millis: i64) -> String {
    let time = jiff::Timestamp::from_millisecond(millis);
    time.map_or_else(
        |_| "?".to_owned(),
        |time| time.strftime("%F %T").to_string(),
    )
}

/// The local operator.
fn user() -> String {
    let name = ["SUDO_USER", "USER", "LOGNAME", "USERNAME"];
    let mut names = name.iter().filter_map(|name| std::env::var(name).ok());
    names
        .find(|name| !name.is_empty())
        .unwrap_or_else(|| "?".to_owned())
}

/// Writes all games to a new file, or to standard output.
pub async fn export(store: &dyn Store, file: &PathBuf, ui: &mut Ui) -> Result<Answer> {
    let operator = Operator {
        store,
        name: user(),
    };
    if file.as_os_str() == "-" {
        let written = operator.export(|line| writeln!(ui.out, "{line}")).await??;
        writeln!(ui.err, "{}", number_of_games(written))?;
        return Ok(Answer::Yes);
    }
    let naming = || format!("cannot write {}", file.display());
    let made = File::options().write(true).create_new(true).open(file);
    let mut to = BufWriter::new(made.with_context(naming)?);
    let count = operator.export(|line| writeln!(to, "{line}")).await?;
    let count = count.with_context(naming)?;
    let synced = to.into_inner().map_err(io::IntoInnerError::into_error);
    synced
        .and_then(|file| file.sync_all())
        .with_context(naming)?;
    writeln!(ui.out, "{} has {}", file.display(), number_of_games(count))?;
    Ok(Answer::Yes)
}

fn number_of_games(count: u64) -> String {
    match count {
        1 => "1 game".to_owned(),
        _ => format!("{count} games"),
    }
}

/// Adds the games of an export to the existing ones.
pub async fn import(store: &dyn Store, file: &PathBuf, ui: &mut Ui) -> Result<Answer> {
    let operator = Operator {
        store,
        name: user(),
    };
    let naming = || format!("cannot read {}", file.display());
    let from: Box<dyn BufRead> = match file.as_os_str() == "-" {
        true => Box::new(BufReader::new(io::stdin())),
        false => Box::new(BufReader::new(File::open(file).with_context(naming)?)),
    };
    let done = operator.import(from.lines()).await;
    let done = done.with_context(|| file.display().to_string())?;
    writeln!(
        ui.out,
        "{} added, {} there already",
        number_of_games(done.added),
        done.known
    )?;
    Ok(Answer::Yes)
}

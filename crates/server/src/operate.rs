//! What the operators of a site can do with its games, with a server running or not. Every change is recorded in the
//! store's log together with its effect, and the servers follow the log.

use futures_util::{StreamExt, stream};
use kalah::{BySide, Side};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::secret::Secret;
use crate::store::{
    Ban, Change, Deed, Filed, ListedAt, Network, Rewritten, Ruling, SecretDigest, Store,
    StoreError, Stored, Summary, What,
};
use crate::table::{Entry, Event, Game, Millis, Status};

#[derive(Debug, Error)]
pub enum OperateError {
    #[error("there is no game {0}")]
    NoSuchGame(String),
    #[error("game {0} is over already")]
    Over(String),
    #[error("there is no ban of {0}")]
    NotBanned(Network),
    #[error("game {0} changes all the time; try again")]
    Contended(String),
    #[error("a secret has 22 letters, digits, `-` and `_`")]
    NotASecret,
    #[error("line {0}: {1}")]
    Line(usize, String),
    #[error(transparent)]
    Store(#[from] StoreError),
}

type Result<T> = std::result::Result<T, OperateError>;

/// A game may change while it is being read; give up after this many attempts.
const ATTEMPTS: usize = 8;
/// Games read at once.
const PAGE: u32 = 500;
/// Games written at the same time.
const TOGETHER: usize = 64;

/// The person to be forgotten.
pub enum Person {
    /// Every player with this name.
    Name(String),
    /// The holder of a browser's secret (its cookie `player`), or of the secret of a seat.
    Secret(String),
}

/// The result of importing lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    pub added: u64,
    /// A game of that name existed already.
    pub known: u64,
}

/// An operator at work on a store.
pub struct Operator<'a> {
    pub store: &'a dyn Store,
    /// The operator's name in the log.
    pub name: String,
}

impl Operator<'_> {
    /// The games that `wanted` selects, most recently changed first, up to a limit.
    pub async fn list(&self, most: usize, wanted: impl Fn(&Filed) -> bool) -> Result<Vec<Filed>> {
        let (mut found, mut from) = (Vec::new(), None);
        loop {
            let page = self.store.filed(PAGE, from).await?;
            let Some(last) = page.last() else { break };
            from = Some(ListedAt {
                updated: last.updated,
                game: last.game.clone(),
            });
            found.extend(page.into_iter().filter(&wanted));
            if found.len() >= most {
                break;
            }
        }
        found.truncate(most);
        Ok(found)
    }

    pub async fn remove(&self, game: &str, why: &str) -> Result<()> {
        let removed = self.rule(What::Removed, game, why, Deed::Remove).await;
        match removed {
            Err(OperateError::Store(StoreError::Stale)) => {
                Err(OperateError::NoSuchGame(game.to_owned()))
            }
            removed => removed,
        }
    }

    /// Removes the names of these sides, also from the entries that contain them.
    pub async fn hide(&self, game: &str, sides: &[Side], why: &str) -> Result<()> {
        for &side in sides {
            self.rewrite(game, side, What::Hidden, why).await?;
        }
        Ok(())
    }

    /// Ends a game without a winner.
    pub async fn end(&self, game: &str, why: &str) -> Result<()> {
        for _ in 0..ATTEMPTS {
            let stored = self.read(game).await?;
            let change = ending(game, stored, self.store.time().await?)?;
            match self.store.add(change).await {
                Ok(()) => return self.rule(What::Ended, game, why, Deed::Nothing).await,
                Err(StoreError::Stale) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Err(OperateError::Contended(game.to_owned()))
    }

    /// Removes a person's name from all games and closes their seats; deletes games without another player, or, if
    /// requested, all of theirs. Returns how many.
    pub async fn forget(&self, person: &Person, remove: bool, why: &str) -> Result<u64> {
        let secret = match person {
            Person::Secret(text) => Some(Secret::parse(text).ok_or(OperateError::NotASecret)?),
            Person::Name(_) => None,
        };
        let (mut after, mut count) = (String::new(), 0);
        loop {
            let names = self.store.names(&after, PAGE).await?;
            let Some(last) = names.last() else { break };
            after.clone_from(last);
            for game in &names {
                // It may have been removed since.
                let Some(stored) = self.store.read(game, 0).await? else {
                    continue;
                };
                let sides = match (&secret, person) {
                    (Some(secret), _) => held(game, &stored, secret),
                    (None, Person::Name(name)) => called(&stored, name),
                    (None, Person::Secret(_)) => Vec::new(),
                };
                if !sides.is_empty() {
                    self.forget_in(game, &stored, &sides, remove, why).await?;
                    count += 1;
                }
            }
        }
        Ok(count)
    }

    async fn forget_in(
        &self,
        game: &str,
        stored: &Stored,
        sides: &[Side],
        remove: bool,
        why: &str,
    ) -> Result<()> {
        let is_left = |side: &Side| stored.seats[*side].is_some() && !sides.contains(side);
        if remove || !Side::BOTH.iter().any(is_left) {
            return self.remove(game, why).await;
        }
        for &side in sides {
            self.rewrite(game, side, What::Forgotten, why).await?;
        }
        Ok(())
    }

    async fn rewrite(&self, game: &str, side: Side, what: What, why: &str) -> Result<()> {
        for _ in 0..ATTEMPTS {
            let stored = self.read(game).await?;
            let now = self.store.time().await?;
            let empties = what == What::Forgotten;
            let rewritten = Rewritten::without_name(stored.entries, side, empties, now);
            let rewritten = rewritten.ok_or_else(|| no_game(game))?;
            match self.rule(what, game, why, Deed::Rewrite(rewritten)).await {
                Err(OperateError::Store(StoreError::Stale)) => {}
                done => return done,
            }
        }
        Err(OperateError::Contended(game.to_owned()))
    }

    pub async fn ban(&self, network: Network, lasts: Millis, why: &str) -> Result<()> {
        let until = self.store.time().await? + lasts;
        let deed = Deed::Ban { until };
        self.rule(What::Banned, &network.to_string(), why, deed)
            .await
    }

    pub async fn unban(&self, network: Network, why: &str) -> Result<()> {
        let subject = network.to_string();
        match self.rule(What::Unbanned, &subject, why, Deed::Unban).await {
            Err(OperateError::Store(StoreError::Stale)) => Err(OperateError::NotBanned(network)),
            done => done,
        }
    }

    pub async fn bans(&self) -> Result<Vec<Ban>> {
        Ok(self.store.bans(self.store.time().await?).await?)
    }

    /// All rulings, the oldest first.
    pub async fn log(&self) -> Result<Vec<Ruling>> {
        let (mut all, mut last) = (Vec::new(), 0);
        loop {
            let page = self.store.rulings(last, PAGE).await?;
            let Some(newest) = page.last() else {
                return Ok(all);
            };
            last = newest.number;
            all.extend(page);
        }
    }

    async fn rule(&self, what: What, subject: &str, why: &str, deed: Deed) -> Result<()> {
        let ruling = Ruling {
            number: 0,
            at: self.store.time().await?,
            by: self.name.clone(),
            what,
            subject: subject.to_owned(),
            detail: why.to_owned(),
        };
        Ok(self.store.rule(ruling, deed).await?)
    }

    async fn read(&self, game: &str) -> Result<Stored> {
        let stored = self.store.read(game, 0).await?;
        stored.ok_or_else(|| OperateError::NoSuchGame(game.to_owned()))
    }
}

/// The change that ends a game.
fn ending(game: &str, stored: Stored, now: Millis) -> Result<Change> {
    let mut entries = stored.entries;
    let (Some(state), Some(last)) = (Game::replay(&entries), entries.last()) else {
        return Err(no_game(game));
    };
    if state.status() == Status::Over {
        return Err(OperateError::Over(game.to_owned()));
    }
    let (seq, at) = (last.seq + 1, now.max(last.at));
    let event = Event::Stopped;
    entries.push(Entry { seq, at, event });
    let state = Game::replay(&entries).ok_or_else(|| no_game(game))?;
    Ok(Change {
        game: game.to_owned(),
        summary: Summary::of(&state, at),
        entries: entries.split_off(entries.len() - 1),
        seats: Vec::new(),
    })
}

fn no_game(game: &str) -> OperateError {
    StoreError::Corrupt(format!("the entries of game {game} make no game")).into()
}

/// The seats a person holds in a game.
fn held(name: &str, stored: &Stored, secret: &Secret) -> Vec<Side> {
    let Some(game) = Game::replay(&stored.entries) else {
        return Vec::new();
    };
    let series = game.series().unwrap_or(name);
    let digests = [secret.digest(), secret.of_seat(series).digest()];
    let holds = |side: &Side| stored.seats[*side].is_some_and(|seat| digests.contains(&seat));
    Side::BOTH.into_iter().filter(holds).collect()
}

/// The sides a person of this name has ever had in a game.
fn called(stored: &Stored, wanted: &str) -> Vec<Side> {
    let has = |of: &Side| {
        stored.entries.iter().any(|entry| match &entry.event {
            Event::Joined { side, name } | Event::Renamed { side, name } => {
                side == of && name.as_str() == wanted
            }
            _ => false,
        })
    };
    Side::BOTH.into_iter().filter(has).collect()
}

/// A game as a line of an export.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Exported {
    game: String,
    entries: Vec<Entry>,
    /// Digests of the secrets, in hexadecimal.
    seats: Seats,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Seats {
    south: Option<String>,
    north: Option<String>,
}

impl Operator<'_> {
    /// Writes every game as one line of JSON. Returns how many.
    pub async fn export(
        &self,
        mut line: impl FnMut(&str) -> std::io::Result<()>,
    ) -> Result<std::io::Result<u64>> {
        let (mut after, mut count) = (String::new(), 0);
        loop {
            let names = self.store.names(&after, PAGE).await?;
            let Some(last) = names.last() else {
                return Ok(Ok(count));
            };
            after.clone_from(last);
            for game in names {
                let Some(stored) = self.store.read(&game, 0).await? else {
                    continue;
                };
                if let Err(error) = line(&exported(game, stored)) {
                    return Ok(Err(error));
                }
                count += 1;
            }
        }
    }

    /// Adds the games of an export; existing ones stay as they are.
    pub async fn import(
        &self,
        lines: impl Iterator<Item = std::io::Result<String>>,
    ) -> Result<Imported> {
        let changes = (1..).zip(lines).map(async |(number, line)| {
            let wrong = |what| OperateError::Line(number, what);
            let line = line.map_err(|error| wrong(error.to_string()))?;
            let change = imported(&line).map_err(wrong)?;
            match self.store.add(change).await {
                Ok(()) => Ok((1, 0)),
                Err(StoreError::Stale) => Ok((0, 1)),
                Err(error) => Err(OperateError::from(error)),
            }
        });
        let mut done = stream::iter(changes).buffered(TOGETHER);
        let mut all = Imported::default();
        while let Some(one) = done.next().await {
            let (added, known) = one?;
            all.added += added;
            all.known += known;
        }
        Ok(all)
    }
}

fn exported(game: String, stored: Stored) -> String {
    let seat = |side: Side| stored.seats[side].map(|digest| hex(&digest));
    let line = Exported {
        game,
        seats: Seats {
            south: seat(Side::South),
            north: seat(Side::North),
        },
        entries: stored.entries,
    };
    serde_json::to_string(&line).expect("a game is plain data")
}

fn imported(line: &str) -> std::result::Result<Change, String> {
    let Exported {
        game,
        entries,
        seats,
    } = serde_json::from_str(line).map_err(|error| error.to_string())?;
    if !crate::secret::is_game_name(&game) {
        return Err(format!("'{game}' is not the name of a game"));
    }
    let first = entries.first().map(|entry| entry.seq);
    let state = Game::replay(&entries).filter(|_| first == Some(1));
    let (Some(state), Some(last)) = (state, entries.last()) else {
        return Err(format!("the entries of {game} make no game"));
    };
    let digests = BySide::new(seats.south, seats.north);
    let mut seats = Vec::new();
    for side in Side::BOTH {
        if let Some(text) = &digests[side] {
            let digest = unhex(text).ok_or("a seat is 64 hexadecimal digits")?;
            seats.push((side, digest));
        }
    }
    Ok(Change {
        summary: Summary::of(&state, last.at),
        game,
        entries,
        seats,
    })
}

fn hex(digest: &SecretDigest) -> String {
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn unhex(text: &str) -> Option<SecretDigest> {
    let mut digest = SecretDigest::default();
    if text.len() != 2 * digest.len() || !text.is_ascii() {
        return None;
    }
    for (at, byte) in digest.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&text[2 * at..2 * at + 2], 16).ok()?;
    }
    Some(digest)
}

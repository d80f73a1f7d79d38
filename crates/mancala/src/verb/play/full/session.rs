//! The game being played and the saved games.

use anyhow::Result;
use kalah::{BySide, Pit, Position, Record};
use play::seat;
use tui::{KeptGame, Opened, Reply, Seat};

use crate::complaint;
use crate::players;
use crate::storage::{Kept, Storage};
use crate::verb::play::keeper::Keeper;
use crate::verb::play::setup::{self, Plan};
use crate::wording::words;

pub struct Session {
    storage: Storage,
    /// Saves the game on the board.
    keeper: Option<Keeper>,
    /// The message at the end about the last game that was played.
    farewell: Option<String>,
}

impl Session {
    pub fn new(storage: Storage) -> Session {
        Session {
            storage,
            keeper: None,
            farewell: None,
        }
    }

    /// Plays a game from the flags or a file.
    pub fn begin(&mut self, plan: Plan) -> Result<Opened, String> {
        let mut record = plan.record;
        setup::stamp(&mut record);
        let keeper = Keeper::new(self.storage.clone(), plan.claim);
        let opened = Opened {
            name: keeper.name().map(str::to_owned),
            record,
        };
        self.leave();
        self.keeper = Some(keeper);
        Ok(opened)
    }

    pub fn begin_new(
        &mut self,
        start: Position,
        moves: &[Pit],
        seats: &BySide<Seat>,
    ) -> Result<Opened, String> {
        let record = record(start, moves, seats).map_err(|error| sentence(&error))?;
        self.begin(Plan {
            record,
            claim: None,
            ask_to_save: false,
        })
    }

    /// Continues a saved game. If it is the one on the board, that one is closed first.
    pub fn open(&mut self, name: &str) -> Result<Opened, String> {
        if self.keeper.as_ref().and_then(Keeper::name) == Some(name) {
            self.leave();
        }
        let plan = setup::reopened(name, &self.storage).map_err(|error| sentence(&error))?;
        self.begin(plan)
    }

    /// Saves the game on the board; returns anything the person should know.
    pub fn keep(&mut self, record: &Record) -> Option<Reply> {
        let keeper = self.keeper.as_mut()?;
        match keeper.keep(record) {
            Some(problem) => Some(Reply::Trouble(problem)),
            None => keeper.name().map(|name| Reply::Kept(name.to_owned())),
        }
    }

    pub fn save_as(&mut self, name: &str, record: &Record) -> Reply {
        let keeper = self
            .keeper
            .get_or_insert_with(|| Keeper::new(self.storage.clone(), None));
        let saved = keeper.save_as(name, record);
        Reply::Saved(saved.map(|words| (words, name.to_owned())))
    }

    pub fn leave(&mut self) {
        if let Some(keeper) = self.keeper.take() {
            self.farewell = Some(keeper.farewell());
        }
    }

    /// The message when the program ends.
    pub fn farewell(&mut self) -> String {
        self.leave();
        self.farewell.take().unwrap_or_else(|| words!("goodbye"))
    }

    pub fn list(&self) -> Reply {
        match self.storage.list() {
            Ok(mut games) => {
                games.sort_by_key(|kept| std::cmp::Reverse(kept.written));
                Reply::Listed(games.into_iter().map(kept_game).collect())
            }
            Err(error) => Reply::Trouble(sentence(&error)),
        }
    }

    pub fn delete(&self, name: &str) -> Reply {
        match self.storage.delete(name) {
            Ok(()) => self.list(),
            Err(error) => Reply::Trouble(sentence(&error)),
        }
    }
}

/// A new record, if its players can play it.
fn record(start: Position, moves: &[Pit], seats: &BySide<Seat>) -> Result<Record> {
    let mut record = Record::new(start);
    for &pit in moves {
        record.push(pit)?;
    }
    seat::set(&mut record, seats);
    for player in seats.iter().filter_map(Seat::player) {
        players::parse(player)?.check(record.position())?;
    }
    Ok(record)
}

fn kept_game(kept: Kept) -> KeptGame {
    let written = jiff::Timestamp::try_from(kept.written).map(|time| {
        let time = time.to_zoned(jiff::tz::TimeZone::system());
        time.strftime("%Y-%m-%d %H:%M").to_string()
    });
    let person = BySide::new(Seat::Person, Seat::Person);
    KeptGame {
        name: kept.name,
        seats: kept.record.as_ref().map_or(person, seat::both),
        record: kept.record.map_err(|error| sentence(&error)),
        written: written.unwrap_or_default(),
    }
}

/// An error as a separate sentence.
fn sentence(error: &anyhow::Error) -> String {
    let text = texts::wording::capitalised(&complaint::causes(error));
    format!("{text}.")
}

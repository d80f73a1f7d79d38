//! A game as its entries have made it, and what a player may do next.
//!
//! `decide` says what a command would bring about, or why not; `apply` makes it so. Nothing else changes a game, so the game that
//! is read from a store is the game that was played.

use kalah::{BySide, IllegalMove, Pit, Position, Record, Side};
use thiserror::Error;

use super::Millis;
use super::clock::Clocks;
use super::entry::{Entry, Event};
use super::settings::{Name, Settings};
use super::state::{Outcome, Reason, Status};

#[derive(Clone, Debug)]
pub struct Game {
    pub(super) seq: u64,
    pub(super) settings: Settings,
    pub(super) names: BySide<Option<Name>>,
    pub(super) record: Record,
    pub(super) clocks: Option<Clocks>,
    /// Ends that the rules do not know.
    ended: Option<Outcome>,
    pub(super) takeback: Option<Side>,
    pub(super) rematch: Option<Side>,
    pub(super) after: Option<String>,
    pub(super) next: Option<String>,
}

/// What the holder of a seat can ask for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// The move that becomes number `ply`, counted from 0. Saying it twice is the same as saying it once.
    Move {
        pit: Pit,
        ply: usize,
    },
    AskTakeback,
    AnswerTakeback {
        yes: bool,
    },
    Resign,
    /// Nobody has joined yet: close the game.
    Withdraw,
    /// The other side has been away for so long.
    Claim {
        away: Millis,
    },
    Rename {
        name: Name,
    },
    OfferRematch,
    /// Makes the rematch this game; the caller makes the game itself.
    AcceptRematch {
        game: String,
    },
}

#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum Refusal {
    #[error("nobody has joined this game yet")]
    Waiting,
    #[error("this game is over")]
    Over,
    #[error("this game is not over yet")]
    NotOver,
    #[error("it is the other side's turn")]
    NotYourTurn,
    #[error("this would be move {said}, but the game has {have} moves")]
    OtherPly { said: usize, have: usize },
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    #[error("there is no move of yours to take back")]
    NothingToTakeBack,
    #[error("nobody has asked to take a move back")]
    NotAsked,
    #[error("the other side has not been away for {} minutes", Game::AWAY / 60_000)]
    NotAway,
    #[error("somebody else has already joined this game")]
    SeatTaken,
    #[error("the other side has not offered a rematch")]
    NotOffered,
    #[error("the rematch of this game has already been made")]
    AlreadyRematched,
}

impl Game {
    /// A player who has been away for so long while it was their turn loses if the other side says so.
    pub const AWAY: Millis = 5 * 60 * 1000;

    /// The game these entries make; `None` if they are not the entries of a game.
    #[must_use]
    pub fn replay(entries: &[Entry]) -> Option<Game> {
        let (first, rest) = entries.split_first()?;
        let Event::Made { settings, after } = &first.event else {
            return None;
        };
        let mut game = Game {
            seq: first.seq,
            settings: settings.clone(),
            names: BySide::default(),
            record: Record::new(Position::start(settings.rules, Side::South)),
            clocks: Clocks::new(settings.clock),
            ended: None,
            takeback: None,
            rematch: None,
            after: after.clone(),
            next: None,
        };
        rest.iter().try_for_each(|entry| game.apply(entry))?;
        Some(game)
    }

    #[must_use]
    pub fn seq(&self) -> u64 {
        self.seq
    }

    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The rematch, once it is made.
    #[must_use]
    pub fn next(&self) -> Option<&str> {
        self.next.as_deref()
    }

    #[must_use]
    pub fn name(&self, side: Side) -> Option<&Name> {
        self.names[side].as_ref()
    }

    /// The seat nobody has taken yet; the first of them if nobody sits.
    fn free_seat(&self) -> Option<Side> {
        Side::BOTH
            .into_iter()
            .find(|&side| self.names[side].is_none())
    }

    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let finished = |winner| Outcome {
            winner,
            reason: Reason::Finished,
        };
        self.ended
            .or(self.record.position().outcome().map(finished))
    }

    #[must_use]
    pub fn status(&self) -> Status {
        match (self.outcome(), self.free_seat()) {
            (Some(_), _) => Status::Over,
            (None, Some(_)) => Status::Waiting,
            (None, None) => Status::Playing,
        }
    }

    /// Whose turn it is, while the game is played.
    #[must_use]
    pub fn turn(&self) -> Option<Side> {
        (self.status() == Status::Playing).then(|| self.record.position().to_move())
    }

    /// When somebody's time is up.
    #[must_use]
    pub fn deadline(&self) -> Option<Millis> {
        self.turn()?;
        self.clocks.as_ref()?.deadline()
    }

    /// The game with the names of its players, as everything else in this project reads it.
    #[must_use]
    pub fn record(&self) -> Record {
        let mut record = self.record.clone();
        record.players = BySide::of(|side| self.names[side].clone().unwrap_or_default().into());
        if let Some(Outcome {
            winner: Some(winner),
            ..
        }) = self.ended
        {
            record.resigned = Some(winner.other());
        }
        record
    }

    /// What a newcomer's sitting down would bring about.
    pub fn join(&self, name: Name) -> Result<(Side, Event), Refusal> {
        match (self.outcome(), self.free_seat()) {
            (Some(_), _) => Err(Refusal::Over),
            (None, None) => Err(Refusal::SeatTaken),
            (None, Some(side)) => Ok((side, Event::Joined { side, name })),
        }
    }

    /// What follows from the time alone.
    #[must_use]
    pub fn tick(&self, now: Millis) -> Option<Event> {
        self.turn()?;
        let side = self.clocks.as_ref()?.fallen(now)?;
        Some(Event::TimedOut { side })
    }

    /// What a command would bring about: nothing, if it has been done already. Ask [`Game::tick`] first.
    pub fn decide(&self, side: Side, command: Command) -> Result<Option<Event>, Refusal> {
        let event = match command {
            Command::Move { pit, ply } => return self.decide_move(side, pit, ply),
            Command::AskTakeback => {
                self.playing()?;
                self.own_last_move(side).ok_or(Refusal::NothingToTakeBack)?;
                match self.takeback {
                    Some(asker) if asker == side => return Ok(None),
                    // Both want it: then the one who asked first gets what they asked for.
                    Some(_) => return self.decide(side, Command::AnswerTakeback { yes: true }),
                    None => Event::TakebackAsked { side },
                }
            }
            Command::AnswerTakeback { yes } => {
                self.playing()?;
                let asker = self.takeback.ok_or(Refusal::NotAsked)?;
                match (yes, asker == side) {
                    (false, _) => Event::TakebackDropped { side },
                    (true, true) => return Err(Refusal::NotAsked),
                    (true, false) => Event::TakenBack {
                        to: self
                            .own_last_move(asker)
                            .ok_or(Refusal::NothingToTakeBack)?,
                    },
                }
            }
            Command::Resign => {
                self.playing()?;
                Event::Resigned { side }
            }
            Command::Withdraw => match self.status() {
                Status::Waiting => Event::Withdrawn,
                Status::Playing => return Err(Refusal::SeatTaken),
                Status::Over => return Err(Refusal::Over),
            },
            Command::Claim { away } => return self.decide_claim(side, away).map(Some),
            Command::Rename { name } if self.names[side].as_ref() == Some(&name) => {
                return Ok(None);
            }
            Command::Rename { name } => Event::Renamed { side, name },
            Command::OfferRematch => {
                self.over()?;
                match self.rematch {
                    Some(offerer) if offerer == side => return Ok(None),
                    _ => Event::RematchOffered { side },
                }
            }
            Command::AcceptRematch { game } => {
                self.over()?;
                match self.rematch {
                    Some(offerer) if offerer != side => Event::Rematched { game },
                    _ => return Err(Refusal::NotOffered),
                }
            }
        };
        Ok(Some(event))
    }

    fn decide_move(&self, side: Side, pit: Pit, ply: usize) -> Result<Option<Event>, Refusal> {
        let have = self.record.moves().len();
        if ply < have {
            let (mover, played) = self.played(ply);
            return match mover == side && played == pit {
                true => Ok(None),
                false => Err(Refusal::OtherPly { said: ply, have }),
            };
        }
        self.playing()?;
        if self.turn() != Some(side) {
            return Err(Refusal::NotYourTurn);
        }
        if ply != have {
            return Err(Refusal::OtherPly { said: ply, have });
        }
        self.record.position().play(pit)?;
        Ok(Some(Event::Moved { side, pit }))
    }

    /// Only where no clock decides, and only while the other side is to move.
    fn decide_claim(&self, side: Side, away: Millis) -> Result<Event, Refusal> {
        self.playing()?;
        if self.turn() == Some(side) || self.deadline().is_some() || away < Game::AWAY {
            return Err(Refusal::NotAway);
        }
        Ok(Event::Claimed { side })
    }

    fn playing(&self) -> Result<(), Refusal> {
        match self.status() {
            Status::Waiting => Err(Refusal::Waiting),
            Status::Playing => Ok(()),
            Status::Over => Err(Refusal::Over),
        }
    }

    /// Over, with a rematch still to be made.
    fn over(&self) -> Result<(), Refusal> {
        match (self.status(), &self.next) {
            (Status::Waiting | Status::Playing, _) => Err(Refusal::NotOver),
            (Status::Over, Some(_)) => Err(Refusal::AlreadyRematched),
            (Status::Over, None) => Ok(()),
        }
    }

    /// Who made a move, and which.
    fn played(&self, ply: usize) -> (Side, Pit) {
        let moves = self.record.moves();
        let before = moves[..ply]
            .iter()
            .fold(*self.record.start(), |position, &pit| {
                position.step_legal(pit).after
            });
        (before.to_move(), moves[ply])
    }

    /// The number of the last move this side made.
    fn own_last_move(&self, side: Side) -> Option<usize> {
        (0..self.record.moves().len())
            .rev()
            .find(|&ply| self.played(ply).0 == side)
    }

    /// Makes it so; `None` if this entry cannot follow the others.
    pub fn apply(&mut self, entry: &Entry) -> Option<()> {
        if entry.seq != self.seq + 1 {
            return None;
        }
        let at = entry.at;
        match &entry.event {
            Event::Made { .. } => return None,
            Event::Joined { side, name } | Event::Renamed { side, name } => {
                self.names[*side] = Some(name.clone());
            }
            Event::Moved { side, pit } => {
                (self.turn()? == *side).then_some(())?;
                self.record.push(*pit).ok()?;
                self.takeback = None;
                let next = self.turn();
                if let Some(clocks) = &mut self.clocks {
                    clocks.turn(*side, next, at);
                }
            }
            Event::TakebackAsked { side } => self.takeback = Some(*side),
            Event::TakebackDropped { .. } => self.takeback = None,
            Event::TakenBack { to } => {
                while self.record.moves().len() > *to {
                    self.record.pop()?;
                }
                self.takeback = None;
                let turn = self.turn();
                if let Some(clocks) = &mut self.clocks {
                    clocks.hand_to(turn, at);
                }
            }
            Event::Resigned { side } => self.end(Some(side.other()), Reason::Resigned, at),
            Event::TimedOut { side } => self.end(Some(side.other()), Reason::Time, at),
            Event::Claimed { side } => self.end(Some(*side), Reason::Away, at),
            Event::Withdrawn => self.end(None, Reason::Withdrawn, at),
            Event::RematchOffered { side } => self.rematch = Some(*side),
            Event::Rematched { game } => self.next = Some(game.clone()),
        }
        self.seq = entry.seq;
        Some(())
    }

    fn end(&mut self, winner: Option<Side>, reason: Reason, at: Millis) {
        self.ended = Some(Outcome { winner, reason });
        self.takeback = None;
        if let Some(clocks) = &mut self.clocks {
            clocks.hand_to(None, at);
        }
    }
}

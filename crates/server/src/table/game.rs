//! The state of a game after its entries, and what a player may do next.
//!
//! `decide` returns the entries a command would add, or why not; `apply` adds one. Nothing else changes a game, so the game that
//! is read from a store is the game that was played.

use kalah::{BySide, IllegalMove, Pit, Position, Record, Side};
use thiserror::Error;

use super::Millis;
use super::clock::{Clocks, Turn};
use super::entry::{Entry, Event};
use super::phrase::{Phrase, Said};
use super::settings::{Name, Settings};
use super::state::{Outcome, Reason, Status};

#[derive(Clone, Debug)]
pub struct Game {
    pub(super) seq: u64,
    pub(super) settings: Settings,
    pub(super) names: BySide<Option<Name>>,
    pub(super) record: Record,
    pub(super) clocks: Option<Clocks>,
    /// Ends that the rules of Kalah do not know.
    ended: Option<Outcome>,
    pub(super) takeback: Option<Side>,
    pub(super) draw: Option<Side>,
    /// Has offered a draw since their last move.
    pub(super) has_offered: BySide<bool>,
    pub(super) rematch: Option<Side>,
    pub(super) said: BySide<Option<Said>>,
    pub(super) phrases: BySide<u32>,
    pub(super) after: Option<String>,
    series: Option<String>,
    pub(super) next: Option<String>,
    renames: BySide<u32>,
    /// The end of the last outage that was taken from the clocks.
    interrupted: Millis,
    /// The number of the last entry that took moves back.
    taken_back: u64,
}

/// The commands of a seat's holder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// The move that becomes number `ply`, counted from 0. Sending it twice is the same as sending it once; `seq`, the last entry
    /// its player had seen, prevents a delayed one from being played again after it was taken back.
    Move {
        pit: Pit,
        ply: usize,
        seq: Option<u64>,
    },
    AskTakeback,
    AnswerTakeback {
        yes: bool,
    },
    OfferDraw,
    AnswerDraw {
        yes: bool,
    },
    /// Calls the game off before both have moved.
    Abort,
    Resign,
    /// Nobody has joined yet: close the game.
    Withdraw,
    /// The other side has been away for long enough.
    Claim {
        away: Millis,
    },
    Say {
        phrase: Phrase,
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
    #[error("nobody has asked for this")]
    NotAsked,
    #[error("both have moved; the game can be resigned, or a draw offered")]
    BothMoved,
    #[error("you have offered a draw since your last move")]
    OfferedLately,
    #[error("the other side has not been away for {} minutes", Game::AWAY / 60_000)]
    NotAway,
    #[error("somebody else has already joined this game")]
    SeatTaken,
    #[error("the other side has not offered a rematch")]
    NotOffered,
    #[error("the other side has already offered a rematch")]
    AlreadyOffered,
    #[error("the rematch of this game has already been made")]
    AlreadyRematched,
    #[error("this game has had too many changes; it can only be played to its end")]
    Full,
}

impl Game {
    /// A player who has been away for this long while it was their turn loses if the other side claims the game.
    pub const AWAY: Millis = 5 * 60 * 1000;

    /// From this many entries on, only entries that bring the end of the game nearer are accepted.
    pub const MOST_ENTRIES: u64 = 1000;
    /// How often a player can change their name in one game.
    pub const MOST_RENAMES: u32 = 20;

    /// The game these entries make; `None` if they are not the entries of a game.
    #[must_use]
    pub fn replay(entries: &[Entry]) -> Option<Game> {
        let (first, rest) = entries.split_first()?;
        let Event::Made {
            settings,
            after,
            series,
        } = &first.event
        else {
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
            draw: None,
            has_offered: BySide::default(),
            rematch: None,
            said: BySide::default(),
            phrases: BySide::default(),
            after: after.clone(),
            series: series.clone(),
            next: None,
            renames: BySide::default(),
            interrupted: 0,
            taken_back: 0,
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

    /// The first game of the series of rematches this one belongs to, if it is not the first itself.
    #[must_use]
    pub fn series(&self) -> Option<&str> {
        self.series.as_deref()
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

    /// The first free seat.
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

    /// When a player's time is up.
    #[must_use]
    pub fn deadline(&self) -> Option<Millis> {
        self.turn()?;
        self.clocks.as_ref()?.deadline()
    }

    /// The game as a record, with the names of its players.
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

    /// The part of this network time that is not on a player's clock.
    #[must_use]
    pub fn credit(&self, side: Side, lag: Millis) -> Millis {
        self.clocks
            .as_ref()
            .map_or(0, |clocks| clocks.credit(side, lag))
    }

    /// The entries of a newcomer's joining.
    pub fn join(&self, name: Name) -> Result<(Side, Event), Refusal> {
        match (self.outcome(), self.free_seat()) {
            (Some(_), _) => Err(Refusal::Over),
            (None, None) => Err(Refusal::SeatTaken),
            (None, Some(side)) => Ok((side, Event::Joined { side, name })),
        }
    }

    /// The entries for an outage from one time to another, if it has not been applied yet.
    #[must_use]
    pub fn interrupt(&self, from: Millis, to: Millis) -> Option<Event> {
        self.turn()?;
        let counts = to > self.interrupted && self.clocks.as_ref()?.runs_before(to);
        counts.then_some(Event::Interrupted { from, to })
    }

    /// The entries that follow from the time alone.
    #[must_use]
    pub fn tick(&self, now: Millis) -> Option<Event> {
        self.turn()?;
        let side = self.clocks.as_ref()?.fallen(now)?;
        Some(Event::TimedOut { side })
    }

    /// The entries a command would add: none, if it has been done already. Call [`Game::tick`] first.
    pub fn decide(&self, side: Side, command: Command) -> Result<Option<Event>, Refusal> {
        let event = match command {
            Command::Move { pit, ply, seq } => {
                if seq.is_some_and(|seq| seq < self.taken_back) {
                    let have = self.record.moves().len();
                    return Err(Refusal::OtherPly { said: ply, have });
                }
                return self.decide_move(side, pit, ply);
            }
            Command::AskTakeback => return self.ask_takeback(side),
            Command::AnswerTakeback { yes } => self.answer_takeback(side, yes)?,
            Command::OfferDraw => return self.offer_draw(side),
            Command::AnswerDraw { yes } => self.answer_draw(side, yes)?,
            Command::Abort => return self.abort(side),
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
            Command::Say { phrase } => return self.say(side, phrase),
            Command::Rename { name } if self.names[side].as_ref() == Some(&name) => {
                return Ok(None);
            }
            Command::Rename { .. } if self.renames[side] >= Game::MOST_RENAMES => {
                return Err(Refusal::Full);
            }
            Command::Rename { name } => {
                self.has_space()?;
                Event::Renamed { side, name }
            }
            Command::OfferRematch => {
                self.over()?;
                match self.rematch {
                    Some(offerer) if offerer == side => return Ok(None),
                    Some(_) => return Err(Refusal::AlreadyOffered),
                    None => Event::RematchOffered { side },
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
        Ok(Some(Event::Moved { side, pit, lag: 0 }))
    }

    /// Only where no clock decides, and only while the other side is to move.
    fn decide_claim(&self, side: Side, away: Millis) -> Result<Event, Refusal> {
        self.playing()?;
        if self.turn() == Some(side) || self.deadline().is_some() || away < Game::AWAY {
            return Err(Refusal::NotAway);
        }
        Ok(Event::Claimed { side })
    }

    /// Room for entries that do not bring the end of the game nearer.
    pub(super) fn has_space(&self) -> Result<(), Refusal> {
        match self.seq < Game::MOST_ENTRIES {
            true => Ok(()),
            false => Err(Refusal::Full),
        }
    }

    pub(super) fn playing(&self) -> Result<(), Refusal> {
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
    pub(super) fn own_last_move(&self, side: Side) -> Option<usize> {
        (0..self.record.moves().len())
            .rev()
            .find(|&ply| self.played(ply).0 == side)
    }

    /// Applies an entry; `None` if it cannot follow the others.
    pub fn apply(&mut self, entry: &Entry) -> Option<()> {
        if entry.seq != self.seq + 1 {
            return None;
        }
        let at = entry.at;
        match &entry.event {
            Event::Made { .. } => return None,
            Event::Joined { side, name } => self.names[*side] = Some(name.clone()),
            Event::Renamed { side, name } => {
                self.names[*side] = Some(name.clone());
                self.renames[*side] += 1;
            }
            Event::Moved { side, pit, lag } => self.apply_move(*side, *pit, *lag, at)?,
            Event::Interrupted { from, to } => {
                self.interrupted = *to;
                if let Some(clocks) = &mut self.clocks {
                    clocks.skip(*from, *to);
                }
            }
            Event::TakebackAsked { side } => self.takeback = Some(*side),
            Event::TakebackDropped { .. } => self.takeback = None,
            Event::TakenBack { to } => {
                while self.record.moves().len() > *to {
                    self.record.pop()?;
                }
                self.takeback = None;
                self.draw = None;
                self.taken_back = entry.seq;
                let turn = self.turn();
                if let Some(clocks) = &mut self.clocks {
                    clocks.hand_to(turn, at);
                }
            }
            Event::DrawOffered { side } => {
                self.draw = Some(*side);
                self.has_offered[*side] = true;
            }
            Event::DrawDropped { .. } => self.draw = None,
            Event::Drawn => self.end(None, Reason::Agreed, at),
            Event::Aborted { .. } => self.end(None, Reason::Aborted, at),
            Event::Stopped => self.end(None, Reason::Stopped, at),
            Event::Hidden { side } => {
                self.names[*side] = Some(Name::default());
                self.renames[*side] = Game::MOST_RENAMES;
            }
            Event::Resigned { side } => self.end(Some(side.other()), Reason::Resigned, at),
            Event::TimedOut { side } => self.end(Some(side.other()), Reason::Time, at),
            Event::Claimed { side } => self.end(Some(*side), Reason::Away, at),
            Event::Withdrawn => self.end(None, Reason::Withdrawn, at),
            Event::Said { side, phrase } => {
                let (seq, phrase) = (entry.seq, *phrase);
                self.said[*side] = Some(Said { seq, at, phrase });
                self.phrases[*side] += 1;
            }
            Event::RematchOffered { side } => self.rematch = Some(*side),
            Event::Rematched { game } => self.next = Some(game.clone()),
        }
        self.seq = entry.seq;
        Some(())
    }

    fn apply_move(&mut self, side: Side, pit: Pit, lag: Millis, at: Millis) -> Option<()> {
        (self.turn()? == side).then_some(())?;
        self.record.push(pit).ok()?;
        self.takeback = None;
        // Moving instead of answering declines; the mover may offer again.
        self.draw = self.draw.filter(|&offerer| offerer == side);
        self.has_offered[side] = self.draw == Some(side);
        let next = self.turn();
        if let Some(clocks) = &mut self.clocks {
            let mover = side;
            clocks.turn(&Turn {
                mover,
                next,
                at,
                lag,
            });
        }
        Some(())
    }

    fn end(&mut self, winner: Option<Side>, reason: Reason, at: Millis) {
        self.ended = Some(Outcome { winner, reason });
        self.takeback = None;
        self.draw = None;
        if let Some(clocks) = &mut self.clocks {
            clocks.hand_to(None, at);
        }
    }
}

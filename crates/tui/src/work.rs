//! Work the screens want done, and its results. The program around them does it: at once for files, in the background
//! for everything that takes thought.

use cdm8::debug::Computer;
use cdm8::symbols::Symbols;
use circuit::sim::Simulator;
use engine::analyse::Analysis;
use engine::puzzle::{Difficulty, Puzzle};
use engine::review::Reviewed;
use kalah::{BySide, Pit, Position, Record, Rules};
use play::Hint;
use timeline::Timeline;

use crate::settings::Settings;

pub use play::Seat;

/// Identifies a piece of work, so that a late answer is recognised.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ticket(u64);

/// Work to be done outside.
#[derive(Clone, Debug)]
pub enum Effect {
    /// Play a new game from here on, which may contain moves already. Answered by [`Reply::Opened`].
    Begin {
        start: Position,
        moves: Vec<Pit>,
        seats: BySide<Seat>,
    },
    /// Continue a saved game. Answered by [`Reply::Opened`].
    Open(String),
    /// The game being played has a new move, or one less. It is saved before the move is shown. Answered by
    /// [`Reply::Kept`] or [`Reply::Trouble`].
    Keep(Box<Record>),
    /// Save the game being played under this name. Answered by [`Reply::Saved`].
    SaveAs {
        name: String,
        record: Box<Record>,
    },
    /// Answered by [`Reply::Listed`].
    List,
    /// Delete a saved game. Answered by [`Reply::Listed`], or [`Reply::Trouble`].
    Delete(String),
    /// The player whose turn it is in the game being played looks for a move.
    Think {
        ticket: Ticket,
        record: Box<Record>,
    },
    /// The value of every move in a position: a quick answer first, better ones after it.
    Analyse {
        ticket: Ticket,
        position: Box<Position>,
    },
    /// A good move in a position, and why. Answered by [`Reply::Hinted`].
    Hint {
        ticket: Ticket,
        position: Box<Position>,
    },
    /// Review every move of a game, in any order. Answered by one [`Reply::Reviewed`] per move or more.
    Review {
        ticket: Ticket,
        record: Box<Record>,
    },
    Pose {
        ticket: Ticket,
        rules: Rules,
        difficulty: Difficulty,
        seed: u64,
    },
    /// Put a program or a circuit on the bench. Answered by `App::lay`, or by [`Reply::Unread`].
    Load(String),
    /// Names of files that begin like this. Answered by [`Reply::Completed`].
    Complete(String),
    /// This work is no longer needed.
    Cancel(Ticket),
    /// The game being played is closed.
    Leave,
    /// Settings that changed, or choices to be remembered.
    Remember(Box<Settings>),
    Quit,
}

/// A game to play.
#[derive(Clone, Debug)]
pub struct Opened {
    pub record: Record,
    /// The name it is saved under, if it has one.
    pub name: Option<String>,
}

/// Something for the bench, at a moment of its time.
pub enum Specimen {
    Program {
        /// Its name on the screen.
        name: String,
        time: Box<Timeline<Computer>>,
        symbols: Symbols,
    },
    Circuit {
        name: String,
        time: Box<Timeline<Simulator>>,
    },
}

/// A saved game, or why it cannot be read.
#[derive(Clone, Debug)]
pub struct KeptGame {
    pub name: String,
    pub record: Result<Record, String>,
    pub seats: BySide<Seat>,
    /// When it was last written, for people to read.
    pub written: String,
}

/// The result of an [`Effect`]. Every problem is a sentence for the person.
#[derive(Clone, Debug)]
pub enum Reply {
    Opened(Box<Result<Opened, String>>),
    /// The game being played is saved, under this name.
    Kept(String),
    /// Where the game was saved, in a sentence and as a name; or why not.
    Saved(Result<(String, String), String>),
    Trouble(String),
    /// Why a file cannot be put on the bench.
    Unread(String),
    /// The files whose names begin with the typed text; folders end in a slash.
    Completed {
        typed: String,
        names: Vec<String>,
    },
    /// The latest first.
    Listed(Vec<KeptGame>),
    Moved {
        ticket: Ticket,
        pit: Result<Pit, String>,
    },
    Analysed {
        ticket: Ticket,
        analysis: Box<Analysis>,
        /// No better answer will come.
        last: bool,
    },
    Hinted {
        ticket: Ticket,
        hint: Box<Hint>,
    },
    /// A move may come again, when more is known of it.
    Reviewed {
        ticket: Ticket,
        reviewed: Box<Reviewed>,
        /// Nothing more will come.
        last: bool,
    },
    Posed {
        ticket: Ticket,
        puzzle: Result<Box<Puzzle>, String>,
    },
}

/// The queue of work the screens want done.
#[derive(Debug, Default)]
pub(crate) struct Desk {
    effects: Vec<Effect>,
    tickets: u64,
}

impl Desk {
    pub(crate) fn ask(&mut self, effect: Effect) {
        self.effects.push(effect);
    }

    /// A new ticket.
    pub(crate) fn ticket(&mut self) -> Ticket {
        self.tickets += 1;
        Ticket(self.tickets)
    }

    /// Cancels work, if there is any.
    pub(crate) fn cancel(&mut self, ticket: &mut Option<Ticket>) {
        if let Some(ticket) = ticket.take() {
            self.ask(Effect::Cancel(ticket));
        }
    }

    pub(crate) fn take(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.effects)
    }
}

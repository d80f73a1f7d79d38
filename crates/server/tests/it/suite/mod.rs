//! What every store does. Each case gets a place where a store can be opened, empty at first.

mod adding;
mod finding;
mod lasting;
mod operating;
mod racing;

pub use adding::*;
pub use finding::*;
pub use lasting::*;
pub use operating::*;
pub use racing::*;

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use kalah::{Pit, Rules, Side};
use server::store::{Change, Sight, Store, Summary};
use server::table::{Clock, Entry, Event, Game, Millis, Name, Settings};

/// Where games are stored, and still are when the store is opened again.
pub trait Backend: Send + Sync {
    fn open(&self) -> server::store::Answer<'_, Arc<dyn Store>>;

    /// Pretends that a program of next year has used it.
    fn age(&self);
}

/// One property of every store.
pub type Case = for<'a> fn(&'a dyn Backend) -> Pin<Box<dyn Future<Output = ()> + 'a>>;

/// All cases, as tests against one kind of place.
#[macro_export]
macro_rules! conformance {
    () => {
        $crate::conformance!(
            adds_and_reads, refuses_what_does_not_follow, adds_all_or_nothing, gives_a_seat_once, takes_any_text,
            takes_any_number, lists_open_games, finds_games_whose_time_is_up, finds_changed_games, remembers_who_was_seen,
            notices_outages, forgets, opens_again, is_made_once_by_many, refuses_a_newer_database, says_when_it_is_closed,
            lets_one_of_many_add, keeps_many_games_apart,
            takes_names_away, removes_and_ends_games, forgets_people, bans_for_a_time, hands_all_games_over,
        );
    };
    ($($case:ident),* $(,)?) => { $(
        #[test]
        fn $case() {
            on_a_place(|place| Box::pin($crate::suite::$case(place)));
        }
    )* };
}

pub fn run(work: impl Future<Output = ()>) {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build();
    runtime.expect("a runtime").block_on(work);
}

/// A player was in a seat.
fn sight(game: &str, side: Side, at: Millis) -> Sight {
    let game = game.to_owned();
    Sight { game, side, at }
}

/// A game created by a player.
#[cfg(unix)]
pub fn some_game(game: &str) -> Change {
    Tale::new(game, true, 1).whole()
}

async fn opened(place: &dyn Backend) -> Arc<dyn Store> {
    place.open().await.expect("an empty place is opened")
}

/// A game as it is stored, one change after the other.
#[derive(Clone)]
struct Tale {
    game: String,
    entries: Vec<Entry>,
}

impl Tale {
    fn new(game: &str, open: bool, at: Millis) -> Tale {
        Tale::with(game, open, Clock::None, None, at)
    }

    fn with(game: &str, open: bool, clock: Clock, after: Option<String>, at: Millis) -> Tale {
        let rules = Rules::default();
        let settings = Settings { rules, clock, open };
        let event = Event::Made {
            settings,
            after,
            series: None,
        };
        Tale {
            game: game.to_owned(),
            entries: vec![Entry { seq: 1, at, event }],
        }
    }

    /// Everything so far as one change.
    fn whole(&self) -> Change {
        self.since(1)
    }

    /// Entries from a number on as one change.
    fn since(&self, first: u64) -> Change {
        let game = Game::replay(&self.entries).expect("a game that can be played");
        let at = self.entries.last().expect("entries").at;
        let skipped = usize::try_from(first - 1).expect("small");
        Change {
            game: self.game.clone(),
            entries: self.entries[skipped..].to_vec(),
            summary: Summary::of(&game, at),
            seats: Vec::new(),
        }
    }

    /// One more entry, as a change.
    fn then(&mut self, at: Millis, event: Event) -> Change {
        let seq = self.entries.len() as u64 + 1;
        self.entries.push(Entry { seq, at, event });
        self.since(seq)
    }

    fn join(&mut self, at: Millis, side: Side, name: &str) -> Change {
        let name = Name::try_from(name.to_owned()).expect("a name");
        let mut change = self.then(at, Event::Joined { side, name });
        change.seats.push((side, digest(side)));
        change
    }

    fn play(&mut self, at: Millis, side: Side, pit: usize) -> Change {
        let pit = Pit::new(pit).expect("a pit");
        self.then(at, Event::Moved { side, pit, lag: 0 })
    }

    /// Joined by both.
    fn begun(game: &str, open: bool, at: Millis) -> Tale {
        let mut tale = Tale::new(game, open, at);
        tale.join(at, Side::South, "Ann");
        tale.join(at, Side::North, "Bob");
        tale
    }
}

fn digest(side: Side) -> [u8; 32] {
    match side {
        Side::South => [0; 32],
        Side::North => [0xff; 32],
    }
}

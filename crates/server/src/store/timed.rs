//! A store whose operations are timed.

use std::sync::Arc;
use std::time::Instant;

use kalah::BySide;
use tokio::sync::broadcast;

use super::{
    Answer, Ban, Change, Deed, Filed, Listed, ListedAt, Listing, Load, News, Outage, Ruling, Sight,
    Store, Stored,
};
use crate::metrics::StoreTimes;
use crate::table::{Entry, Millis};

pub(crate) struct Timed {
    store: Arc<dyn Store>,
    times: StoreTimes,
}

impl Timed {
    pub(crate) fn new(store: Arc<dyn Store>, times: StoreTimes) -> Timed {
        Timed { store, times }
    }

    fn time<'a, T: 'a>(&'a self, operation: &'static str, answer: Answer<'a, T>) -> Answer<'a, T> {
        Box::pin(async move {
            let start = Instant::now();
            let answer = answer.await;
            self.times.took(operation, start.elapsed());
            answer
        })
    }
}

/// Functions that are forwarded and timed under their own names.
macro_rules! timed {
    ($($name:ident($($argument:ident: $type:ty),*) -> $answer:ty;)*) => { $(
        fn $name<'a>(&'a self, $($argument: $type),*) -> Answer<'a, $answer> {
            self.time(stringify!($name), self.store.$name($($argument),*))
        }
    )* };
}

impl Store for Timed {
    timed! {
        add(change: Change) -> ();
        read(game: &'a str, after: u64) -> Option<Stored>;
        entries(game: &'a str, after: u64, limit: u32) -> Vec<Entry>;
        list(which: Listing, limit: u32, from: Option<ListedAt>) -> Vec<Listed>;
        waiting(games: Vec<String>) -> Vec<String>;
        due(now: Millis, limit: u32) -> Vec<String>;
        changed_since(since: Millis, limit: u32) -> Vec<(String, Millis)>;
        see(sights: Vec<Sight>) -> ();
        seen(game: &'a str) -> BySide<Option<Millis>>;
        forget(waiting_before: Millis, others_before: Option<Millis>) -> u64;
        names(after: &'a str, limit: u32) -> Vec<String>;
        filed(limit: u32, from: Option<ListedAt>) -> Vec<Filed>;
        rule(ruling: Ruling, deed: Deed) -> ();
        rulings(after: i64, limit: u32) -> Vec<Ruling>;
        bans(now: Millis) -> Vec<Ban>;
        beat(now: Millis, gap: Millis) -> Vec<Outage>;
        size() -> u64;
        check() -> ();
        close() -> ();
    }

    fn time(&self) -> Answer<'_, Millis> {
        Timed::time(self, "time", self.store.time())
    }

    fn news(&self) -> broadcast::Receiver<News> {
        self.store.news()
    }

    fn tell(&self, news: News) {
        self.store.tell(news);
    }

    fn hears(&self) -> bool {
        self.store.hears()
    }

    fn load(&self) -> Load {
        self.store.load()
    }

    fn is_shared(&self) -> bool {
        self.store.is_shared()
    }
}

//! A store with some behaviour changed.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use kalah::BySide;
use server::store::{
    Answer, Ban, Change, Deed, Filed, Listed, ListedAt, Listing, Load, News, Outage, Ruling, Sight,
    Sqlite, Store, Stored,
};
use server::table::{Entry, Millis};
use tokio::sync::broadcast;

/// A store whose clock can be moved, and that several processes can share which do not hear of each other. Everything else is
/// unchanged.
pub struct Altered {
    pub store: Arc<Sqlite>,
    pub by: Arc<AtomicI64>,
    pub deaf: bool,
}

impl Store for Altered {
    fn add(&self, change: Change) -> Answer<'_, ()> {
        self.store.add(change)
    }
    fn read<'a>(&'a self, game: &'a str, after: u64) -> Answer<'a, Option<Stored>> {
        self.store.read(game, after)
    }
    fn entries<'a>(&'a self, game: &'a str, after: u64, limit: u32) -> Answer<'a, Vec<Entry>> {
        self.store.entries(game, after, limit)
    }
    fn list(&self, which: Listing, limit: u32, from: Option<ListedAt>) -> Answer<'_, Vec<Listed>> {
        self.store.list(which, limit, from)
    }
    fn waiting(&self, games: Vec<String>) -> Answer<'_, Vec<String>> {
        self.store.waiting(games)
    }
    fn due(&self, now: Millis, limit: u32) -> Answer<'_, Vec<String>> {
        self.store.due(now, limit)
    }
    fn changed_since(&self, since: Millis, limit: u32) -> Answer<'_, Vec<(String, Millis)>> {
        match self.deaf {
            true => Box::pin(async { Ok(Vec::new()) }),
            false => self.store.changed_since(since, limit),
        }
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
    fn see(&self, sights: Vec<Sight>) -> Answer<'_, ()> {
        self.store.see(sights)
    }
    fn seen<'a>(&'a self, game: &'a str) -> Answer<'a, BySide<Option<Millis>>> {
        self.store.seen(game)
    }
    fn forget(&self, waiting_before: Millis, over_before: Option<Millis>) -> Answer<'_, u64> {
        self.store.forget(waiting_before, over_before)
    }
    fn names<'a>(&'a self, after: &'a str, limit: u32) -> Answer<'a, Vec<String>> {
        self.store.names(after, limit)
    }
    fn filed(&self, limit: u32, from: Option<ListedAt>) -> Answer<'_, Vec<Filed>> {
        self.store.filed(limit, from)
    }
    fn rule(&self, ruling: Ruling, deed: Deed) -> Answer<'_, ()> {
        self.store.rule(ruling, deed)
    }
    fn rulings(&self, after: i64, limit: u32) -> Answer<'_, Vec<Ruling>> {
        self.store.rulings(after, limit)
    }
    fn bans(&self, now: Millis) -> Answer<'_, Vec<Ban>> {
        self.store.bans(now)
    }
    fn time(&self) -> Answer<'_, Millis> {
        Box::pin(async {
            let system = std::time::UNIX_EPOCH.elapsed().expect("after 1970");
            let moved = system.as_millis() as Millis + self.by.load(Ordering::Relaxed);
            Ok(moved.max(self.store.time().await?))
        })
    }
    fn beat(&self, now: Millis, gap: Millis) -> Answer<'_, Vec<Outage>> {
        self.store.beat(now, gap)
    }
    fn load(&self) -> Load {
        self.store.load()
    }
    fn size(&self) -> Answer<'_, u64> {
        self.store.size()
    }
    fn is_shared(&self) -> bool {
        self.deaf || self.store.is_shared()
    }
    fn check(&self) -> Answer<'_, ()> {
        self.store.check()
    }
    fn close(&self) -> Answer<'_, ()> {
        self.store.close()
    }
}

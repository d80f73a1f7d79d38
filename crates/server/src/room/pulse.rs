//! The heartbeat of the site. Every process writes one to the store every few seconds; a gap is an outage, and its duration is
//! on nobody's clock. See [`Store::beat`].

use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::{Duration, Instant};

use tokio::sync::Mutex as AsyncMutex;

use crate::store::{Outage, Store, StoreError};
use crate::table::Millis;
use crate::time::{JUMP, SiteTime};

/// Interval between heartbeats.
pub(crate) const BEAT_EVERY: Duration = Duration::from_secs(3);
/// A gap of this length is an outage. No longer than a jump of the clock, so that every jump is one.
const GAP: Millis = JUMP;
/// After this time without a heartbeat nothing is decided before the next one: it may have been an outage.
const STALE: Duration = Duration::from_secs(8);

pub(crate) struct Pulse {
    time: SiteTime,
    beaten: Mutex<Option<Instant>>,
    beating: AsyncMutex<()>,
    /// The oldest first.
    outages: RwLock<Arc<[Outage]>>,
}

impl Pulse {
    pub(crate) fn new() -> Pulse {
        Pulse {
            time: SiteTime::new(),
            beaten: Mutex::default(),
            beating: AsyncMutex::default(),
            outages: RwLock::new(Arc::from([])),
        }
    }

    pub(crate) fn now(&self) -> Millis {
        self.time.now()
    }

    /// Known outages, the oldest first.
    pub(crate) fn outages(&self) -> Arc<[Outage]> {
        let outages = self.outages.read();
        Arc::clone(&outages.unwrap_or_else(PoisonError::into_inner))
    }

    /// The end of the last outage.
    pub(crate) fn back_since(&self) -> Option<Millis> {
        self.outages().last().map(|outage| outage.ended)
    }

    fn is_fresh(&self) -> bool {
        let beaten = self.beaten.lock().unwrap_or_else(PoisonError::into_inner);
        beaten.is_some_and(|at| at.elapsed() < STALE)
    }

    /// Makes sure that an outage that has just ended is known.
    pub(crate) async fn ensure(&self, store: &dyn Store) -> Result<(), StoreError> {
        match self.is_fresh() {
            true => Ok(()),
            false => {
                let _one = self.beating.lock().await;
                match self.is_fresh() {
                    true => Ok(()),
                    false => self.beat_now(store).await,
                }
            }
        }
    }

    pub(crate) async fn beat(&self, store: &dyn Store) -> Result<(), StoreError> {
        let _one = self.beating.lock().await;
        self.beat_now(store).await
    }

    async fn beat_now(&self, store: &dyn Store) -> Result<(), StoreError> {
        let asked = Instant::now();
        let told = store.time().await?;
        let setting = self.time.setting(told, asked, Instant::now());
        // The outage first: a clock that jumps before it is known would end games.
        let now = self.time.preview(setting).max(self.now());
        let found = store.beat(now, GAP).await?;
        let mut outages = self.outages.write().unwrap_or_else(PoisonError::into_inner);
        *outages = found.into();
        drop(outages);
        self.time.set(setting);
        let mut beaten = self.beaten.lock().unwrap_or_else(PoisonError::into_inner);
        *beaten = Some(Instant::now());
        Ok(())
    }
}

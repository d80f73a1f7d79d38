//! Networks banned for a time. The store has the list; every process has a copy.

use std::net::IpAddr;
use std::sync::{PoisonError, RwLock};

use crate::store::Ban;
use crate::table::Millis;

#[derive(Default)]
pub(crate) struct Bans(RwLock<Vec<Ban>>);

impl Bans {
    pub(crate) fn set(&self, bans: Vec<Ban>) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = bans;
    }

    /// The time left of a ban on this address.
    pub(crate) fn left(&self, address: IpAddr, now: Millis) -> Option<Millis> {
        let bans = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let here = bans.iter().filter(|ban| ban.network.contains(address));
        let until = here.map(|ban| ban.until).max()?;
        (until > now).then_some(until - now)
    }
}

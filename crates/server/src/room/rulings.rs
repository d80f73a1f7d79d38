//! Follows the operators' rulings, which may come from a command while this process runs.

use std::time::Duration;

use super::sweep::{every, told};
use super::{Room, RoomError, Rooms};
use crate::store::{Ruling, Store, StoreError, What};
use crate::table::Millis;

const LOOK_EVERY: Duration = Duration::from_secs(2);
const AT_ONCE: u32 = 200;
/// A ban made by hand, without a ruling, is noticed after this many polls.
const BANS_EVERY: u32 = 30;

impl Rooms {
    pub(super) async fn follow_rulings(&self) {
        let mut ticks = every(LOOK_EVERY);
        let (mut last, mut count) = (0, 0_u32);
        loop {
            ticks.tick().await;
            let mut look_at_bans = count.is_multiple_of(BANS_EVERY);
            while let Some(found) = told("rulings", self.store.rulings(last, AT_ONCE).await) {
                let Some(newest) = found.last() else { break };
                last = newest.number;
                look_at_bans |= found.iter().any(|ruling| !ruling.what.is_about_a_game());
                self.follow(&found).await;
            }
            if look_at_bans {
                self.learn_bans().await;
            }
            count = count.wrapping_add(1);
        }
    }

    async fn follow(&self, rulings: &[Ruling]) {
        for ruling in rulings {
            let game = &*ruling.subject;
            if ruling.what.is_about_a_game()
                && let Some(room) = self.known(game)
            {
                self.look_again(&room).await;
            }
            if ruling.what == What::Removed {
                tracing::info!(game, "removed by {}", ruling.by);
            }
        }
    }

    /// Rooms of games that have just been forgotten.
    pub(super) async fn leave_old_rooms(&self, before: Millis) {
        for room in self.all() {
            if room.updated().await < before {
                self.look_again(&room).await;
            }
        }
    }

    async fn look_again(&self, room: &Room) {
        if let Err(RoomError::NoSuchGame) = room.read_again(&*self.store).await {
            self.drop_room(room.name());
        }
    }

    pub(super) async fn learn_bans(&self) {
        if let Some(bans) = told("bans", self.store.bans(self.now()).await) {
            self.bans.set(bans);
        }
    }
}

impl Room {
    /// Discards its state and reads the game from its beginning. Watchers are notified if it is gone.
    async fn read_again(&self, store: &dyn Store) -> Result<(), RoomError> {
        let mut inside = self.lock().await;
        let Some(stored) = store.read(self.name(), 0).await? else {
            self.publish_gone();
            return Err(RoomError::NoSuchGame);
        };
        let wrong = || StoreError::Corrupt("its entries make no game".into());
        self.replace(&mut inside, &stored).ok_or_else(wrong)?;
        Ok(())
    }
}

//! The game after the game: the same settings, the sides swapped, the same two people with the secrets they have.

use std::sync::Arc;

use kalah::Side;

use super::{Room, RoomError, Rooms, Shown};
use crate::secret::rematch_name;
use crate::store::{SecretDigest, StoreError};
use crate::table::{Command, Event, Game};

impl Rooms {
    /// Offers a rematch, or accepts the other side's offer.
    pub(crate) async fn rematch(
        self: &Arc<Self>,
        room: &Arc<Room>,
        side: Side,
    ) -> Result<Arc<Shown>, RoomError> {
        let game = room.game().await;
        let next = rematch_name(room.name());
        let accept = Command::AcceptRematch { game: next.clone() };
        if game.next().is_some() {
            return Ok(room.shown());
        }
        if game.decide(side, accept.clone()).is_err() {
            return self.act(room, side, Command::OfferRematch).await;
        }
        // The new game comes first: whoever sees its name finds it. Who accepts twice makes it once.
        match self.make_rematch(room, &game, &next).await {
            Ok(_) | Err(RoomError::Store(StoreError::Stale)) => {}
            Err(error) => return Err(error),
        }
        self.act(room, side, accept).await
    }

    async fn make_rematch(
        &self,
        room: &Room,
        game: &Game,
        next: &str,
    ) -> Result<Arc<Room>, RoomError> {
        let mut events = vec![Event::Made {
            settings: game.settings().clone(),
            after: Some(room.name().to_string()),
        }];
        let joined = |side: Side| Event::Joined {
            side,
            name: game.name(side.other()).cloned().unwrap_or_default(),
        };
        events.extend(Side::BOTH.map(joined));
        let seats = room.shown().seats;
        let swapped = |side: Side| Some((side, seats[side.other()]?));
        let seats: Vec<(Side, SecretDigest)> = Side::BOTH.into_iter().filter_map(swapped).collect();
        self.add_new(next, events, seats).await
    }
}

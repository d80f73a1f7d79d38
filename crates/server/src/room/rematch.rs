//! Rematches: the same settings, the sides swapped, the same two people with the secrets they have.

use std::sync::Arc;
use std::time::Duration;

use kalah::Side;

use super::{Room, RoomError, Rooms, Shown};
use crate::secret::rematch_name;
use crate::store::{SecretDigest, StoreError};
use crate::table::{Command, Event, Game, Refusal};

/// Offering and accepting can cross each other; they agree after two rounds.
const ROUNDS: usize = 4;

impl Rooms {
    /// Offers a rematch, or accepts the other side's offer, which makes a game if `may_make` allows it. Harmless to repeat.
    pub(crate) async fn rematch(
        self: &Arc<Self>,
        room: &Arc<Room>,
        side: Side,
        may_make: impl Fn() -> Result<(), Duration>,
    ) -> Result<Arc<Shown>, RoomError> {
        let next = rematch_name(room.name());
        let accept = Command::AcceptRematch { game: next.clone() };
        let mut allowed = false;
        for _ in 0..ROUNDS {
            let game = room.game().await;
            if game.next().is_some() {
                return Ok(room.shown());
            }
            let step = match game.decide(side, accept.clone()) {
                Ok(_) => {
                    if !allowed {
                        may_make().map_err(RoomError::TooManyGames)?;
                        allowed = true;
                    }
                    // The new game comes first: any client that sees its name finds it. Accepting twice makes it once.
                    match self.make_rematch(room, &game, &next).await {
                        Ok(_) | Err(RoomError::Store(StoreError::Stale)) => {}
                        Err(error) => return Err(error),
                    }
                    self.act(room, side, accept.clone()).await
                }
                Err(_) => self.act(room, side, Command::OfferRematch).await,
            };
            match step {
                // The other side has offered or accepted at the same moment: look again.
                Err(RoomError::Refused(Refusal::AlreadyOffered | Refusal::AlreadyRematched)) => {}
                step => return step,
            }
        }
        Err(RoomError::Contended)
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
            series: Some(room.shown().series.to_string()),
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

//! What needs the consent of both, and calling a game off before it has really begun.

use kalah::Side;

use super::entry::Event;
use super::game::{Game, Refusal};

impl Game {
    pub(super) fn ask_takeback(&self, side: Side) -> Result<Option<Event>, Refusal> {
        self.playing()?;
        self.has_space()?;
        self.own_last_move(side).ok_or(Refusal::NothingToTakeBack)?;
        Ok(match self.takeback {
            Some(asker) if asker == side => None,
            // Both want it: the first request counts.
            Some(_) => Some(self.answer_takeback(side, true)?),
            None => Some(Event::TakebackAsked { side }),
        })
    }

    pub(super) fn answer_takeback(&self, side: Side, yes: bool) -> Result<Event, Refusal> {
        self.playing()?;
        let asker = self.takeback.ok_or(Refusal::NotAsked)?;
        match (yes, asker == side) {
            (false, _) => Ok(Event::TakebackDropped { side }),
            (true, true) => Err(Refusal::NotAsked),
            (true, false) => {
                let to = self.own_last_move(asker);
                let to = to.ok_or(Refusal::NothingToTakeBack)?;
                Ok(Event::TakenBack { to })
            }
        }
    }

    /// Once between two moves of the same player, so that offers cannot be endless.
    pub(super) fn offer_draw(&self, side: Side) -> Result<Option<Event>, Refusal> {
        self.playing()?;
        self.has_space()?;
        match self.draw {
            Some(offerer) if offerer == side => Ok(None),
            Some(_) => Ok(Some(Event::Drawn)),
            None if self.has_offered[side] => Err(Refusal::OfferedLately),
            None => Ok(Some(Event::DrawOffered { side })),
        }
    }

    pub(super) fn answer_draw(&self, side: Side, yes: bool) -> Result<Event, Refusal> {
        self.playing()?;
        let offerer = self.draw.ok_or(Refusal::NotAsked)?;
        match (yes, offerer == side) {
            (false, _) => Ok(Event::DrawDropped { side }),
            (true, true) => Err(Refusal::NotAsked),
            (true, false) => Ok(Event::Drawn),
        }
    }

    pub(super) fn abort(&self, side: Side) -> Result<Option<Event>, Refusal> {
        self.playing()?;
        match self.is_abortable() {
            true => Ok(Some(Event::Aborted { side })),
            false => Err(Refusal::BothMoved),
        }
    }

    /// Until both have moved nothing is lost if the game is called off.
    pub(super) fn is_abortable(&self) -> bool {
        let has_moved = |side: Side| self.own_last_move(side).is_some();
        self.playing().is_ok() && !Side::BOTH.into_iter().all(has_moved)
    }
}

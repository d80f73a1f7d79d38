//! The hint, worked out in the background.

use kalah::Position;
use play::Hint;

use crate::work::{Desk, Effect, Reply, Ticket};

/// A requested hint.
#[derive(Default)]
pub(super) struct Advice {
    asked: bool,
    ticket: Option<Ticket>,
    found: Option<Box<Hint>>,
}

impl Advice {
    pub(super) fn want(&mut self, position: &Position, desk: &mut Desk) {
        if self.asked {
            return;
        }
        let ticket = desk.ticket();
        self.asked = true;
        self.ticket = Some(ticket);
        desk.ask(Effect::Hint {
            ticket,
            position: Box::new(*position),
        });
    }

    /// It is no longer wanted.
    pub(super) fn drop(&mut self, desk: &mut Desk) {
        desk.cancel(&mut self.ticket);
        *self = Advice::default();
    }

    pub(super) fn hear(&mut self, reply: &Reply) {
        if let Reply::Hinted { ticket, hint } = reply
            && self.ticket == Some(*ticket)
        {
            self.ticket = None;
            self.found = Some(hint.clone());
        }
    }

    pub(super) fn is_asked_for(&self) -> bool {
        self.asked
    }

    pub(super) fn hint(&self) -> Option<&Hint> {
        self.found.as_deref()
    }
}

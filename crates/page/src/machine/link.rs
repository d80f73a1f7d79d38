//! The inputs of a machine, for an address.

use serde::Serialize;

use super::On;
use super::power::Power;
use crate::reply::{Answer, Nothing, json, read as read_request};
use bench::Act;

#[derive(Serialize)]
struct LinkView<'a> {
    acts: String,
    now: u64,
    /// The changed sources.
    files: Option<&'a std::collections::BTreeMap<String, String>>,
}

impl On {
    /// All inputs up to now, and what else a link needs.
    pub(super) fn link(&self, request: &str) -> Answer {
        read_request::<Nothing>(request)?;
        json(&LinkView {
            acts: bench::link::write(&self.time, |act| match act {
                // A link has no room for drawings.
                Act::Edit(_) => String::new(),
                act => self.rig().text(act),
            }),
            now: self.time.now(),
            files: match &self.power {
                Power::Console { firmware, .. } if !firmware.is_own() => Some(&firmware.changed),
                _ => None,
            },
        })
    }
}

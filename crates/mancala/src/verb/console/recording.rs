//! Values noted at every half-tick, and drawn.

use std::io;

use console::Thing;
use timeline::talk;

use super::table::{Next, Table};
use crate::wording::words;

impl Table<'_> {
    /// From now on these values are noted.
    pub(super) fn record(&mut self, things: &[(String, Thing)]) -> io::Result<()> {
        let probes = things.iter().map(|(name, thing)| thing.probe(name));
        self.timeline.record(probes.collect(), talk::CHANGES);
        let at = self.timeline.now().to_string();
        self.say(&words!("console.recording", count = things.len(), at = at))
    }

    /// Draws the last of what was noted.
    pub(super) fn wave(&mut self, count: Option<u64>) -> io::Result<Result<Next, String>> {
        let count = count.map_or(String::new(), |count| count.to_string());
        match talk::wave(&self.timeline, &count) {
            Err(_) => Ok(Err(words!("console.no-recording"))),
            Ok(drawn) => {
                write!(self.out, "{drawn}")?;
                Ok(Ok(Next::Go))
            }
        }
    }
}

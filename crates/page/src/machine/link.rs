//! What was done to a machine, as text that an address can carry: lines such as `120 press 3`.

use serde::Serialize;
use timeline::What;
use timeline::run::{Event, Run};

use super::On;
use super::power::Power;
use crate::reply::{Answer, Nothing, json, read as read_request};

#[derive(Serialize)]
struct LinkView<'a> {
    acts: String,
    now: u64,
    /// The sources that were changed.
    files: Option<&'a std::collections::BTreeMap<String, String>>,
}

/// The acts of a text, as a run.
pub fn read(text: &str) -> Result<Run, String> {
    let mut run = Run::default();
    let acts = text.lines().map(str::trim);
    let mut last = 0;
    for act in acts.filter(|act| !act.is_empty()) {
        let (moment, what) = act.split_once(' ').unwrap_or((act, ""));
        let moment: u64 = moment
            .parse()
            .map_err(|_| format!("expected a half-tick, found '{moment}'"))?;
        if moment < last {
            return Err(format!("half-tick {moment} comes after {last}"));
        }
        last = moment;
        run.events.push(Event {
            moment,
            what: timeline::run::What::Input(what.to_owned()),
            line: 1,
            column: 1,
        });
    }
    Ok(run)
}

impl On {
    /// Everything done up to now, and what else a link needs.
    pub(super) fn link(&self, request: &str) -> Answer {
        read_request::<Nothing>(request)?;
        let mut left = self.time.inputs_done();
        let mut acts = Vec::new();
        for mark in self.time.marks() {
            if let What::Input(act) = mark.what
                && left > 0
            {
                left -= 1;
                acts.push(format!("{} {}", mark.moment, self.rig().text(act)));
            }
        }
        json(&LinkView {
            acts: acts.join("\n"),
            now: self.time.now(),
            files: match &self.power {
                Power::Console { changed, .. } if !changed.is_empty() => Some(changed),
                _ => None,
            },
        })
    }
}

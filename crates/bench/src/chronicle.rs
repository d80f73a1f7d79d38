//! Notes about a running console: what its program did, and the traffic on its data memory.
//!
//! The notes follow from the run, so going back and forth does not change them: replaying a stretch produces the same
//! notes at the same places. Notes are dropped only when a different future begins before them.

use consoles::story::Event;
use consoles::{Machine, Touch, Wired};

use crate::firmware::Firmware;
use crate::moves::Story;

/// Maximum number of notes.
const MOST: usize = 50_000;
/// Number of recent addresses that are ranked.
const LATEST: usize = 4;
/// Half-life of an access, in half-ticks.
const HALF_LIFE: u64 = 1 << 14;

pub struct Chronicle {
    story: Story,
    /// In order of time.
    events: Vec<(u64, Event)>,
    traffic: Traffic,
}

/// How the processor uses its data memory.
pub struct Traffic {
    /// The latest addresses, the newest first.
    pub read: Vec<u8>,
    pub written: Vec<u8>,
    uses: [u32; 256],
    halved: u64,
    /// Touches of the console that are noted.
    touches: u64,
}

impl Chronicle {
    pub fn new(firmware: &Firmware) -> Chronicle {
        Chronicle {
            story: Story::new(firmware),
            events: Vec::new(),
            traffic: Traffic {
                read: Vec::new(),
                written: Vec::new(),
                uses: [0; 256],
                halved: 0,
                touches: 0,
            },
        }
    }

    /// The places in the firmware that report what it does.
    pub(crate) fn story(&self) -> &Story {
        &self.story
    }

    pub fn traffic(&self) -> &Traffic {
        &self.traffic
    }

    /// The notes up to a moment.
    pub fn until(&self, moment: u64) -> &[(u64, Event)] {
        let end = self.events.partition_point(|(at, _)| *at <= moment);
        &self.events[..end]
    }

    /// All notes, those of the known future included.
    pub fn events(&self) -> &[(u64, Event)] {
        &self.events
    }

    /// Drops the notes after a moment: a different future begins there.
    pub fn cut(&mut self, moment: u64) {
        self.events.truncate(self.until(moment).len());
    }

    /// Observes a console after a half-tick.
    pub fn watch(&mut self, console: &Wired) {
        let moment = console.half_ticks();
        if console.touches() != self.traffic.touches {
            self.traffic.touches = console.touches();
            if let Some(touch) = console.touched() {
                self.traffic.note(touch, moment);
            }
        }
        if let Some(event) = self.story.event(console) {
            self.note(moment, event);
        }
    }

    /// Adds an event, unless it is noted already or repeats the one before it.
    fn note(&mut self, moment: u64, event: Event) {
        let at = self.events.partition_point(|(at, _)| *at < moment);
        let noted = self.events.get(at) == Some(&(moment, event));
        let before = at.checked_sub(1).map(|before| self.events[before].1);
        if noted || before == Some(event) {
            return;
        }
        if self.events.len() >= MOST {
            self.events.drain(..MOST / 4);
            return self.note(moment, event);
        }
        self.events.insert(at, (moment, event));
    }
}

impl Traffic {
    fn note(&mut self, Touch { address, written }: Touch, moment: u64) {
        if moment.abs_diff(self.halved) > HALF_LIFE {
            self.halved = moment;
            self.uses.iter_mut().for_each(|uses| *uses /= 2);
        }
        let uses = &mut self.uses[usize::from(address)];
        *uses = uses.saturating_add(1);
        let latest = if written {
            &mut self.written
        } else {
            &mut self.read
        };
        latest.retain(|other| *other != address);
        latest.insert(0, address);
        latest.truncate(LATEST);
    }

    /// How much a cell is used: 0 not at all, 255 more than any other could be.
    pub fn heat(&self) -> impl Iterator<Item = u8> {
        self.uses.iter().map(|&uses| match uses {
            0 => 0,
            uses => ((uses.ilog2() + 1) * 16).min(255) as u8,
        })
    }
}

//! What is noted about a console while it runs: a description of what its program did, and the traffic on its data memory.
//!
//! The notes follow from the run, so going back and forth changes nothing about them: what is run through again is
//! noted again at the same place. Only when something else is done in the past do the notes after it go.

use consoles::story::Event;
use consoles::{Machine, Touch, Wired};

use crate::firmware::Firmware;
use crate::moves::Story;

/// Notes that are kept.
const MOST: usize = 50_000;
/// How many of the latest addresses are distinguished.
const LATEST: usize = 4;
/// Half-ticks after which what was used counts half.
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

    /// Where the firmware tells what it does.
    pub(crate) fn story(&self) -> &Story {
        &self.story
    }

    pub fn traffic(&self) -> &Traffic {
        &self.traffic
    }

    /// What happened up to a moment.
    pub fn until(&self, moment: u64) -> &[(u64, Event)] {
        let end = self.events.partition_point(|(at, _)| *at <= moment);
        &self.events[..end]
    }

    /// All that is known, of the future too.
    pub fn events(&self) -> &[(u64, Event)] {
        &self.events
    }

    /// Something else follows after a moment.
    pub fn cut(&mut self, moment: u64) {
        self.events.truncate(self.until(moment).len());
    }

    /// Looks at a console after a half-tick.
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

    /// Notes an event, unless it is noted already or is the one before it again.
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

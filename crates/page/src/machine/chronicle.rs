//! What is noted about a console while it runs: what its program did in words, and the traffic on its data memory.
//!
//! The notes follow from the run, so going back and forth changes nothing about them: what is run through again is
//! noted again at the same place. Only when something else is done in the past do the notes after it go.

use console::story::{Event, Stop, stops};
use console::{Machine, Model, Touch, Wired, firmware::Bank};

/// Notes that are kept.
const MOST: usize = 50_000;
/// The latest addresses that are told apart.
const LATEST: usize = 4;
/// Half-ticks after which what was used counts half.
const HALF_LIFE: u64 = 1 << 14;

pub struct Chronicle {
    /// By bank and address: which of `stops`.
    index: Vec<[u8; 256]>,
    stops: Vec<Stop>,
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

const NONE: u8 = u8::MAX;

impl Chronicle {
    pub fn new(model: Model, banks: &[Bank]) -> Chronicle {
        let mut stops = stops(model, banks);
        stops.truncate(usize::from(NONE));
        let mut index = vec![[NONE; 256]; banks.len()];
        for (number, stop) in stops.iter().enumerate() {
            index[stop.bank][usize::from(stop.address)] = number as u8;
        }
        Chronicle {
            index,
            stops,
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

    pub(crate) fn traffic(&self) -> &Traffic {
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
        if console.is_between_instructions() {
            let (bank, pc) = (console.bank(), console.registers().pc);
            let stop = self.index.get(bank).map_or(NONE, |of| of[usize::from(pc)]);
            if stop != NONE
                && let Some(event) = self.stops[usize::from(stop)].tell(console)
            {
                self.note(moment, event);
            }
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
    pub(crate) fn heat(&self) -> impl Iterator<Item = u8> {
        self.uses.iter().map(|&uses| match uses {
            0 => 0,
            uses => ((uses.ilog2() + 1) * 16).min(255) as u8,
        })
    }
}

//! A moment as bytes, for the timeline: the states of the parts and the values of the wires, without the time.

use timeline::Reader;

use super::exact::ExactState;
use super::wheel::Event;
use super::{Engine, Simulator};
use crate::netlist::PortId;
use crate::value::Word;

/// The section after the states.
const AT_REST: u8 = 0;
const EXACT: u8 = 1;

impl Simulator {
    pub(super) fn save_state(&self, out: &mut Vec<u8>) {
        let mut states = self.shared.states.clone();
        let at_rest = self.fast.as_ref().filter(|_| self.running == Engine::Fast);
        if let Some(fast) = at_rest {
            fast.show_clocks(&mut states);
        }
        for state in states.list.iter() {
            state.save(self.shared.ticks, out);
        }
        match at_rest {
            Some(fast) => {
                out.push(AT_REST);
                write_words(&fast.values(), out);
            }
            None => {
                out.push(EXACT);
                self.exact.save().write(out);
            }
        }
    }

    pub(super) fn load_state(&mut self, ticks: u64, bytes: &[u8]) {
        let mut bytes = Reader(bytes);
        self.shared.ticks = ticks;
        self.shared.touched.clear();
        self.checkpoint.stale = true;
        for state in self.shared.states.list.iter_mut() {
            state.load(ticks, &mut bytes);
        }
        match (bytes.u8(), &mut self.fast) {
            (AT_REST, Some(fast)) => {
                let count = fast.plan().source_origin.len();
                fast.set_values(&self.shared, &read_words(&mut bytes, count));
                self.running = Engine::Fast;
            }
            _ => {
                let mut state = self.exact.save();
                state.read(&mut bytes);
                self.exact.load(&state);
                self.running = Engine::Exact;
            }
        }
    }
}

/// The lowest bytes of all words come first, then the next ones: most words are bits, and those that changed then lie
/// close together, which makes checkpoints small.
fn write_words(words: &[Word], out: &mut Vec<u8>) {
    for plane in 0..4 {
        out.extend(words.iter().map(|word| (word.v >> (8 * plane)) as u8));
    }
    for plane in 0..4 {
        out.extend(words.iter().map(|word| (word.u >> (8 * plane)) as u8));
    }
}

fn read_words(bytes: &mut Reader<'_>, count: usize) -> Vec<Word> {
    let mut words = vec![Word::ZERO; count];
    for plane in 0..4 {
        let pairs = words.iter_mut().zip(bytes.bytes(count));
        pairs.for_each(|(word, byte)| word.v |= u32::from(*byte) << (8 * plane));
    }
    for plane in 0..4 {
        let pairs = words.iter_mut().zip(bytes.bytes(count));
        pairs.for_each(|(word, byte)| word.u |= u32::from(*byte) << (8 * plane));
    }
    words
}

impl ExactState {
    fn write(&self, out: &mut Vec<u8>) {
        write_words(&self.nets, out);
        write_words(&self.drivers, out);
        let seen = self.net_seen.iter().chain(&self.driver_seen);
        out.extend(seen.map(|&seen| u8::from(seen)));
        out.extend([self.started, self.oscillating].map(u8::from));
        out.extend((self.restless.len() as u32).to_le_bytes());
        out.extend(self.restless.iter().flat_map(|port| port.0.to_le_bytes()));
        out.extend((self.events.len() as u32).to_le_bytes());
        for (delay, event) in &self.events {
            out.extend(delay.to_le_bytes());
            out.extend(event.driver.0.to_le_bytes());
            event.value.save(out);
        }
    }

    /// The simulated time stays what it is.
    fn read(&mut self, bytes: &mut Reader<'_>) {
        self.nets = read_words(bytes, self.nets.len());
        self.drivers = read_words(bytes, self.drivers.len());
        let seen = self.net_seen.iter_mut().chain(&mut self.driver_seen);
        seen.for_each(|seen| *seen = bytes.u8() != 0);
        (self.started, self.oscillating) = (bytes.u8() != 0, bytes.u8() != 0);
        let restless = bytes.u32();
        self.restless = (0..restless).map(|_| PortId(bytes.u32())).collect();
        let events = bytes.u32();
        let mut event = || {
            let (delay, driver) = (bytes.u32(), PortId(bytes.u32()));
            let value = Word::load(bytes);
            (delay, Event { driver, value })
        };
        self.events = (0..events).map(|_| event()).collect();
    }
}

//! The board of 2016, run from its circuits, against the native console: half-tick by half-tick.

use circuit::model::Kind;
use circuit::netlist::PartId;
use console::{Button, Engine, Fast, Model, Panel, Phase, Processor, Wired};
use engine::lots::Lots;

const MODELS: [Model; 2] = [Model::Y2016, Model::Y2016Mirror];
/// More half-ticks than any game takes.
const LONG: u64 = 2_000_000;
/// The first address of the pad.
const PAD: u8 = 0xF0;

/// A console run from its circuits beside the native one. Whatever is done is done to both, and they must agree.
struct Pair {
    fast: Fast,
    wired: Wired,
    ram: PartId,
    shown: Panel,
}

fn only(wired: &Wired, kind: Kind) -> PartId {
    let design = wired.simulator().design();
    let mut found = design
        .part_ids()
        .filter(|&part| design.component(part).kind() == Some(kind));
    let part = found.next().expect("there is one");
    assert_eq!(found.next(), None, "there is one only");
    part
}

impl Pair {
    fn new(model: Model, processor: Processor) -> Pair {
        let (fast, wired) = (Fast::new(model), Wired::new(model, processor));
        Pair {
            ram: only(&wired, Kind::Ram),
            shown: fast.panel(),
            fast,
            wired,
        }
    }

    fn half_tick(&mut self) {
        self.fast.half_tick();
        self.wired.half_tick();
        self.compare();
    }

    fn hold(&mut self, buttons: &[Button]) {
        self.fast.hold(buttons);
        self.wired.hold(buttons);
        self.compare();
    }

    /// The same panel, and at the end of a clock the same memory and registers.
    fn compare(&mut self) {
        let now = self.fast.half_ticks();
        assert_eq!(self.wired.half_ticks(), now);
        let panel = self.fast.panel();
        assert_eq!(self.wired.panel(), panel, "half-tick {now}");
        assert_eq!(self.wired.is_stopped(), self.fast.is_stopped());
        if now % 2 == 1 {
            return;
        }
        for address in 0..PAD {
            let cell = self.wired.simulator().cell(self.ram, address.into());
            let wanted = self.fast.peek(address);
            assert_eq!(cell, Ok(wanted.into()), "{address:02x} at {now}");
        }
        self.compare_peek(PAD..=PAD);
        if panel != self.shown || now % 4096 == 0 {
            self.compare_peek(0..=255);
            let sim = self.wired.simulator();
            assert_eq!(sim.short_circuits(), [], "half-tick {now}");
        }
        self.shown = panel;
    }

    fn compare_peek(&self, addresses: std::ops::RangeInclusive<u8>) {
        let now = self.fast.half_ticks();
        for address in addresses {
            let (found, wanted) = (self.wired.peek(address), self.fast.peek(address));
            assert_eq!(found, wanted, "{address:02x} at {now}");
        }
    }

    fn phase(&self) -> Phase {
        self.fast.panel().phase()
    }

    /// Runs until the machine waits for a person or has halted.
    fn settle(&mut self) {
        for _ in 0..LONG {
            if self.fast.is_waiting() || self.fast.is_stopped() {
                return;
            }
            self.half_tick();
        }
        panic!("it does not settle");
    }

    fn run(&mut self, half_ticks: usize) {
        (0..half_ticks).for_each(|_| self.half_tick());
    }

    /// Holds a button for so long and lets go.
    fn press(&mut self, number: u8, half_ticks: usize) {
        self.hold(&[Button::Pit(number)]);
        self.run(half_ticks);
        self.hold(&[]);
    }
}

/// A complete game, the human by lot: any button, long or short, at any moment of the wait.
fn game(model: Model, processor: Processor, seed: u64) -> Pair {
    let mut pair = Pair::new(model, processor);
    let mut lots = Lots::new(seed);
    pair.settle();
    while !pair.fast.is_stopped() {
        pair.run(lots.below(40));
        pair.press(1 + lots.below(6) as u8, 1 + lots.below(300));
        pair.settle();
    }
    pair.run(50);
    assert_eq!(pair.phase(), Phase::Over);
    pair
}

#[test]
fn games_of_both_images_are_those_of_the_native_console() {
    for model in MODELS {
        for seed in 0..2 {
            let pair = game(model, Processor::Native, seed);
            eprintln!("{model} {}", pair.fast.half_ticks());
        }
    }
}

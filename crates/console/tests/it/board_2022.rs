//! The board of 2022 from its circuits, held against the fast engine.

use console::hardware::places;
use console::{Button, Engine, Fast, Model};
use console::{Processor, Wired};
use engine::lots::Lots;

/// The same console twice: its circuits, and the model they are held against.
struct Pair {
    wired: Wired,
    fast: Fast,
}

impl Pair {
    fn new(processor: Processor) -> Pair {
        Pair {
            wired: Wired::new(Model::Y2022, processor),
            fast: Fast::new(Model::Y2022),
        }
    }

    fn hold(&mut self, buttons: &[Button]) {
        self.wired.hold(buttons);
        self.fast.hold(buttons);
        self.compare();
    }

    fn compare(&self) {
        let now = self.fast.half_ticks();
        assert_eq!(self.wired.half_ticks(), now);
        assert_eq!(self.wired.panel(), self.fast.panel(), "half-tick {now}");
    }

    fn half_tick(&mut self) {
        self.wired.half_tick();
        self.fast.half_tick();
        self.compare();
        if self.fast.half_ticks() % 2 == 0 {
            let now = self.fast.half_ticks();
            for address in 0..=255 {
                let (ours, theirs) = (self.wired.peek(address), self.fast.peek(address));
                assert_eq!(ours, theirs, "{address:02X} at half-tick {now}");
            }
        }
    }
}

#[test]
fn first() {
    let mut pair = Pair::new(Processor::Native);
    let t = std::time::Instant::now();
    let mut lots = Lots::new(1);
    for _ in 0..2_000_0 {
        pair.half_tick();
        if pair.fast.is_waiting() {
            pair.hold(&[Button::Pit(1 + lots.below(6) as u8)]);
            pair.hold(&[]);
        }
        if pair.wired.is_waiting() != pair.fast.is_waiting() {
            println!(
                "{} {} {}",
                pair.fast.half_ticks(),
                pair.fast.is_waiting(),
                pair.wired.is_waiting()
            );
        }
    }
    println!("{:?} {:?}", t.elapsed(), pair.fast.panel());
    let _ = places(Model::Y2022);
}

#[test]
fn timing() {
    for file in console::hardware::FILES {
        let t = std::time::Instant::now();
        let _ = (file.draw)().text();
        println!("{} {:?}", file.path, t.elapsed());
    }
    let t = std::time::Instant::now();
    let mut wired = Wired::new(Model::Y2022, Processor::Native);
    println!("new {:?}", t.elapsed());
    let t = std::time::Instant::now();
    for _ in 0..20000 { wired.half_tick(); }
    println!("20000 {:?}", t.elapsed());
    let t = std::time::Instant::now();
    for _ in 0..100 { for a in 0..=255 { wired.peek(a); } }
    println!("peeks {:?}", t.elapsed());
    let t = std::time::Instant::now();
    for _ in 0..1000 { wired.panel(); }
    println!("panels {:?}", t.elapsed());
}

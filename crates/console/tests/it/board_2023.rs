//! The board of 2023 beside its native twin, and against what was recorded of it.

use circuit::netlist::PartId;
use console::map::y2023::{AI_EMPTY, FIRST, SEEDS, USER_EMPTY, USER_PIT};
use console::{Button, Engine, Fast, Model, Panel, Phase, Processor, Wired};
use engine::lots::Lots;
use kalah::Side;

/// Both machines, always at the same half-tick.
struct Pair {
    fast: Fast,
    wired: Wired,
    ram: PartId,
    presses: String,
}

impl Pair {
    fn new(processor: Processor) -> Pair {
        let wired = Wired::new(Model::Y2023, processor);
        let pair = Pair {
            fast: Fast::new(Model::Y2023),
            ram: wired.simulator().find("/@540,800/RAM@940,260").unwrap(),
            wired,
            presses: String::new(),
        };
        pair.compare();
        pair
    }

    fn hold(&mut self, buttons: &[Button]) {
        self.presses += &format!("{}:{buttons:?} ", self.fast.half_ticks());
        self.fast.hold(buttons);
        self.wired.hold(buttons);
        self.compare();
        self.compare_memory();
    }

    fn half_tick(&mut self) {
        self.fast.half_tick();
        self.wired.half_tick();
        self.compare();
        if self.fast.half_ticks().is_multiple_of(2) {
            self.compare_memory();
        }
    }

    fn compare(&self) {
        let (fast, wired) = (self.fast.panel(), self.wired.panel());
        assert_eq!(fast, wired, "{}", self.context());
    }

    fn compare_memory(&self) {
        let chips = [SEEDS, FIRST, USER_PIT, AI_EMPTY, USER_EMPTY];
        let sim = self.wired.simulator();
        for address in 0..=255 {
            if !chips.contains(&address) {
                let cell = sim.cell(self.ram, address.into());
                assert_eq!(
                    cell,
                    Ok(self.fast.peek(address).into()),
                    "cell {address:02X}, {}",
                    self.context()
                );
                continue;
            }
            let (fast, wired) = (self.fast.peek(address), self.wired.peek(address));
            assert_eq!(fast, wired, "cell {address:02X}, {}", self.context());
        }
    }

    fn context(&self) -> String {
        format!("half-tick {}, {}", self.fast.half_ticks(), self.presses)
    }
}

#[test]
fn starts() {
    let mut pair = Pair::new(Processor::Native);
    for _ in 0..2000 {
        pair.half_tick();
    }
    pair.hold(&[Button::Seeds(4)]);
    pair.hold(&[]);
    for _ in 0..200 {
        pair.half_tick();
    }
    pair.hold(&[Button::First(Side::South)]);
    pair.hold(&[]);
    for _ in 0..2000 {
        pair.half_tick();
    }
    pair.hold(&[Button::Pit(3)]);
    pair.hold(&[]);
    for _ in 0..10000 {
        pair.half_tick();
    }
}

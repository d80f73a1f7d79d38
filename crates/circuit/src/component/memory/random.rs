//! Random generator.

use super::{EDGE, Trigger, register_box};
use crate::component::behaviour::Behave;
use crate::component::{BLANK, Behaviour, Description, Io, Port, State, Timing};
use crate::picture::Sketch;
use crate::project::{Attr, Form, LABEL, LABEL_FONT, View, WIDTH_8};
use crate::value::{Word, mask};

pub(in crate::component) const RANDOM: Description = Description {
    library: "Memory",
    name: "Random",
    about: "A new random number at every clock.",
    attributes: &[
        WIDTH_8,
        Attr::new("seed", "0", Form::Number),
        EDGE,
        LABEL,
        LABEL_FONT,
    ],
    ports,
    behaviour: |site| {
        Behaviour::Random(Random {
            mask: mask(site.attrs.count("width")),
            seed: site.attrs.number("seed"),
            trigger: Trigger::of(site.attrs),
        })
    },
    picture,
    timing: Timing::Clocked,
    ..BLANK
};

fn ports(attrs: View<'_>) -> Vec<Port> {
    vec![
        Port::output("q", (0, 0), attrs.count("width")),
        Port::need("clk", (-30, -10), 1),
        Port::input("en", (-30, 10), 1),
        Port::input("clr", (-20, 20), 1),
    ]
}

#[derive(Clone, Debug)]
pub struct Random {
    mask: u32,
    seed: u32,
    pub(in crate::component) trigger: Trigger,
}

const MULTIPLIER: u64 = 0x5_DEEC_E66D;
const SEED_BITS: u64 = (1 << 48) - 1;

impl Behave for Random {
    /// Without a seed of its own, the generator uses one from outside, where Logisim uses the time of day.
    fn initial(&self, seed: u64) -> State {
        let start = if self.seed != 0 {
            i64::from(self.seed as i32) as u64
        } else {
            (seed ^ MULTIPLIER) & SEED_BITS
        };
        State::Random {
            value: start as u32,
            seed: start,
            reset: start,
            clock: Word::ZERO,
        }
    }

    fn evaluate<I: Io>(&self, state: &mut State, io: &mut I) {
        let State::Random {
            value,
            seed,
            reset,
            clock,
        } = state
        else {
            return;
        };
        let fires = self.trigger.fires(clock, io.get(1));
        if io.get(3) == Word::ONE {
            *seed = *reset;
            *value = *reset as u32;
        } else if fires && io.get(2) != Word::ZERO {
            *seed = seed.wrapping_mul(MULTIPLIER).wrapping_add(0xB) & SEED_BITS;
            *value = (*seed >> 12) as u32;
        }
        io.set(0, Word::known(*value & self.mask), 4);
    }
}

fn picture(sketch: &mut Sketch<'_>) {
    let frame = register_box(sketch);
    sketch.clock_mark(1, false);
    sketch.dots();
    sketch.label_above(frame);
}

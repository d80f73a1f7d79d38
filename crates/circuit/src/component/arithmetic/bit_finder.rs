//! Bit finder.

use super::{body, shift_width};
use crate::component::behaviour::Behave;
use crate::component::{BLANK, Behaviour, Description, Io, MainPort, Port, State, Timing};
use crate::picture::{Align, BLACK, Sketch};
use crate::project::{Attr, Form, View, WIDTH_8};
use crate::value::{Word, mask};

pub(in crate::component) const BIT_FINDER: Description = Description {
    library: "Arithmetic",
    name: "BitFinder",
    about: "The place of the lowest or highest bit that is 1, or that is 0.",
    attributes: &[
        WIDTH_8,
        Attr::new(
            "type",
            "low1",
            Form::Choice(&["low1", "high1", "low0", "high0"]),
        ),
    ],
    ports,
    main: MainPort::At(1),
    behaviour: |site| {
        let (kind, width) = (site.attrs.text("type"), site.attrs.count("width"));
        Behaviour::BitFinder(BitFinder {
            width,
            goal: Word::known(u32::from(kind.ends_with('1'))),
            from_top: kind.starts_with("high"),
            output_width: shift_width(width),
        })
    },
    picture,
    timing: Timing::Logic,
    ..BLANK
};

fn ports(attrs: View<'_>) -> Vec<Port> {
    let width = attrs.count("width");
    vec![
        Port::output("found", (-20, 20), 1),
        Port::output("out", (0, 0), shift_width(width)),
        Port::need("in", (-40, 0), width),
    ]
}

#[derive(Clone, Debug)]
pub struct BitFinder {
    width: u32,
    goal: Word,
    from_top: bool,
    output_width: u32,
}

impl Behave for BitFinder {
    fn longest_delay(&self) -> u32 {
        32
    }

    fn evaluate<I: Io>(&self, _: &mut State, io: &mut I) {
        let data = io.get(2);
        let order = |i: u32| if self.from_top { self.width - 1 - i } else { i };
        let decisive = (0..self.width)
            .map(order)
            .find(|&at| data.bit(at) == self.goal || !data.bit(at).is_known());
        let all = mask(self.output_width);
        let (found, index) = match decisive {
            None => (Word::ZERO, Word::ZERO),
            Some(at) if data.bit(at) == self.goal => (Word::ONE, Word::known(at)),
            Some(_) => (Word::E, Word::error(all)),
        };
        io.set(0, found, self.output_width);
        io.set(1, index, self.output_width);
    }
}

fn picture(sketch: &mut Sketch<'_>) {
    body(sketch, 1, 22, "");
    let kind = sketch.attrs().text("type");
    let (which, bit) = kind.split_at(kind.len() - 1);
    for (dy, word) in [(-12, "find"), (0, which), (12, bit)] {
        sketch.say((-20, dy), Align::Middle, 11, BLACK, word);
    }
    sketch.dots();
}

//! Bit adder: counts ones.

use super::{bit_length, body};
use crate::component::behaviour::Behave;
use crate::component::{BLANK, Behaviour, Description, Io, Port, State, Timing};
use crate::project::{Attr, Form, View, WIDTH_8};
use crate::value::{Word, mask};

pub(in crate::component) const BIT_ADDER: Description = Description {
    library: "Arithmetic",
    name: "BitAdder",
    about: "Counts the bits of its inputs that are 1.",
    attributes: &[WIDTH_8, Attr::new("inputs", "1", Form::Int(1, 32))],
    ports,
    behaviour: |site| {
        let (width, inputs) = (site.attrs.count("width"), site.attrs.count("inputs"));
        Behaviour::BitAdder(BitAdder {
            inputs: inputs as usize,
            output_width: bit_length(width * inputs),
        })
    },
    picture: |sketch| {
        body(sketch, sketch.attrs().int("inputs"), 22, "#");
        sketch.dots();
    },
    timing: Timing::Logic,
    ..BLANK
};

fn ports(attrs: View<'_>) -> Vec<Port> {
    let (width, inputs) = (attrs.count("width"), attrs.int("inputs"));
    let top = -10 * ((inputs - 1) / 2);
    let mut ports = vec![Port::output(
        "out",
        (0, 0),
        bit_length(width * inputs as u32),
    )];
    for i in 0..inputs {
        let dy = if inputs == 2 {
            -10 + 20 * i
        } else {
            top + 10 * i
        };
        ports.push(Port::need("in", (-40, dy), width).numbered(i));
    }
    ports
}

#[derive(Clone, Debug)]
pub struct BitAdder {
    inputs: usize,
    output_width: u32,
}

impl Behave for BitAdder {
    fn longest_delay(&self) -> u32 {
        32
    }

    fn evaluate<I: Io>(&self, _: &mut State, io: &mut I) {
        let (mut least, mut most) = (0, 0);
        for input in 1..=self.inputs {
            let word = io.get(input);
            least += (word.v & !word.u).count_ones();
            most += (word.v | word.u).count_ones();
        }
        let doubtful = (least + 1..=most).fold(0, |bits, count| bits | (least ^ count));
        let out = Word {
            v: least | doubtful,
            u: doubtful,
        };
        io.set(0, out.and_mask(mask(self.output_width)), self.output_width);
    }
}

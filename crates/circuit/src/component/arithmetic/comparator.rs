//! Comparator.

use super::body;
use crate::component::behaviour::Behave;
use crate::component::{BLANK, Behaviour, Description, Io, MainPort, Port, State, Timing};
use crate::picture::{Align, BLACK, Sketch};
use crate::project::{Attr, Form, View, WIDTH_8};
use crate::value::Word;

pub(in crate::component) const COMPARATOR: Description = Description {
    library: "Arithmetic",
    name: "Comparator",
    about: "Tells whether one number is greater than, equal to or less than another.",
    attributes: &[
        WIDTH_8,
        Attr::new(
            "mode",
            "twosComplement",
            Form::Choice(&["twosComplement", "unsigned"]),
        ),
    ],
    ports,
    main: MainPort::At(2),
    behaviour: |site| {
        Behaviour::Comparator(Comparator {
            width: site.attrs.count("width"),
            signed: site.attrs.is("mode", "twosComplement"),
        })
    },
    picture,
    timing: Timing::Logic,
    ..BLANK
};

fn ports(attrs: View<'_>) -> Vec<Port> {
    let width = attrs.count("width");
    vec![
        Port::need("a", (-40, -10), width),
        Port::need("b", (-40, 10), width),
        Port::output("gt", (0, -10), 1),
        Port::output("eq", (0, 0), 1),
        Port::output("lt", (0, 10), 1),
    ]
}

#[derive(Clone, Copy, Debug)]
pub struct Comparator {
    width: u32,
    signed: bool,
}

impl Behave for Comparator {
    fn longest_delay(&self) -> u32 {
        self.width + 2
    }

    fn evaluate<I: Io>(&self, _: &mut State, io: &mut I) {
        let [greater, equal, less] = self.compare(io.get(0), io.get(1));
        let delay = self.longest_delay();
        io.set(2, greater, delay);
        io.set(3, equal, delay);
        io.set(4, less, delay);
    }
}

impl Comparator {
    /// Greater, equal, less.
    #[inline]
    pub(crate) fn compare(&self, a: Word, b: Word) -> [Word; 3] {
        let decisive = (a.v ^ b.v) | a.u | b.u;
        if decisive == 0 {
            return [Word::ZERO, Word::ONE, Word::ZERO];
        }
        let top = 31 - decisive.leading_zeros();
        let (a, b) = (a.bit(top), b.bit(top));
        if a == Word::E || b == Word::E {
            [Word::E; 3]
        } else if !a.is_known() || !b.is_known() {
            [Word::X; 3]
        } else {
            let swapped = self.signed && top == self.width - 1;
            let greater = (a == Word::ONE) != swapped;
            [
                Word::known(u32::from(greater)),
                Word::ZERO,
                Word::known(u32::from(!greater)),
            ]
        }
    }
}

fn picture(sketch: &mut Sketch<'_>) {
    body(sketch, 1, 22, "");
    for (dy, sign) in [(-10, ">"), (0, "="), (10, "<")] {
        sketch.say((-8, dy), Align::Middle, 11, BLACK, sign);
    }
    sketch.dots();
}

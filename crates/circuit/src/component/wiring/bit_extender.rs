//! Bit extender: makes a value wider or narrower.

use super::DELAY;
use crate::component::behaviour::Behave;
use crate::component::{BLANK, Behaviour, Description, Io, Port, State, Timing};
use crate::picture::{Align, BLACK, Box4, Sketch, Style};
use crate::project::{Attr, Form, View};
use crate::value::{Word, mask};

pub(in crate::component) const BIT_EXTENDER: Description = Description {
    library: "Wiring",
    name: "Bit Extender",
    about: "Makes a value wider, filling up with 0, 1, its sign or an input, or cuts it.",
    attributes: &[
        Attr::new("in_width", "8", Form::Width),
        Attr::new("out_width", "16", Form::Width),
        Attr::new(
            "type",
            "zero",
            Form::Choice(&["zero", "one", "sign", "input"]),
        ),
    ],
    ports,
    behaviour: |site| Behaviour::BitExtender(compile(site.attrs)),
    picture,
    timing: Timing::Logic,
    ..BLANK
};

fn ports(attrs: View<'_>) -> Vec<Port> {
    let mut ports = vec![
        Port::output("out", (0, 0), attrs.count("out_width")),
        Port::need("in", (-40, 0), attrs.count("in_width")),
    ];
    if attrs.is("type", "input") {
        ports.push(Port::need("fill", (-20, -20), 1));
    }
    ports
}

#[derive(Clone, Copy, Debug)]
enum Fill {
    Bit(Word),
    Sign,
    Input,
}

#[derive(Clone, Copy, Debug)]
pub struct BitExtender {
    from: u32,
    to: u32,
    fill: Fill,
}

fn compile(attrs: View<'_>) -> BitExtender {
    let fill = match attrs.text("type") {
        "one" => Fill::Bit(Word::ONE),
        "sign" => Fill::Sign,
        "input" => Fill::Input,
        _ => Fill::Bit(Word::ZERO),
    };
    BitExtender {
        from: attrs.count("in_width"),
        to: attrs.count("out_width"),
        fill,
    }
}

impl Behave for BitExtender {
    fn longest_delay(&self) -> u32 {
        DELAY
    }

    fn evaluate<I: Io>(&self, _: &mut State, io: &mut I) {
        let given = match self.fill {
            Fill::Input => io.get(2),
            _ => Word::ZERO,
        };
        io.set(0, self.extend(io.get(1), given), DELAY);
    }
}

impl BitExtender {
    /// Itself, unless the new bits come from an input of their own.
    pub(crate) fn of_one_input(&self) -> Option<BitExtender> {
        (!matches!(self.fill, Fill::Input)).then_some(*self)
    }

    /// The input with the bits above it; `given` are those from an input of their own.
    #[inline]
    pub(crate) fn extend(&self, input: Word, given: Word) -> Word {
        let fill = match self.fill {
            Fill::Bit(bit) => bit,
            Fill::Sign => input.bit(self.from - 1),
            Fill::Input => given,
        };
        let new_bits = mask(self.to) & !mask(self.from);
        let kept = input.and_mask(mask(self.to));
        kept.union(Word::repeat(fill, new_bits))
    }
}

fn picture(sketch: &mut Sketch<'_>) {
    let attrs = sketch.attrs();
    let frame = Box4(-40, -20, 40, 40);
    sketch.outline(frame, 0, Style::OUTLINE);
    let kind = match attrs.text("type") {
        "zero" => "0",
        "one" => "1",
        other => other,
    };
    sketch.say((-20, -13), Align::Middle, 11, BLACK, kind);
    sketch.say((-37, 0), Align::Start, 11, BLACK, attrs.text("in_width"));
    sketch.say((-3, 0), Align::End, 11, BLACK, attrs.text("out_width"));
    sketch.say((-20, 12), Align::Middle, 11, BLACK, "extend");
    sketch.dots();
}

//! Bit selector.

use super::{DELAY, picture as draw};
use crate::component::behaviour::Behave;
use crate::component::{BLANK, Behaviour, Description, Io, Port, State, Timing};
use crate::picture::Box4;
use crate::project::{Attr, FACING, Facing, Form, View, WIDTH_8};
use crate::value::{Word, mask};

pub(in crate::component) const BIT_SELECTOR: Description = Description {
    library: "Plexers",
    name: "BitSelector",
    about: "Cuts its input into groups of bits and passes on the one that the select input names.",
    attributes: &[FACING, WIDTH_8, Attr::new("group", "1", Form::Width)],
    ports,
    behaviour: |site| {
        Behaviour::BitSelector(BitSelector {
            group: site.attrs.count("group"),
            width: site.attrs.count("width"),
        })
    },
    picture: |sketch| {
        let facing = sketch.facing();
        let frame = Box4(-30, -15, 30, 30).turned(facing);
        draw(sketch, "Sel", frame, 9, facing);
        sketch.dots();
    },
    timing: Timing::Logic,
    ..BLANK
};

fn ports(attrs: View<'_>) -> Vec<Port> {
    let facing = attrs.facing();
    let (width, group) = (attrs.count("width"), attrs.count("group"));
    let select_at = match facing {
        Facing::East | Facing::North => (-10, 10),
        Facing::West => (10, 10),
        Facing::South => (-10, -10),
    };
    vec![
        Port::output("out", (0, 0), group),
        Port::need("in", facing.step(-30, 0), width),
        Port::need("select", select_at, select_width(width, group)),
    ]
}

fn select_width(width: u32, group: u32) -> u32 {
    let last = width.div_ceil(group.max(1)) - 1;
    (32 - last.leading_zeros()).max(1)
}

#[derive(Clone, Debug)]
pub struct BitSelector {
    group: u32,
    width: u32,
}

impl Behave for BitSelector {
    fn longest_delay(&self) -> u32 {
        DELAY
    }

    fn evaluate<I: Io>(&self, _: &mut State, io: &mut I) {
        let (data, select) = (io.get(1), io.get(2));
        let out = if !select.is_known() {
            Word::floating(mask(self.group))
        } else {
            let shift = select.v.saturating_mul(self.group);
            if shift >= self.width {
                Word::ZERO
            } else {
                data.shr(shift).and_mask(mask(self.group))
            }
        };
        io.set(0, out, DELAY);
    }
}

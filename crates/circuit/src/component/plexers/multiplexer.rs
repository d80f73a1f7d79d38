//! Multiplexer and demultiplexer.

use super::{
    Choice, DELAY, DISABLED, ENABLE, SELECT_1, SELECT_LOC, Select, TRISTATE, behind, can_float,
    picture as draw, ways, zero,
};
use crate::component::behaviour::Behave;
use crate::component::{
    BLANK, Behaviour, Description, Io, Kind, MainPort, Port, Reach, Site, State, Timing,
};
use crate::picture::{Box4, Sketch};
use crate::project::{FACING, Facing, View, WIDTH_1};
use crate::value::{Word, mask};

pub(in crate::component) const MULTIPLEXER: Description = Description {
    library: "Plexers",
    name: "Multiplexer",
    about: "Passes on the one of its inputs that the select input names.",
    attributes: &[FACING, SELECT_LOC, SELECT_1, WIDTH_1, DISABLED, ENABLE],
    ports,
    main: MainPort::FromEnd(1),
    behaviour: |site| {
        Behaviour::Multiplexer(Multiplexer {
            select: Select::of(site, ways(site.attrs) as usize),
            mask: mask(site.attrs.count("width")),
        })
    },
    picture,
    can_float,
    timing: Timing::Logic,
    reach: Some(Reach::of_data),
    ..BLANK
};

pub(in crate::component) const DEMULTIPLEXER: Description = Description {
    name: "Demultiplexer",
    about: "Passes its input on to the one of its outputs that the select input names.",
    attributes: &[
        FACING, SELECT_LOC, SELECT_1, WIDTH_1, TRISTATE, DISABLED, ENABLE,
    ],
    main: MainPort::At(0),
    behaviour: |site| {
        let select = Select::of(site, ways(site.attrs) as usize);
        let data = Some(select.after());
        Behaviour::Demultiplexer(Demultiplexer::new(site, select, data))
    },
    ..MULTIPLEXER
};

fn is_demux(attrs: View<'_>) -> bool {
    attrs.kind() == Kind::Demultiplexer
}

/// A row of `n` ports `depth` away on the side the part looks away from (multiplexer) or to.
fn row(facing: Facing, n: i32, i: i32, away: bool) -> (i32, i32) {
    let (depth, along) = if n == 2 {
        (30, -10 + 20 * i)
    } else {
        (40, -10 * (n / 2) + 10 * i)
    };
    let depth = if away { depth } else { -depth };
    match facing {
        Facing::East => (depth, along),
        Facing::West => (-depth, along),
        Facing::North => (along, -depth),
        Facing::South => (along, depth),
    }
}

fn ports(attrs: View<'_>) -> Vec<Port> {
    let (facing, demux) = (attrs.facing(), is_demux(attrs));
    let (select, width) = (attrs.count("select"), attrs.count("width"));
    let n = ways(attrs);
    let toward = if demux { 20 } else { -20 };
    let far = if n == 2 { 20 } else { 10 * (n / 2) };
    let far = if attrs.is("selloc", "tr") { -far } else { far };
    let select_at = match facing {
        Facing::East => (toward, far),
        Facing::West => (-toward, far),
        Facing::North => (-far, -toward),
        Facing::South => (-far, toward),
    };
    let mut ports: Vec<Port> = (0..n)
        .map(|i| {
            let at = row(facing, n, i, demux);
            if demux {
                Port::output("out", at, width).numbered(i)
            } else {
                Port::input("in", at, width).numbered(i)
            }
        })
        .collect();
    ports.push(Port::need("select", select_at, select));
    if attrs.flag("enable") {
        let (dx, dy) = facing.step(if demux { -10 } else { 10 }, 0);
        let at = (select_at.0 + dx, select_at.1 + dy);
        ports.push(Port::input("en", at, 1));
    }
    ports.push(if demux {
        Port::input("in", (0, 0), width)
    } else {
        Port::output("out", (0, 0), width)
    });
    ports
}

#[derive(Clone, Debug)]
pub struct Multiplexer {
    select: Select,
    mask: u32,
}

/// Demultiplexer, and Decoder as one whose data is always 1.
#[derive(Clone, Debug)]
pub struct Demultiplexer {
    select: Select,
    mask: u32,
    data: Option<usize>,
    /// The bit on outputs that are not selected.
    others: Word,
}

impl Demultiplexer {
    pub(super) fn new(site: &Site<'_>, select: Select, data: Option<usize>) -> Demultiplexer {
        let attrs = site.attrs;
        let tristate = attrs.flag("tristate");
        Demultiplexer {
            select,
            mask: data.map_or(1, |_| mask(attrs.count("width"))),
            data,
            others: if tristate { Word::X } else { Word::ZERO },
        }
    }
}

impl Multiplexer {
    /// The ports of select, enable if there is one, and the output; the inputs are those before select.
    pub(crate) fn ports(&self) -> (usize, Option<usize>, usize) {
        let enable = self.select.enable.map(|(port, _)| port);
        (self.select.select, enable, self.select.after())
    }
}

impl Demultiplexer {
    /// The port that chooses an output: those before it are the outputs.
    pub(crate) fn select_port(&self) -> usize {
        self.select.select
    }
}

impl Behave for Multiplexer {
    fn longest_delay(&self) -> u32 {
        DELAY
    }

    #[inline]
    fn evaluate<I: Io>(&self, _: &mut State, io: &mut I) {
        let out = match self.select.choose(io) {
            Choice::Index(index) => io.get(index),
            Choice::All(bit) => Word::repeat(bit, self.mask),
        };
        io.set(self.select.after(), out, DELAY);
    }
}

impl Behave for Demultiplexer {
    fn longest_delay(&self) -> u32 {
        DELAY
    }

    fn evaluate<I: Io>(&self, _: &mut State, io: &mut I) {
        let (chosen, others) = match self.select.choose(io) {
            Choice::Index(index) => (index, self.others),
            Choice::All(bit) => (usize::MAX, bit),
        };
        let data = self.data.map_or(Word::ONE, |port| io.get(port));
        let others = Word::repeat(others, self.mask);
        for output in 0..self.select.select {
            io.set(output, if output == chosen { data } else { others }, DELAY);
        }
    }
}

fn picture(sketch: &mut Sketch<'_>) {
    let (n, facing, demux) = (
        ways(sketch.attrs()),
        sketch.facing(),
        is_demux(sketch.attrs()),
    );
    let (depth, half) = if n == 2 { (30, 20) } else { (40, 5 * n + 10) };
    let back = if demux { 0 } else { -depth };
    let frame = Box4(back, -half, depth, 2 * half).turned(facing);
    let lean = if n == 2 { 10 } else { 20 };
    match demux {
        true => draw(sketch, "DMX", frame, lean, behind(facing)),
        false => draw(sketch, "MUX", frame, lean, facing),
    }
    zero(sketch);
    sketch.dots();
}

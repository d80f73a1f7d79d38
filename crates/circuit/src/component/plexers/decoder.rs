//! Decoder: a demultiplexer whose data is always 1.

use super::{
    DISABLED, Demultiplexer, ENABLE, SELECT_1, SELECT_LOC, Select, TRISTATE, behind, can_float,
    picture as draw, ways, zero,
};
use crate::component::{BLANK, Behaviour, Description, Port, Timing};
use crate::picture::{Box4, Sketch};
use crate::project::{FACING, Facing, View};

pub(in crate::component) const DECODER: Description = Description {
    library: "Plexers",
    name: "Decoder",
    about: "Puts a 1 on the one of its outputs that the select input names.",
    attributes: &[FACING, SELECT_LOC, SELECT_1, TRISTATE, DISABLED, ENABLE],
    ports,
    behaviour: |site| {
        let select = Select::of(site, ways(site.attrs) as usize);
        Behaviour::Demultiplexer(Demultiplexer::new(site, select, None))
    },
    picture,
    can_float,
    timing: Timing::Logic,
    ..BLANK
};

fn ports(attrs: View<'_>) -> Vec<Port> {
    let facing = attrs.facing();
    let select = attrs.count("select");
    let n = ways(attrs);
    let bottom_left = attrs.is("selloc", "bl");
    let mut ports: Vec<Port> = (0..n)
        .map(|i| Port::output("out", output(facing, n, i, bottom_left), 1).numbered(i))
        .collect();
    ports.push(Port::need("select", (0, 0), select));
    if attrs.flag("enable") {
        ports.push(Port::input("en", facing.step(-10, 0), 1));
    }
    ports
}

fn output(facing: Facing, n: i32, i: i32, bottom_left: bool) -> (i32, i32) {
    let sideways = matches!(facing, Facing::East | Facing::West);
    // On a standing part the outputs lie above for bl, on a lying one to the right.
    let before = bottom_left == sideways;
    let (depth, along) = match (n, before) {
        (2, true) => (10, -30 + 20 * i),
        (2, false) => (10, 10 + 20 * i),
        (_, true) => (20, -10 * n + 10 * i),
        (_, false) => (20, 10 * i),
    };
    match facing {
        Facing::East => (depth, along),
        Facing::West => (-depth, along),
        Facing::South => (along, depth),
        Facing::North => (along, -depth),
    }
}

fn picture(sketch: &mut Sketch<'_>) {
    let (n, facing) = (ways(sketch.attrs()), sketch.facing());
    let frame = frame(facing, n, sketch.attrs().is("selloc", "bl"));
    let lean = if n == 2 { 10 } else { 20 };
    draw(sketch, "Decd", frame, lean, behind(facing));
    zero(sketch);
    sketch.dots();
}

fn frame(facing: Facing, n: i32, bottom_left: bool) -> Box4 {
    let (depth, height) = if n == 2 { (30, 40) } else { (40, 10 * n + 20) };
    let back = -20;
    // Above the select for bl on a standing part, to its right on a lying one.
    let sideways = matches!(facing, Facing::East | Facing::West);
    let start = if bottom_left == sideways { -height } else { 0 };
    let start = if n > 2 {
        start + if start == 0 { -10 } else { 10 }
    } else {
        start
    };
    match facing {
        Facing::East => Box4(back, start, depth, height),
        Facing::West => Box4(-back - depth, start, depth, height),
        Facing::South => Box4(start, back, height, depth),
        Facing::North => Box4(start, -back - depth, height, depth),
    }
}

//! Splitter: splits a bundle of bits, or combines them.

use crate::component::{BLANK, Description, Port, Role};
use crate::picture::{Align, BLACK, Font, Sketch, Style};
use crate::project::{Attr, FACING, Facing, Form, View};

pub(in crate::component) const SPLITTER: Description = Description {
    library: "Wiring",
    name: "Splitter",
    about: "Takes the bits of a wide wire apart, or puts narrow wires together to a wide one.",
    attributes: &[
        FACING,
        Attr::new("fanout", "2", Form::Int(1, 32)),
        Attr::new("incoming", "2", Form::Width),
        Attr::new(
            "appear",
            "left",
            Form::Choice(&["left", "right", "center", "legacy"]),
        ),
        Attr::new("bit#", "", Form::Text),
    ],
    ports,
    picture,
    role: Role::Splitter(splitter_ends),
    ..BLANK
};

/// For every bit of the combined end the split end it goes to, or `None`.
pub(crate) fn splitter_ends(attrs: View<'_>) -> Vec<Option<u32>> {
    let (fanout, incoming) = (attrs.count("fanout"), attrs.count("incoming"));
    (0..incoming)
        .map(|bit| {
            let spread = spread(fanout, incoming, bit);
            match attrs.explicit(&format!("bit{bit}")) {
                Some("none") => None,
                Some(text) => Some(
                    text.parse()
                        .ok()
                        .filter(|&end| end < fanout)
                        .unwrap_or(spread),
                ),
                None if bit < fanout => Some(bit),
                None => Some(spread),
            }
        })
        .collect()
}

/// The end of a high bit if the file does not say: each end gets an even share, the lower ends one more.
pub(crate) fn spread(fanout: u32, incoming: u32, bit: u32) -> u32 {
    if fanout >= incoming {
        return bit;
    }
    let (share, longer) = (incoming / fanout, incoming % fanout);
    let in_longer_ends = longer * (share + 1);
    if bit < in_longer_ends {
        bit / (share + 1)
    } else {
        longer + (bit - in_longer_ends) / share
    }
}

fn ports(attrs: View<'_>) -> Vec<Port> {
    let ends = splitter_ends(attrs);
    let fanout = attrs.int("fanout");
    let mut ports = vec![Port::inout("all", (0, 0), ends.len() as u32)];
    for end in 0..fanout {
        let width = ends.iter().filter(|&&to| to == Some(end as u32)).count() as u32;
        let at = end_offset(attrs, fanout, end);
        ports.push(Port::inout("end", at, width).numbered(end));
    }
    ports
}

fn end_offset(attrs: View<'_>, fanout: i32, end: i32) -> (i32, i32) {
    let hand = match attrs.text("appear") {
        "right" => 1,
        "left" => -1,
        _ => 0,
    };
    let facing = attrs.facing();
    let sign = if matches!(facing, Facing::East | Facing::North) {
        1
    } else {
        -1
    };
    if matches!(facing, Facing::East | Facing::West) {
        let first = match sign * hand {
            0 => -10 * (fanout / 2),
            1 => 10,
            _ => -10 * fanout,
        };
        (20 * sign, first + 10 * end)
    } else {
        let first = match sign * hand {
            0 => 10 * ((fanout + 1) / 2 - 1),
            -1 => -10,
            _ => 10 * fanout,
        };
        (first - 10 * end, -20 * sign)
    }
}

/// How far from the combined end the spine is.
const SPINE: i32 = 6;
/// How thick the spine is, and the dot that stands for a very short one.
const SPINE_WIDTH: f64 = 5.0;
const SPINE_DOT: f64 = 3.5;

fn picture(sketch: &mut Sketch<'_>) {
    sketch.include_ports();
    match sketch.attrs().is("appear", "legacy") {
        true => legacy(sketch),
        false => {
            spine(sketch);
            sketch.dots();
            bit_numbers(sketch);
        }
    }
}

/// The places of the split ends.
fn ends(sketch: &Sketch<'_>) -> Vec<(i32, i32)> {
    let ports = sketch.ports[1..].iter();
    ports
        .map(|port| (port.location.x, port.location.y))
        .collect()
}

/// Whether the ends lie one below the other.
fn is_standing(sketch: &Sketch<'_>) -> bool {
    matches!(sketch.facing(), Facing::East | Facing::West)
}

/// The foot on the spine of an end.
fn foot(sketch: &Sketch<'_>, end: (i32, i32)) -> (i32, i32) {
    let (x, y) = sketch.at();
    let (dx, dy) = sketch.facing().step(SPINE, 0);
    match is_standing(sketch) {
        true => (x + dx, end.1),
        false => (end.0, y + dy),
    }
}

/// A line to each end, a thick spine across them, and a slanted piece to the combined end.
fn spine(sketch: &mut Sketch<'_>) {
    let ends = ends(sketch);
    for (number, &end) in ends.iter().enumerate() {
        let ink = sketch.ink(number + 1);
        sketch.line(end, foot(sketch, end), 3.0, ink);
    }
    let (first, last) = (ends[0], ends[ends.len() - 1]);
    let (first, last) = (foot(sketch, first), foot(sketch, last));
    let (x, y) = sketch.at();
    let (dx, dy) = sketch.facing().step(SPINE, 0);
    let standing = is_standing(sketch);
    if sketch.attrs().is("appear", "center") {
        let middle = if standing { (x + dx, y) } else { (x, y + dy) };
        let stem = (x + dx / SPINE, y + dy / SPINE);
        sketch.line(stem, middle, SPINE_WIDTH, BLACK);
        match ends.len() {
            1 => sketch.disc(first, SPINE_DOT, BLACK),
            _ => sketch.line(
                inwards(first, last),
                inwards(last, first),
                SPINE_WIDTH,
                BLACK,
            ),
        }
        return;
    }
    // From the far end along the spine, and then aslant to the combined end.
    let distance = |at: (i32, i32)| (at.0 - x).abs() + (at.1 - y).abs();
    let far = if distance(first) > distance(last) {
        first
    } else {
        last
    };
    let other = if far == first { last } else { first };
    let away = match standing {
        true => (0, (far.1 - y).signum()),
        false => ((far.0 - x).signum(), 0),
    };
    let elbow = (x + dx + SPINE * away.0, y + dy + SPINE * away.1);
    let start = (x + (dx + SPINE * away.0) / 4, y + (dy + SPINE * away.1) / 4);
    let far = inwards(far, if ends.len() > 1 { other } else { elbow });
    let d = format!(
        "M{} {}L{} {}L{} {}",
        far.0, far.1, elbow.0, elbow.1, start.0, start.1
    );
    sketch.path(d, Style::line(BLACK, SPINE_WIDTH));
}

/// A place one step nearer to another on the same line.
fn inwards(at: (i32, i32), to: (i32, i32)) -> (i32, i32) {
    (at.0 + (to.0 - at.0).signum(), at.1 + (to.1 - at.1).signum())
}

/// The bits of each end beside its line: below it only where the splitter lies above the wire.
fn bit_numbers(sketch: &mut Sketch<'_>) {
    let bits = splitter_ends(sketch.attrs());
    let font = Font::plain(7);
    let hand = match sketch.attrs().text("appear") {
        "right" => 1,
        "left" => -1,
        _ => 0,
    };
    let facing = sketch.facing();
    let sign = if matches!(facing, Facing::East | Facing::North) {
        1
    } else {
        -1
    };
    for (number, end) in ends(sketch).into_iter().enumerate() {
        let text = range_text(&bits, number as u32);
        let (x, y) = foot(sketch, end);
        match is_standing(sketch) {
            true => {
                let align = if sign > 0 { Align::Start } else { Align::End };
                let drop = if sign * hand < 0 { font.size } else { -3 };
                let at = (x + 3 * sign, y + drop);
                sketch.text_at(at, align, font, BLACK, text.as_str());
            }
            false => {
                let align = if sign > 0 { Align::End } else { Align::Start };
                let drop = if sign * hand > 0 { font.size } else { -3 };
                // Turned to the right: what was below is at the left.
                let at = (x - drop, y - 3 * sign);
                sketch.turned(at, 3, |sketch| {
                    sketch.text_at((0, 0), align, font, BLACK, text.as_str());
                });
            }
        }
    }
}

/// The appearance of splitters before it could be chosen.
fn legacy(sketch: &mut Sketch<'_>) {
    let (x, y) = sketch.at();
    let ends = ends(sketch);
    let (dx, dy) = sketch.facing().step(10, 0);
    let middle = (x + dx, y + dy);
    sketch.line((x, y), middle, 3.0, BLACK);
    for (number, &end) in ends.iter().enumerate() {
        let towards = |at: i32, centre: i32| at + 10 * (centre - at).signum();
        let to = match is_standing(sketch) {
            true => (middle.0, towards(end.1, y)),
            false => (towards(end.0, x), middle.1),
        };
        let ink = sketch.ink(number + 1);
        sketch.line(end, to, 3.0, ink);
    }
    match &ends[..] {
        [_, second, .., last_but_one, _] => {
            let foot = |end: &(i32, i32)| match is_standing(sketch) {
                true => (middle.0, end.1),
                false => (end.0, middle.1),
            };
            let (from, to) = (foot(second), foot(last_but_one));
            sketch.line(from, to, SPINE_WIDTH, BLACK);
        }
        _ => sketch.disc(middle, SPINE_DOT, BLACK),
    }
}

/// The bits that go to an end: `0-3`, `5`, `0,2`.
fn range_text(ends: &[Option<u32>], end: u32) -> String {
    let bits: Vec<usize> = (0..ends.len())
        .filter(|&bit| ends[bit] == Some(end))
        .collect();
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for bit in bits {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == bit => *last = bit,
            _ => runs.push((bit, bit)),
        }
    }
    let texts: Vec<String> = runs
        .into_iter()
        .map(|(low, high)| {
            if low == high {
                low.to_string()
            } else {
                format!("{low}-{high}")
            }
        })
        .collect();
    texts.join(",")
}

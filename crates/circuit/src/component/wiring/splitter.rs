//! Splitter: takes a bundle of bits apart, or puts it together.

use crate::component::{BLANK, Description, Port};
use crate::picture::{Align, BLACK, Font, Sketch};
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

/// Where a high bit goes if the file does not say: each end takes an even share, the lower ends one more.
fn spread(fanout: u32, incoming: u32, bit: u32) -> u32 {
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

fn picture(sketch: &mut Sketch<'_>) {
    let (x, y) = sketch.at();
    let ends = splitter_ends(sketch.attrs());
    let standing = matches!(sketch.facing(), Facing::East | Facing::West);
    let forward = sketch.facing().step(1, 0);
    // A thick spine, ten before the ends, joined to the combined end.
    let spine = |along: (i32, i32)| match standing {
        true => (x + 10 * forward.0, along.1),
        false => (along.0, y + 10 * forward.1),
    };
    let points: Vec<(i32, i32)> = sketch.ports[1..]
        .iter()
        .map(|port| (port.location.x, port.location.y))
        .collect();
    sketch.include_ports();
    let legacy = sketch.attrs().is("appear", "legacy");
    for (number, &at) in points.iter().enumerate() {
        let from = if legacy { (x, y) } else { spine(at) };
        let ink = sketch.ink(number + 1);
        sketch.line(from, at, 3.0, ink);
        let text = range_text(&ends, number as u32);
        let font = Font::plain(7);
        let (sx, sy) = spine(at);
        match sketch.facing() {
            Facing::East => {
                sketch.text_at((sx + 3, at.1 + 8), Align::Start, font, BLACK, text.as_str());
            }
            Facing::West => {
                sketch.text_at((sx - 3, at.1 - 2), Align::End, font, BLACK, text.as_str());
            }
            facing => {
                let align = match facing {
                    Facing::North => Align::Start,
                    _ => Align::End,
                };
                sketch.turned((at.0 - 2, sy + 3 * forward.1), 1, |sketch| {
                    sketch.text_at((0, 0), align, font, BLACK, text.as_str());
                });
            }
        }
    }
    if legacy {
        sketch.disc((x, y), 4.0, BLACK);
        return;
    }
    let all = points
        .iter()
        .map(|&at| spine(at))
        .chain([spine((x + 10 * forward.0, y + 10 * forward.1))]);
    let (mut low, mut high) = ((i32::MAX, i32::MAX), (i32::MIN, i32::MIN));
    for at in all.take(points.len()) {
        low = (low.0.min(at.0), low.1.min(at.1));
        high = (high.0.max(at.0), high.1.max(at.1));
    }
    sketch.line(low, high, 4.0, BLACK);
    let near = match standing {
        true => (low.0, (y).clamp(low.1, high.1)),
        false => ((x).clamp(low.0, high.0), low.1),
    };
    sketch.line((x, y), near, 4.0, BLACK);
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

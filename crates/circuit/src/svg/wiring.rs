//! Pins, probes, clocks, constants, tunnels, splitters and transistors.

use super::canvas::{Align, Canvas, Font, Style};
use super::part::{Box4, Part};
use super::{BLACK, GREY, colour};
use crate::layout::splitter_ends;
use crate::project::{Facing, Kind, parse_number};
use crate::value::Value;

pub(super) fn draw(part: &mut Part<'_>, kind: Kind) {
    match kind {
        Kind::Pin => pin(part),
        Kind::Probe => probe(part),
        Kind::Clock => clock(part),
        Kind::Constant => constant(part),
        Kind::Tunnel => tunnel(part),
        Kind::Splitter => return splitter(part),
        Kind::Power => power(part),
        Kind::Ground => ground(part),
        Kind::PullResistor => pull(part),
        Kind::BitExtender => extender(part),
        _ => transistor(part, kind),
    }
    part.dots();
}

/// The box of a pin or probe with so many symbols, eight in a row, behind its port.
fn symbols_box(facing: Facing, count: i32) -> Box4 {
    let (w, h) = match count {
        ..=1 => (20, 20),
        2..=8 => (10 * count, 20),
        _ => (80, 20 * (count + 7).div_euclid(8)),
    };
    match facing {
        Facing::East => Box4(-w, -h / 2, w, h),
        Facing::West => Box4(0, -h / 2, w, h),
        Facing::North => Box4(-w / 2, 0, w, h),
        Facing::South => Box4(-w / 2, -h, w, h),
    }
}

fn pin(part: &mut Part<'_>) {
    let attrs = part.attrs();
    let width = attrs.int("width");
    let output = attrs.flag("output");
    let frame = symbols_box(part.facing(), width);
    let Box4(x, y, w, h) = frame;
    part.claim(frame);
    match (output, width) {
        (true, 1) => {
            let middle = (
                f64::from(part.x() + x + w / 2),
                f64::from(part.y() + y + h / 2),
            );
            part.canvas.circle(middle, 9.5, Style::OUTLINE);
        }
        (true, _) => part.outline(Box4(x + 1, y + 1, w - 2, h - 2), 6, Style::OUTLINE),
        (false, _) => part.outline(Box4(x + 1, y + 1, w - 2, h - 2), 0, Style::OUTLINE),
    }
    let value = part.value(0);
    match (part.live.is_some(), value.width) {
        (false, _) => part.say_middle(frame, 10, &format!("x{width}")),
        (true, 1) => part.bulb((x + w / 2, y + h / 2), value),
        (true, _) => bits(part, frame, value),
    }
    part.label(frame, "west");
}

/// The bits of a value, eight in a row, the lowest at the lower right.
fn bits(part: &mut Part<'_>, Box4(x, y, w, h): Box4, value: Value) {
    for bit in 0..u32::from(value.width) {
        let (row, column) = ((bit / 8) as i32, (bit % 8) as i32);
        let at = (x + w - 5 - 10 * column, y + h - 10 - 20 * row);
        part.say(at, Align::Middle, 11, BLACK, &value.symbol(bit).to_string());
    }
}

fn probe(part: &mut Part<'_>) {
    let value = part.value(0);
    let radix = part.attrs().text("radix").to_string();
    let text = match value.number() {
        Some(number) if radix == "16" => {
            format!(
                "{number:0digits$x}",
                digits = usize::from(value.width).div_ceil(4)
            )
        }
        Some(number) if radix.starts_with("10") => number.to_string(),
        _ => String::new(),
    };
    let count = match (value.width, text.is_empty()) {
        (0, _) => 1,
        (width, true) => i32::from(width),
        (_, false) => text.len() as i32,
    };
    let frame = symbols_box(part.facing(), count);
    let Box4(x, y, w, h) = frame;
    let round = if value.width == 0 { 10 } else { 6 };
    part.outline(
        Box4(x + 1, y + 1, w - 2, h - 2),
        round,
        Style::line(GREY, 1.0),
    );
    match (value.width, text.is_empty()) {
        (0, _) if part.live.is_some() => part.say_middle(frame, 12, "-"),
        (_, true) => bits(part, frame, value),
        _ => part.say_middle(frame, 11, &text),
    }
    part.label(frame, "west");
}

fn clock(part: &mut Part<'_>) {
    let frame = symbols_box(part.facing(), 1);
    let Box4(x, y, w, h) = frame;
    part.outline(Box4(x + 1, y + 1, w - 2, h - 2), 0, Style::OUTLINE);
    let colour = part.colour(0);
    let (mx, my) = (part.x() + x + w / 2, part.y() + y + h / 2);
    let high = part.value(0).number() == Some(1);
    let (a, b) = if high { (5, -5) } else { (-5, 5) };
    let d = format!(
        "M{} {my}V{}H{mx}V{}H{}V{my}",
        mx - 6,
        my + b,
        my + a,
        mx + 6
    );
    part.canvas.path(&d, Style::line(colour, 2.0));
    part.label(frame, "west");
}

fn constant(part: &mut Part<'_>) {
    let attrs = part.attrs();
    let width = attrs.count("width");
    let number = parse_number(attrs.text("value")).unwrap_or(0);
    let value = Value::known(width, number);
    let text = format!(
        "{:0digits$x}",
        value.word.v,
        digits = width.div_ceil(4) as usize
    );
    let w = 16.max(10 * text.len() as i32 - 4);
    let frame = match part.facing() {
        Facing::East => Box4(-w, -8, w, 16),
        Facing::West => Box4(0, -8, w, 16),
        Facing::North => Box4(-w / 2, 0, w, 16),
        Facing::South => Box4(-w / 2, -16, w, 16),
    };
    part.outline(frame, 0, Style::filled("#e6e6e6"));
    let Box4(x, y, w, h) = frame;
    let ink = if width == 1 { colour(value) } else { BLACK };
    part.say((x + w / 2, y + h / 2), Align::Middle, 12, ink, &text);
}

fn tunnel(part: &mut Part<'_>) {
    let label = part.component.label().unwrap_or("").to_string();
    let font = Font::parse(part.attrs().text("labelfont"));
    let (w, h) = (font.width(&label).max(10) + 6, font.size + 4);
    let (x, y) = part.at();
    // The point of the sign is at the port.
    let (frame, d) = match part.facing() {
        Facing::East => {
            let (l, r, half) = (x - w - 6, x - 6, h / 2);
            (
                Box4(-w - 6, -half, w + 6, h),
                format!("M{x} {y}L{r} {t}H{l}V{b}H{r}Z", t = y - half, b = y + half),
            )
        }
        Facing::West => {
            let (l, r, half) = (x + 6, x + w + 6, h / 2);
            (
                Box4(0, -half, w + 6, h),
                format!("M{x} {y}L{l} {t}H{r}V{b}H{l}Z", t = y - half, b = y + half),
            )
        }
        Facing::North => {
            let (l, r) = (x - w / 2, x + w / 2);
            (
                Box4(-w / 2, 0, w, h + 6),
                format!("M{x} {y}L{r} {t}V{b}H{l}V{t}Z", t = y + 6, b = y + 6 + h),
            )
        }
        Facing::South => {
            let (l, r) = (x - w / 2, x + w / 2);
            (
                Box4(-w / 2, -h - 6, w, h + 6),
                format!("M{x} {y}L{r} {b}V{t}H{l}V{b}Z", b = y - 6, t = y - 6 - h),
            )
        }
    };
    part.claim(frame);
    part.canvas.path(&d, Style::OUTLINE);
    let middle = match part.facing() {
        Facing::East => (x - 6 - w / 2, y),
        Facing::West => (x + 6 + w / 2, y),
        Facing::North => (x, y + 6 + h / 2),
        Facing::South => (x, y - 6 - h / 2),
    };
    part.canvas
        .text(middle, Align::Middle, &font, BLACK, &label);
}

fn splitter(part: &mut Part<'_>) {
    let (x, y) = part.at();
    let ends = splitter_ends(part.attrs());
    let standing = matches!(part.facing(), Facing::East | Facing::West);
    let forward = part.facing().step(1, 0);
    // A thick spine, ten before the ends, joined to the combined end.
    let spine = |along: (i32, i32)| match standing {
        true => (x + 10 * forward.0, along.1),
        false => (along.0, y + 10 * forward.1),
    };
    let points: Vec<(i32, i32)> = part.ports[1..]
        .iter()
        .map(|port| (port.location.x, port.location.y))
        .collect();
    for &(px, py) in &points {
        part.canvas.include(px, py);
    }
    part.canvas.include(x, y);
    let legacy = part.attrs().is("appear", "legacy");
    for (number, &at) in points.iter().enumerate() {
        let from = if legacy { (x, y) } else { spine(at) };
        let colour = part.colour(number + 1);
        part.canvas.line(from, at, 3.0, colour);
        let text = range_text(&ends, number as u32);
        let font = Font::plain(7);
        let (sx, sy) = spine(at);
        match part.facing() {
            Facing::East => {
                part.canvas
                    .text_at((sx + 3, at.1 + 8), Align::Start, &font, BLACK, &text);
            }
            Facing::West => {
                part.canvas
                    .text_at((sx - 3, at.1 - 2), Align::End, &font, BLACK, &text);
            }
            facing => {
                let align = match facing {
                    Facing::North => Align::Start,
                    _ => Align::End,
                };
                part.canvas
                    .turned((at.0 - 2, sy + 3 * forward.1), 1, |canvas| {
                        canvas.text_at((0, 0), align, &font, BLACK, &text);
                    });
            }
        }
    }
    if legacy {
        part.canvas.disc((x, y), 4.0, BLACK);
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
    part.canvas.line(low, high, 4.0, BLACK);
    let near = match standing {
        true => (low.0, (y).clamp(low.1, high.1)),
        false => ((x).clamp(low.0, high.0), low.1),
    };
    part.canvas.line((x, y), near, 4.0, BLACK);
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

/// The colour of the value a part gives, whatever its wire makes of it.
fn own_colour(part: &Part<'_>, bit: u32) -> &'static str {
    match (part.live, part.attrs().count("width")) {
        (Some(_), 1) => colour(Value::known(1, bit)),
        _ => BLACK,
    }
}

fn power(part: &mut Part<'_>) {
    part.claim(Box4(0, -8, 15, 16).turned(part.facing()));
    let style = Style::line(own_colour(part, 1), 2.0);
    part.east(|canvas| canvas.path("M0 0H6M6 -8V8L14 0Z", style));
}

fn ground(part: &mut Part<'_>) {
    part.claim(Box4(0, -8, 14, 16).turned(part.facing()));
    let style = Style::line(own_colour(part, 0), 2.0);
    part.east(|canvas| canvas.path("M0 0H6M6 -8V8M9 -5V5M12 -2V2", style));
}

fn pull(part: &mut Part<'_>) {
    part.claim(Box4(-42, -6, 42, 12).turned(part.facing()));
    let pull = part.attrs().text("pull").to_string();
    let ink = match pull.as_str() {
        "0" => "#006400",
        "1" => "#00d200",
        _ => "#c00000",
    };
    part.east(|canvas| {
        canvas.path(
            "M0 0H-5L-7 5L-11 -5L-15 5L-19 -5L-23 5L-25 0H-30",
            Style::OUTLINE,
        );
        canvas.path("M-30 -6V6", Style::line(ink, 3.0));
    });
    let at = part.facing().step(-37, 0);
    part.say(
        at,
        Align::Middle,
        12,
        ink,
        if pull == "X" { "E" } else { &pull },
    );
}

fn extender(part: &mut Part<'_>) {
    let attrs = part.attrs();
    let frame = Box4(-40, -20, 40, 40);
    part.outline(frame, 0, Style::OUTLINE);
    let kind = match attrs.text("type") {
        "zero" => "0",
        "one" => "1",
        other => other,
    };
    part.say((-20, -13), Align::Middle, 11, BLACK, kind);
    part.say((-37, 0), Align::Start, 11, BLACK, attrs.text("in_width"));
    part.say((-3, 0), Align::End, 11, BLACK, attrs.text("out_width"));
    part.say((-20, 12), Align::Middle, 11, BLACK, "extend");
}

fn transistor(part: &mut Part<'_>, kind: Kind) {
    for port in part.ports {
        part.canvas.include(port.location.x, port.location.y);
    }
    let turns = part.facing().turns();
    let side = |part: &Part<'_>, number: usize| {
        let at = part.ports[number].location;
        Facing::turn((at.x - part.x(), at.y - part.y()), 4 - turns)
            .1
            .signum()
    };
    let (input, output) = (part.colour(1), part.colour(0));
    let gates: Vec<(i32, &str, bool)> = match kind {
        Kind::Transistor => {
            vec![(side(part, 2), part.colour(2), part.attrs().is("type", "p"))]
        }
        _ => vec![
            (side(part, 2), part.colour(2), true),
            (side(part, 3), part.colour(3), false),
        ],
    };
    part.east(|canvas| {
        canvas.path("M-40 0H-30", Style::line(input, 3.0));
        canvas.path("M0 0H-10", Style::line(output, 3.0));
        for (side, ink, inverted) in gates {
            channel(canvas, side, ink, inverted);
        }
        canvas.path("M-22 -3L-18 0L-22 3", Style::line(GREY, 1.0));
    });
}

/// One gate and the channel under it.
fn channel(canvas: &mut Canvas, side: i32, ink: &str, inverted: bool) {
    let (near, plate) = (9 * side, 13 * side);
    canvas.path(&format!("M-30 0V{near}H-10V0"), Style::THIN);
    canvas.path(&format!("M-30 {plate}H-10"), Style::line(ink, 2.0));
    let from = if inverted { 17 * side } else { plate };
    canvas.path(&format!("M-20 {}V{from}", 20 * side), Style::line(ink, 3.0));
    if inverted {
        canvas.circle((-20.0, f64::from(15 * side)), 2.0, Style::THIN);
    }
}

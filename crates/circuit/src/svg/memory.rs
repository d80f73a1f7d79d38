//! Flip-flops, registers, memories and arithmetic: boxes with their values and letters.

use super::canvas::{Align, Font, Style};
use super::part::{Box4, Part};
use super::{BLACK, GREY};
use crate::part::State;
use crate::project::Kind;

pub(super) fn arithmetic(part: &mut Part<'_>, kind: Kind) {
    let inputs = match kind {
        Kind::BitAdder => part.attrs().int("inputs"),
        _ => 1,
    };
    let half = 20.max(5 * inputs + 5);
    part.outline(Box4(-40, -half, 40, 2 * half), 0, Style::OUTLINE);
    let sign = match kind {
        Kind::Adder => "+",
        Kind::Subtractor => "\u{2212}",
        Kind::Multiplier => "\u{d7}",
        Kind::Divider => "\u{f7}",
        Kind::Negator => "-x",
        Kind::Shifter => match part.attrs().text("shift") {
            "ll" => "\u{2190}",
            "lr" | "ar" => "\u{2192}",
            "rl" => "\u{21ba}",
            _ => "\u{21bb}",
        },
        Kind::BitAdder => "#",
        _ => "",
    };
    let size = if kind == Kind::Negator { 12 } else { 22 };
    part.say((-12, 0), Align::Middle, size, BLACK, sign);
    let (above, below) = match kind {
        Kind::Adder | Kind::Multiplier => ("c in", "c out"),
        Kind::Subtractor => ("b in", "b out"),
        Kind::Divider => ("upper", "rem"),
        _ => ("", ""),
    };
    part.say((-20, -13), Align::Middle, 11, GREY, above);
    part.say((-20, 13), Align::Middle, 11, GREY, below);
    match kind {
        Kind::Comparator => {
            for (dy, sign) in [(-10, ">"), (0, "="), (10, "<")] {
                part.say((-8, dy), Align::Middle, 11, BLACK, sign);
            }
        }
        Kind::BitFinder => {
            let (which, bit) = part
                .attrs()
                .text("type")
                .split_at(part.attrs().text("type").len() - 1);
            for (dy, word) in [(-12, "find"), (0, which), (12, bit)] {
                part.say((-20, dy), Align::Middle, 11, BLACK, word);
            }
        }
        _ => {}
    }
    part.dots();
}

pub(super) fn draw(part: &mut Part<'_>, kind: Kind) {
    let frame = match kind {
        Kind::Register | Kind::Counter | Kind::Random => register(part, kind),
        Kind::ShiftRegister => shift_register(part),
        Kind::Ram | Kind::Rom => memory(part, kind),
        _ => flip_flop(part, kind),
    };
    part.dots();
    part.label_above(frame);
}

fn flip_flop(part: &mut Part<'_>, kind: Kind) -> Box4 {
    let frame = Box4(-40, -10, 40, 40);
    part.outline(frame, 0, Style::OUTLINE);
    let clock = match kind {
        Kind::DFlipFlop => {
            part.say((-32, 20), Align::Middle, 12, BLACK, "D");
            1
        }
        Kind::TFlipFlop => {
            part.say((-32, 20), Align::Middle, 12, BLACK, "T");
            1
        }
        Kind::JkFlipFlop => {
            part.say((-32, 0), Align::Middle, 12, BLACK, "J");
            part.say((-32, 20), Align::Middle, 12, BLACK, "K");
            2
        }
        _ => {
            part.say((-32, 0), Align::Middle, 12, BLACK, "S");
            part.say((-32, 20), Align::Middle, 12, BLACK, "R");
            2
        }
    };
    part.clock_mark(clock, false);
    part.say((-8, 0), Align::Middle, 12, BLACK, "Q");
    for (dx, letter) in [(-10, "0"), (-20, "en"), (-30, "1")] {
        part.say((dx, 24), Align::Middle, 9, GREY, letter);
    }
    let q = part.value(clock + 1);
    if part.live.is_some() {
        part.bulb((-20, 8), q);
    }
    frame
}

/// Hexadecimal digits of what a part remembers; empty if nothing runs.
fn remembered(part: &Part<'_>) -> String {
    let Some((simulator, id)) = part.live else {
        return String::new();
    };
    let digits = part.attrs().count("width").div_ceil(4) as usize;
    match simulator.state(id) {
        State::Clocked { value, .. } | State::Random { value, .. } => {
            let shown = part.value(0).number().unwrap_or(*value);
            format!("{shown:0digits$x}")
        }
        _ => String::new(),
    }
}

fn register(part: &mut Part<'_>, kind: Kind) -> Box4 {
    let frame = Box4(-30, -20, 30, 40);
    part.outline(frame, 0, Style::OUTLINE);
    let text = remembered(part);
    let (first, second) = text.split_at(text.len().min(4));
    part.say((-15, -13), Align::Middle, 11, BLACK, first);
    part.say((-15, -3), Align::Middle, 11, BLACK, second);
    match kind {
        Kind::Random => part.clock_mark(1, false),
        _ => {
            part.say((-23, 2), Align::Middle, 11, BLACK, "D");
            part.say((-7, 2), Align::Middle, 11, BLACK, "Q");
            part.say((-10, 13), Align::Middle, 9, GREY, "0");
            part.say(
                (-24, 11),
                Align::Middle,
                8,
                GREY,
                if kind == Kind::Counter { "ct" } else { "en" },
            );
            part.clock_mark(2, true);
        }
    }
    frame
}

fn shift_register(part: &mut Part<'_>) -> Box4 {
    let attrs = part.attrs();
    let (length, parallel) = (attrs.int("length"), attrs.flag("parallel"));
    let width = if parallel { 20 + 10 * length } else { 30 };
    let frame = Box4(0, -20, width, 40);
    part.outline(frame, 0, Style::OUTLINE);
    part.clock_mark(2, false);
    if let Some((simulator, id)) = part.live
        && let State::Shift { stages, .. } = simulator.state(id)
        && parallel
    {
        let wide = attrs.count("width");
        for (stage, word) in stages.iter().enumerate() {
            let value = word.with_width(wide);
            let text = value
                .number()
                .map_or_else(|| "x".to_string(), |n| format!("{n:x}"));
            part.say((20 + 10 * stage as i32, 0), Align::Middle, 10, BLACK, &text);
        }
    }
    frame
}

fn memory(part: &mut Part<'_>, kind: Kind) -> Box4 {
    let frame = Box4(-140, -40, 140, 80);
    part.outline(frame, 0, Style::OUTLINE);
    part.say((-136, 0), Align::Start, 12, BLACK, "A");
    part.say((-4, 0), Align::End, 12, BLACK, "D");
    let notes: &[(usize, &str)] = match kind {
        Kind::Rom => &[(2, "sel")],
        _ => &[(2, "sel"), (3, "ld"), (4, "clr")],
    };
    for &(port, note) in notes {
        let dx = part.ports[port].location.x - part.x();
        part.say((dx, 33), Align::Middle, 10, GREY, note);
    }
    if kind == Kind::Ram && !part.attrs().is("bus", "asynch") {
        part.clock_mark(5, true);
    }
    if part.attrs().is("bus", "separate") {
        part.say((-110, 33), Align::Middle, 10, GREY, "str");
        part.say((-136, 20), Align::Start, 12, BLACK, "D");
    }
    contents(part);
    frame
}

/// The first cells, or those around the address that is read.
fn contents(part: &mut Part<'_>) {
    let attrs = part.attrs();
    let (address_digits, digits) = (
        attrs.count("addrWidth").div_ceil(4) as usize,
        attrs.count("dataWidth").div_ceil(4) as usize,
    );
    let columns: u32 = match digits {
        ..=2 => 4,
        3..=4 => 2,
        _ => 1,
    };
    let (left, wide) = (-100, 80);
    part.outline(Box4(left, -35, wide, 60), 0, Style::THIN);
    let Some((simulator, id)) = part.live else {
        let size = format!(
            "{} x {} bits",
            1u64 << attrs.count("addrWidth").min(24),
            attrs.count("dataWidth")
        );
        return part.say((left + wide / 2, -5), Align::Middle, 10, BLACK, &size);
    };
    let address = part.value(1).number();
    let cells = simulator.cells(id).unwrap_or(0) as u32;
    let rows = cells.div_ceil(columns);
    let first = address
        .map_or(0, |address| (address / columns).saturating_sub(1))
        .min(rows.saturating_sub(4));
    for row in 0..rows.min(4) {
        let start = (first + row) * columns;
        let dy = -27 + 15 * row as i32;
        let text = format!("{start:0address_digits$x}");
        part.say((left - 3, dy), Align::End, 10, GREY, &text);
        for column in 0..columns {
            let step = wide / columns as i32;
            let dx = left + step / 2 + step * column as i32;
            let here = start + column;
            let Ok(cell) = simulator.cell(id, here) else {
                continue;
            };
            let marked = address == Some(here);
            if marked {
                part.outline(
                    Box4(dx - step / 2 + 1, dy - 7, step - 2, 14),
                    0,
                    Style::filled(BLACK),
                );
            }
            let ink = if marked { "#ffffff" } else { BLACK };
            let at = (part.x() + dx, part.y() + dy);
            part.canvas.text(
                at,
                Align::Middle,
                &Font::plain(10),
                ink,
                &format!("{cell:0digits$x}"),
            );
        }
    }
}

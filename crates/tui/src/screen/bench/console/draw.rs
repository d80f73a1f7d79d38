//! Drawing a console: lit digits, lights and lamps, the processor, the named cells.

use circuit::show;
use circuit::sim::Display;
use consoles::{CodeAddress, Light, Machine, Model, Panel, Phase, map};
use kalah::Side;
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use texts::text;

use super::Console;
use crate::canvas::Canvas;
use crate::screen::bench::Bench;
use crate::screen::bench::code::{self, Registers};
use crate::screen::bench::memory::Cells;
use crate::screen::bench::stand::{Pane, Stand};

pub(super) fn pane(
    console: &Console,
    pane: Pane,
    bench: &Bench<Console>,
    canvas: &mut Canvas,
    area: Rect,
) {
    let machine = &bench.subject().0;
    match pane {
        Pane::Panel => panel(&machine.panel(), canvas, area),
        Pane::Processor => processor(console, machine, canvas, area),
        Pane::Memory => cells(console, bench, canvas, area),
        _ => {
            let bank = machine.bank();
            let stops: Vec<CodeAddress> = (bench.stops.iter())
                .flat_map(|stop| console.places(&stop.text))
                .collect();
            let stops = |line: &code::CodeLine| {
                let address = line.address;
                stops.contains(&CodeAddress { bank, address })
            };
            let here = super::here(machine);
            code::listing(console.lines(machine), here, stops, canvas, area);
        }
    }
}

/// Width of a display including the blank after it, and its height.
const SMALL: (u16, u16) = (5, 1);
const LARGE: (u16, u16) = (9, 3);

fn lights_rows(model: Model) -> u16 {
    model.lights().len().div_ceil(2) as u16
}

/// Height of the panel with its frame, in a window of this size.
pub(super) fn height(model: Model, (width, height): (u16, u16)) -> u16 {
    let large = height >= 44 && width / 2 >= 8 * LARGE.0 + 4;
    let display = if large { LARGE.1 } else { SMALL.1 };
    let gap = u16::from(large);
    2 + 1 + 3 * display + 2 * gap + 2 + lights_rows(model)
}

fn panel(panel: &Panel, canvas: &mut Canvas, area: Rect) {
    let theme = canvas.look.theme;
    let needed = 1 + 3 * LARGE.1 + 4 + lights_rows(panel.model);
    let (wide, high) = match area.width >= 8 * LARGE.0 && area.height >= needed {
        true => LARGE,
        false => SMALL,
    };
    let gap = u16::from(high > 1);
    let left = area.x + area.width.saturating_sub(8 * wide) / 2;
    let at = |column: u16| left + column * wide;
    let mut y = area.y;
    if panel.model == Model::Y2023 {
        for (index, on) in panel.lamps.iter().enumerate() {
            let (lamp, style) = match on {
                true => (canvas.look.glyphs.seed.repeat(3), theme.chosen),
                false => ("...".to_owned(), theme.border),
            };
            let x = at(6 - index as u16) + (wide - 5) / 2;
            canvas.text((x, y), 4, &lamp, style);
        }
    }
    y += 1;
    for (index, &seeds) in panel.pits[Side::North.index()].iter().enumerate() {
        display(canvas, (at(6 - index as u16), y), seeds, Side::North, high);
    }
    y += high + gap;
    let [south, north] = panel.stores;
    display(canvas, (at(0), y), north, Side::North, high);
    display(canvas, (at(7), y), south, Side::South, high);
    if panel.phase() == Phase::Over {
        let line = Rect::new(at(1), y + high / 2, 6 * wide, 1);
        let words = text!(canvas.look.texts, "move.over");
        canvas.centred(line, &words, theme.strong);
    }
    y += high + gap;
    for (index, &seeds) in panel.pits[Side::South.index()].iter().enumerate() {
        let x = at(1 + index as u16);
        display(canvas, (x, y), seeds, Side::South, high);
        let button = format!("({})", index + 1);
        canvas.text((x + (wide - 5) / 2, y + high), 4, &button, theme.open);
    }
    let below = crate::canvas::below(area, y + high + 2 - area.y);
    lights(panel, canvas, below);
}

/// The lights, in two columns.
fn lights(panel: &Panel, canvas: &mut Canvas, area: Rect) {
    let theme = canvas.look.theme;
    let half = usize::from(lights_rows(panel.model));
    for (index, &light) in panel.model.lights().iter().enumerate() {
        let x = area.x + (index / half) as u16 * (area.width / 2);
        let y = area.y + (index % half) as u16;
        if y >= area.bottom() {
            continue;
        }
        let on = panel.lights.is_on(light);
        let style = match (on, light) {
            (true, Light::Error) => theme.captured,
            (true, _) => theme.chosen,
            (false, _) => theme.faint,
        };
        let lamp = if on { canvas.look.glyphs.seed } else { "." };
        let words = format!("{lamp} {}", light.name());
        canvas.text((x, y), area.width / 2, &words, style);
    }
}

/// Two digits, lit: of seven segments where there is room.
fn display(canvas: &mut Canvas, (x, y): (u16, u16), seeds: u8, side: Side, high: u16) {
    let digits = Panel::digits(seeds);
    let style = canvas.look.theme.side(side).add_modifier(Modifier::BOLD);
    if high == 1 {
        let [tens, units] = digits;
        canvas.text((x, y), 4, &format!("[{tens}{units}]"), style);
        return;
    }
    for (x, digit) in [x, x + 4].into_iter().zip(digits) {
        let digit = char::from_digit(digit.into(), 10).unwrap_or(' ');
        let lines = show::picture(&Display::HexDigit(digit, false));
        for (y, line) in (y..).zip(lines) {
            canvas.text((x, y), 4, &line, style);
        }
    }
}

fn processor(console: &Console, machine: &dyn Machine, canvas: &mut Canvas, area: Rect) {
    let consoles::Registers { pc, sp, ps, r } = machine.registers();
    code::registers(&Registers { pc, sp, ps, r }, canvas, area);
    let half_ticks = machine.half_ticks();
    let words = text!(
        canvas.look.texts,
        "tui.machine.counters",
        bank = machine.bank(),
        of = console.listings.len(),
        clocks = (half_ticks / 2).to_string()
    );
    let y = area.y + 2;
    canvas.text((area.x, y), area.width, &words, canvas.look.theme.faint);
}

/// The named cells, those the last step changed marked, and the last used one.
fn cells(console: &Console, bench: &Bench<Console>, canvas: &mut Canvas, area: Rect) {
    let theme = canvas.look.theme;
    let machine = &bench.subject().0;
    let now = console.memory(bench.subject());
    let touched = machine.touched();
    let cells = Cells {
        now: &now,
        before: &bench.before,
        digits: 2,
        touched: touched.map(|touch| (touch.address.into(), touch.written)),
        marked: &[],
    };
    let sp = machine.registers().sp;
    let mut at = (area.x, area.y);
    // The pits are on the panel, so they come last where there is not room for all.
    let known = map::of(console.model).iter();
    let known = known.filter_map(|cell| Some((cell, shown(cell, sp)?)));
    let (single, runs): (Vec<_>, Vec<_>) = known.partition(|(cell, _)| cell.first == cell.last);
    for (cell, (first, last)) in single.into_iter().chain(runs) {
        let name = format!("{} ", cell.name);
        let count = u16::from(last - first) + 1;
        let needed = name.len() as u16 + 3 * count;
        if at.0 > area.x && at.0 + needed > area.right() {
            at = (area.x, at.1 + 1);
        }
        if at.1 >= area.bottom() {
            return;
        }
        let used = touched.is_some_and(|touch| (cell.first..=cell.last).contains(&touch.address));
        let style = if used { theme.strong } else { theme.faint };
        let mut x = canvas.text(at, area.right() - at.0, &name, style);
        for address in first..=last {
            let index = usize::from(address);
            let style = cells.style(index, canvas);
            let value = format!("{:02x}", now[index]);
            let room = area.right().saturating_sub(x);
            x = canvas.text((x, at.1), room, &value, style) + 1;
        }
        at.0 = x + 1;
    }
}

/// The bytes of a run that are worth showing: all of a short one; of a stack, its contents.
fn shown(cell: &map::Cell, sp: u8) -> Option<(u8, u8)> {
    const SHORT: u8 = 8;
    const TOP: u8 = 5;
    match cell.last - cell.first {
        _ if ["unused", "nothing"].contains(&cell.name) => None,
        0..SHORT => Some((cell.first, cell.last)),
        _ if cell.name == "STACK" && (cell.first..=cell.last).contains(&sp) => {
            Some((sp, cell.last.min(sp.saturating_add(TOP))))
        }
        _ => None,
    }
}

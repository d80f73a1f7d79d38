//! The bench as it is seen.

use console::{Machine, Model, Panel, map};
use kalah::Side;
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use texts::text;

use super::{Bench, RATES, is_over, line_at};
use crate::canvas::{Canvas, Hint, below};
use crate::input::Key;

pub(super) fn bench(bench: &Bench, canvas: &mut Canvas, area: Rect) {
    let texts = &canvas.look.texts;
    let title = text!(texts, "tui.machine.title", model = bench.model.name());
    let state = state(bench, canvas);
    let body = canvas.header(area, &title, &state);
    let body = canvas.footer(body, &hints(bench, canvas));
    let left = Rect::new(body.x, body.y, body.width / 2 + 2, body.height);
    let right = Rect::new(left.right(), body.y, body.width - left.width, body.height);
    let lights = bench.model.lights().len().div_ceil(2) as u16;
    let high = (9 + lights).min(left.height);
    let heading = text!(canvas.look.texts, "tui.machine.panel");
    let inside = canvas.panel(Rect::new(left.x, left.y, left.width, high), &heading);
    panel(&bench.machine().panel(), canvas, inside);
    let heading = text!(canvas.look.texts, "tui.machine.processor");
    let inside = canvas.panel(Rect::new(right.x, right.y, right.width, 6), &heading);
    processor(bench, canvas, inside);
    let bank = bench.machine().bank();
    let name = console::firmware::sources(bench.model).get(bank);
    let name = name.map_or("", |(name, _)| name);
    let heading = text!(canvas.look.texts, "tui.machine.program", bank = name);
    let inside = canvas.panel(below(right, 6), &heading);
    program(bench, canvas, inside);
    let heading = text!(canvas.look.texts, "tui.machine.memory");
    let lower = below(left, high);
    let inside = canvas.panel(lower, &heading);
    match (&bench.asking, &bench.notice) {
        (Some(name), _) => {
            let name = format!("{name}{}", canvas.look.glyphs.cursor);
            let words = text!(canvas.look.texts, "tui.machine.break", name = name);
            canvas.paragraph(inside, &words, canvas.look.theme.chosen);
        }
        (None, Some((words, bad))) => {
            let theme = canvas.look.theme;
            let style = if *bad { theme.bad } else { theme.good };
            canvas.paragraph(inside, words, style);
        }
        (None, None) => memory(bench, canvas, inside),
    }
}

fn state(bench: &Bench, canvas: &Canvas) -> String {
    let texts = &canvas.look.texts;
    let machine = bench.machine();
    if machine.is_stopped() {
        return text!(texts, "tui.machine.halted");
    }
    if bench.rests() {
        return text!(texts, "tui.machine.waiting");
    }
    let rate = match RATES[bench.rate] {
        u64::MAX => text!(texts, "tui.machine.full"),
        rate => text!(texts, "tui.machine.rate", rate = rate as i64),
    };
    match bench.running {
        true => text!(texts, "tui.machine.running", rate = rate),
        false => text!(texts, "tui.machine.stopped"),
    }
}

fn hints(bench: &Bench, canvas: &Canvas) -> Vec<Hint> {
    let texts = &canvas.look.texts;
    let key = |c: char, label, what| Hint::new(Key::Char(c), label, what);
    let run = match bench.running {
        true => text!(texts, "tui.key.stop"),
        false => text!(texts, "tui.key.run"),
    };
    vec![
        key(' ', "Space", run),
        key('i', "i", text!(texts, "tui.key.instruction")),
        key('I', "I", text!(texts, "tui.key.instruction-back")),
        Hint::new(Key::Enter, "e", text!(texts, "tui.key.until-asked")),
        key('c', "c", text!(texts, "tui.key.console")),
        Hint::new(Key::Escape, "Esc", text!(texts, "tui.key.menu")),
        key('+', "+-", text!(texts, "tui.key.clock")),
        key('b', "b", text!(texts, "tui.key.breakpoint")),
        key('?', "?", text!(texts, "tui.key.help")),
    ]
}

/// Columns of a display with the blank behind it.
const DISPLAY: u16 = 5;

fn panel(panel: &Panel, canvas: &mut Canvas, area: Rect) {
    let theme = canvas.look.theme;
    let left = area.x + area.width.saturating_sub(8 * DISPLAY) / 2;
    let at = |column: u16| left + column * DISPLAY;
    let mut y = area.y;
    if panel.model == Model::Y2023 {
        for (index, on) in panel.lamps.iter().enumerate() {
            let (lamp, style) = match on {
                true => (canvas.look.glyphs.seed.repeat(3), theme.chosen),
                false => ("...".to_owned(), theme.border),
            };
            canvas.text((at(6 - index as u16), y), 4, &lamp, style);
        }
    }
    y += 1;
    for (index, &seeds) in panel.pits[Side::North.index()].iter().enumerate() {
        display(canvas, (at(6 - index as u16), y), seeds, Side::North);
    }
    let [south, north] = panel.stores;
    display(canvas, (at(0), y + 1), north, Side::North);
    display(canvas, (at(7), y + 1), south, Side::South);
    for (index, &seeds) in panel.pits[Side::South.index()].iter().enumerate() {
        display(canvas, (at(1 + index as u16), y + 2), seeds, Side::South);
        let button = format!("({})", index + 1);
        canvas.text((at(1 + index as u16), y + 3), 4, &button, theme.open);
    }
    // The lights, in two columns.
    let half = panel.model.lights().len().div_ceil(2);
    for (index, &light) in panel.model.lights().iter().enumerate() {
        let x = area.x + (index / half) as u16 * (area.width / 2);
        let y = y + 5 + (index % half) as u16;
        let on = panel.lights.is_on(light);
        let style = match (on, light) {
            (true, console::Light::Error) => theme.captured,
            (true, _) => theme.chosen,
            (false, _) => theme.faint,
        };
        let lamp = if on { canvas.look.glyphs.seed } else { "." };
        let words = format!("{lamp} {}", light.name());
        canvas.text((x, y), area.width / 2, &words, style);
    }
    if is_over(panel) {
        let line = Rect::new(area.x, area.bottom() - 1, area.width, 1);
        let words = text!(canvas.look.texts, "move.over");
        canvas.centred(line, &words, theme.strong);
    }
}

/// Two digits, lit.
fn display(canvas: &mut Canvas, at: (u16, u16), seeds: u8, side: Side) {
    let [tens, units] = Panel::digits(seeds);
    let style = canvas.look.theme.side(side).add_modifier(Modifier::BOLD);
    canvas.text(at, 4, &format!("[{tens}{units}]"), style);
}

fn processor(bench: &Bench, canvas: &mut Canvas, area: Rect) {
    let theme = canvas.look.theme;
    let machine = bench.machine();
    let registers = machine.registers();
    let [r0, r1, r2, r3] = registers.r;
    let flags: String = [(8, 'C'), (4, 'V'), (2, 'Z'), (1, 'N')]
        .map(|(bit, name)| if registers.ps & bit != 0 { name } else { '-' })
        .into_iter()
        .collect();
    let first = format!("r0 {r0:02x}  r1 {r1:02x}  r2 {r2:02x}  r3 {r3:02x}");
    let second = format!(
        "pc {:02x}  sp {:02x}  ps {:02x} {flags}",
        registers.pc, registers.sp, registers.ps
    );
    let (half_ticks, clocks) = (
        machine.half_ticks().to_string(),
        machine.clocks().to_string(),
    );
    let third = text!(
        canvas.look.texts,
        "tui.machine.time",
        half_ticks = half_ticks,
        clocks = clocks
    );
    for (row, words) in [first, second].iter().enumerate() {
        canvas.text(
            (area.x, area.y + row as u16),
            area.width,
            words,
            theme.strong,
        );
    }
    canvas.text((area.x, area.y + 2), area.width, &third, theme.faint);
    if let Some(breakpoint) = &bench.breakpoint {
        let words = text!(
            canvas.look.texts,
            "tui.machine.breaks-at",
            name = &breakpoint.name
        );
        canvas.text((area.x, area.y + 3), area.width, &words, theme.faint);
    }
}

/// The lines around the one that runs.
fn program(bench: &Bench, canvas: &mut Canvas, area: Rect) {
    let theme = canvas.look.theme;
    let machine = bench.machine();
    let Some(lines) = bench.listings.get(machine.bank()) else {
        return;
    };
    let at = line_at(lines, machine.registers().pc);
    let room = usize::from(area.height);
    let first = crate::screen::first_shown(at, lines.len(), room);
    let stops = |address: u8| {
        let here = (machine.bank(), address);
        bench
            .breakpoint
            .as_ref()
            .is_some_and(|breakpoint| breakpoint.at.contains(&here))
    };
    for (row, (index, line)) in lines.iter().enumerate().skip(first).take(room).enumerate() {
        let y = area.y + row as u16;
        let style = match index == at {
            true => theme.chosen,
            false if stops(line.address) => theme.captured,
            false => theme.text,
        };
        if index == at {
            canvas.text((area.x, y), 1, canvas.look.glyphs.pointer, style);
        }
        canvas.text(
            (area.x + 2, y),
            2,
            &format!("{:02x}", line.address),
            theme.faint,
        );
        let label = line.label.as_deref().unwrap_or_default();
        canvas.text((area.x + 5, y), 11, label, theme.open);
        // The label stands on the left already, and comments need more room than there is.
        let code = line.text.split('#').next().unwrap_or_default();
        let code = code.rsplit_once(':').map_or(code, |(_, code)| code);
        let code = code.split_whitespace().collect::<Vec<_>>().join(" ");
        let room = area.width.saturating_sub(17);
        canvas.text((area.x + 17, y), room, &code, style);
    }
}

/// The named cells, those the last step changed marked.
fn memory(bench: &Bench, canvas: &mut Canvas, area: Rect) {
    let theme = canvas.look.theme;
    let now = bench.memory();
    let mut at = (area.x, area.y);
    for cell in map::of(bench.model) {
        // A long run of cells is the stack or nothing: its length says enough.
        let addresses = cell.first..=cell.last;
        if addresses.len() > 8 {
            continue;
        }
        let name = format!("{} ", cell.name);
        let needed = name.len() as u16 + 3 * addresses.len() as u16;
        if at.0 + needed > area.right() {
            at = (area.x, at.1 + 1);
        }
        if at.1 >= area.bottom() {
            return;
        }
        let mut x = canvas.text(at, area.right() - at.0, &name, theme.faint);
        for address in addresses {
            let index = usize::from(address);
            let changed = bench.before.get(index) != now.get(index);
            let style = if changed { theme.captured } else { theme.text };
            let value = format!("{:02x}", now[index]);
            let room = area.right().saturating_sub(x);
            x = canvas.text((x, at.1), room, &value, style) + 1;
        }
        at.0 = x + 1;
    }
}

//! Drawing the bench: two columns of panes, waves below them, a line about time, and the question being asked.

use ratatui::layout::Rect;
use texts::text;
use timeline::What;

use super::stand::{Column, Pane, Rest, Stand};
use super::{Bench, RATES, question, waves};
use crate::canvas::{Canvas, Hint, below, width};
use crate::input::Key;

/// Panes with less room than this are left out.
const LEAST: u16 = 3;

pub(super) fn bench<T: Stand>(bench: &Bench<T>, canvas: &mut Canvas, area: Rect) {
    let title = bench.stand.title(&bench.time, &canvas.look.texts);
    let state = state(bench, canvas);
    let body = canvas.header(area, &title, &state);
    let body = canvas.footer(body, &hints(bench, canvas));
    let line = Rect::new(body.x, body.bottom() - 1, body.width, 1);
    status(bench, canvas, line);
    let mut body = Rect::new(body.x, body.y, body.width, body.height - 1);
    let [left, right] = bench.stand.columns((area.width, area.height));
    if bench.waves.on {
        let high = waves_height(bench, body, &left);
        let strip = Rect::new(body.x, body.bottom() - high, body.width, high);
        let heading = text!(canvas.look.texts, "tui.machine.waves");
        let inside = canvas.panel(strip, &heading);
        waves::draw(bench, canvas, inside);
        body.height -= high;
    }
    let wide = body.width / 2 + 2;
    let sides = [
        (left, Rect::new(body.x, body.y, wide, body.height)),
        (
            right,
            Rect::new(body.x + wide, body.y, body.width - wide, body.height),
        ),
    ];
    for (panes, side) in sides {
        column(bench, canvas, side, &panes);
    }
    if let Some(asking) = &bench.asking {
        let body = Rect::new(body.x, area.y + 1, body.width, area.height - 3);
        question::draw(bench, asking, canvas, body);
    }
}

/// All signals, if the first pane of the left column still fits above them.
fn waves_height<T: Stand>(bench: &Bench<T>, body: Rect, left: &Column) -> u16 {
    let wanted = bench.waves.signals.len() as u16 + 3;
    let above = left.first().map_or(0, |(_, height)| *height).max(10);
    wanted.clamp(5, body.height.saturating_sub(above).max(6))
}

fn column<T: Stand>(bench: &Bench<T>, canvas: &mut Canvas, area: Rect, panes: &Column) {
    let fixed: u16 = panes.iter().map(|(_, height)| height).sum();
    let mut rest = area;
    for &(pane, height) in panes {
        let height = match height {
            0 => area.height.saturating_sub(fixed),
            height => height,
        };
        let height = height.min(rest.height);
        if height < LEAST {
            continue;
        }
        let room = Rect::new(rest.x, rest.y, rest.width, height);
        draw_pane(bench, canvas, room, pane);
        rest = below(rest, height);
    }
}

fn draw_pane<T: Stand>(bench: &Bench<T>, canvas: &mut Canvas, area: Rect, pane: Pane) {
    let texts = &canvas.look.texts;
    let pane = match pane {
        Pane::Turned => {
            let panes = bench.stand.turned();
            panes.get(bench.turned).copied().unwrap_or(Pane::Memory)
        }
        pane => pane,
    };
    let heading = match pane {
        Pane::Stops => text!(texts, "tui.machine.stops"),
        Pane::Past => text!(texts, "tui.machine.past"),
        pane => bench.stand.heading(pane, bench.subject(), texts),
    };
    let inside = canvas.panel(area, &heading);
    match pane {
        Pane::Stops => stops(bench, canvas, inside),
        Pane::Past => past(bench, canvas, inside),
        pane => bench.stand.draw(pane, bench, canvas, inside),
    }
}

fn stops<T: Stand>(bench: &Bench<T>, canvas: &mut Canvas, area: Rect) {
    let theme = canvas.look.theme;
    if bench.stops.is_empty() {
        let words = text!(canvas.look.texts, "tui.machine.no-stops");
        canvas.paragraph(area, &words, theme.faint);
        return;
    }
    for (y, stop) in (area.y..area.bottom()).zip(bench.stops.iter()) {
        let here = bench.at.contains(&stop.number);
        let style = if here { theme.chosen } else { theme.text };
        canvas.text((area.x, y), 1, canvas.look.glyphs.seed, theme.captured);
        canvas.text(
            (area.x + 2, y),
            area.width.saturating_sub(2),
            &stop.text,
            style,
        );
    }
}

/// The inputs, the latest at the bottom; future ones are faint.
fn past<T: Stand>(bench: &Bench<T>, canvas: &mut Canvas, area: Rect) {
    let theme = canvas.look.theme;
    let marks = bench.time.marks();
    if marks.is_empty() {
        let words = text!(canvas.look.texts, "tui.machine.nothing-done");
        canvas.paragraph(area, &words, theme.faint);
        return;
    }
    let now = bench.time.now();
    let behind = marks.iter().filter(|mark| mark.moment <= now).count();
    let high = usize::from(area.height);
    let first = crate::screen::first_shown(behind, marks.len(), high);
    for (y, mark) in (area.y..area.bottom()).zip(marks.iter().skip(first)) {
        let what = match mark.what {
            What::Input(input) => bench.stand.told(input, bench.subject()),
            What::Name(name) => name.to_owned(),
        };
        let style = if mark.moment <= now {
            theme.text
        } else {
            theme.faint
        };
        let line = format!("{:>9}  {what}", mark.moment);
        canvas.text((area.x, y), area.width, &line, style);
    }
}

fn state<T: Stand>(bench: &Bench<T>, canvas: &Canvas) -> String {
    let texts = &canvas.look.texts;
    if bench.journey.is_some() {
        return text!(texts, "tui.machine.looking");
    }
    match bench.stand.rest(bench.subject()) {
        Some(Rest::Halted) => return text!(texts, "tui.machine.halted"),
        Some(Rest::Waits) => return text!(texts, "tui.machine.waiting"),
        Some(Rest::Oscillates) => return text!(texts, "tui.machine.oscillates"),
        None => {}
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

/// The message line, and the current moment.
fn status<T: Stand>(bench: &Bench<T>, canvas: &mut Canvas, line: Rect) {
    let theme = canvas.look.theme;
    let texts = &canvas.look.texts;
    let (now, end) = (bench.time.now(), bench.time.end());
    let mut time = text!(texts, "tui.machine.moment", moment = now.to_string());
    if end > now {
        time += &text!(texts, "tui.machine.known-to", moment = end.to_string());
    }
    let futures = bench.time.futures().count();
    if futures > 1 {
        let here = bench.time.here().number() as usize + 1;
        time += &text!(texts, "tui.machine.future", here = here, of = futures);
    }
    let x = line.right().saturating_sub(width(&time) + 1);
    canvas.text((x, line.y), line.width, &time, theme.faint);
    if let Some((words, bad)) = &bench.notice {
        let style = if *bad { theme.bad } else { theme.good };
        let room = x.saturating_sub(line.x + 2);
        canvas.text((line.x + 1, line.y), room, words, style);
    }
}

fn hints<T: Stand>(bench: &Bench<T>, canvas: &Canvas) -> Vec<Hint> {
    let texts = &canvas.look.texts;
    if bench.asking.is_some() {
        return question::hints(texts);
    }
    let key = |c: char, label, what| Hint::new(Key::Char(c), label, what);
    let run = match bench.running {
        true => text!(texts, "tui.key.stop"),
        false => text!(texts, "tui.key.run"),
    };
    let mut hints = vec![
        key(' ', "Space", run),
        key('i', "i", text!(texts, "tui.key.instruction")),
        key('I', "I", text!(texts, "tui.key.instruction-back")),
    ];
    // The first keys are the most specific ones.
    let mut own = bench.stand.hints(texts);
    let later = own.split_off(own.len().min(2));
    hints.extend(own);
    hints.extend([
        key('b', "b", text!(texts, "tui.key.breakpoint")),
        key('w', "w", text!(texts, "tui.key.waves")),
        Hint::new(Key::Escape, "Esc", text!(texts, "tui.key.menu")),
    ]);
    hints.extend(later);
    hints.extend([
        Hint::new(Key::Tab, "Tab", text!(texts, "tui.key.pane")),
        key('+', "+-", text!(texts, "tui.key.clock")),
        key('s', "s", text!(texts, "tui.key.signal")),
        key('x', "x", text!(texts, "tui.key.deed")),
        key('?', "?", text!(texts, "tui.key.help")),
    ]);
    hints
}

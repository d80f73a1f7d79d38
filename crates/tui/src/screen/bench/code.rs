//! The processor and its program: the panes shared by consoles and bare processors.

use ratatui::layout::Rect;

use crate::canvas::Canvas;

/// A line of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CodeLine {
    pub address: u8,
    pub label: String,
    /// The instruction, without label and comment.
    pub code: String,
    /// The name of its file and its number there; `None` for disassembled code.
    pub place: Option<(String, usize)>,
}

/// An instruction without the label before it and the comment after it.
pub(super) fn bare(text: &str) -> String {
    let code = text.split('#').next().unwrap_or_default();
    let code = code.rsplit_once(':').map_or(code, |(_, code)| code);
    code.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The current line: the last that begins at or before the address.
pub(super) fn line_at(lines: &[CodeLine], pc: u8) -> usize {
    lines
        .partition_point(|line| line.address <= pc)
        .saturating_sub(1)
}

/// The label above the line, and how many lines below it.
pub(super) fn under(lines: &[CodeLine], at: usize) -> Option<String> {
    let above = lines.get(..=at)?;
    let label = above.iter().rposition(|line| !line.label.is_empty())?;
    Some(match at - label {
        0 => above[label].label.clone(),
        below => format!("{}+{below}", above[label].label),
    })
}

pub(super) struct Registers {
    pub pc: u8,
    pub sp: u8,
    pub ps: u8,
    pub r: [u8; 4],
}

pub(super) fn registers(registers: &Registers, canvas: &mut Canvas, area: Rect) {
    let theme = canvas.look.theme;
    let decimal = area.width >= 44;
    let mut x = area.x;
    for (number, value) in registers.r.iter().enumerate() {
        x = canvas.text((x, area.y), 3, &format!("r{number} "), theme.faint);
        x = canvas.text((x, area.y), 3, &format!("{value:02x} "), theme.strong);
        if decimal {
            x = canvas.text((x, area.y), 4, &format!("{value:<4}"), theme.faint);
        }
        x += 1;
    }
    let y = area.y + 1;
    let mut x = area.x;
    for (name, value) in [
        ("pc", registers.pc),
        ("sp", registers.sp),
        ("ps", registers.ps),
    ] {
        x = canvas.text((x, y), 3, &format!("{name} "), theme.faint);
        x = canvas.text((x, y), 3, &format!("{value:02x} "), theme.strong) + 1;
    }
    for (bit, name) in [(8, "C"), (4, "V"), (2, "Z"), (1, "N")] {
        let (name, style) = match registers.ps & bit != 0 {
            true => (name, theme.chosen),
            false => ("-", theme.border),
        };
        x = canvas.text((x, y), 1, name, style);
    }
}

/// The lines around the current one; `stops` returns which of them have breakpoints.
pub(super) fn listing(
    lines: &[CodeLine],
    pc: u8,
    stops: impl Fn(&CodeLine) -> bool,
    canvas: &mut Canvas,
    area: Rect,
) {
    let theme = canvas.look.theme;
    let at = line_at(lines, pc);
    let room = usize::from(area.height);
    let first = crate::screen::first_shown(at, lines.len(), room);
    let longest = lines.iter().map(|line| line.label.chars().count()).max();
    let column = (longest.unwrap_or(0) as u16 + 1).clamp(2, (area.width / 3).max(2));
    for (y, (index, line)) in (area.y..area.bottom()).zip(lines.iter().enumerate().skip(first)) {
        let stop = stops(line);
        let style = match index == at {
            true => theme.chosen,
            false if stop => theme.captured,
            false => theme.text,
        };
        let mark = match (index == at, stop) {
            (true, _) => canvas.look.glyphs.pointer,
            (false, true) => canvas.look.glyphs.seed,
            (false, false) => " ",
        };
        canvas.text(
            (area.x, y),
            1,
            mark,
            if stop { theme.captured } else { style },
        );
        canvas.text(
            (area.x + 2, y),
            2,
            &format!("{:02x}", line.address),
            theme.faint,
        );
        canvas.text((area.x + 5, y), column - 1, &line.label, theme.open);
        let x = area.x + 5 + column;
        let room = area.right().saturating_sub(x);
        let end = canvas.text((x, y), room, &line.code, style);
        // The label and line, if the window is wide.
        if let Some((_, number)) = &line.place {
            let number = number.to_string();
            let x = area.right().saturating_sub(number.len() as u16);
            if x > end + 1 {
                canvas.text((x, y), number.len() as u16, &number, theme.border);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines() -> Vec<CodeLine> {
        let line = |address, label: &str, number| CodeLine {
            address,
            label: label.into(),
            code: String::new(),
            place: Some(("2023/main.asm".into(), number)),
        };
        vec![line(0, "start", 3), line(2, "", 5), line(0x3f, "loop", 9)]
    }

    #[test]
    fn a_line_is_under_the_label_before_it() {
        assert_eq!(under(&lines(), 1).as_deref(), Some("start+1"));
        assert_eq!(under(&lines(), 2).as_deref(), Some("loop"));
        assert_eq!(under(&[], 0), None);
        assert_eq!(bare("loop: ldi r0,  5 # five"), "ldi r0, 5");
    }
}

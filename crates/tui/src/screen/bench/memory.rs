//! A memory as numbers, the last used cells marked.

use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use crate::canvas::Canvas;

/// What is known of the cells.
pub(super) struct Cells<'a> {
    pub now: &'a [u32],
    /// Their values before the last step.
    pub before: &'a [u32],
    /// Hexadecimal digits of a cell.
    pub digits: usize,
    /// The last used cell, and whether it was written.
    pub touched: Option<(usize, bool)>,
    /// Cells with a name or a meaning of their own.
    pub marked: &'a [usize],
}

impl Cells<'_> {
    /// The style of a cell: written or changed, read, named, or plain.
    pub(super) fn style(&self, cell: usize, canvas: &Canvas) -> Style {
        let theme = canvas.look.theme;
        let changed = self
            .before
            .get(cell)
            .is_some_and(|was| *was != self.now[cell]);
        let style = match changed {
            true => theme.captured,
            false if self.marked.contains(&cell) => theme.open,
            false if self.now[cell] == 0 => theme.faint,
            false => theme.text,
        };
        match self.touched {
            Some((touched, true)) if touched == cell => style.add_modifier(Modifier::REVERSED),
            Some((touched, false)) if touched == cell => style.add_modifier(Modifier::UNDERLINED),
            _ => style,
        }
    }

    fn focus(&self) -> usize {
        let changed = (0..self.now.len()).find(|&cell| {
            let was = self.before.get(cell);
            was.is_some_and(|was| *was != self.now[cell])
        });
        changed.or(self.touched.map(|(cell, _)| cell)).unwrap_or(0)
    }
}

/// Rows of cells with their addresses, around the latest change.
pub(super) fn draw(cells: &Cells, canvas: &mut Canvas, area: Rect) {
    let theme = canvas.look.theme;
    let address = match cells.now.len() {
        ..=0x100 => 2,
        0x101..=0x1_0000 => 4,
        _ => 6,
    };
    let each = cells.digits + 1;
    let room = usize::from(area.width).saturating_sub(address + 1);
    let across = [32, 16, 8, 4, 2]
        .into_iter()
        .find(|count| count * each <= room)
        .unwrap_or(1);
    let rows = cells.now.len().div_ceil(across);
    let high = usize::from(area.height);
    let top = crate::screen::first_shown(cells.focus() / across, rows, high);
    for (y, row) in (area.y..area.bottom()).zip(top..rows) {
        let first = row * across;
        canvas.text(
            (area.x, y),
            area.width,
            &format!("{first:0address$x}"),
            theme.faint,
        );
        for cell in first..(first + across).min(cells.now.len()) {
            let x = area.x + (address + 1 + (cell - first) * each) as u16;
            let style = cells.style(cell, canvas);
            let digits = cells.digits;
            let value = format!("{:0digits$x}", cells.now[cell]);
            canvas.text((x, y), cells.digits as u16, &value, style);
        }
    }
}

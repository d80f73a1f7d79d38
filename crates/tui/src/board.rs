//! The board: pits as boxes with their seeds in them, north on top, stores at the ends.
//!
//! ```text
//!                 the computer
//!               6         5              (values of moves stand beside the numbers)
//!  ╭─ 0 ──╮ ╭───────╮ ╭───────╮
//!  │      │ │ ● ● ● │ │ ● ● ● │
//!  │      │ ╰── 4 ──╯ ╰── 4 ──╯
//!  │      │
//!  │      │ ╭── 4 ──╮ ╭── 4 ──╮
//! ```
//!
//! The counts of both rows face each other, so that what lies opposite is seen at a glance.

use kalah::{BySide, House, Pit, Side};
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use crate::animation::Counts;
use crate::canvas::{Canvas, Spot, width};

/// What is to be seen of a board besides its seeds.
#[derive(Clone, Debug, Default)]
pub(crate) struct Marks {
    /// Pits that can be played.
    pub open: Vec<House>,
    /// The pit that Enter plays.
    pub cursor: Option<House>,
    /// Where the last move began and ended.
    pub last: Vec<House>,
    /// Houses emptied by a capture, or at the end.
    pub taken: Vec<House>,
    /// Pits worth looking at: a hint, the best move.
    pub advised: Option<House>,
    /// A remark beside the number of a pit, such as what a move is worth.
    pub remarks: Vec<(House, String, Style)>,
    /// Seeds in the hand, and whose hand it is.
    pub hand: Option<(u16, Side)>,
}

/// A board to be drawn.
pub(crate) struct Scene<'a> {
    pub counts: &'a Counts,
    pub marks: &'a Marks,
    pub names: BySide<String>,
    pub turn: Option<Side>,
    /// What stands between the rows when no hand does.
    pub between: String,
}

/// How large everything is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Sizes {
    pits: u16,
    cell: u16,
    rows: u16,
    store: u16,
}

/// Lines above and below the cells: names and numbers of both sides, and the gap between the rows.
const LINES: u16 = 5;
const SMALLEST_CELL: u16 = 5;
const LARGEST_CELL: u16 = 15;
const SMALLEST_ROWS: u16 = 3;
const LARGEST_ROWS: u16 = 9;

impl Sizes {
    fn fitting(pits: usize, area: Rect) -> Sizes {
        let pits = pits.max(1) as u16;
        let for_cells = area.width.saturating_sub(2 * 7);
        let cell = (for_cells / pits).clamp(SMALLEST_CELL, LARGEST_CELL);
        let rows = (area.height.saturating_sub(LINES) / 2).min((cell / 2 + 1).max(5));
        let left = area.width.saturating_sub(cell * pits);
        Sizes {
            pits,
            cell,
            rows: rows.clamp(SMALLEST_ROWS, LARGEST_ROWS),
            store: (left / 2).clamp(7, cell.max(9)),
        }
    }

    fn width(self) -> u16 {
        self.pits * self.cell + 2 * self.store
    }

    fn height(self) -> u16 {
        2 * self.rows + LINES
    }
}

/// The lines a board takes that may be this wide and high.
pub(crate) fn height(pits: usize, area: Rect) -> u16 {
    Sizes::fitting(pits, area).height()
}

/// Where each house is drawn.
struct Places {
    sizes: Sizes,
    area: Rect,
}

impl Places {
    fn new(sizes: Sizes, area: Rect) -> Places {
        let (width, height) = (sizes.width().min(area.width), sizes.height());
        Places {
            sizes,
            area: Rect::new(
                area.x + (area.width - width) / 2,
                area.y + area.height.saturating_sub(height) / 2,
                width,
                height.min(area.height),
            ),
        }
    }

    fn top(&self, side: Side) -> u16 {
        match side {
            Side::North => self.area.y + 2,
            Side::South => self.area.y + 3 + self.sizes.rows,
        }
    }

    fn of(&self, house: House) -> Rect {
        let Sizes {
            pits,
            cell,
            rows,
            store,
        } = self.sizes;
        match house {
            House::Pit { side, pit } => {
                let index = pit.index() as u16;
                let column = match side {
                    Side::South => index,
                    Side::North => pits - 1 - index,
                };
                let x = self.area.x + store + column * cell;
                Rect::new(x, self.top(side), cell, rows)
            }
            House::Store { side } => {
                let x = match side {
                    Side::North => self.area.x,
                    Side::South => self.area.x + store + pits * cell,
                };
                Rect::new(x, self.top(Side::North), store, 2 * rows + 1)
            }
        }
    }

    /// The line with the numbers of a side's pits.
    fn numbers(&self, side: Side) -> u16 {
        match side {
            Side::North => self.area.y + 1,
            Side::South => self.top(Side::South) + self.sizes.rows,
        }
    }

    fn names(&self, side: Side) -> u16 {
        match side {
            Side::North => self.area.y,
            Side::South => self.numbers(Side::South) + 1,
        }
    }
}

/// Draws a board in the middle of an area.
pub(crate) fn draw(canvas: &mut Canvas, area: Rect, scene: &Scene) {
    let pits = scene.counts.pits.south.len();
    let places = Places::new(Sizes::fitting(pits, area), area);
    for side in Side::BOTH {
        name(canvas, &places, scene, side);
        house(canvas, &places, scene, House::Store { side });
        for number in 1..=pits {
            let Some(pit) = Pit::new(number) else {
                continue;
            };
            let pit = House::Pit { side, pit };
            house(canvas, &places, scene, pit);
            label(canvas, &places, scene, pit, number);
        }
    }
    between(canvas, &places, scene);
}

fn name(canvas: &mut Canvas, places: &Places, scene: &Scene, side: Side) {
    let theme = canvas.look.theme;
    let line = Rect::new(places.area.x, places.names(side), places.area.width, 1);
    let style = theme.side(side);
    match scene.turn == Some(side) {
        true => {
            let pointer = canvas.look.glyphs.pointer;
            let name = format!("{pointer} {}", scene.names[side]);
            canvas.centred(line, &name, style.add_modifier(Modifier::BOLD));
        }
        false => canvas.centred(line, &scene.names[side], style),
    }
}

/// The hand over the gap between the rows, or the words that stand there.
fn between(canvas: &mut Canvas, places: &Places, scene: &Scene) {
    let inside = places.sizes.pits * places.sizes.cell;
    let x = places.area.x + places.sizes.store;
    let line = Rect::new(x, places.top(Side::South) - 1, inside, 1);
    match scene.marks.hand {
        Some((seeds, side)) if seeds > 0 => {
            let shown = usize::from(seeds).min(usize::from(inside) / 2);
            let hand = vec![canvas.look.glyphs.seed; shown].join(" ");
            canvas.centred(line, &hand, canvas.look.theme.side(side));
        }
        _ => canvas.centred(line, &scene.between, canvas.look.theme.faint),
    }
}

/// The number of a pit, and the remark beside it.
fn label(canvas: &mut Canvas, places: &Places, scene: &Scene, house: House, number: usize) {
    let theme = canvas.look.theme;
    let cell = places.of(house);
    let line = Rect::new(cell.x, places.numbers(house.side()), cell.width, 1);
    let mut style = match scene.marks.open.contains(&house) {
        true => theme.open.add_modifier(Modifier::BOLD),
        false => theme.faint,
    };
    if scene.marks.cursor == Some(house) {
        style = theme.chosen;
    }
    let number = number.to_string();
    let remark = scene.marks.remarks.iter().find(|(at, ..)| *at == house);
    let Some((_, remark, colour)) = remark else {
        canvas.centred(line, &number, style);
        return;
    };
    let both = width(&number) + 1 + width(remark);
    if both > line.width {
        canvas.centred(line, remark, *colour);
        return;
    }
    let x = line.x + (line.width - both) / 2;
    let end = canvas.text((x, line.y), line.width, &number, style);
    canvas.text((end + 1, line.y), line.width, remark, *colour);
}

fn house(canvas: &mut Canvas, places: &Places, scene: &Scene, house: House) {
    let (theme, glyphs) = (canvas.look.theme, canvas.look.glyphs);
    let marks = scene.marks;
    let area = places.of(house);
    let is_cursor = marks.cursor == Some(house);
    let is_advised = marks.advised == Some(house);
    let style = if marks.taken.contains(&house) {
        theme.captured
    } else if is_cursor {
        theme.chosen
    } else if is_advised {
        theme.good
    } else if marks.last.contains(&house) {
        theme.last
    } else if marks.open.contains(&house) {
        theme.open
    } else {
        theme.border
    };
    let lines = match is_cursor || is_advised || marks.taken.contains(&house) {
        true => glyphs.thick,
        false => glyphs.thin,
    };
    canvas.outline(area, lines, style);
    canvas.spot(area, Spot::House(house));
    let (seeds, top) = match house {
        House::Pit { side, pit } => (scene.counts.pits[side][pit.index()], side == Side::South),
        House::Store { side } => (scene.counts.stores[side], true),
    };
    let inside = Rect::new(area.x + 1, area.y + 1, area.width - 2, area.height - 2);
    heap(canvas, inside, seeds, theme.side(house.side()));
    let line = if top { area.y } else { area.bottom() - 1 };
    let mut count = format!(" {seeds} ");
    if width(&count) > area.width - 2 {
        count = seeds.to_string();
    }
    let counted = match marks.last.contains(&house) || marks.taken.contains(&house) {
        true => style.add_modifier(Modifier::BOLD),
        false => theme.strong,
    };
    canvas.centred(Rect::new(area.x, line, area.width, 1), &count, counted);
}

/// Seeds in a box, from the bottom up and from the middle out, with a blank between them as long as there is room. One
/// more seed moves no other.
fn heap(canvas: &mut Canvas, area: Rect, seeds: u16, style: Style) {
    let wide = area.width.div_ceil(2);
    let (columns, step) = match seeds <= wide * area.height {
        true => (wide, 2),
        false => (area.width, 1),
    };
    let seed = canvas.look.glyphs.seed;
    for index in 0..seeds.min(columns * area.height) {
        let (row, column) = (index / columns, from_the_middle(index % columns, columns));
        let at = (area.x + column * step, area.bottom() - 1 - row);
        canvas.text(at, 1, seed, style);
    }
}

/// The nth column to be filled of so many: the middle one, then those beside it, left and right in turn.
fn from_the_middle(nth: u16, columns: u16) -> u16 {
    let middle = (columns - 1) / 2;
    let away = nth.div_ceil(2);
    // An even number of columns has one more on the right.
    match (nth % 2 == 1) == columns.is_multiple_of(2) {
        true => middle + away,
        false => middle - away,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sizes(pits: usize, width: u16, height: u16) -> Sizes {
        Sizes::fitting(pits, Rect::new(0, 0, width, height))
    }

    #[test]
    fn every_board_fits_the_smallest_screen() {
        for pits in 1..=12 {
            let sizes = sizes(pits, 80, 15);
            assert!(sizes.width() <= 80, "{pits}: {sizes:?}");
            assert!(sizes.height() <= 15, "{pits}: {sizes:?}");
        }
    }

    #[test]
    fn every_column_is_filled_once() {
        for columns in 1..=15 {
            let mut filled: Vec<u16> = (0..columns)
                .map(|nth| from_the_middle(nth, columns))
                .collect();
            filled.sort_unstable();
            assert_eq!(filled, (0..columns).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_board_grows_with_its_area() {
        let small = sizes(6, 80, 15);
        let large = sizes(6, 120, 30);
        assert!(large.cell > small.cell && large.rows > small.rows);
        assert_eq!((small.cell, small.rows), (11, 5));
    }
}

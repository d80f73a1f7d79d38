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
//! The counts of both rows face each other, so that opposite pits are easy to compare.

use kalah::{BySide, House, Pit, Side};
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use crate::animation::Counts;
use crate::canvas::{Canvas, Spot, width};

/// The state of a board besides its seeds.
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
    /// A remark beside the number of a pit, such as the value of a move.
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
    /// The text between the rows when no hand is there.
    pub between: String,
}

/// Sizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Sizes {
    pits: u16,
    cell: u16,
    rows: u16,
    store: u16,
}

/// Lines above and below the cells: names and numbers of both sides, and the gap between the rows.
const LINES: u16 = 5;
const SMALLEST_CELL: u16 = 3;
const ROOMY_CELL: u16 = 13;
const LARGEST_CELL: u16 = 23;
const SMALLEST_ROWS: u16 = 3;
const LARGEST_ROWS: u16 = 12;

impl Sizes {
    fn fitting(pits: usize, area: Rect) -> Sizes {
        let pits = pits.max(1) as u16;
        let for_cells = area.width.saturating_sub(2 * 7);
        let mut cell = for_cells / pits;
        if cell > ROOMY_CELL {
            // The stores grow with the pits: together they are as wide as three of them.
            cell = (2 * area.width / (2 * pits + 3)).max(ROOMY_CELL);
        }
        let cell = cell.clamp(SMALLEST_CELL, LARGEST_CELL);
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

/// Height of the smallest board.
pub(crate) const LEAST: u16 = 2 * SMALLEST_ROWS + LINES;

/// The height of a board in this much room.
pub(crate) fn height(pits: usize, area: Rect) -> u16 {
    Sizes::fitting(pits, area).height()
}

/// The area of each house.
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

/// The hand over the gap between the rows, or the text there.
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
    } else if let House::Store { side } = house {
        // The score must be easy to see.
        theme.side(side)
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
    let inside = Rect::new(
        area.x + 1,
        area.y + 1,
        area.width.saturating_sub(2),
        area.height - 2,
    );
    heap(canvas, inside, seeds, theme.side(house.side()));
    let line = if top { area.y } else { area.bottom() - 1 };
    let mut count = format!(" {seeds} ");
    if width(&count) > area.width - 2 {
        count = seeds.to_string();
    }
    let counted = match (
        marks.last.contains(&house) || marks.taken.contains(&house),
        house,
    ) {
        (true, _) => style.add_modifier(Modifier::BOLD),
        (false, House::Pit { .. }) => theme.strong,
        (false, House::Store { side }) => theme.side(side).add_modifier(Modifier::BOLD),
    };
    canvas.centred(Rect::new(area.x, line, area.width, 1), &count, counted);
}

/// Seeds in a box: a heap on the ground, as loose as the room allows. One more seed moves no other until the box is full.
fn heap(canvas: &mut Canvas, area: Rect, seeds: u16, style: Style) {
    let seed = canvas.look.glyphs.seed;
    for (column, row) in places_in_heap(area.width, area.height, seeds) {
        let at = (area.x + column, area.bottom() - 1 - row);
        canvas.text(at, 1, seed, style);
    }
}

/// The positions of this many seeds in a box, from the ground up. Columns and lines between two seeds are the largest that leave room
/// for all of them.
fn places_in_heap(width: u16, height: u16, seeds: u16) -> Vec<(u16, u16)> {
    /// A larger heap is denser from the start, so that it seldom moves as it grows.
    const USUAL: u16 = 12;
    let count = |length: u16, step: u16| length.div_ceil(step);
    // A loose heap has a middle.
    let columns = |across: u16| match count(width, across) {
        even @ 4.. if across > 1 && even.is_multiple_of(2) => even - 1,
        columns => columns,
    };
    let holds = |(across, up): (u16, u16)| columns(across) * count(height, up);
    let loose = [(4, 2), (2, 1)];
    let enough = |steps: &(u16, u16), least: u16| holds(*steps) >= seeds.max(least);
    let steps = loose.into_iter().zip([USUAL, 0]);
    let mut fitting = steps.filter(|(steps, least)| enough(steps, *least));
    let (across, up) = fitting.next().map_or((1, 1), |(steps, _)| steps);
    let columns = columns(across);
    let left = width.saturating_sub((columns.max(1) - 1) * across + 1) / 2;
    let mut places: Vec<(u16, u16)> = (0..count(height, up))
        .flat_map(|row| (0..columns).map(move |nth| (nth, row)))
        .collect();
    // A half circle about the middle of the ground; a line is twice as high as a column is wide.
    places.sort_by_key(|&(nth, row)| {
        let beside = u32::from(across * nth.div_ceil(2));
        let above = u32::from(2 * up * row);
        (beside * beside + above * above * 2, row, nth)
    });
    let place = |(nth, row): (u16, u16)| (left + from_the_middle(nth, columns) * across, row * up);
    places.into_iter().take(seeds.into()).map(place).collect()
}

/// The nth of this many columns to be filled: the middle one, then those beside it, left and right in turn.
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
            for (width, height) in [(80, 15), (60, 11)] {
                let sizes = sizes(pits, width, height);
                assert!(sizes.width() <= width, "{pits}: {sizes:?}");
                assert!(sizes.height() <= height, "{pits}: {sizes:?}");
            }
        }
    }

    #[test]
    fn a_heap_grows_by_a_seed_and_has_more_than_one_line() {
        for (width, height) in [(1, 1), (9, 3), (13, 7), (21, 10), (3, 1)] {
            let room = width * height;
            let mut before: Vec<(u16, u16)> = Vec::new();
            let mut moved = 0;
            for seeds in 0..=room + 5 {
                let heap = places_in_heap(width, height, seeds);
                assert_eq!(heap.len(), usize::from(seeds.min(room)), "{width}x{height}");
                let mut once = heap.clone();
                once.sort_unstable();
                once.dedup();
                assert_eq!(once.len(), heap.len(), "{width}x{height}, {seeds} seeds");
                assert!(heap.iter().all(|&(x, y)| x < width && y < height));
                moved += u32::from(!heap.starts_with(&before));
                before = heap;
            }
            assert!(moved <= 2, "{width}x{height}: moved {moved} times");
        }
        let lines = |seeds| {
            let heap = places_in_heap(21, 10, seeds);
            heap.iter().map(|place| place.1).max().unwrap() + 1
        };
        assert!(lines(4) > 1 && lines(12) > lines(4));
    }

    /// The contrast of two colours after WCAG 2.
    fn contrast(a: (u8, u8, u8), b: (u8, u8, u8)) -> f64 {
        let part = |c: u8| match f64::from(c) / 255.0 {
            c if c <= 0.04045 => c / 12.92,
            c => ((c + 0.055) / 1.055).powf(2.4),
        };
        let light = |(r, g, b)| 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b) + 0.05;
        let (a, b) = (light(a), light(b));
        a.max(b) / a.min(b)
    }

    /// The colour of a number of the usual 256, without the first 16.
    fn rgb(number: u8) -> (u8, u8, u8) {
        if number >= 232 {
            let grey = 8 + 10 * (number - 232);
            return (grey, grey, grey);
        }
        let level = |step: u8| if step == 0 { 0 } else { 55 + 40 * step };
        let cube = number - 16;
        (level(cube / 36), level(cube / 6 % 6), level(cube % 6))
    }

    /// The stores are the score: their outline and their number contrast with the background, in every theme with colours of
    /// its own.
    #[test]
    fn stores_stand_out() {
        use crate::settings::ThemeName::{Dark, Light, Safe};
        for (name, ground) in [
            (Dark, (0, 0, 0)),
            (Safe, (0, 0, 0)),
            (Light, (255, 255, 255)),
        ] {
            let theme = crate::theme::Theme::of(name);
            for side in Side::BOTH {
                let Some(ratatui::style::Color::Indexed(colour)) = theme.side(side).fg else {
                    panic!("{name:?} has numbered colours");
                };
                let contrast = contrast(rgb(colour), ground);
                assert!(contrast >= 4.5, "{name:?}, {side:?}: {contrast:.1}");
            }
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
        let huge = sizes(6, 140, 49);
        assert!(huge.cell > large.cell && huge.rows > large.rows, "{huge:?}");
    }
}

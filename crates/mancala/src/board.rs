//! The board as characters: north on top, stores at the ends, as the old documents draw it.
//!
//! ```text
//!                   deep-purple
//!            6    5    4    3    2    1
//!  [  0]     4    4    4    4    4    4
//!         ------------------------------
//!            4    4    4    4    4    4   [  0]
//!            1    2    3    4    5    6
//!                       you
//! ```
//!
//! Where that is too wide the pits move closer together, and where that is not enough the stores go beside the names.

use kalah::{Position, Side};

use crate::paint::Paint;
use crate::screen;

/// The spacing.
#[derive(Clone, Copy)]
struct Layout {
    /// Characters a pit takes.
    cell: usize,
    /// Characters on the left of the pits, with the store in them.
    left: usize,
    /// Blanks between the pits and the store on the right.
    right: usize,
    /// Whether the stores stand at the ends of the rows; otherwise they stand beside the names.
    stores_at_ends: bool,
}

/// Characters of a store with its brackets.
const STORE: usize = 5;

impl Layout {
    /// The most generous layout that fits.
    fn fitting(position: &Position, width: usize) -> Layout {
        let most = Side::BOTH.into_iter().flat_map(|side| position.pits(side));
        let digits = if most.max() > Some(99) { 3 } else { 2 };
        let wide = Layout {
            cell: 5,
            left: 8,
            right: 3,
            stores_at_ends: true,
        };
        let close = Layout {
            cell: digits + 1,
            left: STORE + 1,
            right: 2,
            stores_at_ends: true,
        };
        let narrow = Layout {
            left: 0,
            stores_at_ends: false,
            ..close
        };
        let pits = position.rules().pits();
        let fits = |layout: &Layout| layout.width(pits) <= width;
        [wide, close].into_iter().find(fits).unwrap_or(narrow)
    }

    fn width(self, pits: usize) -> usize {
        let store = if self.stores_at_ends {
            self.right + STORE
        } else {
            0
        };
        self.left + self.cell * pits + store
    }
}

/// The lines of the board, with the two sides' names over and under it, for the width of the screen.
pub fn lines(position: &Position, names: [&str; 2], paint: Paint) -> Vec<String> {
    lines_within(screen::width(), position, names, paint)
}

fn lines_within(
    width: usize,
    position: &Position,
    [south, north]: [&str; 2],
    paint: Paint,
) -> Vec<String> {
    let layout = Layout::fitting(position, width);
    let Layout { left, right, .. } = layout;
    let row_width = layout.cell * position.rules().pits();
    let margin = " ".repeat(left);
    let numbers = |side| format!("{margin}{}", paint.faint(&numbers(position, side, layout)));
    let [south_row, north_row] = Side::BOTH.map(|side| row(position, side, paint, layout));
    let [south_store, north_store] = Side::BOTH.map(|side| store(position, side));
    let (mut above, mut below) = (north.to_owned(), south.to_owned());
    let (mut top, mut bottom) = (
        format!("{margin}{north_row}"),
        format!("{margin}{south_row}"),
    );
    if layout.stores_at_ends {
        let blanks = " ".repeat(left - STORE - 1);
        top = format!("{blanks}{north_store} {north_row}");
        bottom = format!("{margin}{south_row}{}{south_store}", " ".repeat(right));
    } else {
        above = format!("{north} {north_store}");
        below = format!("{south} {south_store}");
    }
    vec![
        centred(&above, left, row_width, width),
        numbers(Side::North),
        top,
        format!(
            "{margin} {}",
            "-".repeat(row_width.saturating_sub(usize::from(left == 0)))
        ),
        bottom,
        numbers(Side::South),
        centred(&below, left, row_width, width),
    ]
}

fn store(position: &Position, side: Side) -> String {
    format!("[{:>3}]", position.store(side))
}

fn in_drawn_order<T>(side: Side, mut cells: Vec<T>) -> Vec<T> {
    if side == Side::North {
        cells.reverse();
    }
    cells
}

fn row(position: &Position, side: Side, paint: Paint, layout: Layout) -> String {
    let playable = !position.is_over() && position.to_move() == side;
    let cell = |seeds: u16| {
        let text = format!("{seeds:>width$}", width = layout.cell);
        match seeds {
            0 => paint.faint(&text),
            _ if playable => paint.strong(&text),
            _ => text,
        }
    };
    in_drawn_order(side, position.pits(side).map(cell).collect()).concat()
}

fn numbers(position: &Position, side: Side, layout: Layout) -> String {
    let cells = (1..=position.rules().pits())
        .map(|number| format!("{number:>width$}", width = layout.cell))
        .collect();
    in_drawn_order(side, cells).concat()
}

/// A name in the middle of a row, moved to the left where it would go beyond the screen.
fn centred(name: &str, left: usize, row_width: usize, width: usize) -> String {
    let length = name.chars().count();
    let column = left + 1 + row_width / 2;
    let indent = column.saturating_sub(length / 2);
    let indent = indent.min(width.saturating_sub(length));
    format!("{}{name}", " ".repeat(indent))
}

#[cfg(test)]
mod tests {
    use super::*;
    use kalah::{Capture, End, Rules};

    fn drawn(width: usize, pits: u32) -> Vec<String> {
        let rules = Rules::new(pits, 4, Capture::Opposite, End::Either).unwrap();
        let position = Position::start(rules, Side::South);
        let names = ["you", "the computer (medium)"];
        lines_within(width, &position, names, Paint::new(false))
    }

    #[test]
    fn a_board_fits_the_screen() {
        for width in [36, 40, 46, 60, 80] {
            for pits in 1..=12 {
                for line in drawn(width, pits) {
                    assert!(line.chars().count() <= width, "{width} {pits}: {line}");
                }
            }
        }
    }

    #[test]
    fn twelve_pits_on_sixty_columns() {
        let expected = "
               the computer (medium)
       12 11 10  9  8  7  6  5  4  3  2  1
[  0]   4  4  4  4  4  4  4  4  4  4  4  4
       ------------------------------------
        4  4  4  4  4  4  4  4  4  4  4  4  [  0]
        1  2  3  4  5  6  7  8  9 10 11 12
                        you";
        assert_eq!(drawn(60, 12).join("\n"), expected.trim_start_matches('\n'));
    }

    #[test]
    fn stores_go_beside_the_names_where_nothing_else_fits() {
        let lines = drawn(40, 12);
        assert_eq!(lines[0].trim(), "the computer (medium) [  0]");
        assert_eq!(lines[6].trim(), "you [  0]");
        assert_eq!(lines[2].chars().count(), 36);
    }
}

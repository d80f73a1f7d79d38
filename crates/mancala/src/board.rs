//! The board as characters: north on top, stores at the ends, as the old documents draw it.
//!
//! ```text
//!                    deep-purple
//!           6    5    4    3    2    1
//!   [ 0]    4    4    4    4    4    4
//!         ------------------------------
//!           4    4    4    4    4    4    [ 0]
//!           1    2    3    4    5    6
//!                        you
//! ```

use kalah::{Position, Side};

use crate::paint::Paint;

/// Characters a pit takes.
const CELL: usize = 5;
/// Characters a store takes on the left: two blanks, brackets, a number, a blank.
const STORE: usize = 8;

/// The lines of the board, with the two sides' names over and under it.
pub fn lines(position: &Position, names: [&str; 2], paint: Paint) -> Vec<String> {
    let width = CELL * position.rules().pits();
    let [south, north] = names;
    let margin = " ".repeat(STORE);
    let indent = " ".repeat(STORE);
    vec![
        centred(north, width),
        format!("{indent}{}", paint.faint(&numbers(position, Side::North))),
        format!(
            "{}{}",
            left_store(position),
            row(position, Side::North, paint)
        ),
        format!("{margin} {}", "-".repeat(width)),
        format!(
            "{indent}{}{}",
            row(position, Side::South, paint),
            right_store(position)
        ),
        format!("{indent}{}", paint.faint(&numbers(position, Side::South))),
        centred(south, width),
    ]
}

fn left_store(position: &Position) -> String {
    format!("  [{:>3}] ", position.store(Side::North))
}

fn right_store(position: &Position) -> String {
    format!("   [{:>3}]", position.store(Side::South))
}

fn in_drawn_order<T>(side: Side, mut cells: Vec<T>) -> Vec<T> {
    if side == Side::North {
        cells.reverse();
    }
    cells
}

fn row(position: &Position, side: Side, paint: Paint) -> String {
    let playable = !position.is_over() && position.to_move() == side;
    let cell = |seeds: u16| {
        let text = format!("{seeds:>CELL$}");
        match seeds {
            0 => paint.faint(&text),
            _ if playable => paint.strong(&text),
            _ => text,
        }
    };
    in_drawn_order(side, position.pits(side).map(cell).collect()).concat()
}

fn numbers(position: &Position, side: Side) -> String {
    let cells = (1..=position.rules().pits())
        .map(|number| format!("{number:>CELL$}"))
        .collect();
    in_drawn_order(side, cells).concat()
}

fn centred(name: &str, width: usize) -> String {
    let column = STORE + 1 + width / 2;
    let indent = column.saturating_sub(name.chars().count() / 2);
    format!("{}{name}", " ".repeat(indent))
}

//! A position as a picture for link previews.
//!
//! ```text
//!   ┌────────────────────────────────┐
//!   │ ╭─╮  6   5   4   3   2   1 ╭─╮ │   north's store, the pits of both, south's store;
//!   │ │N│  1   2   3   4   5   6 │S│ │   the pits of the side to move are brighter
//!   └────────────────────────────────┘
//! ```

mod canvas;
mod digits;

use std::io;

use canvas::{Canvas, Colour, Shape};
use kalah::{Position, Side};

/// The size that previews use.
const WIDTH: usize = 1200;
const HEIGHT: usize = 630;
const MIDDLE: f32 = 315.0;

const BACKGROUND: Colour = [245, 242, 236];
const BOARD: Colour = [139, 94, 60];
const EDGE: Colour = [112, 74, 46];
const HOLLOW: Colour = [94, 61, 37];
const TURN: Colour = [231, 196, 130];
const SEED: Colour = [239, 226, 200];
const SHADE: Colour = [66, 42, 25];
const NUMBER: Colour = [250, 244, 232];

/// Beyond this many seeds all heaps look the same; the number gives the count.
const MOST_SEEDS: u16 = 48;
/// The angle between consecutive seeds in a heap.
const GOLDEN: f32 = 2.399_963;

/// The board at a position, as a PNG.
pub(crate) fn picture(position: &Position) -> io::Result<Vec<u8>> {
    let mut canvas = Canvas::new(WIDTH, HEIGHT, BACKGROUND);
    let board = Shape {
        x: 600.0,
        y: MIDDLE,
        half_width: 560.0,
        half_height: 250.0,
        round: 60.0,
    };
    canvas.paint(board.grown(8.0), EDGE);
    canvas.paint(board, BOARD);
    for side in Side::BOTH {
        store(&mut canvas, position, side);
        pits(&mut canvas, position, side);
    }
    canvas.to_png()
}

fn store(canvas: &mut Canvas, position: &Position, side: Side) {
    let x = match side {
        Side::South => 1080.0,
        Side::North => 120.0,
    };
    let hollow = Shape {
        x,
        y: MIDDLE,
        half_width: 56.0,
        half_height: 200.0,
        round: 56.0,
    };
    canvas.paint(hollow, HOLLOW);
    let seeds = position.store(side);
    heap(canvas, (x, MIDDLE - 40.0), 44.0, seeds);
    digits::number(canvas, (x, MIDDLE + 130.0), 22.0, seeds, NUMBER);
}

fn pits(canvas: &mut Canvas, position: &Position, side: Side) {
    let pits = position.rules().pits();
    let step = 840.0 / pits as f32;
    let radius = (step * 0.44).min(66.0);
    let is_turn = !position.is_over() && position.to_move() == side;
    for (index, seeds) in position.pits(side).enumerate() {
        let from_left = match side {
            Side::South => index,
            Side::North => pits - 1 - index,
        };
        let x = 180.0 + step * (from_left as f32 + 0.5);
        let (y, below) = match side {
            Side::South => (MIDDLE + 78.0, 1.0),
            Side::North => (MIDDLE - 78.0, -1.0),
        };
        let hollow = Shape::circle(x, y, radius);
        if is_turn {
            canvas.paint(hollow.grown(5.0), TURN);
        }
        canvas.paint(hollow, HOLLOW);
        heap(canvas, (x, y), radius * 0.8, seeds);
        let at = (x, y + below * 112.0);
        digits::number(canvas, at, (radius * 0.3).min(18.0), seeds, NUMBER);
    }
}

/// Seeds laid in a spiral from the middle, as far apart as there is room.
fn heap(canvas: &mut Canvas, (x, y): (f32, f32), room: f32, seeds: u16) {
    let shown = seeds.min(MOST_SEEDS);
    let radius = (room * 0.62 / f32::from(shown.max(4)).sqrt()).max(3.0);
    for seed in 0..shown {
        let part = (f32::from(seed) + 0.5) / f32::from(shown);
        let (sine, cosine) = (f32::from(seed) * GOLDEN).sin_cos();
        let away = (room - radius) * part.sqrt();
        let circle = Shape::circle(x + away * cosine, y + away * sine, radius);
        canvas.paint(circle.grown(1.5), SHADE);
        canvas.paint(circle, SEED);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::read::ZlibDecoder;
    use kalah::{Capture, End, Pit, Rules};
    use std::io::Read;

    /// The pixels of our own pictures.
    fn points(png: &[u8]) -> Vec<u8> {
        let at = png.windows(4).position(|name| name == b"IDAT").unwrap();
        let mut rows = Vec::new();
        ZlibDecoder::new(&png[at + 4..])
            .read_to_end(&mut rows)
            .unwrap();
        rows
    }

    fn point(rows: &[u8], x: usize, y: usize) -> &[u8] {
        &rows[y * (WIDTH * 3 + 1) + 1 + x * 3..][..3]
    }

    #[test]
    fn a_position_is_drawn() {
        for (pits, seeds) in [(6, 4), (1, 1), (12, 12)] {
            let rules = Rules::new(pits, seeds, Capture::Opposite, End::Either).unwrap();
            let position = Position::start(rules, Side::South);
            let rows = points(&picture(&position).unwrap());
            assert_eq!(rows.len(), HEIGHT * (WIDTH * 3 + 1));
            assert_eq!(point(&rows, 2, 2), BACKGROUND);
            assert_eq!(point(&rows, 600, 315), BOARD);
            assert_eq!(point(&rows, 1080, 230), HOLLOW, "an empty store");
        }
    }

    #[test]
    fn different_positions_look_different() {
        let start = Position::start(Rules::default(), Side::South);
        let next = start.play(Pit::new(3).unwrap()).unwrap();
        assert_ne!(picture(&start).unwrap(), picture(&next).unwrap());
    }
}

//! A bitmap drawn with one shape: a box with round corners. It writes itself as a PNG.

use std::io::{self, Write};

use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};

pub(super) type Colour = [u8; 3];

pub(super) struct Canvas {
    width: usize,
    height: usize,
    points: Vec<Colour>,
}

/// A box by its middle and half its size; `round` is the radius of its corners. A circle is a box that is nothing but corners.
#[derive(Clone, Copy)]
pub(super) struct Shape {
    pub x: f32,
    pub y: f32,
    pub half_width: f32,
    pub half_height: f32,
    pub round: f32,
}

impl Shape {
    pub(super) fn circle(x: f32, y: f32, radius: f32) -> Shape {
        Shape {
            x,
            y,
            half_width: radius,
            half_height: radius,
            round: radius,
        }
    }

    /// The same, larger by a margin on every side.
    pub(super) fn grown(self, by: f32) -> Shape {
        Shape {
            half_width: self.half_width + by,
            half_height: self.half_height + by,
            round: self.round + by,
            ..self
        }
    }

    /// The distance of a point from it; negative inside.
    fn distance(self, x: f32, y: f32) -> f32 {
        let beyond = |at: f32, middle: f32, half: f32| (at - middle).abs() - half + self.round;
        let across = beyond(x, self.x, self.half_width);
        let down = beyond(y, self.y, self.half_height);
        let outside = across.max(0.0).hypot(down.max(0.0));
        outside + across.max(down).min(0.0) - self.round
    }
}

impl Canvas {
    pub(super) fn new(width: usize, height: usize, colour: Colour) -> Canvas {
        Canvas {
            width,
            height,
            points: vec![colour; width * height],
        }
    }

    /// Paints a shape. A pixel at its edge is painted in proportion to its coverage.
    pub(super) fn paint(&mut self, shape: Shape, colour: Colour) {
        let range = |middle: f32, half: f32, most: usize| {
            let from = (middle - half - 1.0).max(0.0) as usize;
            from..((middle + half + 2.0).max(0.0) as usize).min(most)
        };
        for row in range(shape.y, shape.half_height, self.height) {
            for column in range(shape.x, shape.half_width, self.width) {
                let distance = shape.distance(column as f32 + 0.5, row as f32 + 0.5);
                let covered = (0.5 - distance).clamp(0.0, 1.0);
                mix(&mut self.points[row * self.width + column], colour, covered);
            }
        }
    }

    pub(super) fn to_png(&self) -> io::Result<Vec<u8>> {
        let mut png = b"\x89PNG\r\n\x1a\n".to_vec();
        let side = |length: usize| (length as u32).to_be_bytes();
        // 8 bits for each of three colours; standard filters, no interlacing.
        let head = [&side(self.width)[..], &side(self.height), &[8, 2, 0, 0, 0]].concat();
        chunk(&mut png, b"IHDR", &head);
        let mut packed = ZlibEncoder::new(Vec::new(), Compression::fast());
        for row in self.points.chunks(self.width) {
            packed.write_all(&[0])?;
            packed.write_all(row.as_flattened())?;
        }
        chunk(&mut png, b"IDAT", &packed.finish()?);
        chunk(&mut png, b"IEND", &[]);
        Ok(png)
    }
}

fn mix(point: &mut Colour, colour: Colour, part: f32) {
    for (old, new) in point.iter_mut().zip(colour) {
        let mixed = f32::from(*old) * (1.0 - part) + f32::from(new) * part;
        *old = mixed.round() as u8;
    }
}

fn chunk(png: &mut Vec<u8>, kind: &[u8; 4], contents: &[u8]) {
    let mut sum = Crc::new();
    sum.update(kind);
    sum.update(contents);
    png.extend((contents.len() as u32).to_be_bytes());
    png.extend(kind);
    png.extend(contents);
    png.extend(sum.sum().to_be_bytes());
}

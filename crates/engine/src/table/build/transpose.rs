//! Turning lines into columns, eight by eight bytes at a time.

/// A tile of bytes: lines of `stride` bytes, beginning at `start`.
#[derive(Clone, Copy, Debug)]
pub struct Tile {
    pub start: usize,
    pub stride: usize,
}

/// Copies `lines` lines of `columns` bytes out of `from`, making them columns of `to`.
pub fn transpose(
    from: &[u8],
    source: Tile,
    to: &mut [u8],
    target: Tile,
    lines: usize,
    columns: usize,
) {
    let (whole_lines, whole_columns) = (lines & !7, columns & !15);
    for column in (0..whole_columns).step_by(16) {
        for line in (0..whole_lines).step_by(8) {
            let block = std::array::from_fn(|i| {
                let at = source.start + (line + i) * source.stride + column;
                let word = |at: usize| {
                    u64::from_le_bytes(from[at..at + 8].try_into().expect("eight bytes"))
                };
                [word(at), word(at + 8)]
            });
            let block = transpose_two_8x8(block);
            for i in 0..16 {
                let at = target.start + (column + i) * target.stride + line;
                to[at..at + 8].copy_from_slice(&block[i % 8][i / 8].to_le_bytes());
            }
        }
        one_by_one(
            from,
            source,
            to,
            target,
            whole_lines..lines,
            column..column + 16,
        );
    }
    one_by_one(from, source, to, target, 0..lines, whole_columns..columns);
}

fn one_by_one(
    from: &[u8],
    source: Tile,
    to: &mut [u8],
    target: Tile,
    lines: std::ops::Range<usize>,
    columns: std::ops::Range<usize>,
) {
    for line in lines {
        for column in columns.clone() {
            to[target.start + column * target.stride + line] =
                from[source.start + line * source.stride + column];
        }
    }
}

/// Byte i of word j becomes byte j of word i, in two blocks side by side.
#[inline(always)]
fn transpose_two_8x8(mut words: [[u64; 2]; 8]) -> [[u64; 2]; 8] {
    const STEPS: [(usize, u32, u64); 3] = [
        (4, 32, 0x0000_0000_ffff_ffff),
        (2, 16, 0x0000_ffff_0000_ffff),
        (1, 8, 0x00ff_00ff_00ff_00ff),
    ];
    for (distance, shift, mask) in STEPS {
        for i in (0..8).filter(|i| i & distance == 0) {
            let [a, b] = [words[i], words[i + distance]];
            let swapped: [u64; 2] = std::array::from_fn(|k| (a[k] >> shift ^ b[k]) & mask);
            words[i] = std::array::from_fn(|k| a[k] ^ swapped[k] << shift);
            words[i + distance] = std::array::from_fn(|k| b[k] ^ swapped[k]);
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_goes_to_its_mirrored_place() {
        for (lines, columns) in [(1, 1), (7, 9), (8, 8), (16, 24), (21, 35), (64, 17)] {
            let source = Tile {
                start: 3,
                stride: columns + 5,
            };
            let target = Tile {
                start: 2,
                stride: lines + 4,
            };
            let from: Vec<u8> = (0..source.start + lines * source.stride)
                .map(|i| (i * 7 % 251) as u8)
                .collect();
            let mut to = vec![0; target.start + columns * target.stride];
            transpose(&from, source, &mut to, target, lines, columns);
            for line in 0..lines {
                for column in 0..columns {
                    assert_eq!(
                        to[2 + column * target.stride + line],
                        from[3 + line * source.stride + column]
                    );
                }
            }
            let untouched =
                (0..columns).all(|c| to[2 + c * target.stride + lines..][..4] == [0; 4]);
            assert!(untouched, "{lines} by {columns}");
        }
    }
}

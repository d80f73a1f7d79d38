//! Maps from a row's number to the number of the row it becomes.
//!
//! Since a row's number leaves out pit 1, one map serves the rows of every sum. Each is a list of pieces: stretches of
//! numbers that stay neighbours. A piece has at most [`WIDE`] rows, and following a map means copying `WIDE` bytes per piece, one
//! after the other: bytes copied beyond the end of a piece are overwritten by the next. No loop depends on the length of a
//! piece, so there is nothing to mispredict.

use kalah::Capture;

use crate::table::row::{self, PITS, Row, rows};

/// Maximum number of rows of a piece.
pub const WIDE: usize = 32;
/// Pieces end where a multiple of this many rows ends, and where the rows of a sum end.
pub(crate) const CHUNK: usize = 256;

/// The most seeds a move can hand on: those of a pit of [`row::MAX_SEEDS`].
const MOST_HANDED: usize = 18;

/// A stretch of rows whose numbers stay neighbours.
#[derive(Clone, Copy, Debug)]
pub struct Piece {
    /// The number the first of them maps to.
    pub to: u32,
    pub len: u16,
    /// Whatever else the map says about these rows.
    pub tag: u16,
}

/// A map over the rows from number 0 on.
#[derive(Debug, Default)]
pub struct Map {
    pieces: Vec<Piece>,
    /// The first piece of every chunk.
    chunks: Vec<u32>,
    /// `sums[s]`: the first piece after the rows of sum s.
    sums: Vec<u32>,
}

impl Map {
    /// The map of the rows of sums up to `sum`. It is given rows whose pit 1 is empty.
    fn new(rows_without_pit_1: &[Row], f: impl Fn(Row) -> (u32, u16)) -> Map {
        let mut map = Map::default();
        let mut sum = 0;
        for (number, &row) in rows_without_pit_1.iter().enumerate() {
            let (to, tag) = f(row);
            let mut fresh = false;
            if number % CHUNK == 0 {
                map.chunks.push(map.pieces.len() as u32);
                fresh = true;
            }
            if number == rows(sum) {
                map.sums.push(map.pieces.len() as u32);
                sum += 1;
                fresh = true;
            }
            match map.pieces.last_mut() {
                Some(last) if !fresh && last.continues_with(to, tag) => last.len += 1,
                _ => map.pieces.push(Piece { to, len: 1, tag }),
            }
        }
        map.sums.push(map.pieces.len() as u32);
        map
    }

    /// The pieces from the first row of a chunk on.
    pub(crate) fn since_chunk(&self, chunk: usize) -> &[Piece] {
        &self.pieces[self.chunks[chunk] as usize..]
    }

    /// The pieces of the rows with numbers from N(sum - 1) to before N(sum): those with `sum` seeds beyond pit 1.
    pub(crate) fn beyond_pit_1(&self, sum: usize) -> &[Piece] {
        let start = if sum == 0 { 0 } else { self.sums[sum - 1] };
        &self.pieces[start as usize..self.sums[sum] as usize]
    }

    /// All pieces.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }
}

impl Piece {
    fn continues_with(&self, to: u32, tag: u16) -> bool {
        let follows = to == self.to + u32::from(self.len) || (self.to == 0 && to == 0);
        follows && tag == self.tag && usize::from(self.len) < WIDE
    }
}

/// A pit is emptied, after as many seeds as there are laps were put into every pit.
#[derive(Debug)]
pub struct Captures {
    /// The tag is the number of seeds captured. If there must be some, rows without map to 0.
    pub map: Map,
    /// The seeds captured, for every row.
    pub seeds: Vec<u8>,
}

/// All maps a builder needs for tables up to some number of seeds.
#[derive(Debug)]
pub struct Maps {
    /// The rows in the order of their numbers, all with an empty pit 1.
    pub rows: Vec<Row>,
    /// `handed[h]`: h seeds are sown into the row.
    pub handed: Vec<Map>,
    /// By laps and pit: captures. Those out of pit 0 have no map.
    captured: [Vec<Captures>; 2],
    /// `moved[p]`: the move of pit p, counted from 0, within the layer. Maps to [`WIDE`] + number, or to 0 if there is no
    /// such move. The tag is 0, or 1 + the other's pit that must be empty.
    pub moved: Vec<Map>,
    /// `moved_first[n]`: the same for pit 0 if it has n seeds.
    pub moved_first: Vec<Map>,
    /// The move of pit 4 within the layer, to the next number: 0xff where there is one that is not a capture...
    pub fifth: Vec<u8>,
    /// ... and where there is one if the other's pit 0 is empty.
    pub fifth_if_empty: Vec<u8>,
    /// `empty[p]`: 0xff for the rows whose pit p is empty. Pit 0 has none.
    pub empty: Vec<Vec<u8>>,
}

impl Maps {
    pub fn new(seeds: usize, capture: Capture) -> Maps {
        // Every row's pits 2 to 6 are those of just one row with an empty pit 1 and at most this many seeds.
        let all: Vec<Row> = (0..=seeds).flat_map(rows_without_pit_1).collect();
        let up_to = |lost: usize| &all[..seeds.checked_sub(lost).map_or(0, rows)];
        let mask = |f: &dyn Fn(&Row) -> bool| {
            all.iter()
                .map(|row| if f(row) { 0xff } else { 0 })
                .collect()
        };
        let captured = |laps: u8| {
            let rows = up_to(usize::from(laps) * PITS);
            (1..PITS)
                .map(|pit| Captures::new(rows, laps, pit, capture))
                .collect()
        };
        Maps {
            handed: (0..=MOST_HANDED.min(seeds))
                .map(|handed| Map::new(up_to(handed), |row| hand_on(row, handed)))
                .collect(),
            captured: [captured(0), captured(1)],
            moved: (1..4)
                .map(|pit| Map::new(&all, |row| move_within(row, pit, row[pit])))
                .collect(),
            moved_first: (1..PITS as u8)
                .map(|seeds| Map::new(up_to(seeds.into()), |row| move_within(row, 0, seeds)))
                .collect(),
            fifth: mask(&|row| row[4] == 1 && row[5] > 0),
            fifth_if_empty: mask(&|row| row[4] == 1 && row[5] == 0),
            empty: (1..PITS).map(|pit| mask(&|row| row[pit] == 0)).collect(),
            rows: all,
        }
    }

    /// The captures out of a pit after some laps, if there is a map of them.
    pub fn captured(&self, laps: usize, pit: usize) -> Option<&Captures> {
        self.captured.get(laps)?.get(pit.checked_sub(1)?)
    }
}

impl Captures {
    fn new(rows: &[Row], laps: u8, pit: usize, capture: Capture) -> Captures {
        let seeds_of = |row: &Row| row[pit] + laps;
        Captures {
            map: Map::new(rows, |mut row| {
                row.iter_mut().for_each(|seeds| *seeds += laps);
                let captured = std::mem::take(&mut row[pit]);
                if captured == 0 && capture == Capture::Opposite {
                    return (0, 0);
                }
                (row::number(row).1 as u32, captured.into())
            }),
            seeds: rows.iter().map(seeds_of).collect(),
        }
    }
}

impl Maps {
    /// The row of a number and a sum.
    #[inline]
    pub fn row(&self, number: usize, sum: usize) -> Row {
        let mut row = self.rows[number];
        let beyond: u8 = row.iter().sum();
        row[0] = sum as u8 - beyond;
        row
    }
}

/// The rows of a sum with an empty pit 1.
fn rows_without_pit_1(sum: usize) -> Vec<Row> {
    let mut all = row::all(sum);
    let before = if sum == 0 { 0 } else { rows(sum - 1) };
    all.drain(..before);
    all
}

fn hand_on(mut row: Row, seeds: usize) -> (u32, u16) {
    (0..seeds).for_each(|i| row[i % PITS] += 1);
    (row::number(row).1 as u32, 0)
}

fn move_within(mut row: Row, pit: usize, seeds: u8) -> (u32, u16) {
    let last = pit + usize::from(seeds);
    if seeds == 0 || last >= PITS {
        return (0, 0);
    }
    let lands_alone = row[last] == 0;
    row[pit] = 0;
    row[pit + 1..=last].iter_mut().for_each(|seeds| *seeds += 1);
    let tag = if lands_alone { PITS - last } else { 0 };
    (WIDE as u32 + row::number(row).1 as u32, tag as u16)
}

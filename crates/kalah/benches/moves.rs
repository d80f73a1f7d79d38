//! Moves per second: `cargo bench -p kalah`.

use divan::counter::ItemsCount;
use kalah::{Packed, PackedRules, Position, Rules, Side, perft};

fn main() {
    divan::main();
}

/// A fast source of numbers, so that the benchmark measures moves and not the generator.
struct Lcg(u64);

impl Lcg {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
        ((self.0 >> 33) as usize * n) >> 31
    }
}

/// Random games from the start position: legal moves, a choice, the move. The items are moves.
#[divan::bench(args = [(6, 4), (6, 8), (12, 12)])]
fn random_playout_moves(bencher: divan::Bencher, (pits, seeds): (u32, u32)) {
    const MOVES: usize = 10_000;
    let rules = Rules::new(pits, seeds, kalah::Capture::Opposite, kalah::End::Either).unwrap();
    let start = Position::start(rules, Side::South);
    bencher.counter(ItemsCount::new(MOVES)).bench_local(|| {
        let mut random = Lcg(1);
        let mut position = start;
        for _ in 0..MOVES {
            let moves = position.legal_moves();
            position = match moves.len() {
                0 => start,
                n => {
                    position
                        .step_legal(moves.nth_pit(random.below(n)).unwrap())
                        .after
                }
            };
        }
        position
    });
}

/// The same on the packed board of the search.
#[divan::bench]
fn random_playout_moves_packed(bencher: divan::Bencher) {
    const MOVES: usize = 10_000;
    let rules = PackedRules::new(Rules::default());
    let start = Packed::new(&Position::start(Rules::default(), Side::South)).unwrap();
    bencher.counter(ItemsCount::new(MOVES)).bench_local(|| {
        let mut random = Lcg(1);
        let mut board = start;
        for _ in 0..MOVES {
            let pits = (0..Packed::PITS).filter(|pit| board.moves() >> pit & 1 == 1);
            let chosen = random.below(board.moves().count_ones() as usize);
            let played = rules.play(&board, pits.clone().nth(chosen).unwrap());
            board = if played.over { start } else { played.after };
        }
        board
    });
}

#[divan::bench]
fn perft_8(bencher: divan::Bencher) {
    let start = Position::start(Rules::default(), Side::South);
    bencher
        .counter(ItemsCount::new(706_596_usize))
        .bench(|| perft(&start, 8));
}

//! Boards in the middle of a move.

use kalah::{House, Setup, Sowing};

/// Sows seeds along a path, and does nothing else.
pub(super) fn sown(sowing: &Sowing, path: &[House]) -> Setup {
    let mut board = sowing.before.setup();
    board.pits[sowing.mover][sowing.pit.index()] = 0;
    for &house in path {
        *at(&mut board, house) += 1;
    }
    board.to_move = sowing.after.to_move();
    board
}

fn at(board: &mut Setup, house: House) -> &mut u32 {
    match house {
        House::Pit { side, pit } => &mut board.pits[side][pit.index()],
        House::Store { side } => &mut board.stores[side],
    }
}

/// The board after sowing and a right capture, before any sweep.
pub(super) fn unswept(sowing: &Sowing, sown: &Setup) -> Setup {
    let mut board = sown.clone();
    if let Some(capture) = sowing.capture {
        *at(&mut board, capture.own) = 0;
        *at(&mut board, capture.opposite) = 0;
        board.stores[sowing.mover] += u32::from(capture.seeds());
    }
    board
}

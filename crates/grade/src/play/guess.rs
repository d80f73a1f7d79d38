//! Likely mistakes of a console. A board that one of them explains
//! names the test that has failed.

use kalah::{Capture, End, House, Lift, Pit, Position, Rules, Setup, Side, Sowing};

use super::diagnosis::passes_other_store;
use super::unfinished::{self, sown, unswept};
use crate::aspect::Aspect;
use crate::board::Board;

/// A mistake and the board it leads to.
pub(super) struct Guess {
    pub aspect: Aspect,
    pub what: &'static str,
    pub board: Setup,
}

/// The mistakes people make in a move, the likeliest first.
pub(super) fn guesses(sowing: &Sowing) -> Vec<Guess> {
    let kinds = [
        Aspect::ExtraTurn,
        Aspect::End,
        Aspect::Laps,
        // A seed in the opponent's store may look like one captured for it.
        Aspect::SkippedStore,
        Aspect::Capture,
        Aspect::Sowing,
    ];
    let all = kinds.into_iter();
    all.flat_map(|kind| guesses_of(sowing, kind)).collect()
}

/// The mistakes that belong to one test.
pub(super) fn guesses_of(sowing: &Sowing, kind: Aspect) -> Vec<Guess> {
    let all_sown = || sown(sowing, &sowing.path);
    let boards = match kind {
        Aspect::ExtraTurn => turns(sowing),
        Aspect::End if sowing.over => ends(sowing, &all_sown()),
        Aspect::Capture => captures(sowing, &all_sown()),
        Aspect::SkippedStore | Aspect::Sowing | Aspect::Laps => walks(sowing, kind),
        _ => Vec::new(),
    };
    let guess = |(what, board)| Guess {
        aspect: kind,
        what,
        board,
    };
    boards.into_iter().map(guess).collect()
}

/// The turn went to the wrong side.
fn turns(sowing: &Sowing) -> Vec<(&'static str, Setup)> {
    let (what, to_move) = match (sowing.extra_turn, sowing.over) {
        (_, true) => return Vec::new(),
        (true, _) => ("the extra turn was not given", sowing.mover.other()),
        (false, _) => ("an extra turn was given", sowing.mover),
    };
    let board = Setup {
        to_move,
        ..sowing.after.setup()
    };
    vec![(what, board)]
}

/// Seeds that fell where they should not, by the test this belongs to.
fn walks(sowing: &Sowing, kind: Aspect) -> Vec<(&'static str, Setup)> {
    let paths = paths(sowing).into_iter();
    let paths = paths.filter(|(aspect, ..)| *aspect == kind);
    let landed = |(_, what, path): (Aspect, &'static str, Vec<House>)| {
        let boards = landed(sowing, &path).into_iter();
        boards.map(move |board| (what, board)).collect::<Vec<_>>()
    };
    let mut all: Vec<_> = paths.flat_map(landed).collect();
    if kind == Aspect::Sowing {
        let mut kept = sown(sowing, &sowing.path);
        kept.pits[sowing.mover][sowing.pit.index()] += u32::from(sowing.seeds);
        all.push(("the pit was not emptied", kept));
    }
    if kind == Aspect::Laps
        && let Some(board) = lifted(sowing)
    {
        let what = "the pit it started from was not empty when the last seed came back";
        all.push((what, board));
    }
    all
}

/// The boards after seeds went along a wrong path: the last one may capture, and decides whose turn it is.
fn landed(sowing: &Sowing, path: &[House]) -> Vec<Setup> {
    let mover = sowing.mover;
    let as_usual = unfinished::sown(sowing, path);
    let turn = match path.last() {
        Some(House::Store { side }) if *side == mover => mover,
        _ => mover.other(),
    };
    let mut board = as_usual.clone();
    board.to_move = turn;
    let captured = captured(sowing, path, &board);
    let other_turn = (as_usual.to_move != turn).then_some(as_usual);
    [Some(board), captured, other_turn]
        .into_iter()
        .flatten()
        .collect()
}

/// The board after the last seed of a wrong path has captured what lies opposite.
fn captured(sowing: &Sowing, path: &[House], sown: &Setup) -> Option<Setup> {
    let mover = sowing.mover;
    let capture = sowing.before.rules().capture();
    let Some(House::Pit { side, pit }) = path.last() else {
        return None;
    };
    let across = sown.pits.south.len() - pit.number();
    let [own, opposite] = [
        sown.pits[mover][pit.index()],
        sown.pits[mover.other()][across],
    ];
    let is_due = *side == mover && own == 1 && capture != Capture::Off;
    if !is_due || opposite == 0 && capture == Capture::Opposite {
        return None;
    }
    let mut board = sown.clone();
    board.pits[mover][pit.index()] = 0;
    board.pits[mover.other()][across] = 0;
    board.stores[mover] += own + opposite;
    Some(board)
}

fn ends(sowing: &Sowing, sown: &Setup) -> Vec<(&'static str, Setup)> {
    let left = unswept(sowing, sown);
    let mut wrong_way = sowing.after.setup();
    let mut lost = wrong_way.clone();
    for &(house, seeds) in &sowing.sweep {
        let side = house.side();
        wrong_way.stores[side] -= u32::from(seeds);
        wrong_way.stores[side.other()] += u32::from(seeds);
        lost.stores[side] -= u32::from(seeds);
    }
    let mut played_on = left.clone();
    played_on.to_move = Side::North;
    vec![
        ("the seeds left over were not moved to their store", left),
        ("the seeds left over went to the wrong store", wrong_way),
        ("the seeds left over were lost", lost),
        ("the game went on after its end", played_on),
    ]
}

fn captures(sowing: &Sowing, sown: &Setup) -> Vec<(&'static str, Setup)> {
    let mover = sowing.mover;
    let mut all = Vec::new();
    if sowing.capture.is_some() {
        all.push(("the capture was forgotten", sown.clone()));
    }
    let Some(House::Pit { side, pit }) = sowing.path.last().copied() else {
        return all;
    };
    let pits = sown.pits.south.len();
    let across = pits - pit.number();
    let own = sown.pits[side][pit.index()];
    let opposite = sown.pits[side.other()][across];
    let stays = "seeds were captured that must stay";
    let takes: [(&str, bool, bool, u32); 5] = [
        (stays, true, true, own + opposite),
        (stays, true, true, 1 + opposite),
        (
            "the last seed was not captured with the others",
            false,
            true,
            opposite,
        ),
        ("the seeds opposite were not captured", true, false, own),
        ("captured seeds were lost", true, true, 0),
    ];
    for (what, takes_own, takes_opposite, banked) in takes {
        for to in [mover, mover.other()] {
            let mut board = sown.clone();
            if takes_own {
                board.pits[side][pit.index()] = 0;
            }
            if takes_opposite {
                board.pits[side.other()][across] = 0;
            }
            board.stores[to] += banked;
            all.push((what, board));
        }
    }
    let right = Board::of(&sowing.after.setup());
    all.retain(|(_, board)| Board::of(board) != right);
    all
}

/// Wrong ways around the board.
fn paths(sowing: &Sowing) -> Vec<(Aspect, &'static str, Vec<House>)> {
    let rules = sowing.before.rules();
    let pits = rules.pits();
    let count = usize::from(sowing.seeds);
    let around = |stores: [bool; 2]| -> Vec<House> {
        let mover = sowing.mover;
        let mut ring = Vec::new();
        for (side, has_store) in [(mover, stores[0]), (mover.other(), stores[1])] {
            ring.extend(
                (1..=pits)
                    .filter_map(Pit::new)
                    .map(|pit| House::Pit { side, pit }),
            );
            ring.extend(has_store.then_some(House::Store { side }));
        }
        ring
    };
    let from = |ring: Vec<House>, count: usize| -> Vec<House> {
        let start = sowing.pit.index() + 1;
        ring.into_iter().cycle().skip(start).take(count).collect()
    };
    let mut back = around([true, false]);
    back.reverse();
    let reverse = back.len() - 1 - sowing.pit.index();
    let backwards = back
        .into_iter()
        .cycle()
        .skip(reverse + 1)
        .take(count)
        .collect();
    let origin = House::Pit {
        side: sowing.mover,
        pit: sowing.pit,
    };
    let without = |skipped: House| -> Vec<House> {
        let ring = from(around([true, false]), 2 * count + 12).into_iter();
        let path = ring.filter(|&house| house != skipped);
        path.take(count).collect()
    };
    let mut all = vec![
        (
            Aspect::SkippedStore,
            "a seed fell into the opponent's store",
            from(around([true, true]), count),
        ),
        (
            Aspect::Laps,
            "the pit it started from was skipped",
            without(origin),
        ),
    ];
    let mut simple = vec![
        (
            "the own store was skipped",
            from(around([false, false]), count),
        ),
        (
            "a seed too few was sown",
            from(around([true, false]), count.saturating_sub(1)),
        ),
        (
            "a seed too many was sown",
            from(around([true, false]), count + 1),
        ),
        ("the seeds went the other way", backwards),
        ("every seed counted twice", {
            let twice = sowing.path.iter().flat_map(|&house| [house, house]);
            twice.collect()
        }),
    ];
    simple.extend(
        around([false, false])
            .into_iter()
            .map(|pit| ("a pit was skipped", without(pit))),
    );
    // Each may also be a mistake of long moves only.
    let long = [
        (count >= rules.lap(), Aspect::Laps),
        (passes_other_store(sowing), Aspect::SkippedStore),
        (true, Aspect::Sowing),
    ];
    for (_, aspect) in long.into_iter().filter(|(applies, _)| *applies) {
        all.extend(
            simple
                .iter()
                .map(|(what, path)| (aspect, *what, path.clone())),
        );
    }
    // The last pit before the store may be skipped together with it, even by a move that ends there.
    let last = House::Pit {
        side: sowing.mover.other(),
        pit: Pit::new(pits).unwrap_or(sowing.pit),
    };
    if !passes_other_store(sowing) {
        all.push((Aspect::SkippedStore, "a pit was skipped", without(last)));
    }
    let mut short = from(around([true, false]), count);
    short.truncate(rules.lap() - 1);
    all.push((Aspect::Laps, "sowing stopped after a lap", short));
    all.retain(|(_, _, path)| *path != sowing.path);
    all
}

fn lifted(sowing: &Sowing) -> Option<Setup> {
    let rules = sowing.before.rules();
    let other = match rules.lift() {
        Lift::All => Lift::Each,
        Lift::Each => Lift::All,
    };
    let capture = match rules.capture() {
        Capture::Off => Capture::Opposite,
        kept => kept,
    };
    let end: End = rules.end();
    let with = Rules::new(rules.pits() as u32, rules.seeds().into(), capture, end).ok()?;
    let before = Position::new(with.with_lift(other), &sowing.before.setup()).ok()?;
    let board = before.play(sowing.pit).ok()?.setup();
    (usize::from(sowing.seeds) == rules.lap() && board != sowing.after.setup()).then_some(board)
}

//! What a console may have done instead of the right thing. These are mistakes, not rules: a board that one of them explains
//! names the test that has failed.

use kalah::{Capture, End, House, Lift, Pit, Position, Rules, Setup, Side, Sowing};

use super::reply::replies;
use super::unfinished::{self, sown, unswept};
use crate::aspect::Aspect;
use crate::board::Board;

/// A mistake and the board it leads to.
pub(super) struct Guess {
    pub aspect: Aspect,
    pub what: &'static str,
    pub board: Setup,
}

impl Guess {
    /// Whether the mistake, and legal moves of the computer after it, explain what is shown.
    pub(super) fn explains(&self, shown: &Board, rules: Rules, people: bool) -> bool {
        if *shown == Board::of(&self.board) {
            return true;
        }
        let Ok(position) = Position::new(rules, &self.board) else {
            return false;
        };
        let mut replies = replies(&position, people).into_iter();
        replies.any(|reply| shown.shows(&reply.after))
    }
}

/// The mistakes people make in a move, the likeliest first.
pub(super) fn guesses(sowing: &Sowing) -> Vec<Guess> {
    let mut all = Vec::new();
    let mut add = |aspect, what, board: Setup| {
        all.push(Guess {
            aspect,
            what,
            board,
        });
    };
    let after = sowing.after.setup();
    let passed = Setup {
        to_move: sowing.mover.other(),
        ..after.clone()
    };
    if sowing.extra_turn {
        add(Aspect::ExtraTurn, "the extra turn was not given", passed);
    } else if !sowing.over {
        let again = Setup {
            to_move: sowing.mover,
            ..after
        };
        add(Aspect::ExtraTurn, "an extra turn was given", again);
    }
    let sown = sown(sowing, &sowing.path);
    if sowing.over {
        for (what, board) in ends(sowing, &sown) {
            add(Aspect::End, what, board);
        }
    }
    // A seed in the opponent's store may look like one captured for it.
    let (stores, paths): (Vec<_>, Vec<_>) = paths(sowing)
        .into_iter()
        .partition(|(aspect, ..)| *aspect == Aspect::SkippedStore);
    for (aspect, what, path) in stores {
        add(aspect, what, unfinished::sown(sowing, &path));
    }
    for (what, board) in captures(sowing, &sown) {
        add(Aspect::Capture, what, board);
    }
    for (aspect, what, path) in paths {
        add(aspect, what, unfinished::sown(sowing, &path));
    }
    if let Some(board) = lifted(sowing) {
        add(
            Aspect::Laps,
            "the pit it started from was not empty when the last seed came back",
            board,
        );
    }
    all
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
    let lap = count >= rules.lap();
    let long = if lap { Aspect::Laps } else { Aspect::Sowing };
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
    let skipping = from(around([true, false]), count + 12);
    let skipping = skipping.into_iter().filter(|&house| house != origin);
    let mut all = vec![
        (
            Aspect::SkippedStore,
            "a seed fell into the opponent's store",
            from(around([true, true]), count),
        ),
        (
            Aspect::Sowing,
            "the own store was skipped",
            from(around([false, false]), count),
        ),
        (
            long,
            "a seed too few was sown",
            from(around([true, false]), count.saturating_sub(1)),
        ),
        (
            long,
            "a seed too many was sown",
            from(around([true, false]), count + 1),
        ),
        (Aspect::Sowing, "the seeds went the other way", backwards),
        (
            Aspect::Laps,
            "the pit it started from was skipped",
            skipping.take(count).collect(),
        ),
    ];
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

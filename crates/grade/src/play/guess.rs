//! What a console may have done instead of the right thing. These are mistakes, not rules: a board that one of them explains
//! names the test that has failed.

use std::collections::HashSet;

use kalah::{Capture, End, House, Lift, Pit, Position, Rules, Setup, Side, Sowing};

use crate::aspect::Aspect;
use crate::board::Board;

/// Positions the computer may reach in one turn, at most.
const MOST_REPLIES: usize = 20_000;

/// A turn of the computer: where it led, and its last move with the position before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reply {
    pub after: Position,
    pub last: Option<Pit>,
    before: Position,
}

impl Reply {
    /// No move at all.
    pub(super) fn new(position: Position) -> Reply {
        Reply {
            after: position,
            last: None,
            before: position,
        }
    }

    /// The board with the seeds that the last move leaves over still in their pits, if that move ended the game.
    pub(super) fn unswept(&self) -> Option<Setup> {
        let sowing = self.before.sow(self.last?).ok()?;
        let all_sown = sown(&sowing, &sowing.path);
        sowing.over.then(|| unswept(&sowing, &all_sown))
    }

    /// The board with all seeds moved to their stores, if the game was not over.
    pub(super) fn swept(&self) -> Option<Setup> {
        let mut setup = self.after.setup();
        for side in Side::BOTH {
            setup.stores[side] += setup.pits[side].iter().sum::<u32>();
            setup.pits[side].fill(0);
        }
        (!self.after.is_over()).then_some(setup)
    }
}

/// Every way the computer may play from here until it is the person's turn; the position itself if it is that already, or if two
/// people play.
pub(super) fn replies(position: &Position, people: bool) -> Vec<Reply> {
    let here = Reply::new(*position);
    if people || position.is_over() || position.to_move() == Side::South {
        return vec![here];
    }
    let mut open = vec![here];
    let mut seen = HashSet::new();
    let mut ends = Vec::new();
    while let Some(Reply { after, .. }) = open.pop() {
        for pit in after.legal_moves() {
            let next = after.step_legal(pit).after;
            let reply = Reply {
                after: next,
                last: Some(pit),
                before: after,
            };
            if next.is_over() || next.to_move() == Side::South {
                ends.push(reply);
            } else if seen.len() < MOST_REPLIES && seen.insert(next) {
                open.push(reply);
            }
        }
    }
    ends
}

/// A mistake and the board it leads to.
pub(super) struct Guess {
    pub aspect: Aspect,
    pub what: &'static str,
    pub board: Setup,
}

impl Guess {
    /// Whether the mistake, and legal moves of the computer after it, explain what is shown.
    fn explains(&self, shown: &Board, rules: Rules, people: bool) -> bool {
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
        add(aspect, what, self::sown(sowing, &path));
    }
    for (what, board) in captures(sowing, &sown) {
        add(Aspect::Capture, what, board);
    }
    for (aspect, what, path) in paths {
        add(aspect, what, self::sown(sowing, &path));
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

/// Seeds lifted and laid along a path, and nothing else.
fn sown(sowing: &Sowing, path: &[House]) -> Setup {
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
fn unswept(sowing: &Sowing, sown: &Setup) -> Setup {
    let mut board = sown.clone();
    if let Some(capture) = sowing.capture {
        *at(&mut board, capture.own) = 0;
        *at(&mut board, capture.opposite) = 0;
        board.stores[sowing.mover] += u32::from(capture.seeds());
    }
    board
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

/// Whether seeds went along the whole row of the other side and on.
pub(super) fn passes_other_store(sowing: &Sowing) -> bool {
    let mut steps = sowing.path.windows(2);
    steps.any(|pair| pair[0].side() != sowing.mover && pair[1].side() == sowing.mover)
}

/// What went wrong in a turn, from all boards shown during it; the last one is that at its end.
pub(super) fn closer(sowing: &Sowing, shown: &[Board], people: bool) -> (Aspect, String) {
    let was_shown = |setup: &Setup| shown.contains(&Board::of(setup));
    let last = shown.last();
    let (after, mover) = (sowing.after.setup(), sowing.mover);
    let on_the_way = |board: &Setup| {
        let mut lengths = 0..=sowing.path.len();
        let same = |setup: &Setup| Board::of(setup) == Board::of(board);
        same(&after) || lengths.any(|length| same(&sown(sowing, &sowing.path[..length])))
    };
    let is_done = was_shown(&after);
    let all = guesses(sowing);
    let seen = all.iter().find(|guess| {
        was_shown(&guess.board)
            && !on_the_way(&guess.board)
            && (!is_done || guess.board.stores[mover] > after.stores[mover])
    });
    if let Some(guess) = seen {
        return (guess.aspect, guess.what.to_owned());
    }
    if is_done {
        return after_the_move(sowing, last == Some(&Board::of(&after)));
    }
    // A console that shows seed by seed has shown the mistake itself; only of others the end must be explained.
    let is_animated = shown.len() > sowing.path.len();
    let rules = sowing.before.rules();
    let explained = all
        .iter()
        .find(|guess| !is_animated && last.is_some_and(|last| guess.explains(last, rules, people)));
    match explained {
        Some(guess) => (guess.aspect, guess.what.to_owned()),
        None => unexplained(sowing, was_shown),
    }
}

/// The move itself was right, and then something else happened.
fn after_the_move(sowing: &Sowing, stays: bool) -> (Aspect, String) {
    let (aspect, what) = if sowing.over {
        (Aspect::End, "the game went on after its end")
    } else if sowing.extra_turn {
        (Aspect::ExtraTurn, "the extra turn was not given")
    } else if stays {
        (Aspect::ExtraTurn, "an extra turn was given")
    } else {
        (
            Aspect::ComputerMove,
            "no legal move of the computer leads here",
        )
    };
    (aspect, what.to_owned())
}

fn unexplained(sowing: &Sowing, was_shown: impl Fn(&Setup) -> bool) -> (Aspect, String) {
    let all_sown = sown(sowing, &sowing.path);
    if was_shown(&all_sown) {
        if sowing.capture.is_some() && !was_shown(&unswept(sowing, &all_sown)) {
            return (Aspect::Capture, "the capture went wrong".to_owned());
        }
        return (Aspect::End, "the end of the game went wrong".to_owned());
    }
    let lap = usize::from(sowing.seeds) >= sowing.before.rules().lap();
    let aspect = match (passes_other_store(sowing), lap) {
        (_, true) => Aspect::Laps,
        (true, false) => Aspect::SkippedStore,
        (false, false) => Aspect::Sowing,
    };
    (
        aspect,
        format!("pit {} does not lead to this board", sowing.pit),
    )
}

//! Whole turns with mistakes in them: a person's move and the computer's moves after it, each made rightly or with one kind of
//! mistake. A console that captures wrongly does so for both sides, and whatever it shows then is one fault.

use std::collections::{HashSet, VecDeque};

use kalah::{End, Pit, Position, Rules, Setup, Side, Sowing};

use super::guess::guesses_of;
use super::story::Story;
use super::unfinished::{sown, unswept};
use crate::aspect::Aspect;
use crate::board::Board;

/// Boards looked at for one kind of mistake, at most.
const MOST_BOARDS: usize = 2_000;
/// Possible mistakes in a move, the simplest first.
const KINDS: [Aspect; 6] = [
    Aspect::End,
    Aspect::ExtraTurn,
    Aspect::Laps,
    Aspect::SkippedStore,
    Aspect::Capture,
    Aspect::Sowing,
];
const GOES_ON: &str = "the game went on after its end";
/// The possible mistakes in the computer's turn.
pub(super) const NO_MOVE: &str = "no legal move of the computer leads here";

/// A board on the way, and the mistake that was made before, if any.
#[derive(Clone)]
struct Step {
    board: Setup,
    what: Option<&'static str>,
}

/// A turn that led to a wrong board.
#[derive(Clone, Copy)]
pub(super) struct Turn<'a> {
    pub sowing: &'a Sowing,
    pub shown: &'a Board,
    /// All boards shown on the way, if they are known.
    pub seen: &'a [Board],
    pub people: bool,
}

impl Turn<'_> {
    /// Mistakes in the move, and the same ones in the computer's moves after it, that explain the board.
    pub(crate) fn of_the_mover(&self) -> Vec<Story> {
        let kinds = KINDS.into_iter();
        let stories = kinds.filter_map(|kind| {
            let what = self.reached(kind, self.wrong_starts(kind))?;
            Some(Story::new(kind, what))
        });
        stories.collect()
    }

    /// The move was right: mistakes in the computer's moves that explain the board.
    pub(crate) fn of_the_computer(&self) -> Vec<Story> {
        let kinds = KINDS.into_iter();
        let stories = kinds.filter_map(|kind| {
            let what = self.reached(kind, vec![self.right_start()])?;
            Some(Story::new(kind, format!("in the computer's turn: {what}")))
        });
        stories.collect()
    }

    /// The game did not end when it should have.
    pub fn goes_on(&self) -> bool {
        let mut start = self.right_start();
        start.what = self.sowing.over.then_some(GOES_ON);
        self.reached(Aspect::End, vec![start]).is_some()
    }

    /// The console stopped while it was sowing: the seeds that were still in its hand are nowhere on the board.
    pub fn stopped(&self) -> Option<Story> {
        let rules = self.sowing.before.rules();
        let stops = |sowing: &Sowing| {
            let mut lengths = 0..sowing.path.len();
            lengths.find(|&length| {
                let board = sown(sowing, &sowing.path[..length]);
                let step = Step {
                    board,
                    what: Some(""),
                };
                let ends = Side::BOTH.into_iter().any(|to_move| {
                    is_over(
                        rules,
                        &Setup {
                            to_move,
                            ..step.board.clone()
                        },
                    )
                });
                ends && (self.is_shown(&step) || self.is_shown(&swept(&step)))
            })
        };
        let sowings = self.sowings();
        let mut found = sowings.iter().filter_map(|sowing| {
            let in_hand = sowing.path.len() - stops(sowing)?;
            Some(format!(
                "the game ended with {} still in hand",
                diag::count(in_hand, "seed")
            ))
        });
        found.next().map(|what| Story::new(Aspect::End, what))
    }

    /// The move, and all that the computer can make after it.
    fn sowings(&self) -> Vec<Sowing> {
        let rules = self.sowing.before.rules();
        let mut all = vec![self.sowing.clone()];
        let mut open = vec![self.right_start().board];
        while let Some(board) = open.pop().filter(|_| all.len() < MOST_BOARDS) {
            if board.to_move == Side::South || self.people {
                continue;
            }
            let position = playable(rules, &board);
            let legal = position.iter().flat_map(|position| {
                let legal = position.legal_moves();
                legal.filter_map(|pit: Pit| position.sow(pit).ok())
            });
            for sowing in legal {
                open.push(before_the_end(&sowing));
                all.push(sowing);
            }
        }
        all
    }

    /// The board after the move, before any sweep, with the side to move that it would have if nothing had ended.
    fn right_start(&self) -> Step {
        let board = before_the_end(self.sowing);
        Step { board, what: None }
    }

    fn wrong_starts(&self, kind: Aspect) -> Vec<Step> {
        let wrong = guesses_of(self.sowing, kind).into_iter();
        let steps = wrong.map(|guess| Step {
            board: guess.board,
            what: Some(guess.what),
        });
        steps.collect()
    }

    /// The mistake that led to the board shown, from one of these boards: by boards that were shown, or else by any.
    fn reached(&self, kind: Aspect, starts: Vec<Step>) -> Option<&'static str> {
        if let Some(start) = starts.iter().find(|step| self.is_shown(step)) {
            return start.what;
        }
        let was_seen = |step: &Step| self.seen.contains(&Board::of(&step.board));
        let guided = self.search(kind, starts.clone(), was_seen);
        guided.or_else(|| self.search(kind, starts, |_| true))
    }

    fn search(
        &self,
        kind: Aspect,
        starts: Vec<Step>,
        is_open: impl Fn(&Step) -> bool,
    ) -> Option<&'static str> {
        let rules = self.sowing.before.rules();
        // Short turns first.
        let mut open = VecDeque::from(starts);
        let mut known = HashSet::new();
        while known.len() < MOST_BOARDS {
            let step = open.pop_front()?;
            let is_new = known.insert((step.board.clone(), step.what.is_some()));
            if !is_new || self.is_beyond(&step.board) {
                continue;
            }
            let is_over = is_over(rules, &step.board);
            if is_over && self.is_shown(&swept(&step)) {
                return step.what;
            }
            if is_over && kind != Aspect::End {
                continue;
            }
            let what = if is_over { Some(GOES_ON) } else { step.what };
            let step = Step { what, ..step };
            if step.board.to_move == Side::South || self.people || has_no_move(&step.board) {
                if self.is_shown(&step) {
                    return step.what;
                }
                open.extend(passed(step).filter(|_| kind == Aspect::End && !self.people));
                continue;
            }
            open.extend(next(&step, kind, rules).into_iter().filter(&is_open));
        }
        None
    }

    /// Stores never lose a seed: this board does not lead to the one shown.
    fn is_beyond(&self, board: &Setup) -> bool {
        let mut sides = Side::BOTH.into_iter();
        sides.any(|side| {
            let shown = self.shown.rows[side].last().copied().flatten();
            shown.is_some_and(|shown| board.stores[side] > shown)
        })
    }

    /// A step with a mistake in it that shows this board.
    fn is_shown(&self, step: &Step) -> bool {
        step.what.is_some() && Board::of(&step.board) == *self.shown
    }
}

/// The board after a move with nothing swept, and who would move if that ended nothing.
pub(super) fn before_the_end(sowing: &Sowing) -> Setup {
    let all_sown = sown(sowing, &sowing.path);
    let in_store = matches!(sowing.path.last(), Some(kalah::House::Store { .. }));
    Setup {
        to_move: match in_store {
            true => sowing.mover,
            false => sowing.mover.other(),
        },
        ..unswept(sowing, &all_sown)
    }
}

/// The computer's next move, right or with this kind of mistake.
fn next(step: &Step, kind: Aspect, rules: Rules) -> Vec<Step> {
    let Some(position) = playable(rules, &step.board) else {
        return Vec::new();
    };
    let mut all = Vec::new();
    for sowing in position
        .legal_moves()
        .filter_map(|pit: Pit| position.sow(pit).ok())
    {
        all.push(Step {
            board: before_the_end(&sowing),
            what: step.what,
        });
        let wrong = guesses_of(&sowing, kind).into_iter();
        all.extend(wrong.map(|guess| Step {
            board: guess.board,
            what: Some(step.what.unwrap_or(guess.what)),
        }));
    }
    all
}

/// A position to play on from, even if the game should be over in it.
pub(super) fn playable(rules: Rules, board: &Setup) -> Option<Position> {
    let lenient = Rules::new(
        rules.pits() as u32,
        rules.seeds().into(),
        rules.capture(),
        End::Mover,
    );
    Position::new(lenient.ok()?.with_lift(rules.lift()), board).ok()
}

fn is_over(rules: Rules, board: &Setup) -> bool {
    Position::new(rules, board).is_ok_and(|position| position.is_over())
}

fn has_no_move(board: &Setup) -> bool {
    board.pits[board.to_move].iter().all(|&seeds| seeds == 0)
}

/// A side without seeds may pass where the game continues.
fn passed(mut step: Step) -> Option<Step> {
    let cannot = has_no_move(&step.board);
    step.board.to_move = step.board.to_move.other();
    (cannot && !has_no_move(&step.board)).then_some(step)
}

/// The same with the seeds left over in their stores.
fn swept(step: &Step) -> Step {
    let mut step = step.clone();
    for side in Side::BOTH {
        step.board.stores[side] += step.board.pits[side].iter().sum::<u32>();
        step.board.pits[side].fill(0);
    }
    step
}

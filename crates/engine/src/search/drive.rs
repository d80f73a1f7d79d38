//! The driver: from questions to values.

use std::io;
use std::sync::atomic::AtomicU64;

use kalah::{Pit, Position, Rules};

use super::node::Worker;
use super::packed::{self, Packed};
use super::space::Space;
use super::wide::Wide;
use super::{Bounds, Known, Limits};

/// How much a solver may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolverConfig {
    /// Bytes of transposition table.
    pub hash: usize,
    pub threads: usize,
}

impl Default for SolverConfig {
    fn default() -> SolverConfig {
        SolverConfig {
            hash: 256 << 20,
            threads: 1,
        }
    }
}

/// What a search found out about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Valued {
    /// The final margin of the side to move.
    pub bounds: Bounds,
    /// The move that reaches the lower bound, if one is known; none only when the game is over.
    pub best: Option<Pit>,
    pub nodes: u64,
}

/// Solves positions of one set of rules, and remembers what it found.
pub struct Solver {
    rules: Rules,
    board: Board,
    #[allow(dead_code)]
    threads: usize,
}

enum Board {
    Packed(Packed),
    Wide(Wide),
}

impl Solver {
    /// A solver for positions with at most `most_seeds` seeds in pits.
    pub fn new(rules: Rules, most_seeds: usize, config: &SolverConfig) -> io::Result<Solver> {
        let fits = rules.pits() <= packed::PITS && most_seeds <= packed::MAX_SEEDS;
        let board = if fits {
            Board::Packed(Packed::new(rules, most_seeds, config.hash)?)
        } else {
            Board::Wide(Wide::new(config.hash))
        };
        Ok(Solver {
            rules,
            board,
            threads: config.threads.max(1),
        })
    }

    #[must_use]
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The value of a position, exact unless stopped.
    pub fn value(&self, position: &Position, limits: &Limits) -> Valued {
        let margin = position.margin(position.to_move());
        if position.is_over() {
            return Valued {
                bounds: Bounds::exactly(margin),
                best: None,
                nodes: 0,
            };
        }
        let seeds = position.seeds_in_pits().into();
        let (known, nodes) = match &self.board {
            Board::Packed(space) => drive(space, &packed::pack(position), seeds, limits),
            Board::Wide(space) => drive(space, position, seeds, limits),
        };
        Valued {
            bounds: known.bounds().shifted(margin),
            best: known.best.and_then(|pit| Pit::new(usize::from(pit) + 1)),
            nodes,
        }
    }
}

fn drive<S: Space>(space: &S, board: &S::Board, seeds: i32, limits: &Limits) -> (Known, u64) {
    let slot = space.locate(board);
    let all_nodes = AtomicU64::new(0);
    let mut worker = Worker::new(space, limits, &all_nodes);
    let mut known = space.probe(&slot, seeds).unwrap_or(Known::nothing(seeds));
    let mut goal = seeds & 1;
    while known.lower < known.upper {
        goal = goal.clamp(known.lower + 2, known.upper);
        let Ok(found) = worker.search(board, &slot, seeds, goal) else {
            break;
        };
        if found >= goal {
            known.lower = found;
            known.best = space
                .probe(&slot, seeds)
                .and_then(|k| k.best)
                .or(known.best);
            goal = found + 2;
        } else {
            known.upper = found;
            goal = found;
        }
    }
    known.best = known.best.or_else(|| likely(space, board));
    (known, worker.nodes)
}

/// The move that looks best when no move is known to gain anything: none is then known to be better than another.
fn likely<S: Space>(space: &S, board: &S::Board) -> Option<u8> {
    let moves = space.moves(board);
    let pits = (0..16).filter(|pit| moves >> pit & 1 == 1);
    pits.max_by_key(|&pit| {
        let child = space.play(board, pit.into());
        let guess = space.guess(&child.board);
        child.banked + if child.extra_turn { guess } else { -guess }
    })
}

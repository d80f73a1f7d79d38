//! Sentences about puzzles.

use engine::puzzle::{Puzzle, Score};
use kalah::Pit;

use crate::{Texts, text};

/// The hints of a puzzle: the first describes the winning move, the second names two moves, one of which it is.
pub fn hint(texts: &Texts, puzzle: &Puzzle, number: usize) -> Option<String> {
    let step = puzzle.position.step_legal(puzzle.solution);
    match number {
        1 if step.captured > 0 => Some(text!(texts, "puzzle.hint.captures")),
        1 if step.extra_turn => Some(text!(texts, "puzzle.hint.again")),
        1 => Some(text!(texts, "puzzle.hint.plain")),
        2 => {
            let moves = puzzle.analysis.moves.iter();
            let others = moves.filter(|value| value.pit != puzzle.solution);
            let other = others.max_by_key(|value| value.margin)?.pit;
            let low = other.min(puzzle.solution).number();
            let high = other.max(puzzle.solution).number();
            Some(text!(texts, "puzzle.hint.either", low = low, high = high))
        }
        _ => None,
    }
}

/// What a move leads to with best play.
fn worth(texts: &Texts, margin: i32) -> String {
    match margin {
        0 => text!(texts, "puzzle.draw"),
        1.. => text!(texts, "puzzle.you-win", seeds = margin),
        _ => text!(texts, "puzzle.they-win", seeds = -margin),
    }
}

/// A move and its value.
pub fn value(texts: &Texts, puzzle: &Puzzle, pit: Pit) -> String {
    let worth = worth(texts, puzzle.margin(pit));
    text!(texts, "puzzle.worth", pit = pit.number(), worth = worth)
}

/// Why a move is not the solution.
pub fn wrong(texts: &Texts, puzzle: &Puzzle, pit: Pit) -> String {
    let worth = worth(texts, puzzle.margin(pit));
    text!(texts, "puzzle.wrong", pit = pit.number(), worth = worth)
}

/// The solution was found at this try; the score includes it already.
pub fn right(texts: &Texts, puzzle: &Puzzle, tries: usize, score: &Score) -> String {
    let (pit, streak) = (puzzle.solution.number(), score.streak);
    match (tries, streak) {
        (1, 2..) => text!(texts, "puzzle.right-again", streak = streak, pit = pit),
        (1, _) => text!(texts, "puzzle.right", pit = pit),
        (tries, _) => text!(texts, "puzzle.right-late", tries = tries, pit = pit),
    }
}

/// The solution is shown to a person who did not find it.
pub fn solution(texts: &Texts, puzzle: &Puzzle) -> String {
    text!(texts, "puzzle.solution", pit = puzzle.solution.number())
}

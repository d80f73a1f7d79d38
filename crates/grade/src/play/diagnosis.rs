//! Why a board is wrong: the tests that may have failed, from everything that was shown during the turn.

use kalah::{Setup, Sowing};

use super::guess::guesses;
use super::story::{Story, add};
use super::turn::{NO_MOVE, Turn};
use super::unfinished::{sown, unswept};
use crate::aspect::Aspect;
use crate::board::Board;

/// Whether seeds went all along the other side's row and beyond.
pub(super) fn passes_other_store(sowing: &Sowing) -> bool {
    let mut steps = sowing.path.windows(2);
    steps.any(|pair| pair[0].side() != sowing.mover && pair[1].side() == sowing.mover)
}

/// The possible mistakes in a turn, from all boards shown during it.
pub(super) fn closer(turn: Turn<'_>) -> Vec<Story> {
    let (sowing, shown) = (turn.sowing, turn.seen);
    let was_shown = |setup: &Setup| shown.contains(&Board::of(setup));
    let after = sowing.after.setup();
    let is_done = was_shown(&after);
    let mut stories = seen(sowing, shown, is_done);
    if is_done && sowing.extra_turn && !sowing.over && !stories.is_empty() {
        // A second move from the same pit looks like a mistake in the first one.
        let own = std::mem::replace(&mut stories, vec![no_extra_turn()]);
        add(&mut stories, own);
    }
    let all_sown = sown(sowing, &sowing.path);
    // A console that shows seed by seed has shown the mistake itself; only for others must the end be explained.
    let is_animated = shown.len() > sowing.path.len();
    if turn.shown.is_swept() {
        // Many ways lead to empty pits.
        add(&mut stories, turn.of_the_mover());
        let of_the_computer = turn.of_the_computer();
        // A rule that is wrong in its turn is wrong for both; wrong sowing may be its own.
        let is_about = |aspect| of_the_computer.iter().any(|story| story.aspect == aspect);
        let is_its_turn = is_about(Aspect::Sowing) && !is_about(Aspect::ExtraTurn) && !turn.people;
        add(&mut stories, of_the_computer);
        let own = is_its_turn.then(|| Story::new(Aspect::ComputerMove, NO_MOVE));
        add(&mut stories, own);
    }
    if !stories.is_empty() {
        return stories;
    }
    if is_done {
        stories = after_the_move(turn, *turn.shown == Board::of(&after));
    } else if was_shown(&unswept(sowing, &all_sown)) {
        return vec![Story::new(Aspect::End, "the end of the game went wrong")];
    }
    if is_done || !is_animated {
        add(&mut stories, turn.of_the_mover());
    }
    if stories.is_empty() {
        stories = unexplained(sowing, was_shown(&all_sown));
        if !is_animated {
            add(&mut stories, computer(turn));
        }
    }
    stories
}

/// Mistakes whose board was shown on the way, where a right move does not show it.
fn seen(sowing: &Sowing, shown: &[Board], is_done: bool) -> Vec<Story> {
    let (after, mover) = (sowing.after.setup(), sowing.mover);
    let on_the_way = |board: &Setup| {
        let mut lengths = 0..=sowing.path.len();
        let same = |setup: &Setup| Board::of(setup) == Board::of(board);
        same(&after) || lengths.any(|length| same(&sown(sowing, &sowing.path[..length])))
    };
    let mut stories = Vec::new();
    let all = guesses(sowing).into_iter().filter(|guess| {
        shown.contains(&Board::of(&guess.board))
            && !on_the_way(&guess.board)
            && (!is_done || guess.board.stores[mover] > after.stores[mover])
    });
    add(
        &mut stories,
        all.map(|guess| Story::new(guess.aspect, guess.what)),
    );
    stories
}

/// The move itself was right, and then something else went wrong.
fn after_the_move(turn: Turn<'_>, stays: bool) -> Vec<Story> {
    let (aspect, what) = if turn.sowing.over {
        (Aspect::End, "the game went on after its end")
    } else if turn.sowing.extra_turn {
        return vec![no_extra_turn()];
    } else if stays {
        (Aspect::ExtraTurn, "an extra turn was given")
    } else {
        return computer(turn);
    };
    vec![Story::new(aspect, what)]
}

fn no_extra_turn() -> Story {
    Story::new(Aspect::ExtraTurn, "the extra turn was not given")
}

/// The computer's turn went wrong: its choice, or anything else that also goes wrong for the person.
fn computer(turn: Turn<'_>) -> Vec<Story> {
    let mut stories = vec![Story::new(Aspect::ComputerMove, NO_MOVE)];
    let more = turn.of_the_computer();
    let is_explained = !more.is_empty();
    add(&mut stories, more);
    if !is_explained {
        let what = "in the computer's turn: no move leads to this board";
        add(&mut stories, [Story::new(Aspect::Sowing, what)]);
    }
    stories
}

/// No known mistake leads here: the test of the move itself, and the simpler ones that its mistake may belong to.
fn unexplained(sowing: &Sowing, was_sown: bool) -> Vec<Story> {
    if was_sown {
        let (aspect, what) = match sowing.capture {
            Some(_) => (Aspect::Capture, "the capture went wrong"),
            None => (Aspect::End, "the end of the game went wrong"),
        };
        return vec![Story::new(aspect, what)];
    }
    let lap = usize::from(sowing.seeds) >= sowing.before.rules().lap();
    let aspects = [
        (lap, Aspect::Laps),
        (passes_other_store(sowing), Aspect::SkippedStore),
        (true, Aspect::Sowing),
    ];
    let what = format!("pit {} does not lead to this board", sowing.pit);
    let aspects = aspects.into_iter().filter(|(applies, _)| *applies);
    aspects
        .map(|(_, aspect)| Story::new(aspect, what.clone()))
        .collect()
}

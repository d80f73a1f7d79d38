//! Why a board is wrong: the test that has failed, from everything that was shown during the turn.

use kalah::{Setup, Sowing};

use super::guess::guesses;
use super::unfinished::{sown, unswept};
use crate::aspect::Aspect;
use crate::board::Board;

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

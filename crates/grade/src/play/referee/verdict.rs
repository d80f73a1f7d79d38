//! What a move was found to be, from the board at its end and, if that is not enough, from all boards on the way.

use kalah::{Setup, Sowing};

use super::Referee;
use crate::aspect::Aspect;
use crate::board::Board;
use crate::driver::{Moment, Rest};
use crate::play::diagnosis::closer;
use crate::play::guess::guesses;
use crate::play::reply::{Reply, replies};

/// What a move was found to be.
pub(super) enum Verdict {
    Right(Reply),
    Wrong(Aspect, String),
    /// Wrong, and the board at the end does not tell why.
    Unclear,
}

impl Referee<'_, '_> {
    pub(super) fn verdict(&self, sowing: &Sowing, rest: Rest) -> Verdict {
        let wrong = |aspect, what: &str| Verdict::Wrong(aspect, what.to_owned());
        let limit = self.driver.limits.answer;
        let shown = self.driver.board();
        let replies = replies(&sowing.after, self.people);
        if let Some(reply) = self.shown_reply(&replies, &shown) {
            let wiring = self.driver.wiring();
            let silent = match wiring.over {
                Some(_) => Aspect::End,
                None => Aspect::Outcome,
            };
            return match (reply.after.is_over(), rest) {
                (true, Rest::YourTurn) if !wiring.has_turn_light() => Verdict::Right(reply),
                (true, Rest::Stuck) if !wiring.says_over() => Verdict::Right(reply),
                (true, Rest::YourTurn) => wrong(
                    Aspect::End,
                    "the game is over, but the console asks for a move",
                ),
                (true, Rest::Stuck) => wrong(silent, "the game is over, but no light says so"),
                (false, Rest::Over) => wrong(
                    Aspect::End,
                    "the console says that the game is over, and it is not",
                ),
                (_, Rest::YourTurn | Rest::Over) => Verdict::Right(reply),
                _ => Verdict::Wrong(Aspect::LongGames, self.silence(rest, limit)),
            };
        }
        let left = |setup: &Setup| Board::of(setup) == shown;
        if replies
            .iter()
            .filter_map(Reply::unswept)
            .any(|setup| left(&setup))
        {
            return wrong(
                Aspect::End,
                "the seeds left over were not moved to their store",
            );
        }
        if replies.iter().any(|reply| reply.is_swept_wrongly(&shown)) {
            let what = "not all of the seeds left over came to their store";
            return wrong(Aspect::End, what);
        }
        let mut turn = replies.iter().filter_map(Reply::swept);
        let own = Reply::new(sowing.after).swept();
        if turn.any(|setup| left(&setup)) || own.is_some_and(|setup| left(&setup)) {
            return wrong(Aspect::End, "the game was ended too early");
        }
        let mut ends = guesses(sowing).into_iter();
        let end = ends.find(|guess| guess.aspect == Aspect::End && left(&guess.board));
        match (end, rest) {
            (Some(guess), _) => wrong(Aspect::End, guess.what),
            (None, Rest::YourTurn | Rest::Over) => Verdict::Unclear,
            (None, _) => Verdict::Wrong(Aspect::LongGames, self.silence(rest, limit)),
        }
    }

    /// The computer's turn that led to this board; of several, the one its lamp shows.
    pub(super) fn shown_reply(&self, replies: &[Reply], shown: &Board) -> Option<Reply> {
        let lamps = &self.driver.wiring().lamps;
        let is_lit = |reply: &&&Reply| {
            let lamp = reply.last.and_then(|pit| lamps.get(pit.index()));
            lamp.is_some_and(|lamp| self.driver.is_on(lamp))
        };
        let all = replies.iter().filter(|reply| shown.shows(&reply.after));
        let all: Vec<&Reply> = all.collect();
        all.iter().find(is_lit).or(all.first()).map(|reply| **reply)
    }

    /// Plays the move again and looks at what was shown on the way.
    pub(super) fn look_closer(&mut self, sowing: &Sowing, moment: &Moment) -> (Aspect, String) {
        let now = self.driver.moment();
        let end = self.driver.half_ticks();
        self.driver.back_to(moment);
        self.driver.press_pit(sowing.mover, sowing.pit.index());
        let shown = self.driver.boards_until(end);
        self.driver.back_to(&now);
        closer(sowing, &shown, self.people)
    }
}

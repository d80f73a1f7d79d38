//! The verdict on a move, from the board at its end and, if that is not enough, from all boards on the way.

use kalah::{Setup, Sowing};

use super::Referee;
use crate::aspect::Aspect;
use crate::board::Board;
use crate::driver::{Moment, Rest};
use crate::play::diagnosis::closer;
use crate::play::guess::guesses_of;
use crate::play::reply::{Reply, replies};
use crate::play::story::Story;
use crate::play::turn::Turn;

/// The verdict on a move.
pub(super) enum Verdict {
    Right(Reply),
    Wrong(Vec<Story>),
    /// Wrong; the boards shown on the way may reveal more than the board at the end.
    Unclear(Vec<Story>),
}

impl Referee<'_, '_> {
    pub(super) fn verdict(&self, sowing: &Sowing, rest: Rest) -> Verdict {
        let shown = self.driver.board();
        let replies = replies(&sowing.after, self.people);
        if let Some(reply) = self.shown_reply(&replies, &shown) {
            return self.verdict_of_right_board(reply, rest);
        }
        let turn = Turn {
            sowing,
            shown: &shown,
            seen: &[],
            people: self.people,
        };
        let ends = self.wrong_ends(turn, &replies, rest);
        match rest {
            Rest::YourTurn | Rest::Over => Verdict::Unclear(ends),
            _ if !ends.is_empty() => Verdict::Wrong(ends),
            _ => {
                let silence = self.silence(rest, self.driver.limits.answer);
                Verdict::Wrong(vec![Story::new(Aspect::LongGames, silence)])
            }
        }
    }

    /// The board is right; so must be the lights.
    fn verdict_of_right_board(&self, reply: Reply, rest: Rest) -> Verdict {
        let wiring = self.driver.wiring();
        let silent = match wiring.over {
            Some(_) => Aspect::End,
            None => Aspect::Outcome,
        };
        let (aspect, what) = match (reply.after.is_over(), rest) {
            (true, Rest::YourTurn) if !wiring.has_turn_light() => return Verdict::Right(reply),
            (true, Rest::Stuck) if !wiring.says_over() => return Verdict::Right(reply),
            // A console that has lost or made seeds may wait for them.
            (true, Rest::Stuck) if !self.findings.is_empty() && self.has_other_seeds() => {
                return Verdict::Right(reply);
            }
            (true, Rest::YourTurn) => (
                Aspect::End,
                "the game is over, but the console asks for a move".to_owned(),
            ),
            (true, Rest::Stuck) => (silent, "the game is over, but no light says so".to_owned()),
            (false, Rest::Over) => (
                Aspect::End,
                "the console says that the game is over, and it is not".to_owned(),
            ),
            (_, Rest::YourTurn | Rest::Over) => return Verdict::Right(reply),
            _ => (
                Aspect::LongGames,
                self.silence(rest, self.driver.limits.answer),
            ),
        };
        Verdict::Wrong(vec![Story::new(aspect, what)])
    }

    /// Possible mistakes at the end of the game, the simplest story first.
    fn wrong_ends(&self, turn: Turn<'_>, replies: &[Reply], rest: Rest) -> Vec<Story> {
        let end = |what: &str| vec![Story::new(Aspect::End, what)];
        let (sowing, shown) = (turn.sowing, turn.shown);
        let is_shown = |setup: &Setup| Board::of(setup) == *shown;
        let seeds = sowing.before.total().into();
        let is_less = shown.total().is_some_and(|total| total < seeds);
        if let Some(story) = is_less.then(|| turn.stopped()).flatten() {
            return vec![story];
        }
        let mut left = replies.iter().filter_map(Reply::unswept);
        if left.any(|setup| is_shown(&setup)) {
            return end("the seeds left over were not moved to their store");
        }
        if replies.iter().any(|reply| reply.is_swept_wrongly(shown)) {
            return end("not all of the seeds left over came to their store");
        }
        let mut early = replies.iter().filter_map(Reply::swept);
        let own = Reply::new(sowing.after).swept();
        if early.any(|setup| is_shown(&setup)) || own.is_some_and(|setup| is_shown(&setup)) {
            return end("the game was ended too early");
        }
        let mut ends = guesses_of(sowing, Aspect::End).into_iter();
        if let Some(guess) = ends.find(|guess| is_shown(&guess.board)) {
            return end(guess.what);
        }
        if turn.goes_on() {
            let what = match rest {
                Rest::Over => "the game ended later than it should have",
                _ => "the game should have ended, and goes on",
            };
            return end(what);
        }
        Vec::new()
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

    /// Plays the move again and records the boards on the way.
    pub(super) fn look_closer(&mut self, sowing: &Sowing, moment: &Moment) -> Vec<Story> {
        let now = self.driver.moment();
        let end = self.driver.half_ticks();
        self.driver.back_to(moment);
        self.driver.press_pit(sowing.mover, sowing.pit.index());
        let seen = self.driver.boards_until(end);
        self.driver.back_to(&now);
        let shown = self.driver.board();
        let turn = Turn {
            sowing,
            shown: &shown,
            seen: &seen,
            people: self.people,
        };
        closer(turn)
    }
}

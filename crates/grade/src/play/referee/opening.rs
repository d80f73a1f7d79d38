//! The first position of a game.

use kalah::{Position, Side};

use super::{Proof, Referee, Stage, board};
use crate::aspect::Aspect;
use crate::board::Board;
use crate::driver::Rest;
use crate::play::reply::replies;

impl Referee<'_, '_> {
    /// The first position of a game, at power-on or after a reset.
    pub(super) fn opening(&mut self, rest: Rest, aspect: Aspect) {
        let start = Position::start(self.rules, self.game.first);
        let wiring = self.driver.wiring();
        let right = replies(&start, wiring.has_two_people());
        let is_right = |shown: &Board| right.iter().any(|reply| shown.shows(&reply.after));
        let mut rest = rest;
        while rest == Rest::YourTurn
            && !is_right(&self.driver.board())
            && self
                .driver
                .stirs(Some(rest).filter(|_| wiring.has_turn_light()))
        {
            rest = self.driver.wait(self.driver.limits.start);
        }
        if self.is_cut_short(rest) {
            self.stage = Stage::Stopped;
            return;
        }
        if rest != Rest::YourTurn {
            let limits = self.driver.limits;
            let what = self.silence(rest, limits.start.max(limits.answer));
            let aspect = if rest == Rest::Over {
                aspect
            } else {
                Aspect::LongGames
            };
            let proof = match rest {
                Rest::Over if start.to_move() == Side::South => {
                    Proof::Lights(board(&start), self.dark_ends())
                }
                Rest::Over => self.right_boards(&start),
                _ => Proof::Rest,
            };
            self.finding(aspect, what, Some(self.nearest(&start)), proof);
            self.stage = Stage::Stopped;
            return;
        }
        self.tally.check(aspect);
        let has_seeds = !wiring.seeds.is_empty();
        if has_seeds && self.game.seeds != self.usual_seeds {
            self.tally.check(Aspect::Seeds);
        }
        if wiring.first.iter().any(Option::is_some) {
            self.tally.check(Aspect::FirstMove);
        }
        let shown = self.driver.board();
        let reply = right.iter().find(|reply| shown.shows(&reply.after));
        if let Some(reply) = reply {
            self.position = reply.after;
            self.stage = Stage::Playing;
            return;
        }
        let (aspect, what) = self.wrong_opening(&start, &shown, aspect);
        let proof = self.right_boards(&start);
        self.finding(aspect, what, Some(self.nearest(&start)), proof);
        self.follow(Rest::YourTurn);
    }

    /// That none of the lights for the end is on.
    fn dark_ends(&self) -> Vec<String> {
        let wiring = self.driver.wiring();
        let outcome = &wiring.outcome;
        let outcome = [&outcome.south, &outcome.north, &outcome.draw];
        let lights = wiring.over.iter().chain(outcome.into_iter().flatten());
        let dark = lights.filter_map(|light| self.driver.lit(light, false));
        dark.collect()
    }

    fn wrong_opening(&self, start: &Position, shown: &Board, aspect: Aspect) -> (Aspect, String) {
        let first = start.to_move();
        if first == Side::North && shown.shows(start) {
            return (
                Aspect::FirstMove,
                "the computer has the first move and did not make it".into(),
            );
        }
        let mut moved = replies(&start.with_to_move(Side::North), false).into_iter();
        if first == Side::South && moved.any(|reply| shown.shows(&reply.after)) {
            return (
                Aspect::FirstMove,
                "the computer moved, but the first move is the person's".into(),
            );
        }
        let total = shown.total();
        let is_set = self.game.seeds != self.usual_seeds;
        if is_set && total != Some(start.total().into()) {
            let what = format!("{} seeds per pit were chosen", self.game.seeds);
            return (Aspect::Seeds, what);
        }
        match first {
            Side::North if total == Some(start.total().into()) => (
                Aspect::ComputerMove,
                "no legal first move of the computer leads here".into(),
            ),
            _ => (aspect, "the board does not show the start position".into()),
        }
    }
}

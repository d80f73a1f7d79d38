//! The lights after a move that was right: error, whose turn, the computer's pit, the outcome.

use std::collections::BTreeSet;

use kalah::{Pit, Position, Side};

use super::finding::Proof;
use super::{Referee, Stage, board};
use crate::aspect::Aspect;
use crate::driver::{Driver, Moment, Rest};
use crate::play::reply::{Reply, replies};

impl Referee<'_, '_> {
    pub(super) fn error_light(&mut self) {
        let error = self.driver.wiring().error.as_ref();
        if let Some(light) = error.filter(|light| self.driver.is_on(light)) {
            let expected = self.position;
            let dark = self.driver.lit(light, false);
            let proof = Proof::Lights(board(&expected), dark.into_iter().collect());
            let what = "the error light is on after a move that was right";
            self.finding(Aspect::EmptyPit, what, Some(expected), proof);
        }
    }

    /// With a light for each of two people, the right one must be on.
    pub(super) fn turn_light(&mut self, rest: Rest) {
        let turn = self.driver.turn();
        if let Some(shown) = turn.filter(|&shown| shown != self.position.to_move()) {
            let what = format!("it is {}'s turn, and the light is {shown}'s", shown.other());
            let expected = self.position;
            let wiring = self.driver.wiring();
            let right = match shown {
                Side::South => &wiring.north_turn,
                Side::North => &wiring.your_turn,
            };
            let light = right
                .as_ref()
                .and_then(|light| self.driver.lit(light, true));
            let proof = Proof::Lights(board(&expected), light.into_iter().collect());
            self.finding(Aspect::ExtraTurn, what, Some(expected), proof);
            self.follow(rest);
        }
    }

    /// The lamps show the pit the computer played last.
    pub(super) fn lamps(
        &mut self,
        reply: Reply,
        before: &Position,
        move_made: Option<(Pit, &Moment)>,
    ) {
        let lamps = &self.driver.wiring().lamps;
        if lamps.is_empty() {
            return;
        }
        self.tally.check(Aspect::ComputerShown);
        let lit: Vec<usize> = (1..=lamps.len())
            .filter(|number| self.driver.is_on(&lamps[number - 1]))
            .collect();
        let played = reply.last.map(Pit::number);
        // All dark: the right one may have been on while the computer moved. Different moves may lead to the same board.
        let was_lit = lit.is_empty()
            && move_made.is_none_or(|(pit, moment)| {
                let after = before.play(pit).into_iter();
                let all = after.flat_map(|after| replies(&after, self.people));
                let same = all.filter(|other| other.after == reply.after);
                let pits: BTreeSet<Pit> = same.filter_map(|other| other.last).collect();
                pits.into_iter()
                    .any(|played| self.was_lit(&lamps[played.index()], Side::South, pit, moment))
            });
        if !was_lit && lit != played.into_iter().collect::<Vec<_>>() {
            let list: Vec<String> = lit.iter().map(ToString::to_string).collect();
            let lit = if list.is_empty() {
                "none".into()
            } else {
                list.join(", ")
            };
            let played = played.unwrap_or(0);
            let what = format!("the computer played its pit {played}, the lamps lit are: {lit}");
            let expected = reply.after;
            let lights = lamps.iter().zip(1..);
            let lights =
                lights.filter_map(|(lamp, number)| self.driver.lit(lamp, number == played));
            let proof = Proof::Lights(board(&expected), lights.collect());
            self.finding(Aspect::ComputerShown, what, Some(expected), proof);
        }
    }

    /// The board does not hold the seeds of the game.
    pub(super) fn has_other_seeds(&self) -> bool {
        let seeds = Position::start(self.rules, Side::South).total();
        self.driver.board().total() != Some(seeds.into())
    }

    pub(super) fn finish(&mut self) {
        self.stage = Stage::Over;
        self.tally.check(Aspect::End);
        self.tally.check(Aspect::LongGames);
        let outcome = &self.driver.wiring().outcome;
        let winner = self.position.outcome().flatten();
        let lights = [
            (
                &outcome.south,
                winner == Some(Side::South),
                "the person has won",
            ),
            (
                &outcome.north,
                winner == Some(Side::North),
                "the computer has won",
            ),
            (&outcome.draw, winner.is_none(), "the game is drawn"),
        ];
        // A console that has lost or made seeds may count the winner's as it likes.
        let has_lights = lights.iter().any(|(lights, ..)| !lights.is_empty());
        if !has_lights || self.has_other_seeds() {
            return;
        }
        self.tally.check(Aspect::Outcome);
        let is_right = |driver: &Driver<'_>| {
            let mut all = lights.iter();
            all.all(|(lights, wanted, _)| lights.iter().all(|light| driver.is_on(light) == *wanted))
        };
        for _ in 0..self.driver.limits.quiet {
            if is_right(self.driver) || !self.driver.half_tick() {
                break;
            }
        }
        let is_wrong = lights.iter().find(|(lights, wanted, _)| {
            lights
                .iter()
                .any(|light| self.driver.is_on(light) != *wanted)
        });
        if let Some((_, wanted, what)) = is_wrong {
            let what = match wanted {
                true => format!("{what}, and its light is off"),
                false => format!("the light for \"{what}\" is on, and that is not so"),
            };
            let expected = self.position;
            let wanted = lights.iter().flat_map(|(lights, wanted, _)| {
                let each = lights.iter();
                each.filter_map(|light| self.driver.lit(light, *wanted))
            });
            let proof = Proof::Lights(board(&expected), wanted.collect());
            self.finding(Aspect::Outcome, what, Some(expected), proof);
        }
    }
}

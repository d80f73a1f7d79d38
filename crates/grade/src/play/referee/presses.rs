//! Presses that are not plain moves: an empty pit, two buttons, a button too early or too late, none at all, reset.

use kalah::{Pit, Side};

use super::{Proof, Referee, Stage, Verdict, board};
use crate::aspect::Aspect;
use crate::board::Board;
use crate::driver::{Moment, Rest};
use crate::panel::Signal;
use crate::play::reply::replies;

impl Referee<'_, '_> {
    pub(super) fn empty_pit(&mut self, pit: Pit) {
        self.tally.check(Aspect::EmptyPit);
        let moment = self.driver.moment();
        self.driver.press_pit(self.position.to_move(), pit.index());
        let before = board(&self.position);
        let rest = self.driver.answer_to_nothing(&before);
        self.driver
            .wait_for_light(self.driver.wiring().error.as_ref());
        if self.driver.is_tired() {
            return;
        }
        let (shown, position) = (self.driver.board(), board(&self.position));
        let error = self.driver.wiring().error.as_ref();
        let is_told =
            error.is_none_or(|light| self.was_lit(light, self.position.to_move(), pit, &moment));
        let what = match rest {
            _ if shown != position => {
                format!("pit {pit} is empty, and pressing it changed the board")
            }
            Some(Rest::Over) => format!("pit {pit} is empty, and pressing it ended the game"),
            Some(rest) if rest != Rest::YourTurn => {
                let what = self.silence(rest, self.driver.limits.answer);
                format!("pit {pit} is empty; after pressing it {what}")
            }
            _ if !is_told => format!("pit {pit} is empty, and the error light stayed off"),
            _ => return,
        };
        let told = error.and_then(|light| self.driver.lit(light, true));
        let proof = Proof::Lights(position, told.into_iter().collect());
        self.finding(Aspect::EmptyPit, what, Some(self.position), proof);
        self.follow(rest.unwrap_or(Rest::YourTurn));
    }

    /// Whether a light was on at any time since a pit was pressed at that moment; some flash for a while only.
    pub(super) fn was_lit(
        &mut self,
        light: &Signal,
        side: Side,
        pit: Pit,
        pressed: &Moment,
    ) -> bool {
        if self.driver.is_on(light) {
            return true;
        }
        let now = self.driver.moment();
        let end = self.driver.half_ticks();
        self.driver.back_to(pressed);
        self.driver.press_pit(side, pit.index());
        while !self.driver.is_on(light) && self.driver.half_ticks() < end {
            self.driver.half_tick();
        }
        let was_lit = self.driver.is_on(light);
        self.driver.back_to(&now);
        was_lit
    }

    pub(super) fn two(&mut self, one: Pit, two: Pit) {
        let buttons = &self.driver.wiring().buttons[self.position.to_move()];
        let both = [one, two].map(|pit| &buttons[pit.index()]);
        if !both[0].goes_with(both[1]) {
            return;
        }
        self.tally.check(Aspect::TwoButtons);
        let moment = self.driver.moment();
        let before = self.driver.board();
        self.driver.press(&both);
        let Some(mut rest) = self.driver.answer(&before) else {
            return;
        };
        let moves = [one, two]
            .into_iter()
            .filter_map(|pit| self.position.play(pit).ok());
        let all: Vec<_> = moves
            .flat_map(|after| replies(&after, self.people))
            .collect();
        loop {
            if self.driver.is_tired() {
                return;
            }
            let shown = self.driver.board();
            if matches!(rest, Rest::YourTurn | Rest::Over) {
                if shown == before && rest == Rest::YourTurn {
                    return;
                }
                if let Some(reply) = self.shown_reply(&all, &shown) {
                    match self.stays_at_rest(rest) {
                        true => return self.accept(reply, rest, None),
                        false => break,
                    }
                }
            }
            if !matches!(rest, Rest::YourTurn | Rest::Over) || !self.driver.stirs(Some(rest)) {
                break;
            }
            rest = self.driver.wait(self.driver.limits.answer);
        }
        let what = format!(
            "pits {one} and {two} were pressed together; the board is not that of either move"
        );
        let moves = [one, two]
            .into_iter()
            .filter_map(|pit| self.position.play(pit).ok());
        let right = moves.flat_map(|after| replies(&after, self.people));
        let mut right: Vec<_> = right.map(|reply| board(&reply.after)).collect();
        right.push(before);
        let together = self.driver.board();
        let now = self.driver.moment();
        if let Some(alone) = self.alone(&moment, [one, two], &together) {
            // The console made one of the two moves, and by itself makes it wrongly.
            self.driver.back_to(&moment);
            return self.plain(alone);
        }
        self.driver.back_to(&now);
        self.finding(Aspect::TwoButtons, what, None, Proof::Boards(right));
        self.play_undisturbed(&moment, one);
    }

    /// The button that leads to the same board if it is pressed alone at that moment.
    fn alone(&mut self, moment: &Moment, pits: [Pit; 2], together: &Board) -> Option<Pit> {
        let side = self.position.to_move();
        pits.into_iter().find(|pit| {
            self.driver.back_to(moment);
            self.driver.play(side, pit.index());
            let end = self
                .driver
                .half_ticks()
                .saturating_add(self.driver.limits.quiet);
            while !self.driver.is_showing(together) && self.driver.half_ticks() < end {
                if self.driver.is_tired() || !self.driver.half_tick() {
                    break;
                }
            }
            self.driver.is_showing(together)
        })
    }

    /// Whether a console that asks keeps asking: a stored press would make a move without another one now.
    fn stays_at_rest(&mut self, rest: Rest) -> bool {
        let board = self.driver.board();
        let again = match rest {
            Rest::YourTurn => self.driver.answer_to_nothing(&board),
            _ => None,
        };
        self.driver.is_showing(&board) && again.is_none_or(|again| again == rest)
    }

    /// After a move with a disturbance went wrong: plays it again without. If it goes wrong in any case, the disturbance
    /// was not the reason, and is not a finding.
    fn play_undisturbed(&mut self, moment: &Moment, pit: Pit) {
        let disturbed = self.findings.len() - 1;
        self.driver.back_to(moment);
        self.plain(pit);
        if self.findings.len() > disturbed + 1 || self.stage == Stage::Stopped {
            self.findings.remove(disturbed);
        }
    }

    /// Another button while the console works: pressed and released before it would ask again.
    pub(super) fn meanwhile(&mut self, pit: Pit, other: Pit, after: u64) {
        let moment = self.driver.moment();
        let before = self.driver.board();
        let Ok(sowing) = self.position.sow(pit) else {
            return;
        };
        let mover = self.position.to_move();
        self.driver.press_pit(mover, pit.index());
        let pressed = self.driver.half_ticks();
        let working = match self.driver.is_noticed(&before) {
            true => self.driver.works_for(self.driver.limits.answer),
            false => 0,
        };
        let noticed = self.driver.half_ticks() - working - pressed;
        self.driver.back_to(&moment);
        let wiring = self.driver.wiring();
        let deed = &wiring.buttons[mover][other.index()];
        let room = working.saturating_sub(deed.half_ticks(self.driver.limits.hold));
        if room <= self.driver.limits.hold || !wiring.has_turn_light() {
            return self.plain(pit);
        }
        let after = after % (room - self.driver.limits.hold);
        self.driver.press_pit(mover, pit.index());
        self.driver.run(noticed + after);
        self.driver.press_pit(mover, other.index());
        self.tally.check(Aspect::WhileComputing);
        let rest = self.driver.wait(self.driver.limits.answer);
        let rest = self.patiently(&sowing, Some(rest)).unwrap_or(rest);
        if self.driver.is_tired() {
            return;
        }
        if let Verdict::Right(reply) = self.verdict(&sowing, rest)
            && self.stays_at_rest(rest)
        {
            return self.accept(reply, rest, None);
        }
        let what = format!(
            "pit {pit} was pressed, and pit {other} {after} half-ticks later, while the console worked"
        );
        let proof = self.right_boards(&sowing.after);
        self.finding(
            Aspect::WhileComputing,
            what,
            Some(self.nearest(&sowing.after)),
            proof,
        );
        self.play_undisturbed(&moment, pit);
    }

    /// The other of two people presses out of turn.
    pub(super) fn others_pit(&mut self, pit: Pit) {
        let other = self.position.to_move().other();
        if !self.people || self.position.pit(other, pit) == 0 {
            return;
        }
        let buttons = &self.driver.wiring().buttons;
        if buttons[other.other()].contains(&buttons[other][pit.index()]) {
            return;
        }
        self.tally.check(Aspect::WhileComputing);
        let position = board(&self.position);
        self.driver.press_pit(other, pit.index());
        let rest = self.driver.answer_to_nothing(&position);
        if self.driver.board() == position && rest.is_none_or(|rest| rest == Rest::YourTurn) {
            return;
        }
        let what =
            format!("it was the other's turn, and pressing {other}'s pit {pit} did something");
        let proof = Proof::Lights(position, Vec::new());
        self.finding(Aspect::WhileComputing, what, Some(self.position), proof);
        self.stage = Stage::Stopped;
    }

    /// Nothing is pressed: the board must stay.
    pub(super) fn nothing(&mut self, half_ticks: u64) {
        let position = board(&self.position);
        let stays =
            (0..half_ticks).all(|_| self.driver.half_tick() && self.driver.is_showing(&position));
        if stays || self.driver.is_tired() {
            return;
        }
        let what = "nobody pressed anything, and the board did not stay as it was";
        let proof = Proof::Lights(position, Vec::new());
        self.finding(Aspect::Sowing, what, Some(self.position), proof);
        let rest = self.driver.wait(self.driver.limits.answer);
        self.follow(rest);
    }

    pub(super) fn after_end(&mut self, pit: Pit) {
        self.tally.check(Aspect::AfterEnd);
        let position = self.driver.board();
        let is_known = board(&self.position) == position;
        let expected = is_known.then_some(self.position);
        let wiring = self.driver.wiring();
        let outcome = &wiring.outcome;
        let ends = [&outcome.south, &outcome.north, &outcome.draw];
        let ends = wiring.over.iter().chain(ends.into_iter().flatten());
        let lights = ends.map(|light| (light, self.driver.is_on(light)));
        let lights: Vec<_> = lights.collect();
        self.driver.press_pit(Side::South, pit.index());
        self.driver.run(self.driver.limits.notice);
        let is_same = |(light, on): &(&Signal, bool)| self.driver.is_on(light) == *on;
        let what = if !self.driver.is_showing(&position) || self.driver.asks() {
            format!("the game is over, and pit {pit} still does something")
        } else if !lights.iter().all(is_same) {
            format!("the game is over, and pressing pit {pit} changed the lights that say so")
        } else {
            return;
        };
        let turn = wiring.your_turn.as_ref().map(|turn| (turn, false));
        let wanted = lights.into_iter().chain(turn);
        let wanted = wanted.filter_map(|(light, on)| self.driver.lit(light, on));
        let proof = Proof::Lights(position, wanted.collect());
        self.finding(Aspect::AfterEnd, what, expected, proof);
        self.stage = Stage::Stopped;
    }

    pub(super) fn reset(&mut self) {
        if let Some(rest) = self.driver.reset(self.game.seeds, self.game.first) {
            self.opening(rest, Aspect::Reset);
        }
    }
}

//! Presses that are not plain moves: an empty pit, two buttons, a button too early or too late, reset.

use kalah::{Pit, Side};

use super::{Proof, Referee, Stage, Verdict, board, not_asking};
use crate::aspect::Aspect;
use crate::driver::{Moment, Rest};
use crate::play::reply::replies;

impl Referee<'_, '_> {
    pub(super) fn empty_pit(&mut self, pit: Pit) {
        self.tally.check(Aspect::EmptyPit);
        self.driver.press_pit(self.position.to_move(), pit.index());
        let before = board(&self.position);
        let rest = self.driver.answer_to_nothing(&before);
        if self.driver.is_tired() {
            return;
        }
        let (shown, position) = (self.driver.board(), board(&self.position));
        let error = self.driver.wiring().error.as_ref();
        let is_told = error.is_none_or(|light| self.driver.is_on(light));
        let what = match rest {
            _ if shown != position => {
                format!("pit {pit} is empty, and pressing it changed the board")
            }
            Some(Rest::Over) => format!("pit {pit} is empty, and pressing it ended the game"),
            Some(rest) if rest != Rest::YourTurn => {
                let what = not_asking(rest, self.driver.limits.answer);
                format!("pit {pit} is empty; after pressing it {what}")
            }
            _ if !is_told => format!("pit {pit} is empty, and the error light stayed off"),
            _ => return,
        };
        let told = error.and_then(|light| self.driver.lit(light, true));
        let proof = Proof::Lights(position.clone(), told.into_iter().collect());
        self.finding(Aspect::EmptyPit, what, Some(position), proof);
        self.follow(rest.unwrap_or(Rest::YourTurn));
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
        let Some(rest) = self.driver.answer(&before) else {
            return;
        };
        if self.driver.is_tired() {
            return;
        }
        let shown = self.driver.board();
        if matches!(rest, Rest::YourTurn | Rest::Over) {
            if shown == before && rest == Rest::YourTurn {
                return;
            }
            let moves = [one, two]
                .into_iter()
                .filter_map(|pit| self.position.play(pit).ok());
            let all: Vec<_> = moves
                .flat_map(|after| replies(&after, self.people))
                .collect();
            if let Some(reply) = self.shown_reply(&all, &shown) {
                return self.accept(reply, rest);
            }
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
        self.finding(Aspect::TwoButtons, what, None, Proof::Boards(right));
        self.play_undisturbed(&moment, one);
    }

    /// After something disturbed a move and it went wrong: plays it again without. If it goes wrong in any case, the disturbance
    /// was not the reason, and is no finding.
    fn play_undisturbed(&mut self, moment: &Moment, pit: Pit) {
        let disturbed = self.findings.len() - 1;
        self.driver.back_to(moment);
        self.plain(pit);
        if self.findings.len() > disturbed + 1 {
            self.findings.remove(disturbed);
        }
    }

    /// Another button while the console works: pressed and let go of before it would ask again.
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
        if self.driver.is_tired() {
            return;
        }
        if let Verdict::Right(reply) = self.verdict(&sowing, rest) {
            return self.accept(reply, rest);
        }
        let what = format!(
            "pit {pit} was pressed, and pit {other} {after} half-ticks later, while the console worked"
        );
        let proof = self.right_boards(&sowing.after);
        self.finding(
            Aspect::WhileComputing,
            what,
            Some(board(&sowing.after)),
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
        self.tally.check(Aspect::WhileComputing);
        let position = board(&self.position);
        self.driver.press_pit(other, pit.index());
        let rest = self.driver.answer_to_nothing(&position);
        if self.driver.board() == position && rest.is_none_or(|rest| rest == Rest::YourTurn) {
            return;
        }
        let what =
            format!("it was the other's turn, and pressing {other}'s pit {pit} did something");
        let proof = Proof::Lights(position.clone(), Vec::new());
        self.finding(Aspect::WhileComputing, what, Some(position), proof);
        self.stage = Stage::Stopped;
    }

    pub(super) fn after_end(&mut self, pit: Pit) {
        self.tally.check(Aspect::AfterEnd);
        let before = self.driver.board();
        self.driver.press_pit(Side::South, pit.index());
        let limit = self.driver.limits.notice;
        self.driver.wait(limit);
        if self.driver.board() != before || self.driver.asks() {
            let what = format!("the game is over, and pit {pit} still does something");
            let turn = self.driver.wiring().your_turn.as_ref();
            let turn = turn.and_then(|turn| self.driver.lit(turn, false));
            let proof = Proof::Lights(before.clone(), turn.into_iter().collect());
            self.finding(Aspect::AfterEnd, what, Some(before), proof);
            self.stage = Stage::Stopped;
        }
    }

    pub(super) fn reset(&mut self) {
        let Some(reset) = &self.driver.wiring().reset else {
            return;
        };
        let before = self.driver.board();
        self.driver.press(&[reset]);
        self.driver.is_noticed(&before);
        let rest = self.driver.start(self.game.seeds, self.game.first);
        self.opening(rest, Aspect::Reset);
    }
}

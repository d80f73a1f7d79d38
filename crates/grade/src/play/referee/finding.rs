//! A difference between a console and the rules, and the script that proves it.

use kalah::{Position, Sowing};

use super::{Referee, board};
use crate::aspect::Aspect;
use crate::board::Board;
use crate::driver::Rest;
use crate::play::game::Game;
use crate::play::reply::replies;

/// Boards a script compares with, at most.
const MOST_BOARDS: usize = 300;

/// A difference between a console and the rules.
#[derive(Clone, Debug)]
pub(in crate::play) struct Finding {
    pub aspect: Aspect,
    pub what: String,
    /// The game up to and with the press that shows it.
    pub game: Game,
    pub expected: Option<Board>,
    pub seen: Board,
    pub half_tick: u64,
    /// Nothing in the game was wrong before.
    pub is_first: bool,
    /// Replays it, fails here, and does not on a right console.
    pub script: Vec<String>,
    /// What was done up to here on this console, with its half-ticks.
    pub deeds: Vec<String>,
}

/// What a script expects in the end.
pub(super) enum Proof {
    /// One of these boards.
    Boards(Vec<Board>),
    /// This board, and lights on or off.
    Lights(Board, Vec<String>),
    /// That the console asks again, or says that the game is over.
    Rest,
}

impl Referee<'_, '_> {
    pub(super) fn finding(
        &mut self,
        aspect: Aspect,
        what: impl Into<String>,
        expected: Option<Board>,
        proof: Proof,
    ) {
        let mut script = self.driver.script();
        script.extend(self.proof(proof));
        let finding = Finding {
            aspect,
            what: what.into(),
            game: self.game.clone(),
            expected,
            seen: self.driver.board(),
            half_tick: self.driver.half_ticks(),
            is_first: self.findings.is_empty(),
            script,
            deeds: self.driver.deeds(),
        };
        self.findings.push(finding);
    }

    fn proof(&self, proof: Proof) -> Vec<String> {
        let showing = |board: &Board| self.driver.showing(board);
        match proof {
            Proof::Boards(mut boards) => {
                boards.truncate(MOST_BOARDS);
                let each: Vec<String> = boards.iter().map(showing).collect();
                vec![format!("expect {}", each.join(" or "))]
            }
            Proof::Lights(board, lights) => {
                let all = [showing(&board)].into_iter().chain(lights);
                all.map(|one| format!("expect {one}")).collect()
            }
            Proof::Rest => {
                let limit = self.driver.limits.answer;
                let ask = self.driver.wiring().ask_settings.as_ref();
                let never_asked = ask.is_some_and(|ask| !self.driver.is_on(ask));
                let settings = never_asked.then_some(Rest::Settings);
                let rests = [Some(Rest::YourTurn), settings].into_iter().flatten();
                let rests = rests.map(|rest| self.driver.resting(rest));
                let rests: Vec<String> = rests.flatten().collect();
                match rests.is_empty() {
                    true => vec!["show".to_owned()],
                    false => vec![format!("wait until {} limit {limit}", rests.join(" or "))],
                }
            }
        }
    }

    /// The boards a right console may show once it rests after a move.
    pub(super) fn right_boards(&self, after: &Position) -> Proof {
        let replies = replies(after, self.people);
        Proof::Boards(replies.iter().map(|reply| board(&reply.after)).collect())
    }

    /// After a move the lights must say that the game is over, or that it is not: of one reply it is known which.
    pub(super) fn proof_of_end(&self, sowing: &Sowing) -> Proof {
        let replies = replies(&sowing.after, self.people);
        let shown = self.driver.board();
        let Some(reply) = self.shown_reply(&replies, &shown) else {
            return self.right_boards(&sowing.after);
        };
        let over = self.driver.wiring().over.as_ref();
        let wanted = reply.after.is_over();
        let light = over.and_then(|over| self.driver.lit(over, wanted));
        let turn = self.driver.wiring().your_turn.as_ref();
        let turn = turn.and_then(|turn| self.driver.lit(turn, !wanted));
        let lights = light.into_iter().chain(turn).collect();
        Proof::Lights(board(&reply.after), lights)
    }
}

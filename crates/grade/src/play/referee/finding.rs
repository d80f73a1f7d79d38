//! A difference between a console and the rules, and the script that proves it.

use std::collections::BTreeSet;

use kalah::{Position, Rules, Sowing};

use super::{Referee, board};
use crate::aspect::Aspect;
use crate::board::Board;
use crate::driver::{Driver, Rest};
use crate::play::game::{Game, Press};
use crate::play::reply::{Reply, replies};
use crate::play::story::Story;

/// Boards a script compares with, at most.
const MOST_BOARDS: usize = 300;

/// A difference between a console and the rules.
#[derive(Clone, Debug)]
pub(in crate::play) struct Finding {
    /// The possible causes; the one that is reported comes first.
    pub stories: Vec<Story>,
    /// The game up to and with the press that shows it.
    pub game: Game,
    pub expected: Option<Position>,
    pub seen: Board,
    pub half_tick: u64,
    /// Nothing in the game was wrong before.
    pub is_first: bool,
    /// Replays it, fails here, and does not on a right console.
    pub script: Vec<String>,
    /// The actions up to here on this console, with their half-ticks.
    pub deeds: Vec<String>,
}

impl Finding {
    /// The test that has failed.
    pub(in crate::play) fn aspect(&self) -> Aspect {
        self.stories
            .first()
            .map_or(Aspect::Sowing, |story| story.aspect)
    }

    pub(in crate::play) fn what(&self) -> &str {
        self.stories.first().map_or("", |story| &story.what)
    }

    /// All tests its stories are about.
    pub(in crate::play) fn aspects(&self) -> Vec<Aspect> {
        self.stories.iter().map(|story| story.aspect).collect()
    }

    /// Changes its first story to one of another test.
    pub(in crate::play) fn blame(&mut self, aspect: Aspect, before: &str) {
        let what = format!("{before}{}", self.what());
        self.stories = vec![Story::new(aspect, what)];
    }

    /// Changes its first story to the first one about a charged test.
    pub(in crate::play) fn settle(&mut self, charged: &BTreeSet<Aspect>) {
        let is_charged = |story: &Story| charged.contains(&story.aspect);
        if let Some(index) = self.stories.iter().position(is_charged) {
            self.stories.swap(0, index);
        }
    }

    /// Whether the presses after the last reset lead to the same mistake after power-on.
    pub(in crate::play) fn shows_after_power_on(
        &self,
        driver: &mut Driver<'_>,
        rules: Rules,
    ) -> bool {
        let mut rest = self.game.presses.rsplit(|press| *press == Press::Reset);
        let mut referee = Referee::begin(driver, rules, self.game.seeds, self.game.first);
        for press in rest.next().unwrap_or_default() {
            referee.turn(*press);
        }
        let mut found = referee.findings.iter();
        found.any(|finding| finding.aspects().contains(&self.aspect()))
    }
}

/// The final expectation of a script.
pub(super) enum Proof {
    /// One of these boards.
    Boards(Vec<Board>),
    /// This board, and lights on or off.
    Lights(Board, Vec<String>),
    /// That the console asks again, or says that the game is over.
    Rest,
    /// That the console no longer asks; or one of these boards, if no light asks.
    Notice(Vec<Board>),
}

impl Referee<'_, '_> {
    pub(super) fn finding(
        &mut self,
        aspect: Aspect,
        what: impl Into<String>,
        expected: Option<Position>,
        proof: Proof,
    ) {
        self.finding_of(vec![Story::new(aspect, what)], expected, proof);
    }

    /// The same if there are several explanations.
    pub(super) fn finding_of(
        &mut self,
        stories: Vec<Story>,
        expected: Option<Position>,
        proof: Proof,
    ) {
        let mut script = self.driver.script();
        script.extend(self.proof(proof));
        let finding = Finding {
            stories,
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

    fn proof(&mut self, proof: Proof) -> Vec<String> {
        let driver = &self.driver;
        let showing = |board: &Board| driver.showing(board);
        match proof {
            Proof::Boards(mut boards) => {
                boards.truncate(MOST_BOARDS);
                let each: Vec<String> = boards.iter().map(showing).collect();
                match each.iter().any(String::is_empty) {
                    true => vec!["show".to_owned()],
                    false => vec![format!("expect {}", each.join(" or "))],
                }
            }
            Proof::Lights(board, lights) => {
                let all = [showing(&board)].into_iter().chain(lights);
                let all = all.filter(|one| !one.is_empty());
                all.map(|one| format!("expect {one}")).collect()
            }
            Proof::Notice(boards) => match self.driver.working() {
                Some(working) => {
                    let limit = self.driver.limits.notice;
                    vec![format!("wait until {working} limit {limit}")]
                }
                None => self.proof(Proof::Boards(boards)),
            },
            Proof::Rest => self.proof_of_rest(),
        }
    }

    /// The console must come to rest, and not only seem to.
    fn proof_of_rest(&mut self) -> Vec<String> {
        let limit = self.driver.limits.answer;
        let ask = self.driver.wiring().ask_settings.as_ref();
        let never_asked = ask.is_some_and(|ask| !self.driver.is_on(ask));
        let settings = never_asked.then_some(Rest::Settings);
        let rests = [Some(Rest::YourTurn), settings].into_iter().flatten();
        let rests = rests.map(|rest| self.driver.resting(rest));
        let rests: Vec<String> = rests.flatten().collect();
        if rests.is_empty() {
            return vec!["show".to_owned()];
        }
        let rests = rests.join(" or ");
        let mut lines = vec![format!("wait until {rests} limit {limit}")];
        if let Some(lasted) = self.driver.falters(limit) {
            lines.push(format!("half-ticks {lasted}"));
            lines.push(format!("expect {rests}"));
        }
        lines
    }

    /// The expected boards after a move and all that follows it; of several ways the one nearest to the board shown.
    pub(super) fn nearest(&self, after: &Position) -> Position {
        let shown = self.driver.board();
        let replies = replies(after, self.people).into_iter();
        let distance = |reply: &Reply| board(&reply.after).distance(&shown);
        let nearest = replies.min_by_key(distance);
        nearest.map_or(*after, |reply| reply.after)
    }

    /// The boards a right console may show once it rests after a move.
    pub(super) fn right_boards(&self, after: &Position) -> Proof {
        let replies = replies(after, self.people);
        Proof::Boards(replies.iter().map(|reply| board(&reply.after)).collect())
    }

    /// After a move the lights must show whether the game is over: one reply decides which.
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

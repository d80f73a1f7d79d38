//! One game on a console, every position compared with the rules.

mod finding;
mod lights;
mod opening;
mod presses;
mod verdict;

use std::collections::BTreeSet;

use kalah::{Pit, Position, Rules, Setup, Side, Sowing};

use super::game::{Game, Press, shown_by};
use super::reply::{Reply, replies};
use super::situation::situations;
use super::story::add;
use super::tally::Tally;
use super::turn::playable;
use crate::aspect::Aspect;
use crate::board::Board;
use crate::driver::{Driver, Moment, Rest};
pub(super) use finding::Finding;
use finding::Proof;
use verdict::Verdict;

/// Kinds of mistakes in a game, after which it is given up.
const MOST_KINDS: usize = 5;
/// Mistakes in a game, after which it is given up even if they are all of the same kind.
const MOST_FINDINGS: usize = 25;

/// Where a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    Playing,
    Over,
    /// Nothing more can be learned from it.
    Stopped,
}

pub(super) struct Referee<'d, 'w> {
    driver: &'d mut Driver<'w>,
    rules: Rules,
    /// Two people play, and no computer.
    people: bool,
    /// Half of the limit of all games together was used before this one.
    is_late: bool,
    /// Seeds per pit without any setting.
    usual_seeds: u16,
    pub position: Position,
    pub stage: Stage,
    pub game: Game,
    pub findings: Vec<Finding>,
    pub tally: Tally,
}

impl<'d, 'w> Referee<'d, 'w> {
    /// Switches the console on, makes the settings and looks at the first position.
    pub fn begin(
        driver: &'d mut Driver<'w>,
        rules: Rules,
        seeds: u16,
        first: Side,
    ) -> Referee<'d, 'w> {
        driver.power_on();
        let usual_seeds = rules.seeds();
        let people = driver.wiring().has_two_people();
        let driver_late = driver.spent() > driver.limits.total / 2;
        let rules = with_seeds(rules, seeds);
        let mut referee = Referee {
            driver,
            rules,
            people,
            is_late: driver_late,
            usual_seeds,
            position: Position::start(rules, first),
            stage: Stage::Playing,
            game: Game {
                seeds,
                first,
                presses: Vec::new(),
            },
            findings: Vec::new(),
            tally: Tally::default(),
        };
        let rest = referee.driver.start(seeds, first);
        referee.opening(rest, Aspect::Start);
        referee
    }

    pub fn turn(&mut self, press: Press) {
        if self.stage == Stage::Stopped {
            return;
        }
        self.game.presses.push(press);
        let legal = |pit: Pit| self.position.legal_moves().contains(pit);
        match (self.stage, press) {
            (Stage::Over, Press::Pit(pit) | Press::AfterEnd(pit)) => self.after_end(pit),
            (Stage::Playing, Press::Pit(pit) | Press::Meanwhile { pit, .. }) if !legal(pit) => {
                self.empty_pit(pit);
            }
            (Stage::Playing, Press::Pit(pit)) => self.plain(pit),
            (Stage::Playing, Press::Two(one, two)) if legal(one) && legal(two) => {
                self.two(one, two);
            }
            (Stage::Playing, Press::Meanwhile { pit, other, after }) => {
                self.meanwhile(pit, other, after);
            }
            (Stage::Playing, Press::Others(pit)) => self.others_pit(pit),
            (Stage::Playing, Press::Nothing(half_ticks)) => self.nothing(half_ticks),
            (_, Press::Reset) => self.reset(),
            _ => {}
        }
        if self.driver.is_tired() {
            self.stage = Stage::Stopped;
        }
    }

    fn plain(&mut self, pit: Pit) {
        let before = self.driver.board();
        let moment = self.driver.moment();
        let Ok(sowing) = self.position.sow(pit) else {
            return;
        };
        self.driver.press_pit(sowing.mover, pit.index());
        let pressed = self.driver.half_ticks();
        let rest = self.driver.answer(&before);
        let rest = self.patiently(&sowing, rest);
        let took = self.driver.half_ticks() - pressed;
        self.tally.took.push(took);
        if rest.is_none_or(|rest| matches!(rest, Rest::YourTurn | Rest::Over)) {
            self.count(&sowing);
        }
        self.judge(&sowing, rest, &moment);
    }

    /// A console that rests with a wrong board may only have paused: it is checked again if it does something more.
    fn patiently(&mut self, sowing: &Sowing, rest: Option<Rest>) -> Option<Rest> {
        let limit = self.driver.limits.answer;
        let end = self.driver.half_ticks().saturating_add(limit);
        let mut rest = rest;
        while self.driver.half_ticks() < end {
            let is_right = |rest| matches!(self.verdict(sowing, rest), Verdict::Right(_));
            match rest {
                Some(rest @ (Rest::YourTurn | Rest::Over)) if !is_right(rest) => {}
                None => {}
                _ => break,
            }
            if !self.driver.stirs(rest) {
                break;
            }
            rest = Some(self.driver.wait(limit));
        }
        rest
    }

    /// Records the aspects a move has shown. A move that never ends shows nothing: a console must not pass a test by getting stuck in it.
    fn count(&mut self, sowing: &Sowing) {
        let tally = &mut self.tally;
        let shown = shown_by(sowing).into_iter();
        // That a game ends is counted when it has.
        for aspect in shown.filter(|aspect| *aspect != Aspect::End) {
            tally.check(aspect);
        }
        tally.met.extend(situations(sowing));
        if sowing.after.to_move() == Side::North && !sowing.over && !self.people {
            tally.check(Aspect::ComputerMove);
        }
    }

    /// The end of a wait of this many half-ticks that a right console would have ended by asking.
    fn silence(&self, rest: Rest, limit: u64) -> String {
        match rest {
            Rest::Oscillating => "the circuit oscillates".to_owned(),
            Rest::Over => "the console says that the game is over".to_owned(),
            _ if self.driver.asks() => {
                format!(
                    "the console asks for a move, but did not come to rest within {limit} half-ticks"
                )
            }
            _ => format!("the console did not ask for a move within {limit} half-ticks"),
        }
    }

    /// The games ended here because all of them together took too long, which is not a mistake in this one.
    fn is_cut_short(&self, rest: Rest) -> bool {
        let is_fair = self.is_late || self.tally.took.len() > 1;
        rest == Rest::Stuck && self.driver.is_tired() && is_fair
    }

    fn judge(&mut self, sowing: &Sowing, rest: Option<Rest>, moment: &Moment) {
        if rest.is_some_and(|rest| self.is_cut_short(rest)) {
            self.stage = Stage::Stopped;
            return;
        }
        let Some(rest) = rest else {
            let what = format!("the button of pit {} did nothing", sowing.pit);
            let right = replies(&sowing.after, self.people);
            let right = right.iter().map(|reply| board(&reply.after));
            let proof = Proof::Notice(right.collect());
            if self.driver.working().is_some() {
                self.driver.back_to(moment);
                self.driver.press_pit(sowing.mover, sowing.pit.index());
            }
            let expected = self.nearest(&sowing.after);
            self.finding(Aspect::Sowing, what, Some(expected), proof);
            self.stage = Stage::Stopped;
            return;
        };
        if self.is_past_reading() {
            self.stage = Stage::Stopped;
            return;
        }
        match self.verdict(sowing, rest) {
            Verdict::Right(reply) => self.accept(reply, rest, Some((sowing.pit, moment))),
            // A program that has lost or made seeds may do anything.
            Verdict::Wrong(stories)
                if stories[0].aspect == Aspect::LongGames
                    && !self.findings.is_empty()
                    && self.has_other_seeds() =>
            {
                self.stage = Stage::Stopped;
            }
            Verdict::Wrong(stories) => {
                let is_silent = stories
                    .iter()
                    .any(|story| story.aspect == Aspect::LongGames);
                let expected = (!is_silent).then(|| self.nearest(&sowing.after));
                let proof = match rest {
                    Rest::Stuck | Rest::Oscillating => Proof::Rest,
                    _ => self.proof_of_end(sowing),
                };
                self.finding_of(stories, expected, proof);
                self.follow(rest);
            }
            Verdict::Unclear(mut stories) => {
                let closer = self.look_closer(sowing, moment);
                add(&mut stories, closer);
                let expected = self.nearest(&sowing.after);
                let proof = self.right_boards(&sowing.after);
                self.finding_of(stories, Some(expected), proof);
                self.follow(rest);
            }
        }
    }

    /// A console that has made seeds has more of them now than its displays show.
    fn is_past_reading(&self) -> bool {
        let made = self.position.total() > Position::start(self.rules, Side::South).total();
        made && !self.findings.is_empty() && self.driver.board().total().is_none()
    }

    /// A turn that was right, after this pit was pressed at this moment if nothing else was.
    fn accept(&mut self, reply: Reply, rest: Rest, move_made: Option<(Pit, &Moment)>) {
        let before = std::mem::replace(&mut self.position, reply.after);
        if reply.last.is_some() {
            self.lamps(reply, &before, move_made);
        }
        if rest == Rest::Over || self.position.is_over() {
            return self.finish();
        }
        self.stage = Stage::Playing;
        self.error_light();
        self.turn_light(rest);
    }

    /// Continues from the board shown, so that one mistake does not hide the others.
    fn follow(&mut self, rest: Rest) {
        let usual = match self.people {
            true => self.position.to_move(),
            false => Side::South,
        };
        let turn = self.driver.turn().unwrap_or(usual);
        let setup = self.driver.board().setup(turn);
        let position = setup.and_then(|setup| self.position_of(&setup));
        self.stage = match (position, rest) {
            (Some(position), Rest::YourTurn) if !position.is_over() && !self.is_hopeless() => {
                self.position = position;
                Stage::Playing
            }
            (Some(position), Rest::Over) => {
                self.position = position;
                Stage::Over
            }
            _ => Stage::Stopped,
        };
    }

    /// The position shown. If the game should be over and continues, it continues until the side to move has no seeds.
    fn position_of(&self, setup: &Setup) -> Option<Position> {
        let position = Position::new(self.rules, setup).ok()?;
        match Board::of(&position.setup()) == Board::of(setup) {
            true => Some(position),
            false => playable(self.rules, setup),
        }
    }

    fn is_hopeless(&self) -> bool {
        let kinds: BTreeSet<Aspect> = self.findings.iter().map(Finding::aspect).collect();
        kinds.len() >= MOST_KINDS || self.findings.len() >= MOST_FINDINGS
    }
}

fn with_seeds(rules: Rules, seeds: u16) -> Rules {
    let pits = rules.pits() as u32;
    let changed = Rules::new(pits, seeds.into(), rules.capture(), rules.end());
    changed.map_or(rules, |changed| changed.with_lift(rules.lift()))
}

fn board(position: &Position) -> Board {
    Board::of(&position.setup())
}

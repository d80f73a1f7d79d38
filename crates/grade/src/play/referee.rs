//! One game on a console, every position compared with the rules.

mod opening;
mod presses;

use std::collections::BTreeMap;

use kalah::{Pit, Position, Rules, Setup, Side, Sowing};

use super::game::{Game, Press};
use super::guess::{Reply, closer, guesses, passes_other_store, replies};
use crate::aspect::Aspect;
use crate::board::Board;
use crate::driver::{Driver, Moment, Rest};

/// Boards a script compares with, at most.
const MOST_BOARDS: usize = 300;
/// Mistakes in a game, after which it is given up.
const MOST_FINDINGS: usize = 5;

/// A difference between a console and the rules.
#[derive(Clone, Debug)]
pub(super) struct Finding {
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

/// What was looked at, and how long the console took.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    pub checked: BTreeMap<Aspect, u64>,
    /// Half-ticks of each move with its answer.
    pub took: Vec<u64>,
}

impl Tally {
    fn check(&mut self, aspect: Aspect) {
        *self.checked.entry(aspect).or_default() += 1;
    }
}

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
    /// Half of what all games together may take was gone before this one.
    is_late: bool,
    /// Seeds per pit without any setting.
    usual_seeds: u16,
    pub position: Position,
    pub stage: Stage,
    pub game: Game,
    pub findings: Vec<Finding>,
    pub tally: Tally,
}

/// What a move was found to be.
enum Verdict {
    Right(Reply),
    Wrong(Aspect, String),
    /// Wrong, and the board at the end does not tell why.
    Unclear,
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
            (_, Press::Reset) => self.reset(),
            _ => {}
        }
        if self.driver.is_tired() {
            self.stage = Stage::Stopped;
        }
    }

    fn finding(
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
    fn right_boards(&self, after: &Position) -> Proof {
        let replies = replies(after, self.people);
        Proof::Boards(replies.iter().map(|reply| board(&reply.after)).collect())
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
        let took = self.driver.half_ticks() - pressed;
        self.tally.took.push(took);
        self.count(&sowing);
        self.judge(&sowing, rest, &moment);
    }

    fn count(&mut self, sowing: &Sowing) {
        let tally = &mut self.tally;
        tally.check(Aspect::Sowing);
        if usize::from(sowing.seeds) >= self.rules.lap() {
            tally.check(Aspect::Laps);
        }
        if passes_other_store(sowing) {
            tally.check(Aspect::SkippedStore);
        }
        if sowing.capture.is_some() {
            tally.check(Aspect::Capture);
        }
        if sowing.extra_turn {
            tally.check(Aspect::ExtraTurn);
        }
        if sowing.after.to_move() == Side::North && !sowing.over && !self.people {
            tally.check(Aspect::ComputerMove);
        }
    }

    /// The games ended here because all of them together took too long: that is no mistake of this one.
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
            let proof = self.right_boards(&sowing.after);
            self.finding(Aspect::Sowing, what, Some(board(&sowing.after)), proof);
            self.stage = Stage::Stopped;
            return;
        };
        match self.verdict(sowing, rest) {
            Verdict::Right(reply) => self.accept(reply, rest),
            Verdict::Wrong(aspect, what) => {
                let expected = (aspect != Aspect::LongGames).then(|| board(&sowing.after));
                let proof = match rest {
                    Rest::Stuck | Rest::Oscillating => Proof::Rest,
                    _ => self.proof_of_end(sowing),
                };
                self.finding(aspect, what, expected, proof);
                self.follow(rest);
            }
            Verdict::Unclear => {
                let (aspect, what) = self.look_closer(sowing, moment);
                let expected = match aspect {
                    Aspect::ComputerMove => None,
                    _ => Some(board(&sowing.after)),
                };
                let proof = self.right_boards(&sowing.after);
                self.finding(aspect, what, expected, proof);
                self.follow(rest);
            }
        }
    }

    /// After a move the lights must say that the game is over, or that it is not: of one reply it is known which.
    fn proof_of_end(&self, sowing: &Sowing) -> Proof {
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

    fn verdict(&self, sowing: &Sowing, rest: Rest) -> Verdict {
        let wrong = |aspect, what: &str| Verdict::Wrong(aspect, what.to_owned());
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
                _ => Verdict::Wrong(Aspect::LongGames, self.silence(rest)),
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
            (None, _) => Verdict::Wrong(Aspect::LongGames, self.silence(rest)),
        }
    }

    /// The computer's turn that led to this board; of several, the one its lamp shows.
    fn shown_reply(&self, replies: &[Reply], shown: &Board) -> Option<Reply> {
        let lamps = &self.driver.wiring().lamps;
        let is_lit = |reply: &&&Reply| {
            let lamp = reply.last.and_then(|pit| lamps.get(pit.index()));
            lamp.is_some_and(|lamp| self.driver.is_on(lamp))
        };
        let all = replies.iter().filter(|reply| shown.shows(&reply.after));
        let all: Vec<&Reply> = all.collect();
        all.iter().find(is_lit).or(all.first()).map(|reply| **reply)
    }

    fn silence(&self, rest: Rest) -> String {
        not_asking(rest, self.driver.limits.answer)
    }

    /// Plays the move again and looks at what was shown on the way.
    fn look_closer(&mut self, sowing: &Sowing, moment: &Moment) -> (Aspect, String) {
        let now = self.driver.moment();
        let end = self.driver.half_ticks();
        self.driver.back_to(moment);
        self.driver.press_pit(sowing.mover, sowing.pit.index());
        let shown = self.driver.boards_until(end);
        self.driver.back_to(&now);
        closer(sowing, &shown, self.people)
    }

    fn accept(&mut self, reply: Reply, rest: Rest) {
        self.position = reply.after;
        if reply.last.is_some() {
            self.lamps(reply);
        }
        if rest == Rest::Over || self.position.is_over() {
            return self.finish();
        }
        self.stage = Stage::Playing;
        let error = self.driver.wiring().error.as_ref();
        if let Some(light) = error.filter(|light| self.driver.is_on(light)) {
            let expected = board(&self.position);
            let dark = self.driver.lit(light, false);
            let proof = Proof::Lights(expected.clone(), dark.into_iter().collect());
            let what = "the error light is on after a move that was right";
            self.finding(Aspect::EmptyPit, what, Some(expected), proof);
        }
        let turn = self.driver.turn();
        if let Some(shown) = turn.filter(|&shown| shown != self.position.to_move()) {
            let what = format!("it is {}'s turn, and the light is {shown}'s", shown.other());
            let expected = board(&self.position);
            let wiring = self.driver.wiring();
            let right = match shown {
                Side::South => &wiring.north_turn,
                Side::North => &wiring.your_turn,
            };
            let light = right
                .as_ref()
                .and_then(|light| self.driver.lit(light, true));
            let proof = Proof::Lights(expected.clone(), light.into_iter().collect());
            self.finding(Aspect::ExtraTurn, what, Some(expected), proof);
            self.follow(rest);
        }
    }

    /// The lamps show the pit the computer played last.
    fn lamps(&mut self, reply: Reply) {
        let lamps = &self.driver.wiring().lamps;
        if lamps.is_empty() {
            return;
        }
        self.tally.check(Aspect::ComputerShown);
        let lit: Vec<usize> = (1..=lamps.len())
            .filter(|number| self.driver.is_on(&lamps[number - 1]))
            .collect();
        let played = reply.last.map(Pit::number);
        if lit != played.into_iter().collect::<Vec<_>>() {
            let list: Vec<String> = lit.iter().map(ToString::to_string).collect();
            let lit = if list.is_empty() {
                "none".into()
            } else {
                list.join(", ")
            };
            let played = played.unwrap_or(0);
            let what = format!("the computer played its pit {played}, the lamps lit are: {lit}");
            let expected = board(&reply.after);
            let lights = lamps.iter().zip(1..);
            let lights =
                lights.filter_map(|(lamp, number)| self.driver.lit(lamp, number == played));
            let proof = Proof::Lights(expected.clone(), lights.collect());
            self.finding(Aspect::ComputerShown, what, Some(expected), proof);
        }
    }

    fn finish(&mut self) {
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
        if lights.iter().all(|(lights, ..)| lights.is_empty()) {
            return;
        }
        self.tally.check(Aspect::Outcome);
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
            let expected = board(&self.position);
            let wanted = lights.iter().flat_map(|(lights, wanted, _)| {
                let each = lights.iter();
                each.filter_map(|light| self.driver.lit(light, *wanted))
            });
            let proof = Proof::Lights(expected.clone(), wanted.collect());
            self.finding(Aspect::Outcome, what, Some(expected), proof);
        }
    }

    /// Goes on from what is shown, so that one mistake does not hide the others.
    fn follow(&mut self, rest: Rest) {
        let usual = match self.people {
            true => self.position.to_move(),
            false => Side::South,
        };
        let turn = self.driver.turn().unwrap_or(usual);
        let setup = self.driver.board().setup(turn);
        let position = setup.and_then(|setup| Position::new(self.rules, &setup).ok());
        let is_hopeless = self.findings.len() >= MOST_FINDINGS;
        self.stage = match position {
            Some(position) if rest == Rest::YourTurn && !position.is_over() && !is_hopeless => {
                self.position = position;
                Stage::Playing
            }
            _ => Stage::Stopped,
        };
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

fn not_asking(rest: Rest, limit: u64) -> String {
    match rest {
        Rest::Oscillating => "the circuit oscillates".to_owned(),
        Rest::Over => "the console says that the game is over".to_owned(),
        _ => format!("the console did not ask for a move within {limit} half-ticks"),
    }
}

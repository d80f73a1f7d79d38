//! How well a console's computer plays: what its turns cost against perfect play, and its results against players of known
//! strength. Searches are bounded in positions, not in time, so that a console is as strong on every machine.

use engine::Effort;
use engine::player::{PlayerSpec, Resources};
use engine::rng::Rng;
use engine::search::{Solver, SolverConfig};
use kalah::{Pit, Position, Record, Rules, Side};
use results::Fact;

use super::game::Press;
use super::referee::{Referee, Stage};
use super::{MOST_PRESSES, Progress};
use crate::driver::Driver;
use crate::panel::Panel;

/// The opponents of a console: the weaker levels, and the players of the old documents.
const OPPONENTS: [&str; 9] = [
    "mirror",
    "reference",
    "opportunist",
    "deep-purple",
    "level:1",
    "level:2",
    "level:3",
    "level:4",
    "level:5",
];
/// Maximum number of positions searched to find what a turn cost.
const NODES: u64 = 100_000;
/// Memory of the search.
const HASH: usize = 16 << 20;
/// Seeds of the endgame table: built at once.
const TABLE_SEEDS: usize = 12;
/// Number of positions searched to find the moves of one turn.
const MOST_STEPS: usize = 50_000;

/// The results of a console's computer.
#[derive(Clone, Debug, Default)]
pub struct Strength {
    against: Vec<(String, Score)>,
    turns: u32,
    /// Turns whose cost is proved.
    judged: u32,
    cost: i32,
}

/// Games of a console against one opponent.
#[derive(Clone, Copy, Debug, Default)]
struct Score {
    won: u32,
    drawn: u32,
    lost: u32,
    margin: i32,
}

impl Score {
    fn games(self) -> u32 {
        self.won + self.drawn + self.lost
    }
}

/// Lets a console play; `None` if it has no computer. Games with mistakes in them do not count.
pub fn strength(
    driver: &mut Driver<'_>,
    panel: &Panel,
    rules: Rules,
    seed: u64,
    games: u32,
    progress: &mut Progress<'_>,
) -> Option<Strength> {
    if driver.wiring().has_two_people() {
        return None;
    }
    let resources = Resources {
        hash: HASH,
        ..Resources::default()
    };
    let table = resources.library.build(rules, TABLE_SEEDS, 1);
    let config = SolverConfig {
        hash: HASH,
        table,
        ..SolverConfig::default()
    };
    let seeds = usize::from(rules.seeds()) * rules.pits() * 2;
    let mut hall = Hall {
        solver: Solver::new(rules, seeds, &config).ok()?,
        strength: Strength::default(),
        rules,
    };
    let all = games * OPPONENTS.len() as u32;
    let mut done = 0;
    for (index, name) in OPPONENTS.iter().enumerate() {
        let spec: PlayerSpec = name.parse().ok()?;
        let mut score = Score::default();
        for number in 0..games {
            let rng = Rng::child(seed, u64::from(number) + 1000 * index as u64);
            let mut player = spec.player_with(rng, &resources);
            let first = hall.first(driver, panel, number);
            let choose = &mut |record: &Record| player.choose(record).ok();
            if let Some(margin) = hall.game(driver, first, choose) {
                score.add(margin);
            }
            done += 1;
            if driver.is_tired() || !progress(done, all) {
                hall.strength.against.push(((*name).to_owned(), score));
                return Some(hall.strength);
            }
        }
        hall.strength.against.push(((*name).to_owned(), score));
    }
    Some(hall.strength)
}

impl Score {
    /// Adds a game by the console's margin.
    fn add(&mut self, margin: i32) {
        match margin {
            1.. => self.won += 1,
            0 => self.drawn += 1,
            _ => self.lost += 1,
        }
        self.margin += margin;
    }
}

/// The machine for the games, and the solver that values them.
struct Hall {
    solver: Solver,
    strength: Strength,
    rules: Rules,
}

impl Hall {
    fn first(&self, driver: &Driver<'_>, panel: &Panel, number: u32) -> Side {
        let first = &driver.wiring().first;
        match first.iter().all(Option::is_some) {
            true => Side::BOTH[number as usize % 2],
            false => panel.starts,
        }
    }

    /// One game; the console's margin at its end, if it ended without mistakes.
    fn game(
        &mut self,
        driver: &mut Driver<'_>,
        first: Side,
        choose: &mut dyn FnMut(&Record) -> Option<Pit>,
    ) -> Option<i32> {
        let mut record = Record::new(Position::start(self.rules, first));
        let mut referee = Referee::begin(driver, self.rules, self.rules.seeds(), first);
        for _ in 0..MOST_PRESSES {
            self.follow(&mut record, &referee.position)?;
            if !referee.findings.is_empty() || referee.stage != Stage::Playing {
                break;
            }
            let pit = choose(&record)?;
            record.push(pit).ok()?;
            referee.turn(Press::Pit(pit));
        }
        let position = &referee.position;
        let fair = referee.findings.is_empty() && referee.stage == Stage::Over;
        let ahead = i32::from(position.store(Side::North)) - i32::from(position.store(Side::South));
        fair.then_some(ahead)
    }

    /// Enters the console's turn into the record, and its cost.
    fn follow(&mut self, record: &mut Record, now: &Position) -> Option<()> {
        let before = *record.position();
        if before == *now {
            return Some(());
        }
        for pit in turn(&before, now)? {
            record.push(pit).ok()?;
        }
        self.strength.turns += 1;
        if let (Some(could), Some(did)) = (self.margin(&before), self.margin(now)) {
            self.strength.judged += 1;
            self.strength.cost += could - did;
        }
        Some(())
    }

    /// The console's final margin with best play, if that is proved.
    fn margin(&self, position: &Position) -> Option<i32> {
        if position.is_over() {
            let (north, south) = (position.store(Side::North), position.store(Side::South));
            return Some(i32::from(north) - i32::from(south));
        }
        let value = self.solver.value(position, &Effort::nodes(NODES));
        let value = value.bounds.exact()?;
        Some(match position.to_move() {
            Side::North => value,
            Side::South => -value,
        })
    }
}

/// Moves of the side to move that lead from one position to another.
fn turn(from: &Position, to: &Position) -> Option<Vec<Pit>> {
    let mut open = vec![(*from, Vec::new())];
    let mut steps = 0;
    while let Some((position, moves)) = open.pop() {
        if position == *to {
            return Some(moves);
        }
        if position.is_over() || position.to_move() != from.to_move() {
            continue;
        }
        for pit in position.legal_moves() {
            steps += 1;
            if steps > MOST_STEPS {
                return None;
            }
            let mut moves = moves.clone();
            moves.push(pit);
            open.push((position.step_legal(pit).after, moves));
        }
    }
    None
}

impl Strength {
    /// The console's score, from 0 to 1.
    pub fn share(&self) -> f64 {
        let points = |score: &Score| f64::from(score.won) + f64::from(score.drawn) / 2.0;
        let made: f64 = self.against.iter().map(|(_, score)| points(score)).sum();
        let games: u32 = self.against.iter().map(|(_, score)| score.games()).sum();
        made / f64::from(games.max(1))
    }

    pub fn facts(&self) -> Vec<Fact> {
        let mut facts = Vec::new();
        if self.judged > 0 {
            let mean = f64::from(self.cost) / f64::from(self.judged);
            let value = format!(
                "{mean:.2} on average in {} of {} that are settled",
                self.judged,
                diag::count(self.turns, "turn")
            );
            let name = "Seeds a turn of the computer costs against perfect play";
            facts.push(Fact::new("strength-cost", name, value));
        }
        for (opponent, score) in &self.against {
            let Score {
                won,
                drawn,
                lost,
                margin,
            } = score;
            let id = format!("strength-{}", opponent.replace(':', "-"));
            let name = format!("The computer against {opponent}");
            let value = match score.games() {
                0 => "no game without mistakes".to_owned(),
                _ => format!("{won} won, {drawn} drawn, {lost} lost, {margin:+} seeds"),
            };
            facts.push(Fact::new(&id, &name, value));
        }
        facts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The moves found lead where they should, however many extra turns there were.
    #[test]
    fn a_turn_is_found_again_from_its_ends() {
        let mut longest = 0;
        for seed in 0..200 {
            let mut rng = Rng::new(seed);
            let mut position = Position::start(kalah::Preset::Y2023.rules(), Side::North);
            while !position.is_over() {
                let before = position;
                while !position.is_over() && position.to_move() == before.to_move() {
                    let moves: Vec<Pit> = position.legal_moves().collect();
                    position = position.step_legal(moves[rng.below(moves.len())]).after;
                }
                let found = turn(&before, &position).expect("there was such a turn");
                let end = found
                    .iter()
                    .fold(before, |at, &pit| at.step_legal(pit).after);
                assert_eq!(end, position);
                longest = longest.max(found.len());
            }
        }
        assert!(longest > 2);
    }
}

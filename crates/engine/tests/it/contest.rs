//! Contests are fair, and the same on any number of threads.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use engine::Effort;
use engine::book::Book;
use engine::contest::{Contest, Tally, side_of_first};
use engine::cost::costs;
use engine::player::{Player, PlayerError, PlayerSpec, Resources};
use engine::rng::Rng;
use engine::search::{Solver, SolverConfig};
use kalah::{Position, Record, Rules, Setup, Side};

fn maker(name: &str) -> impl Fn(Rng) -> Result<Box<dyn Player>, PlayerError> + Sync {
    let spec: PlayerSpec = name.parse().unwrap();
    let resources = Resources::default();
    move |rng| Ok(spec.player_with(rng, &resources))
}

/// All games, in the order they were passed on.
fn games(contest: &Contest, first: &str, second: &str, threads: usize) -> Vec<Record> {
    let mut records = Vec::new();
    let mut each = |number, record| {
        assert_eq!(number, records.len() as u64, "games come in order");
        records.push(record);
        ControlFlow::Continue(())
    };
    contest
        .play(threads, &maker(first), &maker(second), &|| false, &mut each)
        .unwrap();
    records
}

fn tally(deterministic: bool, records: &[Record]) -> Tally {
    let mut tally = Tally::new(deterministic);
    (0..)
        .zip(records)
        .for_each(|(n, record)| tally.add(n, record));
    tally
}

fn contest(games: u64, random_opening: u32) -> Contest {
    Contest {
        rules: Rules::default(),
        games,
        openings: Vec::new(),
        random_opening,
        seed: 11,
    }
}

fn run(first: &str, second: &str, count: u64, threads: usize) -> Tally {
    let records = games(&contest(count, 4), first, second, threads);
    tally(false, &records)
}

#[test]
fn the_games_do_not_depend_on_the_number_of_threads() {
    let play = |threads| games(&contest(200, 4), "random", "reference", threads);
    assert_eq!(play(1), play(4));
}

/// The first game that breaks off is the last one reported, however many threads play on.
#[test]
fn a_contest_ends_where_it_is_told_to() {
    let heard = |threads| {
        let mut heard = 0;
        let mut each = |_, _| {
            heard += 1;
            match heard {
                37 => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            }
        };
        let (one, other) = (maker("random"), maker("random"));
        contest(1000, 0)
            .play(threads, &one, &other, &|| false, &mut each)
            .unwrap();
        heard
    };
    assert_eq!((heard(1), heard(4)), (37, 37));
}

#[test]
fn a_contest_can_be_stopped_in_the_middle_of_a_game() {
    let moves = AtomicU64::new(0);
    let stop = || moves.fetch_add(1, Relaxed) > 100;
    let mut played = 0;
    let mut each = |_, _| {
        played += 1;
        ControlFlow::Continue(())
    };
    let (one, other) = (maker("random"), maker("random"));
    contest(1000, 0)
        .play(1, &one, &other, &stop, &mut each)
        .unwrap();
    assert!((1..10).contains(&played), "{played} games in 100 moves");
}

#[test]
fn a_player_against_itself_is_even() {
    // Same opening, sides changed, nothing random: every pair of games cancels out, and nothing is left to chance.
    let tally = run("deep-purple", "deep-purple", 200, 2);
    assert_eq!(tally.wins, tally.losses);
    assert!(tally.mean_margin().abs() < 1e-9);
    assert_eq!(tally.pairs(), [0, 0, 100, 0, 0]);
    let elo = tally.elo().unwrap();
    assert_eq!((elo.difference, elo.error), (0.0, Some(0.0)));
}

#[test]
fn the_three_difficulties_are_apart() {
    assert!(run("medium", "easy", 60, 2).score() > 0.65);
    assert!(run("hard", "medium", 30, 2).score() > 0.65);
}

#[test]
fn levels_rise_in_play() {
    for (higher, lower) in [("level:3", "level:1"), ("level:5", "level:3")] {
        let score = run(higher, lower, 16, 2).score();
        assert!(score > 0.6, "{higher} against {lower}: {score}");
    }
}

/// The costs of both sides lead from the value of the opening to the result.
#[test]
fn costs_add_up_to_the_result() {
    let rules = "pits=6 seeds=2".parse().unwrap();
    let contest = Contest {
        rules,
        ..contest(6, 0)
    };
    let records = games(&contest, "random", "search:200000n", 2);
    assert_eq!(records.len(), 6);
    let solver = Solver::new(rules, 24, &SolverConfig::default()).unwrap();
    let book = Book::built_in();
    for (number, record) in (0..).zip(&records) {
        let costs = costs(&solver, &book, record, &Effort::unlimited()).unwrap();
        let lost = costs.south.seeds as i32 - costs.north.seeds as i32;
        // Kalah(6,2) is worth 6 to south.
        assert_eq!(record.position().margin(Side::South), 6 - lost);
        let searcher = costs[side_of_first(number).other()];
        assert_eq!((searcher.seeds, searcher.best), (0, searcher.moves));
    }
}

/// A game of Kalah(1,n) that ends with these stores.
fn ended(south: u32, north: u32) -> Record {
    let setup: Setup = format!("0,{south}/0,{north} s").parse().unwrap();
    Record::new(Position::new("pits=1 seeds=4".parse().unwrap(), &setup).unwrap())
}

#[test]
fn tallies_add_up() {
    // The first player is south, north, south, north: margins 4, -2, 0, 6.
    let records = [ended(6, 2), ended(5, 3), ended(4, 4), ended(1, 7)];
    let tally = tally(false, &records);
    assert_eq!(
        (tally.games, tally.wins, tally.draws, tally.losses),
        (4, 2, 1, 1)
    );
    assert!((tally.score() - 0.625).abs() < 1e-12);
    assert!((tally.mean_margin() - 2.0).abs() < 1e-12);
    // Two pairs with 1 and 3/2 points, margins 2 and 6, means 1 and 3: variance 2, error 1.96 * sqrt(2 / 2).
    assert_eq!(tally.pairs(), [0, 0, 1, 1, 0]);
    assert!((tally.margin_error().unwrap() - 1.96).abs() < 1e-12);
    let elo = tally.elo().unwrap();
    assert!((elo.difference - 400.0 * (0.625f64 / 0.375).log10()).abs() < 1e-9);
    // Scores 1/2 and 3/4: variance 1/32, error 1.96 / 8.
    let bound = |score: f64| 400.0 * (score / (1.0 - score)).log10();
    let width = bound(0.625 + 0.245) - bound(0.625 - 0.245);
    assert!((elo.error.unwrap() - width / 2.0).abs() < 1e-9);
}

#[test]
fn a_won_match_and_a_match_without_games_have_no_elo() {
    let won = tally(false, &[ended(6, 2), ended(2, 6)]);
    assert_eq!(
        (won.score(), won.elo(), won.margin_error()),
        (1.0, None, None)
    );
    assert_eq!(Tally::new(true).elo(), None);
}

/// Deterministic players only repeat themselves: no error can be estimated from that.
#[test]
fn repeated_games_count_once() {
    let records = games(&contest(100, 0), "deep-purple", "reference", 2);
    let tally = tally(true, &records);
    assert_eq!((tally.games, tally.different_pairs()), (100, 1));
    assert!(tally.has_repeats());
    assert_eq!(tally.margin_error(), None);
    assert!(tally.elo().is_none_or(|elo| elo.error.is_none()));
    let random = games(&contest(100, 1), "deep-purple", "reference", 2);
    let tally = self::tally(true, &random);
    assert_eq!(tally.different_pairs(), 6, "one for each first move");
    assert!(tally.margin_error().is_some());
}

#[test]
fn a_failing_player_stops_the_contest_with_its_reason() {
    let fails = |_: Rng| Err(PlayerError::Failed("no such machine".into()));
    let mut each = |_, _| ControlFlow::Continue(());
    let error = contest(4, 0).play(2, &maker("mirror"), &fails, &|| false, &mut each);
    assert_eq!(
        error.unwrap_err().to_string(),
        "the player failed: no such machine"
    );
}

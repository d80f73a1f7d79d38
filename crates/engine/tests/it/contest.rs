//! Contests are fair, and the same on any number of threads.

use engine::Effort;
use engine::book::Book;
use engine::contest::{Contest, GameScore, Tally};
use engine::cost::costs;
use engine::lots::Lots;
use engine::player::{PlayerError, PlayerSpec};
use engine::search::{Solver, SolverConfig};
use kalah::{Rules, Side};

fn run(first: &str, second: &str, games: u64, threads: usize) -> Tally {
    let contest = Contest {
        rules: Rules::default(),
        games,
        random_opening: 4,
        seed: 11,
    };
    let maker = |name: &str| {
        let spec: PlayerSpec = name.parse().unwrap();
        move |lots: Lots| Ok(spec.player(lots))
    };
    let (first, second) = (maker(first), maker(second));
    contest.run(threads, &first, &second, &|| ()).unwrap()
}

#[test]
fn the_result_does_not_depend_on_the_number_of_threads() {
    assert_eq!(
        run("random", "reference", 200, 1),
        run("random", "reference", 200, 4)
    );
}

#[test]
fn a_player_against_itself_is_even() {
    // Same opening, sides changed, no lots: every pair of games cancels out.
    let tally = run("deep-purple", "deep-purple", 200, 2);
    assert_eq!(tally.wins, tally.losses);
    assert!(tally.mean_margin.abs() < 1e-9);
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

/// What both sides give away is the way from the value of the opening to the result.
#[test]
fn costs_add_up_to_the_result() {
    let rules = "pits=6 seeds=2".parse().unwrap();
    let contest = Contest {
        rules,
        games: 6,
        random_opening: 0,
        seed: 3,
    };
    let maker = |name: &str| {
        let spec: PlayerSpec = name.parse().unwrap();
        move |lots: Lots| Ok(spec.player(lots))
    };
    let done = || ();
    let (random, best) = (maker("random"), maker("search:200000n"));
    let (tally, records) = contest.run_recorded(2, &random, &best, &done).unwrap();
    assert_eq!(tally.games, 6);
    let solver = Solver::new(rules, 24, &SolverConfig::default()).unwrap();
    let book = Book::built_in();
    for (number, record) in (0..).zip(&records) {
        let [south, north] = costs(&solver, &book, record, &Effort::unlimited()).unwrap();
        let lost = south.seeds as i32 - north.seeds as i32;
        // Kalah(6,2) is worth 6 to south.
        assert_eq!(record.position().margin(Side::South), 6 - lost);
        let searcher = [south, north][contest.side_of_first(number).other().index()];
        assert_eq!((searcher.seeds, searcher.best), (0, searcher.moves));
    }
}

#[test]
fn tallies_add_up() {
    let scores = [4, -2, 0, 6].map(|margin| GameScore { margin, moves: 10 });
    let tally = Tally::of(&scores);
    assert_eq!(
        (
            tally.games,
            tally.wins,
            tally.draws,
            tally.losses,
            tally.moves
        ),
        (4, 2, 1, 1, 40)
    );
    assert!((tally.mean_margin - 2.0).abs() < 1e-12);
    // Variance (4 + 16 + 4 + 16) / 3, error 1.96 * sqrt(variance / 4).
    assert!((tally.margin_error - 1.96 * (40.0f64 / 3.0 / 4.0).sqrt()).abs() < 1e-12);
    assert!((tally.score() - 0.625).abs() < 1e-12);
    assert_eq!(Tally::of(&[]).games, 0);
}

#[test]
fn a_failing_player_stops_the_contest_with_its_reason() {
    let contest = Contest {
        rules: Rules::default(),
        games: 4,
        random_opening: 0,
        seed: 1,
    };
    let fails = |_: Lots| Err(PlayerError::Failed("no such machine".into()));
    let spec = PlayerSpec::Mirror;
    let mirror = move |lots: Lots| Ok(spec.player(lots));
    let error = contest.run(2, &mirror, &fails, &|| ()).unwrap_err();
    assert_eq!(error.to_string(), "the player failed: no such machine");
}

//! Contests are fair, and the same on any number of threads.

use engine::contest::{Contest, GameScore, Tally};
use engine::lots::Lots;
use engine::player::{PlayerError, PlayerSpec};
use kalah::Rules;

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
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .unwrap();
    pool.install(|| contest.run(&maker(first), &maker(second), &|| ()).unwrap())
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
    assert!(run("medium", "easy", 100, 2).score() > 0.65);
    assert!(run("hard", "medium", 60, 2).score() > 0.65);
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
    let error = contest.run(&mirror, &fails, &|| ()).unwrap_err();
    assert_eq!(error.to_string(), "the player failed: no such machine");
}

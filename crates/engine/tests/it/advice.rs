//! Advice for people: analysis, review, puzzles, levels, the searching players and the book.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use engine::analyse::{analyse, analyse_with, from_book};
use engine::book::{self, Book, Plan};
use engine::level::Level;
use engine::player::{Pace, Player, PlayerSpec, Resources, Searcher};
use engine::puzzle::{Difficulty, puzzle};
use engine::review::{Verdict, review};
use engine::rng::Rng;
use engine::search::{Solver, SolverConfig};
use engine::table::Table;
use engine::{Effort, Library};
use kalah::{Pit, Position, Record, Rules, Side};

use crate::common::{Random, minimax, variants};

fn solver(rules: Rules, table: usize) -> Solver {
    let table = Table::build(rules, table, 1, &|_| (), &AtomicBool::new(false)).unwrap();
    let config = SolverConfig {
        hash: 16 << 20,
        threads: 1,
        table: Some(Arc::new(table)),
        ..SolverConfig::default()
    };
    Solver::new(rules, 48, &config).unwrap()
}

#[test]
fn every_move_has_its_minimax_value() {
    let mut random = Random(21);
    for rules in variants(6, 4) {
        let solver = solver(rules, 3);
        let mut checked = 0;
        while checked < 20 {
            let position = random.position(rules, 6);
            if minimax(&position, &mut 3_000).is_none() {
                continue;
            }
            let analysis = analyse(&solver, &position, &Effort::unlimited());
            assert!(analysis.is_exact());
            assert_eq!(analysis.moves.len(), position.legal_moves().len());
            for value in &analysis.moves {
                let after = position.play(value.pit).unwrap();
                let margin = minimax(&after, &mut 3_000).unwrap();
                let same = after.to_move() == position.to_move();
                assert_eq!(
                    value.margin,
                    if same { margin } else { -margin },
                    "{position:?} {}",
                    value.pit
                );
                assert_eq!(
                    analysis.best.contains(&value.pit),
                    value.margin == analysis.margin
                );
                assert_eq!(value.line[0], value.pit);
            }
            checked += 1;
        }
    }
}

#[test]
fn first_moves_of_three_seeds_a_pit_are_known() {
    let rules = "pits=6 seeds=3".parse().unwrap();
    let start = Position::start(rules, Side::South);
    let analysis = analyse(&solver(rules, 14), &start, &Effort::unlimited());
    let margins: Vec<i32> = analysis.moves.iter().map(|value| value.margin).collect();
    assert_eq!(margins, [-14, -16, -10, -2, 2, 0]);
    let extra: Vec<bool> = analysis
        .moves
        .iter()
        .map(|value| value.extra_turn)
        .collect();
    assert_eq!(extra, [false, false, false, true, false, false]);
}

#[test]
fn a_short_budget_gives_bounds_that_hold() {
    let rules = "pits=6 seeds=3".parse().unwrap();
    let start = Position::start(rules, Side::South);
    let analysis = analyse(&solver(rules, 8), &start, &Effort::nodes(30_000));
    assert!(!analysis.is_exact());
    for (value, exact) in analysis.moves.iter().zip([-14, -16, -10, -2, 2, 0]) {
        assert!(
            value.bounds.lower <= exact && exact <= value.bounds.upper,
            "{value:?}"
        );
        assert!(value.bounds.lower <= value.margin && value.margin <= value.bounds.upper);
    }
}

/// A game of random moves.
fn game(rules: Rules, seed: u64) -> Record {
    let mut rng = Rng::new(seed);
    let mut record = Record::new(Position::start(rules, Side::South));
    while !record.position().is_over() {
        let moves = record.position().legal_moves();
        record
            .push(moves.nth_pit(rng.below(moves.len())).unwrap())
            .unwrap();
    }
    record
}

#[test]
fn the_costs_of_a_game_add_up_to_its_result() {
    let rules = "pits=6 seeds=2".parse().unwrap();
    for seed in 0..4 {
        let record = game(rules, seed);
        let review = review(&solver(rules, 10), None, &record, &Effort::unlimited());
        assert_eq!(review.moves.len(), record.moves().len());
        // Each side's costs move the margin away from it, from the value of the start to the final margin.
        let [south, north] = review.play.map(|play| play.cost);
        let value = review.moves[0].analysis.margin;
        assert_eq!(value - south + north, record.position().margin(Side::South));
        assert!(
            review
                .play
                .iter()
                .all(|play| (0.0..=100.0).contains(&play.accuracy))
        );
        for reviewed in &review.moves {
            let cost = reviewed.cost.exact().unwrap();
            assert_eq!(cost == 0, reviewed.verdict == Some(Verdict::Best));
            let best = &reviewed.analysis.best;
            assert_eq!(cost == 0, best.contains(&reviewed.pit));
        }
        if let Some(turn) = review.turning_point {
            let signs = review.moves[turn - 1..]
                .iter()
                .map(|reviewed| reviewed.margin_after().signum());
            let last = record.position().margin(Side::South).signum();
            assert!(signs.into_iter().all(|sign| sign == last));
        }
    }
}

/// With hardly any time no good move is called a mistake, and no margin is shown that cannot occur.
#[test]
fn a_hasty_review_judges_only_what_is_proved() {
    let rules = "pits=6 seeds=2".parse().unwrap();
    let mut unsettled = 0;
    for seed in 0..2 {
        let record = game(rules, seed);
        let hasty = review(&solver(rules, 2), None, &record, &Effort::nodes(200));
        let exact = review(&solver(rules, 10), None, &record, &Effort::unlimited());
        for (hasty, exact) in hasty.moves.iter().zip(&exact.moves) {
            let cost = exact.cost.exact().unwrap();
            assert!((hasty.cost.lower..=hasty.cost.upper).contains(&cost));
            match hasty.verdict {
                None => unsettled += 1,
                Some(verdict) if hasty.cost.is_exact() => assert_eq!(Some(verdict), exact.verdict),
                Some(verdict) => assert!(Some(verdict) <= exact.verdict && verdict > Verdict::Best),
            }
            assert_eq!(hasty.margin_after() % 2, 0, "24 seeds: margins are even");
            if hasty.turn().is_some() {
                assert_eq!(hasty.turn(), exact.turn());
            }
        }
    }
    assert!(unsettled > 5, "only {unsettled} moves were not settled");
}

/// The result of a line for the side that begins it: the margin at its end, if the game is over by then, otherwise the value there.
fn reached(position: &Position, line: &[Pit]) -> Option<i32> {
    let solver = solver(position.rules(), 8);
    let end = (line.iter()).fold(*position, |position, &pit| position.play(pit).unwrap());
    let value = solver.value(&end, &Effort::unlimited()).bounds.exact()?;
    let same = end.to_move() == position.to_move();
    Some(if same { value } else { -value })
}

/// The book agrees with the search, and its positions are not searched again.
#[test]
fn an_analysis_with_the_book_is_the_one_without() {
    let book = Book::built_in();
    let few = |position: &Position| position.seeds_in_pits() <= 30;
    let entries: Vec<_> = book
        .positions()
        .filter(|(position, _)| few(position))
        .collect();
    assert!(entries.len() > 10, "only {} positions", entries.len());
    let solver = solver(book.rules(), 12);
    for (position, entry) in entries.iter().step_by(entries.len() / 5) {
        let nothing = Effort::nodes(0);
        let known = analyse_with(&solver, Some(&book), position, &nothing);
        assert_eq!(known.bounds.exact(), Some(entry.value.into()));
        assert_eq!(known.of(entry.best).unwrap().bounds, known.bounds);
        let searched = analyse(&solver, position, &Effort::unlimited());
        let with_book = analyse_with(&solver, Some(&book), position, &Effort::unlimited());
        assert_eq!(searched.bounds, with_book.bounds);
        assert_eq!(searched.best, with_book.best);
        for value in &with_book.moves {
            assert_eq!(reached(position, &value.line), value.bounds.exact());
        }
        for (one, other) in searched.moves.iter().zip(&with_book.moves) {
            assert_eq!(one.bounds, other.bounds);
        }
    }
}

/// The book alone values every move of the start position, and its lines are moves that can be played.
#[test]
fn the_start_position_is_answered_by_the_book_alone() {
    let book = Book::built_in();
    let start = Position::start(book.rules(), Side::South);
    let known = from_book(&book, &start).unwrap();
    assert!(known.is_exact());
    assert_eq!(known.margin, 8);
    assert_eq!(known.best, [Pit::new(3).unwrap()]);
    let margins: Vec<i32> = known.moves.iter().map(|value| value.margin).collect();
    assert_eq!(margins, [-14, -10, 8, -2, -8, 4]);
    for value in &known.moves {
        assert_eq!(value.line[0], value.pit);
        assert!(value.line.len() > 2, "{value:?}");
        (value.line.iter()).fold(start, |position, &pit| position.play(pit).unwrap());
    }
    let other = Position::start("pits=5 seeds=4".parse().unwrap(), Side::South);
    assert_eq!(from_book(&book, &other), None);
}

#[test]
fn puzzles_have_one_winning_move_and_come_from_their_seed() {
    let rules = Rules::default();
    let solver = solver(rules, 10);
    let find = |difficulty, seed| {
        let mut always = |_| true;
        puzzle(&solver, rules, difficulty, &mut Rng::new(seed), &mut always)
    };
    for difficulty in Difficulty::ALL {
        let [one, same] = [1, 1].map(|seed| find(difficulty, seed).unwrap());
        assert_eq!(one.position, same.position);
        assert_eq!(one.difficulty, difficulty);
        let winning: Vec<_> = one
            .analysis
            .moves
            .iter()
            .filter(|value| value.margin > 0)
            .collect();
        assert_eq!(winning.len(), 1);
        assert_eq!(winning[0].pit, one.solution);
        assert!(one.analysis.is_exact());
    }
}

#[test]
fn a_search_for_a_puzzle_can_be_given_up() {
    let rules = Rules::default();
    let mut tried = Vec::new();
    let mut go_on = |count| {
        tried.push(count);
        count < 2
    };
    let rng = &mut Rng::new(1);
    let found = puzzle(&solver(rules, 8), rules, Difficulty::Hard, rng, &mut go_on);
    assert!(found.is_none());
    assert_eq!(tried, [0, 1, 2]);
}

#[test]
fn higher_levels_choose_costly_moves_less_often() {
    let rules = "pits=6 seeds=3".parse().unwrap();
    let analysis = analyse(
        &solver(rules, 14),
        &Position::start(rules, Side::South),
        &Effort::unlimited(),
    );
    let cost = |level: Level| {
        let mut rng = Rng::new(9);
        let draws = (0..4000).map(|_| level.choose(&analysis, &mut rng).unwrap());
        let costs = draws.map(|pit| analysis.margin - analysis.of(pit).unwrap().margin);
        costs.sum::<i32>()
    };
    let costs: Vec<i32> = (1..=Level::HIGHEST)
        .map(|n| cost(Level::new(n).unwrap()))
        .collect();
    assert!(
        costs
            .windows(2)
            .all(|pair| pair[0] > pair[1] || pair == [0, 0]),
        "{costs:?}"
    );
    assert_eq!(costs.last(), Some(&0));
    assert!(Level::new(0).is_none() && Level::new(11).is_none());
}

#[test]
fn searching_players_are_written_and_read() {
    for name in [
        "level:1",
        "level:10",
        "search:500ms",
        "search:2s",
        "search:20000n",
        "perfect",
    ] {
        assert_eq!(name.parse::<PlayerSpec>().unwrap().to_string(), name);
    }
    assert_eq!("1.5".parse::<Pace>().unwrap().to_string(), "1500ms");
    for wrong in [
        "level:0",
        "level:11",
        "level:",
        "search:",
        "search:0s",
        "search:-1s",
        "search:n",
        "search:1h",
        "search:1e9",
    ] {
        assert!(wrong.parse::<PlayerSpec>().is_err(), "{wrong}");
    }
}

#[test]
fn searching_players_play_legal_games_of_all_rules() {
    let resources = Resources::default();
    for pits in [1, 3, 6, 8] {
        for rules in variants(pits, 2) {
            let names = ["level:1", "search:2000n"];
            let player = |name: &str| {
                let spec: PlayerSpec = name.parse().unwrap();
                spec.player_with(Rng::new(1), &resources)
            };
            let mut players = names.map(player);
            let mut record = Record::new(Position::start(rules, Side::South));
            while !record.position().is_over() {
                let side = record.position().to_move();
                let pit = players[side.index()].choose(&record).unwrap();
                record.push(pit).unwrap();
            }
            assert!(players[0].choose(&record).is_err());
        }
    }
}

/// Solves every `step`th position of the book again, those with the fewest seeds first, as far as `nodes` reach; returns how many.
fn solve_book_again(step: usize, table: usize, nodes: u64) -> usize {
    let book = Book::built_in();
    let solver = solver(book.rules(), table);
    let mut entries: Vec<_> = book.positions().collect();
    entries.sort_by_key(|(position, _)| position.seeds_in_pits());
    let checks = entries
        .iter()
        .step_by(step)
        .filter_map(|(position, entry)| {
            let right = book::check(&solver, position, *entry, &Effort::nodes(nodes))?;
            assert!(right, "{position:?}");
            Some(())
        });
    checks.count()
}

#[test]
fn the_book_built_in_is_right_in_a_sample() {
    let checked = solve_book_again(1000, 15, 400_000);
    assert_eq!(checked, 17, "positions of the sample that were solved");
}

#[test]
#[ignore = "minutes: run with --release -- --ignored"]
fn the_book_built_in_is_right_everywhere() {
    assert_eq!(solve_book_again(1, 22, u64::MAX), Book::built_in().len());
}

#[test]
fn the_book_built_in_knows_the_start_and_agrees_with_itself() {
    let book = Book::built_in();
    let start = book
        .get(&Position::start(book.rules(), Side::South))
        .unwrap();
    assert_eq!((start.value, start.best.number()), (8, 3));
    for (position, entry) in book.positions() {
        let after = position.play(entry.best).unwrap();
        let Some(next) = book.get(&after) else {
            continue;
        };
        let side = position.to_move();
        let value = if after.to_move() == side {
            next.value
        } else {
            -next.value
        };
        assert_eq!(
            i32::from(entry.value),
            after.margin(side) + i32::from(value),
            "{position:?}"
        );
    }
}

/// The same search as that of `perfect`, with positions counted instead of time: the same everywhere.
fn as_perfect(resources: &Resources) -> Searcher {
    let seeds = PlayerSpec::Perfect.table_seeds().unwrap();
    let table = resources.library.build(Rules::default(), seeds, 1);
    assert!(table.is_some());
    Searcher::with_book(Pace::Nodes(1_000_000), resources.clone()).with_any_table()
}

/// Every move that is not out of the book is as good as any; the book's own are solved again by the test above.
#[test]
fn perfect_play_from_the_start_gives_nothing_away() {
    let rules = Rules::default();
    let book = Book::built_in();
    let resources = Resources::default();
    let solver = solver(rules, 18);
    let exact = |position: &Position| {
        let valued = solver.value(position, &Effort::unlimited());
        valued.bounds.exact().unwrap()
    };
    let opponents = ["random", "random", "opportunist", "deep-purple"];
    for (game, opponent) in (0..).zip(opponents) {
        let ours = Side::BOTH[game % 2];
        let opponent: PlayerSpec = opponent.parse().unwrap();
        let mut opponent = opponent.player(Rng::new(game as u64));
        let mut perfect = as_perfect(&resources);
        let mut record = Record::new(Position::start(rules, Side::South));
        while !record.position().is_over() {
            let before = *record.position();
            if before.to_move() != ours {
                record.push(opponent.choose(&record).unwrap()).unwrap();
                continue;
            }
            record.push(perfect.choose(&record).unwrap()).unwrap();
            let after = record.position();
            if book.get(&before).is_none() {
                let value = exact(after);
                let reached = if after.to_move() == ours {
                    value
                } else {
                    -value
                };
                assert_eq!(reached, exact(&before), "{before}");
            }
        }
    }
}

/// Where the book ends, the player solves positions alone, whatever the opponent does.
#[test]
fn the_book_built_in_ends_where_the_player_can_solve() {
    let book = Book::built_in();
    let table = Library::new().build(book.rules(), 18, 1);
    let plan = Plan::new(HARD, 1, table);
    for seed in 0..40 {
        let left = leave(&book, seed);
        assert!(left.is_over() || plan.is_easy(&left), "{left}");
    }
}

/// The limits the book is made with: a quarter of the nodes the player has time for before it must give up solving.
const HARD: u64 = 300_000;

#[test]
fn a_book_holds_what_is_hard_and_nothing_else() {
    let rules = "pits=4 seeds=3".parse().unwrap();
    let solver = Solver::new(rules, 24, &SolverConfig::default()).unwrap();
    let plan = Plan::new(1000, 2, None);
    let mut looked_at = 0;
    let mut build = |book| {
        book::build(&solver, &plan, book, &Effort::unlimited(), &mut |_, _| {
            looked_at += 1;
        })
    };
    let book = build(Book::new(rules));
    assert!(book.len() > 10, "{}", book.len());
    let start = book.get(&Position::start(rules, Side::North)).unwrap();
    assert_eq!(start.value, 6);
    for (position, entry) in book.positions() {
        assert!(!plan.is_easy(&position));
        let right = book::check(&solver, &position, entry, &Effort::unlimited());
        assert_eq!(right, Some(true));
    }
    for seed in 0..50 {
        let left = leave(&book, seed);
        assert!(left.is_over() || plan.is_easy(&left), "{left:?}");
    }
    // Continuing a finished book adds nothing to it.
    assert_eq!(build(book.clone()), book);
    assert!(looked_at > 2 * book.len());
}

/// Plays random moves against the book, until it is the book's turn and it has no answer.
fn leave(book: &Book, seed: u64) -> Position {
    let mut rng = Rng::new(seed);
    let ours = Side::BOTH[rng.below(2)];
    let mut position = Position::start(book.rules(), Side::South);
    while !position.is_over() {
        let pit = if position.to_move() == ours {
            let Some(entry) = book.get(&position) else {
                return position;
            };
            entry.best
        } else {
            let moves = position.legal_moves();
            moves.nth_pit(rng.below(moves.len())).unwrap()
        };
        position = position.play(pit).unwrap();
    }
    position
}

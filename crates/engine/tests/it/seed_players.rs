//! The players of the old documents, on positions worked out by hand from the documents' own examples.

use engine::player::{AinShams, PlayerSpec};
use engine::rng::Rng;
use kalah::{BySide, Pit, Position, Preset, Record, Rules, Setup, Side};

fn game(rules: &str, text: &str) -> Record {
    let rules: Rules = rules.parse().unwrap();
    let setup: Setup = text.parse().unwrap();
    Record::new(Position::new(rules, &setup).unwrap())
}

fn choice(player: &str, game: &Record) -> usize {
    let spec: PlayerSpec = player.parse().unwrap();
    let pit = spec.player(Rng::new(1)).choose(game).unwrap();
    assert!(game.position().legal_moves().contains(pit));
    pit.number()
}

fn chooses(player: &str, rules: &str, text: &str) -> usize {
    choice(player, &game(rules, text))
}

#[test]
fn deep_purple_takes_the_pit_nearest_its_store_of_equal_moves() {
    // As in its first illustration: three moves add one seed, two add nothing. Here pits 4, 5 and 6 (distances 3, 2, 1)
    // reach the store without ending in it, pits 2 and 3 do not, and the last seeds fall on filled pits.
    assert_eq!(
        chooses("deep-purple", "2023", "4,4,4,4,4,4,0/0,1,1,4,5,3,0 n"),
        6
    );
    // Pit 6 empty: the next nearest of the equals.
    assert_eq!(
        chooses("deep-purple", "2023", "4,4,4,4,4,4,0/0,1,1,4,5,0,0 n"),
        5
    );
    // As in its second illustration: nothing reaches the store, no rule is triggered (opposite
    // the empty pit 6 lies nothing); the pit with 1 seed is nearest.
    assert_eq!(
        chooses("deep-purple", "2023", "0,4,4,4,4,4,0/2,1,1,1,1,0,0 n"),
        5
    );
}

#[test]
fn deep_purple_takes_a_repeat_at_once_unless_a_capture_came_first() {
    // Pit 6 with one seed repeats: taken although pit 1 would capture far more.
    assert_eq!(
        chooses("deep-purple", "2023", "4,4,4,4,9,4,0/1,0,5,5,5,1,0 n"),
        6
    );
    // Pit 5 captures two (its seed and one opposite) before pit 4's repeat is met: the repeat is not taken at once, and the
    // capture brings more.
    assert_eq!(
        chooses("deep-purple", "2023", "1,4,4,4,4,4,0/0,0,0,3,1,0,0 n"),
        5
    );
    // The same with a far greater capture met after the repeat: the greatest growth wins.
    assert_eq!(
        chooses("deep-purple", "2023", "1,4,4,4,9,4,0/1,0,0,3,1,0,0 n"),
        1
    );
    // A repeat met after a capture is not played, whatever it brings: 2 by 16 seeds from pit 4, as much as the capture of 2
    // that was met first, or 3 by 30 seeds from pit 3.
    for position in [
        "1,4,4,4,4,4,0/0,0,0,16,1,0,0 n",
        "1,1,0,5,1,2,1/1,1,30,3,1,0,0 n",
    ] {
        assert_eq!(chooses("deep-purple", "2023", position), 5);
    }
}

#[test]
fn deep_purple_knows_the_thirteen_seed_lap() {
    // Pit 3 with 13 seeds ends in itself and captures: 1 into the store by sowing, then its own last seed and the 4 + 1
    // opposite: 7. Nothing else brings more than 1.
    let record = game("2023", "4,4,4,4,4,4,0/4,4,13,4,4,4,0 n");
    let step = record.position().step(Pit::new(3).unwrap()).unwrap();
    assert_eq!(step.captured, 6);
    assert_eq!(choice("deep-purple", &record), 3);
    // More than 13 never captures: 14 seeds from pit 3 end in pit 4, which the lap filled.
    assert_eq!(
        chooses("deep-purple", "2023", "4,4,4,4,4,4,0/4,4,14,0,4,4,0 n"),
        6
    );
}

#[test]
fn deep_purple_counts_two_seeds_of_a_long_move() {
    // 15 seeds from pit 5: the store on the 2nd and on the 15th seed, which makes it a repeat and is taken at once.
    assert_eq!(
        chooses("deep-purple", "2023", "4,4,4,4,4,4,0/4,4,4,4,15,2,0 n"),
        5
    );
    // 16 seeds from pit 5 bring 2, more than the 1 of pit 6, which is met first.
    assert_eq!(
        chooses("deep-purple", "2023", "4,4,4,4,4,4,0/4,4,3,5,16,2,0 n"),
        5
    );
}

#[test]
fn reference_repeats_before_it_captures_before_it_keeps() {
    // Pit 2 (4 to the store + 1 = 5 seeds) repeats; pit 5 would capture 10.
    assert_eq!(
        chooses("reference", "2016", "9,4,4,4,4,4,0/0,5,0,0,1,0,0 n"),
        2
    );
    // Two repeats: the nearer.
    assert_eq!(
        chooses("reference", "2016", "4,4,4,4,4,4,0/0,5,0,3,0,0,0 n"),
        4
    );
    // No repeat: pit 5 captures although pit 1 keeps all its seeds.
    assert_eq!(
        chooses("reference", "2016", "9,4,4,4,4,4,0/4,0,0,0,1,0,0 n"),
        5
    );
    // Neither: pits 6, 5 and 4 hand over 3, 2 and 1 seeds, pits 1 to 3 none; the nearest of those is pit 3.
    assert_eq!(
        chooses("reference", "2016", "4,4,4,4,4,4,0/5,4,3,4,4,4,0 n"),
        3
    );
    // A pit of 13 hands over six, of 4 in pit 6 only three.
    assert_eq!(
        chooses(
            "reference",
            "ain-shams-no-steal",
            "4,4,4,4,4,4,0/0,0,0,0,13,4,0 n"
        ),
        6
    );
}

#[test]
fn opportunist_takes_what_pays_and_else_anything() {
    // Pit 5 captures and is nearer than pit 4, which repeats.
    assert_eq!(
        chooses("opportunist", "2022", "1,4,4,4,4,4,0/0,0,0,3,1,0,0 n"),
        5
    );
    // Only pit 4 pays.
    assert_eq!(
        chooses("opportunist", "2022", "4,4,4,4,4,4,0/4,4,4,3,4,4,0 n"),
        4
    );
    // Nothing pays: the nearest.
    assert_eq!(
        chooses("opportunist", "2022", "4,4,4,4,4,4,0/1,1,1,1,4,0,0 n"),
        5
    );
}

#[test]
fn mirror_repeats_the_opponents_last_move_or_takes_the_first_legal() {
    let mut record = game("2016", "4,4,4,4,4,4,0/4,0,4,4,4,4,4 s");
    record.push(Pit::new(3).unwrap()).unwrap(); // an extra turn
    assert_eq!(record.position().to_move(), Side::South);
    record.push(Pit::new(1).unwrap()).unwrap();
    assert_eq!(
        choice("mirror", &record),
        1,
        "the last of the opponent's moves counts"
    );
    record.pop();
    record.push(Pit::new(2).unwrap()).unwrap();
    assert_eq!(choice("mirror", &record), 6, "its pit 2 is empty");
    assert_eq!(
        chooses("mirror", "2016", "4,4,4,4,4,4,0/4,4,4,4,4,0,0 n"),
        5,
        "nothing to mirror yet"
    );
}

#[test]
fn alpha_beta_answers_the_documented_save_as_documented() {
    // The Python game's screenshot: on loading the save, the computer empties its pit 6.
    assert_eq!(
        chooses("medium", "ain-shams-steal", "0,5,5,5,5,4,0/4,4,4,4,4,4,0 n"),
        6
    );
}

#[test]
fn alpha_beta_is_minimax() {
    fn minimax(position: &Position, depth: u32, side: Side) -> i32 {
        if depth == 0 || position.is_over() {
            return position.margin(side);
        }
        let values = position
            .legal_moves()
            .map(|pit| minimax(&position.step_legal(pit).after, depth - 1, side));
        if position.to_move() == side {
            values.max().unwrap()
        } else {
            values.min().unwrap()
        }
    }
    let mut rng = Rng::new(5);
    for number in 0..300 {
        let preset = Preset::ALL[number % Preset::ALL.len()];
        let mut record = Record::new(Position::start(preset.rules(), Side::BOTH[number % 2]));
        for _ in 0..rng.below(40) {
            let legal = record.position().legal_moves();
            if legal.is_empty() {
                break;
            }
            record
                .push(legal.nth_pit(rng.below(legal.len())).unwrap())
                .unwrap();
        }
        let position = record.position();
        if position.is_over() {
            continue;
        }
        let depth = 1 + (number % 4) as u32;
        let value = |pit: Pit| {
            minimax(
                &position.step_legal(pit).after,
                depth - 1,
                position.to_move(),
            )
        };
        let best = position.legal_moves().map(value).max().unwrap();
        let first = position
            .legal_moves()
            .find(|&pit| value(pit) == best)
            .unwrap();
        assert_eq!(
            choice(&format!("alpha-beta:{depth}"), &record),
            first.number(),
            "{position}"
        );
    }
}

#[test]
fn random_depends_on_its_seed_alone_and_reaches_every_move() {
    let record = game("standard", "4,4,0,4,4,4,0/4,4,4,4,4,4,0 s");
    let drawn = |seed| {
        let mut player = PlayerSpec::Random.player(Rng::new(seed));
        (0..60)
            .map(|_| player.choose(&record).unwrap().number())
            .collect::<Vec<_>>()
    };
    assert_eq!(drawn(1), drawn(1));
    assert_ne!(drawn(1), drawn(2));
    let mut reached = drawn(3);
    reached.sort_unstable();
    reached.dedup();
    assert_eq!(reached, [1, 2, 4, 5, 6]);
}

#[test]
fn nobody_moves_in_a_finished_game() {
    let over = game("standard", "0,0,0,0,0,0,20/0,0,0,0,0,0,28 s");
    for name in [
        "random",
        "mirror",
        "reference",
        "opportunist",
        "deep-purple",
        "hard",
    ] {
        let spec: PlayerSpec = name.parse().unwrap();
        assert!(spec.player(Rng::new(1)).choose(&over).is_err(), "{name}");
    }
}

#[test]
fn names_round_trip_and_wrong_ones_are_refused() {
    for name in [
        "random",
        "mirror",
        "reference",
        "opportunist",
        "deep-purple",
        "easy",
        "medium",
        "hard",
        "alpha-beta:7",
        "ain-shams:0",
        "ain-shams:2",
    ] {
        assert_eq!(name.parse::<PlayerSpec>().unwrap().to_string(), name);
    }
    assert_eq!(
        "alpha-beta:5".parse::<PlayerSpec>().unwrap(),
        "medium".parse().unwrap()
    );
    for wrong in [
        "",
        "deep purple",
        "alpha-beta",
        "alpha-beta:",
        "alpha-beta:0",
        "alpha-beta:41",
        "alpha-beta:-1",
        "ain-shams:3",
        "ain-shams:",
    ] {
        assert!(wrong.parse::<PlayerSpec>().is_err(), "{wrong}");
    }
}

/// `tests/data/ain_shams.py` is the document's game in Python, written from its text; these are its answers.
#[test]
fn ain_shams_answers_as_the_printed_function_does() {
    let answers = include_str!("../data/ain_shams.txt");
    let mut answered = 0;
    for line in answers.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let [state, another_turn, steal, levels, answer] = words[..] else {
            panic!("{line}");
        };
        let state: Vec<u32> = state.split(',').map(|n| n.parse().unwrap()).collect();
        let rules = match steal {
            "1" => Preset::AinShamsSteal,
            _ => Preset::AinShamsNoSteal,
        };
        let setup = Setup {
            pits: BySide::new(state[..6].to_vec(), state[7..13].to_vec()),
            stores: BySide::new(state[6], state[13]),
            to_move: Side::North,
        };
        let position = Position::new(rules.rules(), &setup).unwrap();
        let player = AinShams::new(levels.parse().unwrap());
        let pit = player.answer(&position, another_turn == "1").unwrap();
        assert_eq!(pit.number().to_string(), answer, "{line}");
        answered += 1;
    }
    assert_eq!(answered, 1010);
}

#[test]
fn ain_shams_counts_extra_turns_one_level_late() {
    // Pit 5 ends in the store, and pit 6 then does so again: two levels deep, the intended search sees two seeds
    // banked. What is printed lets the other side move in between, sees one, and takes the first move it tries.
    let text = "0,0,5,0,0,0,0/0,1,0,0,2,0,0 n";
    assert_eq!(chooses("easy", "ain-shams-steal", text), 5);
    assert_eq!(chooses("ain-shams:0", "ain-shams-steal", text), 2);
    // The document's second screenshot.
    let game = game("ain-shams-steal", "0,5,5,5,5,4,0/4,4,4,4,4,4,0 n");
    assert_eq!(choice("ain-shams:1", &game), 6);
}

/// How often the two versions of the Python game's search choose different moves; docs/players.md has the numbers.
///
/// `cargo test -p engine printed_and_meant -- --nocapture` prints them.
#[test]
fn printed_and_meant_choose_different_moves() {
    let rules = Preset::AinShamsSteal.rules();
    let mut positions = Vec::new();
    for number in 0..100 {
        let mut rng = Rng::new(number);
        let mut record = Record::new(Position::start(rules, Side::South));
        while !record.position().is_over() {
            let legal = record.position().legal_moves();
            if legal.len() > 1 {
                positions.push(record.clone());
            }
            record
                .push(legal.nth_pit(rng.below(legal.len())).unwrap())
                .unwrap();
        }
    }
    let differ = |printed: &str, meant: &str, step: usize| {
        let sample = || positions.iter().step_by(step);
        let differ = sample().filter(|game| choice(printed, game) != choice(meant, game));
        let (differ, of) = (differ.count(), sample().count());
        println!("{printed} and {meant} differ in {differ} of {of} positions");
        (differ, of)
    };
    let easy = differ("ain-shams:0", "easy", 1);
    let medium = differ("ain-shams:1", "medium", 1);
    let hard = differ("ain-shams:2", "hard", 20);
    assert_eq!([easy, medium, hard], DIFFERENCES);
}

/// Positions in which the two choose different moves, and positions looked at: easy, medium, hard.
const DIFFERENCES: [(usize, usize); 3] = [(1343, 3838), (2250, 3838), (120, 192)];

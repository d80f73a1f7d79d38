//! What must hold in every position of every game.

use kalah::{
    BySide, Capture, End, Lift, Moves, Packed, PackedRules, Pit, Position, Rules, Setup, Side,
};
use proptest::prelude::*;

fn any_rules() -> impl Strategy<Value = Rules> {
    let capture = prop::sample::select(vec![Capture::Opposite, Capture::Always, Capture::Off]);
    let end = prop::sample::select(vec![End::Either, End::Mover]);
    let lift = prop::sample::select(vec![Lift::All, Lift::Each]);
    (1..=12u32, 1..=12u32, capture, end, lift).prop_map(|(pits, seeds, capture, end, lift)| {
        let rules = Rules::new(pits, seeds, capture, end).unwrap();
        rules.with_lift(lift)
    })
}

pub fn any_side() -> impl Strategy<Value = Side> {
    prop::sample::select(Side::BOTH.to_vec())
}

/// Mostly few seeds a pit, as in real games, but up to a whole board's in one.
fn any_position() -> impl Strategy<Value = Position> {
    any_rules().prop_flat_map(|rules| {
        let lap = Just(rules.lap() as u32);
        let seeds = prop_oneof![5 => 0..3u32, 3 => 0..30u32, 1 => lap, 1 => 0..289u32];
        let houses = prop::collection::vec(seeds, 2 * rules.pits() + 2);
        (houses, any_side()).prop_filter_map("too many seeds", move |(houses, to_move)| {
            let (south, north) = houses[2..].split_at(rules.pits());
            let setup = Setup {
                pits: BySide::new(south.to_vec(), north.to_vec()),
                stores: BySide::new(houses[0], houses[1]),
                to_move,
            };
            Position::new(rules, &setup).ok()
        })
    })
}

fn occupied(position: &Position) -> Vec<usize> {
    let pits = position.pits(position.to_move());
    (1..)
        .zip(pits)
        .filter(|(_, seeds)| *seeds > 0)
        .map(|(number, _)| number)
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn legal_moves_are_the_filled_pits(position in any_position()) {
        let legal: Vec<usize> = position.legal_moves().map(Pit::number).collect();
        if position.is_over() {
            prop_assert!(legal.is_empty());
            prop_assert_eq!(position.seeds_in_pits(), 0);
        } else {
            prop_assert_eq!(&legal, &occupied(&position));
            prop_assert!(!legal.is_empty());
        }
        for number in 0..15 {
            prop_assert_eq!(position.legal(number).is_ok(), legal.contains(&number));
        }
    }

    #[test]
    fn path_and_result_agree(position in any_position()) {
        for pit in position.legal_moves() {
            let sowing = position.sow(pit).unwrap();
            let step = position.step(pit).unwrap();
            prop_assert_eq!(step.after, sowing.after);
            prop_assert_eq!(step.extra_turn, sowing.extra_turn);
            prop_assert_eq!(Some(&step.last), sowing.path.last());
            prop_assert_eq!(step.captured, sowing.capture.map_or(0, kalah::Captured::seeds));
            prop_assert_eq!(sowing.path.len(), usize::from(sowing.seeds));
            prop_assert_eq!(sowing.over, sowing.after.is_over());
            if !sowing.over && sowing.extra_turn {
                prop_assert_eq!(sowing.after.to_move(), sowing.mover);
            }
        }
    }

    #[test]
    fn the_path_retold_gives_the_result(position in any_position()) {
        for pit in position.legal_moves() {
            let sowing = position.sow(pit).unwrap();
            let mut board = position.setup();
            board.pits[sowing.mover][pit.index()] = 0;
            let mut add = |house: kalah::House, seeds: i64| {
                let cell = match house {
                    kalah::House::Pit { side, pit } => &mut board.pits[side][pit.index()],
                    kalah::House::Store { side } => &mut board.stores[side],
                };
                *cell = (i64::from(*cell) + seeds) as u32;
            };
            sowing.path.iter().for_each(|&house| add(house, 1));
            let store = kalah::House::Store { side: sowing.mover };
            if let Some(capture) = sowing.capture {
                add(capture.own, -1);
                add(capture.opposite, -i64::from(capture.from_opposite));
                add(store, capture.seeds().into());
            }
            for &(house, seeds) in &sowing.sweep {
                add(house, -i64::from(seeds));
                add(kalah::House::Store { side: house.side() }, seeds.into());
            }
            board.to_move = sowing.after.to_move();
            prop_assert_eq!(board, sowing.after.setup());
        }
    }

    /// Lifting seed by seed changes a move in one case only: the last seed comes back to the pit it came from, captures
    /// there if all seeds were lifted at once, and stays.
    #[test]
    fn lifting_each_seed_differs_only_where_a_lap_comes_back(position in any_position()) {
        let under = |lift| Position::new(position.rules().with_lift(lift), &position.setup()).unwrap();
        let [all, each] = [Lift::All, Lift::Each].map(under);
        for pit in position.legal_moves() {
            let [all, each] = [all, each].map(|position| position.step_legal(pit));
            let comes_back = kalah::House::Pit { side: position.to_move(), pit };
            if all.captured > 0 && all.last == comes_back {
                prop_assert_eq!(usize::from(position.pit(position.to_move(), pit)), position.rules().lap());
                prop_assert_eq!(each.captured, 0);
                prop_assert!(each.after.is_over() || each.after.seeds(comes_back) == 1);
            } else {
                prop_assert_eq!(all.after.setup(), each.after.setup());
                prop_assert_eq!((all.captured, all.extra_turn), (each.captured, each.extra_turn));
            }
        }
    }

    #[test]
    fn seeds_are_conserved(position in any_position()) {
        for pit in position.legal_moves() {
            prop_assert_eq!(position.step_legal(pit).after.total(), position.total());
        }
    }

    #[test]
    fn the_mirrored_position_gives_the_mirrored_result(position in any_position()) {
        let mirrored = position.mirrored();
        let (setup, other) = (position.setup(), mirrored.setup());
        prop_assert_eq!(&setup.pits.south, &other.pits.north);
        prop_assert_eq!(setup.stores.south, other.stores.north);
        prop_assert_eq!(mirrored.mirrored(), position);
        prop_assert_eq!(position.legal_moves(), mirrored.legal_moves());
        for pit in position.legal_moves() {
            prop_assert_eq!(mirrored.step_legal(pit).after, position.step_legal(pit).after.mirrored());
        }
    }

    #[test]
    fn the_other_side_can_be_to_move(position in any_position()) {
        prop_assert_eq!(position.with_to_move(position.to_move()), position);
        let mut setup = position.setup();
        setup.to_move = setup.to_move.other();
        let turned = Position::new(position.rules(), &setup).unwrap();
        prop_assert_eq!(position.with_to_move(setup.to_move), turned);
    }

    /// The board of the search moves as positions do.
    #[test]
    fn a_packed_board_is_played_like_its_position(position in any_position()) {
        let Some(board) = Packed::new(&position) else {
            return Ok(());
        };
        let rules = PackedRules::new(position.rules());
        let mover = position.to_move();
        prop_assert_eq!(board.moves(), position.legal_moves().fold(0, |bits, pit| bits | 1 << pit.index()));
        for pit in position.legal_moves() {
            let step = position.step_legal(pit);
            let played = rules.play(&board, pit.index());
            prop_assert_eq!(played.over, step.after.is_over());
            prop_assert_eq!(played.banked, step.after.margin(mover) - position.margin(mover));
            prop_assert_eq!(played.extra_turn && !played.over, step.extra_turn);
            if !played.over {
                prop_assert_eq!(Some(played.after), Packed::new(&step.after));
            }
        }
    }

    #[test]
    fn text_and_json_round_trip(position in any_position()) {
        let text = position.to_string();
        let setup: Setup = text.parse().unwrap();
        prop_assert_eq!(Position::new(position.rules(), &setup).unwrap(), position);
        prop_assert_eq!(setup.to_string(), text);
        prop_assert_eq!(Position::from_json(&position.to_json()).unwrap(), position);
    }

    #[test]
    fn kgp_boards_round_trip_as_south_sees_them(position in any_position()) {
        let mut seen = position.setup();
        if seen.to_move == Side::North {
            seen = position.mirrored().setup();
        }
        prop_assert_eq!(Setup::from_kgp(&position.setup().to_kgp()).unwrap(), seen);
    }

    #[test]
    fn rules_round_trip(rules in any_rules()) {
        prop_assert_eq!(rules.to_string().parse::<Rules>().unwrap(), rules);
        let json = serde_json::to_string(&rules).unwrap();
        prop_assert_eq!(serde_json::from_str::<Rules>(&json).unwrap(), rules);
    }

    #[test]
    fn moves_iterate_from_both_ends(position in any_position()) {
        let moves: Moves = position.legal_moves();
        let mut backwards: Vec<Pit> = moves.rev().collect();
        backwards.reverse();
        prop_assert_eq!(moves.collect::<Vec<_>>(), backwards.clone());
        prop_assert_eq!(moves.len(), backwards.len());
        for (n, pit) in backwards.into_iter().enumerate() {
            prop_assert_eq!(moves.nth_pit(n), Some(pit));
        }
        prop_assert_eq!(moves.nth_pit(moves.len()), None);
    }
}

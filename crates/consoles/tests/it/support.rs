//! Positions to try and the expected states of a console.

use consoles::{Fast, Model, Outcome, Panel, Phase};
use engine::player::{DeepPurple, Mirror, Opportunist, Player, Reference};
use engine::rng::Rng;
use kalah::{BySide, Position, Rules, Setup, Side};

/// The rules of a game on this console: 4 seeds in each pit, or a random number where they can be chosen.
pub fn rules(model: Model, rng: &mut Rng) -> Rules {
    let seeds = if model.has_settings() {
        4 + rng.below(5)
    } else {
        4
    };
    model.rules(seeds as u8).expect("the console offers it")
}

/// The Rust player a console's firmware must equal.
pub fn twin(model: Model) -> Box<dyn Player> {
    match model {
        Model::Y2016 => Box::new(Reference),
        Model::Y2016Mirror => Box::new(Mirror),
        Model::Y2022 => Box::new(Opportunist),
        Model::Y2023 => Box::new(DeepPurple),
    }
}

/// A position with a move in it: all seeds of a game strewn over the board, thickly or thinly, early or late in the game.
pub fn strewn(rules: Rules, rng: &mut Rng) -> Position {
    loop {
        let mut houses = [0; 14];
        let spread = 1 + rng.below(14);
        let targets: Vec<usize> = (0..spread).map(|_| rng.below(14)).collect();
        let banked = rng.below(120);
        for _ in 0..12 * rules.seeds() {
            let house = match rng.below(100) < banked {
                true => 12 + rng.below(2),
                false => targets[rng.below(spread)],
            };
            houses[house] += 1;
        }
        let setup = Setup {
            pits: BySide::new(houses[..6].to_vec(), houses[6..12].to_vec()),
            stores: BySide::new(houses[12], houses[13]),
            to_move: Side::BOTH[rng.below(2)],
        };
        let position = Position::new(rules, &setup).expect("it fits");
        if !position.is_over() {
            return position;
        }
    }
}

/// The displays for a position: south's pits and store, then north's.
pub fn board(position: &Position) -> [[u8; 7]; 2] {
    Side::BOTH.map(|side| {
        let seeds: Vec<u16> = position.pits(side).chain([position.store(side)]).collect();
        std::array::from_fn(|i| seeds[i] as u8)
    })
}

pub fn shown(panel: &Panel) -> [[u8; 7]; 2] {
    std::array::from_fn(|side| {
        std::array::from_fn(|i| *panel.pits[side].get(i).unwrap_or(&panel.stores[side]))
    })
}

/// The panel shows a position: seeds, whose turn, and at the end the outcome.
pub fn assert_shows(machine: &Fast, position: &Position, context: &str) {
    use consoles::Machine;
    let panel = machine.panel();
    assert_eq!(shown(&panel), board(position), "{context}: {panel:?}");
    let phase = match (position.is_over(), position.to_move()) {
        (true, _) => Phase::Over,
        (false, Side::South) => Phase::Human,
        (false, Side::North) => Phase::Thinking,
    };
    assert_eq!(panel.phase(), phase, "{context}: {panel:?}");
    let outcome = position.outcome().map(|winner| match winner {
        Some(Side::South) => Outcome::HumanWins,
        Some(Side::North) => Outcome::ComputerWins,
        None => Outcome::Draw,
    });
    assert_eq!(panel.outcome(), outcome, "{context}: {panel:?}");
}

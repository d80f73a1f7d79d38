//! The game between two people under random commands: whatever is sent, the entries make the game, nobody acts for the
//! other player, and no clock goes below zero.

use kalah::{Pit, Position, Rules, Side};
use proptest::prelude::*;
use serde_json::Value;
use server::table::{Clock, Command, Entry, Event, Game, Millis, Name, Refusal, Settings};

/// An attempt, and how long its player took for it.
#[derive(Clone, Debug)]
enum Attempt {
    Join,
    Act(Side, Command),
    /// The pit is counted among those that can be played, so that games get somewhere.
    Play(Side, usize),
}

fn side() -> impl Strategy<Value = Side> {
    prop_oneof![Just(Side::South), Just(Side::North)]
}

fn attempt() -> impl Strategy<Value = Attempt> {
    let command = prop_oneof![
        (1..=7usize, 0..20usize).prop_map(|(pit, ply)| Command::Move {
            pit: Pit::new(pit).unwrap(),
            ply,
            seq: None,
        }),
        Just(Command::AskTakeback),
        any::<bool>().prop_map(|yes| Command::AnswerTakeback { yes }),
        Just(Command::OfferDraw),
        any::<bool>().prop_map(|yes| Command::AnswerDraw { yes }),
        Just(Command::Abort),
        Just(Command::Withdraw),
        (0..2 * Game::AWAY).prop_map(|away| Command::Claim { away }),
        Just(Command::Rename {
            name: Name::default()
        }),
        Just(Command::OfferRematch),
        Just(Command::AcceptRematch {
            game: "next".into()
        }),
    ];
    prop_oneof![
        1 => Just(Attempt::Join),
        1 => side().prop_map(|side| Attempt::Act(side, Command::Resign)),
        8 => (side(), command).prop_map(|(side, command)| Attempt::Act(side, command)),
        30 => (side(), 0..6usize).prop_map(|(side, pit)| Attempt::Play(side, pit)),
    ]
}

fn clock() -> impl Strategy<Value = Clock> {
    prop_oneof![
        Just(Clock::None),
        (10..100u32, 0..5u32).prop_map(|(seconds, increment)| Clock::Game { seconds, increment }),
        (1..3u32).prop_map(|days| Clock::Turn { days }),
    ]
}

fn started(clock: Clock) -> Vec<Entry> {
    let settings = Settings {
        rules: Rules::default(),
        clock,
        open: false,
    };
    let made = Event::Made {
        settings,
        after: None,
        series: None,
    };
    let joined = Event::Joined {
        side: Side::South,
        name: Name::default(),
    };
    let numbered = (1..).zip([made, joined]);
    numbered
        .map(|(seq, event)| Entry { seq, at: 0, event })
        .collect()
}

/// The position as anybody can compute it from the state.
fn position(state: &Value) -> Position {
    let moves = state["moves"].as_array().unwrap();
    let start = Position::start(Rules::default(), Side::South);
    moves.iter().fold(start, |position, pit| {
        let pit = Pit::new(pit.as_u64().unwrap() as usize).unwrap();
        position.play(pit).expect("a legal move")
    })
}

/// The entries an attempt would add.
fn decide(game: &Game, attempt: &Attempt) -> Result<Option<Event>, Refusal> {
    let state = state(game);
    match attempt {
        Attempt::Join => game.join(Name::default()).map(|(_, event)| Some(event)),
        Attempt::Act(side, command) => game.decide(*side, command.clone()),
        Attempt::Play(side, choice) => {
            let position = position(&state);
            let pits: Vec<Pit> = (1..=6).filter_map(Pit::new).collect();
            let legal = pits.iter().filter(|&&pit| position.play(pit).is_ok());
            let legal: Vec<&Pit> = legal.collect();
            let Some(&&pit) = legal.get(choice % legal.len().max(1)) else {
                return Ok(None);
            };
            let ply = state["moves"].as_array().unwrap().len();
            game.decide(
                *side,
                Command::Move {
                    pit,
                    ply,
                    seq: None,
                },
            )
        }
    }
}

fn state(game: &Game) -> Value {
    serde_json::to_value(game.state()).unwrap()
}

/// The author of an event.
fn actor(event: &Event) -> Option<Side> {
    match event {
        Event::Moved { side, .. }
        | Event::Renamed { side, .. }
        | Event::TakebackAsked { side }
        | Event::TakebackDropped { side }
        | Event::DrawOffered { side }
        | Event::DrawDropped { side }
        | Event::Aborted { side }
        | Event::Resigned { side }
        | Event::Claimed { side }
        | Event::RematchOffered { side } => Some(*side),
        _ => None,
    }
}

proptest! {
    #[test]
    fn entries_make_the_game_whatever_is_tried(
        clock in clock(),
        attempts in prop::collection::vec((attempt(), 0..40_000 as Millis), 1..50),
    ) {
        let mut entries = started(clock);
        let mut game = Game::replay(&entries).unwrap();
        let mut now = 0;
        for (attempt, took) in &attempts {
            now += took;
            let event = match game.tick(now) {
                Some(event) => Some(event),
                None => decide(&game, attempt).unwrap_or(None),
            };
            let Some(mut event) = event else { continue };
            if let Event::Moved { side, lag, .. } = &mut event {
                *lag = game.credit(*side, took % 3000);
            }
            let turn = game.turn();
            if let (Attempt::Act(side, _) | Attempt::Play(side, _), Some(actor)) = (attempt, actor(&event)) {
                prop_assert_eq!(*side, actor);
            }
            if let Event::Moved { side, .. } = &event {
                prop_assert_eq!(turn, Some(*side));
            }
            let entry = Entry { seq: game.seq() + 1, at: now, event };
            prop_assert!(game.apply(&entry).is_some(), "{entry:?} was decided and cannot be");
            entries.push(entry);

            let replayed = Game::replay(&entries).expect("the entries of a game");
            let state = state(&game);
            prop_assert_eq!(&state, &self::state(&replayed));
            prop_assert_eq!(&state["position"], &position(&state).to_string());
            for side in ["south", "north"] {
                let left = &state["clocks"]["left"][side];
                prop_assert!(left.is_null() || left.as_i64().unwrap() >= 0, "{}", state);
            }
            // As stored and read again.
            let text = serde_json::to_string(&entries).unwrap();
            prop_assert_eq!(&serde_json::from_str::<Vec<Entry>>(&text).unwrap(), &entries);
        }
    }

    #[test]
    fn a_move_that_is_said_again_changes_nothing(pits in prop::collection::vec(0..6usize, 1..40)) {
        let mut game = Game::replay(&started(Clock::None)).unwrap();
        let (_, event) = game.join(Name::default()).unwrap();
        game.apply(&Entry { seq: 3, at: 0, event }).unwrap();
        for choice in pits {
            let Some(side) = game.turn() else { break };
            let Ok(Some(event)) = decide(&game, &Attempt::Play(side, choice)) else { break };
            let Event::Moved { pit, .. } = event else { panic!("{event:?}") };
            let ply = state(&game)["moves"].as_array().unwrap().len();
            game.apply(&Entry { seq: game.seq() + 1, at: 0, event }).unwrap();
            prop_assert_eq!(game.decide(side, Command::Move { pit, ply, seq: None }), Ok(None));
            let other = game.decide(side.other(), Command::Move { pit, ply, seq: None });
            prop_assert!(matches!(other, Err(Refusal::OtherPly { .. })), "{other:?}");
        }
    }
}

/// A game two people have begun, and its entries so far.
struct Tale {
    game: Game,
    now: Millis,
}

impl Tale {
    fn begun(clock: Clock) -> Tale {
        let mut game = Game::replay(&started(clock)).unwrap();
        let (_, event) = game.join(Name::default()).unwrap();
        game.apply(&Entry {
            seq: 3,
            at: 0,
            event,
        })
        .unwrap();
        Tale { game, now: 0 }
    }

    fn add(&mut self, event: Event) {
        let entry = Entry {
            seq: self.game.seq() + 1,
            at: self.now,
            event,
        };
        self.game.apply(&entry).expect("it can follow");
    }

    fn act(&mut self, side: Side, command: Command) -> Result<(), Refusal> {
        if let Some(event) = self.game.decide(side, command)? {
            self.add(event);
        }
        Ok(())
    }

    /// The player to move plays their first pit with seeds after this delay, part of which was spent on the network.
    fn play(&mut self, after: Millis, lag: Millis) -> Side {
        self.now += after;
        let side = self.game.turn().expect("somebody's turn");
        let Ok(Some(mut event)) = decide(&self.game, &Attempt::Play(side, 0)) else {
            panic!("a legal move")
        };
        if let Event::Moved { lag: taken, .. } = &mut event {
            *taken = self.game.credit(side, lag);
        }
        self.add(event);
        side
    }

    fn left(&self, side: Side) -> Millis {
        let name = side.to_string();
        state(&self.game)["clocks"]["left"][name].as_i64().unwrap()
    }

    fn reason(&self) -> Value {
        state(&self.game)["outcome"]["reason"].clone()
    }
}

#[test]
fn a_draw_takes_both() {
    let (south, north) = (Side::South, Side::North);
    let mut tale = Tale::begun(Clock::None);
    assert_eq!(
        tale.act(south, Command::AnswerDraw { yes: true }),
        Err(Refusal::NotAsked)
    );
    tale.act(south, Command::OfferDraw).unwrap();
    tale.act(south, Command::OfferDraw).unwrap();
    assert_eq!(state(&tale.game)["draw"], "south");
    assert_eq!(
        tale.act(south, Command::AnswerDraw { yes: true }),
        Err(Refusal::NotAsked)
    );
    tale.act(north, Command::AnswerDraw { yes: false }).unwrap();
    assert_eq!(
        tale.act(south, Command::OfferDraw),
        Err(Refusal::OfferedLately)
    );
    // After a move of one's own it may be offered again; a move of the other side declines it.
    while tale.play(0, 0) != south {}
    tale.act(south, Command::OfferDraw).unwrap();
    while tale.play(0, 0) != north {}
    assert_eq!(state(&tale.game)["draw"], Value::Null);
    tale.act(north, Command::OfferDraw).unwrap();
    tale.act(south, Command::OfferDraw).unwrap();
    assert_eq!(tale.reason(), "agreed");
    assert_eq!(state(&tale.game)["outcome"]["winner"], Value::Null);
}

#[test]
fn a_game_can_be_called_off_until_both_have_moved() {
    let mut tale = Tale::begun(Clock::None);
    while tale.play(0, 0) == Side::South && tale.game.turn() == Some(Side::South) {}
    for side in Side::BOTH {
        let mut copy = Tale {
            game: tale.game.clone(),
            now: 0,
        };
        copy.act(side, Command::Abort).unwrap();
        assert_eq!(copy.reason(), "aborted");
        copy.act(side, Command::OfferRematch).unwrap();
    }
    assert_eq!(state(&tale.game)["abortable"], true);
    tale.play(0, 0);
    assert_eq!(state(&tale.game)["abortable"], false);
    assert_eq!(
        tale.act(Side::South, Command::Abort),
        Err(Refusal::BothMoved)
    );
}

/// A player far away gets back what the network takes, but nobody gets more than a little with every move.
#[test]
fn what_the_network_takes_is_given_back_within_bounds() {
    let clock = Clock::Game {
        seconds: 100,
        increment: 0,
    };
    let spent = |lag: Millis, moves: usize| {
        let mut tale = Tale::begun(clock);
        // Nobody's clock runs before the first move.
        let first = tale.play(0, 0);
        let mut counted = 0;
        while counted < moves && tale.game.turn().is_some() {
            counted += usize::from(tale.play(1000, lag) == first.other());
        }
        assert_eq!(counted, moves);
        100_000 - tale.left(first.other())
    };
    assert_eq!(spent(0, 4), 4000);
    assert_eq!(spent(200, 4), 4 * 800);
    // A second at the start and 300 ms with each move, however far away a client claims to be.
    assert_eq!(spent(60_000, 1), 0);
    assert_eq!(spent(60_000, 4), 3 * 700);
    assert_eq!(spent(900, 4), 4000 - 1000 - 3 * 300);
}

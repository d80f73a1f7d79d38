//! How a game behaves, right or wrong.

use std::sync::Arc;

use kalah::{Pit, Position, Rules, Side, Sowing};

/// The game's behaviour. The usual one is right.
#[derive(Clone)]
pub struct Plan {
    pub rules: Rules,
    pub people: bool,
    /// Nothing is shown before `start` was pressed.
    pub needs_start: bool,
    /// Each seed is shown.
    pub is_slow: bool,
    /// Called before the game shows a position: number of moves so far, position.
    pub cheat: Arc<dyn Fn(u32, Position) -> Position + Send + Sync>,
    /// The position after a move; given the right one.
    pub twist: fn(&Sowing) -> Position,
    pub first: Side,
    /// The game says that it is over, and sweeps this many clocks later.
    pub sweeps_late: u32,
    /// Everything takes this many times as long.
    pub slowness: u32,
    /// Plays the computer's turn.
    pub computer: fn(u32, Position) -> Pit,
    /// It answers this many moves, and then no more.
    pub moves: u32,
    pub fault: Fault,
    /// Buttons are polled once in this many clocks.
    pub polls: u32,
    /// Clocks in which nothing changes before the computer moves.
    pub thinks: u32,
    /// The computer moves when `cmove` is pressed.
    pub is_asked: bool,
    /// Two people press the same buttons in turn.
    pub shares: bool,
    /// The light for the turn is on whenever it is that side's turn, whatever is still being shown.
    pub early_light: bool,
}

/// The game's fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    None,
    /// A press is taken while the last move is still being shown.
    HearsAlways,
    /// Two buttons at once are the pit of their sum.
    AddsButtons,
    ResetDoesNothing,
    /// A reset leaves the stores as they were.
    ResetKeepsStores,
    /// The console accepts presses from either side.
    AnyTurn,
    /// The other person's light is on after an extra turn.
    WrongTurnLight,
}

impl Plan {
    pub fn new(rules: Rules) -> Plan {
        Plan {
            rules,
            people: false,
            needs_start: false,
            is_slow: true,
            cheat: Arc::new(|_, position| position),
            twist: |sowing| sowing.after,
            first: Side::South,
            sweeps_late: 0,
            slowness: 1,
            computer: |_, position| position.legal_moves().next_back().expect("a move"),
            moves: u32::MAX,
            fault: Fault::None,
            polls: 1,
            thinks: 3,
            is_asked: false,
            shares: false,
            early_light: false,
        }
    }
}

//! The scenes to be recorded.

/// A key or several, the text to wait for, and how long it stays on the screen, in milliseconds.
pub struct Step {
    pub keys: &'static str,
    pub until: &'static str,
    pub hold: u64,
}

pub struct Scene {
    pub name: &'static str,
    pub window: (u16, u16),
    pub arguments: &'static [&'static str],
    pub steps: Vec<Step>,
    /// From this step on pictures are taken; if none is named, one alone is taken at the end.
    pub from: Option<usize>,
    /// Milliseconds between two pictures.
    pub frame: u64,
}

fn step(keys: &'static str, until: &'static str, hold: u64) -> Step {
    Step { keys, until, hold }
}

pub fn scenes() -> Vec<Scene> {
    vec![game(), review(), console(), circuit()]
}

/// A few moves with hint and analysis.
fn game() -> Scene {
    Scene {
        name: "terminal",
        window: (80, 24),
        arguments: &["play", "--opponent", "deep-purple"],
        steps: vec![
            step("", "Your turn", 1200),
            step("3", "1. 3+", 1600),
            step("6", "Your turn", 4500),
            step("h", "pit", 2500),
            step("a", "Analysis", 3500),
            step("2", "2. 2+", 1800),
            step("6", "2. 2+ 6+", 1500),
            step("1", "2. 2+ 6+ 1x", 6000),
        ],
        from: Some(0),
        frame: 120,
    }
}

/// A whole game under review.
fn review() -> Scene {
    Scene {
        name: "terminal-review",
        window: (100, 32),
        arguments: &["play", "--load", "LESSON", "--speed", "off"],
        steps: vec![
            step("", "rematch", 500),
            step("v", "% accurate", 3000),
            step("t", "accurate", 500),
        ],
        from: None,
        frame: 50,
    }
}

/// Deep Purple thinks.
fn console() -> Scene {
    Scene {
        name: "terminal-console",
        window: (100, 36),
        arguments: &["play"],
        steps: vec![
            step("", "New game", 100),
            step("m", "The console of 2023", 100),
            step("e4", "waiting for you", 300),
            step("w--a", "running", 5000),
            step("+", "1000 half-ticks", 4000),
            step("e", "waiting for you", 2500),
        ],
        from: Some(3),
        frame: 500,
    }
}

/// The board of 2023 as a circuit.
fn circuit() -> Scene {
    Scene {
        name: "terminal-circuit",
        window: (120, 40),
        arguments: &["circuit", "debug", "--tui", "mancala.circ"],
        steps: vec![
            step("", "Pins and buttons", 300),
            step("j1500\r", "half-tick 1500", 300),
            step("\x1b[B\x1b[B", "half-tick 1500", 300),
            step("kkkkkkkkkkkk", "half-tick 1524", 500),
        ],
        from: None,
        frame: 50,
    }
}

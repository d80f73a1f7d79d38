//! Everything that searches: the players, and the analysis.

use std::sync::Arc;
use std::time::Duration;

use wasm_bindgen::prelude::wasm_bindgen;

use super::first::Desk;
use super::now;

#[wasm_bindgen]
pub struct Player(crate::Player);

#[wasm_bindgen]
impl Player {
    /// With a clock, players think for their time; without, they count positions, which is the same everywhere.
    #[wasm_bindgen(constructor)]
    pub fn new(clock: bool) -> Player {
        let time = || Duration::from_secs_f64(now().max(0.0) / 1000.0);
        Player(crate::Player::new(clock.then(|| Arc::new(time) as _)))
    }

    pub fn handle(&mut self, name: &str, request: &str) -> String {
        self.0.handle(name, request)
    }
}

#[wasm_bindgen]
pub struct Analyst(crate::Analyst);

#[wasm_bindgen]
impl Analyst {
    #[wasm_bindgen(constructor)]
    #[allow(clippy::new_without_default)]
    pub fn new() -> Analyst {
        Analyst(crate::Analyst::new())
    }

    pub fn prepare(&mut self, desk: &Desk) {
        self.0.prepare(&desk.0);
    }

    pub fn begin(&mut self, desk: &Desk, name: &str, request: &str) -> String {
        self.0.begin(&desk.0, name, request)
    }

    pub fn step(&mut self, desk: &Desk, job: u32, nodes: f64) -> String {
        self.0.step(&desk.0, job, nodes as u64)
    }

    pub fn cancel(&mut self, job: u32) {
        self.0.cancel(job);
    }
}

//! What every visitor needs at once: questions that are answered without search, and the game on the board.

use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
pub struct Desk(pub(super) crate::Desk);

#[wasm_bindgen]
impl Desk {
    #[wasm_bindgen(constructor)]
    #[allow(clippy::new_without_default)]
    pub fn new() -> Desk {
        Desk(crate::Desk::new())
    }

    pub fn handle(&mut self, name: &str, request: &str) -> String {
        self.0.handle(name, request)
    }
}

#[wasm_bindgen]
pub struct Game(crate::Game);

#[wasm_bindgen]
impl Game {
    #[wasm_bindgen(constructor)]
    #[allow(clippy::new_without_default)]
    pub fn new() -> Game {
        Game(crate::Game::new())
    }

    pub fn handle(&mut self, desk: &Desk, name: &str, request: &str) -> String {
        self.0.handle(&desk.0, name, request)
    }
}

//! The machine: a console, or a circuit under power.

use wasm_bindgen::prelude::wasm_bindgen;

use super::now;

#[wasm_bindgen]
pub struct Machine(crate::Machine);

#[wasm_bindgen]
impl Machine {
    #[wasm_bindgen(constructor)]
    #[allow(clippy::new_without_default)]
    pub fn new() -> Machine {
        Machine(crate::Machine::new(Some(Box::new(now))))
    }

    pub fn handle(&mut self, name: &str, request: &str) -> String {
        self.0.handle(name, request)
    }

    pub fn frame(&self) -> Vec<u8> {
        self.0.frame()
    }
}

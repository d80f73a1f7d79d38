//! The workbench and the course: programs under the debugger, checks of circuits, marks, tasks.

use wasm_bindgen::prelude::wasm_bindgen;

use super::now;

#[wasm_bindgen]
pub struct Program(crate::Program);

#[wasm_bindgen]
impl Program {
    #[wasm_bindgen(constructor)]
    #[allow(clippy::new_without_default)]
    pub fn new() -> Program {
        Program(crate::Program::new())
    }

    pub fn handle(&mut self, name: &str, request: &str) -> String {
        self.0.handle(name, request)
    }
}

#[wasm_bindgen]
pub struct Workbench(crate::Workbench);

#[wasm_bindgen]
impl Workbench {
    #[wasm_bindgen(constructor)]
    #[allow(clippy::new_without_default)]
    pub fn new() -> Workbench {
        Workbench(crate::Workbench::timed(Box::new(now)))
    }

    pub fn handle(&mut self, name: &str, request: &str) -> String {
        self.0.handle(name, request)
    }
}

#[wasm_bindgen]
pub struct Course(crate::Course);

#[wasm_bindgen]
impl Course {
    #[wasm_bindgen(constructor)]
    #[allow(clippy::new_without_default)]
    pub fn new() -> Course {
        Course(crate::Course::new())
    }

    pub fn handle(&mut self, name: &str, request: &str) -> String {
        self.0.handle(name, request)
    }
}

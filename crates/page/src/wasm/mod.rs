//! The objects as JavaScript sees them, in two modules: what a game needs, and the machine with the workbench.

#[cfg(feature = "game")]
mod game;
#[cfg(feature = "machine")]
mod machine;

use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// Milliseconds since the worker started.
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;
}

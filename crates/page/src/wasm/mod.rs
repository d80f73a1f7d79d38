//! The objects as JavaScript sees them, in four modules: the one that answers at once, the one that searches as well, the consoles, and the
//! workbench with the course.

#[cfg(feature = "bench")]
mod bench;
#[cfg(feature = "first")]
mod first;
#[cfg(feature = "game")]
mod game;
#[cfg(feature = "machine")]
mod machine;

#[cfg(any(feature = "game", feature = "machine"))]
use wasm_bindgen::prelude::wasm_bindgen;

#[cfg(any(feature = "game", feature = "machine"))]
#[wasm_bindgen]
extern "C" {
    /// Milliseconds since the worker started.
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;
}

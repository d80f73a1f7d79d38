//! The boards: descriptions of all chips, from which the circuits in `hardware/` are drawn.
//!
//! ```text
//!   cdm8, y2016, y2022, y2023 ── draw ──► hardware/*/*.circ
//!                 └─────── page ────────► hardware/*/README.md, the tables
//!   vectors ────────────────────────────► hardware/*/vectors/*.vectors
//! ```
//!
//! The committed files are what runs and what people open in Logisim. A test compares them with [`files`], and
//! `cargo xtask boards` writes them. Where things stand on a board is known to `consoles`, which looks
//! there; the descriptions take it from [`consoles::hardware`].

pub mod cdm8;
pub mod draw;
mod page;
pub mod vectors;
mod y2016;
mod y2022;
mod y2023;

pub use y2023::{Habit, lookalike};

/// Every file under `hardware/` that is made from a description: its path there and its contents.
pub fn files() -> Vec<(String, String)> {
    let processor = cdm8::drawing();
    let program = cdm8::bench::PROGRAM;
    let drawings = [
        ("cdm8/bench.circ", cdm8::bench::with(program, &processor)),
        ("2016/mancala.circ", y2016::drawing(&processor)),
        ("2016/mirror.circ", y2016::mirror(&processor)),
        ("2022/mancala.circ", y2022::drawing(&processor)),
        ("2023/mancala.circ", y2023::drawing(&processor)),
        ("cdm8/cdm8.circ", processor),
    ];
    let circuits = drawings
        .iter()
        .map(|(path, drawing)| (path.to_string(), drawing.text()));
    let pages = drawings.iter().filter_map(|(path, drawing)| {
        let page = page::beside(path)?;
        Some((page.path.to_string(), page.filled(drawing)))
    });
    circuits.chain(pages).chain(vectors::files()).collect()
}

//! Everything that chooses a move: the players of the old systems, contests between players, exact search.
//!
//! The engine is self-contained. It reads no clock and no environment, keeps no state between calls except what its caller
//! owns, and starts no thread the caller did not ask for: [`Effort`] bounds a search, [`Library`] holds the
//! tables and the book, and functions that can use threads take their number.
//!
//! ```
//! use engine::Effort;
//! use engine::analyse::analyse;
//! use engine::search::{Solver, SolverConfig};
//! use kalah::{Position, Rules};
//!
//! let setup = "0,0,0,0,2,1,20/0,0,0,0,0,3,22 s".parse().unwrap();
//! let position = Position::new(Rules::default(), &setup).unwrap();
//! let solver = Solver::new(position.rules(), 6, &SolverConfig::default())?;
//! let found = analyse(&solver, &position, &Effort::unlimited());
//! assert!(found.is_exact());
//! assert_eq!(found.best[0].number(), 6);
//! # Ok::<(), std::io::Error>(())
//! ```

pub mod advice;
pub mod analyse;
pub mod book;
pub mod contest;
pub mod cost;
mod effort;
pub mod level;
mod library;
mod memory;
pub mod player;
pub mod puzzle;
pub mod review;
pub mod rng;
pub mod search;
pub mod study;
pub mod table;
mod threads;

pub use effort::Effort;
pub use library::Library;
pub use search::Bounds;

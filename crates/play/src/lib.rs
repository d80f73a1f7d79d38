//! A game with people in it: seats, moves taken back and made again, the list of moves, the result, links, files, and
//! [`advice`]: analyses, hints, reviews, puzzles.
//!
//! The page, the full screen and the conversation all use this crate, so they agree.
//!
//! ```
//! use engine::Library;
//! use kalah::{Position, Record, Rules, Side};
//! use play::{Game, Hinting};
//! use texts::Texts;
//! use texts::wording::People;
//!
//! let setup = "0,0,0,0,2,1,20/0,0,0,0,0,3,22 s".parse().unwrap();
//! let start = Position::new(Rules::default(), &setup).unwrap();
//! let mut game = Game::new(Record::new(start));
//! let hint = Hinting::finished(&game.position(), &Library::new())?.unwrap();
//! assert!(hint.sentence(&Texts::english(), &People::sides()).starts_with("Hint: pit 6."));
//! game.play(hint.pit()).unwrap();
//! assert!(game.undo());
//! assert_eq!(game.redo().len(), 1);
//! # Ok::<(), std::io::Error>(())
//! ```

pub mod advice;
pub mod export;
pub mod game;
pub mod link;
pub mod list;
pub mod read;
pub mod seat;

pub use advice::{Adviser, Analysing, Hint, Hinting, Means, Posing, Reviewing};
pub use game::Game;
pub use read::ReadError;
pub use seat::{HUMAN, NORTH_PLAYER, SEED, SOUTH_PLAYER, Seat};

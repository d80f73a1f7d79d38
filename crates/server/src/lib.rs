//! The site: games between two people, stored before they are acknowledged.
//!
//! ```text
//!   request ── http ──► rooms ── table::Game::decide ──► entries ── store ──► acknowledged
//!                         └── every socket that watches the game gets the entries it lacks
//! ```
//!
//! A game is the list of its entries; everything else about it is computed from them (`table`). A store only has to add entries
//! after the last one it has, or report that another process was faster (`store`). That is all that several processes need to agree on.

mod bans;
mod connection;
mod head;
mod http;
mod limits;
mod listen;
mod meter;
mod metrics;
pub mod operate;
mod picture;
mod process;
mod room;
mod secret;
pub mod store;
pub mod table;
mod talk;
mod time;

pub use http::{AnalysisConfig, Config, File, Site};
pub use limits::Limits;
pub use listen::serve;

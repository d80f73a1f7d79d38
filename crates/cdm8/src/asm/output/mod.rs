//! What can be written of a program besides its image.

pub mod debug_json;
pub mod listing;
pub mod map;
pub mod symbols;

//! The outputs besides the image.

pub mod debug_json;
pub mod listing;
pub mod map;
pub mod symbols;

//! Logisim's combinational analysis: tables, expressions and circuits of gates, and the ways between them.
//!
//! ```text
//!   circuit ── vectors::Table ──> Truth <── Expression <── text
//!                                   └── minimise ──> Expression ── Drawn: parts and wires
//! ```

mod draw;
mod expression;
mod gates;
mod minimise;
mod names;
mod parse;
mod truth;

pub use draw::{DrawError, Drawn, draw};
pub use expression::Expression;
pub use gates::GateStyle;
pub use minimise::{Form, minimise};
pub use names::pin_names;
pub use parse::{ParseError, parse};
pub use truth::{Cell, Column, Truth, TruthError};

/// The most inputs, and the most outputs, as in Logisim.
pub const MOST_VARIABLES: usize = 12;

//! The editors: what they ask over their protocols, answered as values. A message comes in as JSON, messages come out; no
//! socket, no clock, no thread. What a program means comes from `cdm8::ide`.
//!
//! ```text
//!   bytes ── frame ──► message ── lsp::Server ───► messages ── frame ──► bytes
//!                               dap::Adapter
//!   WebSocket ───────► text ───── cdp::Session ──► messages ──────────► WebSocket
//! ```

pub mod cdp;
pub mod dap;
pub mod disk;
pub mod frame;
pub mod lsp;
pub mod uri;

//! Editors: their protocols, answered as values. A message comes in as JSON, messages come out; no
//! socket, no clock, no thread. The meaning of programs comes from `cdm8::ide`.
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

//! Conversations with editors.

// A message is written where it is sent.
#![allow(clippy::needless_pass_by_value)]

mod cdp;
mod dap;
mod dap_circuit;
mod lsp;

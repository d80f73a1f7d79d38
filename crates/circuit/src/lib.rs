//! The breadboard: reads Logisim circuits and runs them.
//!
//! ```text
//!   bytes ── read ──> Project ── netlist ──> Design ── sim ──> Simulator
//!                        └────── picture ──> Drawing ── svg ──> text
//! ```
//!
//! A circuit in which an inverter stands between two pins:
//!
//! ```
//! use std::sync::Arc;
//!
//! use circuit::Value;
//! use circuit::read::{NoLibraries, read};
//! use circuit::sim::{SimOptions, Simulator};
//!
//! let file = r##"<project version="1.0"><lib desc="#Wiring" name="0"/><lib desc="#Gates" name="1"/><main name="main"/>
//!   <circuit name="main">
//!     <comp lib="0" loc="(50,50)" name="Pin"><a name="label" val="a"/></comp>
//!     <comp lib="1" loc="(80,50)" name="NOT Gate"/>
//!     <comp lib="0" loc="(80,50)" name="Pin">
//!       <a name="facing" val="west"/><a name="output" val="true"/><a name="label" val="not"/>
//!     </comp>
//!   </circuit></project>"##;
//! let reading = read("not.circ", file.as_bytes(), &mut NoLibraries);
//! assert!(reading.diagnostics.is_empty());
//! let mut simulator = Simulator::new(Arc::new(reading.project), None, &SimOptions::default())?;
//! let (a, not) = (simulator.find("/a").unwrap(), simulator.find("/not").unwrap());
//! for (input, output) in [(0, 1), (1, 0)] {
//!     simulator.set_pin(a, Value::known(1, input)).unwrap();
//!     assert_eq!(simulator.value(not), Value::known(1, output));
//! }
//! # Ok::<(), circuit::netlist::BuildError>(())
//! ```
//!
//! The definitions of components, from ports to pictures, are in `component`.

pub mod analysis;
pub mod component;
pub mod debug;
pub mod edit;
mod flow;
pub mod netlist;
pub mod network;
pub mod picture;
pub mod project;
pub mod read;
pub mod reference;
pub mod script;
pub mod show;
pub mod sim;
pub mod stats;
pub mod svg;
mod value;
pub mod vectors;
pub mod wave;

pub use value::{Value, Word, mask};

//! Files of other programs that several crates read and write: memory images of Logisim and waveforms.

pub mod image;
pub mod wave;

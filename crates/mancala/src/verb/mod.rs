//! One file a verb. Each has `Args`, its part of the command line, and
//! `run(&Args, &mut Ui) -> anyhow::Result<Answer>`.

pub mod analyse;
pub mod asm;
pub mod bench;
pub mod book;
pub mod circuit;
pub mod completions;
pub mod console;
pub mod contest;
pub mod debug;
pub mod dis;
pub mod games;
pub mod man;
pub mod perft;
pub mod play;
pub mod players;
pub mod program;
pub mod puzzle;
pub mod review;
pub mod run;
pub mod show;
pub mod solve;
pub mod table;
pub mod test;

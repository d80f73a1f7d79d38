//! One file per command. Each has `Args`, its part of the command line, and
//! `run(&Args, &mut Ui) -> anyhow::Result<Answer>`.

pub mod analyse;
pub mod bench;
pub mod book;
pub mod cdm8;
pub mod chip;
pub mod circuit;
pub mod classic;
pub mod completions;
pub mod console;
pub mod contest;
pub mod course;
pub mod games;
pub mod grade;
pub mod man;
pub mod perft;
pub mod play;
pub mod players;
pub mod puzzle;
pub mod review;
#[cfg(feature = "site")]
pub mod serve;
pub mod show;
pub mod site;
pub mod solve;
pub mod table;

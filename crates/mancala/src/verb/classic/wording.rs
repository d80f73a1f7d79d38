//! Everything the Python game says, as its screenshots print it, and in the same tone what they do not show: the explanations
//! of wrong answers, the user's win and the draw.

use kalah::{Position, Side};

use super::{AI, USER};
use crate::complaint;

pub const WELCOME: &str = "Welcome to Mancala!";
pub const NEW_OR_LOAD: &str = "Do you want a new game or load a previous game? Type 1 for new game and 0 for loading a previous game.";
pub const DIFFICULTY: &str = "Select a difficulty (0 -> easy , 1 -> medium, 2 -> hard):";
pub const STEAL: &str = "Do you want steal mode? Type 1 for steal and 0 for no steal";
pub const START: &str = "Do you want to start first? Type 'yes' or 'no'";
pub const ASK_TO_SAVE: &str = "Do you want to be asked to save the game every turn? 'yes' or 'no'";
pub const LOAD: &str = "Please enter the save file name without '.json'";
pub const LOADED: &str = "\nSucessfully loaded!!\n";
pub const BIN: &str = "Please select a bin to empty (Type a number from 1 to 6): ";
pub const SAVE: &str = "Do you want to save the game state? Type 1 for saving and 0 for no saving";
pub const SAVE_NAME: &str = "Enter the save name: ";
pub const SAVED: &str = "Game saved.";
pub const CONTINUE: &str = "Continue playing :)";

/// Answers, each at its index.
pub const ONE_OR_ZERO: &[&str] = &["0", "1"];
pub const DIFFICULTIES: &[&str] = &["0", "1", "2"];
pub const YES_OR_NO: &[&str] = &["yes", "no"];

/// Where banners and names begin.
const MIDDLE: usize = 32;

pub fn banner(text: &str) -> String {
    format!("\n{:MIDDLE$}{text}", "")
}

pub fn turn(side: Side) -> String {
    banner(match side {
        USER => "-> Your turn!",
        AI => "-> AI's turn!",
    })
}

/// The board as in the first screenshot, the AI's bins from 6 to 1 above the user's from 1 to 6.
pub fn board(position: &Position) -> String {
    let store = |side| format!("[ {} ]", position.store(side));
    let left = format!("      {}", store(AI));
    let ai = row(position.pits(AI).rev(), 18 - left.len());
    let user = row(position.pits(USER), 17);
    let right = store(USER);
    format!(
        "\n{:MIDDLE$}Player 2 - AI\n{left}{ai}\n      _____\n{user}      {right}\n{:MIDDLE$}Player 1 - User\n      -----",
        "", ""
    )
}

/// Numbers in columns of seven; the first has a width of its own.
fn row(pits: impl Iterator<Item = u16>, first: usize) -> String {
    pits.enumerate()
        .map(|(i, stones)| match i {
            0 => format!("{stones:first$}"),
            _ => format!("{stones:7}"),
        })
        .collect()
}

pub fn finished(position: &Position) -> String {
    let winner = match position.margin(AI) {
        0 => "Draw!",
        margin if margin > 0 => "AI won!",
        _ => "User won!",
    };
    format!("{}\n{:MIDDLE$}{winner}", banner("Game Finished!"), "")
}

pub fn not_an_answer(answer: &str, answers: &[&str]) -> String {
    let quoted: Vec<String> = answers.iter().map(|known| format!("'{known}'")).collect();
    let (last, others) = quoted.split_last().expect("every question has answers");
    format!(
        "'{answer}' is not an answer to this question. Type {} or {last}.",
        others.join(", ")
    )
}

pub fn no_such_bin(answer: &str, position: &Position) -> String {
    let choices: Vec<String> = position
        .legal_moves()
        .map(|pit| pit.number().to_string())
        .collect();
    let choices = choices.join(", ");
    match answer.parse() {
        Ok(1..=6) => format!("Bin {answer} is empty. Choose one that has stones: {choices}."),
        _ => format!("'{answer}' is not the number of a bin. Choose from {choices}."),
    }
}

pub fn not_loaded(error: &anyhow::Error) -> String {
    let causes = complaint::causes(error);
    format!("{causes}.\nEnter another name, or nothing to go back to the first question.")
}

pub fn not_saved(error: &anyhow::Error) -> String {
    format!("The game is not saved: {}.", complaint::causes(error))
}

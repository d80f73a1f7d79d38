//! A finding as text: for people, as a script, and as a run for the debugger.

use kalah::{Position, Side};

use super::referee::Finding;
use crate::board::Board;

/// The script's remark on a mistake that was never the first of its game.
const LATE: &str =
    "# Something else was wrong before, so that a right console may come to another board.";

/// What the script of a mistake says that was never found without two buttons at once before it.
const TOGETHER: &str =
    "# Two buttons were pressed together before; a right console may have taken the other one.";

pub(super) fn describe(finding: &Finding, count: u32) -> String {
    let presses = finding.game.presses.iter();
    let presses: Vec<String> = presses.map(ToString::to_string).collect();
    let first = match finding.game.first {
        Side::South => "person",
        Side::North => "computer",
    };
    let mut lines = vec![
        finding.what().to_owned(),
        format!(
            "settings: {} seeds per pit, the {first} moves first",
            finding.game.seeds
        ),
        match presses.is_empty() {
            true => "pressed: nothing yet".to_owned(),
            false => format!("pressed: {}", presses.join(" ")),
        },
        format!("at half-tick {}", finding.half_tick),
    ];
    lines.extend(boards(finding));
    if count > 1 {
        lines.push(format!(
            "seen {count} times; this is the shortest game found"
        ));
    }
    lines.join("\n")
}

/// The board expected and where the one seen differs, or the one seen if there is no expectation.
fn boards(finding: &Finding) -> Vec<String> {
    let draw = |title: String, board: &Board| {
        let board = board.to_string();
        let board = board.lines().map(|line| format!("  {line}"));
        [title].into_iter().chain(board).collect::<Vec<String>>()
    };
    let Some(expected) = &finding.expected else {
        return draw("seen:".to_owned(), &finding.seen);
    };
    let board = Board::of(&expected.setup());
    let mut lines = draw(format!("expected, {}:", turn(expected)), &board);
    let differences = board.differences(&finding.seen);
    if differences.is_empty() {
        lines.push("the board is as expected".to_owned());
    }
    lines.extend(differences);
    if let (Some(seeds), Some(found)) = (board.total(), finding.seen.total())
        && seeds != found
    {
        lines.push(format!(
            "seeds on the board: expected {seeds}, found {found}"
        ));
    }
    lines
}

fn turn(position: &Position) -> &'static str {
    match position.to_move() {
        _ if position.is_over() => "the game is over",
        Side::South => "the person to move",
        Side::North => "the computer to move",
    }
}

/// What was done, and a mark where the difference was seen.
pub(super) fn run(finding: &Finding) -> String {
    let (moment, id) = (finding.half_tick, finding.aspect().id());
    let mut lines = finding.deeds.clone();
    lines.push(format!("at {moment} mark {id}\nend {moment}\n"));
    lines.join("\n")
}

/// A script that repeats it and fails where the console does.
pub(super) fn script(finding: &Finding) -> String {
    let mut lines = vec![format!(
        "# {}: {}",
        finding.aspect().title(),
        finding.what()
    )];
    if !finding.is_first {
        lines.push(LATE.to_owned());
    }
    let before = finding.game.presses.split_last();
    let mut before = before.into_iter().flat_map(|(_, before)| before);
    if before.any(|press| press.alone() != [None, None]) {
        lines.push(TOGETHER.to_owned());
    }
    lines.extend(finding.script.iter().cloned());
    lines.push(String::new());
    lines.join("\n")
}

//! Puzzles. The solution stays here until it is asked for.

use engine::lots::Lots;
use engine::puzzle::{Difficulty, Puzzle, puzzle};
use engine::search::Solver;
use kalah::{Pit, Rules};
use serde::{Deserialize, Serialize};
use texts::{Texts, judging, text, wording};

use super::Step;
use crate::reply::{Answer, Failure, json, read};
use crate::{read, view};

/// Puzzles that are remembered.
const KEPT: usize = 32;
/// Positions tried before giving up.
const POSITIONS: usize = 20_000;
/// Nodes that one position takes on average, more or less.
const NODES: u64 = 5_000;

#[derive(Clone, PartialEq, Eq)]
struct Key {
    rules: Rules,
    difficulty: Difficulty,
    seed: u64,
}

/// The puzzles that have been found.
#[derive(Default)]
pub struct Puzzles {
    found: Vec<(Key, Puzzle)>,
}

/// What is asked about a puzzle, and how far the search for it is.
pub struct Question {
    key: Key,
    ask: Ask,
    lots: Lots,
    tried: usize,
}

#[derive(Clone, Copy)]
enum Ask {
    Pose,
    Answer(usize),
    Hint(usize),
    Solution,
}

#[derive(Deserialize)]
struct Request {
    rules: Option<String>,
    difficulty: String,
    seed: u64,
    #[serde(default)]
    pit: usize,
    #[serde(default)]
    number: usize,
}

#[derive(Serialize)]
struct Posed {
    seed: u64,
    rules: view::Rules,
    difficulty: String,
    position: view::Position,
    task: String,
}

#[derive(Serialize)]
struct Answered {
    right: bool,
    pit: Pit,
    sentence: String,
}

#[derive(Serialize)]
struct Hinted {
    sentence: Option<String>,
}

#[derive(Serialize)]
struct Worth {
    pit: Pit,
    margin: i32,
    sentence: String,
}

#[derive(Serialize)]
struct Solution {
    pit: Pit,
    line: Vec<Pit>,
    moves: Vec<Worth>,
}

impl Question {
    pub fn new(name: &str, request: &str) -> Answer<Question> {
        let request: Request = read(request)?;
        let key = Key {
            rules: read::rules(request.rules.as_deref(), None, None)?,
            difficulty: request.difficulty.parse().map_err(Failure::refused)?,
            seed: request.seed,
        };
        Ok(Question {
            lots: Lots::new(key.seed),
            key,
            ask: match name {
                "answer" => Ask::Answer(request.pit),
                "puzzleHint" => Ask::Hint(request.number),
                "solution" => Ask::Solution,
                _ => Ask::Pose,
            },
            tried: 0,
        })
    }

    pub fn rules(&self) -> Rules {
        self.key.rules
    }
}

impl Puzzles {
    /// Looks for the puzzle; answers as soon as it is found.
    pub fn step(
        &mut self,
        question: &mut Question,
        solver: &Solver,
        nodes: u64,
        texts: &Texts,
    ) -> Answer<Step> {
        let known = self.found.iter().position(|(key, _)| *key == question.key);
        if known.is_none() {
            let most = (nodes / NODES).max(1) as usize;
            let Key {
                rules, difficulty, ..
            } = question.key;
            let mut tried = 0;
            let mut go_on = |number| {
                tried = number;
                number < most
            };
            let found = puzzle(solver, rules, difficulty, &mut question.lots, &mut go_on);
            question.tried += tried.max(1);
            match found {
                Some(puzzle) => {
                    self.found.insert(0, (question.key.clone(), puzzle));
                    self.found.truncate(KEPT);
                }
                None if nodes == 0 || question.tried > POSITIONS => {
                    return Err(Failure::refused(text!(texts, "puzzle.no-such")));
                }
                None => {
                    return Ok(Step {
                        done: false,
                        news: None,
                    });
                }
            }
        }
        let (key, puzzle) = &self.found[known.unwrap_or(0)];
        let news = match question.ask {
            Ask::Pose => json(&posed(key, puzzle, texts)),
            Ask::Answer(number) => json(&answered(puzzle, number, texts)?),
            Ask::Hint(number) => json(&Hinted {
                sentence: hint(puzzle, number, texts),
            }),
            Ask::Solution => json(&solution(puzzle, texts)),
        };
        Ok(Step {
            done: true,
            news: Some(news?),
        })
    }
}

fn posed(key: &Key, puzzle: &Puzzle, texts: &Texts) -> Posed {
    Posed {
        seed: key.seed,
        rules: key.rules.into(),
        difficulty: puzzle.difficulty.to_string(),
        position: (&puzzle.position).into(),
        task: text!(texts, "puzzle.task"),
    }
}

fn margin(puzzle: &Puzzle, pit: Pit) -> i32 {
    puzzle.analysis.of(pit).map_or(0, |value| value.margin)
}

fn answered(puzzle: &Puzzle, number: usize, texts: &Texts) -> Answer<Answered> {
    let pit = puzzle.position.legal(number);
    let pit = pit.map_err(|error| Failure::refused(wording::illegal(texts, &error)))?;
    let right = pit == puzzle.solution;
    let sentence = match right {
        true => text!(texts, "puzzle.right", pit = pit.number()),
        false => {
            let worth = judging::puzzle_worth(texts, margin(puzzle, pit));
            text!(texts, "puzzle.wrong", pit = pit.number(), worth = worth)
        }
    };
    Ok(Answered {
        right,
        pit,
        sentence,
    })
}

/// What the winning move does, then two moves one of which it is.
fn hint(puzzle: &Puzzle, number: usize, texts: &Texts) -> Option<String> {
    let step = puzzle.position.step_legal(puzzle.solution);
    match number {
        1 if step.captured > 0 => Some(text!(texts, "puzzle.hint.captures")),
        1 if step.extra_turn => Some(text!(texts, "puzzle.hint.again")),
        1 => Some(text!(texts, "puzzle.hint.plain")),
        2 => {
            let others = puzzle.analysis.moves.iter();
            let others = others.filter(|value| value.pit != puzzle.solution);
            let other = others.max_by_key(|value| value.margin)?.pit;
            let low = other.min(puzzle.solution).number();
            let high = other.max(puzzle.solution).number();
            Some(text!(texts, "puzzle.hint.either", low = low, high = high))
        }
        _ => None,
    }
}

fn solution(puzzle: &Puzzle, texts: &Texts) -> Solution {
    let worth = |pit: Pit| Worth {
        pit,
        margin: margin(puzzle, pit),
        sentence: text!(
            texts,
            "puzzle.worth",
            pit = pit.number(),
            worth = judging::puzzle_worth(texts, margin(puzzle, pit))
        ),
    };
    let moves = puzzle.analysis.moves.iter();
    Solution {
        pit: puzzle.solution,
        line: super::line_of(&puzzle.analysis, Some(puzzle.solution)),
        moves: moves.map(|value| worth(value.pit)).collect(),
    }
}

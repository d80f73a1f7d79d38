//! Puzzles. The solution stays here until it is asked for.

use engine::puzzle::{Difficulty, Puzzle, Score};
use kalah::{Pit, Rules};
use play::Posing;
use serde::{Deserialize, Serialize};
use texts::{Texts, puzzles, text, wording};

use super::{Step, no_memory};
use crate::desk::Desk;
use crate::reply::{Answer, Failure, json, read};
use crate::{read, view};

/// Maximum number of puzzles in memory.
const KEPT: usize = 32;

#[derive(Clone, PartialEq, Eq)]
struct Key {
    rules: Rules,
    difficulty: Difficulty,
    seed: u64,
}

/// The puzzles found so far.
#[derive(Default)]
pub struct Puzzles {
    found: Vec<(Key, Puzzle)>,
}

/// A question about a puzzle, and the progress of the search for it.
pub struct Question {
    key: Key,
    ask: Ask,
    /// Taken when the puzzle is known.
    posing: Option<Posing>,
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
    pub fn new(desk: &Desk, name: &str, request: &str) -> Answer<Question> {
        let request: Request = read(request)?;
        let key = Key {
            rules: read::rules(request.rules.as_deref(), None, None)?,
            difficulty: request.difficulty.parse().map_err(Failure::refused)?,
            seed: request.seed,
        };
        let Key {
            rules, difficulty, ..
        } = key;
        let posing = Posing::new(rules, difficulty, key.seed, desk.library());
        Ok(Question {
            posing: Some(posing),
            key,
            ask: match name {
                "answer" => Ask::Answer(request.pit),
                "puzzleHint" => Ask::Hint(request.number),
                "solution" => Ask::Solution,
                _ => Ask::Pose,
            },
        })
    }
}

impl Puzzles {
    /// Searches for the puzzle; answers as soon as it is found.
    pub fn step(&mut self, question: &mut Question, nodes: u64, texts: &Texts) -> Answer<Step> {
        let known = self.found.iter().position(|(key, _)| *key == question.key);
        if known.is_none() && !self.search(question, nodes, texts)? {
            return Ok(Step {
                done: false,
                news: None,
            });
        }
        let (key, puzzle) = &self.found[known.unwrap_or(0)];
        let news = match question.ask {
            Ask::Pose => json(&posed(key, puzzle, texts)),
            Ask::Answer(number) => json(&answered(puzzle, number, texts)?),
            Ask::Hint(number) => json(&Hinted {
                sentence: puzzles::hint(texts, puzzle, number),
            }),
            Ask::Solution => json(&solution(puzzle, texts)),
        };
        Ok(Step {
            done: true,
            news: Some(news?),
        })
    }

    /// Whether the puzzle is found, moving it to the front.
    fn search(&mut self, question: &mut Question, nodes: u64, texts: &Texts) -> Answer<bool> {
        let none = || Failure::refused(text!(texts, "puzzle.no-such"));
        let mut posing = question.posing.take().ok_or_else(none)?;
        if nodes > 0 && !posing.step(nodes).map_err(|error| no_memory(&error))? {
            question.posing = Some(posing);
            return Ok(false);
        }
        let puzzle = posing.found().ok_or_else(none)?;
        self.found.insert(0, (question.key.clone(), puzzle));
        self.found.truncate(KEPT);
        Ok(true)
    }
}

fn posed(key: &Key, puzzle: &Puzzle, texts: &Texts) -> Posed {
    Posed {
        seed: key.seed,
        rules: key.rules.into(),
        difficulty: puzzle.difficulty.to_string(),
        position: (&puzzle.position).into(),
        task: text!(texts, "page.puzzle.task"),
    }
}

fn answered(puzzle: &Puzzle, number: usize, texts: &Texts) -> Answer<Answered> {
    let pit = puzzle.position.legal(number);
    let pit = pit.map_err(|error| Failure::refused(wording::illegal(texts, &error)))?;
    let right = pit == puzzle.solution;
    let sentence = match right {
        true => puzzles::right(texts, puzzle, 1, &Score::default()),
        false => puzzles::wrong(texts, puzzle, pit),
    };
    Ok(Answered {
        right,
        pit,
        sentence,
    })
}

fn solution(puzzle: &Puzzle, texts: &Texts) -> Solution {
    let worth = |pit: Pit| Worth {
        pit,
        margin: puzzle.margin(pit),
        sentence: puzzles::value(texts, puzzle, pit),
    };
    let moves = puzzle.analysis.moves.iter();
    Solution {
        pit: puzzle.solution,
        line: puzzle.line().to_vec(),
        moves: moves.map(|value| worth(value.pit)).collect(),
    }
}

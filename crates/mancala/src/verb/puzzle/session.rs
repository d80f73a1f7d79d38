//! Puzzles one after the other, in a dialogue.

use std::io::Write;

use anyhow::Result;
use engine::puzzle::{Puzzle, Score};
use texts::puzzles;

use super::{Maker, explain};
use crate::board;
use crate::paint::Paint;
use crate::prompt::{Piped, Prompt};
use crate::ui::{Answer, Ui};
use crate::wording::{self, words};

/// Shows puzzles until the person leaves. A puzzle's seed is that of the one before it plus one.
pub fn run(maker: &Maker, first: u64, ui: &mut Ui) -> Result<Answer> {
    let paint = Paint::new(ui.colour.on(&std::io::stdout()));
    let mut session = Session {
        prompt: Prompt::stdin(Piped::Echo),
        out: &mut ui.out,
        paint,
        score: Score::default(),
    };
    let mut seed = first;
    while let Some(puzzle) = maker.puzzle(seed)? {
        session.pose(&puzzle, seed)?;
        if !session.solve(&puzzle)? {
            break;
        }
        seed = seed.wrapping_add(1);
    }
    let told = told(session.score);
    session.say(&told)?;
    Ok(Answer::Yes)
}

fn told(score: Score) -> String {
    let Score {
        solved,
        at_once,
        longest,
        ..
    } = score;
    match (solved, longest) {
        (0, _) => words!("puzzle.none-solved"),
        (_, 0 | 1) => words!("puzzle.solved", count = solved, first = at_once),
        _ => words!(
            "puzzle.solved-in-a-row",
            count = solved,
            first = at_once,
            longest = longest
        ),
    }
}

/// The commands.
enum Typed {
    Pit(usize),
    Hint,
    Solution,
    Next,
    Quit,
    Other(String),
}

impl Typed {
    fn parse(line: &str) -> Typed {
        if let Ok(number) = line.parse() {
            return Typed::Pit(number);
        }
        match line.to_lowercase().as_str() {
            "hint" | "h" => Typed::Hint,
            "solution" | "s" => Typed::Solution,
            "next" | "n" => Typed::Next,
            "quit" | "exit" | "q" => Typed::Quit,
            _ => Typed::Other(line.to_owned()),
        }
    }
}

struct Session<'a> {
    prompt: Prompt<'a>,
    out: &'a mut dyn Write,
    paint: Paint,
    score: Score,
}

impl Session<'_> {
    fn say(&mut self, text: &str) -> std::io::Result<()> {
        writeln!(self.out, "{text}")
    }

    /// A line; `None` at the end of input.
    fn hear(&mut self, prompt: &str) -> std::io::Result<Option<String>> {
        let heard = self.prompt.hear(self.out, &format!("{prompt} "))?;
        Ok(heard.line())
    }

    fn pose(&mut self, puzzle: &Puzzle, seed: u64) -> Result<()> {
        let (seed, difficulty) = (seed.to_string(), puzzle.difficulty.to_string());
        self.say(&words!(
            "puzzle.number",
            seed = seed,
            difficulty = difficulty
        ))?;
        for line in board::lines(&puzzle.position, ["you", "north"], self.paint) {
            self.say(&line)?;
        }
        self.say("")?;
        self.say(&words!("puzzle.task"))?;
        Ok(())
    }

    /// Works on one puzzle; returns whether another one is wanted.
    fn solve(&mut self, puzzle: &Puzzle) -> Result<bool> {
        let (mut tries, mut hints) = (0, 0);
        loop {
            let Some(line) = self.hear(&words!("puzzle.prompt"))? else {
                return Ok(false);
            };
            match Typed::parse(&line) {
                Typed::Pit(number) => match puzzle.position.legal(number) {
                    Ok(pit) if pit == puzzle.solution => {
                        self.score.solved(tries == 0 && hints == 0);
                        self.praise(puzzle, tries + 1)?;
                        return self.wants_another();
                    }
                    Ok(pit) => {
                        tries += 1;
                        let wrong = puzzles::wrong(wording::texts(), puzzle, pit);
                        self.say(&words!("puzzle.try-again", wrong = wrong))?;
                    }
                    Err(error) => self.say(&wording::illegal(&error))?,
                },
                Typed::Hint => {
                    hints += 1;
                    let hint = puzzles::hint(wording::texts(), puzzle, hints);
                    self.say(&hint.unwrap_or_else(|| words!("puzzle.hint.none")))?;
                }
                Typed::Solution => {
                    self.score.missed();
                    self.say(&puzzles::solution(wording::texts(), puzzle))?;
                    explain(puzzle, self.out)?;
                    return self.wants_another();
                }
                Typed::Next => {
                    self.score.missed();
                    return Ok(true);
                }
                Typed::Quit => return Ok(false),
                Typed::Other(line) => self.say(&words!("puzzle.unknown", line = line))?,
            }
        }
    }

    fn praise(&mut self, puzzle: &Puzzle, tries: usize) -> Result<()> {
        let right = puzzles::right(wording::texts(), puzzle, tries, &self.score);
        self.say(&right)?;
        explain(puzzle, self.out)
    }

    fn wants_another(&mut self) -> Result<bool> {
        let answer = self.hear(&words!("puzzle.another"))?;
        Ok(answer.is_some_and(|answer| {
            !matches!(
                answer.to_lowercase().as_str(),
                "no" | "n" | "0" | "quit" | "exit" | "q"
            )
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_streak_ends_with_a_puzzle_that_took_help() {
        let mut score = Score::default();
        assert_eq!(super::told(score), "No puzzle solved. Goodbye.");
        score.solved(true);
        score.solved(true);
        score.solved(false);
        score.solved(true);
        let told = "4 puzzles solved, 3 at the first try, 2 of them in a row. Goodbye.";
        assert_eq!((score.streak, super::told(score)), (1, told.to_owned()));
    }
}

//! Hints: a good move, what it is worth, and what the next best one loses.

use anyhow::{Context, Result};
use engine::analyse::{Analysis, analyse};
use engine::search::{Solver, SolverConfig};
use engine::table::SMALL_SEEDS;
use engine::{Effort, Library};
use kalah::{Pit, Position};

/// How many positions a hint looks at: under a second, and the same hint every time.
const NODES: u64 = 500_000;
/// Bytes for remembering positions.
const HASH: usize = 16 << 20;

/// A move and the reason for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Advice {
    pub pit: Pit,
    /// By how much the mover wins in the end; negative if they lose.
    pub margin: i32,
    /// Whether the margin is proved.
    pub proved: bool,
    /// The best of the worse moves, and by how much it is worse. Only if that is proved too.
    pub second: Option<(Pit, i32)>,
}

/// Gives advice.
pub struct Adviser {
    library: Library,
    /// A solver, and the most seeds it was made for.
    solver: Option<(usize, Solver)>,
}

impl Adviser {
    pub fn new(library: Library) -> Adviser {
        Adviser {
            library,
            solver: None,
        }
    }

    /// What to do in a position where something can be done.
    pub fn advise(&mut self, position: &Position) -> Result<Advice> {
        if let Some(entry) = self.library.book().get(position) {
            return Ok(Advice {
                pit: entry.best,
                margin: position.margin(position.to_move()) + i32::from(entry.value),
                proved: true,
                second: None,
            });
        }
        let solver = self.solver(position)?;
        let analysis = analyse(solver, position, &Effort::nodes(NODES));
        let advice = of(&analysis).context("there is no move to advise: the game is over")?;
        Ok(advice.possible(position))
    }

    fn solver(&mut self, position: &Position) -> Result<&Solver> {
        let (rules, seeds) = (position.rules(), usize::from(position.seeds_in_pits()));
        let made = self.solver.take().filter(|(most, _)| seeds <= *most);
        let made = match made {
            Some(made) => made,
            None => {
                let config = SolverConfig {
                    hash: HASH,
                    table: self.library.build(rules, SMALL_SEEDS, 1),
                    ..SolverConfig::default()
                };
                (seeds, Solver::new(rules, seeds, &config)?)
            }
        };
        Ok(&self.solver.insert(made).1)
    }
}

impl Advice {
    /// An estimate need not be a margin that can occur: all seeds are shared out, so it is even or odd as their number is.
    fn possible(self, position: &Position) -> Advice {
        let odd = (self.margin - i32::from(position.total())) % 2 != 0;
        Advice {
            margin: self.margin - if odd { self.margin.signum() } else { 0 },
            ..self
        }
    }
}

fn of(analysis: &Analysis) -> Option<Advice> {
    let pit = *analysis.best.first()?;
    let best = analysis.of(pit)?;
    let worse = analysis.moves.iter();
    let worse = worse.filter(|value| analysis.is_exact() && value.margin < best.margin);
    Some(Advice {
        pit,
        margin: best.margin,
        proved: analysis.bounds.is_exact() && best.bounds.is_exact(),
        second: worse
            .max_by_key(|value| value.margin)
            .map(|value| (value.pit, best.margin - value.margin)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use kalah::{Rules, Side};

    #[test]
    fn the_reason_is_the_margin() {
        let position = "0,0,0,0,2,1,20/0,0,0,0,0,3,22 s".parse().unwrap();
        let position = Position::new(Rules::default(), &position).unwrap();
        let advice = Adviser::new(Library::new()).advise(&position).unwrap();
        assert!(advice.proved);
        assert_eq!(advice.pit.to_string(), "6");
        let worth = |pit: Pit| {
            let after = position.play(pit).unwrap();
            let mut adviser = Adviser::new(Library::new());
            match after.is_over() {
                true => after.margin(Side::South),
                false => {
                    let margin = adviser.advise(&after).unwrap().margin;
                    if after.to_move() == Side::South {
                        margin
                    } else {
                        -margin
                    }
                }
            }
        };
        assert_eq!(worth(advice.pit), advice.margin);
        let (second, worse) = advice.second.unwrap();
        assert_eq!(worth(second), advice.margin - worse);
        assert!(worse > 0);
    }

    #[test]
    fn the_opening_comes_from_the_book() {
        let start = Position::start(Rules::default(), Side::South);
        let advice = Adviser::new(Library::new()).advise(&start).unwrap();
        assert_eq!((advice.margin, advice.proved), (8, true));
    }
}

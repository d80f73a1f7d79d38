//! The hint: a good move, what it is worth, and why.

use std::io;

use engine::search::Solver;
use engine::study::Study;
use engine::{Library, advice};
use kalah::{Pit, Position, Side, Sowing};
use texts::judging::Worth;
use texts::wording::{self, People, Person};
use texts::{Texts, judging};

use super::budget::{HINT, STEP};

/// A hint in progress.
pub struct Hinting {
    study: Study,
    solver: Option<Solver>,
    library: Library,
}

/// A good move and the reasons for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    pub sowing: Sowing,
    /// The bounds of the mover's final margin.
    pub worth: Worth,
    /// Whether the margin is proved.
    pub proved: bool,
    /// The best of the worse moves and how many seeds it costs, if everything is proved.
    pub second: Option<(Pit, i32)>,
    /// The pit that the move takes out of danger, and its seeds.
    pub rescued: Option<(Pit, u16)>,
    /// Best play from here on, as far as it is known.
    pub line: Vec<Pit>,
}

impl Hinting {
    #[must_use]
    pub fn new(position: &Position, library: &Library) -> Hinting {
        Hinting {
            study: Study::new(position, Some(library.book())),
            solver: None,
            library: library.clone(),
        }
    }

    /// The hint at once, however long it takes.
    pub fn finished(position: &Position, library: &Library) -> Result<Option<Hint>, io::Error> {
        let mut hinting = Hinting::new(position, library);
        while !hinting.step()? {}
        Ok(hinting.hint())
    }

    /// Thinks for a few milliseconds; returns whether it is finished.
    pub fn step(&mut self) -> Result<bool, io::Error> {
        if !self.is_done() {
            let solver = match self.solver.take() {
                Some(solver) => solver,
                None => super::solver(self.study.position(), &self.library, &HINT)?,
            };
            let book = Some(self.library.book());
            self.study.go_on(&solver, book, STEP);
            self.solver = Some(solver);
        }
        Ok(self.is_done())
    }

    fn is_done(&self) -> bool {
        self.study.is_done() || self.study.nodes() > HINT.nodes
    }

    /// The results so far; `None` if the game is over.
    #[must_use]
    pub fn hint(&self) -> Option<Hint> {
        let (position, found) = (self.study.position(), self.study.analysis());
        let pit = *found.best.first()?;
        let best = found.of(pit)?;
        let worse = found.moves.iter();
        let worse = worse.filter(|value| found.is_exact() && value.margin < best.margin);
        let second = worse.max_by_key(|value| value.margin);
        Some(Hint {
            sowing: position.sow(pit).ok()?,
            worth: Worth::of_move(best),
            proved: found.bounds.is_exact() && best.bounds.is_exact(),
            second: second.map(|value| (value.pit, best.margin - value.margin)),
            rescued: advice::rescued(position, pit),
            line: best.line.clone(),
        })
    }
}

impl Hint {
    #[must_use]
    pub fn pit(&self) -> Pit {
        self.sowing.pit
    }

    /// The reasons for the move, a sentence each.
    #[must_use]
    pub fn reasons(&self, texts: &Texts) -> Vec<String> {
        let effect = judging::effect(texts, &self.sowing).into_iter();
        effect.chain(self.worth_in_words(texts)).collect()
    }

    /// The whole hint, addressed to the person who is to move.
    #[must_use]
    pub fn sentence(&self, texts: &Texts, people: &People) -> String {
        let mover = self.sowing.mover;
        let person = |side| match side == mover {
            true => Person::You,
            false => match people.on(side) {
                Person::You => Person::Side(side),
                other => other.clone(),
            },
        };
        let people = People(Side::BOTH.map(person));
        let told = wording::sowing(texts, &self.sowing, &people);
        let why: Vec<String> = self.worth_in_words(texts).collect();
        judging::hint(texts, self.pit(), &told, &why.join(" "))
    }

    /// The move's less visible effects: seeds saved, seeds won, losses avoided.
    fn worth_in_words(&self, texts: &Texts) -> impl Iterator<Item = String> {
        let rescued = self.rescued.into_iter();
        let second = self.second.into_iter();
        rescued
            .map(|(pit, seeds)| judging::rescue(texts, pit, seeds))
            .chain([judging::advice(texts, self.worth.margin, self.proved)])
            .chain(second.map(|(pit, less)| judging::second_best(texts, pit, less)))
    }
}

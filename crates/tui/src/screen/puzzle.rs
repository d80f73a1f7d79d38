//! Puzzles one after the other: one move wins, no other does.

use engine::analyse::MoveValue;
use engine::puzzle::{Difficulty, Puzzle, Score};
use kalah::{BySide, House, Pit, Rules, Side};
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use texts::judging::{self, Worth};
use texts::wording::{self, People, Person};
use texts::{Texts, puzzles, text};

use super::play::study;
use super::{Cx, Go, Screen, Topic};
use crate::animation::{Animation, Counts};
use crate::board::{self, Marks, Scene};
use crate::canvas::{Canvas, Hint, Spot, below};
use crate::game::{taken, touched};
use crate::input::Key;
use crate::settings::Settings;
use crate::work::{Effect, Reply, Ticket};

#[derive(Default)]
pub(crate) struct Puzzles {
    /// The seed of the next puzzle; `None` before the first.
    seed: Option<u64>,
    /// The requested puzzles, in order: the one on the board and the one after it.
    asked: Option<Ticket>,
    next_asked: Option<Ticket>,
    puzzle: Option<Box<Puzzle>>,
    next: Option<Box<Puzzle>>,
    tries: usize,
    hints: usize,
    /// The solution is on the board.
    done: bool,
    cursor: usize,
    said: Option<(String, bool)>,
    score: Score,
    animation: Animation,
}

impl Puzzles {
    /// Asks for a puzzle with a new seed.
    fn ask(&mut self, cx: &mut Cx) -> Ticket {
        let seed = self.seed.unwrap_or_else(|| cx.rng.number() % 1_000_000);
        self.seed = Some(seed + 1);
        let ticket = cx.desk.ticket();
        cx.desk.ask(Effect::Pose {
            ticket,
            rules: Rules::default(),
            difficulty: cx.settings.difficulty,
            seed,
        });
        ticket
    }

    fn pose(&mut self, puzzle: Box<Puzzle>, cx: &mut Cx) {
        let last = puzzle.position.legal_moves().next_back();
        self.cursor = last.map_or(0, Pit::index);
        self.puzzle = Some(puzzle);
        (self.tries, self.hints, self.done, self.said) = (0, 0, false, None);
        self.animation.skip();
        self.asked = None;
        // While this one is being solved, the next one is made.
        self.next_asked = Some(self.ask(cx));
    }

    fn go_on(&mut self, cx: &mut Cx) {
        if !self.done {
            self.score.missed();
        }
        self.puzzle = None;
        self.said = None;
        match self.next.take() {
            Some(next) => self.pose(next, cx),
            None if self.next_asked.is_some() => self.asked = self.next_asked.take(),
            None => self.asked = Some(self.ask(cx)),
        }
    }

    fn give_up_work(&mut self, cx: &mut Cx) {
        cx.desk.cancel(&mut self.asked);
        cx.desk.cancel(&mut self.next_asked);
    }

    fn change_difficulty(&mut self, cx: &mut Cx) {
        let all = Difficulty::ALL;
        let at = all.iter().position(|one| *one == cx.settings.difficulty);
        cx.settings.difficulty = all[(at.unwrap_or(0) + 1) % all.len()];
        self.give_up_work(cx);
        self.next = None;
        self.puzzle = None;
        self.said = None;
        self.asked = Some(self.ask(cx));
    }

    fn answer(&mut self, number: usize, cx: &mut Cx) {
        let Some(puzzle) = self.puzzle.as_ref().filter(|_| !self.done) else {
            return;
        };
        let texts = cx.texts;
        let pit = match puzzle.position.legal(number) {
            Ok(pit) => pit,
            Err(error) => {
                self.said = Some((wording::illegal(texts, &error), false));
                return;
            }
        };
        self.cursor = pit.index();
        self.tries += 1;
        if pit != puzzle.solution {
            let wrong = puzzles::wrong(texts, puzzle, pit);
            self.said = Some((text!(texts, "puzzle.try-again", wrong = wrong), false));
            return;
        }
        let sowing = puzzle.position.sow(pit).ok();
        self.score.solved(self.tries == 1 && self.hints == 0);
        let words = puzzles::right(texts, puzzle, self.tries, &self.score);
        self.said = Some((words, true));
        self.done = true;
        if let Some(sowing) = sowing {
            self.animation
                .push(sowing, cx.now, cx.settings.speed.beat());
        }
    }

    fn hint(&mut self, texts: &Texts) {
        let Some(puzzle) = self.puzzle.as_ref().filter(|_| !self.done) else {
            return;
        };
        self.hints += 1;
        let hint = puzzles::hint(texts, puzzle, self.hints);
        let words = hint.unwrap_or_else(|| text!(texts, "tui.puzzle.no-more-hints"));
        self.said = Some((words, true));
    }

    fn solution(&mut self, texts: &Texts) {
        let Some(puzzle) = self.puzzle.as_ref().filter(|_| !self.done) else {
            return;
        };
        self.said = Some((puzzles::solution(texts, puzzle), true));
        self.score.missed();
        self.done = true;
    }

    fn point(&mut self, right: bool) {
        let Some(puzzle) = &self.puzzle else { return };
        let legal: Vec<Pit> = puzzle.position.legal_moves().collect();
        let at = legal.iter().position(|pit| pit.index() == self.cursor);
        let step = if right { 1 } else { legal.len() - 1 };
        self.cursor = legal[(at.unwrap_or(0) + step) % legal.len()].index();
    }
}

fn difficulty(difficulty: Difficulty, texts: &Texts) -> String {
    match difficulty {
        Difficulty::Easy => text!(texts, "tui.difficulty.easy"),
        Difficulty::Medium => text!(texts, "tui.difficulty.medium"),
        Difficulty::Hard => text!(texts, "tui.difficulty.hard"),
    }
}

impl Screen for Puzzles {
    fn begin(&mut self, cx: &mut Cx) {
        if self.puzzle.is_none() && self.asked.is_none() {
            self.asked = Some(self.ask(cx));
        }
    }

    fn key(&mut self, key: Key, cx: &mut Cx) -> Go {
        self.animation.skip();
        if let Some(number) = key.pit() {
            self.answer(number, cx);
            return Go::Stay;
        }
        match key {
            Key::Left => self.point(false),
            Key::Right => self.point(true),
            Key::Enter | Key::Char(' ') if self.done => self.go_on(cx),
            Key::Enter | Key::Char(' ') => self.answer(self.cursor + 1, cx),
            Key::Char('h') => self.hint(cx.texts),
            Key::Char('s') => self.solution(cx.texts),
            Key::Char('n') => self.go_on(cx),
            Key::Char('d') => self.change_difficulty(cx),
            Key::Escape | Key::Char('q') => return Go::Back,
            _ => {}
        }
        Go::Stay
    }

    fn click(&mut self, spot: Spot, cx: &mut Cx) -> Go {
        self.animation.skip();
        if let Spot::House(House::Pit {
            side: Side::South,
            pit,
        }) = spot
        {
            self.answer(pit.number(), cx);
        }
        Go::Stay
    }

    fn reply(&mut self, reply: &Reply, cx: &mut Cx) -> Go {
        let Reply::Posed { ticket, puzzle } = reply else {
            return Go::Stay;
        };
        if self.asked == Some(*ticket) {
            self.asked = None;
            match puzzle {
                Ok(puzzle) => self.pose(puzzle.clone(), cx),
                Err(problem) => self.said = Some((problem.clone(), false)),
            }
        } else if self.next_asked == Some(*ticket) {
            self.next_asked = None;
            self.next = puzzle.as_ref().ok().cloned();
        }
        Go::Stay
    }

    fn advance(&mut self, cx: &mut Cx) {
        self.animation.advance(cx.now, cx.settings.speed.beat());
    }

    fn wake(&self) -> Option<std::time::Duration> {
        self.animation.wake()
    }

    fn leave(&mut self, cx: &mut Cx) {
        self.give_up_work(cx);
    }

    fn scrolls(&self) -> bool {
        false
    }

    fn topic(&self) -> Topic {
        Topic::Puzzle
    }

    fn draw(&self, canvas: &mut Canvas, area: Rect, settings: &Settings) {
        let texts = &canvas.look.texts;
        let key = |c: char, label, what| Hint::new(Key::Char(c), label, what);
        let enter = match self.done {
            true => text!(texts, "tui.key.next"),
            false => text!(texts, "tui.key.answer"),
        };
        let hints = [
            Hint::new(Key::Enter, if self.done { "Enter" } else { "1-6" }, enter),
            key('h', "h", text!(texts, "tui.key.hint")),
            key('s', "s", text!(texts, "tui.key.solution")),
            key('n', "n", text!(texts, "tui.key.next")),
            key('d', "d", text!(texts, "tui.key.difficulty")),
            Hint::new(Key::Escape, "Esc", text!(texts, "tui.key.back")),
            key('?', "?", text!(texts, "tui.key.help")),
        ];
        let title = text!(texts, "tui.start.puzzle");
        let remark = self.remark(texts, settings);
        let body = canvas.header(area, &title, &remark);
        let body = canvas.footer(body, &hints);
        let told = (body.height / 4).clamp(7, 12);
        let upper = Rect::new(body.x, body.y, body.width, body.height - told);
        let lower = below(body, upper.height);
        let lower = Rect::new(lower.x + 1, lower.y, lower.width - 2, lower.height);
        match &self.puzzle {
            Some(puzzle) => {
                self.draw_board(canvas, upper, puzzle);
                self.tell(canvas, lower, puzzle);
            }
            None => {
                let theme = canvas.look.theme;
                let looking = text!(canvas.look.texts, "tui.puzzle.looking");
                let (words, good) = self.said.clone().unwrap_or((looking, true));
                let style = if good { theme.faint } else { theme.bad };
                let line = Rect::new(upper.x, upper.y + upper.height / 2, upper.width, 1);
                canvas.centred(line, &words, style);
            }
        }
    }
}

impl Puzzles {
    fn remark(&self, texts: &Texts, settings: &Settings) -> String {
        text!(
            texts,
            "tui.puzzle.score",
            difficulty = difficulty(settings.difficulty, texts),
            solved = self.score.solved,
            first = self.score.at_once,
            streak = self.score.streak,
            longest = self.score.longest
        )
    }

    fn draw_board(&self, canvas: &mut Canvas, area: Rect, puzzle: &Puzzle) {
        let texts = &canvas.look.texts;
        let names = BySide::new(
            wording::capitalised(&text!(texts, "person.you")),
            wording::capitalised(&text!(texts, "person.north")),
        );
        let theme = canvas.look.theme;
        let house = |pit| House::Pit {
            side: Side::South,
            pit,
        };
        let mut marks = Marks::default();
        let mut counts = Counts::of(&puzzle.position);
        if let Some(moment) = self.animation.moment() {
            counts = moment.counts.clone();
            marks.last = vec![moment.from, moment.at];
            marks.taken = moment.taken.to_vec();
            marks.hand = Some((moment.hand, moment.mover));
        } else if self.done {
            if let Ok(sowing) = puzzle.position.sow(puzzle.solution) {
                counts = Counts::of(&sowing.after);
                marks.last = touched(&sowing);
                marks.taken = taken(&sowing);
            }
            let remark = |value: &MoveValue| {
                let style = match value.pit == puzzle.solution {
                    true => theme.good.add_modifier(Modifier::BOLD),
                    false => theme.faint,
                };
                (
                    house(value.pit),
                    judging::short(Worth::of_move(value)),
                    style,
                )
            };
            marks.remarks = puzzle.analysis.moves.iter().map(remark).collect();
        } else {
            marks.open = puzzle.position.legal_moves().map(house).collect();
            marks.cursor = Pit::new(self.cursor + 1).map(house);
        }
        let scene = Scene {
            counts: &counts,
            marks: &marks,
            names,
            turn: Some(Side::South),
            between: String::new(),
        };
        board::draw(canvas, area, &scene);
    }

    fn tell(&self, canvas: &mut Canvas, area: Rect, puzzle: &Puzzle) {
        let theme = canvas.look.theme;
        let task = text!(canvas.look.texts, "puzzle.task");
        canvas.rule(Rect::new(area.x, area.y, area.width, 1), "");
        let mut rest = below(area, 1);
        if !self.done {
            rest = canvas.paragraph(rest, &task, theme.strong);
        }
        if let Some((words, good)) = &self.said {
            let style = if *good { theme.good } else { theme.bad };
            rest = canvas.paragraph(rest, words, style);
        }
        if !self.done {
            return;
        }
        let people = People([Person::You, Person::Side(Side::North)]);
        let told = puzzle.position.sow(puzzle.solution).ok();
        let told = told.map(|sowing| wording::sowing(&canvas.look.texts, &sowing, &people));
        if let Some(told) = told {
            rest = canvas.paragraph(rest, &told, theme.text);
        }
        let line = study::line(&puzzle.position, puzzle.line());
        let words = text!(canvas.look.texts, "tui.analysis.line", line = line);
        canvas.paragraph(rest, &words, theme.faint);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_streak_ends_with_a_puzzle_that_took_help() {
        let mut score = Score::default();
        for at_once in [true, true, false, true] {
            score.solved(at_once);
        }
        let Score {
            solved,
            at_once,
            streak,
            longest,
        } = score;
        assert_eq!((solved, at_once, streak, longest), (4, 3, 1, 2));
    }
}

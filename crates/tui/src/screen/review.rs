//! A played game looked at again: the margin after every move, what moves cost, where the game turned.

use engine::review::{Review as Summary, Reviewed, Verdict};
use kalah::{BySide, House, Position, Record, Side};
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use texts::judging::{self, Worth};
use texts::wording::{self, People};
use texts::{Texts, text};

use super::play::study;
use super::{Cx, Go, Screen, Topic, first_shown};
use crate::animation::Counts;
use crate::board::{self, Marks, Scene};
use crate::canvas::{Canvas, Hint, Spot, below};
use crate::input::Key;
use crate::settings::Settings;
use crate::work::{Effect, Reply, Seat, Ticket};

pub(crate) struct Review {
    record: Record,
    seats: BySide<Seat>,
    people: People,
    ticket: Option<Ticket>,
    /// Every move of the game, as far as it is reviewed.
    moves: Vec<Option<Box<Reviewed>>>,
    /// All of them together, once all have been looked at.
    summary: Option<Summary>,
    at: usize,
    problem: Option<String>,
}

impl Review {
    pub(crate) fn new(record: Record, seats: BySide<Seat>, texts: &Texts) -> Review {
        let count = record.moves().len();
        Review {
            people: play::seat::people(&record, &seats, texts),
            record,
            seats,
            ticket: None,
            moves: vec![None; count],
            summary: None,
            at: count.saturating_sub(1),
            problem: None,
        }
    }

    fn chosen(&self) -> Option<&Reviewed> {
        self.moves.get(self.at)?.as_deref()
    }

    /// The position the selected move was made in.
    fn position(&self) -> Position {
        let before = self.record.sowings().nth(self.at);
        before.map_or(*self.record.start(), |sowing| sowing.before)
    }

    fn reviewed(&self) -> usize {
        self.moves.iter().flatten().count()
    }

    /// The next move worth a look, wrapping around.
    fn next_mistake(&self) -> Option<usize> {
        let bad = |index: &usize| {
            let reviewed = self.moves[*index].as_deref();
            reviewed.is_some_and(|reviewed| {
                matches!(reviewed.verdict, Some(Verdict::Mistake | Verdict::Blunder))
            })
        };
        let count = self.moves.len();
        (1..=count).map(|step| (self.at + step) % count).find(bad)
    }
}

impl Screen for Review {
    fn begin(&mut self, cx: &mut Cx) {
        if self.ticket.is_none() && self.summary.is_none() {
            let ticket = cx.desk.ticket();
            self.ticket = Some(ticket);
            cx.desk.ask(Effect::Review {
                ticket,
                record: Box::new(self.record.clone()),
            });
        }
    }

    fn key(&mut self, key: Key, cx: &mut Cx) -> Go {
        let last = self.moves.len().saturating_sub(1);
        self.problem = None;
        match key {
            Key::Left | Key::Up | Key::Char('[' | ',') => self.at = self.at.saturating_sub(1),
            Key::Right | Key::Down | Key::Char(']' | '.') => self.at = last.min(self.at + 1),
            Key::PageUp => self.at = self.at.saturating_sub(10),
            Key::PageDown => self.at = last.min(self.at + 10),
            Key::Home => self.at = 0,
            Key::End => self.at = last,
            Key::Char('b') => self.at = self.next_mistake().unwrap_or(self.at),
            Key::Char('t') => {
                let turned = self.summary.as_ref().and_then(|all| all.turning_point);
                self.at = turned.map_or(self.at, |number| number - 1);
            }
            Key::Enter => {
                let before = self.record.moves().iter().take(self.at);
                cx.desk.ask(Effect::Begin {
                    start: *self.record.start(),
                    moves: before.copied().collect(),
                    seats: self.seats.clone(),
                });
            }
            Key::Escape | Key::Char('q' | 'v') => return Go::Back,
            _ => {}
        }
        Go::Stay
    }

    fn click(&mut self, spot: Spot, _: &mut Cx) -> Go {
        if let Spot::Move(moves) = spot {
            self.at = moves.min(self.moves.len()).saturating_sub(1);
        }
        Go::Stay
    }

    fn reply(&mut self, reply: &Reply, _: &mut Cx) -> Go {
        match reply {
            Reply::Reviewed {
                ticket,
                reviewed,
                last,
            } if self.ticket == Some(*ticket) => {
                if let Some(place) = self.moves.get_mut(reviewed.number - 1) {
                    *place = Some(reviewed.clone());
                }
                if self.reviewed() == self.moves.len() {
                    let moves = self.moves.iter().flatten();
                    let moves = moves.map(|reviewed| reviewed.as_ref().clone()).collect();
                    self.summary = Some(Summary::of(moves));
                }
                if *last {
                    self.ticket = None;
                }
            }
            Reply::Trouble(problem) => self.problem = Some(problem.clone()),
            Reply::Opened(opened) => {
                if let Err(problem) = opened.as_ref() {
                    self.problem = Some(problem.clone());
                }
            }
            _ => {}
        }
        Go::Stay
    }

    fn leave(&mut self, cx: &mut Cx) {
        cx.desk.cancel(&mut self.ticket);
    }

    fn topic(&self) -> Topic {
        Topic::Review
    }

    fn draw(&self, canvas: &mut Canvas, area: Rect, _: &Settings) {
        let texts = &canvas.look.texts;
        let key = |c: char, label, what| Hint::new(Key::Char(c), label, what);
        let hints = [
            Hint::new(Key::Right, "Left/Right", text!(texts, "tui.key.moves")),
            key('b', "b", text!(texts, "tui.key.mistake")),
            key('t', "t", text!(texts, "tui.key.turning-point")),
            Hint::new(Key::Enter, "Enter", text!(texts, "tui.key.try-again")),
            Hint::new(Key::Escape, "Esc", text!(texts, "tui.key.back")),
            key('?', "?", text!(texts, "tui.key.help")),
        ];
        let title = text!(texts, "tui.review.title");
        let remark = self.remark(texts);
        let body = canvas.header(area, &title, &remark);
        let body = canvas.footer(body, &hints);
        let wide = area.width >= 118;
        let side = if wide {
            (area.width * 4 / 10).min(64)
        } else {
            0
        };
        let left = Rect::new(body.x, body.y, body.width - side, body.height);
        if wide {
            let right = Rect::new(left.right(), body.y, side, body.height);
            let heading = text!(canvas.look.texts, "tui.play.moves");
            let inside = canvas.panel(right, &heading);
            self.draw_list(canvas, inside);
        }
        let told = 6;
        // Where there is room for the board only, the graph is left out.
        let graph = match left.height < board::LEAST + told + 3 {
            true => 0,
            false => (left.height / 4).clamp(3, (left.height - board::LEAST - told).max(3)),
        };
        let upper = Rect::new(left.x, left.y, left.width, left.height - told - graph);
        self.draw_board(canvas, upper);
        let middle = Rect::new(left.x + 1, upper.bottom(), left.width - 2, graph);
        if graph > 0 {
            self.draw_graph(canvas, middle);
        }
        let lower = Rect::new(left.x + 1, middle.bottom(), left.width - 2, told);
        self.tell(canvas, lower);
    }
}

impl Review {
    /// The progress, or the turning point.
    fn remark(&self, texts: &Texts) -> String {
        match &self.summary {
            None => {
                let (done, all) = (self.reviewed(), self.moves.len());
                text!(texts, "tui.review.going-on", done = done, all = all)
            }
            Some(Summary {
                turning_point: Some(number),
                ..
            }) => text!(texts, "tui.review.turned", number = *number),
            Some(summary) => judging::turning_point(texts, summary, true, &self.people),
        }
    }

    fn draw_board(&self, canvas: &mut Canvas, area: Rect) {
        let position = self.position();
        let side = position.to_move();
        let house = |pit| House::Pit { side, pit };
        let theme = canvas.look.theme;
        let mut marks = Marks {
            cursor: self.record.moves().get(self.at).map(|&pit| house(pit)),
            ..Marks::default()
        };
        if let Some(reviewed) = self.chosen() {
            let best = &reviewed.analysis.best;
            marks.advised = best.first().map(|&pit| house(pit));
            let remark = |value: &engine::analyse::MoveValue| {
                let style = match best.contains(&value.pit) {
                    true => theme.good.add_modifier(Modifier::BOLD),
                    false => theme.faint,
                };
                (
                    house(value.pit),
                    judging::short(Worth::of_move(value)),
                    style,
                )
            };
            marks.remarks = reviewed.analysis.moves.iter().map(remark).collect();
        }
        let texts = &canvas.look.texts;
        let name = |side| wording::capitalised(&self.people.on(side).name(texts));
        let scene = Scene {
            counts: &Counts::of(&position),
            marks: &marks,
            names: BySide::of(name),
            turn: Some(side),
            between: String::new(),
        };
        board::draw(canvas, area, &scene);
    }

    /// South's margin after every move, best play following: a bar up is south's, a bar down north's.
    fn draw_graph(&self, canvas: &mut Canvas, area: Rect) {
        let theme = canvas.look.theme;
        let heading = text!(canvas.look.texts, "tui.review.graph");
        canvas.rule(Rect::new(area.x, area.y, area.width, 1), &heading);
        let area = below(area, 1);
        let count = self.moves.len().max(1);
        let room = usize::from(area.width);
        let step = (room / count).clamp(1, 3);
        // The part of a long game that has the chosen move in it.
        let first = first_shown(self.at, count, room / step);
        let half = area.height / 2;
        let most = self
            .moves
            .iter()
            .flatten()
            .map(|reviewed| reviewed.margin_after().abs());
        let most = most.max().unwrap_or(0).max(4);
        for (column, index) in (first..count).take(room / step).enumerate() {
            let x = area.x + (column * step) as u16;
            let wide = (step as u16).min(2);
            let spot = Rect::new(x, area.y, step as u16, area.height);
            canvas.spot(spot, Spot::Move(index + 1));
            let chosen = index == self.at;
            let middle = area.y + half;
            let across = canvas.look.glyphs.thin.across.repeat(step);
            let line = if chosen { theme.chosen } else { theme.border };
            canvas.text((x, middle), step as u16, &across, line);
            let Some(reviewed) = self.moves[index].as_deref() else {
                continue;
            };
            let style = self.bar_style(canvas, reviewed, chosen);
            let margin = reviewed.margin_after();
            let halves = (margin.abs() * i32::from(2 * half) + most / 2) / most;
            bar(canvas, (x, middle), wide, halves as u16, margin > 0, style);
        }
    }

    fn bar_style(&self, canvas: &Canvas, reviewed: &Reviewed, chosen: bool) -> Style {
        let theme = canvas.look.theme;
        let side = match reviewed.margin_after() > 0 {
            true => Side::South,
            false => Side::North,
        };
        match reviewed.verdict {
            _ if chosen => theme.chosen,
            Some(Verdict::Blunder) => theme.bad,
            _ => theme.side(side),
        }
    }

    /// A sentence about the chosen move, and how both played.
    fn tell(&self, canvas: &mut Canvas, area: Rect) {
        let theme = canvas.look.theme;
        let texts = &canvas.look.texts;
        if let Some(problem) = &self.problem {
            canvas.paragraph(area, problem, theme.bad);
            return;
        }
        let Some(sowing) = self.record.sowings().nth(self.at) else {
            return;
        };
        let number = self.at + 1;
        let told = wording::sowing(texts, &sowing, &self.people);
        let words = text!(texts, "tui.review.move", number = number, told = told);
        let judged = self
            .chosen()
            .map(|reviewed| (judging::reviewed(texts, reviewed), reviewed.verdict));
        let line = self.chosen().and_then(|reviewed| {
            let best = reviewed.analysis.of(*reviewed.analysis.best.first()?)?;
            let line = study::line(&reviewed.position, &best.line);
            Some(text!(texts, "tui.analysis.line", line = line))
        });
        let played = self.summary.as_ref().map(|all| {
            Side::BOTH.map(|side| {
                let name = wording::capitalised(&self.people.on(side).name(texts));
                let play = judging::play(texts, &all.play[side.index()]);
                text!(texts, "tui.review.side", name = name, play = play)
            })
        });
        let mut rest = canvas.paragraph(area, &words, theme.text);
        if let Some((words, verdict)) = judged {
            let style = verdict_style(verdict, canvas);
            rest = canvas.paragraph(rest, &words, style);
        }
        if let Some(line) = line
            && rest.height > 2
        {
            canvas.text((rest.x, rest.y), rest.width, &line, theme.faint);
        }
        for (side, played) in Side::BOTH.into_iter().zip(played.into_iter().flatten()) {
            let y = area.bottom() - 2 + side.index() as u16;
            canvas.text((area.x, y), area.width, &played, theme.side(side));
        }
    }

    /// Every move with its worth and its verdict.
    fn draw_list(&self, canvas: &mut Canvas, area: Rect) {
        let room = usize::from(area.height);
        let first = first_shown(self.at, self.moves.len(), room);
        let pits = self
            .record
            .sowings()
            .map(|sowing| (sowing.mover, sowing.pit));
        for (row, (index, (side, pit))) in pits.enumerate().skip(first).take(room).enumerate() {
            let theme = canvas.look.theme;
            let y = area.y + row as u16;
            let chosen = index == self.at;
            let style = if chosen {
                theme.chosen
            } else {
                theme.side(side)
            };
            if chosen {
                canvas.text((area.x, y), 1, canvas.look.glyphs.pointer, style);
            }
            let name = self.people.on(side).name(&canvas.look.texts);
            let words = format!("{:>3}. {name}", index + 1);
            canvas.text((area.x + 2, y), 18, &words, style);
            canvas.text((area.x + 21, y), 4, &pit.to_string(), style);
            canvas.spot(Rect::new(area.x, y, area.width, 1), Spot::Move(index + 1));
            let Some(reviewed) = self.moves[index].as_deref() else {
                continue;
            };
            let margin = judging::short(Worth::of_move(reviewed.value()).for_south(side));
            canvas.text((area.x + 24, y), 5, &format!("{margin:>4}"), theme.text);
            if reviewed.verdict != Some(Verdict::Best) {
                let words = judging::reviewed(&canvas.look.texts, reviewed);
                let style = verdict_style(reviewed.verdict, canvas);
                let room = area.width.saturating_sub(31);
                canvas.text((area.x + 31, y), room, &words, style);
            }
        }
    }
}

/// A bar of this many halves of a line, up or down from the middle.
fn bar(
    canvas: &mut Canvas,
    (x, middle): (u16, u16),
    wide: u16,
    halves: u16,
    up: bool,
    style: Style,
) {
    let [whole, upper, lower] = canvas.look.glyphs.bar;
    let mut row = middle;
    for half in (0..halves).step_by(2) {
        row = if up { row.saturating_sub(1) } else { row + 1 };
        let glyph = match (half + 1 < halves, up) {
            (true, _) => whole,
            (false, true) => lower,
            (false, false) => upper,
        };
        canvas.text((x, row), wide, &glyph.repeat(wide.into()), style);
    }
}

fn verdict_style(verdict: Option<Verdict>, canvas: &Canvas) -> Style {
    let theme = canvas.look.theme;
    match verdict {
        Some(Verdict::Best) => theme.good,
        Some(Verdict::Mistake | Verdict::Blunder) => theme.bad,
        Some(Verdict::Inexact) | None => theme.faint,
    }
}

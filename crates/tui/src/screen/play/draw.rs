//! Drawing the game: the board, messages, the moves, the analysis.

use engine::analyse::Analysis;
use kalah::{House, Position, Sowing};
use play::list;
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use texts::judging::{self, Worth};
use texts::{Texts, text, wording};

use super::study;
use super::{Asking, Play, is_you};
use crate::animation::Counts;
use crate::board::{self, Marks, Scene};
use crate::canvas::{Canvas, Hint, Spot, below, width, wrap};
use crate::game::{taken, touched};
use crate::input::Key;
use crate::settings::Settings;

/// From this width on, moves and analysis stand beside the board.
const WIDE: u16 = 118;

pub(super) fn play(play: &Play, canvas: &mut Canvas, area: Rect, settings: &Settings) {
    let remark = remark(play, canvas);
    let title = text!(canvas.look.texts, "tui.title");
    let body = canvas.header(area, &title, &remark);
    let body = canvas.footer(body, &hints(play, canvas));
    let pits = play.position().rules().pits();
    if area.width >= WIDE {
        let side = (area.width * 3 / 10).clamp(38, 60);
        let left = Rect::new(body.x, body.y, body.width - side, body.height);
        let right = Rect::new(left.right(), body.y, side, body.height);
        let story = (left.height / 4).clamp(6, 9);
        let upper = Rect::new(left.x, left.y, left.width, left.height - story);
        draw_board(play, canvas, upper, settings);
        let lower = Rect::new(left.x + 1, upper.bottom(), left.width - 3, story);
        talk(play, canvas, lower);
        let half = match settings.analysis {
            true => right.height / 2,
            false => right.height,
        };
        let moves = Rect::new(right.x, right.y, right.width, half);
        let heading = text!(canvas.look.texts, "tui.play.moves");
        let inside = canvas.panel(moves, &heading);
        move_list(play, canvas, inside);
        if settings.analysis {
            let heading = text!(canvas.look.texts, "tui.play.analysis");
            let inside = canvas.panel(below(right, half), &heading);
            analysis(play, canvas, inside);
        }
        return;
    }
    // The analysis has a line for every move, and gives way to messages.
    let analysed = settings.analysis && !is_spoken(play);
    let told = match analysed {
        true => (pits as u16 + 3).clamp(7, (body.height - board::LEAST).max(7)),
        false => 7,
    };
    let high = board::height(
        pits,
        Rect::new(body.x, body.y, body.width, body.height - told),
    );
    let upper = Rect::new(body.x, body.y, body.width, high.min(body.height - told));
    draw_board(play, canvas, upper, settings);
    let lower = below(body, upper.height);
    let left = Rect::new(lower.x + 1, lower.y, lower.width * 6 / 10, lower.height);
    let right = Rect::new(
        left.right() + 1,
        lower.y,
        lower.right() - left.right() - 2,
        lower.height,
    );
    let texts = &canvas.look.texts;
    let (heading, moves) = match analysed {
        true => (
            text!(texts, "tui.play.analysis"),
            text!(texts, "tui.play.moves"),
        ),
        false => (String::new(), text!(texts, "tui.play.moves")),
    };
    canvas.rule(Rect::new(left.x, left.y, left.width, 1), &heading);
    canvas.rule(Rect::new(right.x, right.y, right.width, 1), &moves);
    let left = below(left, 1);
    match analysed {
        true => analysis(play, canvas, left),
        false => talk(play, canvas, left),
    }
    move_list(play, canvas, below(right, 1));
}

/// Whether there is a message that the analysis must not cover.
fn is_spoken(play: &Play) -> bool {
    let over = play.view.is_none() && play.game.played.is_over();
    over || play.notice.is_some() || play.asking.is_some() || play.advice.is_asked_for()
}

/// Rules and name, at the right of the first line.
fn remark(play: &Play, canvas: &Canvas) -> String {
    let dot = canvas.look.glyphs.dot;
    let rules = play.game.played.whole().start().rules().to_string();
    match &play.game.name {
        Some(name) => format!("{rules} {dot} {name}"),
        None => rules,
    }
}

fn hints(play: &Play, canvas: &Canvas) -> Vec<Hint> {
    let texts = &canvas.look.texts;
    let key = |c: char, label, what| Hint::new(Key::Char(c), label, what);
    if let Some(asking) = &play.asking {
        return answers(asking, texts);
    }
    let mut hints = Vec::new();
    if play.game.played.is_over() {
        hints.push(key('v', "v", text!(texts, "tui.key.review")));
        hints.push(key('b', "b", text!(texts, "tui.key.rematch")));
        hints.push(key('n', "n", text!(texts, "tui.key.new")));
        hints.push(key('u', "u", text!(texts, "tui.key.undo")));
    } else if play.game.played.is_watched() {
        let pause = match play.paused {
            true => text!(texts, "tui.key.go-on"),
            false => text!(texts, "tui.key.pause"),
        };
        hints.push(key('p', "p", pause));
        hints.push(Hint::new(Key::Enter, "Enter", text!(texts, "tui.key.step")));
        hints.push(key('f', "f", text!(texts, "tui.key.speed")));
    } else {
        hints.push(Hint::new(
            Key::Enter,
            pit_keys(play.position().rules().pits()),
            text!(texts, "tui.key.sow"),
        ));
        hints.push(key('u', "u", text!(texts, "tui.key.undo")));
        hints.push(key('h', "h", text!(texts, "tui.key.hint")));
    }
    hints.push(key('a', "a", text!(texts, "tui.key.analysis")));
    hints.push(key('[', "[", text!(texts, "tui.key.earlier")));
    hints.push(key('s', "s", text!(texts, "tui.key.save")));
    hints.push(Hint::new(Key::Escape, "Esc", text!(texts, "tui.key.menu")));
    hints.push(key('q', "q", text!(texts, "tui.key.quit")));
    hints.push(key('r', "r", text!(texts, "tui.key.redo")));
    hints.push(key('l', "l", text!(texts, "tui.key.games")));
    hints.push(key('o', "o", text!(texts, "tui.key.options")));
    hints.push(key('?', "?", text!(texts, "tui.key.help")));
    hints
}

/// The keys that work while a question is open.
fn answers(asking: &Asking, texts: &Texts) -> Vec<Hint> {
    match asking {
        Asking::Resign => vec![
            Hint::new(Key::Char('y'), "y", text!(texts, "tui.key.resign")),
            Hint::new(Key::Char('n'), "n", text!(texts, "tui.key.play-on")),
        ],
        Asking::Name(_) => vec![
            Hint::new(Key::Enter, "Enter", text!(texts, "tui.key.save")),
            Hint::new(Key::Clear, "Ctrl-U", text!(texts, "tui.key.clear")),
            Hint::new(Key::Escape, "Esc", text!(texts, "tui.key.cancel")),
        ],
    }
}

/// The keys for this many pits.
fn pit_keys(pits: usize) -> &'static str {
    const KEYS: [&str; 9] = ["1", "1-2", "1-3", "1-4", "1-5", "1-6", "1-7", "1-8", "1-9"];
    KEYS[pits.clamp(1, KEYS.len()) - 1]
}

fn draw_board(play: &Play, canvas: &mut Canvas, area: Rect, settings: &Settings) {
    let names = play.game.labels(&canvas.look.texts);
    if let Some(moment) = play.animation.moment() {
        let marks = Marks {
            last: vec![moment.from, moment.at],
            taken: moment.taken.to_vec(),
            hand: Some((moment.hand, moment.mover)),
            ..Marks::default()
        };
        let scene = Scene {
            counts: moment.counts,
            marks: &marks,
            names,
            turn: Some(moment.mover),
            between: String::new(),
        };
        board::draw(canvas, area, &scene);
        return;
    }
    let position = play.position();
    let last = play.game.played.sowing_at(play.shown());
    let scene = Scene {
        counts: &Counts::of(&position),
        marks: &marks(play, canvas, &position, last.as_ref(), settings),
        names,
        turn: (!position.is_over()).then(|| position.to_move()),
        between: between(play, canvas),
    };
    board::draw(canvas, area, &scene);
}

/// Which moves are shown, if not all of them.
fn between(play: &Play, canvas: &Canvas) -> String {
    let texts = &canvas.look.texts;
    match play.view {
        Some(_) => {
            let (shown, all) = (play.shown(), play.game.played.ply());
            text!(texts, "tui.play.looking-back", shown = shown, all = all)
        }
        None if play.paused && !play.game.played.is_over() => text!(texts, "tui.play.paused"),
        None => String::new(),
    }
}

fn marks(
    play: &Play,
    canvas: &Canvas,
    position: &Position,
    last: Option<&Sowing>,
    settings: &Settings,
) -> Marks {
    let theme = canvas.look.theme;
    let side = position.to_move();
    let house = |pit| House::Pit { side, pit };
    let mut marks = Marks {
        last: last.map(touched).unwrap_or_default(),
        taken: last.map(taken).unwrap_or_default(),
        ..Marks::default()
    };
    if let Some(mover) = play.mover() {
        marks.open = position.legal_moves().map(house).collect();
        marks.cursor = play.pointed(mover).map(house);
    }
    marks.advised = play.advice.hint().map(|hint| house(hint.pit()));
    let Some(analysis) = play.study.of(position) else {
        return marks;
    };
    if settings.analysis {
        marks.remarks = analysis
            .moves
            .iter()
            .map(|value| {
                let style = match analysis.best.contains(&value.pit) {
                    true => theme.good.add_modifier(Modifier::BOLD),
                    false => theme.faint,
                };
                (
                    house(value.pit),
                    judging::short(Worth::of_move(value)),
                    style,
                )
            })
            .collect();
    }
    marks
}

/// The last events, whose turn it is, and any question.
fn talk(play: &Play, canvas: &mut Canvas, area: Rect) {
    let theme = canvas.look.theme;
    if let Some(asking) = &play.asking {
        let words = question(asking, canvas);
        canvas.paragraph(area, &words, theme.chosen);
        return;
    }
    if let Some(notice) = &play.notice {
        let style = if notice.bad { theme.bad } else { theme.good };
        canvas.paragraph(area, &notice.words, style);
        return;
    }
    if play.advice.is_asked_for() {
        let texts = &canvas.look.texts;
        let hint = play.advice.hint();
        let words = hint.map_or_else(
            || text!(texts, "play.looking"),
            |hint| hint.sentence(texts, &play.game.people),
        );
        canvas.paragraph(area, &words, theme.good);
        return;
    }
    let turn = turn(play, canvas);
    let turn_lines = wrap(&turn, area.width.into()).len() as u16;
    let story = Rect::new(
        area.x,
        area.y,
        area.width,
        area.height.saturating_sub(turn_lines),
    );
    let rest = tell(play, canvas, story);
    let rest = Rect::new(area.x, rest.y, area.width, turn_lines);
    let style = match play.mover().is_some() || play.game.played.is_over() {
        true => theme.strong,
        false => theme.faint,
    };
    canvas.paragraph(rest, &turn, style);
}

fn question(asking: &Asking, canvas: &Canvas) -> String {
    let texts = &canvas.look.texts;
    match asking {
        Asking::Resign => text!(texts, "tui.play.resign"),
        Asking::Name(name) => {
            let name = format!("{name}{}", canvas.look.glyphs.cursor);
            text!(texts, "tui.play.save-as", name = name)
        }
    }
}

/// The last moves of the side that moved last, as many as there is room for; returns what is left.
fn tell(play: &Play, canvas: &mut Canvas, area: Rect) -> Rect {
    let (texts, theme) = (&canvas.look.texts, canvas.look.theme);
    let sowings: Vec<Sowing> = play
        .game
        .played
        .whole()
        .sowings()
        .take(play.shown())
        .collect();
    let Some(last) = sowings.last() else {
        return area;
    };
    let own = sowings
        .iter()
        .rev()
        .take_while(|sowing| sowing.mover == last.mover);
    let mut lines: Vec<Vec<String>> = Vec::new();
    let mut room = usize::from(area.height);
    for sowing in own {
        let told = wrap(
            &wording::sowing(texts, sowing, &play.game.people),
            area.width.into(),
        );
        if told.len() > room {
            break;
        }
        room -= told.len();
        lines.push(told);
    }
    let side = theme.side(last.mover);
    let mut rest = area;
    for line in lines.into_iter().rev().flatten() {
        canvas.text((rest.x, rest.y), rest.width, &line, side);
        rest = below(rest, 1);
    }
    rest
}

/// Whose turn it is, or how it ended.
fn turn(play: &Play, canvas: &Canvas) -> String {
    let texts = &canvas.look.texts;
    let game = &play.game;
    if play.view.is_some() {
        return text!(texts, "tui.play.another-line");
    }
    let Some(side) = game.played.turn() else {
        let result = wording::result(texts, game.played.result(), &game.people);
        return result.unwrap_or_default();
    };
    let person = game.people.on(side);
    if game.played.is_person(side) {
        return match is_you(person) {
            true => text!(texts, "tui.play.your-turn"),
            false => {
                let words = text!(texts, "tui.play.their-turn", name = person.name(texts));
                wording::capitalised(&words)
            }
        };
    }
    match play.thinking.is_some() {
        true => wording::capitalised(&text!(texts, "play.thinking", name = person.name(texts))),
        false => String::new(),
    }
}

/// The moves, those before what is shown in their side's colour. Each can be clicked.
fn move_list(play: &Play, canvas: &mut Canvas, area: Rect) {
    let theme = canvas.look.theme;
    let shown = play.shown();
    let mut lines: Vec<Vec<list::Word>> = vec![Vec::new()];
    let mut used = 0;
    for word in list::words(&play.game.played) {
        let needed = width(&word.text) + 1;
        // A turn number stays with its move.
        let reserve = if word.moves.is_none() { 4 } else { 0 };
        if used + needed + reserve > area.width + 1 {
            lines.push(Vec::new());
            used = 0;
        }
        used += needed;
        lines.last_mut().expect("there is a line").push(word);
    }
    let is_last = |word: &list::Word| word.moves == Some(shown);
    let at = lines
        .iter()
        .position(|line| line.iter().any(is_last))
        .unwrap_or(0);
    let room = usize::from(area.height);
    let first = (at + 1).saturating_sub(room);
    for (row, line) in lines.iter().skip(first).take(room).enumerate() {
        let y = area.y + row as u16;
        let mut x = area.x;
        for word in line {
            let style = match word.moves {
                None => theme.faint,
                Some(moves) if moves == shown => theme.chosen,
                Some(moves) if moves > shown => theme.faint,
                Some(_) => theme.side(word.side),
            };
            let room = area.right().saturating_sub(x);
            let end = canvas.text((x, y), room, &word.text, style);
            if let Some(moves) = word.moves {
                canvas.spot(Rect::new(x, y, end - x, 1), Spot::Move(moves));
            }
            x = end + 1;
        }
    }
    if play.game.played.moves().is_empty() {
        let words = text!(canvas.look.texts, "play.no-moves");
        canvas.paragraph(area, &words, theme.faint);
    }
}

/// Who wins by how much, and what every move is worth with the line that follows, the best first.
fn analysis(play: &Play, canvas: &mut Canvas, area: Rect) {
    let theme = canvas.look.theme;
    let position = play.position();
    if position.is_over() {
        let turn = turn(play, canvas);
        canvas.paragraph(area, &turn, theme.strong);
        return;
    }
    let Some(found) = play.study.of(&position) else {
        let words = text!(canvas.look.texts, "play.looking");
        canvas.paragraph(area, &words, theme.faint);
        return;
    };
    let moves = study::best_first(found);
    let mut rest = area;
    // Where there is not room for both, the moves say more than the sentence about the best of them.
    let words = verdict(play, canvas, found);
    let lines = wrap(&words, area.width.into()).len();
    if lines + moves.len() <= area.height.into() {
        rest = canvas.paragraph(rest, &words, theme.strong);
    }
    if usize::from(rest.height) > moves.len() + 2 {
        rest = below(rest, 1);
    }
    for value in moves.into_iter().take(rest.height.into()) {
        let style = match found.best.contains(&value.pit) {
            true => theme.good,
            false => theme.text,
        };
        let line = study::line(&position, &value.line);
        let worth = judging::short(Worth::of_move(value));
        let words = format!("{worth:>4}  {line}");
        canvas.text((rest.x, rest.y), rest.width, &words, style);
        rest = below(rest, 1);
    }
}

/// Who wins by how much, and whether that may change.
fn verdict(play: &Play, canvas: &Canvas, found: &Analysis) -> String {
    let texts = &canvas.look.texts;
    let (side, people) = (play.position().to_move(), &play.game.people);
    let mut words = judging::prospect(texts, side, Worth::of(found), people);
    if play.study.is_going_on() && !found.is_exact() {
        words.push(' ');
        words.push_str(&text!(texts, "tui.analysis.searching"));
    }
    words
}

//! What to play, or whom to watch. Enter plays at once; the last choices are preselected.
//!
//! On the left the fields, on the right the players to choose from. Up and down move in the column that has the keys; Tab
//! goes to the next field, and to its players if it has any.

use consoles::Model;
use engine::level::Level;
use kalah::{BySide, Position, Preset, Rules, Side};
use ratatui::layout::Rect;
use texts::{Texts, text, wording};

use super::options::{Chosen, form_line};
use super::{Cx, Go, Screen, first_shown, moved};
use crate::canvas::{Canvas, Hint, Spot, below};
use crate::input::Key;
use crate::settings::{Choice, Settings};
use crate::work::{Effect, Reply, Seat};

pub(crate) struct Form {
    purpose: Purpose,
    at: usize,
    /// The list of players has the keys.
    in_list: bool,
    choice: Choice,
    problem: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    Game,
    Watch,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    Player(Side),
    Rules,
    Pits,
    Seeds,
    First,
}

/// Rules that differ in more than their numbers. The consoles of 2016, 2022 and 2023 play by the standard ones.
const PRESETS: [Preset; 3] = [
    Preset::Standard,
    Preset::AinShamsSteal,
    Preset::AinShamsNoSteal,
];

/// Where the numbers of the players' list begin among the lines that can be clicked.
const LIST: usize = 1000;

/// A possible opponent.
struct Opponent {
    seat: Seat,
    name: String,
    what: String,
}

impl Form {
    pub(crate) fn game(settings: &Settings) -> Form {
        Form::new(Purpose::Game, &settings.game)
    }

    pub(crate) fn watch(settings: &Settings) -> Form {
        Form::new(Purpose::Watch, &settings.watch)
    }

    fn new(purpose: Purpose, choice: &Choice) -> Form {
        Form {
            purpose,
            at: 0,
            in_list: true,
            choice: choice.clone(),
            problem: None,
        }
    }

    fn fields(&self) -> Vec<Field> {
        let rest = [Field::Rules, Field::Pits, Field::Seeds, Field::First];
        let players: &[Field] = match self.purpose {
            Purpose::Game => &[Field::Player(Side::North)],
            Purpose::Watch => &[Field::Player(Side::South), Field::Player(Side::North)],
        };
        players.iter().copied().chain(rest).collect()
    }

    fn field(&self) -> Field {
        self.fields()[self.at]
    }

    fn opponents(&self, texts: &Texts) -> Vec<Opponent> {
        let mut all = opponents(texts);
        all.retain(|opponent| self.purpose == Purpose::Game || opponent.seat != Seat::Person);
        all
    }

    /// The player after or before the selected one, without wrapping.
    fn choose_player(&mut self, side: Side, key: Key, texts: &Texts) {
        let all = self.opponents(texts);
        let seat = &mut self.choice.seats[side];
        let at = all.iter().position(|one| one.seat == *seat).unwrap_or(0);
        let to = match key {
            Key::Up => at.saturating_sub(1),
            Key::Down => (at + 1).min(all.len() - 1),
            Key::PageUp => at.saturating_sub(5),
            Key::PageDown => (at + 5).min(all.len() - 1),
            Key::Home => 0,
            Key::End => all.len() - 1,
            _ => at,
        };
        *seat = all[to].seat.clone();
    }

    /// Goes to another field; a field with players hands the keys to their list.
    fn go_to(&mut self, at: usize) {
        self.at = at;
        self.in_list = matches!(self.field(), Field::Player(_));
    }

    fn change(&mut self, field: Field, forward: bool, texts: &Texts) {
        let step =
            |value: usize, count: usize| (value + if forward { 1 } else { count - 1 }) % count;
        let rules = self.choice.rules;
        let (mut pits, mut seeds) = (rules.pits(), usize::from(rules.seeds()));
        let mut preset = preset(rules);
        match field {
            Field::Player(side) => {
                let all = self.opponents(texts);
                let seat = &mut self.choice.seats[side];
                let at = all.iter().position(|one| one.seat == *seat).unwrap_or(0);
                *seat = all[step(at, all.len())].seat.clone();
            }
            Field::First => self.choice.first = self.choice.first.other(),
            Field::Rules => preset = step(preset, PRESETS.len()),
            Field::Pits => pits = 1 + step(pits - 1, 12),
            Field::Seeds => seeds = 1 + step(seeds - 1, 12),
        }
        let base = PRESETS[preset].rules();
        let rules = Rules::new(pits as u32, seeds as u32, base.capture(), base.end());
        self.choice.rules = rules.map_or(base, |rules| rules.with_lift(base.lift()));
    }

    fn play(&mut self, cx: &mut Cx) {
        match self.purpose {
            Purpose::Game => cx.settings.game = self.choice.clone(),
            Purpose::Watch => cx.settings.watch = self.choice.clone(),
        }
        self.problem = None;
        cx.desk.ask(Effect::Begin {
            start: Position::start(self.choice.rules, self.choice.first),
            moves: Vec::new(),
            seats: self.choice.seats.clone(),
        });
    }

    fn told(&self, field: Field, texts: &Texts) -> (String, String) {
        let Choice {
            seats,
            rules,
            first,
        } = &self.choice;
        match field {
            Field::Player(side) => {
                let name = match (self.purpose, side) {
                    (Purpose::Game, _) => text!(texts, "tui.form.opponent"),
                    (_, Side::South) => text!(texts, "tui.form.south"),
                    (_, Side::North) => text!(texts, "tui.form.north"),
                };
                (name, seat_name(&seats[side], texts))
            }
            Field::Rules => (
                text!(texts, "tui.form.rules"),
                rules_name(preset(*rules), texts),
            ),
            Field::Pits => (text!(texts, "tui.form.pits"), rules.pits().to_string()),
            Field::Seeds => (text!(texts, "tui.form.seeds"), rules.seeds().to_string()),
            Field::First => (
                text!(texts, "tui.form.first"),
                first_name(seats, *first, texts),
            ),
        }
    }
}

/// The number of the preset these rules come from.
fn preset(rules: Rules) -> usize {
    let like = |preset: &Preset| {
        let base = preset.rules();
        (base.capture(), base.end(), base.lift()) == (rules.capture(), rules.end(), rules.lift())
    };
    PRESETS.iter().position(like).unwrap_or(0)
}

fn rules_name(preset: usize, texts: &Texts) -> String {
    match preset {
        0 => text!(texts, "tui.rules.standard"),
        1 => text!(texts, "tui.rules.steal"),
        _ => text!(texts, "tui.rules.no-steal"),
    }
}

fn first_name(seats: &BySide<Seat>, first: Side, texts: &Texts) -> String {
    let against_computer = seats.south == Seat::Person && seats.north != Seat::Person;
    match (against_computer, first) {
        (true, Side::South) => text!(texts, "tui.form.you"),
        (true, Side::North) => text!(texts, "tui.form.they"),
        (false, Side::South) => text!(texts, "tui.form.south"),
        (false, Side::North) => text!(texts, "tui.form.north"),
    }
}

fn seat_name(seat: &Seat, texts: &Texts) -> String {
    let known = opponents(texts);
    let found = known.into_iter().find(|one| one.seat == *seat);
    match (found, seat) {
        (Some(found), _) => found.name,
        (None, Seat::Player(name) | Seat::Guest(name)) => name.clone(),
        (None, Seat::Person) => String::new(),
    }
}

/// All opponents, the weakest of each kind first.
fn opponents(texts: &Texts) -> Vec<Opponent> {
    let mut all = vec![Opponent {
        seat: Seat::Person,
        name: text!(texts, "tui.player.person"),
        what: text!(texts, "tui.player.person.what"),
    }];
    for level in (1..=Level::HIGHEST).filter_map(Level::new) {
        let number = level.number();
        all.push(Opponent {
            seat: Seat::Player(format!("level:{number}")),
            name: text!(texts, "tui.player.level", number = number),
            what: level_what(number, texts),
        });
    }
    for name in NAMED {
        all.push(Opponent {
            seat: Seat::Player(name.to_owned()),
            name: name.to_owned(),
            what: named_what(name, texts),
        });
    }
    for model in Model::ALL {
        let name = model.name();
        all.push(Opponent {
            seat: Seat::Player(format!("console:{name}")),
            name: text!(texts, "tui.player.console", model = name),
            what: console_what(model, texts),
        });
    }
    all
}

/// The players that have a name instead of a number.
const NAMED: [&str; 9] = [
    "easy",
    "medium",
    "hard",
    "random",
    "mirror",
    "reference",
    "opportunist",
    "deep-purple",
    "perfect",
];

fn named_what(name: &str, texts: &Texts) -> String {
    match name {
        "easy" => text!(texts, "tui.player.easy"),
        "medium" => text!(texts, "tui.player.medium"),
        "hard" => text!(texts, "tui.player.hard"),
        "random" => text!(texts, "tui.player.random"),
        "mirror" => text!(texts, "tui.player.mirror"),
        "reference" => text!(texts, "tui.player.reference"),
        "opportunist" => text!(texts, "tui.player.opportunist"),
        "deep-purple" => text!(texts, "tui.player.deep-purple"),
        _ => text!(texts, "tui.player.perfect"),
    }
}

fn level_what(number: usize, texts: &Texts) -> String {
    match number {
        1 => text!(texts, "tui.player.level.1"),
        2 => text!(texts, "tui.player.level.2"),
        3 => text!(texts, "tui.player.level.3"),
        4 => text!(texts, "tui.player.level.4"),
        5 => text!(texts, "tui.player.level.5"),
        6 => text!(texts, "tui.player.level.6"),
        7 => text!(texts, "tui.player.level.7"),
        8 => text!(texts, "tui.player.level.8"),
        9 => text!(texts, "tui.player.level.9"),
        _ => text!(texts, "tui.player.level.10"),
    }
}

fn console_what(model: Model, texts: &Texts) -> String {
    match model {
        Model::Y2016 => text!(texts, "tui.player.console.2016"),
        Model::Y2016Mirror => text!(texts, "tui.player.console.2016-mirror"),
        Model::Y2022 => text!(texts, "tui.player.console.2022"),
        Model::Y2023 => text!(texts, "tui.player.console.2023"),
    }
}

impl Screen for Form {
    fn key(&mut self, key: Key, cx: &mut Cx) -> Go {
        match (key, self.field()) {
            (Key::Enter, _) => self.play(cx),
            (Key::Escape | Key::Char('q'), _) => return Go::Back,
            (Key::Tab, _) => self.go_to((self.at + 1) % self.fields().len()),
            (Key::Left | Key::Right | Key::Char(' '), Field::Player(_)) => {
                self.in_list = key != Key::Left;
            }
            (key, Field::Player(side)) if self.in_list => self.choose_player(side, key, cx.texts),
            (Key::Left, field) => self.change(field, false, cx.texts),
            (Key::Right | Key::Char(' '), field) => self.change(field, true, cx.texts),
            _ => self.at = moved(self.at, self.fields().len(), key),
        }
        Go::Stay
    }

    fn click(&mut self, spot: Spot, cx: &mut Cx) -> Go {
        match spot {
            Spot::Line(line) if line >= LIST => {
                if let Field::Player(side) = self.field()
                    && let Some(one) = self.opponents(cx.texts).get(line - LIST)
                {
                    self.choice.seats[side] = one.seat.clone();
                    self.in_list = true;
                }
            }
            Spot::Line(line) if line == self.at => match self.field() {
                Field::Player(_) => self.in_list = true,
                field => self.change(field, true, cx.texts),
            },
            Spot::Line(line) => self.go_to(line.min(self.fields().len() - 1)),
            _ => {}
        }
        Go::Stay
    }

    fn reply(&mut self, reply: &Reply, _: &mut Cx) -> Go {
        if let Reply::Opened(opened) = reply
            && let Err(problem) = opened.as_ref()
        {
            self.problem = Some(problem.clone());
        }
        Go::Stay
    }

    fn draw(&self, canvas: &mut Canvas, area: Rect, _: &Settings) {
        let texts = &canvas.look.texts;
        let (title, play) = match self.purpose {
            Purpose::Game => (text!(texts, "tui.start.new"), text!(texts, "tui.key.play")),
            Purpose::Watch => (
                text!(texts, "tui.start.watch"),
                text!(texts, "tui.key.watch"),
            ),
        };
        let (sideways, up_down) = match (self.field(), self.in_list) {
            (Field::Player(_), true) => (
                Hint::new(Key::Left, "Left", text!(texts, "tui.key.fields")),
                text!(texts, "tui.key.player"),
            ),
            (Field::Player(_), false) => (
                Hint::new(Key::Right, "Right", text!(texts, "tui.key.players")),
                text!(texts, "tui.key.line"),
            ),
            _ => (
                Hint::new(Key::Right, "Left/Right", text!(texts, "tui.key.change")),
                text!(texts, "tui.key.line"),
            ),
        };
        let hints = [
            Hint::new(Key::Enter, "Enter", play),
            Hint::new(Key::Down, "Up/Down", up_down),
            sideways,
            Hint::new(Key::Tab, "Tab", text!(texts, "tui.key.next")),
            Hint::new(Key::Escape, "Esc", text!(texts, "tui.key.back")),
            Hint::new(Key::Char('?'), "?", text!(texts, "tui.key.help")),
        ];
        let body = canvas.header(area, &title, "");
        let body = below(canvas.footer(body, &hints), 1);
        let left = Rect::new(
            body.x + 1,
            body.y,
            (body.width / 2).clamp(34, 52) - 2,
            body.height,
        );
        let right = Rect::new(
            left.right() + 2,
            body.y,
            body.right() - left.right() - 3,
            body.height,
        );
        let rest = self.draw_fields(canvas, left);
        let theme = canvas.look.theme;
        if let Some(problem) = &self.problem {
            canvas.paragraph(below(rest, 1), problem, theme.bad);
        }
        match self.field() {
            Field::Player(side) => self.draw_players(canvas, right, side),
            _ => {
                let heading = text!(canvas.look.texts, "tui.form.rules");
                let inside = canvas.panel(right, &heading);
                let rules = wording::rules(&canvas.look.texts, self.choice.rules);
                // The first line is the name, which stands on the left already.
                let (_, rules) = rules.split_once('\n').unwrap_or(("", &rules));
                canvas.paragraph(inside, &rules.replace('\n', "\n\n"), theme.text);
            }
        }
    }
}

impl Form {
    /// The lines of the form and the descriptions of the chosen players; returns the area left.
    fn draw_fields(&self, canvas: &mut Canvas, area: Rect) -> Rect {
        let fields = self.fields();
        for (line, &field) in fields.iter().enumerate() {
            let row = Rect::new(area.x, area.y + 2 * line as u16, area.width, 1);
            let (name, value) = self.told(field, &canvas.look.texts);
            let how = match (line == self.at, field) {
                (false, _) => Chosen::No,
                (true, Field::Player(_)) if self.in_list => Chosen::Elsewhere,
                (true, Field::Player(_)) => Chosen::Here,
                (true, _) => Chosen::Changes,
            };
            form_line(canvas, row, &name, &value, how);
            canvas.spot(row, Spot::Line(line));
        }
        let rest = below(area, 2 * fields.len() as u16 + 1);
        let theme = canvas.look.theme;
        let Field::Player(side) = self.field() else {
            return rest;
        };
        let known = opponents(&canvas.look.texts);
        let found = known
            .into_iter()
            .find(|one| one.seat == self.choice.seats[side]);
        let what = found.map(|one| one.what).unwrap_or_default();
        canvas.paragraph(rest, &what, theme.text)
    }

    fn draw_players(&self, canvas: &mut Canvas, area: Rect, side: Side) {
        let texts = &canvas.look.texts;
        let heading = text!(texts, "tui.form.players");
        let all = self.opponents(texts);
        let inside = canvas.panel(area, &heading);
        let theme = canvas.look.theme;
        let at = all
            .iter()
            .position(|one| one.seat == self.choice.seats[side]);
        let at = at.unwrap_or(0);
        // "Two people" is always in sight, no matter which line is selected.
        let pinned = usize::from(all.first().is_some_and(|one| one.seat == Seat::Person));
        let room = usize::from(inside.height).saturating_sub(pinned);
        let first = pinned + first_shown(at.saturating_sub(pinned), all.len() - pinned, room);
        let shown = (0..pinned).chain((first..all.len()).take(room));
        // Names only where there is no room for more.
        let with_what = inside.width > 60;
        for (row, index) in shown.enumerate() {
            let one = &all[index];
            let line = Rect::new(inside.x, inside.y + row as u16, inside.width, 1);
            let style = match (index == at, self.in_list) {
                (true, true) => theme.chosen,
                (true, false) => theme.strong,
                _ => theme.text,
            };
            if index == at {
                canvas.text((line.x, line.y), 1, canvas.look.glyphs.pointer, style);
            }
            canvas.text((line.x + 2, line.y), 22, &one.name, style);
            if with_what {
                let room = line.width.saturating_sub(24);
                canvas.brief((line.x + 24, line.y), room, &one.what, theme.faint);
            }
            canvas.spot(line, Spot::Line(LIST + index));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::player::PlayerSpec;

    /// All opponents on offer can be played against.
    #[test]
    fn every_opponent_is_a_player() {
        let texts = Texts::english();
        let mut people = 0;
        for opponent in opponents(&texts) {
            match opponent.seat.player() {
                None => people += 1,
                Some(name) => match name.strip_prefix("console:") {
                    Some(model) => assert!(model.parse::<Model>().is_ok(), "{name}"),
                    None => assert!(name.parse::<PlayerSpec>().is_ok(), "{name}"),
                },
            }
            assert!(!opponent.what.starts_with('<'), "{}", opponent.what);
        }
        assert_eq!(people, 1);
    }

    #[test]
    fn every_field_goes_round() {
        let texts = Texts::english();
        for mut form in [
            Form::game(&Settings::default()),
            Form::watch(&Settings::default()),
        ] {
            for field in form.fields() {
                let before = form.choice.clone();
                form.change(field, true, &texts);
                assert_ne!(form.choice, before, "{field:?}");
                form.change(field, false, &texts);
                assert_eq!(form.choice, before, "{field:?}");
            }
        }
    }
}

//! Questions that do not concern a game: lists, rules, positions, files; and the language of all answers.

use engine::Library;
use kalah::{BySide, House, Pit, Position, Preset, Record, Rules, Setup, SetupError, Side};
use serde::{Deserialize, Serialize};
use texts::wording;
use texts::{Language, Texts, judging};

use crate::reply::{Answer, Failure, Nothing, json, read, reply};
use crate::{analyst, people, player, program, read, view};

/// The texts, and the library shared by everything that searches.
pub struct Desk {
    texts: Texts,
    library: Library,
}

#[derive(Deserialize)]
struct Speak {
    language: String,
    catalogue: String,
}

#[derive(Serialize)]
struct PresetView {
    rules: view::Rules,
    title: String,
    about: String,
    meaning: Vec<String>,
}

#[derive(Deserialize)]
struct AskRules {
    rules: String,
    /// Replaces the seeds of the rules.
    seeds: Option<u32>,
}

#[derive(Serialize)]
struct RulesView {
    rules: view::Rules,
    meaning: Vec<String>,
}

#[derive(Deserialize)]
struct AskOpponents {
    rules: Option<String>,
    start: Option<String>,
}

#[derive(Deserialize)]
struct AskLine {
    rules: String,
    position: String,
    pits: Vec<Pit>,
    people: Option<people::Names>,
}

#[derive(Deserialize)]
struct AskPosition {
    rules: String,
    text: String,
}

/// A game of a site in a list.
#[derive(Deserialize)]
struct AskTable {
    rules: Rules,
    position: String,
    people: people::Guests,
}

#[derive(Serialize)]
struct TableView {
    rules: String,
    result: Option<String>,
}

#[derive(Serialize)]
struct PositionView {
    rules: view::Rules,
    position: view::Position,
}

/// A number as typed.
#[derive(Deserialize)]
#[serde(untagged)]
enum Typed {
    Number(f64),
    Text(String),
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Draft {
    rules: String,
    pits: BySide<Vec<Typed>>,
    stores: BySide<Typed>,
    to_move: Side,
}

#[derive(Serialize)]
struct Problem {
    message: String,
    house: Option<view::House>,
}

#[derive(Default, Serialize)]
struct Checked {
    position: Option<view::Position>,
    problems: Vec<Problem>,
    notes: Vec<String>,
}

#[derive(Deserialize)]
struct AskGames {
    text: String,
}

#[derive(Serialize)]
struct GameOfFile {
    game: usize,
    title: String,
}

/// The most seeds on a board.
const MOST_SEEDS: u32 = 2 * kalah::MAX_PITS as u32 * kalah::MAX_SEEDS as u32;
/// Maximum number of games listed from a file.
const MOST_GAMES: usize = 10_000;

impl Default for Desk {
    fn default() -> Desk {
        Desk::new()
    }
}

impl Desk {
    /// A desk that has not received its texts yet.
    #[must_use]
    pub fn new() -> Desk {
        Desk {
            texts: Texts::parse(Language::English, "{}").expect("an empty catalogue is one"),
            library: Library::new(),
        }
    }

    pub(crate) fn texts(&self) -> &Texts {
        &self.texts
    }

    pub(crate) fn library(&self) -> &Library {
        &self.library
    }

    /// Answers a request.
    pub fn handle(&mut self, name: &str, request: &str) -> String {
        reply(match name {
            "texts" => self.speak(request),
            "presets" => self.presets(request),
            "rules" => self.rules(request),
            "opponents" => self.opponents(request),
            "line" => self.line(request),
            "position" => position(request),
            "table" => self.table(request),
            "check" => self.check(request),
            "games" => games(request),
            "words" => program::words(request),
            "worded" => analyst::worded(self, request),
            _ => Err(Failure::unknown(name)),
        })
    }

    fn speak(&mut self, request: &str) -> Answer {
        let Speak {
            language,
            catalogue,
        } = read(request)?;
        let language = Language::of(&language)
            .ok_or_else(|| Failure::failed(format!("unknown language '{language}'")))?;
        self.texts = Texts::parse(language, &catalogue).map_err(Failure::failed)?;
        Ok("{}".to_owned())
    }

    fn presets(&self, request: &str) -> Answer {
        read::<Nothing>(request)?;
        let view = |preset: Preset| {
            let (title, about) = judging::preset(&self.texts, preset);
            PresetView {
                rules: preset.rules().into(),
                title,
                about,
                meaning: self.meaning(preset.rules()),
            }
        };
        json(&Preset::ALL.map(view))
    }

    /// The rules in sentences, without their name.
    fn meaning(&self, rules: Rules) -> Vec<String> {
        let text = wording::rules(&self.texts, rules);
        text.lines().skip(1).map(str::to_owned).collect()
    }

    fn rules(&self, request: &str) -> Answer {
        let AskRules { rules, seeds } = read(request)?;
        let rules = read::rules(Some(&rules), None, seeds)?;
        json(&RulesView {
            meaning: self.meaning(rules),
            rules: rules.into(),
        })
    }

    fn opponents(&self, request: &str) -> Answer {
        let AskOpponents { rules, start } = read(request)?;
        let rules = read::rules(rules.as_deref(), None, None)?;
        let position = match start {
            Some(text) => read::position(rules, &text)?,
            None => Position::start(rules, Side::South),
        };
        json(&player::opponents(&self.texts, &position))
    }

    fn line(&self, request: &str) -> Answer {
        let AskLine {
            rules,
            position,
            pits,
            people,
        } = read(request)?;
        let rules = read::rules(Some(&rules), None, None)?;
        let position = read::position(rules, &position)?;
        let people = people::told(people.as_ref());
        json(&view::line(&position, &pits, &self.texts, &people))
    }

    /// What a game of a site is played by, and how it ended if nobody can move.
    fn table(&self, request: &str) -> Answer {
        let AskTable {
            rules,
            position,
            people,
        } = read(request)?;
        let mut game = play::Game::new(Record::new(read::position(rules, &position)?));
        game.set_seats(people.seats());
        let people = people::of_game(game.whole(), game.seats(), &self.texts);
        json(&TableView {
            rules: judging::rules_name(&self.texts, rules),
            result: wording::result(&self.texts, game.result(), &people),
        })
    }

    fn check(&self, request: &str) -> Answer {
        let draft: Draft = read(request)?;
        let rules = read::rules(Some(&draft.rules), None, None)?;
        let mut checked = Checked::default();
        let mut count = |typed: &Typed, house: House| {
            let (seeds, typed) = typed.seeds();
            if seeds.is_none() {
                checked.problems.push(Problem {
                    message: wording::not_a_count(&self.texts, &typed, MOST_SEEDS),
                    house: Some(house.into()),
                });
            }
            seeds.unwrap_or(0)
        };
        let setup = Setup {
            pits: BySide::of(|side| {
                let pits = (1..).map_while(Pit::new).zip(&draft.pits[side]);
                let pits = pits.map(|(pit, typed)| count(typed, House::Pit { side, pit }));
                pits.collect()
            }),
            stores: BySide::of(|side| count(&draft.stores[side], House::Store { side })),
            to_move: draft.to_move,
        };
        if checked.problems.is_empty() {
            self.place(rules, &setup, &mut checked);
        }
        json(&checked)
    }

    /// Checks a setup against the rules, and reports what is wrong or odd about it.
    fn place(&self, rules: Rules, setup: &Setup, checked: &mut Checked) {
        let message = match Position::new(rules, setup) {
            Ok(position) => {
                if position.is_over() {
                    let swept = setup.pits.iter().flatten().any(|&seeds| seeds > 0);
                    let note = wording::over_in_editor(&self.texts, swept);
                    checked.notes.push(note);
                }
                checked.position = Some((&position).into());
                return;
            }
            Err(SetupError::TooManySeeds(count)) => {
                wording::too_many_seeds(&self.texts, count, MOST_SEEDS)
            }
            Err(error) => error.to_string(),
        };
        let house = None;
        checked.problems.push(Problem { message, house });
    }
}

impl Typed {
    /// The seeds, if the text is a number of them, and how it looks.
    fn seeds(&self) -> (Option<u32>, String) {
        let text = match self {
            Typed::Number(number) => number.to_string(),
            Typed::Text(text) => text.trim().to_owned(),
        };
        let digits = text.bytes().all(|byte| byte.is_ascii_digit());
        let seeds = text
            .parse()
            .ok()
            .filter(|seeds| digits && *seeds <= MOST_SEEDS);
        (seeds, text)
    }
}

fn position(request: &str) -> Answer {
    let AskPosition { rules, text } = read(request)?;
    let rules = read::rules(Some(&rules), None, None)?;
    let position = read::position(rules, &text)?;
    json(&PositionView {
        rules: position.rules().into(),
        position: (&position).into(),
    })
}

/// The games of a file, each with its players and result.
fn games(request: &str) -> Answer {
    let AskGames { text } = read(request)?;
    let games = read::games(text.trim_start_matches('\u{feff}').trim());
    let view = |(game, _): (usize, &&str)| {
        let title = match read::record(&text, game) {
            Err(failure) => failure.message().to_owned(),
            Ok(record) => {
                let BySide { south, north } = &record.players;
                let result = record.result();
                format!("{south} – {north}, {}: {result}", record.date)
            }
        };
        GameOfFile { game, title }
    };
    let listed: Vec<GameOfFile> = (1..).zip(&games).take(MOST_GAMES).map(view).collect();
    json(&listed)
}

//! Every screen as it looks, in text and with its styles, at several sizes.
//!
//! The golden files are `tests/data/NAME.txt`. Under the text of a screen stand its styles: for every line the runs of cells
//! that look alike, each a letter and a length, `.` for cells without style; a line that looks like the one above it is left
//! out. `UPDATE_GOLDEN=1 cargo test -p tui` writes the files anew.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use std::time::Duration;

use kalah::{BySide, Pit, Position, Record, Rules, Side};
use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier, Style};
use texts::Language;
use tui::{Choice, KeptGame, Key, Seat, Settings, Speed, ThemeName};

use super::host::{Host, lines, specimen, still};

const SIZES: [(u16, u16); 3] = [(80, 24), (120, 40), (200, 60)];
/// The usual one, and the smallest in which a game is shown.
const SMALL: [(u16, u16); 2] = [(80, 24), (60, 20)];
const ALL: [(u16, u16); 4] = [(60, 20), (80, 24), (120, 40), (200, 60)];

fn check(name: &str, host: &mut Host, sizes: &[(u16, u16)]) {
    let mut found = String::new();
    for &(width, height) in sizes {
        let buffer = host.screen(width, height);
        writeln!(found, "== {width}x{height}").unwrap();
        for line in lines(&buffer) {
            writeln!(found, "{line}").unwrap();
        }
        found.push_str(&styles(&buffer));
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/data/{name}.txt"));
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, &found).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    if found != expected {
        let differs = found
            .lines()
            .zip(expected.lines())
            .position(|(a, b)| a != b);
        panic!(
            "{name} looks different from line {} of {} on; UPDATE_GOLDEN=1 writes it anew:\n{found}",
            differs.map_or(0, |line| line + 1),
            path.display()
        );
    }
}

fn styles(buffer: &Buffer) -> String {
    let mut letters: BTreeMap<String, char> = BTreeMap::new();
    let mut rows = String::new();
    let mut last = String::new();
    for row in 0..buffer.area.height {
        let mut runs: Vec<(String, usize)> = Vec::new();
        for column in 0..buffer.area.width {
            let style = told(&buffer[(column, row)]);
            match runs.last_mut().filter(|(known, _)| *known == style) {
                Some((_, length)) => *length += 1,
                None => runs.push((style, 1)),
            }
        }
        let mut line = String::new();
        for (style, length) in runs {
            let next = (b'a' + letters.len() as u8) as char;
            let letter = match style.is_empty() {
                true => '.',
                false => *letters.entry(style).or_insert(next),
            };
            write!(line, " {letter}{length}").unwrap();
        }
        if line != last {
            writeln!(rows, "{row:>2}:{line}").unwrap();
        }
        last = line;
    }
    let mut told = String::from("-- styles\n");
    for (style, letter) in &letters {
        writeln!(told, "{letter} = {style}").unwrap();
    }
    told + &rows
}

fn told(cell: &Cell) -> String {
    let Style {
        fg,
        bg,
        add_modifier,
        ..
    } = cell.style();
    let mut words = Vec::new();
    let colour = |colour: Color| match colour {
        Color::Indexed(index) => format!("colour {index}"),
        other => format!("{other:?}").to_lowercase(),
    };
    words.extend(fg.filter(|&fg| fg != Color::Reset).map(colour));
    words.extend(
        bg.filter(|&bg| bg != Color::Reset)
            .map(|bg| format!("on {}", colour(bg))),
    );
    for (modifier, word) in [
        (Modifier::BOLD, "bold"),
        (Modifier::UNDERLINED, "underlined"),
        (Modifier::REVERSED, "reversed"),
    ] {
        words.extend(add_modifier.contains(modifier).then(|| word.to_owned()));
    }
    words.join(" ")
}

fn player(name: &str) -> Seat {
    Seat::Player(name.into())
}

/// A game against the reference player, with these moves of one's own.
fn game(settings: Settings, moves: &str) -> Host {
    let seats = BySide::new(Seat::Person, player("reference"));
    let settings = Settings {
        game: Choice {
            seats,
            ..settings.game.clone()
        },
        ..settings
    };
    let mut host = Host::new(settings);
    host.keys("n");
    host.key(Key::Enter);
    for pit in moves.chars() {
        host.keys(&pit.to_string());
        host.think();
    }
    host
}

pub fn record(moves: &[usize], players: [&str; 2]) -> Record {
    let mut record = Record::new(Position::start(Rules::default(), Side::South));
    for &number in moves {
        record.push(Pit::new(number).unwrap()).unwrap();
    }
    let [south, north] = players.map(str::to_owned);
    record.players = BySide::new(south, north);
    record
}

/// A whole game of two players, with so few seeds that every move of it is soon settled.
pub fn whole_game(south: &str, north: &str) -> Record {
    let rules: Rules = "pits=6 seeds=2".parse().unwrap();
    let mut record = Record::new(Position::start(rules, Side::South));
    record.players = BySide::new(south.to_owned(), north.to_owned());
    let mut players = [south, north].map(|name| {
        let spec: engine::player::PlayerSpec = name.parse().unwrap();
        spec.player(engine::rng::Rng::new(3))
    });
    while !record.position().is_over() {
        let side = record.position().to_move();
        let pit = players[side.index()].choose(&record).unwrap();
        record.push(pit).unwrap();
    }
    record
}

pub fn kept_games() -> Vec<KeptGame> {
    let kept = |name: &str, record: Result<Record, String>, written: &str| KeptGame {
        name: name.into(),
        record,
        seats: BySide::new(Seat::Person, player("reference")),
        written: written.into(),
    };
    let going_on = record(&[3, 6, 2, 1], ["human", "reference"]);
    vec![
        kept("sunday", Ok(going_on), "2026-11-15 20:14"),
        kept(
            "torn",
            Err("Torn.mancala: line 4: unknown tag 'Rulez'; the file is left as it is.".into()),
            "2026-11-14 09:30",
        ),
        kept(
            "lesson",
            Ok(whole_game("deep-purple", "reference")),
            "2026-11-12 18:02",
        ),
    ]
}

#[test]
fn start() {
    let mut host = Host::new(still());
    check("start", &mut host, &ALL);
    let mut host = Host::with_games(still(), kept_games());
    host.key(Key::Down);
    check("start-with-a-game", &mut host, &SIZES[..1]);
}

#[test]
fn new_game() {
    let mut host = Host::new(still());
    host.keys("n");
    host.key(Key::Down);
    check("new-game", &mut host, &ALL);
    host.key(Key::Tab);
    host.key(Key::Right);
    check("new-game-rules", &mut host, &SMALL);
}

#[test]
fn watch() {
    let mut host = Host::new(still());
    host.keys("w");
    check("watch-form", &mut host, &ALL);
    host.key(Key::Enter);
    for _ in 0..6 {
        host.think_once();
        host.pass(Duration::from_secs(2));
    }
    host.keys("p");
    check("watch", &mut host, &SIZES[..1]);
}

#[test]
fn board() {
    let mut host = game(still(), "362");
    host.key(Key::Left);
    check("board", &mut host, &ALL);
    host.keys("[[");
    check("board-looking-back", &mut host, &SIZES[..1]);
    host.key(Key::End);
    host.keys("s");
    host.keys("my gam");
    check("board-save", &mut host, &SIZES[..1]);
    host.key(Key::Escape);
    host.keys("3");
    check("board-wrong-pit", &mut host, &SIZES[..1]);
}

#[test]
fn sowing() {
    let settings = Settings {
        speed: Speed::Normal,
        ..still()
    };
    let mut host = game(settings, "");
    host.keys("4");
    host.pass(Duration::from_millis(3 * 160));
    check("sowing", &mut host, &SIZES);
}

#[test]
fn analysis_and_hint() {
    let settings = Settings {
        analysis: true,
        ..still()
    };
    let mut host = game(settings, "36");
    host.think();
    check("analysis", &mut host, &ALL);
    host.keys("h");
    host.think();
    check("hint", &mut host, &SMALL);
}

#[test]
fn games() {
    let mut host = Host::with_games(still(), kept_games());
    host.keys("l");
    host.key(Key::Down);
    check("games", &mut host, &ALL);
    host.keys("d");
    check("games-delete", &mut host, &SIZES[..1]);
}

#[test]
fn review_and_the_end() {
    let mut host = Host::with_games(still(), kept_games());
    host.keys("l");
    host.key(Key::End);
    host.key(Key::Enter);
    check("over", &mut host, &SMALL);
    host.keys("v");
    host.think();
    host.keys("b");
    check("review", &mut host, &ALL);
}

#[test]
fn puzzles() {
    let mut host = Host::new(still());
    host.keys("p");
    host.think_once();
    check("puzzle", &mut host, &ALL);
    host.keys("h");
    check("puzzle-hint", &mut host, &SIZES[..1]);
    host.keys("123456");
    check("puzzle-solved", &mut host, &SMALL);
}

#[test]
fn machine() {
    let mut host = Host::new(still());
    host.keys("m");
    host.key(Key::Enter);
    host.keys("4");
    host.key(Key::Enter);
    host.keys("a");
    // Into the program that looks for the computer's move.
    host.keys("gg");
    for _ in 0..40 {
        host.keys("i");
    }
    check("machine", &mut host, &SIZES);
    host.keys("bfin");
    check("machine-question", &mut host, &SIZES);
    host.key(Key::Escape);
    host.keys("w");
    check("machine-waves", &mut host, &SIZES);
    host.keys("wv");
    host.arrive();
    host.keys("v");
    host.arrive();
    check("machine-gates", &mut host, &SIZES[..1]);
    host.keys("vcc");
    host.key(Key::Enter);
    host.arrive();
    host.keys("3");
    host.key(Key::Enter);
    host.arrive();
    check("machine-2016-mirror", &mut host, &SIZES);
    host.key(Key::Tab);
    host.key(Key::Tab);
    check("machine-past", &mut host, &SIZES[..1]);
}

#[test]
fn a_program() {
    let mut host = Host::new(still());
    host.app
        .lay(specimen("sum.asm").unwrap(), "/home/me/sum.asm".into());
    host.work();
    host.keys("bagain");
    host.key(Key::Enter);
    host.keys("b");
    host.keys("r1 = 12");
    host.key(Key::Enter);
    host.keys("eee");
    check("program", &mut host, &SIZES);
    host.keys("we");
    check("program-waves", &mut host, &SIZES);
    host.keys("b");
    host.key(Key::Enter);
    host.keys("e");
    check("program-halted", &mut host, &SIZES[..1]);
}

#[test]
fn a_circuit() {
    let mut host = Host::new(still());
    host.app.lay(
        specimen("counter.circ").unwrap(),
        "/home/me/counter.circ".into(),
    );
    host.work();
    check("circuit", &mut host, &SIZES);
    // The first pin is turned on, the second one set.
    host.key(Key::Enter);
    host.keys("kkk");
    host.keys("x");
    host.keys("set /noise = 0x2a");
    host.key(Key::Enter);
    host.keys("kk");
    host.key(Key::Tab);
    check("circuit-counting", &mut host, &SIZES);
}

#[test]
fn open() {
    let mut settings = still();
    settings.recent = vec!["/home/me/sum.asm".into(), "/home/me/counter.circ".into()];
    let mut host = Host::new(settings);
    host.keys("f");
    check("open", &mut host, &SIZES);
    host.keys("su");
    host.key(Key::Down);
    check("open-typing", &mut host, &SIZES[..1]);
    host.keys("x");
    host.key(Key::Enter);
    check("open-nothing", &mut host, &SIZES[..1]);
}

#[test]
fn help_and_settings() {
    let mut host = Host::new(still());
    host.keys("?");
    check("help", &mut host, &SIZES);
    host.key(Key::Escape);
    host.keys("o");
    check("settings", &mut host, &ALL);
    for theme in ThemeName::ALL {
        let mut host = Host::new(Settings { theme, ..still() });
        host.keys("o");
        check(&format!("theme-{}", theme.name()), &mut host, &SIZES[..1]);
    }
}

#[test]
fn other_boards_and_characters() {
    let ascii = Settings {
        ascii: true,
        theme: ThemeName::Plain,
        analysis: true,
        ..still()
    };
    let mut host = game(ascii, "36");
    host.think();
    let buffer = host.screen(80, 24);
    let ascii = lines(&buffer).iter().all(|line| line.is_ascii());
    assert!(ascii, "{}", lines(&buffer).join("\n"));
    check("ascii", &mut host, &SIZES[..1]);

    let mut wide = still();
    wide.game.rules = "pits=12 seeds=12".parse().unwrap();
    let mut host = game(wide, "");
    host.keys("=");
    host.think();
    check("twelve-pits", &mut host, &SMALL);
}

/// The description of each menu line is shown whole, in the smallest window and every language.
#[test]
fn the_start_screen_fits_the_smallest_window() {
    for language in [Language::English, Language::Russian] {
        let settings = Settings {
            language,
            ..still()
        };
        let mut host = Host::new(settings);
        let screen = lines(&host.screen(60, 20)).concat();
        let texts = texts::Texts::of(language);
        for item in [
            "new", "puzzle", "watch", "machine", "open", "options", "help",
        ] {
            let what = texts.text(&format!("tui.start.{item}.what"), &[]);
            assert!(screen.contains(&what), "{what}\n{screen}");
        }
    }
}

#[test]
fn in_russian() {
    let russian = Settings {
        language: Language::Russian,
        ..still()
    };
    let mut host = game(russian, "36");
    check("russian", &mut host, &SIZES[..1]);
    host.keys("?");
    check("russian-help", &mut host, &SIZES[..1]);
    host.key(Key::Escape);
    host.keys("o");
    check("russian-settings", &mut host, &SIZES[..1]);
}

#[test]
fn a_window_that_is_too_small_says_what_it_needs() {
    let mut host = game(still(), "3");
    check(
        "too-small",
        &mut host,
        &[(59, 20), (30, 10), (5, 2), (1, 1)],
    );
    let mut host = Host::new(still());
    host.keys("m");
    check("too-small-machine", &mut host, &[(79, 24)]);
}
